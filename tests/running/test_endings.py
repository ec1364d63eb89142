"""SCN-22, VIC-11: how a game ends: who comes first, by agreement, when time is up, or when both have won."""

from __future__ import annotations

from typing import Literal

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.holding import CorrectPoints, TakePlace
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.renaming import ChangeSeat, Rename
from assistant.rules.deeds.ring_passing import PassRing
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.game import RingOfPower
from assistant.rules.table_word.facts import Correction
from tests.running.table import Running
from tests.running.test_points_taken_back import TAKEN
from tests.running.test_victory import FIVE, captured_by, progress, take


@pytest.mark.rules("VIC-11")
def test_level_minions_are_first_together(game_on: Running) -> None:
    for one in ("khamul", "buhrdur", "saruman"):
        game_on.do(CorrectPoints(CommanderId(one), 9, "for the test"))
    agreed = game_on.copy().do(EndGame("agreement", "evil")).world.war.ending
    assert agreed is not None
    names = "Saruman (Player 4), Buhrdûr (Player 2) and Khamûl (Player 2)"
    assert agreed.words.endswith(f" {names} are level, first of all.")
    game_on.do(EndGame("time"))
    assert game_on.world.war.ending is not None
    assert set(game_on.world.war.ending.overall) == {"khamul", "buhrdur", "saruman"}


@pytest.mark.rules("VIC-11", "AMB-103")
@pytest.mark.parametrize(
    ("reading", "first", "words"),
    [
        ("each-minion", ("saruman",), "Saruman (Player 4) is the overall winner with 20 status points"),
        (
            "each-player",
            ("buhrdur", "easterling-king", "mouth-of-sauron", "khamul"),
            "(Player 2) is the overall winner with 30 status points",
        ),
    ],
)
def test_a_players_minions_count_each_alone_or_by_the_other_reading_together(
    war: RingOfPower, reading: str, first: tuple[str, ...], words: str
) -> None:
    # Of ten players the second leads Khamûl, the Easterling King, the Mouth of Sauron and Buhrdûr: 15 + 15.
    game = Running.begun(war, house={"AMB-103": reading})
    for one, points in (("khamul", 15), ("buhrdur", 15), ("saruman", 20)):
        game.do(CorrectPoints(CommanderId(one), points, "for the test"))
    game.do(EndGame("time"))
    ending = game.world.war.ending
    assert ending is not None
    assert set(ending.overall) == set(first)
    assert words in ending.words


def test_where_nobody_has_earned_a_point_no_minion_comes_first(game_on: Running) -> None:
    game_on.do(EndGame("time"))
    ending = game_on.world.war.ending
    assert ending is not None
    assert ending.overall == ()
    assert ending.words == "Good has not prevailed, and no minion has earned a status point."


@pytest.mark.rules("VIC-03", "VIC-05")
def test_a_second_victory_of_evil_that_has_another_first_is_told_with_the_first(game_on: Running) -> None:
    # Line 419: the game ends when any of these occur; Saruman's ten turns and the fifth base are met at once.
    captured_by(game_on, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    take(game_on.go_to(10, "combat"), "evil", *FIVE, by="witch-king").go_to(11)
    assert game_on.said[-1].startswith("Victory: Saruman (Player 4) wins: ")
    assert "Met as well: Evil wins: 5 of 5 bases. Witch-king (Player 3) is first of all." in game_on.said[-1]
    agreed = game_on.copy().do(EndGame("agreement", "evil")).world.war.ending
    assert agreed is not None
    assert agreed.overall == ("witch-king",)
    game_on.do(EndGame("victory"))
    assert game_on.world.war.ending is not None
    assert game_on.world.war.ending.overall == ("saruman",)


# ---- by agreement, or of both sides ---------------------------------------------------------------------


@pytest.mark.rules("SCN-22", "VIC-09")
def test_the_players_agree_that_good_is_victorious_and_who_kept_home_shares_it(game_on: Running) -> None:
    take(game_on, "evil", "helms-deep").do(EndGame("agreement", "good"))
    assert game_on.titles[-1] == "The game ends by agreement: good is victorious"
    ending = game_on.world.war.ending
    assert ending is not None
    assert ending.winner == "good"
    assert "rohan" not in ending.sharing
    assert "gondor" in ending.sharing
    assert ending.words.startswith("Good wins: all players agree. The victory is shared by ")


@pytest.mark.rules("SCN-22", "VIC-11")
def test_agreed_to_be_evils_the_victory_has_the_first_of_the_minions(game_on: Running) -> None:
    game_on.do(CorrectPoints(CommanderId("khamul"), 9, "for the test")).do(EndGame("agreement", "evil"))
    ending = game_on.world.war.ending
    assert ending is not None
    assert (ending.winner, ending.overall) == ("evil", ("khamul",))


@pytest.mark.rules("SCN-22")
def test_nobody_is_named_winner_because_time_is_up(game_on: Running) -> None:
    with pytest.raises(Illegal, match="Nobody wins because time is up"):
        game_on.do(EndGame("time", "evil"))


@pytest.mark.rules("VIC-05", "VIC-07")
def test_where_both_sides_have_conquered_both_are_told_and_the_table_chooses(game_on: Running) -> None:
    take(game_on, "evil", *FIVE, by="saruman")
    take(game_on, "good", "moria", "carn-dum", "dol-guldur", "barad-dur")
    assert game_on.said[-1].startswith("Victory: Both sides have won at once. ")
    found = agenda(game_on.game.kit, game_on.world).verdict
    assert found is not None
    assert "Evil wins: 5 of 5 bases." in found.words
    assert "Good wins: Barad-dûr has fallen, 3 of 3 bases." in found.words
    with pytest.raises(Illegal, match="that of evil or good"):
        game_on.do(EndGame("victory"))
    game_on.do(EndGame("victory", "good"))
    assert game_on.world.war.ending is not None
    assert game_on.world.war.ending.winner == "good"


@pytest.mark.effect("captives-home")
@pytest.mark.rules("VIC-03", "STA-01")
def test_a_minion_to_whom_the_table_gives_the_ring_keeps_it_at_home_with_its_points(game_on: Running) -> None:
    game_on.do(PassRing(FigureId("saruman"), reason="the table has it so"))
    assert game_on.world.war.ring.captor == "saruman"
    game_on.confirm("The Ring is brought to Isengard")
    assert game_on.points("saruman") == 50
    assert "the Ring is at Isengard for 0 of 10 turns" in progress(game_on)
    # He carries it away and brings it back on turn 3: the turns begin anew, the points are not given again.
    for turn, place in ((2, "fords-of-isen"), (3, "isengard")):
        host = game_on.go_to(turn, "movement").force_with("saruman").id
        game_on.do(March(host, PlaceId(place), overruled="for the test"))
        assert "the Ring is not at Isengard" in progress(game_on)
    game_on.confirm("The Ring is brought to Isengard").go_to(12)
    assert "the Ring is at Isengard for 9 of 10 turns" in progress(game_on)
    assert game_on.points("saruman") == 50
    assert game_on.go_to(13).said[-1].startswith("Victory: Saruman (Player 4) wins")


# ---- when the players stop -------------------------------------------------------------------------------

CONQUERED = ("barad-dur", "moria", "isengard", "black-gate")


def conquered(running: Running) -> Running:
    """In the combat phase good takes Barad-dûr and three more."""
    running.go_to(1, "combat")
    for place in CONQUERED:
        running.do(TakePlace(PlaceId(place), "good"))
    return running


@pytest.mark.rules("AMB-101", "VIC-07")
@pytest.mark.parametrize("how", ["time", "agreement"])
def test_a_conquest_that_is_met_when_the_players_stop_counts(
    game_on: Running, how: Literal["time", "agreement"]
) -> None:
    with pytest.raises(Illegal, match="It counts at the next turn start") as refused:
        conquered(game_on).do(EndGame("victory"))
    assert refused.value.do.endswith(
        "If you stop here, end because time is up: it counts all the same (AMB-101)."
    )
    game_on.do(EndGame(how))
    assert game_on.said[-1].endswith(" (SCN-22, AMB-101)")
    ending = game_on.world.war.ending
    assert ending is not None
    assert (ending.how, ending.winner) == (how, "good")
    assert ending.words.startswith("Good wins: Barad-dûr has fallen, 3 of 3 bases.")


@pytest.mark.rules("AMB-101", "VIC-11")
def test_by_the_other_reading_only_a_turn_start_makes_it_count(war: RingOfPower) -> None:
    running = conquered(Running.begun(war, house={"AMB-101": "points-decide"}))
    stopped = running.copy().do(EndGame("time")).world.war.ending
    assert stopped is not None
    assert stopped.words.startswith("Good has not prevailed")
    # Once the turn has started it is a victory by either reading, confirmed or not.
    begun = running.go_to(2).do(EndGame("time")).world.war.ending
    assert begun is not None
    assert begun.winner == "good"


@pytest.mark.rules("AMB-101")
def test_where_both_sides_have_won_the_players_who_stop_say_whose_it_is(game_on: Running) -> None:
    conquered(game_on)
    for place in ("rivendell", "lothlorien", "erebor", "helms-deep", "minas-tirith"):
        game_on.do(TakePlace(PlaceId(place), "evil"))
    with pytest.raises(Illegal, match="Both sides have met a victory condition"):
        game_on.do(EndGame("time"))
    ending = game_on.do(EndGame("agreement", "good")).world.war.ending
    assert ending is not None
    assert ending.winner == "good"


@pytest.mark.rules("SCN-22", "VIC-11")
def test_players_who_agree_only_to_stop_name_nobody_though_a_victory_is_met(game_on: Running) -> None:
    conquered(game_on).do(EndGame("agreement", nobody=True))
    # Line 701: if the good side does not prevail, the minion with the most status points is the winner.
    assert game_on.titles[-1].endswith("no side is victorious, so the minion with most points comes first")
    ending = game_on.world.war.ending
    assert ending is not None
    assert ending.winner is None
    assert ending.words.startswith("Good has not prevailed")
    assert game_on.said[-1].endswith(" (SCN-22)")


def test_nobody_is_agreed_on_and_not_together_with_a_side(game_on: Running) -> None:
    for ending in (EndGame("time", nobody=True), EndGame("agreement", "good", nobody=True)):
        with pytest.raises(Illegal, match="That no side wins is agreed on"):
            game_on.do(ending)


def dead_and_over(game_on: Running) -> Running:
    """Line 707: Boromir was slain, which is 8 for Saruman, and with them he is first when time is up."""
    game_on.report("opening-1", TAKEN, "slay", "stay", winner="evil").do(EndGame("time"))
    assert game_on.points("saruman") == 8
    return game_on


@pytest.mark.parametrize(
    "word",
    [
        Adjust((FigureId("boromir"),), "a cocked die", condition="fit"),
        Ruling("a cocked die", (Correction(FigureId("boromir"), condition="wounded"),)),
        AddFigures(ProfileId("orc"), 3, CommanderId("khamul"), PlaceId("dol-guldur"), "the club has more"),
        TakePlace(PlaceId("erebor"), "evil"),
        CorrectPoints(CommanderId("khamul"), 9, "for the test"),
    ],
    ids=lambda one: one.kind if hasattr(one, "kind") else "ruling",
)
def test_what_the_result_rests_on_is_set_right_only_once_the_end_is_undone(
    game_on: Running, word: object
) -> None:
    ended = dead_and_over(game_on)
    with pytest.raises(Illegal, match=r"^The game is over\.") as refused:
        ended.do(word)
    assert refused.value.do == "Undo its end to go on playing."


def test_names_and_seats_change_after_the_end_too(game_on: Running) -> None:
    ended = dead_and_over(game_on).do(Rename(FigureId("boromir"), "Boromir the Bold"))
    ended.do(ChangeSeat("seat-1", "Anna"))
    assert ended.world.war.seats["seat-1"].player == "Anna"
    assert ended.points("saruman") == 8

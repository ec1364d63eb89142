"""VIC: victory watched all the time, announced when it is met, and confirmed by the game master."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Side
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.holding import CorrectPoints, TakePlace
from assistant.rules.deeds.ring_passing import PassRing
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from assistant.rules.victory import verdict, watch
from tests.running.table import Running

FRODO = FigureId("frodo")
SARUMAN_WINS = "Victory: Saruman (Player 4) wins: the Ring is at Isengard for 10 of 10 turns."
FIVE = ("helms-deep", "minas-tirith", "dol-amroth", "rivendell", "erebor")


def progress(running: Running) -> list[str]:
    """How far each way to win has come."""
    return [one.words for one in watch(running.game.kit, running.world)]


def take(running: Running, side: Side, *places: str, by: str = "") -> Running:
    for place in places:
        running.do(TakePlace(PlaceId(place), side, (CommanderId(by),) if by else ()))
    return running


def captured_by(running: Running, commander: str, figure: str, place: str) -> Running:
    """The ringbearer is taken in a fight at a place."""
    contact = running.meet("frodo", figure, place)
    running.go_to(running.world.war.turn, "combat")
    running.report(contact, {"frodo": "captured", "sam": "eliminated"}, winner="evil")
    assert running.world.war.captives[FRODO] == commander
    return running


# ---- by the Ring ---------------------------------------------------------------------------------------


@pytest.mark.rules("VIC-01", "VIC-02")
def test_good_wins_as_one_the_moment_the_ring_goes_into_the_fire(game_on: Running) -> None:
    assert "the Ring is not yet destroyed at Cracks of Doom" in progress(game_on)
    game_on.stand("frodo", "cracks-of-doom").do(PassRing(FRODO, destroyed=True))
    assert game_on.said[-1].startswith("Victory: Good wins: the Ring is destroyed at Cracks of Doom.")
    game_on.do(EndGame("victory"))
    ending = game_on.world.war.ending
    assert ending is not None
    assert ending.winner == "good"


@pytest.mark.rules("VIC-02")
def test_the_ring_is_destroyed_nowhere_else(game_on: Running) -> None:
    with pytest.raises(Illegal, match="only at Cracks of Doom"):
        game_on.do(PassRing(FRODO, destroyed=True))


@pytest.mark.rules("VIC-02")
def test_no_dead_hand_and_nobody_throws_the_ring_into_the_fire(game_on: Running) -> None:
    game_on.stand("frodo", "cracks-of-doom")
    fallen = (FRODO, FigureId("sam"))
    game_on.do(Adjust(fallen, "for the test", condition="eliminated"))
    with pytest.raises(Illegal, match="Nobody who lives bears the Ring"):
        game_on.do(PassRing(None, destroyed=True))
    game_on.do(PassRing(None))
    with pytest.raises(Illegal, match="Say first who takes it up"):
        game_on.do(PassRing(None, destroyed=True))
    game_on.do(PassRing(None, destroyed=True, reason="Gollum fell with it"))
    assert game_on.said[-1].startswith("Victory: Good wins")


@pytest.mark.rules("VIC-02")
def test_once_it_is_destroyed_nobody_bears_the_ring_again(game_on: Running) -> None:
    game_on.stand("frodo", "cracks-of-doom").do(PassRing(None, destroyed=True))
    with pytest.raises(Illegal, match="nobody bears it any more"):
        game_on.do(PassRing(FigureId("sam")))


@pytest.mark.rules("VIC-03")
def test_saruman_wins_alone_when_he_has_kept_the_ring_at_isengard_for_ten_turns(game_on: Running) -> None:
    captured_by(game_on, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    game_on.go_to(10)
    assert "the Ring is at Isengard for 9 of 10 turns" in progress(game_on)
    assert verdict(game_on.game.kit, game_on.world) is None
    game_on.go_to(11)
    assert game_on.said[-1].startswith(
        "Victory: Saruman (Player 4) wins: the Ring is at Isengard for 10 of 10 turns."
    )
    game_on.do(EndGame("victory"))
    ending = game_on.world.war.ending
    assert ending is not None
    assert (ending.winner, ending.overall, ending.sharing) == ("evil", ("saruman",), ("saruman",))


@pytest.mark.rules("VIC-03")
def test_if_isengard_falls_he_keeps_it_no_longer(game_on: Running) -> None:
    captured_by(game_on, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    game_on.go_to(11)
    take(game_on, "good", "isengard")
    assert "the Ring is not at Isengard" in progress(game_on)
    assert verdict(game_on.game.kit, game_on.world) is None
    game_on.confirm("Frodo is free again: nobody guards the captive")
    assert game_on.world.war.ring.captor is None


@pytest.mark.rules("VIC-03")
def test_turns_in_which_good_held_isengard_do_not_count_and_saruman_begins_anew(game_on: Running) -> None:
    captured_by(game_on, "saruman", "saruman", "isengard").confirm("Frodo is brought to Isengard")
    take(game_on.go_to(8), "good", "isengard")
    take(game_on.go_to(14), "evil", "isengard", by="saruman")
    assert "the Ring is at Isengard for 0 of 10 turns" in progress(game_on)
    game_on.go_to(23)
    assert verdict(game_on.game.kit, game_on.world) is None
    game_on.go_to(24)
    assert game_on.said[-1].startswith(
        "Victory: Saruman (Player 4) wins: the Ring is at Isengard for 10 of 10 turns."
    )


@pytest.mark.rules("VIC-04", "VIC-11")
def test_with_the_ring_at_barad_dur_evil_wins_and_the_first_in_points_is_first(game_on: Running) -> None:
    game_on.do(CorrectPoints(CommanderId("khamul"), 80, "for the test"))
    captured_by(game_on, "witch-king", "witch-king", "barad-dur").confirm("Frodo is brought to Barad-dûr")
    assert game_on.said[-1].startswith(
        "Victory: Evil wins: the Ring is at Barad-dûr. Khamûl (Player 2) is first of all."
    )
    # It is not the Witch-king's home: no 50 points for him.
    assert game_on.points("witch-king") == 5


def test_brought_home_elsewhere_the_ring_earns_points_but_wins_nothing(game_on: Running) -> None:
    captured_by(game_on, "witch-king", "witch-king", "minas-morgul").confirm(
        "Frodo is brought to Minas Morgul"
    )
    assert verdict(game_on.game.kit, game_on.world) is None
    # 50 for the Ring, 10 for Frodo, 5 for Sam, who leads nobody.
    assert game_on.points("witch-king") == 65


@pytest.mark.rules("CON-085")
def test_by_the_other_reading_home_is_where_the_ring_wins(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-085": "home-base"})
    captured_by(running, "witch-king", "witch-king", "minas-morgul").confirm(
        "Frodo is brought to Minas Morgul"
    )
    found = verdict(running.game.kit, running.world)
    assert found is not None
    assert found.winner == "evil"


# ---- by conquest ---------------------------------------------------------------------------------------


@pytest.mark.rules("VIC-05", "VIC-11")
def test_evil_wins_with_any_five_of_the_ten_good_bases(game_on: Running) -> None:
    take(game_on, "evil", *FIVE[:3], by="saruman")
    assert "3 of 5 bases" in progress(game_on)
    assert "Evil: 3 of 5 bases." in game_on.said
    take(game_on, "evil", *FIVE[3:], by="khamul")
    # CON-097: bases can be retaken, so they are counted when the next turn starts.
    assert verdict(game_on.game.kit, game_on.world, at_turn_start=True) is not None
    game_on.go_to(2)
    # Saruman took three for 60 points, Khamul two for 40.
    assert game_on.said[-1].startswith(
        "Victory: Evil wins: 5 of 5 bases. Saruman (Player 4) is first of all."
    )
    game_on.do(EndGame("victory"))
    assert game_on.world.war.ending is not None
    assert "khamul" in game_on.world.war.ending.sharing


@pytest.mark.rules("VIC-07", "VIC-09", "VIC-10")
def test_good_wins_with_barad_dur_and_three_others_and_shares_it_with_who_kept_home(game_on: Running) -> None:
    take(game_on, "evil", "helms-deep", "hobbiton", "tookborough")
    take(game_on, "good", "moria", "isengard", "carn-dum", "dol-guldur")
    assert "Barad-dûr stands, 3 of 3 bases" in progress(game_on)
    take(game_on, "good", "barad-dur").go_to(2)
    found = verdict(game_on.game.kit, game_on.world)
    assert found is not None
    assert found.winner == "good"
    # Rohan has lost Helm's Deep; of the Shire one settlement stands; the Fellowship has no home to lose.
    assert "rohan" not in found.sharing
    assert {"eriador", "fellowship", "gondor"} <= set(found.sharing)
    # VIC-09: announced, and recorded with the end, who shares it, who does not, and why.
    shared, _, rest = found.words.partition("The victory is shared by ")[2].partition(". ")
    assert rest == "No share for Rohan (Player 6): Helm's Deep was captured."
    assert {"Gondor (Player 5)", "Eriador (Player 10)"} <= set(shared.split(", "))
    game_on.do(EndGame("victory"))
    assert game_on.world.war.ending is not None
    assert game_on.world.war.ending.words == found.words


def test_without_barad_dur_all_other_bases_are_not_enough(game_on: Running) -> None:
    take(game_on, "good", "moria", "isengard", "carn-dum", "dol-guldur", "goblin-town", "minas-morgul")
    assert verdict(game_on.game.kit, game_on.world, at_turn_start=True) is None


@pytest.mark.rules("CON-097")
def test_conquest_waits_for_the_turn_start_unless_the_table_reads_it_otherwise(war: RingOfPower) -> None:
    for reading, at_once in (("ring-at-once", False), ("turn-start", False), ("at-once", True)):
        running = Running.begun(war, house={"CON-097": reading}).go_to(1, "combat")
        take(running, "evil", *FIVE)
        assert (verdict(running.game.kit, running.world) is not None) == at_once
        take(running, "good", "erebor").go_to(2)
        assert verdict(running.game.kit, running.world) is None


@pytest.mark.rules("CON-097", "SEQ-05")
def test_by_the_slowest_reading_even_the_ring_waits_for_the_turn_start(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-097": "turn-start"}).go_to(1, "combat")
    running.stand("frodo", "cracks-of-doom").do(PassRing(FRODO, destroyed=True))
    assert verdict(running.game.kit, running.world) is None
    running.go_to(2)
    assert any(line.startswith("Victory: Good wins") for line in running.said)


@pytest.mark.rules("AMB-070")
def test_a_base_that_was_retaken_counts_only_by_the_other_reading(war: RingOfPower) -> None:
    for reading, wins in (("held-at-check", False), ("ever-overrun", True)):
        running = Running.begun(war, house={"AMB-070": reading})
        take(running, "evil", *FIVE)
        take(running, "good", "erebor")
        assert (verdict(running.game.kit, running.world, at_turn_start=True) is not None) == wins


@pytest.mark.rules("VIC-09", "AMB-062")
def test_high_elves_share_nothing_if_either_of_their_homes_is_lost(game_on: Running) -> None:
    take(game_on, "evil", "grey-havens")
    game_on.stand("frodo", "cracks-of-doom").do(PassRing(FRODO, destroyed=True))
    found = verdict(game_on.game.kit, game_on.world)
    assert found is not None
    assert "high-elves" not in found.sharing
    assert "wood-elves" in found.sharing


# ---- the master confirms -------------------------------------------------------------------------------


@pytest.mark.rules("SEQ-05")
def test_each_turn_starts_with_the_victory_check(game_on: Running) -> None:
    game_on.go_to(2)
    assert not any(line.startswith("Victory") for line in game_on.said)
    take(game_on, "evil", *FIVE).go_to(3)
    assert any(line.startswith("Victory") for line in game_on.said)


def test_a_victory_that_is_met_ends_nothing_until_it_is_confirmed(game_on: Running) -> None:
    take(game_on, "evil", *FIVE)
    assert game_on.world.war.ending is None
    assert agenda(game_on.game.kit, game_on.world).verdict is not None
    take(game_on, "good", "erebor")
    with pytest.raises(Illegal, match="Nobody has met"):
        game_on.do(EndGame("victory"))


@pytest.mark.rules("SEQ-05")
def test_nobody_walks_past_a_victory_without_being_asked(game_on: Running) -> None:
    take(game_on, "evil", *FIVE).go_to(2)
    with pytest.raises(Illegal, match="a victory of evil is not confirmed") as refused:
        game_on.do(GoOn())
    assert refused.value.do.startswith("End the game by victory.")
    assert game_on.do(GoOn(anyway=True)).world.war.phase == "movement"


@pytest.mark.rules("CON-097")
def test_a_conquest_in_mid_turn_is_told_to_count_at_the_next_turn_start(game_on: Running) -> None:
    take(game_on.go_to(1, "combat"), "evil", *FIVE)
    with pytest.raises(Illegal, match=r"5 of 5 bases\..* It counts at the next turn start"):
        game_on.do(EndGame("victory"))

"""STA-04, STA-05: points follow the facts: nobody has any for the death of one who lives after all."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.game import RingOfPower
from assistant.rules.table_word.facts import Correction
from assistant.rules.war import Points
from assistant.rules.world import Condition
from tests.running.table import Running

BOROMIR = FigureId("boromir")
TAKEN: dict[str, Condition] = {"boromir": "wounded", "merry": "captured", "pippin": "captured"}


def back(figures: tuple[FigureId, ...], condition: Condition, is_ruling: bool) -> Adjust | Ruling:
    """The table has it that they were not slain."""
    if is_ruling:
        return Ruling("a cocked die", tuple(Correction(one, condition=condition) for one in figures))
    return Adjust(figures, "a cocked die", condition=condition)


def given(running: Running) -> list[tuple[int, str]]:
    return [(one.points, one.reason) for one in running.world.war.points if one.commander == "saruman"]


@pytest.mark.rules("STA-05")
@pytest.mark.parametrize("is_ruling", [False, True])
@pytest.mark.parametrize("condition", ["fit", "wounded"])
def test_points_for_a_death_are_taken_back_with_it(
    game_on: Running, condition: Condition, is_ruling: bool
) -> None:
    # Line 707: Boromir, leadership 3, is worth 3 + 5 while he is dead.
    game_on.report("opening-1", TAKEN, "slay", "stay", winner="evil")
    assert given(game_on) == [(8, "Boromir slain")]
    game_on.do(back((BOROMIR,), condition, is_ruling))
    assert "Saruman: -8 status points, Boromir was not slain." in game_on.said
    assert (game_on.points("saruman"), given(game_on)[1:]) == (0, [(-8, "Boromir was not slain")])
    # What was taken back once is not taken back again.
    game_on.do(Adjust((BOROMIR,), "struck out", condition="eliminated"))
    game_on.do(back((BOROMIR,), "fit", is_ruling))
    assert game_on.points("saruman") == 0


@pytest.mark.rules("STA-05")
@pytest.mark.parametrize("is_ruling", [False, True])
def test_who_is_dead_after_all_is_worth_his_points_again(game_on: Running, is_ruling: bool) -> None:
    # Line 707: 8 for Boromir, taken back when he was alive; dead after all, he is worth them again.
    game_on.report("opening-1", TAKEN, "slay", "stay", winner="evil")
    game_on.do(back((BOROMIR,), "wounded", is_ruling))
    assert game_on.points("saruman") == 0
    game_on.do(back((BOROMIR,), "eliminated", is_ruling))
    assert "Saruman: +8 status points, Boromir slain after all." in game_on.said
    assert game_on.points("saruman") == 8
    assert not any("Nobody has points" in line for line in game_on.said)


@pytest.mark.rules("STA-05")
@pytest.mark.parametrize("is_ruling", [False, True])
def test_for_whom_is_dead_only_by_a_word_nobody_has_points_and_that_is_said(
    game_on: Running, is_ruling: bool
) -> None:
    game_on.report("opening-1", TAKEN, "spare", "stay", winner="evil")
    game_on.do(back((BOROMIR,), "eliminated", is_ruling))
    assert "Nobody has points for Boromir (STA-05): correct the points if somebody should." in game_on.said
    assert game_on.points("saruman") == 0


@pytest.mark.rules("STA-05")
def test_who_is_slain_once_more_is_worth_his_points_once(game_on: Running) -> None:
    # Line 707: slain, restored and slain: he is dead once, which is 8.
    game_on.report("opening-1", TAKEN, "slay", "stay", winner="evil").do(back((BOROMIR,), "wounded", False))
    friends = tuple(map(FigureId, ("aragorn", "legolas", "gimli")))
    game_on.go_to(1, "combat").do(Adjust(friends, "for the test", place=PlaceId("edoras")))
    game_on.confirm("Boromir lies wounded, and Lurtz is there", "slay")
    assert [points for points, _ in given(game_on)] == [8, -8, 8]
    assert game_on.points("saruman") == 8


@pytest.mark.rules("STA-04")
@pytest.mark.parametrize("is_ruling", [False, True])
def test_of_an_armys_dead_only_those_are_taken_back_who_live(game_on: Running, is_ruling: bool) -> None:
    # Line 706: one point for each; of three slain two live after all, and then the third does.
    contact = game_on.meet("theodred", "saruman", "fords-of-isen")
    riders = tuple(FigureId(f"rider-of-rohan-{number}") for number in (1, 2, 3))
    game_on.go_to(1, "combat").report(contact, dict.fromkeys(riders, "eliminated"), winner="evil")
    game_on.do(back(riders[:2], "fit", is_ruling)).do(back(riders[2:], "fit", is_ruling))
    assert given(game_on) == [
        (3, "3 army figures slain"),
        (-2, "2 army figures were not slain"),
        (-1, "1 army figure was not slain"),
    ]


@pytest.mark.rules("AMB-063")
@pytest.mark.parametrize(("condition", "left"), [("wounded", 7), ("fit", 0)])
def test_where_wounding_counts_he_was_felled_if_he_lies_wounded(
    war: RingOfPower, condition: Condition, left: int
) -> None:
    # Theodred, leadership 2: 7 for whoever fells him, by the other reading of line 707.
    running = Running.begun(war, house={"AMB-063": "wounded-counts"})
    contact = running.meet("theodred", "saruman", "fords-of-isen")
    running.go_to(1, "combat").report(contact, {"theodred": "eliminated"}, winner="evil")
    assert running.points("saruman") == 7
    assert running.do(back((FigureId("theodred"),), condition, False)).points("saruman") == left


def test_points_of_an_older_game_which_say_not_whose_death_it_was_stay_as_they_are(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, "slay", "stay", winner="evil")
    (one,) = game_on.world.war.points
    game_on.set_war(points=(Points(one.commander, one.points, one.award, one.reason, one.turn),))
    assert game_on.do(back((BOROMIR,), "fit", False)).points("saruman") == 8


@pytest.mark.rules("STA-05")
def test_who_died_twice_and_lived_is_worth_his_points_only_to_who_slew_him_last(game_on: Running) -> None:
    # Line 707: Théodred, leadership 2, is worth 2 + 5; first Saruman has them, then the Witch-king.
    theodred = (FigureId("theodred"),)
    game_on.do(Part("opening-1", "for the test"))
    for turn, slayer in ((1, "saruman"), (2, "witch-king")):
        game_on.go_to(turn, "movement")
        contact = game_on.meet("theodred", slayer, "fords-of-isen")
        game_on.go_to(turn, "combat").report(contact, {"theodred": "eliminated"}, winner="evil")
        assert game_on.points(slayer) == 7
        game_on.do(back(theodred, "fit", is_ruling=False))
    game_on.do(back(theodred, "eliminated", is_ruling=False))
    assert (game_on.points("saruman"), game_on.points("witch-king")) == (0, 7)

"""PLC-FANGORN-10, AMB-001: a standing choice is made for good, whatever the table reads later."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.core.facts import HouseRuleChosen
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.declaring import Decide, Declare
from assistant.rules.game import RingOfPower
from assistant.rules.standing import awaited
from tests.running.table import Running

FANGORN = "saruman.fangorn"


def test_a_wood_that_was_despoiled_from_the_first_turn_is_never_whole_again(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-001": "full-rate"})
    running.copy().do(Decide(FANGORN, "undisturbed"))
    with pytest.raises(Illegal, match="can never be 'undisturbed' again"):
        running.go_to(3).do(Decide(FANGORN, "undisturbed"))


def test_a_wood_spared_on_turn_two_stays_so_when_the_table_changes_its_reading(game_on: Running) -> None:
    game_on.go_to(2).do(Decide(FANGORN, "undisturbed"))
    game_on.world = game_on.game.apply(game_on.world, HouseRuleChosen("AMB-001", "full-rate"))
    # The turn goes on: what Saruman is due counts the wood as whole.
    game_on.go_to(3)
    assert game_on.world.war.choices[FANGORN].value == "undisturbed"


@pytest.mark.effect("deciding")
@pytest.mark.rules("AMB-001")
def test_saruman_is_asked_on_turn_one_whether_he_despoils_the_wood_and_may_wait(game_on: Running) -> None:
    (title,) = game_on.told("deciding")
    assert title == "Does Saruman despoil Fangorn for fuel?"
    # Lines 961-964: with it 2 Uruk-hai come on every turn; without, 1 on this odd one.
    assert uruks_due(game_on.copy().confirm(title, "yes")) == [2]
    assert uruks_due(game_on.confirm(title, "not-now")) == [1]
    assert game_on.told("deciding") == game_on.go_to(2).told("deciding") == []
    game_on.do(Decide(FANGORN, "disturbed"))


def test_who_has_decided_by_himself_is_not_asked(game_on: Running) -> None:
    assert game_on.do(Decide(FANGORN, "disturbed")).told("deciding") == []


@pytest.mark.rules("AMB-001")
def test_where_the_full_rate_is_read_as_the_normal_one_he_may_spare_the_wood_only_now(
    war: RingOfPower,
) -> None:
    running = Running.begun(war, house={"AMB-001": "full-rate"})
    running.confirm("Does Saruman despoil Fangorn for fuel?", "no")
    assert running.world.war.choices[FANGORN].value == "undisturbed"


def uruks_due(running: Running, arrival: str = "uruk-hai-of-isengard") -> list[int]:
    """How many Uruk-hai wait to be placed, by arrival."""
    found = [one.due for one in awaited(running.game.kit, running.world) if one.due.id == arrival]
    return [one.figures[0].count for one in found]


@pytest.mark.rules("PLC-FANGORN-11")
def test_who_despoils_the_wood_before_anything_of_his_has_come_has_all_of_the_turn(game_on: Running) -> None:
    # Lines 41, 961-964: 1 Uruk-hai comes on odd turns while the wood is whole, 2 on every turn after that.
    game_on.go_to(3)
    assert uruks_due(game_on) == [1, 1]
    assert uruks_due(game_on.do(Decide(FANGORN, "disturbed"))) == [1, 2]


@pytest.mark.rules("PLC-FANGORN-11")
def test_who_despoils_the_wood_later_in_a_turn_has_all_from_the_next_turn_start_on(game_on: Running) -> None:
    # Line 41: what comes at a turn's start has come, or not come, before he decides.
    placed = game_on.copy().go_to(3).do(Arrive("uruk-hai-of-isengard@3")).do(Decide(FANGORN, "disturbed"))
    assert "from turn 4 on everything comes" in placed.said[-1]
    assert uruks_due(placed) == [1]
    assert uruks_due(placed.go_to(4)) == [1, 2]
    moved = game_on.go_to(4, "movement").do(Decide(FANGORN, "disturbed"))
    assert uruks_due(moved) == [1, 1]
    assert uruks_due(moved.go_to(5)) == [1, 1, 2]


@pytest.mark.rules("PLC-FANGORN-11")
@pytest.mark.parametrize("is_placed", [True, False])
def test_a_war_brings_half_the_pikes_when_the_wood_was_whole_as_it_was_declared(
    game_on: Running, is_placed: bool
) -> None:
    # Lines 581, 963: 20 pikemen at once, or 10; the order of decisions tells, not that of the clicks after.
    game_on.go_to(4, "movement")
    first = game_on.copy().do(Decide(FANGORN, "disturbed"))
    for running in (first, game_on):
        running.do(Declare(EventId("war-of-saruman"), CommanderId("saruman")))
    assert uruks_due(first, "pikes-of-isengard") == [20]
    if is_placed:
        game_on.do(Arrive("pikes-of-isengard@4"))
    game_on.do(Decide(FANGORN, "disturbed"))
    assert uruks_due(game_on, "pikes-of-isengard") == ([] if is_placed else [10])


@pytest.mark.rules("PLC-FANGORN-11")
def test_it_is_said_that_a_war_declared_before_the_wood_was_despoiled_brings_no_more(
    game_on: Running,
) -> None:
    game_on.do(Declare(EventId("war-of-saruman"), CommanderId("saruman")))
    game_on.confirm("Does Saruman despoil Fangorn for fuel?", "yes")
    # Lines 581, 963: half of the 20 pikemen; the Uruk-hai of the turn, of whom none has come yet, come as 2.
    assert (uruks_due(game_on), uruks_due(game_on, "pikes-of-isengard")) == ([2], [10])
    stays = "What the War of Saruman has brought him this turn stays as it was; all else comes in full."
    assert stays in game_on.said

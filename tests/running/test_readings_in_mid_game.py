"""A house rule settled in the middle of a game: what was due by the former reading stays as it was."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import RuleId
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.settling import SettleHouseRule
from assistant.rules.game import RingOfPower
from assistant.rules.standing import Awaited, awaited
from tests.running.table import Running

ORCS = "orcs-of-the-black-gate"


def waiting(running: Running, arrival: str) -> list[Awaited]:
    return [one for one in awaited(running.game.kit, running.world) if one.due.id == arrival]


def numbers(running: Running, arrival: str) -> list[tuple[int, int]]:
    """The turn and the number of those of an arrival who wait."""
    return [(one.due.turn, sum(each.count for each in one.due.figures)) for one in waiting(running, arrival)]


def place(running: Running, arrival: str) -> Running:
    for one in waiting(running, arrival):
        running.do(Arrive(one.key))
    return running


@pytest.mark.rules("CON-001")
def test_orcs_of_past_turns_do_not_come_because_a_rate_is_read_anew(war: RingOfPower) -> None:
    # By the chart one orc comes to the Black Gate on even turns; on turn 6 the table takes the booklet's two.
    running = Running.begun(war, house={"CON-001": "one-on-even-turns"})
    for turn in range(1, 7):
        place(running.go_to(turn), ORCS)
    running.go_to(6, "movement").do(SettleHouseRule("CON-001", "two-every-turn"))
    assert numbers(running, ORCS) == []
    assert numbers(running.go_to(7), ORCS) == [(7, 2)]


def test_a_reading_settled_at_a_turns_start_counts_on_that_turn_already(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-001": "one-on-even-turns"}).go_to(2)
    running.do(SettleHouseRule("CON-001", "two-every-turn"))
    assert numbers(running, ORCS) == [(2, 2)]


@pytest.mark.rules("SEQ-06")
def test_who_was_put_off_by_a_busy_table_still_comes_after_a_reading_without_that_turn(
    war: RingOfPower,
) -> None:
    running = Running.begun(war).go_to(2)
    assert numbers(running, ORCS) == [(1, 2), (2, 2)]
    running.do(SettleHouseRule("AMB-002", "from-turn-two"))
    assert numbers(running, ORCS) == [(1, 2), (2, 2)]
    assert running.said == ["From now on AMB-002 reads from-turn-two."]


@pytest.mark.rules("AMB-003")
def test_who_came_with_a_war_does_not_come_again_when_another_turn_is_read_for_it(war: RingOfPower) -> None:
    running = Running.begun(war).go_to(2, "movement")
    running.do(Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))
    (host,) = waiting(running, "cavalry-of-khand")
    assert host.due.turn == 2
    running.do(Arrive(host.key)).do(SettleHouseRule("AMB-003", "next-turn-start")).go_to(3)
    assert waiting(running, host.due.id) == []


def test_what_a_new_reading_brings_or_takes_away_is_said(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-018": "given"}).go_to(2)
    running.do(Declare(EventId("aragorn-reaches-helms-deep-or-edoras"))).go_to(3)
    other = next(one for one in war.book.house_rules[RuleId("CON-018")].readings if one != "given")
    running.do(SettleHouseRule("CON-018", other))
    assert "No longer due: Rohan, Ghân-buri-Ghân, 10 Woses." in running.said
    running.do(SettleHouseRule("CON-018", "given"))
    assert "Due now: Rohan, Ghân-buri-Ghân, 10 Woses." in running.said

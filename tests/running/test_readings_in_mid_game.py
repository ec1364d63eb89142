"""A house rule settled in the middle of a game: what was due by the former reading stays as it was."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from assistant.kernel.ids import RuleId
from assistant.rules.almanac import due_until
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.holding import TakePlace
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


def test_what_a_reading_settled_at_a_turns_start_brings_or_takes_away_is_said(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-018": "given"}).go_to(2)
    running.do(Declare(EventId("aragorn-reaches-helms-deep-or-edoras"))).go_to(3)
    other = next(one for one in war.book.house_rules[RuleId("CON-018")].readings if one != "given")
    running.do(SettleHouseRule("CON-018", other))
    assert "No longer due: Rohan, Ghân-buri-Ghân, 10 Woses." in running.said
    running.do(SettleHouseRule("CON-018", "given"))
    assert "Due now: Rohan, Ghân-buri-Ghân, 10 Woses." in running.said


# ---- what comes once -----------------------------------------------------------------------------------

RING_WAR = Declare(EventId("war-of-the-ring"), CommanderId("witch-king"))


def at_war(war: RingOfPower, turn: int = 1, house: Mapping[str, str] | None = None) -> Running:
    """The Witch-king declares the War of the Ring in the movement phase of a turn."""
    return Running.begun(war, house=house).go_to(turn, "movement").do(RING_WAR)


def fiefdoms(running: Running) -> dict[str, int]:
    """How many of Imrahil's column wait, and how many under the tag of Anfalas."""
    names = ("imrahil", "knights-of-anfalas")
    return {name: number for name in names for _, number in numbers(running, name)}


@pytest.mark.parametrize("phase", ["start", "movement"])
def test_imrahils_column_that_has_come_does_not_come_again_at_anfalas(war: RingOfPower, phase: str) -> None:
    # Two turns after the war: Imrahil, 6 and 5 knights and 3 foot, fifteen in all, at Dol Amroth.
    running = at_war(war).go_to(3)
    assert fiefdoms(running) == {"imrahil": 15}
    place(running, "imrahil").go_to(3, phase).do(SettleHouseRule("CON-017", "some-at-anfalas"))
    assert fiefdoms(running) == fiefdoms(running.go_to(4)) == {}


def test_at_a_turns_start_it_is_said_that_a_reading_comes_too_late_for_it(war: RingOfPower) -> None:
    running = place(at_war(war).go_to(3), "imrahil").do(SettleHouseRule("CON-017", "some-at-anfalas"))
    assert running.said == [
        "From now on CON-017 reads some-at-anfalas.",
        "What is due on this turn stays as it was: some of it has come by the former reading.",
    ]


def test_half_a_column_that_has_come_is_not_made_whole_by_the_former_reading(war: RingOfPower) -> None:
    running = at_war(war, house={"CON-017": "some-at-anfalas"}).go_to(3)
    assert fiefdoms(running) == {"imrahil": 7, "knights-of-anfalas": 8}
    place(running, "knights-of-anfalas").do(SettleHouseRule("CON-017", "all-dol-amroth"))
    assert fiefdoms(running) == {"imrahil": 7}


def test_who_was_due_and_not_placed_stays_due_as_it_was(war: RingOfPower) -> None:
    running = at_war(war).go_to(3, "movement").do(SettleHouseRule("CON-017", "some-at-anfalas"))
    assert running.said == ["From now on CON-017 reads some-at-anfalas."]
    assert fiefdoms(running) == fiefdoms(running.go_to(5)) == {"imrahil": 15}


def test_a_reading_settled_in_time_counts_for_who_is_still_to_come(war: RingOfPower) -> None:
    running = at_war(war).go_to(2, "movement").do(SettleHouseRule("CON-017", "some-at-anfalas"))
    assert fiefdoms(running.go_to(3)) == {"imrahil": 7, "knights-of-anfalas": 8}


def test_who_was_left_out_on_their_turn_does_not_come_by_a_later_reading(war: RingOfPower) -> None:
    # Thirty orcs of Dol Guldur come the turn after the War of the North, on turn 2, or not at all.
    north = Declare(EventId("war-of-the-north"), CommanderId("khamul"))
    for first, then, expected in (("left-out", "given", []), ("given", "left-out", [(2, 30)])):
        running = Running.begun(war, house={"CON-018": first}).go_to(1, "movement").do(north)
        running.go_to(2, "movement").do(SettleHouseRule("CON-018", then))
        assert numbers(running.go_to(4), "host-of-dol-guldur") == expected


@pytest.mark.rules("CON-093")
def test_ruffians_who_were_called_once_are_not_called_again_by_another_reading(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-093": "both"}).go_to(1, "movement")
    running.do(Declare(EventId("saruman-calls-the-ruffians")), (4,))
    place(running, "summoned-ruffians").do(SettleHouseRule("CON-093", "one-roll-once"))
    assert waiting(running, "summoned-ruffians-alone") == []
    assert waiting(running.go_to(2), "summoned-ruffians-alone") == []


@pytest.mark.parametrize(
    ("rule", "former", "later", "arrival", "settled", "due"),
    [
        # Forlong is due the turn after the war of turn 4; read as of the same turn, he is late on turn 5.
        ("CON-010", "turn-after", "same-turn", "forlong-and-angbor", (4, "movement"), 5),
        ("CON-010", "same-turn", "turn-after", "forlong-and-angbor", (4, "movement"), 4),
        # The fleet waits a turn longer, if that is settled before its turn is there, and else not.
        ("CON-012", "turn-after", "two-turns-after", "second-fleet-of-umbar", (4, "movement"), 6),
        ("CON-012", "turn-after", "two-turns-after", "second-fleet-of-umbar", (5, "movement"), 5),
        ("CON-012", "two-turns-after", "turn-after", "second-fleet-of-umbar", (5, "movement"), 6),
        # Khand comes at once, or on the next turn.
        ("AMB-003", "at-once", "next-turn-start", "cavalry-of-khand", (4, "movement"), 4),
        ("AMB-003", "next-turn-start", "at-once", "cavalry-of-khand", (4, "movement"), 5),
        # The first host of Harad comes on turn 5, or by the row above on turn 2, which is past.
        ("CON-009", "chart-turns", "turn-above", "first-host-of-harad", (4, "movement"), 5),
        ("CON-009", "turn-above", "chart-turns", "first-host-of-harad", (4, "movement"), 2),
    ],
)
def test_who_comes_once_comes_exactly_once_though_their_turn_is_read_anew(
    war: RingOfPower, rule: str, former: str, later: str, arrival: str, settled: tuple[int, str], due: int
) -> None:
    running = at_war(war, 4, {rule: former})
    running.go_to(*settled).do(SettleHouseRule(rule, later))
    turns = [one.turn for _, one in due_until(war.kit, running.world, 9) if one.id == arrival]
    assert turns == [due]


@pytest.mark.rules("AMB-003")
def test_a_war_declared_after_a_reading_was_settled_goes_by_it_on_the_same_turn(war: RingOfPower) -> None:
    for former, later, due in (("at-once", "next-turn-start", 3), ("next-turn-start", "at-once", 2)):
        running = Running.begun(war, house={"AMB-003": former}).go_to(2, "movement")
        running.do(SettleHouseRule("AMB-003", later)).do(RING_WAR).do(SettleHouseRule("AMB-003", former))
        assert [turn for turn, _ in numbers(running.go_to(4), "cavalry-of-khand")] == [due]


# ---- a base and its parts --------------------------------------------------------------------------------

SHIRE, HOBBITON, SARUMAN = PlaceId("shire"), PlaceId("hobbiton"), CommanderId("saruman")
EVILS = "Evil holds The Shire now"


@pytest.mark.effect("holders")
@pytest.mark.rules("AMB-048")
def test_the_shire_is_proposed_as_evils_once_hobbiton_which_evil_has_is_read_as_all_of_it(
    game_on: Running,
) -> None:
    game_on.do(TakePlace(HOBBITON, "evil", (SARUMAN,)))
    assert (EVILS in game_on.told("holders"), game_on.points("saruman")) == (False, 0)
    game_on.do(SettleHouseRule("AMB-048", "hobbiton-alone"))
    assert EVILS in game_on.told("holders")
    # Line 705: the 20 points for a base come with it.
    game_on.confirm(EVILS)
    assert (game_on.world.war.holder(SHIRE), game_on.points("saruman")) == ("evil", 20)
    assert EVILS not in game_on.told("holders")


@pytest.mark.effect("holders")
@pytest.mark.rules("AMB-048")
def test_the_shire_is_proposed_as_goods_again_once_two_free_settlements_count_and_evil_keeps_hobbiton(
    war: RingOfPower,
) -> None:
    running = Running.begun(war, house={"AMB-048": "hobbiton-alone"})
    running.do(TakePlace(HOBBITON, "evil", (SARUMAN,)))
    running.do(SettleHouseRule("AMB-048", "all-settlements")).confirm("Good holds The Shire now")
    assert (running.world.war.holder(SHIRE), running.world.war.holder(HOBBITON)) == ("good", "evil")


def test_a_shire_that_was_left_to_good_falls_when_hobbiton_is_taken_anew(game_on: Running) -> None:
    game_on.do(TakePlace(HOBBITON, "evil", (SARUMAN,))).do(SettleHouseRule("AMB-048", "hobbiton-alone"))
    game_on.confirm(EVILS, how="skipped").go_to(2)
    assert EVILS not in game_on.told("holders")
    game_on.do(TakePlace(HOBBITON, "good")).do(TakePlace(HOBBITON, "evil", (SARUMAN,)))
    assert game_on.world.war.holder(SHIRE) == "evil"


@pytest.mark.rules("AMB-048")
def test_a_base_that_is_read_to_and_fro_is_paid_for_once(game_on: Running) -> None:
    # Line 705: 20 points for taking it, and it was taken once.
    game_on.do(TakePlace(HOBBITON, "evil", (SARUMAN,)))
    game_on.do(SettleHouseRule("AMB-048", "hobbiton-alone")).confirm(EVILS)
    game_on.do(SettleHouseRule("AMB-048", "all-settlements")).confirm("Good holds The Shire now")
    game_on.do(SettleHouseRule("AMB-048", "hobbiton-alone")).confirm(EVILS)
    assert game_on.points("saruman") == 20

"""Arrivals against tables worked out by hand from the rulebook; the arithmetic stands beside each."""

from __future__ import annotations

import pytest

from assistant.rules.scenario import Scenario
from assistant.rules.schedule import Choice
from tests.rules.arriving import EVEN, ODD, TWENTY, Course, total

RING = {"war-of-the-ring": 1}, {"war-of-the-ring": 5}, {"war-of-the-ring": 12}
NORTH = {"war-of-the-north": 1}, {"war-of-the-north": 5}, {"war-of-the-north": 12}
SARUMAN = {"war-of-saruman": 1}, {"war-of-saruman": 5}, {"war-of-saruman": 12}

# What else happens must not matter: each table holds with its own war alone and with all three together.
ALL_WARS = {"war-of-the-ring": 12, "war-of-the-north": 5, "war-of-saruman": 1}


# ---- Rohan: a rider on even turns, on every turn from the one after the War of Saruman on ----

RIDER = "1 rider-of-rohan"
MUSTER = "1 erkenbrand + 1 gamling + 2 royal-guard-of-rohan + 12 rider-of-rohan"


def test_rohan_gets_a_rider_on_every_even_turn(course: Course) -> None:
    # 20 turns, every second one: 10 riders.
    assert course.of("rohan") == {turn: [RIDER] for turn in EVEN}


@pytest.mark.rules("REI-R23", "WAR-05", "SEQ-06")
@pytest.mark.parametrize(
    ("declared", "riders", "muster"),
    [
        # Turn 1 is odd and starts before the declaration; then 2..20, 19 riders. The muster comes on turn 2.
        (1, (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20), 2),
        # 2 and 4, then 6..20: 2 + 15 = 17 riders.
        (5, (2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20), 6),
        # 2, 4, 6, 8, 10, 12, then 13..20: 6 + 8 = 14 riders.
        (12, (2, 4, 6, 8, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20), 13),
    ],
)
def test_rohan_s_rate_doubles_after_the_war_of_saruman(
    war: Scenario, declared: int, riders: tuple[int, ...], muster: int
) -> None:
    table = {turn: [RIDER] for turn in riders}
    table[muster] = [RIDER, MUSTER]
    assert Course(war, {"war-of-saruman": declared}).of("rohan") == table


def test_rohan_with_all_three_wars(war: Scenario) -> None:
    # War of Saruman on turn 1 as above; the other two bring Rohan nothing. 19 + 12 riders in all.
    table = Course(war, ALL_WARS).of("rohan")
    assert table == {2: [RIDER, MUSTER], **{turn: [RIDER] for turn in range(3, 21)}}
    assert total(table, "rider-of-rohan") == 31


# ---- Gondor: a man a turn at Minas Tirith, two from the turn after the War of the Ring on ----


def test_gondor_gets_a_man_every_turn_at_minas_tirith(course: Course) -> None:
    assert course.of("gondor") == {turn: ["1 gondor-foot"] for turn in range(1, 21)}


@pytest.mark.rules("REI-R22", "WAR-12")
@pytest.mark.parametrize(
    ("events", "men"),
    [
        # One man up to the turn of the declaration, two on each later one.
        (RING[0], 1 + 2 * 19),  # 39
        (RING[1], 5 + 2 * 15),  # 35
        (RING[2], 12 + 2 * 8),  # 28
        (ALL_WARS, 12 + 2 * 8),
    ],
)
def test_gondor_s_rate_doubles_after_the_war_of_the_ring(
    war: Scenario, events: dict[str, int], men: int
) -> None:
    declared = events["war-of-the-ring"]
    table = Course(war, events).of("gondor")
    assert table == {turn: ["1 gondor-foot" if turn <= declared else "2 gondor-foot"] for turn in TWENTY}
    assert total(table, "gondor-foot") == men


@pytest.mark.parametrize("events", [*NORTH, *SARUMAN], ids=str)
def test_the_other_wars_bring_gondor_nothing(war: Scenario, events: dict[str, int]) -> None:
    assert Course(war, events).of("gondor") == Course(war).of("gondor")


# ---- The fiefdoms: Pelargir's men, a knight on even turns, and two columns after the war ----

KNIGHT = "1 knight-of-dol-amroth/knight-of-gondor"
FORLONG = "1 forlong + 1 angbor + 36 gondor-militia + 6 clansman-of-lamedon + 6 axeman-of-lossarnach"
IMRAHIL = "1 imrahil + 6 knight-of-dol-amroth + 5 knight-of-gondor + 3 gondor-foot"


def fiefdoms(declared: int) -> dict[int, list[str]]:
    """Row by row: the men, the knight, then whatever the war brings."""
    table = {}
    for turn in TWENTY:
        table[turn] = ["1 gondor-foot" if turn <= declared else "2 gondor-foot"]
        if turn % 2 == 0:
            table[turn].append(KNIGHT)
    return table


def test_the_fiefdoms_in_peace(course: Course) -> None:
    # 20 men at Pelargir and 10 knights.
    assert course.of("gondor-fiefdoms") == fiefdoms(declared=20)


@pytest.mark.parametrize(
    ("declared", "forlong", "imrahil", "men"),
    [
        # Forlong the turn after, Imrahil two turns after with 3 foot of his own.
        (1, 2, 3, 39 + 3),
        (5, 6, 7, 35 + 3),
        (12, 13, 14, 28 + 3),
    ],
)
def test_the_fiefdoms_at_war(war: Scenario, declared: int, forlong: int, imrahil: int, men: int) -> None:
    table = fiefdoms(declared)
    table[forlong].append(FORLONG)
    table[imrahil].append(IMRAHIL)
    found = Course(war, {"war-of-the-ring": declared}).of("gondor-fiefdoms")
    assert found == table
    assert total(found, "gondor-foot") == men
    assert total(found, "knight-of-dol-amroth/knight-of-gondor") == 10


def test_the_fiefdoms_with_all_three_wars(war: Scenario) -> None:
    table = fiefdoms(declared=12)
    table[13].append(FORLONG)
    table[14].append(IMRAHIL)
    assert Course(war, ALL_WARS).of("gondor-fiefdoms") == table


# ---- Dwarves: a warrior a turn, two after the War of the North; a man of Dale on even turns ----

DWARF_KING = "1 dwarf-king + 16 dwarf-warrior + 8 khazad-guard"


def dwarves(declared: int) -> dict[int, list[str]]:
    table = {}
    for turn in TWENTY:
        table[turn] = ["1 dwarf-warrior" if turn <= declared else "2 dwarf-warrior"]
        if turn % 2 == 0:
            table[turn].append("1 man-of-dale")
    return table


def test_the_dwarves_in_peace(course: Course) -> None:
    # 20 warriors and 10 men of Dale.
    assert course.of("dwarves") == dwarves(declared=20)


@pytest.mark.rules("REI-R21", "WAR-08")
@pytest.mark.parametrize(
    ("events", "declared", "warriors"),
    [
        # The king brings 16 at once, on the turn of the declaration; the rate doubles from the next turn on.
        (NORTH[0], 1, 1 + 2 * 19 + 16),  # 55
        (NORTH[1], 5, 5 + 2 * 15 + 16),  # 51
        (NORTH[2], 12, 12 + 2 * 8 + 16),  # 44
        (ALL_WARS, 5, 5 + 2 * 15 + 16),
    ],
)
def test_the_dwarf_rate_doubles_after_the_war_of_the_north(
    war: Scenario, events: dict[str, int], declared: int, warriors: int
) -> None:
    table = dwarves(declared)
    table[declared].append(DWARF_KING)
    found = Course(war, events).of("dwarves")
    assert found == table
    assert total(found, "dwarf-warrior") == warriors
    assert total(found, "man-of-dale") == 10


# ---- Sulladan: a levy from turn 5 on, three hosts, and two fleets after the War of the Ring ----

LEVY = "1 haradrim-foot"
HOSTS = {
    5: "1 harad-foot-chieftain + 1 mumak + 12 haradrim-foot",
    10: "1 sulladan + 1 harad-chieftain + 1 mumak + 12 haradrim-foot + 4 haradrim-cavalry",
    15: "1 hasharin + 24 haradrim-foot",
}
FLEETS = "1 corsair-captain + 1 corsair-bosun + 24 corsair", "1 dalamyr + 24 corsair"


def sulladan() -> dict[int, list[str]]:
    # Levies on 5..20 are 16, the hosts bring 12 + 12 + 24: 64 foot in all.
    table = {turn: [LEVY] for turn in range(5, 21)}
    for turn, host in HOSTS.items():
        table[turn].append(host)
    return table


def test_sulladan_in_peace(course: Course) -> None:
    found = course.of("sulladan")
    assert found == sulladan()
    assert total(found, "haradrim-foot") == 64


@pytest.mark.parametrize("events", [*RING, ALL_WARS], ids=str)
def test_the_fleets_come_with_the_war_of_the_ring_and_the_turn_after(
    war: Scenario, events: dict[str, int]
) -> None:
    declared = events["war-of-the-ring"]
    table = sulladan()
    for turn, fleet in zip((declared, declared + 1), FLEETS, strict=True):
        table.setdefault(turn, []).append(fleet)
    found = Course(war, events).of("sulladan")
    assert found == table
    assert total(found, "corsair") == 48


# ---- Saruman: 2 Uruk-hai a turn with Fangorn's wood; without it 1 on odd turns, and half of the rest ----

FULL = {
    5: "12 wild-man-of-dunland",
    10: "1 sharku + 5 warg-rider + 2 siege-ballista + 20 uruk-hai",
    12: "8 uruk-hai-berserker + 2 engineer + 1 battering-ram",
}
HALF = {
    5: "6 wild-man-of-dunland",
    # 5 warg riders halved are 2.5, rounded up 3; Sharkû is one, and one half of him is still one.
    10: "1 sharku + 3 warg-rider + 1 siege-ballista + 10 uruk-hai",
    12: "4 uruk-hai-berserker + 1 engineer + 1 battering-ram",
}
PIKES = "20 uruk-hai-pikeman + 3 feral-uruk-hai + 1 uruk-hai-shaman"
HALF_PIKES = "10 uruk-hai-pikeman + 2 feral-uruk-hai + 1 uruk-hai-shaman"


def saruman(disturbed: int) -> dict[int, list[str]]:
    """His table when he despoils Fangorn on a turn (21: not at all)."""
    table: dict[int, list[str]] = {}
    for turn in TWENTY:
        if turn >= disturbed:
            table[turn] = ["2 uruk-hai"]
        elif turn in ODD:
            table[turn] = ["1 uruk-hai"]
        if turn in FULL:
            table.setdefault(turn, []).append(FULL[turn] if turn >= disturbed else HALF[turn])
    return table


@pytest.mark.rules("REI-R20", "PLC-FANGORN-11")
def test_saruman_while_fangorn_is_left_alone(course: Course) -> None:
    # 10 odd turns with 1 Uruk-hai each, and 10 with Sharkû: 20.
    found = course.of("saruman")
    assert found == saruman(disturbed=21)
    assert total(found, "uruk-hai") == 20


def test_saruman_who_despoils_fangorn_from_the_start(war: Scenario) -> None:
    # 20 turns with 2 Uruk-hai each, and 20 with Sharkû: 60.
    found = Course(war, choices={"saruman.fangorn": Choice("disturbed")}).of("saruman")
    assert found == saruman(disturbed=1)
    assert total(found, "uruk-hai") == 60


@pytest.mark.parametrize(
    ("turn", "uruks"),
    [
        (3, 1 + 2 * 18 + 20),  # turn 1 at the low rate, 3..20 in full, and Sharkû's 20: 57
        (4, 2 + 2 * 17 + 20),  # turns 1 and 3, then 4..20: 56
        (11, 5 + 2 * 10 + 10),  # turns 1, 3, 5, 7, 9, then 11..20; Sharkû came on 10 with half: 35
        (12, 6 + 2 * 9 + 10),  # 11 as well; the siege train comes in full on the very turn: 34
    ],
)
def test_saruman_who_despoils_fangorn_later(war: Scenario, turn: int, uruks: int) -> None:
    found = Course(war, choices={"saruman.fangorn": Choice("disturbed", turn)}).of("saruman")
    assert found == saruman(disturbed=turn)
    assert total(found, "uruk-hai") == uruks


@pytest.mark.parametrize("events", [*SARUMAN, ALL_WARS], ids=str)
@pytest.mark.parametrize(("disturbed", "pikes"), [(1, PIKES), (21, HALF_PIKES)])
def test_saruman_s_war_brings_his_pikes_at_once(
    war: Scenario, events: dict[str, int], disturbed: int, pikes: str
) -> None:
    choices = {"saruman.fangorn": Choice("disturbed")} if disturbed == 1 else {}
    table = saruman(disturbed)
    table.setdefault(events["war-of-saruman"], []).append(pikes)
    assert Course(war, events, choices).of("saruman") == table

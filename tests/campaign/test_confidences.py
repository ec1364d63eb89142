"""What was said of points and of the Ring is heard by those alone who may know it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.rules.arrivals import CommanderId
from assistant.rules.confidences import heard, openly, said
from assistant.rules.game import RingOfPower
from assistant.rules.war import Points, War

SARUMAN, KHAMUL = CommanderId("saruman"), CommanderId("khamul")
TAKEN = "Saruman has the Ring in hand with its bearer (ITM-RING-02)."
KEPT = "Evil: the Ring is at Isengard for 3 of 10 turns."
WON = "Victory: Evil wins: 5 of 5 bases. Saruman (Anna M.) is first of all. The game master confirms it."
WON_OPENLY = "Victory: Evil wins: 5 of 5 bases. The game master confirms it."


@pytest.fixture
def points(war: RingOfPower) -> str:
    """What is said when somebody earns points."""
    return said(war.kit, Points(SARUMAN, 20, "base", "Helm's Deep taken", 3))


def test_only_the_minion_who_earns_points_hears_of_them(war: RingOfPower, points: str) -> None:
    assert points == "Saruman: +20 status points, Helm's Deep taken."
    assert [*heard(war.kit, War(), [points], (SARUMAN,))] == [points]
    assert [*heard(war.kit, War(), [points], (KHAMUL,))] == []
    assert [*heard(war.kit, War(), [points], ())] == []


def test_points_that_are_for_all_to_see_are_heard_by_all(war: RingOfPower, points: str) -> None:
    shown = replace(War(), standings_shown=True)
    assert [*heard(war.kit, shown, [points, WON], ())] == [points, WON]


def test_only_the_captor_of_its_bearer_hears_that_he_has_the_ring(war: RingOfPower) -> None:
    shown = replace(War(), standings_shown=True)
    assert [*heard(war.kit, shown, [TAKEN], (SARUMAN,))] == [TAKEN]
    assert [*heard(war.kit, shown, [TAKEN], (KHAMUL,))] == []


def test_no_player_hears_from_a_fight_for_a_place_that_the_ring_is_kept_there(war: RingOfPower) -> None:
    fallen = "Good holds Isengard."
    assert [*heard(war.kit, War(), [fallen, KEPT], (SARUMAN, KHAMUL))] == [fallen]


@pytest.mark.parametrize("first", ["Saruman is", "Saruman (Anna M.) is", "Saruman and Khamûl are level,"])
def test_a_victory_is_heard_without_who_is_first_of_all(first: str, war: RingOfPower) -> None:
    told = WON.replace("Saruman (Anna M.) is", first)
    assert [*heard(war.kit, War(), [told], ())] == [WON_OPENLY]


def test_a_victory_by_the_ring_is_heard_whole(war: RingOfPower) -> None:
    won = "Saruman (Ben) wins: the Ring is at Isengard for 10 of 10 turns."
    assert openly(war.kit, War(), won) == won
    besides = f"{won} Met as well: Evil wins: 5 of 5 bases. Witch-king is first of all. If that is to count,"
    told = f"{won} Met as well: Evil wins: 5 of 5 bases. If that is to count,"
    assert openly(war.kit, War(), besides) == told

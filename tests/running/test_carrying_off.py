"""Captives weigh on those who lead them away, at the rates of carrying (lines 261, 2348; AMB-059)."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.game import RingOfPower
from tests.running.table import Running

HOBBITS = (FigureId("merry"), FigureId("pippin"))
FORDS = PlaceId("fords-of-isen")


def some(running: Running, kind: str, count: int) -> tuple[FigureId, ...]:
    return tuple(one.id for one in running.world.figures.values() if one.profile == kind)[:count]


def taken(running: Running, captors: tuple[FigureId, ...]) -> Running:
    """These captors alone have taken Merry and Pippin at Edoras on turn 1, and it is turn 2."""
    running.do(Part("opening-1", "for the test")).go_to(1, "movement")
    for band in (captors, HOBBITS):
        running.do(Adjust(band, "for the test", place=PlaceId("edoras")))
    contact = running.meet("merry", captors[0], "edoras")
    running.go_to(1, "combat").report(contact, dict.fromkeys(HOBBITS, "captured"), winner="evil")
    # Nobody of Rohan is in the way.
    for force in running.world.war.at(PlaceId("edoras")):
        if force.commander == "rohan":
            running.stand(force.figures[0], "helms-deep")
    return running.go_to(2, "movement")


def go(running: Running, captor: FigureId, *figures: FigureId) -> Running:
    return running.do(March(running.force_with(captor).id, FORDS, figures))


@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-4")
def test_one_orc_carries_off_two_hobbits_at_half_speed(game_on: Running) -> None:
    # Two hobbits are one figure, and one carries one at half speed: an orc goes 8 and 6 inches, so 4 and 3.
    (orc,) = some(game_on, "orc", 1)
    go(taken(game_on, (orc,)), orc)
    assert 'at most 4" in clear and 3" in difficult ground' in game_on.said[0]
    assert game_on.force_with("merry").place == FORDS


@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-4")
def test_two_orcs_carry_off_two_hobbits_at_full_speed(game_on: Running) -> None:
    orcs = some(game_on, "orc", 2)
    go(taken(game_on, orcs), orcs[0])
    assert 'at most 8" in clear and 6" in difficult ground' in game_on.said[0]


def test_by_the_other_reading_captives_slow_nobody(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-059": "no-slowing"}).stand("grima", "isengard")
    (orc,) = some(running, "orc", 1)
    go(taken(running, (orc,)), orc)
    assert 'at most 8" in clear and 6" in difficult ground' in running.said[0]


@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-4")
def test_a_single_goblin_cannot_carry_off_two_hobbits(game_on: Running) -> None:
    # Goblin and hobbit count half each: one goblin carries one hobbit.
    (goblin,) = some(game_on, "goblin", 1)
    taken(game_on, (goblin,))
    with pytest.raises(Illegal, match="cannot carry off Merry and Pippin") as refused:
        go(game_on, goblin)
    assert refused.value.code == "too-few-hands"
    game_on.do(Adjust(HOBBITS[1:], "let go", condition="fit", place=PlaceId("helms-deep")))
    go(game_on, goblin)
    assert game_on.force_with("merry") == game_on.force_with(goblin)


@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-4")
def test_captives_stay_with_the_others_where_too_few_go_to_carry_them(game_on: Running) -> None:
    goblins = some(game_on, "goblin", 3)
    taken(game_on, goblins)
    go(game_on, goblins[0], goblins[0])
    assert game_on.force_with("merry") == game_on.force_with(goblins[1])
    assert "Merry and Pippin stay with the others: too few go to carry captives (ABL-HERO-3)." in game_on.said

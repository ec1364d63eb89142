"""TER-13: a fight is proposed on the ground of its place; who is measured, on what lies under him."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.deeds.battles import proposed
from assistant.rules.war import Spot
from tests.running.table import Running


def fight(running: Running, place: str) -> FightSetup:
    number = running.meet("denethor", "witch-king", place)
    return proposed(running.game.kit, running.world, running.world.war.contacts[number])


def grounds(setup: FightSetup) -> set[str]:
    return {one.terrain for side in SIDES for one in setup.side(side).figures}


@pytest.fixture
def moving(game_on: Running) -> Running:
    return game_on.go_to(1, "movement")


@pytest.mark.rules("TER-13")
@pytest.mark.parametrize(
    ("place", "terrain"),
    [
        # Line 90 and the places' own entries: halls and lairs are caves, Mirkwood woods, the Nindalf a marsh.
        ("moria", "caves"), ("goblin-town", "caves"), ("shelobs-lair", "caves"), ("mirkwood", "woods"),
        ("lothlorien", "woods"), ("old-forest", "woods"), ("dead-marshes", "marsh"), ("emyn-muil", "rocky"),
    ],
)  # fmt: skip
def test_enemies_who_meet_at_a_place_with_its_own_ground_fight_on_it(
    moving: Running, place: str, terrain: str
) -> None:
    setup = fight(moving, place)
    assert setup.site.terrain == terrain
    assert grounds(setup) == {terrain}


def test_where_a_place_has_no_ground_of_its_own_they_fight_on_clear_ground(moving: Running) -> None:
    setup = fight(moving, "edoras")
    assert setup.site.terrain == "clear"
    assert grounds(setup) == {"clear"}


def test_measured_fighters_stand_on_what_lies_under_them(moving: Running) -> None:
    # Said to be at Mirkwood, but measured on the fields of Lebennin, and the Witch-king in South Ithilien.
    moving.stand("denethor", "mirkwood").stand("witch-king", "mirkwood")
    everyone = [*moving.force_with("denethor").figures, *moving.force_with("witch-king").figures]
    spots = {id: Spot("south", mils(44), mils(20)) for id in everyone}
    spots[FigureId("witch-king")] = Spot("south", mils(71), mils(24.5))
    moving.set_war(spots=spots)
    number = moving.meet("denethor", "witch-king", "mirkwood")
    setup = proposed(moving.game.kit, moving.world, moving.world.war.contacts[number])
    assert setup.site.terrain == "clear"
    under = {one.figure: one.terrain for side in SIDES for one in setup.side(side).figures}
    assert under.get(FigureId("witch-king"), "woods") == "woods"
    assert {ground for id, ground in under.items() if id != "witch-king"} == {"clear"}

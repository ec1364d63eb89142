"""FRC-01: forces of several names in one fight are one where they stand within an inch of each other."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.combat.fight import Fight
from assistant.rules.combat.setup import FightSetup
from assistant.rules.deeds.battles import proposed, with_reserves
from assistant.rules.deeds.by_hand import AddFigures
from assistant.rules.deeds.gathering import Unite
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.effects.registry import in_play
from assistant.rules.house import HouseRules
from assistant.rules.war import Spot
from tests.running.table import Running

EASTFOLD = PlaceId("eastfold")


@pytest.fixture
def apart(game_on: Running) -> Running:
    """Gamling and Théoden meet Saruman as two forces."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    game_on.do(AddFigures(ProfileId("gamling"), 1, CommanderId("rohan"), EASTFOLD, "for the test"))
    return game_on.stand("theoden", EASTFOLD).stand("saruman", EASTFOLD)


def met(running: Running) -> FightSetup:
    good = tuple(running.force_with(name).id for name in ("gamling", "theoden"))
    running.do(Meet(good, (running.force_with("saruman").id,), EASTFOLD))
    contact = [*running.world.war.contacts.values()][-1]
    return proposed(running.game.kit, running.world, contact)


def theoden_has_the_standard(running: Running, setup: FightSetup) -> bool:
    book = running.game.kit.book
    scene = Fight(book, setup, HouseRules(book.house_rules, {})).declared()
    theoden = next(one for one in scene.hosts["good"].combatants if one.id == "theoden")
    return any(found.name == "royal-standard" for found in in_play(theoden, scene))


def measure(running: Running, figure: str, x: float) -> None:
    running.do(Measure((Measured(FigureId(figure), Spot("south", mils(x), mils(47.6))),)))


def test_forces_that_nobody_measured_are_as_many_as_they_are_named(apart: Running) -> None:
    assert not theoden_has_the_standard(apart, met(apart))


def test_the_table_may_say_that_they_stand_together(apart: Running) -> None:
    setup = met(apart).together("good")
    contact = [*apart.world.war.contacts.values()][-1]
    whole = with_reserves(apart.game.kit, apart.world, contact, setup)
    assert theoden_has_the_standard(apart, whole)
    # They retreat each by its own name still.
    assert len({one.force for one in whole.good.figures}) == 2


@pytest.mark.parametrize(("x", "is_one"), [(39.2, True), (41.0, False)])
def test_measured_forces_within_an_inch_are_one(apart: Running, x: float, is_one: bool) -> None:
    # In the Eastfold, 3 inches about 38.4,47.6. Two riders' bases of 40 mm: centres 2.2 inches apart leave
    # 0.6 between them, 4 inches 2.4.
    measure(apart, "gamling", 37.0)
    measure(apart, "theoden", x)
    assert theoden_has_the_standard(apart, met(apart)) is is_one


def side_by_side(running: Running, figure: str, x: float) -> None:
    """All of a figure's force in a row, 1.1 inches from centre to centre, beginning at x."""
    figures = running.force_with(figure).figures
    running.do(
        Measure(
            tuple(
                Measured(one, Spot("south", mils(x) + number * 1100, mils(47.6)))
                for number, one in enumerate(figures)
            )
        )
    )


@pytest.mark.rules("FRC-05")
def test_forces_that_are_measured_three_inches_apart_do_not_join_and_are_told_how_far(apart: Running) -> None:
    # 5 inches from centre to centre, less two halves of a 40 mm base: 5 - 1.5748, rounded up.
    gamling, theoden = (apart.force_with(name) for name in ("gamling", "theoden"))
    side_by_side(apart, "gamling", 34)
    side_by_side(apart, "theoden", 39)
    with pytest.raises(Illegal, match=r"Théoden is measured 3\.426\" off: forces join within 1 inch") as told:
        apart.do(Unite((gamling.id, theoden.id)))
    assert "Move them together first" in told.value.do
    assert theoden.id in apart.world.war.forces


@pytest.mark.rules("FRC-01", "FRC-05")
def test_measured_forces_within_an_inch_join_and_are_said_to_stand_so(apart: Running) -> None:
    gamling, theoden = (apart.force_with(name) for name in ("gamling", "theoden"))
    side_by_side(apart, "gamling", 34)
    side_by_side(apart, "theoden", 36)
    apart.do(Unite((gamling.id, theoden.id)))
    assert "its figures stand within 1 inch of one another" in apart.said[-1]
    assert theoden.id not in apart.world.war.forces


@pytest.mark.rules("FRC-01")
def test_forces_that_nobody_measured_are_told_to_keep_together_when_they_join(apart: Running) -> None:
    apart.do(Unite((apart.force_with("gamling").id, apart.force_with("theoden").id)))
    assert "keep them within 1 inch of one another" in apart.said[-1]


@pytest.mark.rules("FRC-01")
def test_a_third_force_may_be_the_link_between_two(apart: Running) -> None:
    apart.do(AddFigures(ProfileId("rohan-foot"), 1, CommanderId("rohan"), EASTFOLD, "for the test"))
    foot = [*apart.world.war.forces.values()][-1]
    gamling, theoden = (apart.force_with(name) for name in ("gamling", "theoden"))
    side_by_side(apart, "gamling", 34)
    side_by_side(apart, "theoden", 37)
    measure(apart, foot.figures[0], 35.5)
    apart.do(Unite((gamling.id, theoden.id, foot.id)))
    assert len(apart.force_with("gamling").figures) == len(
        {*gamling.figures, *theoden.figures, *foot.figures}
    )


@pytest.mark.rules("FRC-05")
def test_measured_forces_join_across_the_bounds_of_a_place(apart: Running) -> None:
    gamling, theoden = (apart.force_with(name).id for name in ("gamling", "theoden"))
    side_by_side(apart, "gamling", 20)
    side_by_side(apart, "theoden", 22.3)
    assert apart.world.war.forces[gamling].place != apart.world.war.forces[theoden].place
    apart.do(Unite((gamling, theoden)))
    assert theoden not in apart.world.war.forces

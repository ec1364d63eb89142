"""Who may set out this turn, how far they get, and who stays: told before anybody chooses where to."""

from __future__ import annotations

import pytest
import shapely

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.outreach import reach_of_force
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.deeds.stillness import Held, why_held
from assistant.rules.effects.keepers import as_kept
from assistant.rules.war import Spot
from tests.running.table import Running


@pytest.fixture
def moving(game_on: Running) -> Running:
    """The movement phase of turn 1."""
    return game_on.go_to(1, "movement")


def held(running: Running, figure: str) -> Held | None:
    return why_held(running.game.kit, running.world, running.force_with(figure))


def is_in_reach(running: Running, figure: str, table: str, x: float, y: float) -> bool:
    kit = as_kept(running.game.kit, running.world)
    shapes = reach_of_force(kit, running.world, running.force_with(figure))
    return table in shapes and bool(shapes[table].covers(shapely.Point(mils(x), mils(y))))


def alone(running: Running, figure: str, table: str, x: float, y: float) -> None:
    """A figure of its own, measured."""
    force = running.force_with(figure)
    if len(force.figures) > 1:
        running.do(Divide(force.id, (FigureId(figure),)))
    running.do(Measure((Measured(FigureId(figure), Spot(table, mils(x), mils(y))),)))


@pytest.mark.rules("MOV-01")
def test_faramir_reaches_ten_inches_of_open_ground_and_over_the_edge_of_the_table(moving: Running) -> None:
    # 129 north is 77 south; 4 inches above the edge, so 6 are left below it.
    alone(moving, "faramir", "north", 129, 4)
    assert is_in_reach(moving, "faramir", "north", 129, 13)
    assert not is_in_reach(moving, "faramir", "north", 129, 15.5)
    assert is_in_reach(moving, "faramir", "south", 77, 67.5)
    assert not is_in_reach(moving, "faramir", "south", 77, 64)


@pytest.mark.rules("PPL-DENETHOR-01")
def test_a_force_with_denethor_stays_in_the_city_and_the_others_may_go(moving: Running) -> None:
    with_one_more = (FigureId("denethor"), FigureId("gondor-foot-1"))
    moving.do(Divide(moving.force_with("denethor").id, with_one_more))
    found = held(moving, "denethor")
    assert found is not None
    assert found.why.startswith("Denethor may not leave Minas Tirith: bound there")
    assert found.some_may
    moving.do(Divide(moving.force_with("denethor").id, (FigureId("denethor"),)))
    lone = held(moving, "denethor")
    assert lone is not None
    assert not lone.some_may


@pytest.mark.rules("MOV-13")
def test_who_has_an_enemy_within_an_inch_is_told_so_and_who_has_none_may_go(moving: Running) -> None:
    alone(moving, "shagrat", "south", 72, 12)
    alone(moving, "faramir", "south", 73.9, 12)
    found = held(moving, "faramir")
    assert found is not None
    assert (found.why, found.some_may) == ("Faramir has an enemy within 1 inch and stays (MOV-13).", False)
    alone(moving, "faramir", "south", 76, 12)
    assert held(moving, "faramir") is None


@pytest.mark.rules("MOV-01")
def test_an_unmeasured_march_too_far_for_a_turn_is_told_by_the_map_and_allowed(moving: Running) -> None:
    moving.do(March(moving.force_with("eomer").id, PlaceId("minas-tirith")))
    told = [line for line in moving.said if line.startswith("Mind: by the map that is")]
    assert told
    assert told[0].endswith("That counts only if your table measures otherwise.")


def test_who_only_lies_there_reaches_nothing(moving: Running) -> None:
    moving.do(Adjust((FigureId("faramir"),), "for the test", condition="wounded"))
    moving.do(Divide(moving.force_with("faramir").id, (FigureId("faramir"),)))
    found = held(moving, "faramir")
    assert found is not None
    assert "cannot walk" in found.why
    with pytest.raises(Illegal, match="cannot walk"):
        moving.do(March(moving.force_with("faramir").id, PlaceId("osgiliath")))

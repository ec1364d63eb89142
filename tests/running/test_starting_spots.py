"""Where everyone stands when a game begins, measured: nobody wakes what sleeps before the first move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import shapely

from assistant.rules.deeds.placing import SetOut
from assistant.rules.measuring import measured
from assistant.table.bases import GRAINS_PER_MIL, Standing
from assistant.table.ground import ground
from tests.running.table import Running

INCH = 1000


@pytest.fixture(scope="module")
def morning(_first_morning: Running) -> Running:
    """Every force set out at its place, before anyone has moved."""
    running = _first_morning.copy()
    for force in running.world.war.forces.values():
        if force.place and running.game.kit.scenario.atlas.sheet_of(force.place):
            running.do(SetOut(force.id))
    return running


def far(running: Running, one: Standing, feature: str) -> float:
    """From the edge of a base to the edge of a feature, in mils."""
    land = ground(running.game.kit.scenario.atlas.sheets[one.table])
    return land.shape(feature).distance(shapely.Point(one.at.x, one.at.y)) - one.base.outer / GRAINS_PER_MIL


def standing(running: Running, table: str) -> Iterator[Standing]:
    found = measured(running.game.kit, running.world)
    return (one for one in found if one.table == table)


def test_no_character_starts_within_six_inches_of_the_old_forest_or_the_barrow_downs(
    morning: Running,
) -> None:
    """PLC-OLDFOREST-01: line 1072 has every character within 6" roll, Radagast too."""
    here = [one for one in standing(morning, "north") if one.is_character]
    assert "radagast" in [one.id for one in here]
    for one in here:
        assert far(morning, one, "old-forest-wood") > 6 * INCH, one.id
        assert far(morning, one, "barrow-hills") > 6 * INCH, one.id


def test_no_evil_figure_starts_within_twelve_inches_of_fangorn(morning: Running) -> None:
    """PLC-FANGORN-08: line 957 has the Huorns come for whoever of evil is so near."""
    here = [one for one in standing(morning, "south") if one.side == "evil"]
    assert {"lurtz", "saruman"} <= {one.id for one in here}
    for one in here:
        if one.id != "grima":  # he sits at Théoden's side in Edoras, and is no force of evil there
            assert far(morning, one, "fangorn-wood") > 12 * INCH, one.id

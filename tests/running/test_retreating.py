"""OUT-07, AMB-033: over measured ground the beaten fall back away from the victors, and not through them."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.deeds.retreating import retreat
from assistant.rules.war import Spot
from tests.running.table import Running

HERE = (mils("40"), mils("48"))
"""In the open plain of Rohan."""


def ringed(running: Running, *angles: int) -> Running:
    """Faramir alone, with an orc so near in each of these directions that bases all but touch."""
    running.go_to(1, "movement")
    force = running.force_with("faramir")
    running.do(Divide(force.id, (FigureId("faramir"),)))
    orcs = running.force_with("witch-king").figures[2 : 2 + len(angles)]
    spots = [Measured(FigureId("faramir"), Spot("south", *HERE))]
    for orc, angle in zip(orcs, angles, strict=True):
        x, y = HERE[0] + round(1000 * sin(radians(angle))), HERE[1] + round(1000 * cos(radians(angle)))
        spots.append(Measured(orc, Spot("south", x, y)))
    return running.do(Measure(tuple(spots)))


@pytest.mark.rules("AMB-033")
def test_who_is_ringed_by_the_victors_stays_where_he_is(game_on: Running) -> None:
    running = ringed(game_on, *range(0, 360, 60))
    assert retreat(running.game.kit, running.world, running.force_with("faramir")) is None


def test_with_the_east_open_he_goes_there(game_on: Running) -> None:
    running = ringed(game_on, 0, 180, 225, 270, 315)
    leg = retreat(running.game.kit, running.world, running.force_with("faramir"))
    assert leg is not None
    (start, end) = leg.points
    assert end.x > start.x
    assert hypot(end.x - start.x, end.y - start.y) == pytest.approx(10_000, abs=2)

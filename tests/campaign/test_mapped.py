"""The map of a running game: measured figures where they stand, everyone else in ranks at their place."""

from __future__ import annotations

import pytest

from assistant.campaign.mapped import scene_of
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.packs.load import load_both
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.rules.war import Spot
from tests.running.table import Running


@pytest.fixture(scope="module")
def begun() -> Running:
    return Running.begun(RingOfPower(*load_both(effects=parameters())))


def test_a_measured_figure_stands_where_it_was_measured_and_the_others_at_their_place(begun: Running) -> None:
    eomer = FigureId("eomer")
    begun.do(Measure((Measured(eomer, Spot("south", mils(40), mils(55), 90)),)))
    kit = begun.game.kit
    scene = scene_of(begun.world, kit.book, kit.scenario.atlas)
    stands = {token.standing.id: token.standing for token in scene.tokens}
    assert (stands[eomer].at.x, stands[eomer].at.y, stands[eomer].facing) == (40_000, 55_000, 90)
    riders = [stands[one] for one in begun.force_with("eomer").figures if one != eomer]
    assert len(riders) == 4
    assert all((one.at.x - 38_400) ** 2 + (one.at.y - 47_600) ** 2 < 3_500**2 for one in riders)

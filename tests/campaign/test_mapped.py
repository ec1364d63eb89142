"""The map of a running game: measured figures where they stand, everyone else in ranks at their place."""

from __future__ import annotations

import pytest

from assistant.campaign.mapped import scene_of, set_down
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.book import PlaceId
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.game import RingOfPower
from assistant.rules.war import Spot
from tests.running.table import Running


@pytest.fixture(scope="module")
def begun(war: RingOfPower) -> Running:
    return Running.begun(war)


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


def test_a_march_sets_out_anew_only_those_near_where_it_began_and_ended(begun: Running) -> None:
    kit, running = begun.game.kit, begun.copy().go_to(1, "movement")
    scene_of(running.world, kit.book, kit.scenario.atlas)
    before = set_down.cache_info().misses
    running.do(March(running.force_with("theodred").id, PlaceId("edoras")))
    scene = scene_of(running.world, kit.book, kit.scenario.atlas)
    # Of some forty places: Edoras and the Eastfold beside it, Isengard and Fangorn near the fords they left.
    assert 2 <= set_down.cache_info().misses - before <= 4
    # What was kept is what would be found afresh.
    set_down.cache_clear()
    assert scene_of(running.world, kit.book, kit.scenario.atlas) == scene

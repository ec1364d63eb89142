"""PLC-LOTHLORIEN-05, PLC-LOTHLORIEN-06: the boats of Lothlórien."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.placing import SetOut
from assistant.rules.measuring import is_measured
from assistant.table.ground import ground
from assistant.table.outlines import centre_line
from tests.running.table import Running

LORIEN = PlaceId("lothlorien")
MAY = "Aragorn may take boats down the river"


@pytest.fixture
def come(game_on: Running) -> Running:
    """Aragorn, Legolas and Gimli are in Lothlórien from turn 1 on."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    return game_on.do(March(game_on.force_with("aragorn").id, LORIEN), "free")


@pytest.mark.rules("PLC-LOTHLORIEN-05", "PLC-LOTHLORIEN-06")
@pytest.mark.effect("river-boats")
def test_after_a_full_turn_in_lorien_characters_come_by_boat_to_amon_hen_in_two_moves(come: Running) -> None:
    # Line 1025: they come on turn 1, remain for turn 2, and go on turn 3, 10 inches a turn.
    assert come.told("river-boats") == []
    assert come.go_to(2, "movement").told("river-boats") == []
    come.go_to(3, "movement").confirm(MAY, "by boat")
    assert come.force_with("aragorn").place == "anduin"
    assert come.force_with("aragorn").moved == 3
    assert come.told("river-boats") == []
    come.go_to(4, "movement").confirm("Aragorn comes down the river", "amon-hen")
    assert come.force_with("aragorn").place == "amon-hen"
    assert come.said[-1] == "Aragorn lands at Amon Hen (PLC-LOTHLORIEN-05)."
    assert come.go_to(5, "movement").told("river-boats") == []


@pytest.mark.rules("PLC-LOTHLORIEN-05")
def test_who_was_measured_is_set_out_again_where_they_land(come: Running) -> None:
    come.do(SetOut(come.force_with("aragorn").id)).go_to(3, "movement").confirm(MAY, "by boat")
    # They draw up the boats on the bank of the Anduin, at the head of the south table.
    assert is_measured(come.world, come.force_with("aragorn"))
    spot = come.world.war.spots[FigureId("aragorn")]
    land = ground(come.game.kit.scenario.atlas.sheets["south"])
    assert spot.table == "south"
    assert land.gap_to(Point(Mil(spot.x), Mil(spot.y)), "anduin") < 2_500
    assert spot.y > 66_000
    come.go_to(4, "movement").confirm("Aragorn comes down the river", "amon-hen")
    assert is_measured(come.world, come.force_with("aragorn"))


@pytest.mark.rules("PLC-LOTHLORIEN-06")
def test_without_galadriel_there_are_no_boats_and_nobody_else_has_them(come: Running) -> None:
    come.go_to(3, "movement")
    # Haldir and the elves of the wood are an army: they have none.
    assert come.told("river-boats") == [MAY]
    come.do(Adjust((FigureId("galadriel"),), "for the test", place=PlaceId("rivendell")))
    assert come.told("river-boats") == []


def test_who_lives_in_lorien_or_is_held_there_is_not_offered_boats(come: Running) -> None:
    # Galadriel and Celeborn never entered it; Aragorn has met an enemy there.
    come.do(Divide(come.force_with("galadriel").id, (FigureId("celeborn"),)))
    come.go_to(3, "movement")
    assert come.told("river-boats") == [MAY]
    come.meet("aragorn", "shagrat", "lothlorien")
    assert come.told("river-boats") == []


def test_the_river_from_lorien_to_rauros_is_two_moves_by_boat(come: Running) -> None:
    # 10 inches a turn from the mouth of the Silverlode, 8.4 above the edge, to the falls, 10.4 below it.
    def length(table: str, river: str, low: int, high: int) -> float:
        feature = come.game.kit.scenario.atlas.sheets[table].feature(river)
        assert feature is not None
        steps = pairwise(centre_line(feature))
        return sum(dist(a, b) for a, b in steps if low <= min(a[1], b[1]) <= max(a[1], b[1]) <= high)

    far = length("north", "great-river-north", 0, 8_400) + length("south", "great-river", 61_600, 72_000)
    assert 10_000 < far <= 20_500

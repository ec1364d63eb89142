"""What lies at a point and what a path leads over, on a small table laid out by hand."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.inches import Mil, Point, mils
from assistant.table.atlas import Feature, Footprint, Sheet
from assistant.table.ground import Ground, ground


def spots(text: str) -> tuple[Point, ...]:
    return tuple(Point(mils(x), mils(y)) for x, y in (spot.split(",") for spot in text.split()))


def at(x: float, y: float) -> Point:
    return Point(mils(x), mils(y))


WOOD = Feature("wood", "woods", spots("10,10 10,20 20,20 20,10"), is_area=True)
ROAD = Feature("road", "road", spots("0,15 15,15 40,15"), is_area=False, widths=(mils(0.6),))
RIVER = Feature("river", "river", spots("30,-2 30,20 30,42"), is_area=False, widths=(mils(1),))
BRIDGE = Feature("bridge", "bridge", spots("30,15"), is_area=False, widths=(mils(3),))
FORD = Feature("ford", "ford", spots("30,30"), is_area=False, widths=(mils(3),))
RANGE = Feature("range", "mountain", spots("0,34 20,34 28,34"), is_area=False, widths=(mils(4),))
PASS = Feature("pass", "path", spots("14,30 14,34 14,38"), is_area=False, widths=(mils(1),))
KEEP = Footprint("keep", at=at(40, 30), radius=mils(3), has_walls=True, gates=spots("37,30"),
                 tower=at(41, 30), tower_radius=mils(0.8))  # fmt: skip


@pytest.fixture(scope="module")
def land() -> Ground:
    return ground(
        Sheet(
            "small", "Small", mils(48), mils(40),
            features=(WOOD, ROAD, RIVER, BRIDGE, FORD, RANGE, PASS), footprints={"keep": KEEP},
        )
    )  # fmt: skip


@pytest.mark.parametrize(
    ("x", "y", "kind"),
    [
        (5, 5, "clear"),
        (15, 12, "woods"),
        (15, 15, "road"),  # a road beats the wood it crosses
        (30, 5, "river"),
        (30, 15, "bridge"),  # and a bridge the river that cuts the road
        (30, 30, "ford"),
        (5, 34, "mountain"),
        (14, 34, "path"),
        (14, 30, "clear"),  # before the mountains a path is nothing
        (43, 30, "wall"),
        (37, 30, "gate"),
        (41, 30, "tower"),
        (38.5, 30, "clear"),
    ],
)
def test_of_all_that_covers_a_point_the_highest_counts(land: Ground, x: float, y: float, kind: str) -> None:
    assert land.kind_at(at(x, y)) == kind


def test_a_path_through_a_wood_is_cut_where_the_wood_begins_and_ends(land: Ground) -> None:
    kinds = [piece.kind for piece in land.pieces([at(2, 12), at(25, 12)])]
    assert kinds == ["clear", "woods", "clear"]


def test_a_path_along_the_road_stays_on_it_through_the_wood_and_over_the_bridge(land: Ground) -> None:
    assert [piece.kind for piece in land.pieces([at(0, 15), at(40, 15)])] == ["road", "bridge", "road"]


def test_a_river_beside_its_bridge_is_still_a_river(land: Ground) -> None:
    kinds = [piece.kind for piece in land.pieces([at(26, 20), at(34, 20)])]
    assert kinds == ["clear", "river", "clear"]
    (river,) = (piece for piece in land.pieces([at(26, 20), at(34, 20)]) if piece.kind == "river")
    assert abs(river.length - 1000) <= 100


def test_walls_are_met_on_every_side_but_at_the_gate(land: Ground) -> None:
    def met(*path: Point) -> set[str]:
        return {piece.kind for piece in land.pieces(path)}

    assert "wall" in met(at(40, 24), at(40, 28))
    assert "wall" not in met(at(35, 30), at(38, 30))
    assert "gate" in met(at(35, 30), at(38, 30))


def test_pieces_say_which_place_they_lie_in(land: Ground) -> None:
    pieces = land.pieces([at(35, 30), at(38.5, 30)])
    assert pieces[0].places == ()
    assert pieces[-1].places == ("keep",)


def test_a_step_on_the_spot_has_no_pieces(land: Ground) -> None:
    assert land.pieces([at(3, 3), at(3, 3)]) == ()


whole = st.integers(min_value=0, max_value=40_000)


@given(st.lists(st.tuples(whole, whole), min_size=2, max_size=6))
def test_the_pieces_of_a_path_add_up_to_its_length(path: list[tuple[int, int]]) -> None:
    line = [Point(Mil(x), Mil(y)) for x, y in path]
    land = ground(SHEET)
    total = sum(((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5 for a, b in pairwise(line))
    assert sum(piece.length for piece in land.pieces(line)) == round(total)


SHEET = Sheet("small", "Small", mils(48), mils(40), features=(WOOD, ROAD, RIVER, BRIDGE, RANGE, PASS))


@given(whole, whole)
def test_many_points_at_once_get_the_answer_that_one_gets(x: int, y: int) -> None:
    land = ground(SHEET)
    (top,) = land.highest(np.array([float(x)]), np.array([float(y)]))
    kind = land.covers[top].kind if top >= 0 else "clear"
    assert kind == land.kind_at(Point(Mil(x), Mil(y)))

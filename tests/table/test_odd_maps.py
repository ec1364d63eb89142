"""Maps drawn by hand are odd at times: nothing in them does worse than look odd."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.kernel.inches import Mil, Point, mils
from assistant.maps.built import Place
from assistant.maps.draw import draw_map
from assistant.table.atlas import AreaKind, Atlas, Feature, Footprint, LineKind, Sheet
from assistant.table.ground import Ground
from assistant.table.net import Net
from assistant.table.room import ranks, standing_room

number = st.integers(min_value=-20, max_value=70).map(lambda inches: Mil(inches * 1000))
spot = st.builds(Point, number, number)
outline = st.lists(spot, min_size=3, max_size=7).map(tuple)
course = st.lists(spot, min_size=2, max_size=6).map(tuple)
areas = st.builds(
    lambda kind, points, name: (kind, points, True, (), name),
    st.sampled_from(get_args(AreaKind)), outline, st.sampled_from(["", "A long name in the land"]),
)  # fmt: skip
lines = st.builds(
    lambda kind, points, wide, name: (kind, points, False, tuple(map(mils, wide)), name),
    st.sampled_from((*get_args(LineKind), "falls", "gate")), course,
    st.lists(st.sampled_from([0.1, 1, 5]), min_size=1, max_size=3), st.sampled_from(["", "Brook"]),
)  # fmt: skip
crossings = st.builds(
    lambda kind, point: (kind, (point,), False, (mils(2),), ""),
    st.sampled_from(["ford", "bridge", "shallows", "passage"]), spot,
)  # fmt: skip


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    rows = draw(st.lists(st.one_of(areas, lines, crossings), max_size=6))
    features = tuple(
        Feature(f"f{index}", kind, points, is_area, widths, name)
        for index, (kind, points, is_area, widths, name) in enumerate(rows)
    )
    at, radius = draw(spot), draw(st.sampled_from([0.2, 2, 9]))
    keep = Footprint(
        "keep", at, mils(radius), has_walls=draw(st.booleans()),
        gates=tuple(draw(st.lists(spot, max_size=2))), tower=draw(st.none() | spot), tower_radius=mils(1),
    )  # fmt: skip
    realm = Footprint("realm", points=draw(outline))
    return Sheet(
        "odd", "Odd", mils(48), mils(36), features=features, footprints={"keep": keep, "realm": realm}
    )


KNOWN = {
    "keep": Place("keep", "The <Keep>", "fortress", is_base=True),
    "realm": Place("realm", "Realm", "region", has_border=True),
}


@settings(max_examples=40)
@given(sheets(), st.lists(spot, min_size=2, max_size=4))
def test_any_map_can_be_asked_walked_over_and_drawn(sheet: Sheet, path: list[Point]) -> None:
    land = Ground(sheet)
    for point in path:
        land.kind_at(point)
        land.places_at(point)
    total = sum(((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5 for a, b in pairwise(path))
    assert sum(piece.length for piece in land.pieces(path)) == round(total)
    assert Net(Atlas({"odd": sheet})).size > 0
    spots = ranks(standing_room(land, "keep"), [mils(1)] * 5)
    assert all(one is None or land.is_on(one) for one in spots)
    ElementTree.fromstring(draw_map(sheet, KNOWN))


@pytest.mark.parametrize("points", ["5,5 5,5 5,5", "5,5 10,10 5,5", "0,0 0,0 1,1 1,1 0,0"])
def test_an_outline_that_encloses_nothing_is_nothing(points: str) -> None:
    line = tuple(Point(mils(x), mils(y)) for x, y in (one.split(",") for one in points.split()))
    sheet = Sheet("odd", "Odd", mils(20), mils(20), features=(Feature("f", "woods", line, is_area=True),))
    ElementTree.fromstring(draw_map(sheet, {}))
    assert Ground(sheet).kind_at(Point(mils(15), mils(3))) == "clear"

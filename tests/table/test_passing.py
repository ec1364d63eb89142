"""Small measures: how near a way comes to a spot, how far bases are apart, where one leaves a table."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.inches import Mil, Point, mils
from assistant.table.atlas import Atlas, Link, Sheet
from assistant.table.bases import Base, Standing, at
from assistant.table.bodies import least_gap
from assistant.table.links import crossing
from assistant.table.passing import first_within

spots = st.builds(Point, st.integers(0, 9_000).map(Mil), st.integers(0, 9_000).map(Mil))


def test_a_way_comes_within_two_inches_where_the_circle_begins() -> None:
    way = (at(0, 0), at(10, 0))
    assert first_within(way, at(6, 0), 2000) == 4000
    # 3-4-5: aside by 3, a reach of 5 begins 4 before.
    assert first_within(way, at(6, 3), 5000) == 2000
    assert first_within(way, at(6, 2), 2000) is None
    assert first_within((at(0, 0), at(3, 0), at(3, 5)), at(3, 6), 2000) == 7000


@given(way=st.lists(spots, min_size=2, max_size=4), spot=spots, reach=st.integers(100, 4_000))
def test_up_to_there_nobody_is_as_near_and_a_step_on_he_is(way: list[Point], spot: Point, reach: int) -> None:
    found = first_within(way, spot, reach)
    walked, gone = [], 0.0
    for a, b in pairwise(way):
        length = hypot(b.x - a.x, b.y - a.y)
        for n in range(200):
            share = n / 199
            x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
            walked.append((gone + length * share, hypot(x - spot.x, y - spot.y)))
        gone += length
    near = [far for far, off in walked if off < reach - 1]
    if found is None:
        assert not near
    else:
        assert all(off >= reach - 2 for far, off in walked if far < found)
        assert not near or found <= near[0] + 1


FOOT = Base.of(25)


def one(name: str, x: float, y: float, base: Base = FOOT, table: str = "t") -> Standing:
    return Standing(name, "good", table, at(x, y), base)


def test_the_gap_of_two_groups_is_from_edge_to_edge_of_the_nearest() -> None:
    # Two bases of 25 mm: 3 inches from centre to centre less 25/25.4.
    here, there = [one("a", 0, 0), one("b", 0, 9)], [one("c", 3, 0), one("d", 20, 20)]
    assert least_gap(here, there) == 2016
    assert least_gap(here, there, "centre") == 3000
    assert least_gap(here, [one("c", 0, 0.2)]) == 0
    assert least_gap(here, [one("c", 3, 0, table="u")]) is None
    # A chariot of 60 by 120 mm, facing north: its side is 30 mm from its centre.
    assert least_gap([one("a", 0, 0, Base.of(0))], [one("c", 3, 0, Base.of(60, 120))]) == 1819


def test_nobody_is_at_no_distance_from_anybody() -> None:
    """A force of captives has nobody of its own on a table."""
    assert least_gap([], []) is None


def joined() -> Atlas:
    sheets = {name: Sheet(name, name, mils(20), mils(10)) for name in ("north", "south", "cave")}
    edge = Link("north", "south", at(8, 0), at(20, 0), at(0, 10), at(12, 10))
    door = Link("north", "cave", at(4, 5), at(4, 5), at(1, 1), at(1, 1))
    return Atlas(sheets, (edge, door))


def test_the_way_over_an_edge_is_straight_and_through_a_door_by_the_door() -> None:
    # 10 in the north is 2 in the south; from 4 above the edge to 4 below and 6 east: half way over.
    assert crossing(joined(), "north", "south", at(10, 4), at(8, 6)) == (at(13, 0), at(5, 10))
    assert crossing(joined(), "south", "north", at(8, 6), at(10, 4)) == (at(5, 10), at(13, 0))
    # Beyond its end the edge is a wall.
    assert crossing(joined(), "north", "south", at(2, 4), at(0, 6)) == (at(8, 0), at(0, 10))
    assert crossing(joined(), "north", "cave", at(10, 4), at(8, 6)) == (at(4, 5), at(1, 1))
    assert crossing(joined(), "south", "cave", at(10, 4), at(8, 6)) is None
    assert crossing(joined(), "north", "north", at(10, 4), at(8, 6)) is None

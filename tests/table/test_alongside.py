"""How far those have to go who follow another's way: straight, or round walls, water and crags."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.inches import Point, mils
from assistant.table.alongside import Sight, Track
from assistant.table.atlas import Feature, GroundKind, Sheet
from assistant.table.ground import ground
from tests.table.test_ground import BRIDGE, KEEP, RIVER, at

SHUT = frozenset[GroundKind]({"wall", "river", "mountain"})
WALL = Feature("dike", "wall", (at(10, 2), at(10, 20)), is_area=False, widths=(mils("0.3"),))
LAND = ground(
    Sheet("small", "Small", mils(48), mils(40), features=(WALL, RIVER, BRIDGE), footprints={"keep": KEEP})
)


def track(*way: Point, places: frozenset[str] = frozenset()) -> Track:
    return Track(Sight(LAND, SHUT, places), way)


def gone(one: Track, start: Point, end: Point) -> float:
    (found,) = one.far([start], [end])
    return found / 1000


def test_in_the_open_one_goes_straight_whatever_corners_the_leader_cut_or_did_not() -> None:
    round_about = track(at(2, 2), at(2, 8), at(6, 8))
    assert gone(round_about, at(1, 2), at(5, 5)) == pytest.approx(5)


def test_round_the_end_of_a_wall_it_is_as_far_as_a_string_pulled_taut_about_it() -> None:
    # The wall is 0.3" thick and ends at 20": 0.85 aside and 4 along to its corner, 0.3 across, and back.
    taut = 2 * hypot(0.85, 4) + 0.3
    leader = track(at(9, 15), at(9, 21), at(11, 21), at(11, 15))
    assert gone(leader, at(9, 16), at(11, 16)) == pytest.approx(taut, abs=0.2)
    # Who is beyond the corner already does not go back to it.
    assert gone(leader, at(9, 21), at(11, 21)) == pytest.approx(2)


def test_a_way_of_one_point_far_from_every_corner_is_gone_to_and_left_again() -> None:
    # The wall is between them, and where the leader stands no corner is near.
    leader = track(at(2, 10))
    assert gone(leader, at(5, 10), at(15, 10)) == pytest.approx(3 + 13)


def test_where_nobody_follows_nobody_goes_far() -> None:
    assert track(at(2, 10), at(4, 10)).far([], []) == []


def test_out_of_a_keep_everyone_goes_by_the_gate() -> None:
    # Its gate is at 37,30, with 0.7" on either side; from the middle to a spot north of the wall.
    leader = track(at(38, 30), at(36, 30), at(36, 33))
    assert gone(leader, at(38, 30), at(36, 30)) == pytest.approx(2)
    by_the_gate = gone(leader, at(40, 30), at(39, 34))
    corner = at(36.9, 30.7)
    taut = hypot(40 - 36.9, 0.7) + hypot(39 - 36.9, 34 - 30.7)
    assert by_the_gate > hypot(1, 4) + 2
    assert by_the_gate == pytest.approx(taut, abs=0.6)
    assert gone(leader, corner, at(36, 33)) == pytest.approx(hypot(0.9, 2.3), abs=0.2)


def test_a_place_that_is_closed_to_them_is_gone_round_unless_one_is_in_it() -> None:
    leader = track(at(34, 26), at(44, 26))
    shut = track(at(34, 26), at(44, 26), places=frozenset({"keep"}))
    assert gone(leader, at(34, 30), at(36, 30)) == pytest.approx(2)
    assert gone(shut, at(34, 30), at(36, 30)) == pytest.approx(2)
    inside, outside = at(38, 30), at(36, 30)
    assert gone(shut, inside, outside) == pytest.approx(2)


spots = st.builds(at, *[st.integers(0, 24000).map(lambda thousandths: thousandths / 1000)] * 2)


@given(spots, spots)
def test_no_way_is_shorter_than_the_straight_one_nor_longer_than_to_the_leader_and_back(
    start: Point, end: Point
) -> None:
    leader = track(at(9, 15), at(9, 21), at(11, 21), at(11, 15))
    straight = hypot(end.x - start.x, end.y - start.y) / 1000
    (far,) = leader.far([start], [end])
    assert far / 1000 >= straight - 0.001
    (back,) = leader.far([end], [start])
    assert far == pytest.approx(back)

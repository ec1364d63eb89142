"""How far a force can go and by which way, on a small table laid out by hand."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import permutations

import pytest
import shapely

from assistant.kernel.inches import Point, mils
from assistant.packs.load import load_scenario
from assistant.rules.effects.registry import parameters
from assistant.table.atlas import Atlas, Link, Sheet
from assistant.table.going import Going
from assistant.table.ground import ground
from assistant.table.net import net
from assistant.table.reach import reaches
from assistant.table.ways import Way, find_way, goal_of, spot_near, spots_at
from tests.table.test_ground import BRIDGE, FORD, KEEP, PASS, RANGE, RIVER, ROAD, WOOD, at

FOOT = Going(
    mils(10), mils(7), mils(2),
    hard=frozenset({"woods", "path"}), closed=frozenset({"mountain", "river", "wall", "tower"}),
    slow=frozenset({"ford"}),
)  # fmt: skip


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    small = Sheet(
        "small", "Small", mils(48), mils(40),
        features=(WOOD, ROAD, RIVER, BRIDGE, FORD, RANGE, PASS), footprints={"keep": KEEP},
    )  # fmt: skip
    beside = Sheet("beside", "Beside", mils(24), mils(40))
    link = Link("small", "beside", at(48, 0), at(48, 40), at(0, 0), at(0, 40))
    return Atlas({"small": small, "beside": beside}, (link,))


def way(atlas: Atlas, start: Point, end: Point, how: Going = FOOT, table: str = "small") -> Way:
    found = find_way(atlas, how, [spot_near(atlas, "small", start)], [spot_near(atlas, table, end)])
    assert found is not None
    return found


def test_ten_inches_over_open_ground_are_one_turn_and_eleven_are_two(atlas: Atlas) -> None:
    assert way(atlas, at(1.5, 3), at(11.25, 3)).turns == 1
    assert way(atlas, at(1.5, 3), at(12, 3)).turns == 2


def test_by_road_all_the_way_it_is_two_inches_more(atlas: Atlas) -> None:
    along = way(atlas, at(0, 15), at(11.4, 15))
    assert along.turns == 1
    assert along.over == ("road",)


def test_an_inch_of_wood_makes_the_whole_move_difficult(atlas: Atlas) -> None:
    # 7.5" with the wood's edge half way: too far at 7", near enough if each inch counts for itself.
    assert way(atlas, at(6, 12), at(13.5, 12)).turns == 2
    assert way(atlas, at(6, 12), at(13.5, 12), replace(FOOT, capped=False)).turns == 1


def test_a_river_is_crossed_by_bridge_at_once_and_by_ford_in_a_turn_of_its_own(atlas: Atlas) -> None:
    assert way(atlas, at(28.5, 15), at(31.5, 15)).turns == 1
    ford = way(atlas, at(27, 30), at(33, 30), replace(FOOT, closed=FOOT.closed | {"bridge"}))
    assert ford.turns == 3
    assert "ford" in ford.over


def test_mountains_are_crossed_by_the_pass(atlas: Atlas) -> None:
    over = way(atlas, at(14.25, 30), at(14.25, 38.25))
    assert over.turns == 2
    assert "pass" in over.over


def test_into_walls_the_way_leads_through_the_gate(atlas: Atlas) -> None:
    inside = way(atlas, at(45, 30), at(39, 30))
    assert any(34 <= point.x / 1000 <= 37.8 and abs(point.y - 30_000) < 1200 for _, point in inside.line)


def test_a_place_that_is_closed_to_a_force_is_not_entered(atlas: Atlas) -> None:
    shut = replace(FOOT, closed_places=frozenset({"keep"}))
    before = spot_near(atlas, "small", at(34, 30))
    assert find_way(atlas, shut, [before], spots_at(atlas, "keep", touching=False)) is None


def test_friends_have_come_once_they_are_within_the_walls_and_foes_an_inch_before_them(atlas: Atlas) -> None:
    web, walls = net(atlas), ground(atlas.sheets["small"]).footprint("keep")

    def farthest(how: Going) -> float:
        return max(
            walls.distance(shapely.Point(web.xs[spot], web.ys[spot])) for spot in goal_of(atlas, how, "keep")
        )

    assert farthest(FOOT) == 0
    # The wall is 0.3" thick: an inch from its face is 1.15" from the middle of it.
    assert 900 < farthest(replace(FOOT, closed_places=frozenset({"keep"}))) <= 1150


def test_whoever_may_not_enter_difficult_ground_keeps_to_the_road_in_the_wood(atlas: Atlas) -> None:
    chariot = replace(FOOT, difficult=None)
    start, deep = spot_near(atlas, "small", at(6, 12)), spot_near(atlas, "small", at(15, 12))
    assert find_way(atlas, FOOT, [start], [deep]) is not None
    assert find_way(atlas, chariot, [start], [deep]) is None
    assert way(atlas, at(6, 15), at(18, 15), chariot).over == ("road",)


def test_a_way_leads_over_the_edge_onto_the_next_table(atlas: Atlas) -> None:
    across = way(atlas, at(45, 5), at(3, 5), table="beside")
    assert across.turns == 1
    assert {table for table, _ in across.line} == {"small", "beside"}


def test_each_turn_ends_somewhere_and_the_last_one_there(atlas: Atlas) -> None:
    long = way(atlas, at(1.5, 3), at(27, 3))
    assert len(long.stops) == long.turns == 3
    assert long.stops[-1] == long.line[-1]


def test_what_can_be_reached_is_as_far_as_the_allowance_and_not_beyond(atlas: Atlas) -> None:
    shape = reaches(atlas, replace(FOOT, road_bonus=mils(0)), [("small", at(12, 3))])["small"]
    assert shape.contains(shapely.Point(20.5 * 1000, 3000))
    assert not shape.contains(shapely.Point(22.8 * 1000, 3000))
    # Into the wood the move is 7", and its edge lies 7" away.
    assert not shape.contains(shapely.Point(15_000, 12_000))


def test_what_can_be_reached_ends_at_the_river(atlas: Atlas) -> None:
    shape = reaches(atlas, replace(FOOT, road_bonus=mils(0)), [("small", at(27, 4))])["small"]
    assert not shape.contains(shapely.Point(32_000, 4_000))
    assert not shape.contains(shapely.Point(30_000, 4_000))


def test_any_two_places_of_the_war_are_answered_within_three_tenths_of_a_second() -> None:
    atlas = load_scenario(effects=parameters()).atlas
    net(atlas)
    far = ["grey-havens", "iron-hills", "khandish-encampment", "dol-amroth", "carn-dum", "easterling-city"]
    how = replace(
        FOOT,
        hard=FOOT.hard | {"hills", "marsh", "rough", "rocky", "sand", "caves"},
        closed=FOOT.closed | {"sea", "lake", "falls"},
        slow=frozenset({"ford", "shallows", "stream"}),
    )
    longest = 0.0
    for start, end in permutations(far, 2):
        begun = time.process_time()
        found = find_way(
            atlas, how, spots_at(atlas, start, touching=False), spots_at(atlas, end, touching=True)
        )
        longest = max(longest, time.process_time() - begun)
        assert found is not None, (start, end)
    assert longest < 0.3

"""How far a force can go, and by which way it gets anywhere: turn by turn over the net of the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import Atlas
from assistant.table.flood import Flood, Spread
from assistant.table.going import Going
from assistant.table.ground import WALL_WIDTH, ground
from assistant.table.net import MESH, Ints, Net, bits, net

BUILT = np.uint32(bits({"tower", "wall"}))
GATES = np.uint32(bits({"gate"}))
ASSAULT = 1000 + WALL_WIDTH // 2
"""CMB-01: so near the middle of a wall one fights those behind it: an inch from its face."""
LONGEST = 60
"""Turns after which a way is not looked for any more."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way found: how many turns it takes, where each of them ends, and the line it follows."""

    turns: int
    stops: tuple[tuple[str, Point], ...]
    line: tuple[tuple[str, Point], ...]
    over: tuple[str, ...]
    """The features it follows or crosses, in order."""


@lru_cache(maxsize=1024)
def turns_to(atlas: Atlas, going: Going, sources: tuple[int, ...], most: int) -> Mapping[str, int]:
    """Every place of the tables that can be touched within so many turns, and on which of them."""
    flood = Flood(atlas, going, sources)
    for _ in range(most):
        flood.rise()
    found = {}
    for place in (place for sheet in atlas.sheets.values() for place in sheet.footprints):
        reached = flood.when[_goal_spots(atlas, place, place in going.closed_places)]
        if len(reached := reached[reached >= 0]):
            found[place] = int(reached.min())
    return found


def find_way(atlas: Atlas, going: Going, sources: Sequence[int], targets: Sequence[int]) -> Way | None:
    """The way of fewest turns from any source to any target; none if it cannot be gone at all."""
    return _find_way(atlas, going, tuple(sources), tuple(targets))


@lru_cache(maxsize=256)
def _find_way(atlas: Atlas, going: Going, sources: tuple[int, ...], targets: tuple[int, ...]) -> Way | None:
    flood = Flood(atlas, going, sources)
    goal = np.zeros(flood.web.size, dtype=bool)
    goal[list(targets)] = True
    when, manner, taken = flood.when, flood.manner, flood.taken
    while not goal[when >= 0].any():
        if len(taken) >= LONGEST or not flood.rise():
            return None
    hits = np.flatnonzero(goal & (when >= 0))
    last = hits[np.argmin(when[hits])]
    if len(taken):
        here = [(taken[-1][manner[hit]].far_to(hit), hit) for hit in hits if when[hit] == len(taken)]
        last = min(here)[1] if here else last
    return _told(atlas, flood.web, taken, when, manner, int(last))


def _told(atlas: Atlas, web: Net, taken: list[list[Spread]], when: Ints, manner: Ints, last: int) -> Way:
    """The way backwards from its end, each turn by the manner in which it was gone."""
    spots, stops = [last], [last]
    while when[spots[-1]] > 0:
        turn, how = int(when[spots[-1]]), int(manner[spots[-1]])
        gone = taken[turn - 1][how]
        while (back := gone.back(spots[-1])) is not None:
            spots.append(back)
        stops.append(spots[-1])
    spots.reverse()
    line = tuple((web.sheet_of(spot), _point(web, spot)) for spot in spots)
    return Way(
        turns=int(when[last]),
        stops=tuple((web.sheet_of(spot), _point(web, spot)) for spot in reversed(stops[:-1])),
        line=line,
        over=_features(atlas, line),
    )


def _point(web: Net, spot: int) -> Point:
    return Point(Mil(round(float(web.xs[spot]))), Mil(round(float(web.ys[spot]))))


def _features(atlas: Atlas, line: Sequence[tuple[str, Point]]) -> tuple[str, ...]:
    """Every feature underfoot, once, in the order it is met."""
    found: dict[str, None] = {}
    for table, point in line:
        land = ground(atlas.sheets[table])
        if id := land.feature_at(point):
            found[id] = None
    return tuple(found)


def goal_of(atlas: Atlas, going: Going, place: str) -> tuple[int, ...]:
    """TER-01, CMB-01: where one has come to a place: touching it, within its walls, or beside shut ones."""
    return tuple(map(int, _goal_spots(atlas, place, place in going.closed_places)))


@lru_cache(maxsize=1024)
def _goal_spots(atlas: Atlas, place: str, is_shut: bool) -> Ints:
    sheet = atlas.sheet_of(place)
    if sheet is not None and sheet.footprints[place].has_walls:
        web = net(atlas)
        if is_shut:
            return web.within(place, ASSAULT)
        inside = web.within(place, 0)
        firm: Ints = inside[(web.stands[inside] & (BUILT | GATES)) == 0]
        if len(firm):
            return firm
    return np.array(spots_at(atlas, place, touching=True), dtype=np.int64)


def spots_at(atlas: Atlas, place: str, *, touching: bool) -> tuple[int, ...]:
    """The spots of a place: all that touch it, or the one in its middle if it has one."""
    web = net(atlas)
    sheet = atlas.sheet_of(place)
    if sheet is None:
        return ()
    one = sheet.footprints[place]
    found = web.within(place, MESH if touching else 0)
    if one.at and not touching:
        inside = found[(web.stands[found] & BUILT) == 0]
        far = (web.xs[inside] - one.at.x) ** 2 + (web.ys[inside] - one.at.y) ** 2
        return (int(inside[np.argmin(far)]),) if len(inside) else ()
    return tuple(map(int, found)) or (web.nearest(sheet.id, _middle(atlas, place)),)


def spot_near(atlas: Atlas, table: str, point: Point) -> int:
    """The spot of the net nearest to a point."""
    return net(atlas).nearest(table, point)


def _middle(atlas: Atlas, place: str) -> Point:
    sheet = atlas.sheet_of(place)
    assert sheet is not None
    middle = ground(sheet).footprint(place).representative_point()
    return Point(Mil(round(middle.x)), Mil(round(middle.y)))

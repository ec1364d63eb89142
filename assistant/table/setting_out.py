"""Forces set out in tidy ranks: near one another, on ground they can stand on, and clear of everyone else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot, pi
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import GroundKind
from assistant.table.bases import GRAINS_PER_MIL, Base
from assistant.table.ground import Ground
from assistant.table.packing import packed
from assistant.table.room import NOWHERE, rows, standing_room

LINKED = 1000
"""FRC-01: figures of one force stand no further apart than this."""
APART = 1050
"""A little more than an inch, so that nobody joins or meets by chance."""
HAIR = 20
MARGINS = (APART, HAIR)
STEPS = 5
SLACK = 5
"""What rounding may put of a base onto the wall it touches."""
LEDGES: frozenset[GroundKind] = frozenset({"path", "bridge", "passage"})
LEDGE = 440
"""As far from the edge of a ledge its middle is, however narrow: nearly the half of a base."""
POCKETS = 12
"""How often they begin anew where a corner between others is too small for all of them."""
LATTICE = 200
BESIDE = (4000, 6000, 9000)
"""How far from a place those stand who find no room in it: near enough to fight there, or a little more."""


@dataclass(frozen=True, slots=True)
class Other:
    """Someone who stands there already."""

    at: Point
    base: Base
    is_foe: bool = False


def radius(base: Base) -> float:
    """Of the circle around a base, in thousandths of an inch."""
    return base.outer / GRAINS_PER_MIL


def _covered(base: Base) -> float:
    """How much ground is under a base."""
    return pi * radius(base) ** 2 if base.is_round else base.width * base.length / GRAINS_PER_MIL**2


def footing(at: Point, base: Base, margin: float) -> BaseGeometry:
    """The ground under a base that faces north, and so much about it."""
    middle = shapely.Point(at.x, at.y)
    if base.is_round:
        return middle.buffer(radius(base) + margin)
    wide, long = base.width / GRAINS_PER_MIL / 2, base.length / GRAINS_PER_MIL / 2
    return shapely.box(at.x - wide, at.y - long, at.x + wide, at.y + long).buffer(margin)


def in_place(
    ground: Ground,
    place: str,
    bases: Sequence[Base],
    others: Sequence[Other],
    *,
    toward: Point | None = None,
    to_fight: bool = False,
    is_shut: bool = False,
) -> list[Point] | None:
    """A spot for each figure inside a place, the rest close beside it; nothing if not all find room.

    They stand in its middle, or near a point; beside foes there if they come to fight, and before shut gates.
    """
    # A table holds hundreds, a place few of them.
    near = tuple(_near(others, [ground.footprint(place)], BESIDE[-1]))
    if to_fight:
        near = tuple(replace(one, is_foe=False) for one in near)
    found = _in_place(ground, place, tuple(bases), near, toward, to_fight, is_shut)
    return None if found is None else list(found)


# A deed is planned, done and replayed: each time the same figures are to stand at the same place.
@lru_cache(maxsize=64)
def _in_place(
    ground: Ground,
    place: str,
    bases: tuple[Base, ...],
    others: tuple[Other, ...],
    toward: Point | None,
    to_fight: bool,
    is_shut: bool,
) -> list[Point] | None:
    room = standing_room(ground, place)
    if room.is_empty:
        return None
    middle = room.centroid if room.contains(room.centroid) else room.representative_point()
    at = toward or Point(Mil(round(middle.x)), Mil(round(middle.y)))
    inside = shapely.Polygon() if is_shut else room
    is_walled = ground.sheet.footprints[place].has_walls and not (is_shut or to_fight)
    for number, one in enumerate(_tries(ground, place, inside, to_fight=to_fight, comes=toward is not None)):
        for margin in _worth(one.margins, others, one.areas):
            if found := _clear_of(others, margin, one.areas, at, bases):
                return found
        if is_walled and number == 0 and (found := _within_walls(ground, place, others, toward, bases)):
            return found
    return None


def _within_walls(
    ground: Ground, place: str, others: Sequence[Other], toward: Point | None, bases: Sequence[Base]
) -> list[Point] | None:
    """Base to base within the walls, as many as find room there; the rest before them, by the gate."""
    room = standing_room(ground, place)
    free = _freed(room, others)
    middle = room.representative_point()
    gates = ground.sheet.footprints[place].gates or (Point(Mil(round(middle.x)), Mil(round(middle.y))),)
    at = toward or gates[0]
    large = [number for number, base in enumerate(bases) if not base.is_round]
    first = _block([free], at, [bases[number] for number in large])
    found = packed(free, bases, {large[number]: spot for number, spot in first.items()})
    for far in BESIDE if found else ():
        if len(found) == len(bases):
            break
        found = _block([_freed(standing_room(ground, place, far), others)], at, bases, found)
    return [found[number] for number in range(len(bases))] if len(found) == len(bases) else None


def _freed(area: BaseGeometry, others: Sequence[Other]) -> BaseGeometry:
    """What is left of an area close up to friends, and more than an inch from foes."""
    near = [(one.at, one.base, APART if one.is_foe else HAIR) for one in _near(others, [area])]
    return area.difference(_underfoot(near)) if near else area


class _Try(NamedTuple):
    """The ground they may stand on, what fills first before the rest, and how far off friends they keep."""

    areas: tuple[BaseGeometry, ...]
    margins: tuple[int, ...]


def _tries(ground: Ground, place: str, room: BaseGeometry, *, to_fight: bool, comes: bool) -> Iterator[_Try]:
    """Inside; inside and beside; all beside, where thick walls part those inside from the rest; anywhere.

    Who comes from somewhere stays on that side. What lies around is looked at only when it is needed.
    """
    if not to_fight:
        yield _Try((room,), MARGINS)
    for far in BESIDE:
        outside = standing_room(ground, place, far)
        whole = (shapely.union(room, outside),)
        if not to_fight:
            yield _Try(whole if comes else (room, outside), (HAIR,))
            yield _Try((outside,), MARGINS)
        yield _Try(whole, (HAIR,))


def around(
    ground: Ground,
    at: Point,
    bases: Sequence[Base],
    others: Sequence[Other],
    *,
    to_fight: bool = False,
    beside: bool = False,
) -> list[Point] | None:
    """A spot for each figure about a point, as near as they find room; beside foes, if they come to fight.

    Who stands `beside` goes close up to everyone who is no foe, and keeps an inch off the others.
    """
    if to_fight:
        others = [replace(one, is_foe=False) for one in others]
    firm = ground.area.difference(ground.closed(NOWHERE))
    middle = shapely.Point(at.x, at.y)
    # Whoever halts at a wall or a cliff may have been rounded onto it.
    part = min(shapely.get_parts(firm), key=middle.distance, default=None)
    if part is None or middle.distance(part) > SLACK:
        return None
    widest = radius(max(bases, key=radius))
    least = 2 * (widest + 60) * max(1, len(bases)) ** 0.5 + 500
    for margin in (HAIR,) if to_fight or beside else _worth(MARGINS, others, (part,)):
        for step in range(STEPS):
            room = part.intersection(middle.buffer(least * 1.5**step))
            if found := _clear_of(others, margin, (room,), at, bases):
                return found
    return None


def _clear_of(
    others: Sequence[Other], margin: int, areas: Sequence[BaseGeometry], at: Point, bases: Sequence[Base]
) -> list[Point] | None:
    """So far from friends at least, and always more than an inch from foes; the first area fills first."""
    near = [(one.at, one.base, APART if one.is_foe else margin) for one in _near(others, areas)]
    taken = _underfoot(near)
    free = [area.difference(taken) if near else area for area in areas]
    if sum(map(_covered, bases)) > sum(area.area for area in free):
        return None
    for middle in _middles(shapely.union_all(free), at, bases):
        left = free
        for _ in range(POCKETS if len(areas) == 1 else 1):
            found = _block(left, middle, bases)
            if len(found) == len(bases):
                return [found[number] for number in range(len(bases))]
            if not found:
                break
            # All who are near one another there have no room for the rest: they begin somewhere else.
            left = [_left(area, bases, found) for area in left]
    return None


def _worth(
    margins: tuple[int, ...], others: Sequence[Other], areas: Sequence[BaseGeometry]
) -> tuple[int, ...]:
    """The margins that are worth a try: where no friend is near, one is as good as another."""
    return margins if any(not one.is_foe for one in _near(others, areas)) else margins[:1]


def _near(others: Sequence[Other], areas: Sequence[BaseGeometry], around: int = 0) -> Iterator[Other]:
    """Those who might be in the way of somebody there, or so far around."""
    west, south, east, north = shapely.total_bounds([*areas])
    for one in others:
        far = radius(one.base) + APART + around
        if west - far <= one.at.x <= east + far and south - far <= one.at.y <= north + far:
            yield one


def _middles(free: BaseGeometry, at: Point, bases: Sequence[Base]) -> Iterator[Point]:
    """Where to begin: in the middle, and if that leaves no room beside something large, towards the edges."""
    yield at
    if free.is_empty or all(base.is_round for base in bases):
        return
    west, south, east, north = free.bounds
    for x, y in ((west, at.y), (east, at.y), (at.x, south), (at.x, north), (west, south), (east, north)):
        yield Point(Mil(round((at.x + 2 * x) / 3)), Mil(round((at.y + 2 * y) / 3)))


def _block(
    free: Sequence[BaseGeometry], at: Point, bases: Sequence[Base], placed: Mapping[int, Point] | None = None
) -> dict[int, Point]:
    """The largest bases first, everyone else growing outwards from them, nobody out of touch.

    Who finds no room is not among them, nor anyone after him.
    """
    found: dict[int, Point] = dict(placed or {})
    for base in sorted(set(bases), key=radius, reverse=True):
        spots: list[np.ndarray] = []
        for number in (number for number, one in enumerate(bases) if one == base and number not in found):
            # A row of round bases never overlaps; large rectangles are fitted in one by one.
            if not spots or not base.is_round:
                spots = [_spots(_left(area, bases, found), base) for area in free]
            stood = [(spot.x, spot.y, bases[one].inner / GRAINS_PER_MIL) for one, spot in found.items()]
            for area, there in enumerate(spots):
                if (best := _next(there, at, base.inner / GRAINS_PER_MIL, stood)) is not None:
                    found[number] = Point(Mil(round(there[best][0])), Mil(round(there[best][1])))
                    spots[area] = np.delete(there, best, axis=0)
                    break
            else:
                return found
    return found


def _left(free: BaseGeometry, bases: Sequence[Base], found: Mapping[int, Point]) -> BaseGeometry:
    """What is still free once some stand."""
    taken = [(spot, bases[number], HAIR) for number, spot in found.items()]
    return free.difference(_underfoot(taken)) if taken else free


def _underfoot(those: Sequence[tuple[Point, Base, int]]) -> BaseGeometry:
    """The ground under all these bases and so much about each, as `footing` has it of one."""
    round_ones = [(at, radius(base) + margin) for at, base, margin in those if base.is_round]
    circles = shapely.buffer(
        shapely.points([(at.x, at.y) for at, _ in round_ones]) if round_ones else [],
        [far for _, far in round_ones],
        quad_segs=16,
    )
    others = [footing(at, base, margin) for at, base, margin in those if not base.is_round]
    return shapely.union_all([*circles, *others])


def _spots(free: BaseGeometry, base: Base) -> np.ndarray:
    """Where a base finds room: rows of round ones, or wherever a rectangle fits."""
    if base.is_round:
        return np.array([(spot.x, spot.y) for spot in rows(free, Mil(round(2 * radius(base))))], dtype=float)
    west, south, east, north = free.bounds if not free.is_empty else (0, 0, 0, 0)
    xs, ys = np.meshgrid(np.arange(west, east, LATTICE), np.arange(south, north, LATTICE))
    shapely.prepare(free)
    is_in = shapely.contains_xy(free, xs.ravel(), ys.ravel())
    x, y = xs.ravel()[is_in], ys.ravel()[is_in]
    wide, long = base.width / GRAINS_PER_MIL / 2, base.length / GRAINS_PER_MIL / 2
    fits = shapely.covers(free, shapely.box(x - wide, y - long, x + wide, y + long))
    return np.column_stack([x[fits], y[fits]])


def _next(
    spots: np.ndarray, at: Point, size: float, placed: Sequence[tuple[float, float, float]]
) -> int | None:
    """The free spot nearest the middle that is within an inch of someone who stands already."""
    if not len(spots):
        return None
    far = np.hypot(spots[:, 0] - at.x, spots[:, 1] - at.y)
    if placed:
        others = np.array(placed)
        gaps = (
            np.hypot(spots[:, None, 0] - others[:, 0], spots[:, None, 1] - others[:, 1]) - others[:, 2] - size
        )
        # Spots are rounded to a thousandth; whoever is a little nearer is surely near enough.
        far = np.where(gaps.min(axis=1) <= LINKED - 5, far, np.inf)
    best = int(far.argmin())
    return best if np.isfinite(far[best]) else None


def sees(ground: Ground, a: Point, b: Point) -> bool:
    """Whether nothing that nobody can stand on lies straight between two spots: no water, wall or crag."""
    between = shapely.LineString([(a.x, a.y), (b.x, b.y)])
    return not between.intersects(ground.closed(NOWHERE))


def is_firm(ground: Ground, at: Point, base: Base) -> bool:
    """Whether a whole base stands on the table and on firm ground."""
    return bool(ground.area.contains(footing(at, base, 0))) and _is_dry(ground, at, base)


def _is_dry(ground: Ground, at: Point, base: Base) -> bool:
    """Whether no part of a base is on a wall, a crag or water; over a narrow ledge it may hang out."""
    closed = ground.closed(NOWHERE)
    if not shapely.intersects(closed, footing(at, base, -SLACK)):
        return True
    return ground.kind_at(at) in LEDGES and closed.distance(shapely.Point(at.x, at.y)) >= LEDGE


def is_free(ground: Ground, at: Point, base: Base, others: Sequence[Other]) -> bool:
    """Whether a figure can stand there: on the table, all of its base on firm ground, on nobody else's."""
    if not ground.is_on(at) or ground.kind_at(at) in NOWHERE or not _is_dry(ground, at, base):
        return False
    return all(
        hypot(at.x - one.at.x, at.y - one.at.y) >= radius(base) + radius(one.base) - 1 for one in others
    )

"""The ground that a force can come to in one turn, as shapes: one on each table that it gets onto."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import Atlas
from assistant.table.flood import left_over
from assistant.table.going import Going
from assistant.table.ground import ground
from assistant.table.net import MESH, Ints, net
from assistant.table.ways import spot_near

HOLLOW = 600
"""Mils: what is narrower than twice this between two spots in reach is in reach too."""
LEAST = 120.0
"""Mils around a spot that is reached with the last of the move."""

At = tuple[str, Point]
"""A point of a table."""


def reaches(atlas: Atlas, going: Going, points: Sequence[At]) -> Mapping[str, BaseGeometry]:
    """The ground that can be reached this turn from these points, over the edges of tables that join."""
    return reaches_from(atlas, going, tuple(spot_near(atlas, table, point) for table, point in points))


# Every change of a game draws the force that a phone looks at anew, and hardly any changes how far it gets.
@lru_cache(maxsize=128)
def reaches_from(atlas: Atlas, going: Going, spots: tuple[int, ...]) -> Mapping[str, BaseGeometry]:
    """The same from spots of the net."""
    left, standing = left_over(atlas, going, spots)
    there = (left >= 0) & standing
    found = {table: _shape(atlas, going, table, left, there) for table in atlas.sheets}
    return {table: shape for table, shape in found.items() if not shape.is_empty}


def _shape(atlas: Atlas, going: Going, table: str, left: Ints, there: Ints) -> BaseGeometry:
    web, part = net(atlas), net(atlas).span(table)
    if not there[part].any():
        return shapely.Polygon()
    rows, columns = web.lattice[table]
    inner = _inside(there[part][: rows * columns].reshape(rows, columns))
    here = np.flatnonzero(there[part])
    spots = here[~_covered(inner, web.xs[part][here], web.ys[part][here])] + part.start
    rest = np.clip(left[spots], LEAST, 0.75 * MESH)
    discs = shapely.buffer(shapely.points(web.xs[spots], web.ys[spots]), rest, quad_segs=4)
    land = ground(atlas.sheets[table])
    shape: BaseGeometry = shapely.union_all([*discs, *_strips(inner)]).buffer(HOLLOW).buffer(-HOLLOW)
    shape = shape.intersection(land.area)
    return shape.difference(land.closed_in(going.closed, shape.bounds))


def _inside(there: Ints) -> Ints:
    """The spots of a lattice that are reached with all their neighbours: no edge runs near them."""
    wide = np.pad(there, 1)
    inner = there.copy()
    for up in (0, 1, 2):
        for across in (0, 1, 2):
            inner &= wide[up : up + there.shape[0], across : across + there.shape[1]]
    return inner


def _covered(inner: Ints, xs: Ints, ys: Ints) -> Ints:
    """Which spots lie in the square of an inner one."""
    rows, columns = inner.shape
    up, across = np.rint(ys / MESH).astype(int), np.rint(xs / MESH).astype(int)
    found: Ints = inner[np.clip(up, 0, rows - 1), np.clip(across, 0, columns - 1)]
    return found


def _strips(inner: Ints) -> Ints:
    """The squares of inner spots, those beside one another as one: a thousand discs would take a second."""
    change = np.diff(np.pad(inner.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    (up, west), (_, east) = np.nonzero(change == 1), np.nonzero(change == -1)
    half = MESH / 2
    found: Ints = shapely.box(
        west * MESH - half, up * MESH - half, (east - 1) * MESH + half, up * MESH + half
    )
    return found


def near_to(
    atlas: Atlas, shapes: Mapping[str, BaseGeometry], place: str, far: Mil
) -> dict[str, BaseGeometry]:
    """What of some ground lies in a place or so near it, on the table where that is."""
    sheet = atlas.sheet_of(place)
    if sheet is None or sheet.id not in shapes:
        return {}
    return {sheet.id: shapes[sheet.id].intersection(ground(sheet).footprint(place).buffer(far))}


def reach_gap(
    atlas: Atlas, going: Going, points: Sequence[At], table: str, others: Sequence[Point]
) -> float | None:
    """How near anyone who sets out from these points comes this turn to any of the others on a table.

    In doubt they come: ways are found on a net, and may fall short by half of its mesh. None if they do not
    even get onto that table.
    """
    shape = reaches(atlas, going, points).get(table)
    if shape is None:
        here = [(at.x, at.y) for where, at in points if where == table]
        if not here:
            return None
        shape = shapely.multipoints(here)
    gap = shape.distance(shapely.multipoints([(one.x, one.y) for one in others]))
    return max(float(gap) - MESH / 2, 0.0)

"""How many bases a place has room for, and where they would stand in tidy ranks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import GroundKind
from assistant.table.ground import Ground

APART = Mil(60)
"""What is left between two bases in a rank, so that fingers fit."""
ACROSS = 500
"""As thick as a wall: what lies right behind it is beside the place."""
TURNS = 4
MANY = 10_000
NOWHERE: frozenset[GroundKind] = frozenset(
    {"mountain", "sea", "lake", "river", "stream", "wall", "falls", "tower", "gate"}
)
"""Where nobody is set down."""


@cache
def standing_room(ground: Ground, place: str, around: int = 0) -> BaseGeometry:
    """The ground of a place on which figures can be set down, or only what lies so far around it."""
    whole = ground.footprint(place)
    shape = whole.buffer(around).difference(whole) if around else whole
    firm = shape.intersection(ground.area).difference(ground.closed(NOWHERE))
    # Ground behind a range or a river is near as the crow flies, and no part of the place's surroundings.
    parts = [part for part in shapely.get_parts(firm) if part.distance(whole) < ACROSS] if around else [firm]
    return shapely.union_all(parts)


def ranks(
    shape: BaseGeometry, diameters: Sequence[Mil], *, about: BaseGeometry | None = None
) -> list[Point | None]:
    """A spot for each base, the largest first, none overlapping; nothing for those there is no room for.

    They fill the shape from the north, or as near as they can to what they stand about.
    """
    order = sorted(range(len(diameters)), key=lambda number: -diameters[number])
    found: list[Point | None] = [None] * len(diameters)
    left = shape
    for diameter in sorted(set(diameters), reverse=True):
        wanted = [number for number in order if diameters[number] == diameter]
        spots = rows(left, diameter, len(wanted), about)[: len(wanted)]
        for number, spot in zip(wanted, spots, strict=False):
            found[number] = spot
        if spots:
            taken = shapely.points([(spot.x, spot.y) for spot in spots])
            left = left.difference(shapely.union_all(shapely.buffer(taken, (diameter + APART) / 2)))
    return found


def rows(
    shape: BaseGeometry, diameter: Mil, enough: int = MANY, about: BaseGeometry | None = None
) -> list[Point]:
    """Staggered rows of one size of base, begun where enough of them fit, or most."""
    inner = shape.buffer(-diameter / 2)
    if inner.is_empty:
        return []
    shapely.prepare(inner)
    grids = _grids(inner.bounds, diameter + APART)
    inside = shapely.contains_xy(inner, grids[..., 0], grids[..., 1])
    counts = inside.sum(axis=1)
    chosen = int((counts >= enough).argmax() if (counts >= enough).any() else counts.argmax())
    best = grids[chosen][inside[chosen]]
    if not len(best):  # room for one or so, between the lines of every grid
        best = shapely.get_coordinates(inner.representative_point())
    order = np.lexsort((best[:, 0], -best[:, 1]))
    if about is not None:
        order = np.argsort(shapely.distance(about, shapely.points(best)), kind="stable")
    return [Point(Mil(round(x)), Mil(round(y))) for x, y in best[order]]


def _grids(bounds: tuple[float, float, float, float], step: float) -> np.ndarray:
    """Staggered rows over all of a box, begun a little further each time: so many grids of as many points."""
    west, south, east, north = bounds
    up = step * 0.8661
    across, rows = int((east - west) // step) + 2, int((north - south) // up) + 2
    shifts = np.arange(TURNS) / TURNS
    number = np.arange(rows)
    xs = west + step * (shifts[:, None, None] + (number % 2 / 2)[:, None] + np.arange(across))
    ys = south + up * (shifts[:, None] + number)
    shape = (TURNS, TURNS, rows, across)
    x, y = np.broadcast_to(xs[:, None], shape), np.broadcast_to(ys[None, :, :, None], shape)
    return np.stack([x, y], axis=-1).reshape(TURNS * TURNS, rows * across, 2)

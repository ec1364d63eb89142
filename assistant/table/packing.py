"""Bases side by side: how a place that is full holds as many as it can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from assistant.kernel.inches import Mil, Point
from assistant.table.bases import GRAINS_PER_MIL, Base

LINKED = 995
"""FRC-01: an inch, less what rounding takes."""
TOUCH = 4
"""As near as two bases come: circles are drawn with straight edges, and spots are whole thousandths."""
LOOKS = 80
"""How many spots are weighed before a figure is put down."""
ROUND = 12


def packed(room: BaseGeometry, bases: Sequence[Base], found: Mapping[int, Point]) -> dict[int, Point]:
    """As many round bases as find room beside those who stand, the largest first, each where it wastes least.

    Everyone is within an inch of someone else (FRC-01). Who finds no room is not among them.
    """
    there = dict(found)
    for base in sorted({one for one in bases if one.is_round}, key=lambda one: one.outer, reverse=True):
        radius = base.outer / GRAINS_PER_MIL
        free: BaseGeometry = room.buffer(-radius - TOUCH / 2, quad_segs=ROUND)
        taken = [_around(bases[number], at, radius) for number, at in there.items()]
        free = free.difference(shapely.union_all(taken)) if taken else free
        for number in (number for number, one in enumerate(bases) if one == base and number not in there):
            spot = _snuggest(free, radius, [(at, bases[n].inner / GRAINS_PER_MIL) for n, at in there.items()])
            if spot is None:
                break
            there[number] = spot
            free = free.difference(_around(base, spot, radius))
    return there


def _around(base: Base, at: Point, radius: float) -> BaseGeometry:
    """Where the middle of another base of such a radius would be too near."""
    if base.is_round:
        return shapely.Point(at.x, at.y).buffer(base.outer / GRAINS_PER_MIL + radius + TOUCH, quad_segs=ROUND)
    wide, long = base.width / GRAINS_PER_MIL / 2, base.length / GRAINS_PER_MIL / 2
    return shapely.box(at.x - wide, at.y - long, at.x + wide, at.y + long).buffer(radius + TOUCH)


def _snuggest(free: BaseGeometry, radius: float, placed: Sequence[tuple[Point, float]]) -> Point | None:
    """The spot at the rim of what is free that takes least of it from the others."""
    rim = shapely.get_coordinates(free)
    if placed:
        gaps = np.stack([np.hypot(rim[:, 0] - at.x, rim[:, 1] - at.y) - own for at, own in placed])
        rim = rim[gaps.min(axis=0) - radius <= LINKED]
    if not len(rim):
        return None
    rim = rim[np.linspace(0, len(rim) - 1, min(LOOKS, len(rim))).astype(int)]
    lost = shapely.area(
        shapely.intersection(shapely.buffer(shapely.points(rim), 2 * radius, quad_segs=ROUND), free)
    )
    x, y = rim[int(lost.argmin())]
    return Point(Mil(round(x)), Mil(round(y)))

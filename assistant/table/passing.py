"""How near a way comes to a spot, and where on it that is so for the first time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, sqrt

from assistant.kernel.inches import Mil, Point


def first_within(way: Sequence[Point], spot: Point, reach: float) -> Mil | None:
    """How far along a way one first comes nearer to a spot than so much; nothing if never."""
    gone = 0.0
    for a, b in pairwise(way):
        length = hypot(b.x - a.x, b.y - a.y)
        near = hypot(a.x - spot.x, a.y - spot.y)
        if near < reach:
            return Mil(int(gone))
        if length:
            along = ((spot.x - a.x) * (b.x - a.x) + (spot.y - a.y) * (b.y - a.y)) / length
            aside = near**2 - along**2
            enters = along - sqrt(max(reach**2 - aside, 0.0))
            if aside < reach**2 and 0 <= enters < length:
                return Mil(int(gone + enters))
        gone += length
    return None

"""Where a way leads from one table onto another: over an edge, or through a door."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil, hypot

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import Atlas, Link
from assistant.table.bases import GRAINS_PER_MIL, Standing
from assistant.table.bodies import Measure

NARROWINGS = 60
"""Thirds cut off while the best point of an edge is looked for: a thousandth of an inch at the end."""


def crossing(atlas: Atlas, table: str, onto: str, before: Point, after: Point) -> tuple[Point, Point] | None:
    """The shortest way over: where it leaves the one table and enters the other; none if they do not join."""
    found = [
        _best(link, before, after) for link in atlas.links_from(table) if link.to == onto and onto != table
    ]
    return min(found, key=lambda at: _far(before, at[0]) + _far(at[1], after), default=None)


def gap_over(
    atlas: Atlas, ones: Sequence[Standing], others: Sequence[Standing], measure: Measure = "edge"
) -> Mil | None:
    """The shortest way from any of these to any of those on a table that joins theirs, rounded up."""
    found = []
    for one, other in product(ones, others):
        over = crossing(atlas, one.table, other.table, one.at, other.at)
        if over is not None:
            bases = (one.base.outer + other.base.outer) / GRAINS_PER_MIL if measure == "edge" else 0.0
            found.append(_far(one.at, over[0]) + _far(over[1], other.at) - bases)
    return Mil(max(0, ceil(min(found)))) if found else None


def _best(link: Link, before: Point, after: Point) -> tuple[Point, Point]:
    """The point of a link that makes the way shortest; its length has one low point along the edge."""

    def length(share: float) -> float:
        here, there = _over(link, share)
        return _far(before, here) + _far(there, after)

    low, high = 0.0, 1.0
    for _ in range(NARROWINGS):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if length(left) <= length(right) else (left, high)
    return _over(link, (low + high) / 2)


def _over(link: Link, share: float) -> tuple[Point, Point]:
    return _at(link.start, link.end, share), _at(link.to_start, link.to_end, share)


def _at(a: Point, b: Point, share: float) -> Point:
    return Point(Mil(round(a.x + (b.x - a.x) * share)), Mil(round(a.y + (b.y - a.y) * share)))


def _far(a: Point, b: Point) -> float:
    return hypot(b.x - a.x, b.y - a.y)

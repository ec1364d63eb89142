"""Where a way leads from one table onto another: over an edge, or through a door."""

from __future__ import annotations

from math import hypot

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import Atlas, Link

NARROWINGS = 60
"""Thirds cut off while the best point of an edge is looked for: a thousandth of an inch at the end."""


def crossing(atlas: Atlas, table: str, onto: str, before: Point, after: Point) -> tuple[Point, Point] | None:
    """The shortest way over: where it leaves the one table and enters the other; none if they do not join."""
    found = [
        _best(link, before, after) for link in atlas.links_from(table) if link.to == onto and onto != table
    ]
    return min(found, key=lambda at: _far(before, at[0]) + _far(at[1], after), default=None)


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

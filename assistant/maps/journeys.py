"""How far a force gets this turn, and the way it takes, over the land."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from assistant.kernel.inches import Point
from assistant.maps.svg import Pen, group, path
from assistant.table.outlines import Shape, rings

Line = Sequence[tuple[str, Point]]


def reach_layer(pen: Pen, shape: Shape) -> str:
    """The ground that can be reached, as a soft area with a clear edge."""
    return group("reachable", [path(pen.paths(rings(shape, 40), closed=True), "near-ground")])


def way_layer(pen: Pen, table: str, line: Line, stops: Line) -> str:
    """A way as a line with a numbered mark where each turn ends; other tables keep their own part of it."""
    parts = []
    for here, stretch in groupby(line, key=lambda one: one[0] == table):
        spots = [(float(point.x), float(point.y)) for _, point in stretch]
        if here and len(spots) > 1:
            parts.append(path(pen.path(spots), "journey"))
    for turn, (where, point) in enumerate(stops, start=1):
        if where == table:
            x, y = pen.at(point.x, point.y)
            parts.append(
                f'<g class="stop" transform="translate({x} {y})"><circle r="62"/>'
                f'<text y="27" font-size="80" text-anchor="middle">{turn}</text></g>'
            )
    return group("journeys", parts)

"""How the land of a table stretches to another size: evenly, but where it is held and around places."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

CELL = 0.5
LEAST = 0.35
"""Free land shrinks to no less than this part of itself, so that what is held elsewhere has room."""
FADE = 4.0
"""Inches about a place over which the land passes from going with it to going with the table."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Hold:
    """A stretch of an edge that keeps its length: wholly at firmness 1, not at all at 0."""

    low: float
    high: float
    firmness: float = 1.0


@dataclass(frozen=True)
class Stretch:
    """One edge of a table: where each half inch of it comes to lie."""

    borders: tuple[float, ...]

    def of(self, at: float) -> float:
        """The new place of a spot on the edge, or beyond its ends."""
        cell = self._cell(at)
        return self.borders[cell] + (at - cell * CELL) * self.times(at)

    def times(self, at: float) -> float:
        """How many times as long the edge is there."""
        cell = self._cell(at)
        return (self.borders[cell + 1] - self.borders[cell]) / CELL

    def _cell(self, at: float) -> int:
        return min(max(int(at // CELL), 0), len(self.borders) - 2)


def stretched(old: float, new: float, holds: Sequence[Hold] = ()) -> Stretch | None:
    """An edge as long as it should be with all that is held; nothing if too little is left for the rest."""
    count = round(old / CELL)
    firm = [0.0] * count
    for hold in holds:
        for cell in range(max(int(hold.low // CELL), 0), min(math.ceil(hold.high / CELL), count)):
            firm[cell] = max(firm[cell], hold.firmness)
    free = count - sum(firm)
    if old == new:
        times = 1.0
    elif free * CELL < 1:
        return None
    else:
        times = (new / CELL - sum(firm)) / free
    if times < min(LEAST, new / old):
        return None
    borders = [0.0]
    for firmness in firm:
        borders.append(borders[-1] + CELL * (firmness + (1 - firmness) * times))
    borders[-1] = new
    return Stretch(tuple(borders))


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that keeps its size: the land in it goes where it goes."""

    at: Spot
    radius: float
    to: Spot


@dataclass(frozen=True, slots=True)
class Land:
    """A table as it changes: both edges, and the places that take the land about them along."""

    across: Stretch
    up: Stretch
    anchors: tuple[Anchor, ...] = ()

    def plain(self, spot: Spot) -> Spot:
        """Where a spot comes to lie if no place is near."""
        return (self.across.of(spot[0]), self.up.of(spot[1]))

    def at(self, spot: Spot) -> Spot:
        """Where a spot of the land comes to lie."""
        x, y = self.plain(spot)
        pull, most, dx, dy = 0.0, 0.0, 0.0, 0.0
        for one in self.anchors:
            near = 1 - (math.dist(spot, one.at) - one.radius) / max(FADE, one.radius)
            if near <= 0:
                continue
            near = min(near, 1.0)
            # What lies in two places goes with the smaller: a wood's circle is wider than the wood.
            weight = near * near / (1.000001 - near) / one.radius**4
            pull, most = pull + weight, max(most, near)
            dx += weight * (one.to[0] + spot[0] - one.at[0] - x)
            dy += weight * (one.to[1] + spot[1] - one.at[1] - y)
        return (x + most * dx / pull, y + most * dy / pull) if pull else (x, y)

    def times(self, spot: Spot) -> float:
        """How much wider a range is there: no more than the narrower way."""
        return min(self.across.times(spot[0]), self.up.times(spot[1]))

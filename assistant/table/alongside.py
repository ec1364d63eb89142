"""How far those go who follow another's way: straight where nothing is between, else round the corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, hypot

import numpy as np
import shapely

from assistant.kernel.inches import Point
from assistant.table.atlas import GroundKind
from assistant.table.ground import Ground
from assistant.table.net import Floats, Ints

STEP = 1000
"""How finely a way is cut into points at which one may fall in with those who go it, or leave them."""
BESIDE, OFF, MOST_CORNERS = 3000, 100.0, 60
"""How far from the way corners are looked for, how far off one turns at them, and how many are enough."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one can go straight from here to there over a table, by what is closed to those who go."""

    land: Ground
    kinds: frozenset[GroundKind]
    places: frozenset[str] = frozenset()

    def sees(self, start: Point, end: Point) -> bool:
        """Whether one can go straight from one point to another."""
        return bool(self.is_open(_array([start]), _array([end])).all())

    def is_open(self, starts: Floats, ends: Floats) -> Ints:
        """For each pair of points whether nothing closed lies between; a place that one is in bars nobody."""
        if not len(starts):
            return np.zeros(0, dtype=bool)
        lines = shapely.linestrings(np.stack((starts, ends), axis=1))
        shut = self.land.closed(self.kinds)
        shapely.prepare(shut)
        found: Ints = np.logical_not(shapely.intersects(shut, lines))
        west, south = np.minimum(starts, ends).min(axis=0)
        east, north = np.maximum(starts, ends).max(axis=0)
        for place in self.places:
            shape = self.land.footprint(place)
            low_x, low_y, high_x, high_y = shape.bounds
            if not (low_x <= east and high_x >= west and low_y <= north and high_y >= south):
                continue
            shapely.prepare(shape)
            outside = ~shapely.contains_xy(shape, *starts.T) & ~shapely.contains_xy(shape, *ends.T)
            found &= ~(shapely.intersects(shape, lines) & outside)
        return found


@dataclass(frozen=True)
class Track:
    """A way over one table, which others follow from beside it to beside its end."""

    sight: Sight
    way: tuple[Point, ...]

    def far(self, starts: Sequence[Point], ends: Sequence[Point]) -> list[float]:
        """How far each has to go from where he stands to where he shall stand."""
        a, b = _array(starts), _array(ends)
        found = _gaps(a, b)
        for number in np.flatnonzero(~self.sight.is_open(a, b)):
            found[number] = self._round(a[number], b[number])
        return [float(one) for one in found]

    def _round(self, start: Floats, end: Floats) -> float:
        """By the way: to the best point of it, along it or short of its corners, and off it again."""
        return float((self._from(start) + self._to(end)).min())

    def _from(self, at: Floats) -> Floats:
        """From a point by the shortest way to each of those of the way."""
        key = (float(at[0]), float(at[1]))
        if key not in self._begun:
            self._begun[key] = (self._to(at)[:, None] + self._between).min(axis=0)
        return self._begun[key]

    def _to(self, at: Floats) -> Floats:
        """From a point straight to those of the way; who sees none of them goes to the nearest."""
        key = (float(at[0]), float(at[1]))
        if key not in self._seen:
            there = np.repeat(at[None, :], len(self._points), axis=0)
            gaps = _gaps(there, self._points)
            seen = self.sight.is_open(there, self._points)
            if not seen.any():
                seen[np.argmin(gaps)] = True
            self._seen[key] = np.where(seen, gaps, np.inf)
        return self._seen[key]

    @cached_property
    def _begun(self) -> dict[tuple[float, float], Floats]:
        return {}

    @cached_property
    def _seen(self) -> dict[tuple[float, float], Floats]:
        return {}

    @cached_property
    def _points(self) -> Floats:
        """Where one may turn: points of the way, then the corners of what is closed beside it."""
        return np.vstack((self._way, self._corners()))

    @cached_property
    def _way(self) -> Floats:
        """The points of the way, with more between those that lie far apart."""
        found = [(float(self.way[0].x), float(self.way[0].y))]
        for a, b in pairwise(self.way):
            parts = max(1, ceil(hypot(b.x - a.x, b.y - a.y) / STEP))
            shares = [number / parts for number in range(1, parts + 1)]
            found += [(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share) for share in shares]
        return np.array(found)

    def _corners(self) -> Floats:
        """A hair outside what is closed near the way, as few as tell its outline."""
        west, south, east, north = shapely.MultiPoint(self._way).buffer(BESIDE).bounds
        shut = self.sight.land.closed_in(self.sight.kinds, (west, south, east, north))
        off = OFF
        while True:
            # Less coarse than it is wide, or its corners would lie in what is closed.
            found: Floats = shapely.get_coordinates(shut.buffer(off).simplify(off * 2 / 3))
            if len(found) <= MOST_CORNERS:
                return found
            off *= 1.5

    @cached_property
    def _between(self) -> Floats:
        """The shortest way from each of those points to each other."""
        points = self._points
        count = len(points)
        first, second = np.triu_indices(count, 1)
        # Whoever leads has gone it: from one point of the way to the next it is open, come what may.
        led = (second == first + 1) & (second < len(self._way))
        is_open = self.sight.is_open(points[first], points[second]) | led
        known: Floats = np.full((count, count), np.inf)
        known[first, second] = np.where(is_open, _gaps(points[first], points[second]), np.inf)
        found: Floats = np.minimum(known, known.T)
        np.fill_diagonal(found, 0.0)
        for number in range(count):
            np.minimum(found, found[:, number, None] + found[None, number, :], out=found)
        return found


def _gaps(a: Floats, b: Floats) -> Floats:
    east, north = (b - a).T
    found: Floats = np.hypot(east, north)
    return found


def _array(points: Sequence[Point]) -> Floats:
    found: Floats = np.array([(one.x, one.y) for one in points], dtype=float).reshape(-1, 2)
    return found

"""MOV-01: the way of each figure that goes where its force goes: straight, or round what is closed to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from assistant.kernel.inches import Mil, Point
from assistant.rules.kit import Kit
from assistant.rules.moving.footing import Stretch
from assistant.rules.moving.journeys import Leg, ground_of_table
from assistant.rules.moving.rates import Walker
from assistant.rules.moving.routes import kept_out
from assistant.rules.war import Spot
from assistant.table.alongside import Sight, Track
from assistant.table.atlas import Atlas
from assistant.table.links import crossing

NOWHERE = 10**6
"""Thousandths of an inch: further than anyone goes."""


@dataclass(frozen=True, slots=True)
class OwnWays:
    """Where figures stand, and the way of their force, in one track for each table that has a map."""

    atlas: Atlas
    stood: tuple[Spot, ...]
    legs: tuple[Leg, ...]
    tracks: tuple[Track | None, ...]

    def far(self, spots: Sequence[Point]) -> list[float]:
        """How far each of them goes to its spot on the table where the way ends."""
        found = [0.0] * len(spots)
        for table in dict.fromkeys(one.table for one in self.stood):
            those = [number for number, one in enumerate(self.stood) if one.table == table]
            starts = [Point(Mil(self.stood[one].x), Mil(self.stood[one].y)) for one in those]
            for number, far in zip(
                those, self._from(table, starts, [spots[one] for one in those]), strict=True
            ):
                found[number] = far
        return found

    def to_each(self, spots: Sequence[Point]) -> list[list[float]]:
        """How far each of them would go to every one of these spots; nothing for who is on another table."""
        found: list[list[float]] = []
        for one in self.stood:
            at = [Point(Mil(one.x), Mil(one.y))] * len(spots)
            is_there = one.table == self.legs[-1].table
            found.append(self._on(len(self.legs) - 1, at, spots) if is_there else [])
        return found

    def _from(self, table: str, starts: Sequence[Point], ends: Sequence[Point]) -> list[float]:
        """From one table: along what of the way lies on it and after it, or straight over the edge."""
        number = next((number for number, leg in enumerate(self.legs) if leg.table == table), None)
        if table == self.legs[-1].table:
            return self._on(len(self.legs) - 1, starts, ends)
        straight = [self._over_the_edge(table, a, b) for a, b in zip(starts, ends, strict=True)]
        if number is None:
            return straight
        leaves, comes = self.legs[number].points[-1], self.legs[-1].points[0]
        between = sum(_length(leg) for leg in self.legs[number + 1 : -1])
        first = self._on(number, starts, [leaves] * len(starts))
        last = self._on(len(self.legs) - 1, [comes] * len(ends), ends)
        along = (a + between + b for a, b in zip(first, last, strict=True))
        return [min(pair) for pair in zip(straight, along, strict=True)]

    def _on(self, number: int, starts: Sequence[Point], ends: Sequence[Point]) -> list[float]:
        track = self.tracks[number]
        if track is None:
            return [_gap(a, b) for a, b in zip(starts, ends, strict=True)]
        return track.far(starts, ends)

    def _over_the_edge(self, table: str, start: Point, end: Point) -> float:
        """Straight from table to table, if nothing closed lies between."""
        over = crossing(self.atlas, table, self.legs[-1].table, start, end)
        if over is None:
            return NOWHERE
        sights = {leg.table: track.sight for leg, track in zip(self.legs, self.tracks, strict=True) if track}
        halves = ((table, start, over[0]), (self.legs[-1].table, over[1], end))
        is_open = all(one not in sights or sights[one].sees(a, b) for one, a, b in halves)
        return sum(_gap(a, b) for _, a, b in halves) if is_open else NOWHERE


def own_ways(
    kit: Kit, who: Sequence[Walker], stood: Sequence[Spot], legs: Sequence[Leg], way: Sequence[Stretch]
) -> OwnWays:
    """What is closed to one of them they all go round, and water that their leader does not cross."""
    closed, slow, barred = kept_out(kit.book, kit.scenario.atlas, who)
    shut = closed | (slow if not any(one.ground in slow for one in way) else frozenset())
    tracks = (
        Track(Sight(land, shut, barred), leg.points) if (land := ground_of_table(kit, leg.table)) else None
        for leg in legs
    )
    return OwnWays(kit.scenario.atlas, tuple(stood), tuple(legs), tuple(tracks))


def _length(leg: Leg) -> float:
    return sum(_gap(a, b) for a, b in pairwise(leg.points))


def _gap(a: Point, b: Point) -> float:
    return hypot(b.x - a.x, b.y - a.y)

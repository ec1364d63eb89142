"""MOV-01, FRC-01: a force that cannot all come to where its way ends strings out along it, a few abreast."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from assistant.kernel.inches import Mil, Point
from assistant.rules.moving.own_ways import OwnWays
from assistant.table.bases import Base
from assistant.table.setting_out import HAIR, LINKED, radius

ABREAST = (0, 1, -1, 2, -2)
"""Where those of a rank stand, from the middle of the way outwards."""
ROUNDED = 5
"""Spots are whole thousandths: whoever is a little nearer than an inch is surely near enough."""


@dataclass(frozen=True, slots=True)
class _Placed:
    at: Point
    reach: float

    def gap(self, at: Point, reach: float) -> float:
        return hypot(at.x - self.at.x, at.y - self.at.y) - self.reach - reach


def slots(way: Sequence[Point], bases: Sequence[Base]) -> list[Point]:
    """Room for ranks beside a way, from its end backwards, as wide as most of them need it."""
    wide = round(2 * sorted(map(radius, bases))[len(bases) // 2]) + HAIR
    return [Point(Mil(round(x)), Mil(round(y))) for x, y in _ranks(list(reversed(way)), wide)]


def _ranks(way: Sequence[Point], wide: int) -> Iterator[tuple[float, float]]:
    """Every so many inches of a way the spots of one rank."""
    gone, due = 0.0, 0.0
    for a, b in pairwise(way):
        length = hypot(b.x - a.x, b.y - a.y)
        while length and due <= gone + length:
            share = (due - gone) / length
            x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
            aside = ((a.y - b.y) / length * wide, (b.x - a.x) / length * wide)
            yield from ((x + aside[0] * file, y + aside[1] * file) for file in ABREAST)
            due += wide
        gone += length


def strung_out(
    own: OwnWays,
    bases: Sequence[Base],
    most: float,
    room: Sequence[Point],
    is_free: Callable[[Base, Point], bool],
    leader: int | None = None,
) -> list[Point] | None:
    """A spot for each, those first who have least to go, each within an inch of another; else nothing.

    A leader who is named goes before them all.
    """
    fars = own.to_each(room)
    if not room or not all(fars):
        return None
    free = {base: [is_free(base, at) for at in room] for base in dict.fromkeys(bases)}
    waiting = sorted(range(len(bases)), key=lambda one: (one != leader, fars[one][0], one))
    found: dict[int, Point] = {}
    placed: list[_Placed] = []
    while waiting:
        came = None
        for number in waiting:
            base, reach = bases[number], radius(bases[number])
            known = zip(room, fars[number], free[base], strict=True)
            spots = (at for at, far, is_open in known if far <= most and is_open)
            if spot := next((at for at in spots if _is_next(placed, at, reach)), None):
                found[number], came = spot, number
                placed.append(_Placed(spot, reach))
                break
        if came is None:
            return None
        waiting.remove(came)
    return [found[number] for number in range(len(bases))]


def _is_next(placed: Sequence[_Placed], at: Point, reach: float) -> bool:
    """Whether one who stands there stands on nobody, and within an inch of someone."""
    gaps = [one.gap(at, reach) for one in placed]
    return not gaps or (min(gaps) >= 0 and min(gaps) <= LINKED - ROUNDED)

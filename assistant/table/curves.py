"""The few points of a map file as the curves that are measured and drawn: the same ones for both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from assistant.kernel.inches import Mil, Point

STEP = 260.0
"""Mils between two points of a curve, about."""
GRAIN = 2600.0
"""Mils from one bump of a coast to the next, about."""

Pair = tuple[float, float]


@lru_cache(maxsize=2048)
def curve(points: tuple[Point, ...], *, closed: bool, wobble: int = 0) -> tuple[Point, ...]:
    """A smooth line through the points, a little uneven across if it is a coast or a wood's edge."""
    given = _distinct([(float(p.x), float(p.y)) for p in points], closed=closed)
    if len(given) < 3 and not closed:
        return tuple(Point(Mil(round(x)), Mil(round(y))) for x, y in _straight(given))
    line = _through(given, closed=closed)
    if wobble:
        line = _uneven(line, float(wobble), closed=closed)
    return tuple(Point(Mil(round(x)), Mil(round(y))) for x, y in line)


def _distinct(points: list[Pair], *, closed: bool) -> list[Pair]:
    kept = [p for number, p in enumerate(points) if number == 0 or p != points[number - 1]]
    return kept[:-1] if closed and len(kept) > 1 and kept[0] == kept[-1] else kept


def _straight(points: list[Pair]) -> list[Pair]:
    """A single segment, cut into steps so that unevenness and widths have something to hold on to."""
    if len(points) < 2:
        return points
    (ax, ay), (bx, by) = points
    steps = max(1, round(math.hypot(bx - ax, by - ay) / STEP))
    return [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(steps + 1)]


def _through(points: list[Pair], *, closed: bool) -> list[Pair]:
    """A centripetal Catmull-Rom spline: it passes every point and never loops or overshoots."""
    count = len(points)
    line: list[Pair] = []
    for number in range(count if closed else count - 1):
        p1, p2 = points[number], points[(number + 1) % count]
        p0 = points[number - 1] if closed or number else _beyond(p2, p1)
        p3 = points[(number + 2) % count] if closed or number + 2 < count else _beyond(p1, p2)
        steps = max(1, round(math.dist(p1, p2) / STEP))
        line.extend(_piece(p0, p1, p2, p3, steps))
    if not closed:
        line.append(points[-1])
    return line


def _beyond(a: Pair, b: Pair) -> Pair:
    return (2 * b[0] - a[0], 2 * b[1] - a[1])


def _piece(p0: Pair, p1: Pair, p2: Pair, p3: Pair, steps: int) -> list[Pair]:
    t1 = max(math.dist(p0, p1), 1.0) ** 0.5
    t2 = t1 + max(math.dist(p1, p2), 1.0) ** 0.5
    t3 = t2 + max(math.dist(p2, p3), 1.0) ** 0.5
    found = []
    for step in range(steps):
        t = t1 + (t2 - t1) * step / steps
        a1, a2, a3 = (
            _mix(p0, p1, t / t1),
            _mix(p1, p2, (t - t1) / (t2 - t1)),
            _mix(p2, p3, (t - t2) / (t3 - t2)),
        )
        b1, b2 = _mix(a1, a2, t / t2), _mix(a2, a3, (t - t1) / (t3 - t1))
        found.append(_mix(b1, b2, (t - t1) / (t2 - t1)))
    return found


def _mix(a: Pair, b: Pair, share: float) -> Pair:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def _uneven(line: list[Pair], wobble: float, *, closed: bool) -> list[Pair]:
    """Each point moved across by a noise of where it lies: the same where two lines run together."""
    count = len(line)
    found = []
    for number, (x, y) in enumerate(line):
        if not closed and number in (0, count - 1):
            found.append((x, y))
            continue
        (ax, ay), (bx, by) = line[number - 1], line[(number + 1) % count]
        length = math.hypot(bx - ax, by - ay) or 1.0
        shift = wobble * (noise(x, y, GRAIN) + 0.6 * noise(x, y, GRAIN / 2.7)) / 1.6
        found.append((x - (by - ay) / length * shift, y + (bx - ax) / length * shift))
    return found


def noise(x: float, y: float, grain: float) -> float:
    """A smooth unevenness between -1 and 1, always the same at the same spot."""
    gx, gy = x / grain, y / grain
    ix, iy = math.floor(gx), math.floor(gy)
    fx, fy = _ease(gx - ix), _ease(gy - iy)
    low = speck(ix, iy) * (1 - fx) + speck(ix + 1, iy) * fx
    high = speck(ix, iy + 1) * (1 - fx) + speck(ix + 1, iy + 1) * fx
    return low * (1 - fy) + high * fy


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)


@lru_cache(maxsize=16384)
def speck(x: int, y: int, salt: int = 0) -> float:
    """A number between -1 and 1 for a spot of a lattice: looks like chance, and never changes."""
    mixed = (x * 374761393 + y * 668265263 + salt * 2246822519) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 32767.5 - 1


def widths_along(widths: Sequence[Mil], count: int) -> list[float]:
    """The width at each of so many points, evenly between those given."""
    if len(widths) == 1 or count < 2:
        return [float(widths[0])] * count
    found = []
    for number in range(count):
        at = number / (count - 1) * (len(widths) - 1)
        low = min(int(at), len(widths) - 2)
        found.append(widths[low] + (widths[low + 1] - widths[low]) * (at - low))
    return found


def band(line: Sequence[Point], widths: Sequence[Mil]) -> tuple[Point, ...]:
    """The outline of a line that is so wide: one bank up, the other down."""
    wide = widths_along(widths, len(line))
    left, right = [], []
    for number, p in enumerate(line):
        a, b = line[max(number - 1, 0)], line[min(number + 1, len(line) - 1)]
        length = math.hypot(b.x - a.x, b.y - a.y) or 1.0
        nx, ny = -(b.y - a.y) / length * wide[number] / 2, (b.x - a.x) / length * wide[number] / 2
        left.append(Point(Mil(round(p.x + nx)), Mil(round(p.y + ny))))
        right.append(Point(Mil(round(p.x - nx)), Mil(round(p.y - ny))))
    return (*left, *reversed(right))

"""Path data of our own drawings, as straight lines and cubic curves for the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import atan2, hypot

TOKENS = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "T": 2, "Z": 0}

Step = tuple[str, tuple[float, ...]]
Spot = tuple[float, float]


def steps(data: str) -> Iterator[Step]:
    """`move`, `line`, `curve` and `close` with absolute numbers."""
    x = y = cx = cy = sx = sy = 0.0
    for letter, numbers in _commands(data):
        near = letter.islower()
        dx, dy = (x, y) if near else (0.0, 0.0)
        match letter.upper():
            case "M":
                x, y = numbers[0] + dx, numbers[1] + dy
                sx, sy = x, y
                yield "move", (x, y)
            case "L":
                x, y = numbers[0] + dx, numbers[1] + dy
                yield "line", (x, y)
            case "H":
                x = numbers[0] + dx
                yield "line", (x, y)
            case "V":
                y = numbers[0] + dy
                yield "line", (x, y)
            case "Q" | "T" as kind:
                if kind == "Q":
                    cx, cy = numbers[0] + dx, numbers[1] + dy
                    ex, ey = numbers[2] + dx, numbers[3] + dy
                else:
                    cx, cy = 2 * x - cx, 2 * y - cy
                    ex, ey = numbers[0] + dx, numbers[1] + dy
                thirds = (
                    x + (cx - x) * 2 / 3,
                    y + (cy - y) * 2 / 3,
                    ex + (cx - ex) * 2 / 3,
                    ey + (cy - ey) * 2 / 3,
                )
                yield "curve", (*thirds, ex, ey)
                x, y = ex, ey
                continue
            case _:
                x, y = sx, sy
                yield "close", ()
        cx, cy = x, y


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    letter = ""
    numbers: list[float] = []
    for found in TOKENS.finditer(data):
        if found[1]:
            letter, numbers = found[1], []
            if letter in "zZ":
                yield letter, []
        else:
            numbers.append(float(found[2]))
            if len(numbers) == COUNTS[letter.upper()]:
                yield letter, numbers
                # Further pairs after a move are lines.
                letter, numbers = {"M": "L", "m": "l"}.get(letter, letter), []


class Course:
    """A short line to write along: where one is after so much of it, and which way it runs there."""

    def __init__(self, data: str) -> None:
        self.spots: list[Spot] = []
        for kind, numbers in steps(data):
            if kind == "curve":
                start = self.spots[-1]
                self.spots += [_cubic(start, numbers, n / 24) for n in range(1, 25)]
            elif kind != "close":
                self.spots.append((numbers[0], numbers[1]))
        self.length = sum(
            hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(self.spots, self.spots[1:], strict=False)
        )

    def at(self, distance: float) -> tuple[float, float, float]:
        """Where, and the angle in radians."""
        for a, b in zip(self.spots, self.spots[1:], strict=False):
            length = hypot(b[0] - a[0], b[1] - a[1])
            if length and (distance <= length or b is self.spots[-1]):
                share = distance / length
                angle = atan2(b[1] - a[1], b[0] - a[0])
                return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, angle
            distance -= length
        return (*self.spots[-1], 0.0)


def _cubic(start: Spot, n: tuple[float, ...], t: float) -> Spot:
    u = 1 - t
    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return (
        a * start[0] + b * n[0] + c * n[2] + d * n[4],
        a * start[1] + b * n[1] + c * n[3] + d * n[5],
    )

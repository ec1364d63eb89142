"""Ways to write one name: beside a spot in one line or two, or along a curve; and the room each takes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from assistant.maps.views import Box, View

Spot = tuple[float, float]

SHARES = (0.5, 0.38, 0.62, 0.26, 0.74, 0.15, 0.85, 0.44, 0.56, 0.32, 0.68, 0.2, 0.8, 0.1, 0.9)
WIDE = "mwMWQOGDHN"
LONG, SHORT = 14, 10
"""Names of so many letters may be written in two lines, and at need even shorter ones."""
LEADING = 0.92
"""From one line of a name to the next, in heights of its letters."""
LATER = 0.12
"""What a spot that a reader looks at later must be quieter by, to be taken before the one before it."""
TWO_LINES, AT_NEED = 0.25, 9.0
LED = 0.5
"""A name that stands so many heights of its letters from its place has a line that leads there."""


@dataclass(frozen=True, slots=True)
class Try:
    """One way to write a name: straight lines of text, or a curve to write it along."""

    boxes: tuple[Box, ...]
    drawn: str
    of: Spot | None = None
    """The spot of the place it names, if it stands beside one."""
    rank: float = 0.0
    """How much worse it is than the first way, before anyone looks at what it would cover."""
    led: str = ""
    """The line that leads from a name to the place that it stands away from."""


def width_of(text: str, size: float, spacing: float = 0.03) -> float:
    """How long a text in small capitals is, about, and rather too long than too short."""
    per = sum(0.8 if c in WIDE else 0.72 if c.isupper() else 0.28 if c in " '’.," else 0.58 for c in text)
    return (per + spacing * len(text)) * size


def in_two(name: str, least: int = LONG) -> tuple[str, str] | None:
    """A long name as two lines that are about as long; nothing for a short one or a single word."""
    breaks = [match.end() for match in re.finditer(r"[ -]", name)]
    if len(name) < least or not breaks:
        return None
    at = min(breaks, key=lambda end: abs(width_of(name[:end], 1) - width_of(name[end:], 1)))
    return name[:at].rstrip(), name[at:]


class Hand:
    """Writes names of one sheet in the letters of one view."""

    def __init__(self, sheet: str, view: View) -> None:
        self.sheet, self.view = sheet, view
        self.number = 0

    def beside(self, name: str, at: Spot, out: float, size: float, class_: str) -> Iterator[Try]:
        """East, west, below, above, and between: where a reader looks first; long names in two lines too."""
        one, two = (name,), in_two(name, SHORT)
        ways = [(one, 0.0), *([(two, TWO_LINES if len(name) >= LONG else AT_NEED)] if two else ())]
        if two and self.view.is_distant:
            # From afar a long name in one line would lie over half the table; a short one is parted at need.
            ways = [(two, 0.0), (one, TWO_LINES)] if len(name) >= LONG else [(one, 0.0), (two, AT_NEED)]
        for words, rank in ways:
            yield from self._around(words, at, out, size, class_, rank)

    def _around(
        self, words: tuple[str, ...], at: Spot, out: float, size: float, class_: str, rank: float
    ) -> Iterator[Try]:
        gap = 16 + 0.1 * size
        more = (len(words) - 1) * LEADING * size
        for number, (anchor, dx, dy) in enumerate(
            (
                ("start", out + gap, 0.0), ("end", -out - gap, 0.0),
                ("middle", 0.0, out + gap + 0.36 * size + more / 2),
                ("middle", 0.0, -out - gap - 0.42 * size - more / 2),
                ("start", 0.72 * out + gap, -0.8 * out - 0.2 * size - more / 2),
                ("end", -0.72 * out - gap, -0.8 * out - 0.2 * size - more / 2),
                ("start", 0.72 * out + gap, 0.8 * out + 0.2 * size + more / 2),
                ("end", -0.72 * out - gap, 0.8 * out + 0.2 * size + more / 2),
            )
        ):  # fmt: skip
            spot = (at[0] + dx, at[1] + dy)
            yield self.straight(words, spot, size, class_, anchor, of=at, rank=rank + LATER * number)

    def straight(
        self,
        words: Sequence[str],
        at: Spot,
        size: float,
        class_: str,
        anchor: str = "middle",
        *,
        of: Spot | None = None,
        rank: float = 0.0,
    ) -> Try:
        """One or two level lines about a spot."""
        boxes, drawn = [], []
        anchored = f' text-anchor="{anchor}"' if anchor != "start" else ""
        written = f' class="{class_}"' if class_ else ""
        top = at[1] - (len(words) - 1) * LEADING * size / 2
        for number, text in enumerate(words):
            long, middle = width_of(text, size), top + number * LEADING * size
            left = at[0] - {"start": 0, "end": long, "middle": long / 2}[anchor]
            boxes.append((left, middle - 0.5 * size, left + long, middle + 0.5 * size))
            drawn.append(
                f'<text x="{round(at[0])}" y="{round(middle + 0.26 * size)}" font-size="{round(size)}"'
                f"{anchored}{written}>{escape(text)}</text>"
            )
        told = "".join(drawn)
        return Try(tuple(boxes), f'<g class="lines">{told}</g>' if len(words) > 1 else told, of, rank)

    def windows(
        self, name: str, line: Sequence[Spot], size: float, class_: str, spacing: float
    ) -> Iterator[Try]:
        """Stretches of a course that are long enough for the name, from its middle outwards."""
        need = width_of(name, size * self.view.scale, spacing) * 1.04
        total = length_of(line)
        if need > total:
            return
        for share in SHARES:
            start = min(max(total * share - need / 2, 0), total - need)
            stretch = points_at(line, [start + need * n / 8 for n in range(9)])
            yield self.along(name, stretch, size, class_, spacing)

    def along(
        self,
        name: str,
        line: Sequence[Spot],
        size: float,
        class_: str,
        spacing: float,
        rank: float = 0.0,
    ) -> Try:
        """Written along the arc from the first spot over the middle to the last, never upside down."""
        size = size * self.view.scale
        total = length_of(line)
        a, m, b = points_at(line, (0, total / 2, total))
        if b[0] < a[0]:
            a, b = b, a
        need = width_of(name, size, spacing)
        span = math.dist(a, b) or 1.0
        if need > span:  # longer than its line: let it run over on both sides
            grow = (need / span - 1) / 2
            a, b = (
                (a[0] - (b[0] - a[0]) * grow, a[1] - (b[1] - a[1]) * grow),
                (b[0] + (b[0] - a[0]) * grow, b[1] + (b[1] - a[1]) * grow),
            )
        c = (2 * m[0] - (a[0] + b[0]) / 2, 2 * m[1] - (a[1] + b[1]) / 2)
        # The baseline lies a little below the middle of the letters.
        down = 0.26 * size
        nx, ny = -(b[1] - a[1]) / (math.dist(a, b) or 1), (b[0] - a[0]) / (math.dist(a, b) or 1)
        a, b, c = ((p[0] + nx * down, p[1] + ny * down) for p in (a, b, c))
        arc = [_bezier(a, c, b, n / 24) for n in range(25)]
        first = max((length_of(arc) - need) / 2, 0)
        boxes = []
        steps = max(3, round(need / size))
        half = max(need / steps / 2, 0.4 * size)
        for x, y in points_at(arc, [first + need * (n + 0.5) / steps for n in range(steps)]):
            x, y = x - nx * down, y - ny * down
            boxes.append((x - half, y - half, x + half, y + half))
        self.number += 1
        id = f"{self.sheet}-{self.view.name}-{self.number}"
        data = f"M{round(a[0])} {round(a[1])}Q{round(c[0])} {round(c[1])} {round(b[0])} {round(b[1])}"
        spaced = "" if class_.startswith("land") else f' letter-spacing="{spacing}em"'
        return Try(
            tuple(boxes),
            f'<path id="{id}" d="{data}" fill="none"/>'
            f'<text class="{class_}" font-size="{round(size)}"{spaced}>'
            f'<textPath href="#{id}" startOffset="50%" text-anchor="middle">{escape(name)}</textPath></text>',
            rank=rank,
        )


def leader(one: Try, at: Spot, out: float, size: float) -> str:
    """A thin line from the nearest edge of a name to the edge of its place, if they lie so far apart."""
    west, north = min(box[0] for box in one.boxes), min(box[1] for box in one.boxes)
    east, south = max(box[2] for box in one.boxes), max(box[3] for box in one.boxes)
    x, y = min(max(at[0], west), east), min(max(at[1], north), south)
    far = math.dist((x, y), at)
    if far - out < LED * size:
        return ""
    share = out / far
    end = at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share
    return f'<path class="leader" d="M{round(x)} {round(y)}L{round(end[0])} {round(end[1])}"/>'


def gap_to(box: Box, spot: Spot) -> float:
    """How far a spot lies from a box."""
    west, north, east, south = box
    x, y = spot
    return math.hypot(max(west - x, x - east, 0), max(north - y, y - south, 0))


def _bezier(a: Spot, c: Spot, b: Spot, t: float) -> Spot:
    u = 1 - t
    return (u * u * a[0] + 2 * u * t * c[0] + t * t * b[0], u * u * a[1] + 2 * u * t * c[1] + t * t * b[1])


def length_of(line: Sequence[Spot]) -> float:
    """How long a line is."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def points_at(line: Sequence[Spot], distances: Sequence[float]) -> list[Spot]:
    """The spots so far along a line each, the nearest first."""
    found: list[Spot] = []
    gone = 0.0
    for a, b in pairwise(line):
        length = math.dist(a, b)
        while length and len(found) < len(distances) and distances[len(found)] - gone <= length:
            share = (distances[len(found)] - gone) / length
            found.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        gone += length
    return found + [line[-1]] * (len(distances) - len(found))

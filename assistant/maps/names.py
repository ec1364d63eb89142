"""Names in small capitals along what they name, never one over another; the rest is left to a closer look."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from assistant.maps.built import Place, sign_size
from assistant.maps.svg import Pen
from assistant.maps.views import TEXT, Box, Crowd, View
from assistant.table.atlas import Feature, Footprint
from assistant.table.ground import Ground
from assistant.table.outlines import centre_line, offset_line

Spot = tuple[float, float]

SIZES: Mapping[str, int] = {
    "fortress": 104, "haven": 90, "town": 84, "lair": 88, "ruin": 84, "camp": 84, "mountain": 84,
    "region": 84, "forest": 84, "ford": 74, "pass": 74,
}  # fmt: skip
RANKS = ("fortress", "haven", "lair", "town", "ruin", "camp", "mountain", "forest", "pass", "ford", "region")
CLASSES: Mapping[str, tuple[str, int]] = {
    "sea": ("of-water", 130), "lake": ("of-water", 78), "river": ("of-water", 80),
    "stream": ("of-water", 64),
    "mountain": ("of-relief", 120), "hills": ("of-relief", 78), "rocky": ("of-relief", 84),
    "rough": ("of-relief", 100), "sand": ("of-relief", 100), "woods": ("of-wood", 96),
    "marsh": ("of-wood", 80),
    "island": ("of-relief", 78), "road": ("of-road", 62), "path": ("of-road", 62),
}  # fmt: skip
LAND_SIZE = 150
CLOSE = 3000  # what begins so near the end of a range goes on with it
WITHIN, HALL = 44, 90
KEPT, BASES = 58, 86
"""Names of this importance are written even over figures, others wait until these have moved on."""
SHARES = (0.5, 0.38, 0.62, 0.26, 0.74, 0.15, 0.85, 0.44, 0.56, 0.32, 0.68, 0.2, 0.8, 0.1, 0.9)
WIDE = "mwMWQOGDHN"


@dataclass(frozen=True, slots=True)
class _Try:
    """One way to write a name: a straight line of text, or a curve to write it along."""

    boxes: tuple[Box, ...]
    drawn: str
    of: tuple[float, float] | None = None
    """The spot of the place it names, if it stands beside one."""


def width_of(text: str, size: float, spacing: float = 0.03) -> float:
    """How long a text in small capitals is, about, and rather too long than too short."""
    per = sum(0.8 if c in WIDE else 0.72 if c.isupper() else 0.28 if c in " '’.," else 0.58 for c in text)
    return (per + spacing * len(text)) * size


class Names:
    """Places names one after another, most important first, where there is room."""

    def __init__(
        self, pen: Pen, ground: Ground, known: Mapping[str, Place], view: View, crowd: Crowd | None = None
    ) -> None:
        self.pen, self.ground, self.known, self.view = pen, ground, known, view
        self.crowd = crowd or Crowd()
        self.spots = list(self._spots())
        self.taken: list[Box] = []
        self.written: list[tuple[Box, ...]] = []
        self.number = 0
        self.beneath: list[str] = []
        """Names of wide lands that find no free ground: they lie under the figures, as the land does."""

    def written_out(self) -> str:
        """All names of this view."""
        self._keep_signs_free()
        wanted: list[tuple[int, Iterator[_Try], bool]] = []
        for id, one in self.ground.sheet.footprints.items():
            if id in self.known and not one.feature and self._is_local(one, self.known[id]):
                wanted.append((self._weight(one, self.known[id]), self._place(one, self.known[id]), False))
        called = {
            one.feature: self.known[id]
            for id, one in self.ground.sheet.footprints.items()
            if one.feature and id in self.known
        }
        for feature in self.ground.sheet.features:
            place = called.get(feature.id)
            name = feature.name or (place.name if place else "")
            if name and feature.kind in CLASSES:
                weight = _weight_of(feature, place, self.view)
                wanted.append((weight, self._feature(feature, name), feature.is_area))
            elif name and feature.points:
                wanted.append((30, self._crossing(feature, name), False))
        for label in self.ground.sheet.labels:
            line = [self.pen.at(p.x, p.y) for p in label.along]
            size = min(LAND_SIZE, self.view.most * TEXT)
            weight = HALL if self.ground.sheet.is_walled else 50
            wanted.append((weight, self._about(label.name, line, size), False))
        wanted.sort(key=lambda one: -one[0])
        least = BASES if self.view.is_distant else KEPT
        return "".join(
            self._best(tries, must=weight >= least, is_wide=is_wide)
            for weight, tries, is_wide in wanted
            if weight >= self.view.least
        )

    def _is_local(self, one: Footprint, place: Place) -> bool:
        """Realms have their names as lands; what fills the whole sheet has it in the title."""
        shape = self.ground.footprint(one.place)
        fills = shape.area > 0.6 * self.ground.area.area
        return not shape.is_empty and (bool(one.at) or (place.rank != "region" and not fills))

    def _weight(self, one: Footprint, place: Place) -> int:
        if self._is_within_walls(one):
            return WITHIN
        rank = RANKS.index(place.rank) if place.rank in RANKS else len(RANKS)
        return (120 if place.is_base else 85) - 2 * rank

    def _spots(self) -> Iterator[tuple[float, float]]:
        """Where the places lie that a name could be taken for; from afar only the bases are looked for."""
        for id, one in self.ground.sheet.footprints.items():
            place = self.known.get(id)
            if place and one.at and not one.near and (place.is_base or not self.view.is_distant):
                middle = self.ground.footprint(one.place).centroid
                if not middle.is_empty:
                    yield self.pen.at(middle.x, middle.y)

    def _is_within_walls(self, one: Footprint) -> bool:
        """A tower inside a fortress waits for room: the fortress is named."""
        around = (other for other in self.ground.sheet.footprints.values() if other.has_walls and other.at)
        return one.at is not None and any(
            other is not one and math.dist((one.at.x, one.at.y), (other.at.x, other.at.y)) < other.radius
            for other in around
            if other.at
        )

    def _keep_signs_free(self) -> None:
        """Names stay off the signs and walls of places, and off bridges."""
        for id, one in self.ground.sheet.footprints.items():
            if id in self.known and one.at and not one.near:
                x, y = self.pen.at(one.at.x, one.at.y)
                half = one.radius / 10 if one.has_walls else min(one.radius / 10, sign_size(one) * 80)
                self.taken.append((x - half, y - half, x + half, y + half))
        for feature in self.ground.sheet.features:
            if feature.kind == "bridge":
                x, y = self.pen.at(feature.points[0].x, feature.points[0].y)
                self.taken.append((x - 60, y - 60, x + 60, y + 60))

    def _best(self, tries: Iterator[_Try], *, must: bool, is_wide: bool) -> str:
        """The first way that is free of names and figures; else, for names that matter, over the fewest.

        The name of a wide land hides nobody: it goes under them.
        """
        best, fewest = None, 0
        for one in tries:
            if not all(self._is_free(box) for box in one.boxes) or self._misleads(one):
                continue
            over = sum(self.crowd.covered(box) for box in one.boxes)
            if best is None or over < fewest:
                best, fewest = one, over
            if not over:
                break
        if best is None or (fewest and not must):
            return ""
        self.taken.extend(best.boxes)
        self.written.append(best.boxes)
        if fewest and is_wide:
            self.beneath.append(best.drawn)
            return ""
        return best.drawn

    def _misleads(self, one: _Try) -> bool:
        """Whether a reader would take the name for another place's, because that is closer."""
        if one.of is None:
            return False
        own = _gap(one.boxes[0], one.of)
        return any(_gap(one.boxes[0], spot) < own for spot in self.spots if spot != one.of)

    def _is_free(self, box: Box) -> bool:
        west, north, east, south = box
        margin = 60
        if (
            west < margin
            or north < margin
            or east > self.pen.width - margin
            or south > self.pen.height - margin
        ):
            return False
        return all(east < a or west > c or south < b or north > d for a, b, c, d in self.taken)

    def _place(self, one: Footprint, place: Place) -> Iterator[_Try]:
        usual = SIZES.get(place.rank, 74)
        size = (TEXT if self.view.is_distant else usual) * self.view.scale
        middle = self.ground.footprint(one.place).centroid
        x, y = self.pen.at(middle.x, middle.y)
        outs = [one.radius / 10 if one.has_walls else min(one.radius / 10, sign_size(one) * 84)]
        if self.crowd.cells:
            # Around its ground if figures fill that, and for a base a little further than that.
            outs += [one.radius / 10 + 60]
            outs += [outs[1] + size] if place.is_base or not self.view.is_distant else []
        name = place.name if self.view.name == "near" else place.name.partition(" (")[0]
        for out in outs:
            yield from self._beside(name, x, y, out, size, "base" if place.is_base else "")

    def _crossing(self, one: Feature, name: str) -> Iterator[_Try]:
        middle = one.points[len(one.points) // 2]
        x, y = self.pen.at(middle.x, middle.y)
        yield from self._beside(name, x, y, 90, 62 * self.view.scale, "of-road")

    def _beside(self, name: str, x: int, y: int, out: float, size: float, class_: str) -> Iterator[_Try]:
        """East, west, below, above, and between: where a reader looks first."""
        long = width_of(name, size)
        gap = 16 + 0.1 * size
        for text, dx, dy in (
            ("start", out + gap, 0.0), ("end", -out - gap, 0.0), ("middle", 0.0, out + gap + 0.36 * size),
            ("middle", 0.0, -out - gap - 0.42 * size),
            ("start", 0.72 * out + gap, -0.8 * out - 0.2 * size),
            ("end", -0.72 * out - gap, -0.8 * out - 0.2 * size),
            ("start", 0.72 * out + gap, 0.8 * out + 0.2 * size),
            ("end", -0.72 * out - gap, 0.8 * out + 0.2 * size),
        ):  # fmt: skip
            left = x + dx - {"start": 0, "end": long, "middle": long / 2}[text]
            middle = y + dy
            box = (left, middle - 0.5 * size, left + long, middle + 0.5 * size)
            anchor = f' text-anchor="{text}"' if text != "start" else ""
            written = f' class="{class_}"' if class_ else ""
            yield _Try(
                (box,),
                f'<text x="{round(x + dx)}" y="{round(middle + 0.26 * size)}" font-size="{round(size)}"'
                f"{anchor}{written}>{escape(name)}</text>",
                (x, y),
            )

    def _feature(self, one: Feature, name: str) -> Iterator[_Try]:
        class_, usual = CLASSES[one.kind]
        size = usual * min(1.9, max(1.0, (self.ground.shape(one.id).area / 1e6) ** 0.5 / 14))
        size = min(size, self.view.most * TEXT)
        is_spread = one.kind in ("mountain", "sea", "rough", "sand")
        spacing = 0.16 if is_spread and (one.is_area or not self.view.is_distant) else 0.06
        if one.along:
            line = [self.pen.at(p.x, p.y) for p in one.along]
            for letters in self._smaller(size):
                yield from self._along(name, line, letters, class_, spacing)
            # Where its line is taken a land has its name elsewhere on it; a sea has too little shore.
            if one.is_area and one.kind == "sea":
                return
        elif one.is_area and one.kind in ("mountain", "island"):
            if self.ground.shape(one.id).is_empty:
                return
            middle_of = self.ground.shape(one.id).centroid
            x, y = self.pen.at(middle_of.x, middle_of.y)
            yield from self._beside(name, x, y, 130, 84 * self.view.scale, class_)
            return
        if one.is_area:
            shape = self.ground.shape(one.id).intersection(self.ground.area)
            if shape.is_empty:
                return
            west, south, east, north = shape.bounds
            middle = (south + north) / 2
            for share in (0.5, 0.35, 0.65, 0.2, 0.8, 1.06, -0.06):
                at = south + (north - south) * (1 - share) if share != 0.5 else middle
                line = [self.pen.at(west, at), self.pen.at(east, at)]
                for letters in self._smaller(size) if one.along else (size,):
                    yield from self._along(name, line, letters, class_, spacing)
            return
        beside = one.kind not in ("mountain", "hills")
        own = self._course(one)
        wide = max(one.widths) / 2 + 330 * self.view.scale
        # Along a river; on a range, or beside it where its places leave no room for letters so large.
        for side in (wide, -wide) if beside else (0, wide, -wide) if self.view.is_distant else (0,):
            course = offset_line(own, side) if side else own
            inside = [self.pen.at(*p) for p in course if self._is_on(p)]
            for letters in (size,) if beside else self._smaller(size):
                if len(inside) > 1:
                    yield from self._windows(name, inside, letters, class_, spacing)

    def _course(self, one: Feature) -> tuple[Spot, ...]:
        """The line of a feature, and of what goes on from its end without a name of its own."""
        line = [*centre_line(one)]
        for other in self.ground.sheet.features:
            if other.kind == one.kind and not other.is_area and not other.name and other.points:
                on = centre_line(other)
                if math.dist(line[-1], on[0]) < CLOSE:
                    line += on
        return tuple(line)

    def _smaller(self, size: float) -> tuple[float, ...]:
        """A long name that finds no room is written smaller, as long as it can be read."""
        least = TEXT if self.view.is_distant else 66
        return tuple(max(share * size, min(least, size)) for share in (1.0, 0.8, 0.62, 0.45))

    def _is_on(self, p: Spot) -> bool:
        sheet = self.ground.sheet
        return 600 < p[0] < sheet.width - 600 and 600 < p[1] < sheet.height - 600

    def _about(self, name: str, line: Sequence[Spot], size: float) -> Iterator[_Try]:
        """A land has its name where the line lies, or a little above or below it; a hall between walls."""
        class_, spacing = ("hall", 0.06) if self.ground.sheet.is_walled else ("land", 0.25)
        fits = size * length_of(line) / max(width_of(name, size * self.view.scale, spacing), 1)
        size = min(size, max(fits, TEXT))
        for up in (0.0, -1.4, 1.4, -2.8, 2.8) if self.crowd.cells else (0.0,):
            moved = [(x, y + up * size * self.view.scale) for x, y in line]
            yield from self._along(name, moved, size, class_, spacing)

    def _windows(
        self, name: str, line: Sequence[Spot], size: float, class_: str, spacing: float
    ) -> Iterator[_Try]:
        """Stretches of a course that are long enough for the name, from its middle outwards."""
        need = width_of(name, size * self.view.scale, spacing) * 1.04
        total = length_of(line)
        if need > total:
            return
        for share in SHARES:
            start = min(max(total * share - need / 2, 0), total - need)
            stretch = [point_at(line, start + need * n / 8) for n in range(9)]
            yield from self._along(name, stretch, size, class_, spacing)

    def _along(
        self, name: str, line: Sequence[Spot], size: float, class_: str, spacing: float
    ) -> Iterator[_Try]:
        """Written along the arc from the first spot over the middle to the last, never upside down."""
        size = size * self.view.scale
        total = length_of(line)
        a, m, b = point_at(line, 0), point_at(line, total / 2), point_at(line, total)
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
        arc_long = length_of(arc)
        first = max((arc_long - need) / 2, 0)
        boxes = []
        steps = max(3, round(need / size))
        for n in range(steps):
            x, y = point_at(arc, first + need * (n + 0.5) / steps)
            x, y = x - nx * down, y - ny * down
            half = max(need / steps / 2, 0.4 * size)
            boxes.append((x - half, y - half, x + half, y + half))
        self.number += 1
        id = f"{self.ground.sheet.id}-{self.view.name}-{self.number}"
        data = f"M{round(a[0])} {round(a[1])}Q{round(c[0])} {round(c[1])} {round(b[0])} {round(b[1])}"
        spaced = "" if class_ == "land" else f' letter-spacing="{spacing}em"'
        yield _Try(
            tuple(boxes),
            f'<path id="{id}" d="{data}" fill="none"/>'
            f'<text class="{class_}" font-size="{round(size)}"{spaced}>'
            f'<textPath href="#{id}" startOffset="50%" text-anchor="middle">{escape(name)}</textPath></text>',
        )


def _gap(box: Box, spot: tuple[float, float]) -> float:
    """How far a spot lies from a box."""
    west, north, east, south = box
    x, y = spot
    return math.hypot(max(west - x, x - east, 0), max(north - y, y - south, 0))


def _weight_of(feature: Feature, place: Place | None, view: View) -> int:
    """How much the name of a wood, a river or a range matters; a base most."""
    if place is not None and place.is_base:
        return 110
    if feature.kind == "sea":
        return 87
    if place is not None:
        # A pass is written before the range that it leads over: the range is long.
        return 58 if feature.is_area else 62
    if feature.kind == "mountain":
        return 72 if view.is_distant else 60  # from afar one looks for a range, not for its gates
    return 40


def _bezier(a: Spot, c: Spot, b: Spot, t: float) -> Spot:
    u = 1 - t
    return (u * u * a[0] + 2 * u * t * c[0] + t * t * b[0], u * u * a[1] + 2 * u * t * c[1] + t * t * b[1])


def length_of(line: Sequence[Spot]) -> float:
    """How long a line is."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def point_at(line: Sequence[Spot], distance: float) -> Spot:
    """The spot so far along a line; its end if it is shorter."""
    for a, b in pairwise(line):
        length = math.dist(a, b)
        if length and distance <= length:
            return (a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length)
        distance -= length
    return line[-1]

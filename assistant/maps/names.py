"""Names in small capitals along what they name, never one over another; the rest is left to a closer look."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.maps.built import Place, sign_size
from assistant.maps.letters import CLASSES, RANKS, SIZES
from assistant.maps.svg import MILS_PER_UNIT, Pen
from assistant.maps.views import TEXT, Box, Crowd, Taken, View
from assistant.maps.writing import Hand, Spot, Try, gap_to, in_two, leader, length_of, width_of
from assistant.table.atlas import Feature, Footprint, Label, Link
from assistant.table.ground import Ground
from assistant.table.ink import WEIGHTS, ink
from assistant.table.outlines import centre_line, offset_line, range_between

COURSES = frozenset({"road", "path", "river", "stream"})
"""Long lines, named where they run, whatever lies at their ends."""
LAND_SIZE = 150
CLOSE = 3000  # what begins so near the end of a range goes on with it
WITHIN, HALL = 44, 90
KEPT, BASES = 58, 86
"""Names of this importance are written even over figures, others wait until these have moved on."""
CROSSING = 30
BASE_LAND = 100
"""A land that is a main base, such as the home of the hobbits."""
LESSER = 0.8
"""What it costs, from afar, to be written over the sign of a place that has no name there."""
RANGE = 2000
"""Mils: mountains of this width between a sign and its name make it another's."""
LEAST_AREA = 0.8
"""A small wood has a name so much smaller than usual."""
DRIFTS = ((0.0, 0.0), (0.0, -1.4), (0.0, 1.4), (-1.6, 0.0), (1.6, 0.0), (0.0, -2.8), (0.0, 2.8))
"""How far from its line the name of a land may stray, in heights of its letters, across and down."""
NEAR_DRIFTS = 5
"""A main base stays close to its line, even over figures."""
HALLS = (1.5, 1.0, 0.85, 0.72)
"""The name of a hall is as large as its walls allow: so many times the usual letters."""
BANK = 750
"""Mils: half a river where it is shallow; the reach of its shallows is wider than the water."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A name that should be written, and how."""

    weight: int
    tries: Iterator[Try]
    is_wide: bool = False
    """Whether it names a wide land, and may lie under figures."""
    own: float | None = None
    """What is drawn on the feature that it names, which it does not spoil; None takes the first free way."""


class Names:
    """Places names one after another, most important first, where there is room."""

    def __init__(
        self,
        pen: Pen,
        ground: Ground,
        known: Mapping[str, Place],
        view: View,
        crowd: Crowd | None = None,
        keep_off: Sequence[Box] = (),
        gates: Sequence[Link] = (),
    ) -> None:
        self.pen, self.ground, self.known, self.view = pen, ground, known, view
        self.crowd, self.gates = crowd or Crowd(), gates
        self.hand = Hand(ground.sheet.id, view)
        self.spots = list(self._spots())
        self.taken, self.minor = Taken(keep_off), Crowd()
        self.homes = {place.name for place in known.values() if place.is_base}
        self.written: list[tuple[Box, ...]] = []
        self.leaders: list[str] = []  # under all names
        self.beneath: list[str] = []
        """Names of wide lands that find no free ground: they lie under the figures, as the land does."""

    def written_out(self) -> str:
        """All names of this view."""
        self._keep_signs_free()
        wanted = [*self._ways_out(), *self._places(), *self._features(), *self._lands()]
        wanted.sort(key=lambda one: -one.weight)
        names = [self._best(one) for one in wanted if one.weight >= self.view.least]
        return "".join((*self.leaders, *names))

    def _ways_out(self) -> Iterator[_Wanted]:
        """The gates of an inset, by which one leaves it."""
        for link in self.gates:
            at = self.pen.at(link.start.x, link.start.y)
            size = HALLS[1 if self.view.is_distant else 0] * TEXT * self.view.scale
            yield _Wanted(HALL + 5, self.hand.beside(link.name, at, 30, size, "gateway"), own=0.0)

    def _places(self) -> Iterator[_Wanted]:
        for id, one in self.ground.sheet.footprints.items():
            if id in self.known and not one.feature and self._is_local(one, self.known[id]):
                place = self.known[id]
                yield _Wanted(self._weight(one, place), self._place(one, place), own=0.0)

    def _features(self) -> Iterator[_Wanted]:
        sheet = self.ground.sheet
        called = {
            one.feature: self.known[id]
            for id, one in sheet.footprints.items()
            if one.feature and id in self.known
        }
        told = self._told()
        for feature in sheet.features:
            place = called.get(feature.id)
            name = feature.name or (place.name if place else "")
            if not name or (name in told and feature.kind not in COURSES):
                continue
            if feature.kind in CLASSES:
                own = WEIGHTS.get(feature.kind, 0.0) if feature.is_area and not feature.along else None
                weight = _weight_of(feature, place, self.view)
                yield _Wanted(weight, self._feature(feature, name), feature.is_area, own)
            elif feature.points:
                yield _Wanted(CROSSING, self._crossing(feature, name), own=0.0)

    def _lands(self) -> Iterator[_Wanted]:
        told = self._told()
        is_walled = self.ground.sheet.is_walled
        for label in self.ground.sheet.labels:
            if label.name not in told:
                tries = self._hall(label) if is_walled else self._land(label)
                weight = HALL if is_walled else self._weight_of_land(label.name)
                yield _Wanted(weight, tries, own=0.0)

    def _weight_of_land(self, name: str) -> int:
        """From afar a land that is a main base is named with the fortresses; closer by its places tell it."""
        if name not in self.homes:
            return 50
        return BASE_LAND if self.view.least >= BASES else KEPT

    def _told(self) -> set[str]:
        """Names that stand beside a place: the land about it needs them no second time."""
        return {
            self.known[id].name
            for id, one in self.ground.sheet.footprints.items()
            if id in self.known and not one.feature and self._is_local(one, self.known[id])
        }

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

    def _spots(self) -> Iterator[Spot]:
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
        """Names stay off the signs and walls of places, and off bridges.

        From afar a base is named even over the signs of lesser places, if nothing else is left.
        """
        is_far = self.view.least >= BASES
        for id, one in self.ground.sheet.footprints.items():
            if id in self.known and one.at and not one.near and not one.is_entry:
                x, y = self.pen.at(one.at.x, one.at.y)
                half = one.radius / 10 if one.has_walls else min(one.radius / 10, sign_size(one) * 80)
                box = (x - half, y - half, x + half, y + half)
                if is_far and not self.known[id].is_base:
                    self.minor.add([box])
                else:
                    self.taken.add([box])
        for feature in self.ground.sheet.features:
            if feature.kind == "bridge":
                x, y = self.pen.at(feature.points[0].x, feature.points[0].y)
                if not is_far:
                    self.taken.add([(x - 60, y - 60, x + 60, y + 60)])

    def _best(self, wanted: _Wanted) -> str:
        """The quietest way that is free of names and figures; else, for names that matter, over the fewest.

        The name of a wide land hides nobody: it goes under them; from afar not that of a main base.
        """
        least = BASES if self.view.is_distant else KEPT
        best, found = None, (math.inf, math.inf)
        for one in wanted.tries:
            is_free = all(self._is_free(box) for box in one.boxes)
            if not is_free or self._misleads(one, wanted.weight >= BASES):
                continue
            over = sum(self.crowd.covered(box) for box in one.boxes)
            hides = LESSER * any(self.minor.covered(box) for box in one.boxes)
            spoilt = 0.0 if wanted.own is None else one.rank + self._spoilt(one, wanted.own)
            score = (over, spoilt + hides)
            if score < found:
                best, found = one, score
            if found <= (0, one.rank):  # no later way is quieter
                break
        if best is None or (found[0] and wanted.weight < least):
            return ""
        self.taken.add(best.boxes)
        self.written, self.leaders = [*self.written, best.boxes], [*self.leaders, best.led]
        is_sought = self.view.is_distant and wanted.weight >= BASES
        if found[0] and wanted.is_wide and not is_sought:
            self.beneath.append(best.drawn)
            return ""
        return best.drawn

    def _spoilt(self, one: Try, own: float) -> float:
        """How much of the map a name would lie over, on the average."""
        drawn, tall = ink(self.ground), self.pen.height
        each = [
            drawn.in_box(
                west * MILS_PER_UNIT,
                (tall - south) * MILS_PER_UNIT,
                east * MILS_PER_UNIT,
                (tall - north) * MILS_PER_UNIT,
            )
            for west, north, east, south in one.boxes
        ]
        return max(sum(each) / len(each) - own, 0.0)

    def _misleads(self, one: Try, is_base: bool) -> bool:
        """Whether a reader would take the name for another place's, because that is closer."""
        if one.of is None:
            return False
        own = min(gap_to(box, one.of) for box in one.boxes)
        if any(gap_to(box, spot) < own for spot in self.spots if spot != one.of for box in one.boxes):
            return True
        return own > 0 and not is_base and all(self._is_beyond_a_range(one.of, box) for box in one.boxes)

    def _is_beyond_a_range(self, spot: Spot, box: Box) -> bool:
        """Whether mountains part a name from its sign, so that it seems to belong to the other side."""
        middle, tall = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), self.pen.height
        ends = [(at[0] * MILS_PER_UNIT, (tall - at[1]) * MILS_PER_UNIT) for at in (spot, middle)]
        return range_between(self.ground, ends[0], ends[1]) > RANGE

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
        return self.taken.is_free(box)

    def _place(self, one: Footprint, place: Place) -> Iterator[Try]:
        usual = SIZES.get(place.rank, 74)
        size = (TEXT if self.view.is_distant else usual) * self.view.scale
        middle = self.ground.footprint(one.place).centroid
        at = self.pen.at(middle.x, middle.y)
        outs = [one.radius / 10 if one.has_walls else min(one.radius / 10, sign_size(one) * 84)]
        if place.rank == "entry":
            outs = [40.0]
        if self.crowd.cells:
            # Around its ground if figures fill that, and for a base a little further than that.
            outs += [one.radius / 10 + 60]
            outs += [outs[1] + size] if place.is_base or not self.view.is_distant else []
        name = place.name if self.view.name == "near" else place.name.partition(" (")[0]
        class_ = "base" if place.is_base else "of-road" if place.rank == "entry" else ""
        for number, out in enumerate(outs):
            for way in self.hand.beside(name, at, out, size, class_):
                yield replace(way, led=leader(way, at, outs[0], size)) if number else way

    def _crossing(self, one: Feature, name: str) -> Iterator[Try]:
        middle = one.points[len(one.points) // 2]
        at = self.pen.at(middle.x, middle.y)
        yield from self.hand.beside(name, at, 90, 62 * self.view.scale, "of-road")

    def _feature(self, one: Feature, name: str) -> Iterator[Try]:
        class_, usual = CLASSES[one.kind]
        letters = usual * (HALLS[0] if self.ground.sheet.is_walled else 1)
        wide = (self.ground.shape(one.id).area / 1e6) ** 0.5 / 14
        # From afar letters are as small as can be read already.
        size = letters * min(1.9, max(1.0 if self.view.is_distant else LEAST_AREA, wide))
        size = min(size, self.view.most * TEXT)
        is_spread = one.kind in ("mountain", "sea", "rough", "sand")
        spacing = 0.16 if is_spread and (one.is_area or not self.view.is_distant) else 0.06
        if one.along:
            line = [self.pen.at(p.x, p.y) for p in one.along]
            for letters in self._smaller(size):
                yield self.hand.along(name, line, letters, class_, spacing)
            # Where its line is taken a land has its name elsewhere on it; a sea has too little shore.
            if one.is_area and one.kind == "sea":
                return
        elif one.is_area and one.kind in ("mountain", "island"):
            if self.ground.shape(one.id).is_empty:
                return
            middle_of = self.ground.shape(one.id).centroid
            at = self.pen.at(middle_of.x, middle_of.y)
            yield from self.hand.beside(name, at, 130, 84 * self.view.scale, class_)
            return
        if one.is_area:
            yield from self._across(one, name, size, class_, spacing)
        else:
            yield from self._course_of(one, name, size, class_, spacing)

    def _across(self, one: Feature, name: str, size: float, class_: str, spacing: float) -> Iterator[Try]:
        """Level, in the middle of an area, above or below that, and at last just outside."""
        shape = self.ground.shape(one.id).intersection(self.ground.area)
        if shape.is_empty:
            return
        west, south, east, north = shape.bounds
        for number, share in enumerate((0.5, 0.35, 0.65, 0.2, 0.8, 1.06, -0.06, 1.2, -0.2)):
            at = south + (north - south) * (1 - share)
            line = [self.pen.at(west, at), self.pen.at(east, at)]
            for letters in self._smaller(size) if one.along else (size,):
                yield self.hand.along(name, line, letters, class_, spacing, 0.1 * number)
        if self.view.is_distant:  # letters are wider than the wood: beside it, where a fight covers it
            out, middle = (east - west) / 2 / MILS_PER_UNIT, self.pen.at(shape.centroid.x, shape.centroid.y)
            yield from self.hand.beside(name, middle, out, size * self.view.scale, class_)

    def _course_of(self, one: Feature, name: str, size: float, class_: str, spacing: float) -> Iterator[Try]:
        """Along a river; on a range, or beside it where its places leave no room for letters so large."""
        beside = one.kind not in ("mountain", "hills")
        own = self._course(one)
        half = BANK if one.kind == "shallows" else max(one.widths) / 2
        wide = half + 330 * self.view.scale
        for side in (wide, -wide) if beside else (0, wide, -wide) if self.view.is_distant else (0,):
            course = offset_line(own, side) if side else own
            inside = [self.pen.at(*p) for p in course if self._is_on(p)]
            for letters in (size,) if beside else self._smaller(size):
                if len(inside) > 1:
                    yield from self.hand.windows(name, inside, letters, class_, spacing)

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

    def _land(self, label: Label) -> Iterator[Try]:
        """A land has its name where the line lies, or a little off it where that is quieter."""
        line, size = [self.pen.at(p.x, p.y) for p in label.along], min(LAND_SIZE, self.view.most * TEXT)
        fits = size * length_of(line) / max(width_of(label.name, size * self.view.scale, 0.25), 1)
        size = min(size, max(fits, TEXT))
        is_base = label.name in self.homes
        for number, (across, down) in enumerate(DRIFTS[: NEAR_DRIFTS if is_base else None]):
            step = size * self.view.scale
            moved = [(x + across * step, y + down * step) for x, y in line]
            class_ = "land base" if is_base else "land"
            yield self.hand.along(label.name, moved, size, class_, 0.25, 0.08 * number)

    def _hall(self, label: Label) -> Iterator[Try]:
        """Between the walls of a hall in one line or two, and a little smaller where it must be."""
        line = [self.pen.at(p.x, p.y) for p in label.along]
        middle, room = ((line[0][0] + line[-1][0]) / 2, line[0][1]), length_of(line)
        two = in_two(label.name, least=0)
        for share in HALLS[1 if self.view.is_distant else 0 :]:
            size = share * TEXT * self.view.scale
            for words in ((label.name,), two) if two else ((label.name,),):
                if max(width_of(text, size) for text in words) <= room:
                    yield self.hand.straight(words, middle, size, "hall", rank=HALLS[0] - share)


def _weight_of(feature: Feature, place: Place | None, view: View) -> int:
    """How much the name of a wood, a river or a range matters; a base most."""
    if place is not None and place.is_base:
        return 110
    if feature.kind == "sea":
        return 87
    if place is not None:
        # A pass is written before the range that it leads over: the range is long.
        return 58 if feature.is_area and feature.kind != "mountain" else 62
    if feature.kind == "mountain":
        return 72 if view.is_distant else 60  # from afar one looks for a range, not for its gates
    return CROSSING if feature.kind == "shallows" else 40

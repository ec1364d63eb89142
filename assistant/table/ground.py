"""The ground of a table as shapes: what lies at a point, what a path leads over, where places are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import CROSSINGS, FLOOR, LAYERS, Feature, Footprint, GroundKind, Sheet
from assistant.table.curves import band, curve

WALL_WIDTH = Mil(300)
GATE_REACH = Mil(700)
WOBBLE = {
    "sea": Mil(750), "lake": Mil(400), "woods": Mil(650), "marsh": Mil(550), "hills": Mil(550),
    "rocky": Mil(450), "rough": Mil(450), "sand": Mil(450), "mountain": Mil(500), "river": Mil(480),
    "stream": Mil(480), "island": Mil(100),
}  # fmt: skip
"""How far the edge of each kind strays from the curve through its points."""

CROSSED = ("river", "stream")
THIN = LAYERS["river"]
STEPS_KEPT = 1 << 14

_Cut = tuple[float, float, GroundKind, str, tuple[str, ...]]
"""From where to where on a straight stretch, the ground, its feature, and the places it lies in."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a path over one kind of ground, and the places it lies in."""

    kind: GroundKind
    length: Mil
    feature: str = ""
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cover:
    """One shape that has a say about what lies at a point."""

    layer: int
    order: int
    kind: GroundKind
    feature: str
    shape: BaseGeometry


class Ground:
    """The shapes of one sheet; built once, asked often."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.area = box(0, 0, sheet.width, sheet.height)
        self._shapes = {one.id: shape_of(one) for one in sheet.features if one.kind not in CROSSINGS}
        self._footprints = {
            id: self._footprint(one).intersection(self.area) for id, one in sheet.footprints.items()
        }
        covers = sorted(self._covers(), key=lambda cover: (cover.layer, cover.order))
        self.covers = [cover for cover in covers if not cover.shape.is_empty]
        self._tree = shapely.STRtree([cover.shape for cover in self.covers])
        self._places = list(self._footprints)
        self._closed: dict[frozenset[GroundKind], BaseGeometry] = {}
        self._keepers: dict[str, str] | None = None
        self._nearness: dict[tuple[str, tuple[str, ...], int, tuple[str, ...]], bool | None] = {}
        self._place_tree = shapely.STRtree(list(self._footprints.values()))
        # Ways are found on a net, and its steps belong to many of them.
        self._cuts = lru_cache(maxsize=STEPS_KEPT)(self._cut)

    def _covers(self) -> Iterator[_Cover]:
        """Everything laid out here in the order of the file, cut off at the edge of the table."""
        rivers = [self._shapes[one.id] for one in self.sheet.features if one.kind in CROSSED]
        heights = [self._shapes[one.id] for one in self.sheet.features if one.kind == "mountain"]
        for order, one in enumerate(self.sheet.features):
            shape = self._crossing(one, rivers) if one.kind in CROSSINGS else self._shapes[one.id]
            if one.kind == "path":
                shape = shape.intersection(shapely.union_all(heights))
            yield _Cover(LAYERS[one.kind], order, one.kind, one.id, shape.intersection(self.area))
        for place in self.sheet.footprints.values():
            yield from self._built(place)

    def _crossing(self, one: Feature, rivers: Sequence[BaseGeometry]) -> BaseGeometry:
        """The water within reach of the points of a crossing."""
        reach = (one.widths[0] if one.widths else Mil(1500)) / 2
        line = [(p.x, p.y) for p in one.points]
        near = (LineString(line) if len(line) > 1 else shapely.Point(line[0])).buffer(reach)
        return shapely.union_all([near.intersection(river) for river in rivers])

    def _built(self, place: Footprint) -> Iterator[_Cover]:
        """Floor, walls, gates and tower of a place."""
        inside = self._footprints[place.place]
        floor = place.floor or ("clear" if place.has_walls else None)
        if floor:
            yield _Cover(FLOOR, 0, floor, "", inside)
        if place.has_walls:
            wall = inside.boundary.buffer(WALL_WIDTH / 2)
            yield _Cover(LAYERS["wall"], 0, "wall", place.place, wall)
            for gate in place.gates:
                yield _Cover(
                    LAYERS["gate"], 0, "gate", place.place,
                    wall.intersection(shapely.Point(gate.x, gate.y).buffer(GATE_REACH)),
                )  # fmt: skip
        if place.tower:
            tower = shapely.Point(place.tower.x, place.tower.y).buffer(place.tower_radius)
            yield _Cover(LAYERS["tower"], 0, "tower", place.place, tower)

    def _footprint(self, one: Footprint) -> BaseGeometry:
        if one.near:
            return self._footprint(self.sheet.footprints[one.near]).buffer(one.radius)
        if one.feature:
            return self._shapes[one.feature]
        if one.at:
            return shapely.Point(one.at.x, one.at.y).buffer(one.radius, quad_segs=24)
        return enclosed(curve(one.points, closed=True))

    def is_on(self, point: Point) -> bool:
        """Whether a point lies on this table at all."""
        return 0 <= point.x <= self.sheet.width and 0 <= point.y <= self.sheet.height

    def kind_at(self, point: Point) -> GroundKind:
        """What lies at a point: of all that covers it the highest, and clear ground where nothing does."""
        found = self._tree.query(shapely.Point(point.x, point.y), predicate="intersects")
        return self.covers[int(found.max())].kind if len(found) else "clear"

    def feature_at(self, point: Point) -> str:
        """The feature that counts at a point; none on clear ground."""
        found = self._tree.query(shapely.Point(point.x, point.y), predicate="intersects")
        return self.covers[int(found.max())].feature if len(found) else ""

    def closed(self, kinds: frozenset[GroundKind]) -> BaseGeometry:
        """All ground of these kinds that nothing above it opens."""
        key = frozenset(kinds)
        if key not in self._closed:
            self._closed[key] = self.closed_in(kinds, self.area.bounds)
            shapely.prepare(self._closed[key])
        return self._closed[key]

    def closed_in(
        self, kinds: frozenset[GroundKind], corners: tuple[float, float, float, float]
    ) -> BaseGeometry:
        """The same between two corners only, which is quickly told."""
        west, south, east, north = corners
        shape: BaseGeometry = Polygon()
        for cover in self.covers:
            low_x, low_y, high_x, high_y = cover.shape.bounds
            if low_x > east or high_x < west or low_y > north or high_y < south:
                continue
            here = shapely.clip_by_rect(cover.shape, *corners)
            shape = shape.union(here) if cover.kind in kinds else shape.difference(here)
        return shape

    def highest(self, xs: np.ndarray, ys: np.ndarray, *, thicken: int = 0) -> np.ndarray:
        """For many points at once the number of the cover that counts, -1 for clear ground.

        With `thicken` thin things such as walls and streams are wider, so that no coarse grid slips through.
        """
        top = np.full(len(xs), -1, dtype=np.int16)
        for number, cover in enumerate(self.covers):
            shape = cover.shape.buffer(thicken) if thicken and cover.layer >= THIN else cover.shape
            west, south, east, north = shape.bounds
            near = np.flatnonzero((xs >= west) & (xs <= east) & (ys >= south) & (ys <= north))
            shapely.prepare(shape)
            top[near[shapely.intersects_xy(shape, xs[near], ys[near])]] = number
        return top

    def places_at(self, point: Point) -> tuple[str, ...]:
        """The places and spots whose footprint a point lies in, in the order of the file."""
        found = self._place_tree.query(shapely.Point(point.x, point.y), predicate="intersects")
        return tuple(self._places[int(number)] for number in sorted(found))

    def gate_keepers(self) -> Mapping[str, str]:
        """For every gate, by its feature, the place it belongs to: the smallest it lies in."""
        if self._keepers is None:
            self._keepers = {id: id for id, one in self.sheet.footprints.items() if one.gates}
            for one in self.sheet.features:
                around = [
                    (shape.area, id)
                    for id, shape in self._footprints.items()
                    if one.kind == "gate" and shape.intersects(self._shapes[one.id])
                ]
                if around:
                    self._keepers[one.id] = min(around)[1]
        return self._keepers

    def footprint(self, place: str) -> BaseGeometry:
        """The ground of a place; nothing if it does not lie here."""
        return self._footprints.get(place, Polygon())

    def shape(self, feature: str) -> BaseGeometry:
        """The ground of a feature, over the edge of the table too."""
        return self._shapes.get(feature, Polygon())

    def gap(self, a: str, b: str) -> Mil:
        """How far two places lie apart, edge to edge, rounded down."""
        return Mil(math.floor(self.footprint(a).distance(self.footprint(b))))

    def between(self, a: str, b: str) -> tuple[Point, Point]:
        """Where two places lie nearest to one another: a spot on the edge of each."""
        near = shapely.get_coordinates(shapely.shortest_line(self.footprint(a), self.footprint(b)))
        start, end = (Point(Mil(round(x)), Mil(round(y))) for x, y in near)
        return start, end

    def corners(self, place: str) -> tuple[Point, Point]:
        """The south-west and the north-east corner of the ground of a place."""
        west, south, east, north = self.footprint(place).bounds
        return Point(Mil(round(west)), Mil(round(south))), Point(Mil(round(east)), Mil(round(north)))

    def is_inside(self, place: str, region: str) -> bool:
        """Whether all of a place lies in another."""
        return self.footprint(region).covers(self.footprint(place))

    def gap_to(self, point: Point, place: str) -> Mil:
        """How far a point lies from a place, 0 inside, rounded down."""
        return Mil(math.floor(self.footprint(place).distance(shapely.Point(point.x, point.y))))

    def gap_to_walls(self, point: Point, place: str) -> Mil | None:
        """How far a point lies from the walls and gates of a place, rounded down; nothing if it has none."""
        home = self.footprint(place)
        shapes = [one.shape for one in self.covers if one.kind in ("wall", "gate") and one.feature == place]
        shapes += [
            shape
            for one in self.sheet.features
            if one.kind in ("wall", "gate") and (shape := self._shapes[one.id]).intersects(home)
        ]
        at = shapely.Point(point.x, point.y)
        return Mil(math.floor(min(shape.distance(at) for shape in shapes))) if shapes else None

    def gap_to_ships(self, point: Point) -> Mil | None:
        """How far a point lies from water that ships sail, rounded down; nothing where there is none."""
        at = shapely.Point(point.x, point.y)
        seas = [self._shapes[one.id] for one in self.sheet.features if one.is_navigable]
        return Mil(math.floor(min(sea.distance(at) for sea in seas))) if seas else None

    def is_near(self, place: str, homes: Sequence[str], reach: int, beyond: Sequence[str]) -> bool | None:
        """Whether all of a place lies so near to any of these, on their side of rivers; None if a part."""
        asked = (place, tuple(homes), reach, tuple(beyond))
        if asked not in self._nearness:
            self._nearness[asked] = self._is_near(*asked)
        return self._nearness[asked]

    def _is_near(
        self, place: str, homes: tuple[str, ...], reach: int, beyond: tuple[str, ...]
    ) -> bool | None:
        here = self.footprint(place)
        close = [home for home in homes if self.footprint(home).distance(here) <= reach]
        if not close:
            return False
        dry = here.difference(shapely.union_all([self.shape(one) for one in beyond]))
        # A place that is all river has no bank of its own: the table sees on which side they are.
        banks = [bank for bank in shapely.get_parts(dry) if not bank.is_empty]
        found = {self._is_bank_near(bank, close, reach, beyond) for bank in banks}
        return found.pop() if len(found) == 1 else None

    def _is_bank_near(
        self, bank: BaseGeometry, homes: Sequence[str], reach: int, beyond: Sequence[str]
    ) -> bool | None:
        """The same of ground that no river cuts; None where the distance runs through it."""
        middle = bank.representative_point()
        at = Point(Mil(round(middle.x)), Mil(round(middle.y)))
        this_side = [self.footprint(home) for home in homes if not self.is_parted(at, home, beyond)]
        if all(home.distance(bank) > reach for home in this_side):
            return False
        return shapely.union_all([home.buffer(reach) for home in this_side]).covers(bank) or None

    def is_parted(self, point: Point, place: str, features: Sequence[str]) -> bool:
        """Whether one of these features lies between a point and a place, as the crow flies."""
        home = self.footprint(place)
        if home.is_empty:
            return False
        middle = home.representative_point()
        flight = LineString([(point.x, point.y), (middle.x, middle.y)])
        return any(self.shape(one).intersects(flight) for one in features)

    def pieces(self, path: Sequence[Point]) -> tuple[Piece, ...]:
        """A path cut where the ground or the place changes; the lengths add up to the path's own."""
        found: list[Piece] = []
        gone, told = 0.0, 0
        for a, b in pairwise(path):
            length = math.hypot(b.x - a.x, b.y - a.y)
            for start, end, kind, feature, places in self._cuts(a, b, length):
                upto = round(gone + end)
                piece = Piece(kind, Mil(upto - told), feature, places)
                told = upto
                last = found[-1] if found else None
                if last and (last.kind, last.feature, last.places) == (kind, feature, places):
                    found[-1] = Piece(kind, Mil(last.length + piece.length), feature, places)
                elif piece.length or end > start:
                    found.append(piece)
            gone += length
        return tuple(found)

    def _cut(self, a: Point, b: Point, length: float) -> tuple[_Cut, ...]:
        """One straight stretch: where each shape begins and ends on it, and who has the say between."""
        return tuple(self._cut_up(a, b, length)) if length else ()

    def _cut_up(self, a: Point, b: Point, length: float) -> Iterator[_Cut]:
        line = LineString([(a.x, a.y), (b.x, b.y)])
        covers = [
            (number, spans)
            for number in sorted(map(int, self._tree.query(line, predicate="intersects")))
            if (spans := _spans(line, self.covers[number].shape, a))
        ]
        places = [
            (self._places[number], spans)
            for number in sorted(map(int, self._place_tree.query(line, predicate="intersects")))
            if (spans := _spans(line, self._footprints[self._places[number]], a))
        ]
        every = [spans for _, spans in covers] + [spans for _, spans in places]
        cuts = sorted(
            {0.0, length, *(t for spans in every for span in spans for t in span if 0 < t < length)}
        )
        for start, end in pairwise(cuts):
            middle = (start + end) / 2
            top = max((number for number, spans in covers if _within(middle, spans)), default=-1)
            inside = tuple(place for place, spans in places if _within(middle, spans))
            cover = self.covers[top] if top >= 0 else None
            yield start, end, cover.kind if cover else "clear", cover.feature if cover else "", inside


def _spans(line: LineString, shape: BaseGeometry, start: Point) -> list[tuple[float, float]]:
    """Where on a straight line a shape begins and ends, as distances from its start."""
    shared = line.intersection(shape)
    parts = shapely.get_parts(shared)
    found = []
    for part in parts:
        if part.length:
            ends = [math.hypot(x - start.x, y - start.y) for x, y in part.coords]
            found.append((min(ends), max(ends)))
    return found


def _within(t: float, spans: Sequence[tuple[float, float]]) -> bool:
    return any(low <= t <= high for low, high in spans)


def shape_of(one: Feature) -> BaseGeometry:
    """A feature as a shape: the curve through its points, or the band along it."""
    if one.is_area:
        return enclosed(curve(one.points, closed=True, wobble=WOBBLE.get(one.kind, 0)))
    if len(set(one.points)) < 2:
        return Polygon()
    if one.kind in ("wall", "falls", "gate"):
        return LineString([(p.x, p.y) for p in one.points]).buffer(one.widths[0] / 2, cap_style="flat")
    return enclosed(band(curve(one.points, closed=False, wobble=line_wobble(one)), one.widths))


def line_wobble(one: Feature) -> Mil:
    """Rivers stray from their course; roads and passes are laid out."""
    return WOBBLE[one.kind] if one.kind in ("river", "stream") else Mil(0)


def enclosed(outline: Sequence[Point]) -> BaseGeometry:
    """What an outline encloses; one that crosses itself is mended: a map is drawn by hand."""
    if len(set(outline)) < 3:
        return Polygon()
    shape = Polygon([(p.x, p.y) for p in outline])
    mended = shape if shape.is_valid else shape.buffer(0)
    return mended if isinstance(mended, Polygon | MultiPolygon) else Polygon()


@cache
def ground(sheet: Sheet) -> Ground:
    """The ground of a sheet, built on first use."""
    return Ground(sheet)

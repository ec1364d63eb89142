"""Shapes of the ground as lines to draw: outlines, shore lines, and where trees and peaks would stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import Feature
from assistant.table.curves import curve, speck
from assistant.table.ground import Ground, line_wobble

Line = tuple[tuple[float, float], ...]
Shape = BaseGeometry
"""What a drawing hands on without looking into it."""
TOLERANCE = 14
GAP_IN_RANKS = 6_000_000
"""Square mils: a hole that so many would fill who are missing in the ranks, half a dozen bases."""
FAR = 4000
"""No base with its margin reaches further than this."""
NOTHING: BaseGeometry = Polygon()


@lru_cache(maxsize=1024)
def centre_line(one: Feature) -> Line:
    """The course of a road or river as it is measured."""
    if one.is_area or len(one.points) < 2:
        return tuple((p.x, p.y) for p in one.points)
    return tuple((p.x, p.y) for p in curve(one.points, closed=False, wobble=line_wobble(one)))


def crest(one: Feature, step: int, keep_off: BaseGeometry) -> list[Point]:
    """Points at even steps along a ridge from its beginning to its end, off what must stay free."""
    course = shapely.LineString(centre_line(one))
    count = max(1, round(course.length / step))
    spots = [course.interpolate((n + 0.5) / count, normalized=True) for n in range(count)]
    return [Point(Mil(round(at.x)), Mil(round(at.y))) for at in spots if not keep_off.contains(at)]


def rings(shape: BaseGeometry, tolerance: float = TOLERANCE) -> tuple[Line, ...]:
    """The closed outlines of a shape, its holes too, with no more points than the eye needs."""
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon) and not part.is_empty]
    every = [ring for part in parts for ring in (part.exterior, *part.interiors)]
    return tuple(_line(ring.simplify(tolerance)) for ring in every)


def lines(shape: BaseGeometry, tolerance: float = TOLERANCE) -> tuple[Line, ...]:
    """The open lines of a shape."""
    parts = shapely.get_parts(shapely.line_merge(shape) if shape.geom_type == "MultiLineString" else shape)
    return tuple(_line(part.simplify(tolerance)) for part in parts if part.length > 4 * tolerance)


def _line(shape: BaseGeometry) -> Line:
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(shape))


@lru_cache(maxsize=16)
def _heights(ground: Ground) -> BaseGeometry:
    found = shapely.union_all(
        [ground.shape(one.id) for one in ground.sheet.features if one.kind == "mountain"]
    )
    shapely.prepare(found)
    return found


def range_between(ground: Ground, start: tuple[float, float], end: tuple[float, float]) -> float:
    """How many mils of mountains lie between two spots; none for one who begins among them."""
    heights = _heights(ground)
    if heights.contains(shapely.Point(start)):
        return 0.0
    return float(LineString((start, end)).intersection(heights).length)


def joined(ground: Ground, features: Iterable[Feature]) -> BaseGeometry:
    """Several features as one shape, cut off at the edge of the table."""
    return shapely.union_all([ground.shape(one.id) for one in features]).intersection(ground.area)


def shore_lines(ground: Ground, feature: str, offsets: Sequence[int]) -> tuple[tuple[Line, ...], ...]:
    """Lines along a coast, out on the water, one group for each distance from the shore."""
    shape = ground.shape(feature)
    found = []
    for offset in offsets:
        shore = shape.buffer(-offset).boundary.intersection(ground.area.buffer(-40))
        found.append(lines(shore, 40))
    return tuple(found)


def free_of(shape: BaseGeometry, circles: Sequence[tuple[Point, float]], margin: int = 300) -> BaseGeometry:
    """What is left of a shape when round bases stand on it, with a margin around them."""
    west, south, east, north = shape.bounds if not shape.is_empty else (0.0, 0.0, 0.0, 0.0)
    near = [
        (at, radius)
        for at, radius in circles
        if west - FAR < at.x < east + FAR and south - FAR < at.y < north + FAR
    ]
    return shape.difference(discs(near, margin)) if near else shape


def corners_around(shape: BaseGeometry, margin: int) -> tuple[float, float, float, float]:
    """West, south, east and north of a shape with a margin, and of everyone who might reach into that."""
    west, south, east, north = shape.buffer(margin).bounds
    return west - FAR, south - FAR, east + FAR, north + FAR


def discs(circles: Sequence[tuple[Point, float]], margin: float, corners: int = 4) -> BaseGeometry:
    """Round bases with a margin, as one shape."""
    spots = shapely.points([(at.x, at.y) for at, _ in circles])
    radii = np.array([radius for _, radius in circles]) + margin
    return shapely.union_all(shapely.buffer(spots, radii, quad_segs=corners))


def strewn(
    shape: BaseGeometry,
    spacing: tuple[int, int],
    *,
    jitter: float,
    keep_off: BaseGeometry,
    margin: int,
    salt: int,
) -> list[Point]:
    """Spots strewn over a shape in loose rows, off what must stay free, from north to south."""
    inner = shape.buffer(-margin).difference(keep_off)
    if inner.is_empty:
        return []
    west, south, east, north = (int(bound) for bound in inner.bounds)
    dx, dy = spacing
    rows = range(south // dy, north // dy + 1)
    spots = [
        (
            (column + (row % 2) / 2 + jitter * speck(column, row, salt)) * dx,
            (row + jitter * speck(column, row, salt + 1)) * dy,
        )
        for row in rows
        for column in range(west // dx, east // dx + 1)
    ]
    at = np.array(spots)
    shapely.prepare(inner)
    inside = at[shapely.contains_xy(inner, at[:, 0], at[:, 1])]
    order = np.argsort(-inside[:, 1], kind="stable")
    return [Point(Mil(round(x)), Mil(round(y))) for x, y in inside[order]]


def depth(shape: BaseGeometry, spots: Sequence[Point]) -> list[float]:
    """How far inside a shape each spot lies, in mils."""
    edge = shape.boundary
    points = shapely.points([(spot.x, spot.y) for spot in spots])
    return [float(one) for one in np.atleast_1d(shapely.distance(edge, points))]


def corridors(ground: Ground, kinds: frozenset[str], margin: int) -> BaseGeometry:
    """Everything of these kinds with a margin, for trees and peaks to keep off."""
    found = [cover.shape.buffer(margin) for cover in ground.covers if cover.kind in kinds]
    return shapely.union_all(found) if found else Polygon()


def footprints(ground: Ground, places: Iterable[str], margin: int) -> BaseGeometry:
    """The ground of several places with a margin."""
    found = [ground.footprint(place).buffer(margin) for place in places]
    return shapely.union_all(found) if found else Polygon()


def around(circles: Sequence[tuple[Point, float]], margin: int) -> BaseGeometry:
    """A soft outline around round bases: out by the margin and half of it back, so that hollows fill."""
    return _without_gaps(discs(circles, 2 * margin, 6).buffer(-margin, quad_segs=6))


def _without_gaps(shape: BaseGeometry) -> BaseGeometry:
    """A shape without its small holes: a gap in the ranks is not worth a line, a place besieged is."""
    parts = [
        Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area > GAP_IN_RANKS])
        for part in shapely.get_parts(shape)
        if isinstance(part, Polygon)
    ]
    return shapely.union_all(parts)


def between(
    ones: Sequence[tuple[Point, float]], others: Sequence[tuple[Point, float]], wide: int
) -> BaseGeometry:
    """The seam between two groups of bases: what both claim, or the shortest line from one to the other."""
    one, other = discs(ones, 0, 6), discs(others, 0, 6)
    shared = one.buffer(wide).intersection(other.buffer(wide))
    return shared if not shared.is_empty else shapely.shortest_line(one, other).buffer(wide / 4)


def together(shapes: Sequence[BaseGeometry]) -> BaseGeometry:
    """Several shapes as one."""
    return shapely.union_all(shapes) if shapes else NOTHING


def steps_inward(shape: BaseGeometry, depths: Sequence[int]) -> tuple[BaseGeometry, ...]:
    """A shape drawn in by each depth, its corners rounded, as contour lines climb a slope."""
    return tuple(shape.buffer(-depth).buffer(-depth / 3).buffer(depth / 3) for depth in depths)


def hatched(shape: BaseGeometry, gap: int) -> tuple[Line, ...]:
    """Strokes across a shape from south-west to north-east, as an engraver shows solid rock."""
    west, south, east, north = shape.bounds if not shape.is_empty else (0.0, 0.0, 0.0, 0.0)
    high = north - south
    starts = np.arange(west - high, east, gap)
    strokes = shapely.linestrings([[(x, south), (x + high, north)] for x in starts]) if len(starts) else []
    return tuple(line for part in strokes for line in lines(part.intersection(shape)))


def reach_of(circles: Sequence[tuple[Point, float]], reach: int) -> BaseGeometry:
    """All that lies within reach of any of the bases."""
    return discs(circles, reach, 12)


def offset_line(line: Line, by: float) -> Line:
    """A line beside another, to write a name along."""
    moved = LineString(line).offset_curve(by)
    parts = [part for part in shapely.get_parts(moved) if part.length]
    if not parts:
        return line
    return _line(max(parts, key=lambda part: float(part.length)).simplify(60))

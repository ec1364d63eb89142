"""The tables as a net of spots and steps between them: a lattice over the ground, every road and pass."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import get_args

import numpy as np
import shapely

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import AreaKind, Atlas, CrossingKind, GroundKind, LineKind, Link, Sheet
from assistant.table.ground import ground
from assistant.table.outlines import Line, centre_line

GRAIN = 250
"""Mils between two spots at which the ground is looked at."""
STEP = 3
"""Grains between two spots of the lattice."""
MESH = GRAIN * STEP
THICKER = 60
ALONG = 600
"""Mils between two spots of a road."""
STRIDES = ((1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2))
LOOKS = 7
KINDS: tuple[GroundKind, ...] = (
    *get_args(AreaKind), *get_args(LineKind), *get_args(CrossingKind), "tower",
)  # fmt: skip
CODE = {kind: number for number, kind in enumerate(KINDS)}

Ints = np.ndarray
Floats = np.ndarray


def bits(kinds: Iterable[GroundKind]) -> int:
    """Kinds of ground as one number, a bit for each."""
    return sum(1 << CODE[kind] for kind in kinds)


@dataclass(frozen=True)
class _Part:
    """The spots and steps of one sheet, numbered from 0."""

    xs: Floats
    ys: Floats
    starts: Ints
    ends: Ints
    lengths: Floats
    under: Ints
    """The kinds of ground each step leads over, a bit for each."""
    stands: Ints
    """The kind of ground at each spot, likewise."""
    lattice: tuple[int, int]
    """Rows and columns of the lattice, whose spots come first, row by row."""


class Net:
    """Spots of all sheets, and the steps between them with the kinds of ground they lead over."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.first: dict[str, int] = {}
        self.lattice: dict[str, tuple[int, int]] = {}
        parts = []
        count = 0
        for id, sheet in atlas.sheets.items():
            part = _part(sheet)
            self.first[id] = count
            self.lattice[id] = part.lattice
            parts.append((count, part))
            count += len(part.xs)
        self.size = count
        self.xs = np.concatenate([part.xs for _, part in parts])
        self.ys = np.concatenate([part.ys for _, part in parts])
        starts = np.concatenate([part.starts + shift for shift, part in parts])
        ends = np.concatenate([part.ends + shift for shift, part in parts])
        lengths = np.concatenate([part.lengths for _, part in parts])
        under = np.concatenate([part.under for _, part in parts])
        self.stands = np.concatenate([part.stands for _, part in parts])
        over = [pair for link in atlas.links for pair in self._over(link)]
        if over:
            a, b = np.array(over).T
            starts, ends = np.concatenate([starts, a]), np.concatenate([ends, b])
            lengths = np.concatenate([lengths, np.full(len(a), float(MESH))])
            under = np.concatenate([under, np.full(len(a), bits({"clear"}), dtype=np.uint32)])
        order = np.argsort(np.concatenate([starts, ends]), kind="stable")
        self.starts = np.concatenate([starts, ends])[order]
        self.ends = np.concatenate([ends, starts])[order]
        self.lengths = np.concatenate([lengths, lengths])[order]
        self.under = np.concatenate([under, under])[order]
        self.offsets = np.searchsorted(self.starts, np.arange(self.size + 1))

    def _over(self, link: Link) -> list[tuple[int, int]]:
        """The steps of a link: spot to spot, or from every spot of an edge to the one across."""
        if link.start == link.end:
            return [(self.nearest(link.table, link.start), self.nearest(link.to, link.to_start))]
        long = max(abs(link.end.x - link.start.x), abs(link.end.y - link.start.y))
        found = []
        for n in range(round(long / MESH) + 1):
            share = min(n * MESH / long, 1.0)
            here, there = _between(link.start, link.end, share), _between(link.to_start, link.to_end, share)
            found.append((self.nearest(link.table, here), self.nearest(link.to, there)))
        return list(dict.fromkeys(found))

    def span(self, sheet: str) -> slice:
        """Where the spots of a sheet stand in the arrays."""
        ids = list(self.first)
        number = ids.index(sheet)
        end = self.first[ids[number + 1]] if number + 1 < len(ids) else self.size
        return slice(self.first[sheet], end)

    def sheet_of(self, spot: int) -> str:
        """The sheet a spot lies on."""
        return [id for id, first in self.first.items() if first <= spot][-1]

    def nearest(self, sheet: str, point: Point) -> int:
        """The spot of a sheet that lies nearest to a point."""
        part = self.span(sheet)
        far = (self.xs[part] - point.x) ** 2 + (self.ys[part] - point.y) ** 2
        return int(part.start + np.argmin(far))

    @cached_property
    def _within(self) -> dict[tuple[str, int], Ints]:
        return {}

    def within(self, place: str, reach: int) -> Ints:
        """The spots inside a place or within reach of it."""
        if (place, reach) not in self._within:
            sheet = self.atlas.sheet_of(place)
            found = np.array([], dtype=np.int64)
            if sheet is not None:
                part = self.span(sheet.id)
                shape = ground(sheet).footprint(place).buffer(reach)
                shapely.prepare(shape)
                inside = shapely.intersects_xy(shape, self.xs[part], self.ys[part])
                found = part.start + np.flatnonzero(inside)
            self._within[place, reach] = found
        return self._within[place, reach]


def _between(a: Point, b: Point, share: float) -> Point:
    return Point(Mil(round(a.x + (b.x - a.x) * share)), Mil(round(a.y + (b.y - a.y) * share)))


@lru_cache(maxsize=8)
def _part(sheet: Sheet) -> _Part:
    land = ground(sheet)
    wide, high = sheet.width // GRAIN + 1, sheet.height // GRAIN + 1
    gx, gy = np.meshgrid(np.arange(wide) * float(GRAIN), np.arange(high) * float(GRAIN))
    top = land.highest(gx.ravel(), gy.ravel(), thicken=THICKER)
    kinds = [bits({cover.kind}) for cover in land.covers]
    raster = np.array([*kinds, bits({"clear"})], dtype=np.uint32)[top].reshape(high, wide)
    columns, rows = (wide - 1) // STEP + 1, (high - 1) // STEP + 1
    across, up = np.meshgrid(np.arange(columns), np.arange(rows))
    xs, ys = (across * MESH).ravel().astype(float), (up * MESH).ravel().astype(float)
    steps = [_lattice(raster, columns, rows, dx, dy) for dx, dy in STRIDES]
    roads = [centre_line(one) for one in sheet.features if one.kind in ("road", "path")]
    for line in roads:
        at = _evenly(line, sheet)
        if len(at) > 1:
            first = len(xs)
            xs, ys = np.concatenate([xs, at[:, 0]]), np.concatenate([ys, at[:, 1]])
            own = np.arange(first, first + len(at))
            steps.append(_straight(raster, xs, ys, own[:-1], own[1:]))
            steps.append(_joins(raster, xs, ys, own, columns, rows))
    starts, ends, lengths, under = (np.concatenate(found) for found in zip(*steps, strict=True))
    return _Part(xs, ys, starts, ends, lengths, under, _look(raster, xs, ys), (rows, columns))


Steps = tuple[Ints, Ints, Floats, Ints]


def _lattice(raster: Ints, columns: int, rows: int, dx: int, dy: int) -> Steps:
    """All steps of one direction and length."""
    grid = np.meshgrid(np.arange(columns - dx), np.arange(max(0, -dy), rows - max(0, dy)), indexing="ij")
    across, up = (one.ravel() for one in grid)
    under = np.zeros(len(across), dtype=np.uint32)
    for n in range(LOOKS):
        share = n / (LOOKS - 1)
        under |= raster[up * STEP + round(dy * STEP * share), across * STEP + round(dx * STEP * share)]
    length = np.full(len(across), MESH * float(np.hypot(dx, dy)))
    return up * columns + across, (up + dy) * columns + across + dx, length, under


def _look(raster: Ints, xs: Floats, ys: Floats) -> Ints:
    """What lies at spots that need not be on the raster."""
    column, row = np.rint(xs / GRAIN).astype(int), np.rint(ys / GRAIN).astype(int)
    found: Ints = raster[np.clip(row, 0, raster.shape[0] - 1), np.clip(column, 0, raster.shape[1] - 1)]
    return found


def _straight(raster: Ints, xs: Floats, ys: Floats, a: Ints, b: Ints) -> Steps:
    """Steps from spots to spots, looked at along the way."""
    under = np.zeros(len(a), dtype=np.uint32)
    for n in range(LOOKS):
        share = n / (LOOKS - 1)
        under |= _look(raster, xs[a] + (xs[b] - xs[a]) * share, ys[a] + (ys[b] - ys[a]) * share)
    return a, b, np.hypot(xs[b] - xs[a], ys[b] - ys[a]), under


def _joins(raster: Ints, xs: Floats, ys: Floats, own: Ints, columns: int, rows: int) -> Steps:
    """From each spot of a road to the lattice around it."""
    near_x, near_y = np.floor(xs[own] / MESH).astype(int), np.floor(ys[own] / MESH).astype(int)
    pairs = []
    for dx in (-1, 0, 1, 2):
        for dy in (-1, 0, 1, 2):
            x, y = near_x + dx, near_y + dy
            there = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
            pairs.append((own[there], (y * columns + x)[there]))
    a, b = (np.concatenate(found) for found in zip(*pairs, strict=True))
    return _straight(raster, xs, ys, a, b)


def _evenly(line: Line, sheet: Sheet) -> Floats:
    """Spots along a line at even steps, as far as they lie on the table."""
    course = shapely.LineString(line)
    count = max(1, round(course.length / ALONG))
    at = shapely.get_coordinates(
        shapely.line_interpolate_point(course, np.linspace(0, 1, count + 1), normalized=True)
    )
    on = (at[:, 0] >= 0) & (at[:, 0] <= sheet.width) & (at[:, 1] >= 0) & (at[:, 1] <= sheet.height)
    return np.asarray(at[on])


@cache
def net(atlas: Atlas) -> Net:
    """The net of all sheets, made on first use."""
    return Net(atlas)

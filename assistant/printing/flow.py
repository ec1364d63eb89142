"""Pouring units into the columns of pages: what must stay together stays, and columns come out even."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice, pairwise
from math import inf
from typing import NamedTuple

from assistant.printing.measure import DIVIDER, Type
from assistant.printing.placed import Bookmark, Piece, Placed
from assistant.printing.units import Gap, Unit

Tear = Callable[[Unit, Type, float], tuple[Unit, ...]]

COLUMN_GAP = 14.0
TORN_SECTION, TORN_TEXT = 30.0, 60.0
SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Frame:
    """Where sections may stand on one side: its place, and how many columns it has."""

    x: float
    y: float
    w: float
    h: float
    columns: int

    def width(self, wide: bool) -> float:
        """How wide something may be that takes the whole frame, or one column of it."""
        return self.w if wide else (self.w - COLUMN_GAP * (self.columns - 1)) / self.columns


class Atom(NamedTuple):
    """Units that stay together, with their height, the gap before them, and the head they repeat."""

    units: tuple[Unit, ...]
    height: float
    gap: float
    head: float

    @property
    def wide(self) -> bool:
        return self.units[0].wide


class Poured(NamedTuple):
    """What stands on one side."""

    items: tuple[Placed, ...]
    bookmarks: tuple[Bookmark, ...]


class Setting:
    """One type size: measures units once for each width."""

    def __init__(self, type_: Type) -> None:
        self.type = type_
        self._gaps: dict[Gap, float] = {
            "section": type_.before_section,
            "block": type_.before_block,
            "none": 0.0,
        }
        self._pieces: dict[tuple[Unit, float], Piece] = {}
        self._torn: dict[tuple[Unit, float], tuple[Unit, ...]] = {}
        self._atoms: dict[tuple[tuple[Unit, ...], float], Atom] = {}

    def piece(self, unit: Unit, width: float) -> Piece:
        """The unit at this size and width."""
        key = (unit, width)
        found = self._pieces.get(key)
        if found is None:
            found = self._pieces[key] = unit.make(self.type, width)
        return found

    def torn(self, unit: Unit, width: float, tear: Tear) -> tuple[Unit, ...]:
        """The lines of a paragraph, the same ones each time it is torn at this width."""
        key = (unit, width)
        found = self._torn.get(key)
        if found is None:
            found = self._torn[key] = tear(unit, self.type, width)
        return found

    def gap(self, unit: Unit) -> float:
        """The white above a unit that does not begin a column."""
        return self._gaps[unit.gap]

    def atom(self, units: tuple[Unit, ...], width: float) -> Atom:
        """Units as one atom."""
        key = (units, width)
        found = self._atoms.get(key)
        if found is None:
            found = self._atoms[key] = self._atom(units, width)
        return found

    def _atom(self, units: tuple[Unit, ...], width: float) -> Atom:
        height = sum(self.piece(unit, width).height + self.gap(unit) for unit in units)
        first = units[0]
        head = self.piece(first.head, width).height if first.head else 0.0
        return Atom(units, height - self.gap(first), self.gap(first), head)


def pour(groups: Sequence[tuple[Unit, ...]], frame: Frame, setting: Setting) -> tuple[int, list[Band]]:
    """Fill one side from the start of the groups: how many it took, and its bands from the top down."""
    bands: list[Band] = []
    taken, y = 0, 0.0
    while taken < len(groups):
        columns = 1 if groups[taken][0].wide else frame.columns
        run = _run(groups, taken, columns * (frame.h - y), frame, setting)
        gap = run[0].gap if bands else 0.0
        room = frame.h - y - gap
        fits = fill(run, columns, room)[-1]
        if not fits:
            break
        ends = even(run[:fits], columns, room)
        band = Band(y + gap, tuple(tuple(run[a:b]) for a, b in pairwise([0, *ends])))
        bands.append(band)
        y = band.y + band.depth
        taken += fits
        if fits < len(run):
            break
    return _without_loose_end(groups, taken, bands)


def _is_torn(one: Atom, other: Atom) -> bool:
    part = other.units[0].part_of
    return part is not None and part is one.units[-1].part_of


def _without_loose_end(
    groups: Sequence[tuple[Unit, ...]], taken: int, bands: list[Band]
) -> tuple[int, list[Band]]:
    """Leave for the next side what should not end this one, unless nothing else would stand here."""
    while 1 < taken < len(groups) and groups[taken - 1][-1].with_next:
        taken -= 1
        *full, last = bands[-1].columns
        while not last:
            *full, last = full
        columns = (*full, last[:-1])
        bands = [*bands[:-1], Band(bands[-1].y, columns)] if any(columns) else bands[:-1]
    return taken, bands


def _run(
    groups: Sequence[tuple[Unit, ...]], start: int, most: float, frame: Frame, setting: Setting
) -> list[Atom]:
    """Neighbours of one width as atoms, and no more of them than could possibly find room."""
    wide = groups[start][0].wide
    run: list[Atom] = []
    height = 0.0
    for units in islice(groups, start, None):
        if units[0].wide != wide or height > most:
            break
        run.append(setting.atom(units, frame.width(wide)))
        height += run[-1].height
    return run


class Band(NamedTuple):
    """A stretch of a side: one wide column, or several narrow ones side by side."""

    y: float
    columns: tuple[tuple[Atom, ...], ...]

    @property
    def depth(self) -> float:
        return max((depth_of(column) for column in self.columns), default=0.0)

    @property
    def waste(self) -> float:
        """How much of its columns stays empty above its depth, as a length of the whole width."""
        return self.depth - sum(depth_of(column) for column in self.columns) / len(self.columns)

    @property
    def hollow(self) -> float:
        """How far its shortest column stays above its deepest."""
        return self.depth - min(map(depth_of, self.columns), default=0.0)

    @property
    def torn(self) -> float:
        """How many paragraphs go on from one of its columns in the next; sections count less."""
        return (
            sum(_tear(one[-1], other[0]) for one, other in pairwise(self.columns) if one and other)
            / TORN_TEXT
        )


def depth_of(column: Sequence[Atom]) -> float:
    """How deep a column goes, its first gap dropped and a head repeated where one is due."""
    if not column:
        return 0.0
    return sum(atom.height + atom.gap for atom in column) - column[0].gap + column[0].head


def fill(atoms: Sequence[Atom], columns: int, height: float) -> list[int]:
    """Where each column ends when filled to the brim in turn."""
    ends: list[int] = []
    at = 0
    for _ in range(columns):
        depth = 0.0
        top = True
        while at < len(atoms):
            atom = atoms[at]
            more = atom.height + (atom.head if top else atom.gap)
            if depth + more > height + SLACK:
                break
            depth += more
            top = False
            at += 1
        ends.append(at)
    return ends


def even(atoms: Sequence[Atom], columns: int, height: float) -> list[int]:
    """Where each column ends so that the deepest is as short as can be, and few sections are torn."""
    best = fill(atoms, columns, height)
    if columns == 1 or not atoms:
        return best
    sums = [0.0, *accumulate(atom.height + atom.gap for atom in atoms)]
    tops = [atom.head - atom.gap for atom in atoms]
    tears = [0.0, *(_tear(one, other) for one, other in pairwise(atoms))]
    last = len(atoms)

    @cache
    def parted(start: int, number: int) -> tuple[float, float, tuple[int, ...]]:
        """The deepest column, what tearing costs, and the ends, from here on in so many columns."""
        whole = sums[last] - sums[start] + tops[start] if start < last else 0.0
        if number == 1 or start == last:
            return whole, 0.0, (last,) * number
        found = (inf, 0.0, (last,) * number)
        for end in range(start + 1, last + 1):
            depth = sums[end] - sums[start] + tops[start]
            if depth > height + SLACK or depth > found[0] + found[1]:
                break
            deepest, torn, ends = parted(end, number - 1)
            deepest, torn = max(depth, deepest), torn + (tears[end] if end < last else 0.0)
            if deepest <= height + SLACK and deepest + torn < found[0] + found[1]:
                found = (deepest, torn, (end, *ends))
        return found

    deepest, _, ends = parted(0, columns)
    return list(ends) if deepest < inf else best


def _tear(one: Atom, other: Atom) -> float:
    """How much deeper columns may get before one section goes on in the next, or even one paragraph."""
    last, first = one.units[-1], other.units[0]
    if last.section != first.section:
        return 0.0
    return TORN_TEXT if _is_torn(one, other) else TORN_SECTION


def place(bands: Sequence[Band], frame: Frame, setting: Setting) -> Poured:
    """Bands as placed items in reading order, with the outline's entries."""
    items: list[Placed] = []
    bookmarks: list[Bookmark] = []
    for band in bands:
        for number, column in enumerate(band.columns):
            if not column:
                continue
            width = frame.width(column[0].wide)
            x, y = frame.x + number * (width + COLUMN_GAP), frame.y + band.y
            units = [unit for atom in column for unit in atom.units]
            if units[0].head:
                units.insert(0, units[0].head)
            for at, unit in enumerate(units):
                piece = setting.piece(unit, width)
                # A unit below a repeated head follows it as closely as it followed the row before.
                y += setting.gap(unit) if at else 0.0
                if unit.title:
                    bookmarks.append(Bookmark(1, unit.title, y))
                items.extend(_shown(piece.items(x, y), y == frame.y))
                y += piece.height
            while units[-1].extends and band is bands[-1] and y + piece.height <= frame.y + frame.h:
                items.extend(piece.items(x, y))
                y += piece.height
    return Poured(tuple(items), tuple(bookmarks))


def _shown(items: Sequence[Placed], top: bool) -> Sequence[Placed]:
    """What is drawn of a piece: a line that parts it from what is above divides nothing at the top."""
    return [item for item in items if item.weight != DIVIDER] if top else items

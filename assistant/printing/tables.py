"""Tables: fixed columns by their shares, a head that can be repeated, and rows parted by hairlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from assistant.printing.blocks import Column, Mark
from assistant.printing.fonts import Face, width
from assistant.printing.measure import (
    Type,
    beside_ticks,
    set_lines,
    set_ticks,
    tick_columns,
    ticks_height,
    ticks_width,
)
from assistant.printing.placed import HAIRLINE, Piece, Placed
from assistant.printing.wrap import Run, longest_word, number_of_lines, wrap

GUTTER = 7.0
"""White between two columns."""
ROUNDING = 0.01
SHORT = (7.0, 10.0, 13.0, 17.0)
"""Cells up to so many ems are spared from wrapping, where that saves lines."""
Cells = tuple[tuple[tuple[float, int], ...], ...]
Measured = tuple[tuple[float, ...], tuple[float, ...], Cells]
LONGEST = 12.0
"""A word wider than so many ems may be broken, so that it leaves room to its neighbours."""
PEN = 1e6
"""How much a column to write in would take, in ems."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A table with clean text, and what decides the widths of its columns."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    boxes: tuple[int, ...]
    needs: tuple[float, ...]
    """The widest word of each column, in ems."""
    wants: tuple[float, ...]
    """What each column would take to wrap nothing, in ems."""
    heights: tuple[float, ...] = ()
    """How high rows to write in are at least, in points, the last for all after it."""
    cells: Cells = ()
    """For each cell of each row, how wide it is in ems and on how many lines, if nothing is wrapped."""
    alike: Cells = ()
    """The same for the rows of all tables that are to look alike."""
    marks: tuple[Mark, ...] = ()
    """What stands in the boxes of each row already."""

    @staticmethod
    @lru_cache(maxsize=200)
    def of(
        columns: tuple[Column, ...],
        rows: tuple[tuple[str, ...], ...],
        boxes: tuple[int, ...],
        heights: tuple[float, ...] = (),
        alike: tuple[tuple[str, ...], ...] = (),
        marks: tuple[Mark, ...] = (),
    ) -> Grid:
        """A grid that knows what its columns need at least, and those of tables that are to look alike."""
        needs, wants, all_cells = _measured(columns, alike or rows)
        cells = _measured(columns, rows)[2] if alike else all_cells
        # A pen can use all the room there is.
        wants = (PEN,) * len(needs) if heights else wants
        return Grid(columns, rows, boxes, needs, wants, heights, cells, all_cells, marks)

    def lines(self, widths_: tuple[float, ...], size: float) -> int:
        """About how many lines all rows take in columns of these widths."""
        ems = [wide / size for wide in widths_]
        return sum(
            max((count - 1 + ceil(cell / em) for (cell, count), em in zip(row, ems, strict=False)), default=1)
            for row in self.alike
        )

    def least(self, at: int) -> float:
        """How high a row is however little stands in it."""
        return self.heights[min(at, len(self.heights) - 1)] if self.heights else 0.0

    def lines_of(self, at: int, widths_: tuple[float, ...], size: float) -> int:
        """How many lines a row takes in columns of these widths."""
        return max(
            (
                1
                if count == 1 and ems <= wide / size
                else number_of_lines((Run(cell, "regular"),), wide / size)
                for cell, (ems, count), wide in zip(self.rows[at], self.cells[at], widths_, strict=False)
            ),
            default=0,
        )


@lru_cache(maxsize=500)
def ticks_across(grid: Grid, room: float) -> int:
    """How many boxes stand side by side in the last column."""
    most = max(grid.boxes, default=0)
    return tick_columns(most, room * (0.45 if grid.columns else 1))


@lru_cache(maxsize=200)
def _measured(columns: tuple[Column, ...], rows: tuple[tuple[str, ...], ...]) -> Measured:
    """What columns need at least and want at most, and the widths of all cells, in ems."""
    cells = tuple(tuple((_widest_line(cell), cell.count("\n") + 1) for cell in row) for row in rows)
    needs = tuple(
        min(
            max(
                longest_word(column.title, "semibold"),
                *(longest_word(row[at], "regular") for row in rows if at < len(row)),
                0.8,
            ),
            LONGEST,
        )
        for at, column in enumerate(columns)
    )
    wants = tuple(
        max(need, *(row[at][0] for row in cells if at < len(row)), 0.0) for at, need in enumerate(needs)
    )
    return needs, wants, cells


def _widest_line(cell: str) -> float:
    return max((width(line, "regular") for line in cell.split("\n")), default=0.0)


@lru_cache(maxsize=500)
def widths(grid: Grid, size: float, room: float) -> tuple[float, ...]:
    """How wide each column's text may be: by share, but no word is broken while others have room."""
    ticks = ticks_width(ticks_across(grid, room))
    gutters = sum(_gutter(column) for column in grid.columns[1:]) + (GUTTER if ticks else 0.0)
    free = max(room - ticks - gutters, 1.0)
    shares = [max(column.share, 0.01) for column in grid.columns]
    needs = [need * size for need in grid.needs]
    wants = [want * size + ROUNDING for want in grid.wants]
    by_share = shared(shares, needs, wants, free)
    if grid.heights or sum(wants) <= free:
        return by_share
    # Rather one long cell wraps than many short ones.
    offers = [by_share]
    for short in SHORT:
        least = [want if want <= short * size else need for want, need in zip(wants, needs, strict=True)]
        if least not in (needs, wants) and sum(least) < free:
            offers.append(shared(shares, least, wants, free))
    return min(offers, key=lambda offer: grid.lines(offer, size))


def _gutter(column: Column) -> float:
    """The white before a column that is not the first."""
    return GUTTER + column.apart


def shared(shares: list[float], needs: list[float], wants: list[float], free: float) -> tuple[float, ...]:
    """Divide a width by shares: none gets less than it needs nor, while others lack, more than it wants."""
    if sum(needs) >= free:
        return _levelled(needs, free)
    if sum(wants) <= free:
        spare = (free - sum(wants)) / sum(shares)
        return tuple(want + spare * share for want, share in zip(wants, shares, strict=True))
    settled: dict[int, float] = {}
    while True:
        loose = [at for at in range(len(shares)) if at not in settled]
        rest = (free - sum(settled.values())) / (sum(shares[at] for at in loose) or 1.0)
        offered = {at: rest * shares[at] for at in loose}
        short = {at: needs[at] for at in loose if offered[at] < needs[at]}
        over = {at: wants[at] for at in loose if offered[at] > wants[at]}
        if not short and not over:
            settled |= offered
            return tuple(settled[at] for at in range(len(shares)))
        # As with the flexible boxes of web pages: settle the kind that misses by more, and offer anew.
        lacking = sum(need - offered[at] for at, need in short.items())
        beyond = sum(offered[at] - want for at, want in over.items())
        settled |= short if lacking >= beyond else over


def _levelled(needs: list[float], free: float) -> tuple[float, ...]:
    """Too little for all: short words keep their room, and the longest are broken, all at one width."""
    level, left = 0.0, free
    for at, need in enumerate(sorted(needs)):
        level = left / (len(needs) - at)
        if need > level:
            break
        left -= need
    return tuple(min(need, level) for need in needs)


def make_head(grid: Grid, type_: Type, room: float) -> Piece:
    """The headings, standing on a rule."""
    cells = tuple(column.title for column in grid.columns)
    room_for = widths(grid, type_.size, room)
    counts = (
        number_of_lines((Run(cell, "semibold"),), wide / type_.small)
        for cell, wide in zip(cells, room_for, strict=True)
    )
    return _make_cells(grid, cells, max(counts, default=0), 0, "semibold", 0.0, type_, room)


def make_row(grid: Grid, at: int, type_: Type, room: float) -> Piece:
    """One row over its hairline."""
    most = grid.lines_of(at, widths(grid, type_.size, room), type_.size)
    ticks = grid.boxes[at] if at < len(grid.boxes) else 0
    mark: Mark = grid.marks[at] if at < len(grid.marks) else ""
    return _make_cells(grid, grid.rows[at], most, ticks, "regular", grid.least(at), type_, room, mark)


def _make_cells(
    grid: Grid,
    cells: tuple[str, ...],
    most: int,
    ticks: int,
    face: Face,
    least: float,
    type_: Type,
    room: float,
    mark: Mark = "",
) -> Piece:
    """Cells of so many lines at most, side by side over a rule."""
    size = type_.small if face == "semibold" else type_.size
    leading, (above, below) = size * type_.of_rows, type_.padding
    across = ticks_across(grid, room)
    text_down, ticks_down = beside_ticks(size, leading) if ticks else (0.0, 0.0)
    inner = max(text_down + most * leading, ticks_down + ticks_height(ticks, across) + 1.5)
    height = max(above + inner + below, least)

    def items(left: float, y: float) -> list[Placed]:
        room_for = widths(grid, type_.size, room)
        placed: list[Placed] = []
        columns = zip(grid.columns, _lefts(grid.columns, room_for), cells, room_for, strict=False)
        for column, x, cell, wide in columns:
            lines = wrap((Run(cell, face),), wide / size)
            # Headings stand on their rule, so that those of one line meet the others' last.
            top = y + above + text_down + ((most - len(lines)) * leading if face == "semibold" else 0.0)
            placed.extend(set_lines(lines, left + x, top, size, leading, column.align, wide))
        boxes_x = left + room - ticks_width(across)
        placed.extend(set_ticks(ticks, boxes_x, y + above + ticks_down, across, (mark,) * ticks))
        if grid.heights:
            placed.extend(one.moved(left, y) for one in _column_rules(grid, room_for, room, height))
        weight = 0.6 if face == "semibold" else HAIRLINE
        placed.append(Placed(left, y + height, room, 0, "rule", weight=weight))
        return placed

    return Piece(height, items)


def _lefts(columns: Sequence[Column], widths_: Sequence[float]) -> Iterator[float]:
    """Where each column begins."""
    x = 0.0
    for at, (column, wide) in enumerate(zip(columns, widths_, strict=True)):
        x += _gutter(column) if at else 0.0
        yield x
        x += wide


def _column_rules(grid: Grid, widths_: tuple[float, ...], room: float, height: float) -> Iterator[Placed]:
    """A line in the middle of each gutter, from row to row without a gap."""
    for x, wide in zip(_lefts(grid.columns, widths_), widths_, strict=True):
        middle = x + wide + GUTTER / 2
        if middle < room:
            yield Placed(middle, 0, 0, height, "rule")

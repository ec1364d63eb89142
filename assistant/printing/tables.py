"""Tables: fixed columns by their shares, a head that can be repeated, and rows parted by hairlines."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.printing.blocks import Column
from assistant.printing.fonts import Face
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
from assistant.printing.wrap import Line, Run, longest_word, wrap

GUTTER = 5.0
"""White between two columns."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with clean text, and what decides the widths of its columns."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    boxes: tuple[int, ...]
    needs: tuple[float, ...]
    """The widest word of each column, in ems."""

    @staticmethod
    def of(columns: tuple[Column, ...], rows: tuple[tuple[str, ...], ...], boxes: tuple[int, ...]) -> Grid:
        """A grid that knows what its columns need at least."""
        needs = tuple(
            max(
                longest_word(column.title, "semibold"),
                *(longest_word(row[at], "regular") for row in rows if at < len(row)),
                0.8,
            )
            for at, column in enumerate(columns)
        )
        return Grid(columns, rows, boxes, needs)

    def ticks_across(self, room: float) -> int:
        """How many boxes stand side by side in the last column."""
        most = max(self.boxes, default=0)
        return tick_columns(most, room * (0.45 if self.columns else 1))

    def widths(self, type_: Type, room: float) -> tuple[float, ...]:
        """How wide each column's text may be: by share, but no word is broken while others have room."""
        ticks = ticks_width(self.ticks_across(room))
        gutters = GUTTER * (len(self.columns) - 1 + (1 if ticks else 0))
        free = max(room - ticks - gutters, 1.0)
        return _shared([column.share for column in self.columns], [n * type_.size for n in self.needs], free)


def _shared(shares: list[float], needs: list[float], free: float) -> tuple[float, ...]:
    """Divide the width by shares, lifting columns to their need at the cost of those with more."""
    if sum(needs) >= free:
        return tuple(free * need / sum(needs) for need in needs)
    lifted: set[int] = set()
    while True:
        rest = free - sum(needs[at] for at in lifted)
        total = sum(share for at, share in enumerate(shares) if at not in lifted) or 1.0
        widths = [
            needs[at] if at in lifted else rest * max(share, 0.0) / total for at, share in enumerate(shares)
        ]
        short = {at for at, wide in enumerate(widths) if wide < needs[at] and at not in lifted}
        if not short:
            return tuple(widths)
        lifted |= short


def make_head(grid: Grid, type_: Type, room: float) -> Piece:
    """The headings, standing on a rule."""
    cells = tuple(column.title for column in grid.columns)
    return _make_cells(grid, cells, 0, "semibold", type_, room)


def make_row(grid: Grid, at: int, type_: Type, room: float) -> Piece:
    """One row over its hairline."""
    return _make_cells(grid, grid.rows[at], _at(grid.boxes, at), "regular", type_, room)


def _at(boxes: tuple[int, ...], at: int) -> int:
    return boxes[at] if at < len(boxes) else 0


def _make_cells(
    grid: Grid, cells: tuple[str, ...], ticks: int, face: Face, type_: Type, room: float
) -> Piece:
    size = type_.small if face == "semibold" else type_.size
    leading, (above, below) = size * 1.17, type_.padding
    widths = grid.widths(type_, room)
    wrapped: list[tuple[Line, ...]] = [
        wrap((Run(cell, face),), wide / size) for cell, wide in zip(cells, widths, strict=False)
    ]
    across = grid.ticks_across(room)
    text_down, ticks_down = beside_ticks(size, leading) if ticks else (0.0, 0.0)
    most = max((len(lines) for lines in wrapped), default=0)
    inner = max(text_down + most * leading, ticks_down + ticks_height(ticks, across) + 1.5)
    height = above + inner + below

    def items() -> tuple[Placed, ...]:
        placed: list[Placed] = []
        x = 0.0
        for column, lines, wide in zip(grid.columns, wrapped, widths, strict=False):
            # Headings stand on their rule, so that those of one line meet the others' last.
            top = above + text_down + ((most - len(lines)) * leading if face == "semibold" else 0.0)
            placed.extend(set_lines(lines, x, top, size, leading, column.align, wide))
            x += wide + GUTTER
        left = room - ticks_width(across)
        placed.extend(set_ticks(ticks, left, above + ticks_down, across))
        weight = 0.6 if face == "semibold" else HAIRLINE
        placed.append(Placed(0, height, room, 0, "rule", weight=weight))
        return tuple(placed)

    return Piece(height, items)

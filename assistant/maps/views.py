"""How large a map is looked at: from a phone to a poster, each size with names and counts of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from assistant.maps.svg import Pen

Box = tuple[float, float, float, float]

TEXT = 84
"""Units: the usual height of letters, which every view makes larger or smaller."""
SIZES = (("near", 112, 0, 3.0), ("mid", 72, 30, 1.9), ("small", 46, 45, 1.25), ("far", 31, 86, 1.0))
"""Each view: how many heights of its letters are as wide as the table, how important a name must be to be
tried, and how much larger than usual names of seas and lands may be. The style sheet shows one at a time."""
CELL, WIDE = 100, 500
SIGN = 40
"""A count or the sign of a fight weighs as much as so many figures: it says what no figure says."""


@dataclass(frozen=True, slots=True)
class View:
    """A set of names for one distance of the eye: how much larger they are, and which are worth it."""

    name: str
    scale: float
    least: int
    """The importance a name must have to be tried."""
    most: float = 3.0
    """How much larger than usual the largest names may be."""

    @property
    def is_distant(self) -> bool:
        """From afar only a few names are left, and all are of one size."""
        return self.least >= 45


def views(pen: Pen) -> tuple[View, ...]:
    """All of them; letters are as wide a part of a small table as of a large one."""
    return tuple(View(name, pen.width / share / TEXT, least, most) for name, share, least, most in SIZES)


class Taken:
    """Boxes in which something is written or drawn; kept by where they lie, so that few are looked at."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._near: dict[tuple[int, int], list[Box]] = {}
        self.add(boxes)

    def add(self, boxes: Iterable[Box]) -> None:
        """Nothing else comes there."""
        for box in boxes:
            for cell in _cells(box, WIDE):
                self._near.setdefault(cell, []).append(box)

    def is_free(self, box: Box) -> bool:
        """Whether a box lies over none of them."""
        west, north, east, south = box
        return all(
            east < a or west > c or south < b or north > d
            for cell in _cells(box, WIDE)
            for a, b, c, d in self._near.get(cell, ())
        )


@dataclass(slots=True)
class Crowd:
    """Where figures and their counts are, coarsely, so that names keep off them."""

    cells: dict[tuple[int, int], int] = field(default_factory=dict)

    def add(self, boxes: Iterable[Box], weight: int = 1) -> None:
        """Something stands there, that a name lies over the less willingly the more it weighs."""
        for box in boxes:
            for cell in _cells(box):
                self.cells[cell] = max(weight, self.cells.get(cell, 0))

    def covered(self, box: Box) -> int:
        """How much of a box would lie over somebody."""
        return sum(self.cells.get(cell, 0) for cell in _cells(box)) if self.cells else 0


def _cells(box: Box, size: int = CELL) -> Iterable[tuple[int, int]]:
    west, north, east, south = (int(edge // size) for edge in box)
    return ((x, y) for x in range(west, east + 1) for y in range(north, south + 1))

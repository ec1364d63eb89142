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
CELL = 100


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


@dataclass(slots=True)
class Crowd:
    """Where figures and their counts are, coarsely, so that names keep off them."""

    cells: set[tuple[int, int]] = field(default_factory=set)

    def add(self, boxes: Iterable[Box]) -> None:
        """Something stands there."""
        for box in boxes:
            self.cells.update(_cells(box))

    def covered(self, box: Box) -> int:
        """How much of a box would lie over somebody."""
        return sum(cell in self.cells for cell in _cells(box)) if self.cells else 0


def _cells(box: Box) -> Iterable[tuple[int, int]]:
    west, north, east, south = (int(edge // CELL) for edge in box)
    return ((x, y) for x in range(west, east + 1) for y in range(north, south + 1))

"""What the layout hands to the drawing: plain boxes with their place on the page, from its top left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from assistant.kernel.errors import Illegal
from assistant.printing.blocks import Mark
from assistant.printing.fonts import Face

Kind = Literal["text", "tick", "rule", "turn", "star"]

MM = 72 / 25.4
TICK = 4 * MM
"""The side of a box to tick."""
HAIRLINE = 0.25


class Placed(NamedTuple):
    """One thing on the page, in points: text, a box to tick, a rule, a numbered turn, or a star."""

    x: float
    y: float
    w: float
    h: float
    kind: Kind
    text: str = ""
    face: Face = "regular"
    size: float = 0.0
    weight: float = HAIRLINE
    mark: Mark = ""
    """What stands in a box already."""

    def moved(self, x: float, y: float) -> Placed:
        """The same further right and down."""
        return Placed(
            self.x + x, self.y + y, self.w, self.h, self.kind, self.text, self.face, self.size, self.weight
        )


class Piece(NamedTuple):
    """Something of known height, and what is on the page once its top left corner is known."""

    height: float
    items: Callable[[float, float], Sequence[Placed]]


class Bookmark(NamedTuple):
    """An entry of the outline: how deep, what it says, and how far down its page it points."""

    level: int
    title: str
    y: float


@dataclass(frozen=True, slots=True)
class Side:
    """One laid out side of paper: everything on it in reading order, and where its margins are."""

    label: str
    items: tuple[Placed, ...]
    bookmarks: tuple[Bookmark, ...]
    margins: tuple[float, float, float, float]
    """Left, top, right and bottom edges of what may be printed on."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole document ready to be drawn."""

    title: str
    subject: str
    paper: tuple[float, float]
    sides: tuple[Side, ...]
    missing: tuple[str, ...]
    """Characters the font does not have, each printed as a lozenge."""
    type_size: float = 0.0
    """The smallest size sections are set in."""


class PageOverflow(Illegal):
    """A sheet says more than its sides can hold in type that can be read."""

    def __init__(self, sheet: str, title: str, why: str) -> None:
        super().__init__(
            "too-much-for-paper",
            f"{sheet}: “{title}” {why}.",
            do="Shorten names or texts in the scenario.",
        )
        self.sheet = sheet
        self.title = title

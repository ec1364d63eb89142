"""A sheet before it is laid out: plain blocks of text, tables and boxes that tests can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Align = Literal["left", "center", "right"]
Mark = Literal["", "tick", "struck", "cross"]
"""What stands in a box already: nothing, a tick, a stroke where it is lost, or a cross where it is past."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph or a bullet; user text is never markup."""

    text: str
    bullet: bool = False
    strong: str = ""
    """A lead-in set in bold before the text."""
    then: tuple[tuple[str, str], ...] = ()
    """Further lead-ins, each with its text, that follow in the same paragraph."""
    number: str = ""
    """The digit of a step, in the place of a bullet."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Something to tick: so many boxes after its label."""

    label: str
    number: int
    note: str = ""
    points: str = ""
    strokes: int = 0
    """For what may happen any number of times: lines below it to tally on."""
    ticked: int = 0
    """How many of the boxes are ticked already."""
    struck: bool = False
    """Whether a stroke goes through the boxes that are left: nothing will tick them any more."""
    earned: int = 0
    """The points that it has brought so far."""
    state: str = ""
    """On a screen: how it stands, in a word or two in place of ticks."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, how it is aligned, and how much of the width it asks for."""

    title: str
    align: Align = "left"
    share: float = 1.0
    apart: float = 0.0
    """More white before it than before others, in points, or less: as near as it reads well."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; a cell may hold several lines parted by newlines."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    boxes: tuple[int, ...] = ()
    """Where given, one number of tick boxes for each row, drawn in a last column."""
    heights: tuple[float, ...] = ()
    """To write in: how many millimetres each row is high at least, the last number for all after it.

    Columns then go by their shares alone, and rules stand between them.
    """
    grows: bool = False
    """Its last row is repeated while there is room below."""
    marks: tuple[Mark, ...] = ()
    """Where given, what stands in the boxes of each row already."""


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """The turns as a strip of boxes to cross out, some marked with a star and a word."""

    turns: int
    marks: tuple[tuple[int, str], ...] = ()
    least: int = 0
    """How many turns will do where a sheet of a fixed number of sides has no room for all; nought for all."""
    crossed: int = 0
    """How many turns are over."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Ruled lines to write on."""

    label: str
    number: int
    told: bool = False
    """Whether the label says already what would be written there."""


Block = Text | Boxes | Table | Lines


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands under it; it stays together where it can."""

    title: str
    blocks: tuple[Block, ...]
    wide: bool = False
    """Takes the whole width of the page instead of one column."""
    leads: bool = False
    """Introduces the sections after it, so it never ends a side; so does a heading with nothing under it."""
    together: bool = False
    """Never torn between columns or sides, unless no column could hold it."""
    divides: bool = False
    """Begins a new part of the sheet: its title stands large under a heavy line."""


@dataclass(frozen=True, slots=True)
class Page:
    """One printed side: its heading, sections in order, and the turn record along an edge if it has one."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    record: TurnRecord | None = None
    columns: int = 2
    flows: bool = False
    """Its sections may run on to the next page, and the next page's move up, where that uses space better."""
    running: str = ""
    """What the footer calls it, if not by its title."""
    spare: tuple[Section, ...] = ()
    """Worth reading where the last side has room: as many of them are added as find it."""
    notes: str = ""
    """The heading of ruled lines that take what room is left under the sections, if there is enough of it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document: pages in order, and what its footer and properties say.

    Neighbouring pages with the same title are one chart and share one type size.
    """

    name: str
    """The file name without its ending."""
    title: str
    pages: tuple[Page, ...]
    footer: str
    subject: str = ""
    exact: bool = False
    """Every page is exactly one printed side (charts); otherwise a page takes as many sides as it needs."""
    leaves: bool = False
    """Its last sheet of paper is used on both sides: larger type rather than an empty back."""

"""The sections of a page as one row of units, each saying what it must stay with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from assistant.printing.blocks import Block, Boxes, Column, Lines, Section, Table, Text
from assistant.printing.fonts import Cleaner, width
from assistant.printing.measure import (
    BULLET,
    Make,
    Paragraph,
    Type,
    make_blank,
    make_divider,
    make_heading,
    make_label,
    make_paragraph,
    make_ruled,
    make_tally,
)
from assistant.printing.placed import MM, Piece
from assistant.printing.tables import Grid, make_head, make_row
from assistant.printing.typography import unparted
from assistant.printing.wrap import Run

Gap = Literal["section", "block", "none"]
Columns = tuple[Column, ...]
Rows = tuple[tuple[str, ...], ...]
Alike = tuple[tuple[Columns, Rows], ...]
"""For each kind of table, the rows of all tables of that kind."""
MakeBoxes = Callable[[Boxes, Type, float], Piece]

FIRST_ROWS = 4
"""So many rows of a long table stay with its head."""


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """The smallest thing the flow moves: a heading, a paragraph, a row, a line to write on."""

    make: Make
    gap: Gap = "none"
    """What parts it from whatever stands above."""
    with_next: bool = False
    """Never the last in its column; at the end of a section, never the last on its side."""
    head: Unit | None = None
    """Repeated above it where it begins a column."""
    heading: str = ""
    """The title of its section."""
    title: str = ""
    """What the outline says, for the first unit of a section."""
    extends: bool = False
    """Repeated while there is room below it, where it ends a column."""
    wide: bool = False
    section: int = 0
    part: str = ""
    """The part of the sheet it belongs to, if that is to be named again overleaf."""
    paragraph: Paragraph | None = None
    """Text that may go on in the next column."""
    together: bool = False
    """Part of a section that is not to be torn."""
    rest: Callable[[], Unit] | None = None
    """For one line of a paragraph: the paragraph from this line on, free to be set at another width."""
    part_of: Unit | None = None
    again: bool = False
    """A heading that stands on the side before already."""


def section_units(section: Section, number: int, part: str, alike: Alike, clean: Cleaner) -> tuple[Unit, ...]:
    """One section: its heading and all that stands under it."""
    return tuple(_section_units(section, number, part, dict(alike), clean))


def units_of(
    sections: tuple[Section, ...],
    clean: Cleaner,
    first: int = 0,
    make: Callable[[Section, int, str, Alike, Cleaner], tuple[Unit, ...]] = section_units,
) -> tuple[Unit, ...]:
    """All sections in order, numbered from the first."""
    alike = _alike(sections, clean)
    return tuple(
        unit
        for number, (section, part) in enumerate(zip(sections, _parts(sections), strict=True), start=first)
        for unit in make(section, number, part, _of_tables(section, alike), clean)
    )


def _alike(sections: tuple[Section, ...], clean: Cleaner) -> dict[Columns, Rows]:
    """The rows of all tables with the same columns, so that these stand under one another."""
    found: dict[Columns, Rows] = {}
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Table):
                found[block.columns] = (*found.get(block.columns, ()), *_clean_rows(block, clean))
    return found


def _of_tables(section: Section, alike: Mapping[Columns, Rows]) -> Alike:
    """What its own tables stand under or over."""
    columns = dict.fromkeys(block.columns for block in section.blocks if isinstance(block, Table))
    return tuple((one, alike[one]) for one in columns)


def _clean_rows(table: Table, clean: Cleaner) -> Rows:
    return tuple(tuple(map(clean, row)) for row in table.rows)


def _parts(sections: tuple[Section, ...]) -> Iterator[str]:
    """The part of the sheet each section belongs to; the last needs no name overleaf, nothing follows it."""
    last = max((at for at, section in enumerate(sections) if section.divides), default=0)
    part = ""
    for at, section in enumerate(sections):
        part = section.title if section.divides else part
        yield part if at < last else ""


def _section_units(
    section: Section, number: int, part: str, alike: Mapping[Columns, Rows], clean: Cleaner
) -> list[Unit]:
    title = clean.line(section.title)
    boxes = tuple(block for block in section.blocks if isinstance(block, Boxes))
    make = _tally(boxes, clean)
    unit = partial(
        Unit, heading=title, wide=section.wide, section=number, part=part, together=section.together
    )
    inner: list[Unit] = []
    for before, block in zip((None, *section.blocks), section.blocks, strict=False):
        units = list(_block_units(block, make, alike, clean, unit))
        if units and _is_set_off(block, before):
            units[0] = replace(units[0], gap="block")
        is_total = isinstance(block, Lines) and block.number == 1
        if inner and (is_total or (isinstance(block, Table) and isinstance(before, Text))):
            # A total stays with what it sums up, and words on a table with the table.
            inner[-1] = replace(inner[-1], with_next=True)
        inner.extend(units)
    if title:
        if inner:
            inner[0] = replace(inner[0], gap="none")
        inner.insert(
            0, unit(partial(make_divider if section.divides else make_heading, title), with_next=True)
        )
    if inner:
        inner[-1] = replace(inner[-1], with_next=section.leads or (bool(title) and len(inner) == 1))
        inner[0] = replace(inner[0], gap="section", title=title)
    return inner


def _is_set_off(block: Block, before: Block | None) -> bool:
    """Whether white parts a block from the one before: boxes from anything else, bullets from a table."""
    if isinstance(block, Boxes):
        return not isinstance(before, Boxes)
    return isinstance(block, Text) and isinstance(before, Table)


def _tally(boxes: tuple[Boxes, ...], clean: Cleaner) -> MakeBoxes:
    """Tallies of one section, whose points stand under one another."""
    lead = max((width(clean.line(block.points), "semibold") for block in boxes), default=0.0)
    return lambda block, type_, room: make_tally(block, lead, type_, room)


def _block_units(
    block: Block,
    make: MakeBoxes,
    alike: Mapping[Columns, Rows],
    clean: Cleaner,
    unit: Callable[..., Unit],
) -> Iterator[Unit]:
    match block:
        case Text():
            yield from _text_units(block, clean, unit)
        case Boxes():
            tidy = replace(
                block,
                label=clean(block.label),
                number=max(block.number, 0),
                note=clean(block.note),
                points=clean.line(block.points),
            )
            yield unit(partial(make, tidy))
        case Table():
            yield from _table_units(block, alike[block.columns], clean, unit)
        case Lines():
            yield from _lines_units(block, clean, unit)


def _text_units(block: Text, clean: Cleaner, unit: Callable[..., Unit]) -> Iterator[Unit]:
    parts = ((block.strong, block.text), *block.then)
    paired = ((Run(clean.line(strong), "bold"), Run(unparted(clean(text)))) for strong, text in parts)
    runs = tuple(run for pair in paired for run in pair if run.text.strip())
    if runs:
        mark = clean.line(block.number) or (BULLET if block.bullet else "")
        paragraph = Paragraph(runs, mark, hangs=bool(mark), several=bool(block.then))
        gap: Gap = "none" if mark else "block"
        yield unit(partial(make_paragraph, paragraph), gap, paragraph=paragraph)


def _table_units(block: Table, alike: Rows, clean: Cleaner, unit: Callable[..., Unit]) -> Iterator[Unit]:
    columns = tuple(replace(column, title=clean(column.title)) for column in block.columns)
    rows = _clean_rows(block, clean)
    boxes = tuple(max(number, 0) for number in block.boxes)
    grid = Grid.of(
        columns, rows, boxes, tuple(millimetres * MM for millimetres in block.heights), alike, block.marks
    )
    # One head for all the rows it is repeated above: it is measured once.
    head = unit(partial(make_head, grid)) if any(column.title for column in columns) else None
    if head:
        yield replace(head, gap="block", with_next=bool(rows))
    last = len(rows) - 1
    for at in range(len(rows)):
        yield unit(
            partial(make_row, grid, at),
            gap="block" if at == 0 and not head else "none",
            # A lone row under a head, or a lone last row over the page, reads as a mistake.
            with_next=(at in (0, last - 1) or at < FIRST_ROWS - 1 < last - FIRST_ROWS) and at < last,
            head=head if at else None,
            extends=block.grows and at == last,
        )


def _lines_units(block: Lines, clean: Cleaner, unit: Callable[..., Unit]) -> Iterator[Unit]:
    label = clean(block.label)
    if label.strip() and block.number == 1:
        yield unit(partial(make_blank, label))
        return
    if label.strip():
        yield unit(partial(make_label, label), gap="block", with_next=block.number > 0)
    for at in range(block.number):
        yield unit(make_ruled, extends=at == block.number - 1, gap="none" if at or label.strip() else "block")

"""What stays together when sections are poured into columns, and where it may be torn if it must."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from assistant.printing.flow import SLACK, Frame, Setting
from assistant.printing.measure import (
    Paragraph,
    Type,
    make_divider,
    make_heading,
    make_paragraph,
    set_paragraph,
)
from assistant.printing.placed import Piece, Placed
from assistant.printing.units import Unit
from assistant.printing.wrap import unwrapped

Group = tuple[Unit, ...]

AN_ENTRY = 24
"""Up to so many lines a paragraph is an entry and stays whole; a legend set in a row is longer."""
LONG_TABLE = 0.65
"""Tables that fill more of a side go on overleaf rather than leave the side before them half empty."""
STRANDED = 5
"""Fewer lines than this under a heading take the next entry with them."""
LONG = 4
"""Where entries may be torn, they are from this many lines, and keep two together at each end."""


def grouped(
    units: Sequence[Unit], whole: bool, setting: Setting, frame: Frame
) -> tuple[list[Group], Sequence[Unit]]:
    """The units in groups, until there are more than the frame can hold, and the units after that.

    Whole sections stay together if asked and possible; otherwise only what must, such as entries.
    """
    groups: list[Group] = []
    used, room = 0, frame.columns * frame.h
    for _, section in groupby(units, key=lambda unit: unit.section):
        if room < 0:
            break
        together = tuple(section)
        used += len(together)
        found = (
            [together]
            if (whole or together[0].together) and _stays(together, setting, frame)
            else _loose(together, whole, setting, frame)
        )
        groups.extend(found)
        if may_wait(together):
            # What comes after it may stand here in its place.
            continue
        columns = frame.columns if together[0].wide else 1
        room -= columns * sum(setting.atom(group, frame.width(group[0].wide)).height for group in found)
    return groups, units[used:]


def may_wait(group: Group) -> bool:
    """Whether a group is whole by request, so that it may begin the next side instead."""
    return group[0].together and not group[0].wide


def continued(units: list[Unit], begun: Unit | None) -> list[Unit]:
    """Units for a new side, under their heading again if their section began on the side before."""
    if not units or not begun or begun.section != units[0].section or not begun.heading:
        return units
    first = units[0]
    again = Unit(
        partial(make_heading, f"{begun.heading} (continued)"),
        gap="section",
        with_next=True,
        wide=first.wide,
        section=first.section,
        part=first.part,
        heading=begun.heading,
        again=True,
    )
    head = [replace(first.head, with_next=True, again=True)] if first.head else []
    return [again, *head, *units]


def part_continued(units: list[Unit], begun: Unit | None) -> list[Unit]:
    """Units for a new side, under the name of their part again if it began on the side before."""
    if not units or not begun or not begun.part or begun.part != units[0].part or begun.section < 0:
        return units
    # A section of its own, so that nothing takes its width or is kept whole with it.
    again = partial(make_divider, f"{begun.part} (continued)")
    name = Unit(again, "section", with_next=True, wide=True, section=-1, part=begun.part, again=True)
    return [name, *units]


def restored(groups: Sequence[Group]) -> list[Unit]:
    """What was left over as units again: torn paragraphs become text that fits any width."""
    left: list[Unit] = []
    last: Unit | None = None
    for unit in (unit for group in groups for unit in group):
        if unit.rest is None:
            left.append(unit)
        elif unit.part_of is not last:
            left.append(unit.rest())
        last = unit.part_of
    return left


def _loose(section: Group, whole: bool, setting: Setting, frame: Frame) -> list[Group]:
    """A section in chains, none taller than a column; a legend in a row is torn if it need not be whole."""
    torn = [
        part
        for unit in section
        for part in (
            _torn(unit, setting, frame) if not whole or not _fits_alone(unit, setting, frame) else (unit,)
        )
    ]
    return [
        group
        for chain in _headed([*_chains(torn)], setting, frame)
        for group in (
            [chain] if len(chain) == 1 or _fits(chain, setting, frame) else [(unit,) for unit in chain]
        )
    ]


def _stays(units: Group, setting: Setting, frame: Frame) -> bool:
    """Whether a section can be whole on one side, and is no table so long that it would leave most of one."""
    is_long = units[0].wide and not units[0].together
    return _fits(units, setting, frame, LONG_TABLE if is_long else 1.0)


def _fits(units: Group, setting: Setting, frame: Frame, part: float = 1.0) -> bool:
    atom = setting.atom(units, frame.width(units[0].wide))
    return atom.height + atom.head <= part * frame.h


def _fits_alone(unit: Unit, setting: Setting, frame: Frame) -> bool:
    height = setting.piece(unit, frame.width(unit.wide)).height
    return height <= frame.h / 2 or height <= _room(unit, setting, frame)


def _room(unit: Unit, setting: Setting, frame: Frame) -> float:
    """How deep a unit may be on a side of its own, below the headings that stand there again."""
    width = frame.width(unit.wide)
    over = setting.piece(unit.head, width).height + setting.type.before_block if unit.head else 0.0
    for name, make in ((unit.heading, make_heading), (unit.part, make_divider)):
        if name:
            over += make(f"{name} (continued)", setting.type, width).height + setting.type.before_section
    return frame.h - over


def _chains(units: Sequence[Unit]) -> Iterator[Group]:
    """Units joined to the next for as long as each asks for it."""
    chain: list[Unit] = []
    for unit in units:
        chain.append(unit)
        if not unit.with_next:
            yield tuple(chain)
            chain.clear()
    if chain:
        yield tuple(chain)


def _headed(chains: list[Group], setting: Setting, frame: Frame) -> list[Group]:
    """Chains of which the first is no heading over one short entry, where entries follow it."""
    if len(chains) < 2 or not chains[0][0].title or not all(chain[-1].paragraph for chain in chains[:2]):
        return chains
    first, second, *others = chains
    entry = first[-1].paragraph
    assert entry
    is_short = entry.height(setting.type, frame.width(first[0].wide)) < STRANDED
    return [(*first, *second), *others] if is_short else chains


def _torn(unit: Unit, setting: Setting, frame: Frame) -> tuple[Unit, ...]:
    """Long text line by line, anything too tall in parts that are not, and other things as they are."""
    width = frame.width(unit.wide)
    if unit.paragraph:
        long = LONG if setting.type.tears or unit.paragraph.several else AN_ENTRY + 1
        if unit.paragraph.height(setting.type, width) >= long:
            return setting.torn(unit, width, _lines)
    if _fits_alone(unit, setting, frame):
        return (unit,)
    items = list(setting.piece(unit, width).items(0.0, 0.0))
    return tuple(_cut_up(unit, items, _room(unit, setting, frame)))


def _lines(unit: Unit, type_: Type, width: float) -> tuple[Unit, ...]:
    """Each line of a paragraph as a unit that knows how the paragraph goes on."""
    assert unit.paragraph
    last = unit.paragraph.height(type_, width) - 1
    return tuple(
        Unit(
            make=partial(_make_line, unit.paragraph, at, at == last),
            gap=unit.gap if at == 0 else "none",
            with_next=at in (0, last - 1) or (at == last and unit.with_next),
            heading=unit.heading,
            title=unit.title if at == 0 else "",
            wide=unit.wide,
            section=unit.section,
            part=unit.part,
            rest=partial(_from_line, unit, at, type_, width),
            part_of=unit,
        )
        for at in range(last + 1)
    )


def _make_line(paragraph: Paragraph, at: int, is_last: bool, type_: Type, room: float) -> Piece:
    pad = type_.text_padding
    above, below = (pad if at == 0 else 0.0), (pad if is_last else 0.0)

    def items(x: float, y: float) -> tuple[Placed, ...]:
        shown = paragraph if at == 0 else replace(paragraph, mark="")
        line = paragraph.lines(type_, room)[at : at + 1]
        return tuple(set_paragraph(shown, line, type_, room, x, y + above))

    return Piece(above + type_.leading + below, items)


def _from_line(unit: Unit, at: int, type_: Type, width: float) -> Unit:
    if at == 0 or unit.paragraph is None:
        return unit
    runs = unwrapped(unit.paragraph.lines(type_, width)[at:])
    rest = replace(unit.paragraph, runs=runs, mark="")
    return replace(unit, make=partial(make_paragraph, rest), paragraph=rest, gap="none", title="")


def _cut_up(unit: Unit, items: list[Placed], height: float) -> Iterator[Unit]:
    """Parts of a unit no higher than a column; they keep the width they were measured for."""
    first = True
    while items:
        part, items = _cut(items, height)
        piece = Piece(max(item.y + item.h for item in part), partial(_moved, part))
        yield replace(
            unit if first else replace(unit, gap="none", title=""),
            make=partial(_as_it_is, piece),
            with_next=False,
            extends=False,
        )
        first = False


def _moved(items: Sequence[Placed], x: float, y: float) -> list[Placed]:
    return [item.moved(x, y) for item in items]


def _as_it_is(piece: Piece, _type: Type, _width: float) -> Piece:
    return piece


def _cut(items: list[Placed], height: float) -> tuple[list[Placed], list[Placed]]:
    """Items down to the lowest line that crosses none of them, and the others moved up."""
    bottoms = sorted({item.y + item.h for item in items}, reverse=True)
    for line in bottoms:
        crossed = any(item.y < line - SLACK and item.y + item.h > line + SLACK for item in items)
        if line <= height and not crossed:
            above = [item for item in items if item.y + item.h <= line + SLACK]
            below = [item for item in items if item.y + item.h > line + SLACK]
            top = min((item.y for item in below), default=0.0)
            return above, [item.moved(0, -top) for item in below]
    return items, []

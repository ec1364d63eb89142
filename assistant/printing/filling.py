"""Filling one side: in order, but what must stay whole and finds no room lets text go before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant.printing.flow import Band, Frame, Setting, pour
from assistant.printing.groups import Group, continued, grouped, may_wait, part_continued, restored
from assistant.printing.units import Unit


class Filling(NamedTuple):
    """What stands on a side, and the units left for the next."""

    bands: list[Band]
    left: list[Unit]


def fill_side(units: Sequence[Unit], whole: bool, frame: Frame, setting: Setting) -> Filling:
    """As many units as find room on one side."""
    groups, beyond = grouped(units, whole, setting, frame)
    taken, bands = pour(groups, frame, setting)
    placed, order = groups[:taken], list(groups)
    while taken < len(order) and may_wait(order[taken]):
        del order[taken]
        order = order[: _next_wide(order, taken)]
        taken, instead = pour(order, frame, setting)
        if taken > len(placed):
            placed, bands = order[:taken], instead
    begun = placed[-1][-1] if placed else None
    return Filling(bands, part_continued([*_left(groups, placed, begun), *beyond], begun))


def fill_side_with_parts(units: Sequence[Unit], whole: bool, frame: Frame, setting: Setting) -> Filling:
    """The same, but a part that would go on overleaf begins there, if another stands before it here."""
    filled = fill_side(units, whole, frame, setting)
    part = filled.left[0].part if filled.left else ""
    start = next((at for at, unit in enumerate(units) if unit.part == part), 0)
    is_torn = part and any(unit.part == part for band in filled.bands for unit in _units(band))
    if not is_torn or not start:
        return filled
    bands, left = fill_side(units[:start], whole, frame, setting)
    return filled if left else Filling(bands, list(units[start:]))


def moves_on(bands: Sequence[Band]) -> bool:
    """Whether a side holds more than the headings of what it goes on from: else no side ever will."""
    return any(not unit.again for band in bands for unit in _units(band))


def _units(band: Band) -> Iterator[Unit]:
    return (unit for column in band.columns for atom in column for unit in atom.units)


def _next_wide(groups: Sequence[Group], start: int) -> int:
    """Where the next group stands that nothing may overtake, or the end."""
    return next((at for at in range(start, len(groups)) if groups[at][0].wide), len(groups))


def _left(groups: Sequence[Group], placed: Sequence[Group], begun: Unit | None) -> list[Unit]:
    """What was not placed, in order, under its heading again where its section has begun."""
    gone = set(map(id, placed))
    left = [group for group in groups if id(group) not in gone]
    at = next((at for at, group in enumerate(left) if begun and group[0].section == begun.section), len(left))
    return [*restored(left[:at]), *continued(restored(left[at:]), begun)]

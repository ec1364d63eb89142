"""Choosing the type size: the largest at which a chart fits its sides, and never one too small to read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import sqrt

from assistant.printing.blocks import Lines, Page, Section, Sheet, TurnRecord
from assistant.printing.filling import fill_side, fill_side_with_parts, moves_on
from assistant.printing.flow import Frame, Setting, pour
from assistant.printing.judging import SHORT, Filled, Mode, emptiness, groups_of, score
from assistant.printing.measure import CLOSEST, SMALLEST, Type
from assistant.printing.placed import MM, PageOverflow
from assistant.printing.side import Paper, Plan, plan
from assistant.printing.stock import Stock
from assistant.printing.units import Unit

EASY = (
    *(Type(quarters / 4) for quarters in range(48, 35, -1)),
    Type(SMALLEST, air=0.65),
    Type(SMALLEST, air=0.3),
)
"""From large to small, then the smallest set close and closer."""
WHOLE = (*EASY, Type(SMALLEST, air=CLOSEST))
"""The same, and last as close as it can be read."""
SCALE = (*WHOLE, Type(SMALLEST, air=0.3, tears=True), Type(SMALLEST, air=CLOSEST, tears=True))
"""The same, and last with entries that go on in the next column or overleaf."""
STRIDE = 2
"""How many sizes are passed over at a time once the largest is known, for speed."""
READING = Type(9.5)
"""Where pages may grow in number, the size at which they are counted; larger only if it costs no page."""
FILLED = 0.965
"""How much smaller type is than it could be if sections had no white between them."""
NOTES, ADDED = 4, 1000
"""Lines to write on are worth adding from so many; sections that fill a last side are counted from here."""
AIR = (1.6, 1.4, 1.2, 1.0, 0.65, 0.3)
"""What a side is set with if it has room, from much to little."""
TORN_FREELY = 0.5
"""What it costs to tear sections where there may be as many sides as it takes."""
UNEVEN = 0.1
"""How much of a side must be gained where sections are torn to even its columns out."""
GAPING = 0.35
"""Where a side before the last lacks so much of its depth, the sizes passed over are tried as well."""


MODES = (
    Mode(across=False, whole=True, cost=0.0),
    Mode(across=True, whole=True, cost=0.2),
    Mode(across=False, whole=False, cost=0.35),
    Mode(across=True, whole=False, cost=0.5),
)
LOOSEST = MODES[-1]


class Chapter:
    """Neighbouring pages of one title: a commander's chart, or a part of a reference."""

    def __init__(
        self,
        sheet: Sheet,
        pages: Sequence[Page],
        first: int,
        paper: Paper,
        stock: Stock,
        scale: tuple[Type, ...] = SCALE,
    ) -> None:
        self.sheet = sheet
        self.scale = scale
        self.pages = tuple(pages)
        self.first = first
        self.stock = stock
        self.units = _units_by_page(self.pages, stock)
        self.paper: Paper = paper
        self._plans: dict[tuple[int, int, bool], Plan] = {}
        self._poured: dict[tuple[Type, Mode], list[Filled]] = {}

    def fitted(self) -> list[Filled]:
        """The chapter's sides, in the largest type that will do."""
        return self._exactly() if self.sheet.exact else self._freely()

    def _exactly(self) -> list[Filled]:
        largest = None
        if not self._is_too_much():
            largest = self._largest(
                lambda type_: bool(self.poured(type_, LOOSEST, spill=False)), self._guess(len(self.pages))
            )
        if largest is None:
            return self._with_fewer_turns()
        best = self.poured(largest, LOOSEST, spill=False)
        full = len(self.pages)
        points = score(best, LOOSEST, full)
        smaller = self.scale[self.scale.index(largest) :: STRIDE]
        for type_ in (one for one in smaller if one.tears == largest.tears):
            for mode in MODES:
                if self._at_best(type_, mode) > points and self._may_fit(type_, mode):
                    sides = self.poured(type_, mode, spill=False)
                    if sides and score(sides, mode, full) > points:
                        best, points = sides, score(sides, mode, full)
        return self._aired(best)

    def _is_too_much(self) -> bool:
        """Whether the sides are too small even if nothing parted what they hold: then no size is tried."""
        if FILLED * self.size_for(len(self.pages)) >= SMALLEST:
            return False
        frames = [self._plan(at, at).frame for at in range(len(self.pages))]
        need = sum(
            self._need(units, frame, self.scale[-1]) for units, frame in zip(self.units, frames, strict=True)
        )
        return need > sum(frame.w * frame.h for frame in frames)

    def _may_fit(self, type_: Type, mode: Mode) -> bool:
        """Whole sections find no room where torn ones do not."""
        torn = next(one for one in MODES if one.across is mode.across and not one.whole)
        return not mode.whole or bool(self.poured(type_, torn, spill=False))

    def _with_fewer_turns(self) -> list[Filled]:
        """The same beside shorter records of turns, if there are any: what is to be read goes first."""
        pages = [replace(page, record=_shortened(page.record)) for page in self.pages]
        smallest = self.scale[-1].size
        if tuple(pages) != self.pages and smallest == SMALLEST:
            return Chapter(self.sheet, pages, self.first, self.paper, self.stock, self.scale).fitted()
        if self.scale == SCALE:
            raise self._overflow()
        raise PageOverflow(self.sheet.name, self.pages[0].title, f"does not fit in {smallest:g} point type")

    def _freely(self) -> list[Filled]:
        """As few sides as reading type needs, then the largest type and whole sections at no further cost."""
        loosest = Mode(across=any(page.flows for page in self.pages), whole=False, cost=TORN_FREELY)
        number = len(self.poured(READING, loosest))
        number += number % 2 if self.sheet.leaves else 0

        def few(type_: Type, mode: Mode) -> bool:
            return len(self.poured(type_, mode)) <= number

        largest = self._largest(lambda type_: few(type_, loosest), self._guess(number)) or READING
        best = self.poured(largest, loosest)
        points = score(best, loosest)
        whole = loosest._replace(whole=True, cost=0.0)
        sizes = self.scale[self.scale.index(largest) : self.scale.index(READING) + 1]
        for some in (sizes[::STRIDE], sizes[1::STRIDE]):
            for type_, mode in product(some, (whole, loosest)):
                if type_.size - mode.cost > points and few(type_, mode):
                    sides = self.poured(type_, mode)
                    if score(sides, mode) > points:
                        best, points = sides, score(sides, mode)
            if max(map(emptiness, best[:-1]), default=0.0) < GAPING:
                break
        if self.sheet.leaves and len(best) % 2:
            best = self._on_both_sides(best, number, sizes, (whole, loosest))
        return self._aired([*best[:-1], self._evened(best[-1])] if best else best)

    def _on_both_sides(
        self, best: list[Filled], number: int, sizes: Sequence[Type], modes: Sequence[Mode]
    ) -> list[Filled]:
        """The largest type that ends on a back; else one side more for what the page has to spare."""
        for type_, mode in product(sizes, modes):
            sides = self.poured(type_, mode)
            if len(sides) == number and max(map(emptiness, sides[:-1])) < GAPING:
                return sides
        if not self.pages[-1].notes:
            return best
        back = self._plan(len(self.pages) - 1, len(best), continued=True)
        *full, last = best
        spare = back.page.spare
        most = range(len(spare), 0, -1)
        taken, fuller = next(((n, side) for n in most if (side := self._with(last, spare[:n]))), (0, last))
        back = replace(back, page=replace(back.page, spare=spare[taken:]))
        return [*full, fuller, Filled(back, [], last.setting)]

    def _largest(self, fits: Callable[[Type], bool], at: int) -> Type | None:
        """The largest size of the scale that fits, looked for from a guess upwards or downwards."""
        if not fits(self.scale[at]):
            return next((type_ for type_ in self.scale[at + 1 :] if fits(type_)), None)
        if not at or not fits(self.scale[at - 1]):
            return self.scale[at]
        # The guess was far too small: halve what is left above it.
        return self.scale[bisect_left(range(at - 1), True, key=lambda one: fits(self.scale[one]))]

    def _guess(self, number: int) -> int:
        """Where in the scale the answer may be on so many sides."""
        size = FILLED * self.size_for(number)
        closest = max(at for at, one in enumerate(self.scale) if not one.tears)
        return next((at for at, one in enumerate(self.scale) if one.size <= size), closest)

    def size_for(self, number: int, more: float = 0.0) -> float:
        """The type in which so many sides would be full to the brim, with what more needs."""
        need, room = self._area
        # Areas grow as the square of the size.
        return READING.size * sqrt(room * number / max(need + more, 1.0))

    def need_of(self, section: Section) -> float:
        """What one more section would take of the last side, in reading type."""
        last = len(self.pages) - 1
        return self._need(self.stock.units((section,)), self._plan(last, last).frame)

    @cached_property
    def _area(self) -> tuple[float, float]:
        """What all units take in reading type, and the room of a side."""
        frames = [self._plan(at, at).frame for at in range(len(self.pages))]
        need = sum(map(self._need, self.units, frames))
        return need, sum(frame.w * frame.h for frame in frames) / len(frames)

    def _need(self, units: Iterable[Unit], frame: Frame, type_: Type = READING) -> float:
        setting = self.stock.setting(type_)
        widths = {wide: frame.width(wide) for wide in (True, False)}
        return sum(setting.piece(unit, widths[unit.wide]).height * widths[unit.wide] for unit in units)

    def _at_best(self, type_: Type, mode: Mode) -> float:
        """A score that no sides in this type can exceed: what the mode costs, and room left empty."""
        number = len(self.pages)
        filled = min(1.0, (type_.size / (FILLED * self.size_for(number))) ** 2)
        return type_.size - mode.cost - SHORT * number * (1 - filled)

    def _aired(self, sides: list[Filled]) -> list[Filled]:
        """The same with wider gaps, where the sides have room for them."""
        return [self._airy(self._full(side) if side is sides[-1] else side) for side in sides]

    def _evened(self, side: Filled) -> Filled:
        """A last side with its sections torn, if so its columns come out even where one would be long."""
        units = [unit for units in groups_of(side) for unit in units]
        if any(unit.rest for unit in units):
            return side
        bands, left = fill_side(units, False, side.plan.frame, side.setting)
        evener = Filled(side.plan, bands, side.setting)
        return evener if not left and emptiness(evener) > emptiness(side) + UNEVEN else side

    def _full(self, side: Filled) -> Filled:
        """A last side with what its page has to spare, and lines to write on, in what room is left."""
        page = side.plan.page
        fuller = (self._with(side, page.spare[:number]) for number in range(len(page.spare), 0, -1))
        side = next(filter(None, fuller), side)
        lines = Section(page.notes, (Lines("", NOTES),), wide=True)
        return (page.notes and self._with(side, (lines,))) or side

    def _with(self, side: Filled, more: tuple[Section, ...]) -> Filled | None:
        """One side with further sections below, if it can hold them whole."""
        added = (self.stock.units((section,), ADDED + at) for at, section in enumerate(more))
        groups = [*groups_of(side), *added]
        taken, bands = pour(groups, side.plan.frame, side.setting)
        return Filled(side.plan, bands, side.setting) if taken == len(groups) else None

    def _airy(self, side: Filled) -> Filled:
        """One side with as much air as it has room for."""
        groups = groups_of(side)
        type_ = side.setting.type
        for air in AIR:
            if air <= type_.air:
                break
            if (air / type_.air - 1) * side.white > side.left:
                continue
            setting = self.stock.setting(replace(type_, air=air))
            taken, bands = pour(groups, side.plan.frame, setting)
            if taken == len(groups):
                return Filled(side.plan, bands, setting)
        return side

    def poured(self, type_: Type, mode: Mode, *, spill: bool = True) -> list[Filled]:
        """The chapter's sides in one type size; what does not fit takes more of them, or there are none."""
        key = (type_, mode)
        if key not in self._poured:
            self._poured[key] = self._pour(self.stock.setting(type_), mode, spill)
        return self._poured[key]

    def _pour(self, setting: Setting, mode: Mode, spill: bool) -> list[Filled]:
        sides: list[Filled] = []
        for pages, units in self._parts(mode.across):
            plans = [self._plan(page, len(sides) + at) for at, page in enumerate(pages)]
            while units or plans:
                if not plans and not spill:
                    return []
                side = plans.pop(0) if plans else self._plan(pages[-1], len(sides), continued=True)
                fill = fill_side_with_parts if spill else fill_side
                bands, left = fill(units, mode.whole, side.frame, setting)
                if units and not plans and not moves_on(bands):
                    raise PageOverflow(self.sheet.name, side.page.title, "has a block taller than a side")
                units = left
                sides.append(Filled(side, bands, setting))
        return sides

    def _parts(self, across: bool) -> list[tuple[list[int], list[Unit]]]:
        """The numbers of pages that share a flow, with all their units."""
        parts: list[tuple[list[int], list[Unit]]] = []
        joins = False
        for number, (page, units) in enumerate(zip(self.pages, self.units, strict=True)):
            if joins:
                parts[-1][0].append(number)
                parts[-1][1].extend(units)
            else:
                parts.append(([number], list(units)))
            joins = across and page.flows
        return parts

    def _plan(self, number: int, index: int, continued: bool = False) -> Plan:
        """The side with this index for a page, or for what does not fit on it."""
        key = (number, index, continued)
        if key not in self._plans:
            page = self.pages[number]
            shown = replace(page, record=None, sections=()) if continued else page
            self._plans[key] = plan(self.sheet, shown, self.first + index, self.paper, self.stock.clean)
        return self._plans[key]

    def _overflow(self) -> PageOverflow:
        sides = self._pour(self.stock.setting(self.scale[-1]), LOOSEST, spill=True)
        spilled = [side for side in sides if all(side.plan.page is not page for page in self.pages)]
        excess = sum(
            atom.height
            for side in spilled
            for band in side.bands
            for column in band.columns
            for atom in column
        )
        return PageOverflow(
            self.sheet.name,
            self.pages[0].title,
            f"needs {len(sides)} sides instead of {len(self.pages)} even in {SMALLEST:g} point type:"
            f" shorten it by about {excess / MM:.0f} mm of column",
        )


def _shortened(record: TurnRecord | None) -> TurnRecord | None:
    """The turns that a record can least do without."""
    if record is None or not record.crossed < record.least < record.turns:
        return record
    marks = tuple(mark for mark in record.marks if mark[0] <= record.least)
    return replace(record, turns=record.least, marks=marks, least=0)


def _units_by_page(pages: tuple[Page, ...], stock: Stock) -> list[tuple[Unit, ...]]:
    found: list[tuple[Unit, ...]] = []
    sections: tuple[Section, ...] = ()
    for page in pages:
        found.append(stock.units(page.sections, len(sections)))
        sections += page.sections
    return found

"""The maps of a scenario fitted to the tables a club has, so that all that a map must keep is kept."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import tomlkit

from assistant.kernel.errors import Illegal
from assistant.kernel.inches import Mil, Point
from assistant.packs.files import read_text
from assistant.packs.playable import Found, company_of, measured, requirements, way_of
from assistant.packs.scaling import Gaps, Sheets, Size, lay_out
from assistant.packs.stretching import CELL, Hold, Land, Stretch, stretched
from assistant.packs.tables_convert import atlas_of
from assistant.packs.tables_models import TablesFile
from assistant.rules.book import Book
from assistant.rules.scenario import Scenario
from assistant.table.atlas import Atlas, Sheet
from assistant.table.ground import ground
from assistant.table.kept import Kept, KeptGap, KeptGround, KeptMarch, KeptRoom

INCHES = 12
ROUNDS = 16
BESIDE = 6.0
FEW = 2
SMALL = 16.0
"""A place no wider than this keeps its size, so the land is held from its middle on."""

Edge = tuple[str, int]
"""A table, and 0 for its width or 1 for its height."""
Box = tuple[str, tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Fitted:
    """The new texts of the two files, what could not be kept, and places that have come close."""

    scenario: str
    tables: str
    unkept: tuple[Found, ...]
    close: tuple[tuple[str, str, float], ...]


@dataclass
class _Map:
    """One scenario on its way to other tables: the files as they are, and what is held so far."""

    book: Book
    scenario: Scenario
    rows: Mapping[str, Any]
    sizes: Mapping[str, tuple[float, float]]
    """Of tables and insets in inches, as they are to be."""
    holds: dict[Edge, dict[Kept, Hold]] = field(default_factory=dict)
    _boxes: dict[Kept, tuple[Box, ...]] = field(default_factory=dict)
    _held: dict[Kept, bool] = field(default_factory=dict)

    @cached_property
    def wanted(self) -> tuple[Kept, ...]:
        """All that a map is measured by."""
        return requirements(self.book, self.scenario)

    @cached_property
    def gaps(self) -> Gaps:
        """How far apart those must lie that do so on the map as it is."""
        return {
            frozenset({kept.start, kept.end}): kept.apart / 1000
            for kept in self.wanted
            if isinstance(kept, KeptGap) and self.held(kept)
        }

    def held(self, kept: Kept) -> bool:
        """Whether the map as it is keeps it: else fitting cannot be blamed."""
        if kept not in self._held:
            found = measured(self.book, self.scenario, kept)
            self._held[kept] = found is not None and found.holds
        return self._held[kept]

    def boxes(self, kept: Kept) -> tuple[Box, ...]:
        """The ground of the map as it is on which something depends."""
        if kept not in self._boxes:
            self._boxes[kept] = tuple(_boxes(self, kept))
        return self._boxes[kept]

    def sheets(self) -> Sheets | None:
        """All tables with what is held; nothing if there is too little else to give way."""
        lands: dict[str, Land] = {}
        for table in self.sizes:
            across, up = (self.edge((table, axis)) for axis in (0, 1))
            if across is None or up is None:
                return None
            lands[table] = Land(across, up)
        return Sheets(lands, self.sizes, {table: self.old(table) for table in self.sizes})

    def old(self, table: str) -> tuple[float, float]:
        """The size of a table as it is, in inches; of one without a map as it is to be."""
        sheet = self.scenario.atlas.sheets.get(table)
        return (sheet.width / 1000, sheet.height / 1000) if sheet else self.sizes[table]

    def edge(self, edge: Edge) -> Stretch | None:
        """One edge as it stretches."""
        table, axis = edge
        return stretched(
            self.old(table)[axis], self.sizes[table][axis], tuple(self.holds.get(edge, {}).values())
        )

    def hold(self, kept: Kept, box: Box, more: float) -> bool:
        """Hold the ground of a box more firmly, each edge as far as it gives; whether that did anything."""
        table, low, high = box
        changed = False
        for axis in (0, 1):
            edge = (table, axis)
            mine = self.holds.setdefault(edge, {})
            old = mine.get(kept)
            firm = min(1.0, more + (old.firmness if old else 0.0))
            if high[axis] - low[axis] < CELL or (old and old.firmness == firm):
                continue
            mine[kept] = Hold(low[axis], high[axis], firm)
            if self.edge(edge) is None:
                mine.pop(kept) if old is None else mine.update({kept: old})
            else:
                changed = True
        return changed


def fit_maps(
    folder: Path,
    sizes: Mapping[str, Size],
    book: Book,
    scenario: Scenario,
    id: str | None = None,
    goes_on: Callable[[int, int], bool] = lambda tried, broken: True,
) -> Fitted:
    """Both files with comments and layout as they were; sizes in feet by table, "" for all others."""
    new = _sizes(scenario, sizes)
    text = read_text(folder / "tables.toml")
    one = _Map(book, scenario, tomllib.loads(text), new)
    for kept in scenario.atlas.kept:
        if isinstance(kept, KeptGround):
            one.hold(kept, _around(kept.sheet, (Point(*kept.low), Point(*kept.high))), 1.0)
    best = _best(one, goes_on)
    tables, about = tomlkit.parse(text), tomlkit.parse(read_text(folder / "scenario.toml"))
    close = lay_out(tables, best.sheets, one.gaps)
    if id is not None:
        about["id"] = id
    for row in about.get("tables", []):
        row["width_feet"], row["height_feet"] = (round(side / INCHES) for side in new[str(row["id"])])
    lost = (found for kept in one.wanted if (found := best.found(kept)) and not found.holds)
    return Fitted(tomlkit.dumps(about), tomlkit.dumps(tables), tuple(lost), close)


def _sizes(scenario: Scenario, sizes: Mapping[str, Size]) -> dict[str, tuple[float, float]]:
    tables = {str(table.id): (table.width_feet, table.height_feet) for table in scenario.tables.values()}
    if unknown := sorted(set(sizes) - set(tables) - {""}):
        raise Illegal(
            "unknown-table", f"There is no table {unknown[0]!r};", do=f"use one of: {', '.join(tables)}"
        )
    new = {id: sizes.get(id, sizes.get("", size)) for id, size in tables.items()}
    found = {id: (float(wide * INCHES), float(high * INCHES)) for id, (wide, high) in new.items()}
    insets = {id: sheet for id, sheet in scenario.atlas.sheets.items() if sheet.inset_of}
    return found | {id: (sheet.width / 1000, sheet.height / 1000) for id, sheet in insets.items()}


class _Try:
    """The maps laid out with what is held so far, and all that was measured on them, each thing once."""

    def __init__(self, one: _Map, sheets: Sheets, before: _Try | None) -> None:
        rows = deepcopy(dict(one.rows))
        lay_out(rows, sheets, one.gaps)
        atlas = _atlas(one, rows)
        known: Atlas = before.told.atlas if before else one.scenario.atlas
        # A table as it was before has its ground and ways at hand already.
        same = {
            id: known.sheets[id] if _is_same(sheet, known.sheets[id]) else sheet
            for id, sheet in atlas.sheets.items()
        }
        self.one, self.sheets = one, sheets
        self.told: Scenario = replace(one.scenario, atlas=replace(atlas, sheets=same))
        self._found: dict[Kept, Found | None] = {}
        if before:
            self._found |= {
                kept: found for kept, found in before._found.items() if self._is_as_in(before, kept)
            }

    def _is_as_in(self, before: _Try, kept: Kept) -> bool:
        """Whether something lies wholly on a table that has not changed since."""
        match kept:
            case KeptGap():
                place = kept.start
            case KeptRoom():
                place = kept.place
            case _:
                return False
        return self.told.atlas.sheet_of(place) is before.told.atlas.sheet_of(place)

    def found(self, kept: Kept) -> Found | None:
        """How something stands on these maps."""
        if kept not in self._found:
            self._found[kept] = measured(self.one.book, self.told, kept)
        return self._found[kept]

    def is_broken(self, kept: Kept) -> bool:
        """Whether it is lost here that the map as it was has kept; what finds no room counts in any case."""
        found = self.found(kept)
        return found is not None and not found.holds and (isinstance(kept, KeptRoom) or self.one.held(kept))

    def broken(self) -> list[Kept]:
        """All that is lost; room is looked for only where all else is right."""
        room: list[Kept] = [kept for kept in self.one.wanted if isinstance(kept, KeptRoom)]
        other: list[Kept] = [
            kept for kept in self.one.wanted if not isinstance(kept, KeptRoom) and self.is_broken(kept)
        ]
        return other or [kept for kept in room if self.is_broken(kept)]


def _is_same(one: Sheet, other: Sheet) -> bool:
    return (one.width, one.height, one.features, one.footprints) == (
        other.width, other.height, other.features, other.footprints,
    )  # fmt: skip


def _best(one: _Map, goes_on: Callable[[int, int], bool]) -> _Try:
    """Hold more and more of the land between those that lie wrong, until all is kept or nothing gives way."""
    best, fewest, now = None, len(one.wanted) + 1, None
    broken: list[Kept] = []
    for tried in range(1, ROUNDS + 1):
        sheets = one.sheets()
        assert sheets is not None
        now = _Try(one, sheets, now)
        # The last that are lost are looked at first: while they are, the rest need not be.
        broken, is_whole = [kept for kept in broken if now.is_broken(kept)], False
        if len(broken) > FEW or not broken:
            broken, is_whole = now.broken(), True
        if (
            is_whole and len(broken) <= fewest
        ):  # room is measured last: of two as good the later one knows more
            best, fewest = now, len(broken)
        if not goes_on(tried, len(broken)) or not broken:
            break
        held = [one.hold(kept, box, _step(kept)) for kept in broken for box in one.boxes(kept)]
        if not any(held):
            break
    assert now is not None
    return now if best is None or len(now.broken()) <= fewest else best


def _step(kept: Kept) -> float:
    """How much more firmly the land is held each time: long marches bit by bit, small ground at once."""
    return 0.25 if isinstance(kept, KeptMarch) else 0.5 if isinstance(kept, KeptGap) else 1.0


def _atlas(one: _Map, rows: Mapping[str, Any]) -> Atlas:
    tables = [
        replace(
            table,
            width_feet=round(one.sizes[table.id][0] / INCHES),
            height_feet=round(one.sizes[table.id][1] / INCHES),
        )
        for table in one.scenario.tables.values()
    ]
    return atlas_of(TablesFile.model_validate(rows), tables)


def _boxes(one: _Map, kept: Kept) -> Iterator[Box]:
    """The ground of the map as it is on which something depends."""
    atlas = one.scenario.atlas
    match kept:
        case KeptGap():
            sheet = atlas.sheet_of(kept.start)
            if sheet is not None:
                near = ground(sheet).between(kept.start, kept.end)
                middles = (point for _, point in _middles(atlas, kept.start, kept.end))
                yield _around(sheet.id, [*near, *middles])
        case KeptMarch():
            company = company_of(one.book, kept)
            way = way_of(one.book, one.scenario, kept, company) if company else None
            line = (*(way.line if way else ()), *_middles(atlas, kept.start, kept.end))
            for table in dict.fromkeys(table for table, _ in line):
                yield _around(table, [point for here, point in line if here == table])
        case KeptRoom():
            sheet = atlas.sheet_of(kept.place)
            if sheet is not None:
                yield _around(sheet.id, ground(sheet).corners(kept.place), BESIDE)


def _middles(atlas: Atlas, *places: str) -> Iterator[tuple[str, Point]]:
    """Of those places that keep their size: the land under them does not, so it is held from there on."""
    for place in places:
        if (sheet := atlas.sheet_of(place)) is not None:
            low, high = ground(sheet).corners(place)
            if max(high.x - low.x, high.y - low.y) <= SMALL * 1000:
                yield sheet.id, Point(Mil((low.x + high.x) // 2), Mil((low.y + high.y) // 2))


def _around(table: str, points: Sequence[Point], more: float = 0.0) -> Box:
    xs, ys = [point.x / 1000 for point in points], [point.y / 1000 for point in points]
    return table, (min(xs) - more, min(ys) - more), (max(xs) + more, max(ys) + more)

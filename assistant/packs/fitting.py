"""The maps of a scenario fitted to the tables a club has, so that all that a map must keep is kept."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
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
from assistant.table.atlas import Atlas
from assistant.table.ground import ground
from assistant.table.kept import Kept, KeptGap, KeptGround, KeptMarch, KeptRoom

INCHES = 12
ROUNDS = 16
BESIDE = 6.0
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


@dataclass(slots=True)
class _Map:
    """One scenario on its way to other tables: the files as they are, and what is held so far."""

    book: Book
    scenario: Scenario
    rows: Mapping[str, Any]
    sizes: Mapping[str, tuple[float, float]]
    """Of tables and insets in inches, as they are to be."""
    holds: dict[Edge, dict[Kept, Hold]] = field(default_factory=dict)

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
    wanted = [
        kept
        for kept in requirements(book, scenario)
        if isinstance(kept, KeptRoom) or _holds(book, scenario, kept)
    ]
    for kept in scenario.atlas.kept:
        if isinstance(kept, KeptGround):
            one.hold(kept, _around(kept.sheet, (Point(*kept.low), Point(*kept.high))), 1.0)
    gaps = {frozenset({it.start, it.end}): it.apart / 1000 for it in wanted if isinstance(it, KeptGap)}
    best = _best(one, wanted, gaps, goes_on)
    tables, about = tomlkit.parse(text), tomlkit.parse(read_text(folder / "scenario.toml"))
    close = lay_out(tables, best, gaps)
    if id is not None:
        about["id"] = id
    for row in about.get("tables", []):
        row["width_feet"], row["height_feet"] = (round(side / INCHES) for side in new[str(row["id"])])
    told = replace(scenario, atlas=_atlas(one, tables.unwrap()))
    lost = (found for kept in requirements(book, told) if (found := measured(book, told, kept)))
    return Fitted(
        tomlkit.dumps(about), tomlkit.dumps(tables), tuple(found for found in lost if not found.holds), close
    )


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


def _best(one: _Map, wanted: Sequence[Kept], gaps: Gaps, goes_on: Callable[[int, int], bool]) -> Sheets:
    """Hold more and more of the land between those that lie wrong, until all is kept or nothing gives way."""
    best, fewest = None, len(wanted) + 1
    for tried in range(1, ROUNDS + 1):
        sheets = one.sheets()
        assert sheets is not None
        broken = list(_broken(one, sheets, wanted, gaps))
        if len(broken) <= fewest:  # room is measured last: of two as good the later one knows more
            best, fewest = sheets, len(broken)
        if not broken or not goes_on(tried, len(broken)):
            break
        held = [one.hold(kept, box, _step(kept)) for kept in broken for box in _boxes(one, kept)]
        if not any(held):
            break
    assert best is not None
    return best


def _broken(one: _Map, sheets: Sheets, wanted: Sequence[Kept], gaps: Gaps) -> Iterator[Kept]:
    """What a map laid out so does not keep; room is looked for only where all else is right."""
    rows = deepcopy(dict(one.rows))
    lay_out(rows, sheets, gaps)
    told = replace(one.scenario, atlas=_atlas(one, rows))
    lost = False
    for kept in sorted(wanted, key=lambda it: isinstance(it, KeptRoom)):
        if lost and isinstance(kept, KeptRoom):
            return
        if not _holds(one.book, told, kept):
            lost = True
            yield kept


def _step(kept: Kept) -> float:
    """How much more firmly the land is held each time: long marches bit by bit, small ground at once."""
    return 0.25 if isinstance(kept, KeptMarch) else 0.5 if isinstance(kept, KeptGap) else 1.0


def _holds(book: Book, scenario: Scenario, kept: Kept) -> bool:
    found = measured(book, scenario, kept)
    return found is not None and found.holds


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

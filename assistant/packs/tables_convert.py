"""The checked file of a scenario's tables to its frozen data, and what only the whole file can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from assistant.kernel.errors import Fault
from assistant.kernel.inches import Mil, Point, mils
from assistant.packs.faults import Source, remedy, shown
from assistant.packs.pack import Pack, rows
from assistant.packs.tables_models import FeatureRow, FootprintRow, KeptRow, LinkRow, TablesFile
from assistant.rules.scenario import Table
from assistant.table.atlas import NONE, Atlas, Edge, Feature, Footprint, Label, Link, Sheet
from assistant.table.kept import Kept, KeptGap, KeptGround, KeptMarch, KeptRoom, KeptSize

INCHES_PER_FOOT = 12


def atlas_of(file: TablesFile, tables: Iterable[Table]) -> Atlas:
    """All sheets of a scenario: its tables as they are sized there, and the insets."""
    sizes = {
        table.id: (mils(INCHES_PER_FOOT * table.width_feet), mils(INCHES_PER_FOOT * table.height_feet))
        for table in tables
    }
    names = {table.id: table.name for table in tables}
    insets = {row.id: row for row in file.inset}
    sizes |= {row.id: (mils(row.width), mils(row.height)) for row in file.inset}
    sheets = {
        id: Sheet(
            id=id,
            name=insets[id].name if id in insets else names[id],
            width=width,
            height=height,
            inset_of=insets[id].table if id in insets else "",
            features=tuple(_feature(row) for row in file.feature if row.table == id),
            footprints={row.id: _footprint(row) for row in file.place if row.table == id},
            labels=tuple(Label(row.name, points_of(row.along)) for row in file.label if row.table == id),
            is_walled=id in insets and insets[id].walled,
        )
        for id, (width, height) in sizes.items()
    }
    return Atlas(
        {id: sheet for id, sheet in sheets.items() if sheet.features or sheet.footprints},
        tuple(_link(row, sizes) for row in file.link),
        dict(file.devices),
        tuple(one for row in file.kept for one in _kept(row)),
    )


def _kept(row: KeptRow) -> Iterator[Kept]:
    why, rules, who = row.why, tuple(row.rules), tuple(row.who)
    start, end = row.between or ("", "")
    if row.apart is not None:
        yield KeptGap(start, end, mils(row.apart), why=why, rules=rules)
    if row.turns is not None:
        least, most = row.turns
        yield KeptMarch(
            start, end, who, (least, most), row.from_edge, row.through or "", why=why, rules=rules
        )
    if row.figures is not None:
        for place in row.at or ():
            yield KeptRoom(place, tuple((one, row.figures) for one in who), row.inside, why=why, rules=rules)
    if row.size is not None:
        wide, high = map(mils, row.size)
        yield KeptSize(row.table or "", wide, high, why=why, rules=rules)
    if row.stays is not None:
        a, b = points_of(row.stays)
        low, high_corner = (min(a.x, b.x), min(a.y, b.y)), (max(a.x, b.x), max(a.y, b.y))
        yield KeptGround(row.table or "", low, high_corner, why=why, rules=rules)


def points_of(text: str | None) -> tuple[Point, ...]:
    """`12,34.5 14,36` as points."""
    spots = (spot.split(",") for spot in (text or "").split())
    return tuple(Point(mils(x), mils(y)) for x, y in spots)


def _feature(row: FeatureRow) -> Feature:
    widths = row.width if isinstance(row.width, list) else [row.width] if row.width else []
    return Feature(
        id=row.id,
        kind=row.kind,
        points=points_of(row.area or row.line or row.at),
        is_area=row.area is not None,
        widths=tuple(map(mils, widths)),
        name=row.name,
        along=points_of(row.name_along),
        is_navigable=row.navigable,
    )


def _footprint(row: FootprintRow) -> Footprint:
    return Footprint(
        place=row.id,
        at=_spot(row.at),
        radius=mils(row.radius) if row.radius else NONE,
        points=points_of(row.area),
        feature=row.feature or "",
        near=row.near or "",
        has_walls=row.walls,
        gates=points_of(row.gates),
        tower=_spot(row.tower),
        tower_radius=mils(row.tower_radius) if row.tower_radius else NONE,
        floor=row.floor,
        keeps_size=row.keeps_size,
        is_entry=row.entry,
    )


def _spot(text: str | None) -> Point | None:
    return points_of(text)[0] if text else None


def _link(row: LinkRow, sizes: Mapping[str, tuple[Mil, Mil]]) -> Link:
    if row.edge and row.span and row.to_edge and row.to_span:
        start, end = _on_edge(row.edge, row.span, sizes[row.table])
        to_start, to_end = _on_edge(row.to_edge, row.to_span, sizes[row.to])
        return Link(row.table, row.to, start, end, to_start, to_end, row.name)
    (at,), (there,) = points_of(row.at), points_of(row.to_at)
    return Link(row.table, row.to, at, at, there, there, row.name)


def _on_edge(edge: Edge, span: Sequence[float], size: tuple[Mil, Mil]) -> tuple[Point, Point]:
    low, high = mils(span[0]), mils(span[1])
    width, height = size
    match edge:
        case "north":
            return Point(low, height), Point(high, height)
        case "south":
            return Point(low, NONE), Point(high, NONE)
        case "west":
            return Point(NONE, low), Point(NONE, high)
        case "east":
            return Point(width, low), Point(width, high)


def across_the_tables(pack: Pack) -> Iterator[Fault]:
    """Tables, features and places of the file against each other; every place must lie somewhere."""
    source = pack.files.get("tables")
    if source is None or source.raw is None:
        return
    insets = [str(row.get("id")) for _, row in rows(source, "inset")]
    sheets = [str(row.get("id")) for _, row in rows(pack.scenario, "tables")] + insets
    features: dict[str, str] = {}
    for number, row in rows(source, "feature"):
        yield from _known(source, ("feature", number, "table"), row.get("table"), sheets, "table")
        if (id := str(row.get("id"))) in features:
            wrong = f"the id {shown(id)} is used twice"
            yield source.fault(("feature", number), wrong, "give each feature its own")
        features[id] = str(row.get("table"))
    placed: dict[str, str] = {}
    for number, row in rows(source, "place"):
        yield from _known(source, ("place", number, "table"), row.get("table"), sheets, "table")
        if (id := str(row.get("id"))) in placed:
            yield source.fault(("place", number), f"{shown(id)} lies in two places", "keep one of them")
        placed[id] = str(row.get("table"))
        here = [one for one, table in features.items() if table == row.get("table")]
        yield from _known(source, ("place", number, "feature"), row.get("feature"), here, "feature")
    for number, row in rows(source, "place"):
        near = row.get("near")
        if isinstance(near, str) and placed.get(near) != str(row.get("table")):
            wrong = f"{shown(near)} does not lie on this table"
            yield source.fault(("place", number, "near"), wrong, "name a place that does")
    for number, row in rows(source, "link"):
        for key in ("table", "to"):
            yield from _known(source, ("link", number, key), row.get(key), sheets, "table")
    for number, row in rows(source, "kept"):
        for key in ("table", "through"):
            yield from _known(source, ("kept", number, key), row.get(key), sheets, "table")
    if pack.could_read("places"):
        for id in pack.ids("places", "place"):
            if id not in placed:
                yield Fault(source.file, "", f"the place {shown(id)} lies nowhere", "add a [[place]] for it")


def _known(
    source: Source, steps: tuple[str | int, ...], value: Any, known: Sequence[str], what: str
) -> Iterator[Fault]:
    if isinstance(value, str) and value not in known:
        yield source.fault(steps, f"unknown {what} {shown(value)}", remedy(value, known))

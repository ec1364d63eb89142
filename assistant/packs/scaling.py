"""The maps of a scenario laid out on other tables: lands stretch, places and rivers keep their size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any

from assistant.packs.stretching import Anchor, Land, Spot
from assistant.table.net import MESH

KEPT_WIDTH = frozenset(
    {"river", "stream", "road", "path", "wall", "gate", "falls", "ford", "bridge", "passage", "shallows"}
)
APART = 1.0
ROUNDS = 400
HAIR = 0.002
PIECES = 64
SLIP = 0.1
"""Inches by which two tables may lie off one another along the edge at which they join."""
WIDEST = 16.0
"""Inches: a wood or marsh that is a place keeps its size if it is no larger than this."""

Size = tuple[int, int]
Gaps = Mapping[frozenset[str], float]
"""Pairs of places that must lie so far apart."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """The lands of all tables and insets as they change, and their new and old sizes in inches."""

    lands: Mapping[str, Land]
    sizes: Mapping[str, tuple[float, float]]
    old: Mapping[str, tuple[float, float]]


def lay_out(tables: Any, sheets: Sheets, gaps: Gaps) -> tuple[tuple[str, str, float], ...]:
    """Everything in a file of tables moved to where it belongs; told is who has come close to whom."""
    rows = tables.get("place", [])
    features = {str(row["id"]): row for row in tables.get("feature", [])}
    circles = {number: circle for number, row in enumerate(rows) if (circle := _circle(row, features))}
    before = {number: circle.at for number, circle in circles.items()}
    now = {
        number: _by_whole_steps(at, sheets.lands[str(rows[number]["table"])].plain(at))
        for number, at in before.items()
    }
    moved = _aside(rows, circles, now, sheets, gaps)
    lands = {
        table: replace(
            land,
            anchors=tuple(
                Anchor(one.at, one.radius, moved[number])
                for number, one in circles.items()
                if str(rows[number]["table"]) == table
            ),
        )
        for table, land in sheets.lands.items()
    }
    whole = {str(rows[number]["feature"]): number for number in circles if "feature" in rows[number]}
    for id, row in features.items():
        if id in whole:
            _shift(row, ("area", "name_along"), before[whole[id]], moved[whole[id]])
        else:
            _feature(row, lands[str(row["table"])])
    for row in tables.get("label", []):
        _points(row, "along", lands[str(row["table"])])
    for number, row in enumerate(rows):
        if number in circles:
            _shift(row, ("at", "gates", "tower", "area"), before[number], moved[number])
        else:
            _points(row, "area", lands[str(row["table"])])
    _links(tables, replace(sheets, lands=lands))
    return tuple(_close(rows, circles, moved))


def spots(text: str) -> list[Spot]:
    """`12,34.5 14,36` as pairs of inches."""
    return [(float(x), float(y)) for x, y in (spot.split(",") for spot in text.split())]


def written(line: Sequence[Spot]) -> str:
    """Pairs of inches as the file has them, to a thousandth."""
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in line)


def _number(value: float) -> str:
    return f"{round(value, 3) + 0:.3f}".rstrip("0").rstrip(".")


def _circle(row: Any, features: Mapping[str, Any]) -> Anchor | None:
    """A place that keeps its size, as the circle around it; nothing for wide lands and courses."""
    if "at" in row:
        return Anchor(at := spots(str(row["at"]))[0], float(row["radius"]), at)
    text = row.get("area") or (features.get(str(row.get("feature")), {}).get("area"))
    if not text or not row.get("keeps_size", True):
        return None
    outline = spots(str(text))
    west, east = (end(x for x, _ in outline) for end in (min, max))
    south, north = (end(y for _, y in outline) for end in (min, max))
    middle = ((west + east) / 2, (south + north) / 2)
    if "feature" in row and max(east - west, north - south) > WIDEST:
        return None
    return Anchor(middle, max(math.dist(middle, spot) for spot in outline), middle)


def _by_whole_steps(old: Spot, new: Spot) -> Spot:
    """Moved by whole meshes of the net of ways: so a march over ground that is held is measured as before."""
    x, y = (a + MESH / 1000 * round((b - a) * 1000 / MESH) for a, b in zip(old, new, strict=True))
    return (x, y)


def _points(row: Any, key: str, land: Land) -> None:
    if key in row:
        row[key] = written([land.at(spot) for spot in spots(str(row[key]))])


def _shift(row: Any, keys: Sequence[str], old: Spot, new: Spot) -> None:
    """Moved as it is."""
    for key in keys:
        if key in row:
            row[key] = written([(x + new[0] - old[0], y + new[1] - old[1]) for x, y in spots(str(row[key]))])


def _feature(row: Any, land: Land) -> None:
    if "width" in row and row["kind"] not in KEPT_WIDTH:
        course = spots(str(row.get("line") or row.get("at")))
        old = row["width"]
        if isinstance(old, list):
            last = max(len(old) - 1, 1)
            row["width"] = [
                round(float(one) * land.times(_along(course, number / last)), 2)
                for number, one in enumerate(old)
            ]
        else:
            row["width"] = round(float(old) * land.times(_along(course, 0.5)), 2)
    for key in ("area", "line", "at", "name_along"):
        _points(row, key, land)


def _along(course: Sequence[Spot], share: float) -> Spot:
    """The spot at a share of the way along a course."""
    left = share * sum(math.dist(a, b) for a, b in pairwise(course))
    for a, b in pairwise(course):
        length = math.dist(a, b)
        if left <= length and length:
            return (a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length)
        left -= length
    return course[-1]


def _links(tables: Any, sheets: Sheets) -> None:
    """An edge is cut where the land of either side begins to stretch otherwise, so that rivers still meet."""
    more: list[Any] = []
    rows = tables.get("link", [])
    for row in rows:
        _points(row, "at", sheets.lands[str(row["table"])])
        _points(row, "to_at", sheets.lands[str(row["to"])])
        if "span" not in row:
            continue
        (low, high), (to_low, to_high) = ([float(x) for x in row[key]] for key in ("span", "to_span"))
        ends = []
        for number in range(PIECES + 1):
            one, other = (a + (b - a) * number / PIECES for a, b in ((low, high), (to_low, to_high)))
            here = _on_edge(sheets, str(row["table"]), str(row["edge"]), one)
            ends.append((here, _on_edge(sheets, str(row["to"]), str(row["to_edge"]), other)))
        pieces = [
            {"span": [_cut(a[0]), _cut(b[0])], "to_span": [_cut(a[1]), _cut(b[1])]}
            for a, b in pairwise(_corners(ends))
        ]
        more += [{**row, **piece} for piece in pieces[1:]]
        for key, value in pieces[0].items():
            row[key] = value
    for row in more:
        rows.append(row)


def _on_edge(sheets: Sheets, table: str, edge: str, at: float) -> float:
    """Where a spot of an edge comes to lie along it, with the land that is there."""
    land, (width, height) = sheets.lands[table], sheets.old[table]
    match edge:
        case "north" | "south":
            return min(max(land.at((at, height if edge == "north" else 0.0))[0], 0.0), sheets.sizes[table][0])
        case _:
            return min(max(land.at((width if edge == "east" else 0.0, at))[1], 0.0), sheets.sizes[table][1])


def _corners(ends: Sequence[Spot]) -> list[Spot]:
    """Of spots along two edges only those between which both stretch evenly."""
    kept = [ends[0]]
    for number in range(1, len(ends) - 1):
        (ax, ay), (bx, by) = kept[-1], ends[number + 1]
        skipped = ends[ends.index(kept[-1]) + 1 : number + 1]
        if any(abs(ay + (by - ay) * (x - ax) / ((bx - ax) or 1) - y) > SLIP for x, y in skipped):
            kept.append(ends[number])
    return [*kept, ends[-1]]


def _cut(value: float) -> float:
    return round(value, 2)


def _close(
    rows: Sequence[Any], circles: Mapping[int, Anchor], moved: Mapping[int, Spot]
) -> Iterator[tuple[str, str, float]]:
    """Pairs of places that lay well apart and have come close."""
    for a, b in combinations((number for number in circles if "at" in rows[number]), 2):
        gap = _gap(circles, moved, a, b)
        old = _gap(circles, {number: circles[number].at for number in (a, b)}, a, b)
        if rows[a]["table"] == rows[b]["table"] and gap < 2 * APART <= old:
            yield str(rows[a]["id"]), str(rows[b]["id"]), round(max(gap, 0.0), 1)


def _aside(
    rows: Sequence[Any],
    circles: Mapping[int, Anchor],
    now: Mapping[int, Spot],
    sheets: Sheets,
    gaps: Gaps,
) -> dict[int, Spot]:
    """Push apart those that did not lie on one another before, bit by bit, and keep all on the table."""
    at = dict(now)
    old = {number: one.at for number, one in circles.items()}
    round_ones = [number for number in at if "at" in rows[number]]
    wanted = [
        (a, b, max(min(APART, before), _least(gaps, rows[a], rows[b])))
        for a, b in combinations(round_ones, 2)
        if rows[a]["table"] == rows[b]["table"] and (before := _gap(circles, old, a, b)) >= 0
    ]
    for _ in range(ROUNDS):
        quiet = True
        for a, b, want in wanted:
            lack = want - _gap(circles, at, a, b)
            if lack > HAIR:
                quiet = False
                (ax, ay), (bx, by) = at[a], at[b]
                far = math.hypot(bx - ax, by - ay) or 1.0
                dx, dy = (bx - ax) / far * lack / 2, (by - ay) / far * lack / 2
                at[a], at[b] = (ax - dx, ay - dy), (bx + dx, by + dy)
        for number in round_ones:
            (x, y), (width, height) = at[number], sheets.sizes[str(rows[number]["table"])]
            radius = circles[number].radius
            at[number] = (_held(x, radius, width), _held(y, radius, height))
        if quiet:
            break
    return at | dict(_within(rows, circles, at))


def _within(
    rows: Sequence[Any], circles: Mapping[int, Anchor], at: Mapping[int, Spot]
) -> Iterator[tuple[int, Spot]]:
    """What lies inside another place goes with it, as Orthanc with Isengard: the smallest that it lies in."""
    for number, one in circles.items():
        around = [
            (other.radius, name)
            for name, other in circles.items()
            if rows[name]["table"] == rows[number]["table"]
            and other.radius > one.radius
            and math.dist(one.at, other.at) + one.radius <= other.radius + 0.3
        ]
        if around:
            home = min(around)[1]
            (x, y), (old_x, old_y) = at[home], circles[home].at
            yield number, (x + one.at[0] - old_x, y + one.at[1] - old_y)


def _least(gaps: Gaps, row: Any, other: Any) -> float:
    """How far apart two places must lie, and a hair more: pushing leaves off a hair too early."""
    gap = gaps.get(frozenset({str(row["id"]), str(other["id"])}), 0.0)
    return gap + 2 * HAIR if gap else 0.0


def _held(value: float, radius: float, size: float) -> float:
    return min(max(value, radius + 0.1), size - radius - 0.1) if size > 2 * radius + 0.2 else size / 2


def _gap(circles: Mapping[int, Anchor], at: Mapping[int, Spot], a: int, b: int) -> float:
    return math.dist(at[a], at[b]) - circles[a].radius - circles[b].radius

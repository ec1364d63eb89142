"""The maps of a scenario fitted to other tables: lands stretch, places, rivers and roads keep their size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import tomlkit

from assistant.kernel.errors import Illegal
from assistant.packs.files import read_text

INCHES = 12
KEPT_WIDTH = frozenset(
    {"river", "stream", "road", "path", "wall", "gate", "falls", "ford", "bridge", "passage"}
)
APART = 1.0
ROUNDS = 400

Spot = tuple[float, float]
Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fit:
    """How a table changes: so many times as wide, so many times as high."""

    across: float
    up: float
    width: float
    height: float

    def at(self, spot: Spot) -> Spot:
        return (spot[0] * self.across, spot[1] * self.up)


@dataclass(frozen=True, slots=True)
class Scaled:
    """The new texts of the two files, and pairs of places that have come close to one another."""

    scenario: str
    tables: str
    close: tuple[tuple[str, str, float], ...]


def scale_maps(folder: Path, sizes: Mapping[str, Size], id: str | None = None) -> Scaled:
    """Both files with comments and layout as they were; sizes in feet by table, "" for all others."""
    scenario = tomlkit.parse(read_text(folder / "scenario.toml"))
    tables = tomlkit.parse(read_text(folder / "tables.toml"))
    if id is not None:
        scenario["id"] = id
    fits: dict[str, Fit] = {}
    for row in scenario.get("tables", []):
        old = (int(row["width_feet"]), int(row["height_feet"]))
        new = sizes.get(str(row["id"]), sizes.get("", old))
        row["width_feet"], row["height_feet"] = new
        fits[str(row["id"])] = Fit(new[0] / old[0], new[1] / old[1], new[0] * INCHES, new[1] * INCHES)
    if unknown := sorted(set(sizes) - set(fits) - {""}):
        raise Illegal(
            "unknown-table", f"There is no table {unknown[0]!r};", do=f"use one of: {', '.join(fits)}"
        )
    for row in tables.get("inset", []):
        fits[str(row["id"])] = Fit(1, 1, float(row["width"]), float(row["height"]))
    for row in tables.get("feature", []):
        _feature(row, fits[str(row["table"])])
    for row in tables.get("label", []):
        _points(row, "along", fits[str(row["table"])])
    for row in tables.get("link", []):
        _link(row, fits)
    close = tuple(_places(tables.get("place", []), fits))
    return Scaled(tomlkit.dumps(scenario), tomlkit.dumps(tables), close)


def spots(text: str) -> list[Spot]:
    """`12,34.5 14,36` as pairs of inches."""
    return [(float(x), float(y)) for x, y in (spot.split(",") for spot in text.split())]


def written(line: Sequence[Spot]) -> str:
    """Pairs of inches as the file has them, to a hundredth."""
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in line)


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _points(row: Any, key: str, fit: Fit) -> None:
    if key in row:
        row[key] = written([fit.at(spot) for spot in spots(str(row[key]))])


def _feature(row: Any, fit: Fit) -> None:
    for key in ("area", "line", "at", "name_along"):
        _points(row, key, fit)
    if "width" in row and row["kind"] not in KEPT_WIDTH:
        times = min(fit.across, fit.up)
        old = row["width"]
        row["width"] = (
            [round(float(one) * times, 2) for one in old]
            if isinstance(old, list)
            else round(float(old) * times, 2)
        )


def _link(row: Any, fits: Mapping[str, Fit]) -> None:
    for table, edge, span, at in (("table", "edge", "span", "at"), ("to", "to_edge", "to_span", "to_at")):
        fit = fits[str(row[table])]
        if at in row:
            _points(row, at, fit)
        if span in row:
            times = fit.across if row[edge] in ("north", "south") else fit.up
            row[span] = [round(float(one) * times, 2) for one in row[span]]


def _places(rows: Sequence[Any], fits: Mapping[str, Fit]) -> Iterator[tuple[str, str, float]]:
    """Places keep their size, move with the land, and step aside where they would lie on one another."""
    before: dict[int, Spot] = {}
    now: dict[int, Spot] = {}
    for number, row in enumerate(rows):
        fit = fits[str(row["table"])]
        if "at" in row:
            before[number] = spots(str(row["at"]))[0]
            now[number] = fit.at(before[number])
        elif "area" in row:
            _area(row, fit)
    moved = _aside(rows, before, now, fits)
    for number, spot in moved.items():
        row = rows[number]
        by = (spot[0] - before[number][0], spot[1] - before[number][1])
        for key in ("at", "gates", "tower"):
            if key in row:
                row[key] = written([(x + by[0], y + by[1]) for x, y in spots(str(row[key]))])
    for a, b in combinations(moved, 2):
        gap = _gap(rows, moved, a, b)
        if _are_neighbours(rows, before, a, b) and gap < 2 * APART <= _gap(rows, before, a, b):
            yield str(rows[a]["id"]), str(rows[b]["id"]), round(max(gap, 0.0), 1)


def _area(row: Any, fit: Fit) -> None:
    outline = spots(str(row["area"]))
    if not row.get("keeps_size", True):
        _points(row, "area", fit)
        return
    middle = (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
    there = fit.at(middle)
    row["area"] = written([(x + there[0] - middle[0], y + there[1] - middle[1]) for x, y in outline])


def _aside(
    rows: Sequence[Any], before: Mapping[int, Spot], now: Mapping[int, Spot], fits: Mapping[str, Fit]
) -> dict[int, Spot]:
    """Push apart those that did not lie on one another before, bit by bit, and keep all on the table."""
    at = dict(now)
    pairs = [pair for pair in combinations(at, 2) if _are_neighbours(rows, before, *pair)]
    for _ in range(ROUNDS):
        quiet = True
        for a, b in pairs:
            want = min(APART, max(_gap(rows, before, a, b), 0.0))
            lack = want - _gap(rows, at, a, b)
            if lack > 0.01:
                quiet = False
                (ax, ay), (bx, by) = at[a], at[b]
                far = math.hypot(bx - ax, by - ay) or 1.0
                dx, dy = (bx - ax) / far * lack / 2, (by - ay) / far * lack / 2
                at[a], at[b] = (ax - dx, ay - dy), (bx + dx, by + dy)
        for number, (x, y) in at.items():
            fit, radius = fits[str(rows[number]["table"])], float(rows[number]["radius"])
            at[number] = (_held(x, radius, fit.width), _held(y, radius, fit.height))
        if quiet:
            break
    return at


def _held(value: float, radius: float, size: float) -> float:
    return min(max(value, radius + 0.2), size - radius - 0.2) if size > 2 * radius + 0.4 else size / 2


def _are_neighbours(rows: Sequence[Any], before: Mapping[int, Spot], a: int, b: int) -> bool:
    """On one table, and not one inside the other from the start, as Orthanc is in Isengard."""
    return bool(rows[a]["table"] == rows[b]["table"]) and _gap(rows, before, a, b) >= 0


def _gap(rows: Sequence[Any], at: Mapping[int, Spot], a: int, b: int) -> float:
    return math.dist(at[a], at[b]) - float(rows[a]["radius"]) - float(rows[b]["radius"])

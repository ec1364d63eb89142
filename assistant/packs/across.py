"""What only shows when rows are held against each other, or against another file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from assistant.kernel.errors import Fault
from assistant.packs.faults import Source, Step, remedy, shown
from assistant.packs.figures import WRITTEN
from assistant.packs.pack import Pack, Raw, peoples_and_races, rows

ARRIVALS = ("regular", "scheduled", "after")


def across_the_book(pack: Pack) -> Iterator[Fault]:
    """Profiles, abilities, places and tables against each other."""
    used: dict[str, str] = {}
    for source, number, row in pack.profiles():
        here = ("profile", number)
        yield from _used_twice(source, here, row, used)
        for key in ("side", "people"):
            if key not in row and key not in source.raw:
                yield source.fault(here, f"{key} is missing", f"give it here or at the top, as {key} = ...")
        if "dice" not in row and "crew" not in row:
            yield source.fault(here, "dice is missing", "give its attack dice, 0 for none, or its crew")
    yield from _each_once(pack.abilities, "ability")
    used = {}
    yield from _each_once(pack.files.get("places"), "place", used=used)
    yield from _each_once(pack.scenario, "spot", used=used)
    yield from _each_once(pack.scenario, "tables")
    yield from _each_once(pack.files.get("place-rules"), "rule")
    yield from _conditions(pack)


def _conditions(pack: Pack) -> Iterator[Fault]:
    """Whom an alternative is against must exist; a place it names may belong to another scenario."""
    known = peoples_and_races(pack)
    for source, number, row in pack.profiles():
        for index, one in enumerate(_list(row.get("alternatives"))):
            what = one.get("what") if isinstance(one, dict) and one.get("if") == "against" else None
            if isinstance(what, str) and what not in known:
                here = ("profile", number, "alternatives", index, "what")
                wrong = f"unknown people or race {shown(what)}"
                yield source.fault(here, wrong, remedy(what, known, "use that of some profile"))


def across_the_scenario(pack: Pack) -> Iterator[Fault]:
    """Commanders, seats, forces and arrivals against each other and against the rosters."""
    for file, key in (
        ("commanders", "commander"), ("schedule", "event"), ("schedule", "supply"), ("victory", "award"),
        ("things", "artifact"), ("things", "power"), ("things", "people"),
    ):  # fmt: skip
        yield from _each_once(pack.files.get(file), key)
    used: dict[str, str] = {}
    for key in ARRIVALS:
        yield from _each_once(pack.files.get("schedule"), key, used=used)
    if "commanders" in pack.files and pack.could_read("commanders"):
        yield from _commands(pack.files["commanders"])
    yield from _sides(pack)
    yield from _circles(pack.files.get("victory"))


def _circles(source: Source | None) -> Iterator[Fault]:
    """A base that falls with its parts must not be a part of itself, however far round."""
    parts = {str(row.get("place")): _texts(row.get("parts")) for _, row in rows(source, "whole")}
    for number, row in rows(source, "whole"):
        start = str(row.get("place"))
        path = _way_back(start, parts)
        if path and source is not None:
            round_ = ", ".join(path)
            yield source.fault(
                ("whole", number), f"it falls only when it falls: {round_}", "take one part out"
            )


def _way_back(start: str, parts: Mapping[str, list[str]]) -> list[str]:
    """From a base over parts of parts back to itself; empty when there is no such way."""
    ways = [[start]]
    seen: set[str] = set()
    while ways:
        way = ways.pop()
        for part in parts.get(way[-1], []):
            if part == start:
                return [*way, start]
            if part not in seen:
                seen.add(part)
                ways.append([*way, part])
    return []


def _each_once(source: Source | None, key: str, *, used: dict[str, str] | None = None) -> Iterator[Fault]:
    used = {} if used is None else used
    for number, row in rows(source, key):
        if source is not None:
            yield from _used_twice(source, (key, number), row, used)


def _used_twice(
    source: Source, here: tuple[str, int], row: Mapping[str, Any], used: dict[str, str]
) -> Iterator[Fault]:
    name = row.get("id")
    if not isinstance(name, str):
        return
    before = used.setdefault(name, f"{source.file}: {here[0]}[{here[1]}]")
    if before != f"{source.file}: {here[0]}[{here[1]}]":
        yield source.fault(here, f"the id {shown(name)} is used twice", f"it is already at {before}")


def _commands(source: Source) -> Iterator[Fault]:
    """Every commander in one command, and every division of a command made of its own commanders."""
    sides = _side_by_id(row for _, row in rows(source, "commander"))
    owner: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    for number, row in rows(source, "command"):
        here, ordinal = ("command", number), shown(row.get("number"))
        if ordinal in members:
            yield source.fault(here, f"there is a command {ordinal} already", "number it otherwise")
        members[ordinal] = _texts(row.get("commanders"))
        for commander in members[ordinal]:
            if commander in owner and commander in sides:
                taken = f"{shown(commander)} is in command {owner[commander]} already"
                yield source.fault(here, taken, "a commander belongs to one command")
            owner.setdefault(commander, ordinal)
        if len({sides[commander] for commander in members[ordinal] if commander in sides}) > 1:
            yield source.fault(here, "its commanders are of both sides", "a command belongs to one side")
    for number, row in rows(source, "commander") if members else ():
        if isinstance(row.get("id"), str) and row["id"] not in owner:
            yield source.fault(("commander", number), "it is in no command", "add it to a [[command]]")
    yield from _divisions(source, members)


def _divisions(source: Source, members: Mapping[str, list[str]]) -> Iterator[Fault]:
    divided: set[tuple[str, str]] = set()
    for number, row in rows(source, "split"):
        here, ordinal = ("split", number), shown(row.get("command"))
        groups = [_texts(group) for group in _list(row.get("groups"))]
        divided.add((ordinal, str(len(groups))))
        named = [commander for group in groups for commander in group]
        if ordinal not in members:
            yield _no_command(source, here, ordinal)
            continue
        for commander in dict.fromkeys(named):
            if named.count(commander) > 1:
                yield source.fault(here, f"{shown(commander)} is in two groups", "keep it in one")
            if commander not in members[ordinal]:
                yield source.fault(here, f"{shown(commander)} is not in command {ordinal}", "leave it out")
    for number, row in rows(source, "next_player"):
        here, ordinal, into = ("next_player", number), shown(row.get("command")), shown(row.get("into", 1))
        if ordinal not in members:
            yield _no_command(source, here, ordinal)
        elif into != "1" and (ordinal, into) not in divided:
            wrong = f"command {ordinal} is never divided into {into}"
            yield source.fault(here, wrong, "add a [[split]] with so many groups")


def _no_command(source: Source, here: tuple[str, int], ordinal: str) -> Fault:
    return source.fault(here, f"there is no command {ordinal}", "use the number of a [[command]]")


def _sides(pack: Pack) -> Iterator[Fault]:
    """Nobody commands figures of the other side."""
    of_commander = _side_by_id(row for _, row in pack.rows("commanders", "commander"))
    of_profile = _side_by_id({"side": source.raw.get("side"), **row} for source, _, row in pack.profiles())
    for file, key in (("starts", "start"), *(("schedule", key) for key in ARRIVALS)):
        for number, row in pack.rows(file, key):
            for here, force in _readings((key, number), row):
                commander = force.get("commander", row.get("commander"))
                side = of_commander.get(commander) if isinstance(commander, str) else None
                for at, profile in _figures(here, force):
                    other = of_profile.get(profile, side)
                    if side is not None and other not in (side, "uncontrolled"):
                        wrong = f"{profile} is {other} and {commander} is {side}"
                        yield pack.files[file].fault(at, wrong, "figures fight for their commander's side")


def _side_by_id(found: Iterable[Raw]) -> dict[str, str]:
    return {
        row["id"]: row["side"]
        for row in found
        if isinstance(row.get("id"), str) and isinstance(row.get("side"), str)
    }


def _readings(here: tuple[Step, ...], row: Raw) -> Iterator[tuple[tuple[Step, ...], Raw]]:
    """A row, and what it is under each reading of a house rule."""
    yield here, row
    for number, reading in enumerate(_list(row.get("readings"))):
        if isinstance(reading, dict):
            yield (*here, "readings", number), reading


def _figures(here: tuple[Step, ...], row: Raw) -> Iterator[tuple[tuple[Step, ...], str]]:
    for number, text in enumerate(_list(row.get("figures"))):
        found = re.fullmatch(WRITTEN, text) if isinstance(text, str) else None
        for profile in found[2].split(" or ") if found else ():
            yield (*here, "figures", number), profile


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [one for one in _list(value) if isinstance(one, str)]

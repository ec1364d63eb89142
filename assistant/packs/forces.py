"""Figures as starts and arrivals name them, held against the profiles and against each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.kernel.errors import Fault
from assistant.packs.faults import Source, Step
from assistant.packs.figures import WRITTEN, contingent
from assistant.packs.pack import Pack, Raw
from assistant.rules.book import ProfileId

ARRIVALS = ("regular", "scheduled", "after")
FORCES = (("starts", "start"), *(("schedule", key) for key in ARRIVALS))


@dataclass(frozen=True, slots=True)
class _Named:
    """A profile that a force names: in which row, at which place of it, how many, and how they come."""

    source: Source
    row: str
    at: tuple[Step, ...]
    commander: object
    place: object
    is_conditional: bool
    profile: ProfileId
    count: int
    mounted: bool | None

    def fault(self, wrong: str, right: str) -> Fault:
        return self.source.fault(self.at, wrong, right)


def check_forces(pack: Pack) -> Iterator[Fault]:
    """Nobody commands figures of the other side, rides what cannot be ridden, or is in two places."""
    named = tuple(_everyone(pack))
    profiles = {str(row.get("id")): row for _, _, row in pack.profiles()}
    yield from _sides(pack, named)
    for one in named:
        row = profiles.get(one.profile, {})
        name = row.get("name", one.profile)
        if one.count > 1 and _is_unique(row):
            yield one.fault(f"there is only one {name}", "leave the number out")
        if one.mounted and row and not _can_ride(row):
            yield one.fault(f"{name} has no mounted version", "leave 'mounted' out")
    yield from _in_two_places(named, profiles)
    yield from _contacts(pack, named)


def _everyone(pack: Pack) -> Iterator[_Named]:
    """All profiles in all forces, also under readings; what cannot be read has its fault already."""
    for file, key in FORCES:
        for number, row in pack.rows(file, key):
            for here, force in _readings((key, number), row):
                for index, text in enumerate(_list(force.get("figures"))):
                    if not isinstance(text, str) or not re.fullmatch(WRITTEN, text):
                        continue
                    figures = contingent(text)
                    for profile in figures.profiles:
                        yield _Named(
                            source=pack.files[file],
                            row=f"{key}[{number}]",
                            at=(*here, "figures", index),
                            commander=force.get("commander", row.get("commander")),
                            place=force.get("place", row.get("place")),
                            is_conditional="under" in row or force is not row,
                            profile=profile,
                            count=figures.count,
                            mounted=figures.mounted,
                        )


def _contacts(pack: Pack, named: Iterable[_Named]) -> Iterator[Fault]:
    """Whoever is set down in contact starts there, on the side the row says."""
    starting = {(one.place, one.profile) for one in named if one.row.startswith("start[")}
    sides = side_by_id({"side": source.raw.get("side"), **row} for source, _, row in pack.profiles())
    for number, row in pack.rows("starts", "contact"):
        for key in ("good", "evil", "joined_by"):
            who, place = row.get(key), row.get("place")
            if not isinstance(who, str) or who not in sides or not isinstance(place, str):
                continue
            here: tuple[Step, ...] = ("contact", number, key)
            if (place, who) not in starting:
                wrong, right = f"{who} does not start at {place}", "name someone of a [[start]] there"
                yield pack.files["starts"].fault(here, wrong, right)
            elif key != "joined_by" and sides[who] != key:
                right = f"name someone of the {key} force"
                yield pack.files["starts"].fault(here, f"{who} is {sides[who]}", right)


def _is_unique(row: Raw) -> bool:
    return row.get("kind") == "character" and row.get("many") is not True


def _can_ride(row: Raw) -> bool:
    """A line on foot beside the mounted one, a bonus for a mount, or a printed move on one."""
    move = row.get("printed_move")
    on_mount = isinstance(move, dict) and move.get("mounted") is True
    return "dismounted" in row or row.get("mounted_bonus") is True or on_mount


def _in_two_places(named: Iterable[_Named], profiles: Mapping[str, Raw]) -> Iterator[Fault]:
    """A character stands in one force; what holds only under some reading may name one again."""
    first: dict[str, _Named] = {}
    for one in named:
        row = profiles.get(one.profile, {})
        if one.is_conditional or not _is_unique(row):
            continue
        before = first.setdefault(one.profile, one)
        if before is not one:
            right = f"there is only one, already at {before.source.file}: {before.row}"
            yield one.fault(f"{row.get('name', one.profile)} comes twice", right)


def _sides(pack: Pack, named: Iterable[_Named]) -> Iterator[Fault]:
    of_commander = side_by_id(row for _, row in pack.rows("commanders", "commander"))
    of_profile = side_by_id({"side": source.raw.get("side"), **row} for source, _, row in pack.profiles())
    for one in named:
        side = of_commander.get(one.commander) if isinstance(one.commander, str) else None
        other = of_profile.get(one.profile, side)
        if side is not None and other not in (side, "uncontrolled"):
            wrong = f"{one.profile} is {other} and {one.commander} is {side}"
            yield one.fault(wrong, "figures fight for their commander's side")


def side_by_id(found: Iterable[Raw]) -> dict[str, str]:
    """The sides of commanders or profiles that have one."""
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


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []

"""A scenario and its rosters, read, checked as a whole and turned into the book a game is played with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from assistant.kernel.errors import BadPack, Fault
from assistant.packs.catalogue import house_rules, rules
from assistant.packs.convert import ability_of, cite, place_of, profile_of
from assistant.packs.faults import Source, faults_in, listed, shown
from assistant.packs.files import Unreadable, parse_toml, read_text
from assistant.packs.models import AbilitiesFile, PlacesFile, RosterFile, ScenarioFile
from assistant.packs.names import Kind, Names
from assistant.packs.where import home, is_folder, shown_path
from assistant.rules.book import Book

DEFAULT_SCENARIO = "war-of-the-ring"
ABILITIES = "abilities"

Effects = Mapping[str, tuple[str, ...]]
M = TypeVar("M", bound=BaseModel)


@dataclass(slots=True)
class _Pack:
    """The files of a scenario as read, what they hold once checked, and every fault found on the way."""

    effects: Effects
    scenario: Source
    abilities: Source
    places: Source | None = None
    shelf: tuple[str, ...] = ()
    rosters: dict[str, Source] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def sources(self) -> Iterator[Source]:
        """Every file, in a fixed order."""
        yield self.scenario
        yield self.abilities
        if self.places is not None:
            yield self.places
        yield from self.rosters.values()


def load_book(scenario: Path | None = None, *, rosters: Path | None = None, effects: Effects) -> Book:
    """The book of a scenario; refuses with all faults of all its files at once."""
    pack = _read(scenario or home() / "scenarios" / DEFAULT_SCENARIO, rosters, effects)
    book = _checked(pack)
    if pack.faults or book is None:
        many = f"{len(pack.faults)} faults" if len(pack.faults) > 1 else "a fault"
        raise BadPack(
            "bad-pack",
            f"The scenario or its rosters have {many}.",
            do="Mend what is listed and try again.",
            faults=pack.faults,
        )
    return book


def check_scenario(folder: Path, *, rosters: Path | None = None, effects: Effects) -> tuple[Fault, ...]:
    """Every fault of a scenario and of the rosters it is played with."""
    try:
        load_book(folder, rosters=rosters, effects=effects)
    except BadPack as refusal:
        return refusal.faults
    return ()


def _read(folder: Path, rosters: Path | None, effects: Effects) -> _Pack:
    """All files, readable or not: an unreadable one leaves its faults and an empty table."""
    faults: list[Fault] = []
    beside = folder / "rosters"
    shelf = rosters or (beside if is_folder(beside) else home() / "rosters")
    places = folder / "places.toml" if is_folder(folder) else None
    pack = _Pack(
        effects=effects,
        scenario=_source(folder / "scenario.toml", faults),
        abilities=_source(shelf / f"{ABILITIES}.toml", faults),
        places=_source(places, faults) if places and places.exists() else None,
        faults=faults,
    )
    files = sorted(shelf.glob("*.toml")) if is_folder(shelf) else []
    on_shelf = {path.stem: path for path in files if path.stem != ABILITIES}
    if not on_shelf:
        faults.append(
            Fault(shown_path(shelf), "", "there are no rosters here", "add a .toml file per people")
        )
    pack.shelf = tuple(on_shelf)
    pack.rosters = {name: _source(on_shelf[name], faults) for name in _wanted(pack.scenario, on_shelf)}
    return pack


def _source(path: Path, faults: list[Fault]) -> Source:
    try:
        return parse_toml(read_text(path), shown_path(path))
    except Unreadable as unreadable:
        faults.extend(unreadable.faults)
        return Source(shown_path(path), None)


def _wanted(scenario: Source, on_shelf: Mapping[str, Path]) -> list[str]:
    """The rosters a scenario names, or all of them."""
    listed = scenario.raw.get("rosters") if scenario.raw else None
    return [name for name in on_shelf if name in listed] if isinstance(listed, list) else list(on_shelf)


def _checked(pack: _Pack) -> Book | None:
    """Check each file against its model and all of them against each other; a book if nothing is wrong."""
    names = _names(pack)
    scenario = _modelled(ScenarioFile, pack.scenario, names, pack.faults)
    abilities = _modelled(AbilitiesFile, pack.abilities, names, pack.faults)
    places = _modelled(PlacesFile, pack.places, names, pack.faults) if pack.places else PlacesFile(place=[])
    rosters = [_modelled(RosterFile, source, names, pack.faults) for source in pack.rosters.values()]
    pack.faults.extend(_across(pack))
    if pack.faults or scenario is None or abilities is None or places is None:
        return None
    cite(scenario.rules)
    profiles = [profile_of(row, roster) for roster in rosters if roster for row in roster.profile]
    return Book(
        scenario=scenario.id,
        profiles={profile.id: profile for profile in profiles},
        abilities={row.id: ability_of(row) for row in abilities.ability},
        places={place.id: place for place in map(place_of, places.place)},
        house_rules=house_rules(),
        hash=_hash(pack),
    )


def _modelled(model: type[M], source: Source, names: Names, faults: list[Fault]) -> M | None:
    if source.raw is None:
        return None
    try:
        return model.model_validate(source.raw, context=names)
    except ValidationError as error:
        faults.extend(listed(source.file, faults_in(source, model, error)))
        return None


def _rows(source: Source | None, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The tables under a key that are tables, with their numbers, whatever else is wrong with them."""
    listed = source.raw.get(key) if source and source.raw else None
    for number, row in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(row, dict):
            yield number, row


def _profiles(pack: _Pack) -> Iterator[tuple[Source, int, dict[str, Any]]]:
    for source in pack.rosters.values():
        for number, row in _rows(source, "profile"):
            yield source, number, row


def _names(pack: _Pack) -> Names:
    """Everything that may be named, taken from the files themselves and from the rule catalogue."""
    houses = house_rules()
    known: dict[Kind, Collection[str]] = {
        "effect": pack.effects,
        "house rule": houses,
        "roster": pack.shelf,
        "rule": dict.fromkeys((*rules(), *houses)),
    }
    # Where a file could not be read, blaming everyone who names what stands in it would bury its own fault.
    if pack.abilities.raw is not None:
        known["ability"] = [str(row.get("id")) for _, row in _rows(pack.abilities, "ability")]
    if all(source.raw is not None for source in pack.rosters.values()):
        known["people or race"] = _peoples_and_races(pack)
    readings: dict[str, Collection[str]] = {rule: tuple(house.readings) for rule, house in houses.items()}
    return Names(known, readings, parameters=pack.effects)


def _peoples_and_races(pack: _Pack) -> tuple[str, ...]:
    found = (
        value
        for source, _, row in _profiles(pack)
        for value in (row.get("people", source.raw.get("people")), row.get("race"))
    )
    return tuple(dict.fromkeys(value for value in found if isinstance(value, str)))


def _across(pack: _Pack) -> Iterator[Fault]:
    """What only shows when rows are held against each other or against their file."""
    used: dict[str, str] = {}
    for source, number, row in _profiles(pack):
        here = ("profile", number)
        yield from _used_twice(source, here, row, used)
        for key in ("side", "people"):
            if key not in row and key not in source.raw:
                yield source.fault(here, f"{key} is missing", f"give it here or at the top, as {key} = ...")
        if "dice" not in row and "crew" not in row:
            yield source.fault(here, "dice is missing", "give its attack dice, 0 for none, or its crew")
    for one, key in ((pack.abilities, "ability"), (pack.places, "place"), (pack.scenario, "tables")):
        used = {}
        for number, row in _rows(one, key):
            if one is not None:
                yield from _used_twice(one, (key, number), row, used)


def _used_twice(
    source: Source, here: tuple[str, int], row: Mapping[str, Any], used: dict[str, str]
) -> Iterator[Fault]:
    name = row.get("id")
    if not isinstance(name, str):
        return
    before = used.setdefault(name, f"{source.file}: {here[0]}[{here[1]}]")
    if before != f"{source.file}: {here[0]}[{here[1]}]":
        yield source.fault(here, f"the id {shown(name)} is used twice", f"it is already at {before}")


def _hash(pack: _Pack) -> str:
    """The same for the same content, however the files are laid out or commented."""
    content = [source.raw for source in pack.sources()]
    houses = {rule: [*house.readings, house.default] for rule, house in house_rules().items()}
    text = json.dumps([content, houses], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()

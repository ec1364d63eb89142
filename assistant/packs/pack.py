"""The files of a scenario as they were read, whatever is wrong with them, and the names they bring."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant.kernel.errors import Fault
from assistant.kernel.near import nearest
from assistant.packs.catalogue import house_rules, rules
from assistant.packs.faults import Source
from assistant.packs.files import Unreadable, parse_toml, read_text
from assistant.packs.names import HOME, Kind, Names
from assistant.packs.where import home, is_endless, is_folder, is_there, shown_path

ABILITIES, MOVEMENT = "abilities", "movement"
NO_ROSTERS = (ABILITIES, MOVEMENT)
"""Files among the rosters that hold no profiles."""
OF_THE_BOOK = ("places", "place-rules")
OF_THE_SCENARIO = (
    *OF_THE_BOOK, "commanders", "starts", "schedule", "victory", "things", "thing-rules", "tables",
)  # fmt: skip

Effects = Mapping[str, Collection[str]]
Raw = dict[str, Any]


@dataclass(slots=True)
class Pack:
    """The files as read and every fault found on the way; a file that is not there is not in `files`."""

    effects: Effects
    scenario: Source
    abilities: Source
    movement: Source
    files: dict[str, Source] = field(default_factory=dict)
    shelf: tuple[str, ...] = ()
    rosters: dict[str, Source] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    wanted: Sequence[str] = OF_THE_SCENARIO
    around: tuple[Path, ...] = ()
    folder: Path = Path()

    def _sources(self, files: Sequence[str]) -> Iterator[Source]:
        """Files in a fixed order."""
        yield self.scenario
        yield self.abilities
        yield self.movement
        yield from (self.files[name] for name in files if name in self.files)
        yield from self.rosters.values()

    def rows(self, file: str, key: str) -> Iterator[tuple[int, Raw]]:
        """The tables under a key of a file of the scenario folder."""
        return rows(self.files.get(file), key)

    def profiles(self) -> Iterator[tuple[Source, int, Raw]]:
        """Every profile with the roster it stands in."""
        for source in self.rosters.values():
            for number, row in rows(source, "profile"):
                yield source, number, row

    def ids(self, file: str, *keys: str) -> tuple[str, ...]:
        """The ids in a file of the scenario folder."""
        return tuple(dict.fromkeys(str(row.get("id")) for key in keys for _, row in self.rows(file, key)))

    def could_read(self, file: str) -> bool:
        """Whether the file was looked for and is not broken; one that is not there is simply empty."""
        return file in self.wanted and (file not in self.files or self.files[file].raw is not None)

    def elsewhere(self, file: str, key: str) -> frozenset[str]:
        """The ids in this file of the other scenarios around, with which the rosters are shared."""
        found = (_source(folder / f"{file}.toml", []) for folder in self.around)
        return frozenset(str(row.get("id")) for source in found for _, row in rows(source, key))

    def hash(self, files: Sequence[str]) -> str:
        """Of the rosters and these files: the same for the same content, however laid out or commented."""
        content = [source.raw for source in self._sources(files)]
        houses = {rule: [*house.readings, house.default] for rule, house in house_rules().items()}
        text = json.dumps([content, houses], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


def rows(source: Source | None, key: str) -> Iterator[tuple[int, Raw]]:
    """The tables under a key that are tables, with their numbers, whatever else is wrong with them."""
    listed = source.raw.get(key) if source and source.raw else None
    for number, row in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(row, dict):
            yield number, row


def read(folder: Path, rosters: Path | None, effects: Effects, files: Sequence[str]) -> Pack:
    """All files, readable or not: an unreadable one leaves its faults and an empty table."""
    faults: list[Fault] = []
    near = (folder / "rosters", folder.resolve().parent.parent / "rosters")
    shelf = rosters or next((path for path in near if is_folder(path)), home() / "rosters")
    pack = Pack(
        effects=effects,
        scenario=_source(folder / "scenario.toml", faults),
        abilities=_source(shelf / f"{ABILITIES}.toml", faults),
        movement=_source(_charts(shelf), faults),
        faults=faults,
        wanted=files,
        around=_other_scenarios(folder, shelf),
        folder=folder.resolve(),
    )
    for name in files if is_folder(folder) else ():
        if is_there(path := folder / f"{name}.toml"):
            pack.files[name] = _source(path, faults)
    faults.extend(_misnamed(folder) if is_folder(folder) else ())
    found = sorted(shelf.glob("*.toml")) if is_folder(shelf) else []
    on_shelf = {path.stem: path for path in found if path.stem not in NO_ROSTERS}
    if not on_shelf:
        faults.append(
            Fault(shown_path(shelf), "", "there are no rosters here", "add a .toml file per people")
        )
    pack.shelf = tuple(on_shelf)
    pack.rosters = {name: _source(on_shelf[name], faults) for name in _wanted(pack.scenario, on_shelf)}
    return pack


def _charts(shelf: Path) -> Path:
    """The movement and terrain charts beside the rosters; those of the game where there are none."""
    own = shelf / f"{MOVEMENT}.toml"
    return own if is_there(own) else home() / "rosters" / f"{MOVEMENT}.toml"


def _other_scenarios(folder: Path, shelf: Path) -> tuple[Path, ...]:
    """The scenarios beside this one, and those beside the rosters."""
    here = folder.resolve()
    beside = {
        path for near in (here.parent, shelf.resolve().parent / "scenarios") for path in near.glob("*/")
    }
    return tuple(sorted(path for path in beside if path != here and (path / "scenario.toml").exists()))


def _misnamed(folder: Path) -> Iterator[Fault]:
    """A file that nobody will ever read is a misspelled one."""
    known = ["scenario.toml", *(f"{name}.toml" for name in OF_THE_SCENARIO)]
    for path in sorted(folder.iterdir()):
        if path.name not in known and not path.is_dir():
            near = nearest(path.name, known, cutoff=0.6 if path.suffix == ".toml" else 0.8)
            if near or path.suffix == ".toml":
                right = f"did you mean {near!r}?" if near else f"use one of: {', '.join(known)}"
                yield Fault(shown_path(path), "", "a scenario has no file of this name", right)


def _source(path: Path, faults: list[Fault]) -> Source:
    try:
        if is_endless(path):
            raise Unreadable(Fault(shown_path(path), "", "this is no ordinary file", "put a text file there"))
        return parse_toml(read_text(path), shown_path(path))
    except Unreadable as unreadable:
        faults.extend(unreadable.faults)
        return Source(shown_path(path), None)


def _wanted(scenario: Source, on_shelf: Mapping[str, Path]) -> list[str]:
    """The rosters a scenario names, or all of them."""
    listed = scenario.raw.get("rosters") if scenario.raw else None
    return [name for name in on_shelf if name in listed] if isinstance(listed, list) else list(on_shelf)


def names_of(pack: Pack) -> Names:
    """Everything that may be named, taken from the files themselves and from the rule catalogue.

    Where a file could not be read, blaming everyone who names what stands in it would bury its own fault.
    """
    houses = house_rules()
    known: dict[Kind, Collection[str]] = {
        "house rule": houses,
        "roster": pack.shelf,
        "rule": dict.fromkeys((*rules(), *houses)),
    }
    if pack.abilities.raw is not None:
        known["ability"] = [str(row.get("id")) for _, row in rows(pack.abilities, "ability")]
    if "movement" in (pack.movement.raw or ()):
        known["movement"] = [str(row.get("id")) for _, row in rows(pack.movement, "movement")]
    if all("profile" in (source.raw or ()) for source in pack.rosters.values()):
        known["profile"] = dict.fromkeys(str(row.get("id")) for _, _, row in pack.profiles())
        known["people"] = _listed(pack, "peoples") or peoples(pack)
        known["race"] = _listed(pack, "races") or races(pack)
        known["people or race"] = (*known["people"], *known["race"])
    if pack.could_read("place-rules"):
        known["effect"] = pack.ids("place-rules", "rule") if "place-rules" in pack.files else pack.effects
    if pack.could_read("thing-rules"):
        known["thing rule"] = pack.ids("thing-rules", "rule")
    if pack.could_read("commanders"):
        known["commander"] = pack.ids("commanders", "commander")
    if pack.could_read("schedule"):
        known["event"] = pack.ids("schedule", "event")
    if pack.could_read("things"):
        known["artifact"] = pack.ids("things", "artifact")
        if pack.abilities.raw is not None:
            known["thing"] = dict.fromkeys((*known["artifact"], *gear(pack)))
    if pack.scenario.raw is not None:
        known["table"] = [str(row.get("id")) for _, row in rows(pack.scenario, "tables")]
        if pack.could_read("places"):
            spots = (str(row.get("id")) for _, row in rows(pack.scenario, "spot"))
            known["place"] = dict.fromkeys((*pack.ids("places", "place"), *spots))
    readings: dict[str, Collection[str]] = {rule: tuple(house.readings) for rule, house in houses.items()}
    missing = (kind for kind, file in HOME.items() if file in pack.wanted and file not in pack.files)
    return Names(known, readings, dict.fromkeys(missing, 0))


def _listed(pack: Pack, key: str) -> tuple[str, ...]:
    """A list of words at the top of the abilities."""
    listed = pack.abilities.raw.get(key) if pack.abilities.raw else None
    return tuple(word for word in listed if isinstance(word, str)) if isinstance(listed, list) else ()


def gear(pack: Pack) -> tuple[str, ...]:
    """Ordinary things that figures may have."""
    listed = pack.abilities.raw.get("gear") if pack.abilities.raw else None
    return tuple(listed) if isinstance(listed, dict) else ()


def peoples(pack: Pack) -> tuple[str, ...]:
    found = (row.get("people", source.raw.get("people")) for source, _, row in pack.profiles())
    return tuple(dict.fromkeys(value for value in found if isinstance(value, str)))


def races(pack: Pack) -> tuple[str, ...]:
    found = (row.get("race") for _, _, row in pack.profiles())
    return tuple(dict.fromkeys(value for value in found if isinstance(value, str)))

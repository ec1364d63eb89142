"""A scenario and its rosters, read, checked as a whole and turned into what a game is played with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from assistant.kernel.errors import BadPack, Fault
from assistant.packs.across import across_the_book, across_the_scenario
from assistant.packs.catalogue import house_rules
from assistant.packs.convert import ability_of, cite, ground_of, paces_of, place_of, profile_of
from assistant.packs.faults import Source, faults_in, listed
from assistant.packs.models import (
    AbilitiesFile,
    PlaceRulesFile,
    PlacesFile,
    RosterFile,
    ScenarioFile,
    ThingRulesFile,
)
from assistant.packs.movement_models import MovementFile
from assistant.packs.names import HOME, Names
from assistant.packs.pack import OF_THE_BOOK, OF_THE_SCENARIO, Effects, Pack, names_of, read
from assistant.packs.parameters import check_parameters
from assistant.packs.scenario_convert import Files, scenario_of
from assistant.packs.scenario_models import CommandersFile, StartsFile, ThingsFile, VictoryFile
from assistant.packs.schedule_models import ScheduleFile
from assistant.packs.tables_convert import across_the_tables
from assistant.packs.tables_models import TablesFile
from assistant.packs.where import DEFAULT_SCENARIO, home, is_there, shown_path
from assistant.rules.book import Book
from assistant.rules.scenario import Scenario

M = TypeVar("M", bound=BaseModel)

WITHOUT = {
    "places": "there is nowhere to be",
    "commanders": "nobody commands",
    "starts": "nobody is on the table when the game begins",
    "schedule": "nobody arrives",
    "victory": "nobody can win",
    "things": "there are no artifacts, powers or peoples with rules of their own",
}


def load_book(scenario: Path | None = None, *, rosters: Path | None = None, effects: Effects) -> Book:
    """The book of a scenario; refuses with all faults of its places, abilities and rosters at once."""
    pack = read(scenario or _default(), rosters, effects, OF_THE_BOOK)
    book = _book(pack, names_of(pack))
    if book is None:
        raise _refusal(pack)
    return book


def load_both(
    folder: Path | None = None, *, rosters: Path | None = None, effects: Effects
) -> tuple[Book, Scenario]:
    """The book and all that the scenario says beyond it; refuses with all faults of all files at once."""
    pack = read(folder or _default(), rosters, effects, OF_THE_SCENARIO)
    names = names_of(pack)
    book = _book(pack, names)
    scenario = _scenario(pack, names, book, folder or _default())
    if book is None or scenario is None:
        raise _refusal(pack)
    return book, scenario


def load_scenario(folder: Path | None = None, *, rosters: Path | None = None, effects: Effects) -> Scenario:
    """The scenario alone."""
    return load_both(folder, rosters=rosters, effects=effects)[1]


def check_scenario(folder: Path, *, rosters: Path | None = None, effects: Effects) -> tuple[Fault, ...]:
    """Every fault of a scenario and of the rosters it is played with."""
    try:
        load_scenario(folder, rosters=rosters, effects=effects)
    except BadPack as refusal:
        return refusal.faults
    return ()


def absent(folder: Path) -> dict[str, str]:
    """The files a scenario goes without, and what it has none of therefore."""
    return {f"{file}.toml": what for file, what in WITHOUT.items() if not is_there(folder / f"{file}.toml")}


def _default() -> Path:
    return home() / "scenarios" / DEFAULT_SCENARIO


def _refusal(pack: Pack) -> BadPack:
    many = f"{len(pack.faults)} faults" if len(pack.faults) > 1 else "a fault"
    return BadPack(
        "bad-pack",
        f"The scenario or its rosters have {many}.",
        do="Mend what is listed and try again.",
        faults=pack.faults,
    )


def _book(pack: Pack, names: Names) -> Book | None:
    """Check each file against its model and all of them against each other; a book if nothing is wrong."""
    scenario = _modelled(ScenarioFile, pack.scenario, names, pack.faults)
    abilities = _modelled(AbilitiesFile, pack.abilities, names, pack.faults)
    charts = _modelled(MovementFile, pack.movement, names, pack.faults)
    places = _optional(PlacesFile, pack, "places", names)
    place_rules = _optional(PlaceRulesFile, pack, "place-rules", names)
    rosters = [_modelled(RosterFile, source, names, pack.faults) for source in pack.rosters.values()]
    pack.faults.extend(across_the_book(pack, names))
    pack.faults.extend(check_parameters(pack, names))
    if pack.faults or not (scenario and abilities and charts and places and place_rules):
        return None
    cite(scenario.rules)
    usual = {row.id: row.usual for row in abilities.ability}
    paces = paces_of(charts.movement)
    profiles = [
        profile_of(row, roster, usual, paces[row.movement])
        for roster in rosters
        if roster
        for row in roster.profile
    ]
    of_places = {row.id: row.usual for row in place_rules.rule}
    return Book(
        scenario=scenario.id,
        profiles={profile.id: profile for profile in profiles},
        abilities={row.id: ability_of(row) for row in abilities.ability},
        places={place.id: place for place in (place_of(row, of_places) for row in places.place)},
        place_rules={row.id: ability_of(row) for row in place_rules.rule},
        house_rules=house_rules(),
        gear=abilities.gear,
        carriers=abilities.carriers,
        paces=paces,
        ground={row.id: ground_of(row) for row in charts.terrain},
        hash=pack.hash(OF_THE_BOOK),
    )


def _scenario(pack: Pack, names: Names, book: Book | None, folder: Path) -> Scenario | None:
    """The same for what stands beside the book."""
    commanders = _optional(CommandersFile, pack, "commanders", names)
    starts = _optional(StartsFile, pack, "starts", names)
    schedule = _optional(ScheduleFile, pack, "schedule", names)
    victory = _optional(VictoryFile, pack, "victory", names)
    things = _optional(ThingsFile, pack, "things", names)
    thing_rules = _optional(ThingRulesFile, pack, "thing-rules", names)
    tables = _optional(TablesFile, pack, "tables", names)
    pack.faults.extend(across_the_scenario(pack))
    pack.faults.extend(across_the_tables(pack))
    pack.faults.extend(_missing_files(folder, names))
    if pack.faults or not (
        book and commanders and starts and schedule and victory and things and thing_rules and tables
    ):
        return None
    scenario = ScenarioFile.model_validate(pack.scenario.raw)
    return scenario_of(
        Files(scenario, commanders, starts, schedule, victory, things, thing_rules, tables),
        book,
        pack.hash(OF_THE_SCENARIO),
    )


def _missing_files(folder: Path, names: Names) -> Iterator[Fault]:
    """One word for a file that is not there, in place of one for each name that would stand in it."""
    for kind, times in names.homeless.items():
        if times:
            file = shown_path(folder / f"{HOME[kind]}.toml")
            named = f"{times} times" if times > 1 else "once"
            yield Fault(file, "", "this file is missing", f"other files name a {kind} of it {named}")


def _optional(model: type[M], pack: Pack, file: str, names: Names) -> M | None:
    """A file of the scenario folder, or an empty one where there is none."""
    if file in pack.files:
        return _modelled(model, pack.files[file], names, pack.faults)
    # What a file must list it need not list where the whole file is not there.
    empty: dict[str, Any] = {name: [] for name, field in model.model_fields.items() if field.is_required()}
    return model.model_construct(**empty)


def _modelled(model: type[M], source: Source, names: Names, faults: list[Fault]) -> M | None:
    if source.raw is None:
        return None
    try:
        return model.model_validate(source.raw, context=names)
    except ValidationError as error:
        faults.extend(listed(source.file, faults_in(source, model, error)))
        return None


__all__ = ["Effects", "absent", "check_scenario", "load_book", "load_both", "load_scenario"]

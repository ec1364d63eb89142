"""A battle file, read and checked, as the fight it declares and the dice that were rolled for it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from pydantic import ValidationError

from assistant.kernel.codec import Json
from assistant.kernel.errors import Fault, Malformed
from assistant.kernel.ids import FigureId
from assistant.packs.battle_check import check_battle, check_site, expand
from assistant.packs.battle_model import (
    PURPOSES,
    BattleRow,
    BoostRow,
    EngineRow,
    FigureRow,
    SideRow,
    SiteRow,
)
from assistant.packs.faults import Source, faults_in, listed
from assistant.packs.files import Unreadable, parse_json, read_text
from assistant.packs.names import Names
from assistant.packs.where import shown_path
from assistant.rules.book import Book, PlaceId, ProfileId, Terrain
from assistant.rules.combat.setup import (
    Boost,
    Entrant,
    FightingSide,
    FightSetup,
    Service,
    SideSetup,
    Site,
)
from assistant.rules.effects.mounts import STEEDS
from assistant.rules.house import HouseRules, place_under

Faces = Mapping[FightingSide, Mapping[str, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class BattleFile:
    """A declared fight, and the faces rolled on the table if the file gives any."""

    setup: FightSetup
    dice: Faces | None = None


def read_battle(path: Path, book: Book, settled: Mapping[str, str] | None = None) -> BattleFile:
    """The battle in a file; refuses with all its faults at once.

    `settled` are the readings of the campaign it is fought in, where the file says nothing else.
    """
    name = shown_path(path)
    try:
        text = read_text(path)
    except Unreadable as unreadable:
        raise _refusal(name, unreadable.faults) from None
    return parse_battle(text, name, book, settled)


def fight_of_lists(
    battle: Mapping[str, Json], where: str, book: Book, settled: Mapping[str, str] | None = None
) -> FightSetup:
    """A fight between typed lists; nobody who typed them is told of places in a file."""
    try:
        return parse_battle(json.dumps(battle), where, book, settled).setup
    except Malformed as refused:
        faults = [replace(fault, at="") for fault in refused.faults]
        raise Malformed(refused.code, refused.sentence, do=refused.do, faults=faults) from None


def parse_battle(text: str, name: str, book: Book, settled: Mapping[str, str] | None = None) -> BattleFile:
    """The battle in a text; refuses with all its faults at once."""
    try:
        source = parse_json(text, name)
    except Unreadable as unreadable:
        raise _refusal(name, unreadable.faults) from None
    faults: list[Fault] = []
    row = _modelled(source, book, faults)
    site = _readable_site(source, book, settled or {})
    between = chain(check_battle(source, book), check_site(source, site) if site else ())
    faults.extend(listed(name, between))
    if faults or row is None or site is None:
        raise _refusal(name, faults)
    return _built(row, site, book)


def _refusal(name: str, faults: Iterable[Fault]) -> Malformed:
    return Malformed(
        "bad-battle",
        f"The battle in {name} cannot be fought.",
        do="Mend what is listed.",
        faults=faults,
    )


def _names(book: Book) -> Names:
    return Names({"profile": book.profiles, "place": book.places, "house rule": book.house_rules})


def _modelled(source: Source, book: Book, faults: list[Fault]) -> BattleRow | None:
    try:
        return BattleRow.model_validate(source.raw, context=_names(book))
    except ValidationError as error:
        faults.extend(listed(source.file, faults_in(source, BattleRow, error)))
        return None


def _readable_site(source: Source, book: Book, settled: Mapping[str, str]) -> Site | None:
    """The site by itself, so that its own contradictions show even if the sides have faults."""
    raw = source.raw.get("site", {}) if isinstance(source.raw, dict) else None
    told = source.raw.get("house_rules") if isinstance(source.raw, dict) else None
    house = HouseRules(book.house_rules, {**settled, **(told if isinstance(told, dict) else {})})
    try:
        return _site(SiteRow.model_validate(raw, context=_names(book)), book, house)
    except ValidationError:
        return None


def _site(row: SiteRow, book: Book, house: HouseRules) -> Site:
    """What the file says of the site, and where it is silent what the place says."""
    place = place_under(house, book.places[PlaceId(row.place)]) if row.place is not None else None
    fortress, tower = row.fortress, row.tower
    if place is not None and place.is_fortress and "fortress" not in row.model_fields_set:
        fortress = row.holder if row.holder != "uncontrolled" else None
    if place is not None and "tower" not in row.model_fields_set:
        tower = place.has_tower
    weak_wall = row.weak_wall
    if place is not None and "weak_wall" not in row.model_fields_set:
        weak_wall = place.has_weak_wall
    return Site(
        terrain=row.terrain,
        place=place.id if place else None,
        holder=row.holder,
        fortress=fortress,
        tower=tower,
        at=row.at or ("walls" if fortress else "field"),
        darkness=row.darkness,
        resumed=row.resumed,
        water=row.water,
        attacker=row.attacker,
        breached=row.breached,
        weak_wall=weak_wall,
    )


def _built(row: BattleRow, site: Site, book: Book) -> BattleFile:
    setup = FightSetup(
        good=_side(row.sides.good, site, book),
        evil=_side(row.sides.evil, site, book),
        site=site,
        house_rules=dict(row.house_rules),
        turn=row.turn,
    )
    rows: dict[FightingSide, SideRow] = {"good": row.sides.good, "evil": row.sides.evil}
    if not any("dice" in side.model_fields_set for side in rows.values()):
        return BattleFile(setup)
    return BattleFile(setup, {name: _faces(side) for name, side in rows.items()})


def _side(row: SideRow, site: Site, book: Book) -> SideSetup:
    ground = row.terrain if "terrain" in row.model_fields_set else site.terrain
    placed = [entrant for figure in row.figures for entrant in _entrants(figure, ground, book)]
    return SideSetup(
        figures=tuple(entrant for entrant, in_reach in placed if in_reach),
        reserve=tuple(entrant for entrant, in_reach in placed if not in_reach),
        hides=row.hides if "hides" in row.model_fields_set else None,
        allocation=tuple(map(FigureId, row.allocation)),
        extra_losses=tuple(map(FigureId, row.extra_losses)),
        wizardry={FigureId(name): _boost(spent) for name, spent in row.wizardry.items()},
        duels=tuple((FigureId(own), FigureId(enemy)) for own, enemy in row.duels),
        victims=tuple(map(FigureId, row.victims)),
        captures=tuple(map(FigureId, row.captures)) if "captures" in row.model_fields_set else None,
        engines={FigureId(name): _service(engine) for name, engine in row.engines.items()},
    )


def _entrants(row: FigureRow, ground: Terrain, book: Book) -> Iterable[tuple[Entrant, bool]]:
    """CMB-02: the figures of a row, and whether each has an enemy in reach."""
    given = row.model_fields_set
    profile = ProfileId(row.profile)
    rides = book.profiles[profile].starts_mounted or any(thing in STEEDS for thing in row.bears)
    mounted = row.mounted if "mounted" in given else rides
    terrain = row.terrain if "terrain" in given else ground
    names = expand(row.id, row.count) if "count" in given else (row.id,)
    near = tuple(map(FigureId, row.near))
    fighting = row.in_reach if "in_reach" in given else len(names)
    bears = tuple(row.bears)
    return (
        (
            Entrant(
                figure=FigureId(name),
                profile=profile,
                mounted=mounted,
                terrain=terrain,
                bears=bears,
                near=near,
                cover=row.cover,
                force=row.force,
                is_told="mounted" in given,
                people=row.people or "",
                ensnared=row.ensnared,
            ),
            at < fighting,
        )
        for at, name in enumerate(names)
    )


def _service(row: EngineRow) -> Service:
    crew = row.crew if "crew" in row.model_fields_set else None
    return Service(crew, tuple(map(FigureId, row.recruits)), row.use, row.tries)


def _boost(row: BoostRow) -> Boost:
    return Boost(row.dice, row.attack, row.defense)


def _faces(row: SideRow) -> Mapping[str, tuple[int, ...]]:
    return {purpose: tuple(getattr(row.dice, purpose)) for purpose in PURPOSES}

"""Figures and forces as the table calls them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Profile
from assistant.rules.kit import Kit
from assistant.rules.standing import is_on_table, members, place_name, where_at
from assistant.rules.war import Force, ForceName, Namesake
from assistant.rules.wording import counted, join, many
from assistant.rules.world import Figure, World

PARENTHESIS = re.compile(r" \(|, ")
AFTER_THE_KIND = re.compile(r"(?: (?:of|from) (?P<home>.+?))?(?: \(\d+\))?")
FEW_WORDS = 2
MOST_NAMED = 12


def name_of(kit: Kit, world: World, one: Figure) -> str:
    """The table's own name for it, else what it is: Éomer, Rider of Rohan."""
    return world.war.names.get(one.id) or kit.book.profiles[one.profile].name


def told_apart(kit: Kit, one: Figure) -> str:
    """Éomer, Orc 3: what it is, with the number that tells it from others of its kind."""
    number = one.id.removeprefix(one.profile).lstrip("-")
    return f"{kit.book.profiles[one.profile].name} {number}".strip()


def names_of(kit: Kit, world: World, figures: Sequence[Figure]) -> str:
    """Éomer and 3 Riders of Rohan: each kind once with its number, those named by the table first."""
    own = world.war.names
    counts = Counter(one.profile for one in figures if one.id not in own)
    kinds = (counted(kit.book.profiles[one], number) for one, number in counts.items())
    return join((*(own[one.id] for one in figures if one.id in own), *kinds))


def who_where(kit: Kit, world: World, figures: Sequence[FigureId]) -> str:
    """Saruman and 11 Uruk-hai at Edoras: by kinds, place by place."""
    places: dict[str, list[Figure]] = {}
    for one in figures:
        force = world.war.force_of(one)
        places.setdefault(where_at(kit, force.place) if force else "", []).append(world.figures[one])
    return "; ".join(f"{names_of(kit, world, those)} {where}".rstrip() for where, those in places.items())


def force_at(kit: Kit, force: Force) -> str:
    """Riders of Rohan at Isengard; Orcs of Carn Dûm, whose name says where they stand, while they do."""
    where = PARENTHESIS.split(place_name(kit, force.place))[0]
    return force.name if force.name.endswith(f" {where}") else f"{force.name} {where_at(kit, force.place)}"


def which_of(kit: Kit, world: World, figures: Sequence[FigureId]) -> str:
    """2 of Théoden (Théoden, rider-of-rohan-4): for each force how many, and which; persons by name."""
    forces: dict[str, list[str]] = {}
    for id in figures:
        one, force = world.figures[id], world.war.force_of(id)
        is_person = kit.book.profiles[one.profile].is_character or id in world.war.names
        forces.setdefault(force.name if force else "no force", []).append(
            name_of(kit, world, one) if is_person else id
        )
    return "; ".join(f"{len(those)} of {name} ({_first(those)})" for name, those in forces.items())


def _first(those: Sequence[str]) -> str:
    more = f" and {len(those) - MOST_NAMED} more" if len(those) > MOST_NAMED else ""
    return f"{', '.join(those[:MOST_NAMED])}{more}"


def name_for(
    kit: Kit, world: World, figures: Sequence[FigureId], place: PlaceId, commander: CommanderId | None = None
) -> ForceName:
    """Faramir, Orcs of Carn Dûm: names for a force that are still true when it has gone elsewhere."""
    everyone = [world.figures[one] for one in figures]
    # Whom a force leads captive gives it no name.
    people = [one for one in everyone if is_on_table(one)] or everyone
    profiles = {one.id: kit.book.profiles[one.profile] for one in people}
    leaders = sorted((one for one in people if profiles[one.id].is_character), key=_by_leadership(profiles))
    army = [profile for profile in profiles.values() if not profile.is_character]
    home = _short(kit, place)
    if people and world.war.holder(place) not in (None, people[0].side):
        # Whoever stands in the enemy's place is not of that place.
        home = kit.scenario.commanders[commander].name if commander else ""
    label = _kind_at(max(dict.fromkeys(army), key=army.count), army, home) if army else ""
    return ForceName(
        tuple(Namesake(one.id, profiles[one.id].name) for one in leaders),
        label if leaders else _unlike_others(world, label, figures),
    )


def name_with(kit: Kit, world: World, force: Force, figures: Sequence[FigureId]) -> ForceName | None:
    """Whom a force may be called after when these have joined it; who led it before comes first."""
    if force.after is None:
        return None
    there = [one.id for one in map(world.figures.__getitem__, (*force.figures, *figures)) if is_on_table(one)]
    together = tuple(dict.fromkeys(there))
    found = name_for(kit, world, together, force.place, force.commander)
    known = [one.figure for one in force.after.leaders]
    leaders = (*force.after.leaders, *(one for one in found.leaders if one.figure not in known))
    army = force.after.army
    if grown := _grown(army, _army(kit, world, together)):
        army = grown if leaders else _unlike_others(world, grown, together)
    return ForceName(leaders, army or found.army)


def _army(kit: Kit, world: World, figures: Sequence[FigureId]) -> list[Profile]:
    """The kinds of all who are no characters."""
    kinds = (kit.book.profiles[world.figures[one].profile] for one in figures)
    return [kind for kind in kinds if not kind.is_character]


def _grown(name: str, army: Sequence[Profile]) -> str:
    """Riders of Rohan from Edoras, where others have joined a Rider of Rohan from Edoras; else nothing."""
    for kind in dict.fromkeys(army):
        after = AFTER_THE_KIND.fullmatch(name.removeprefix(kind.name)) if name.startswith(kind.name) else None
        if after and len(army) > 1 and many(kind) != kind.name:
            return _kind_at(max(dict.fromkeys(army), key=army.count), army, after["home"] or "")
    return ""


def _unlike_others(world: World, label: str, figures: Sequence[FigureId]) -> str:
    """Haradrim Foot of South Road (2), where others who stay by themselves are called so."""
    leaving = set(figures)
    taken = {
        force.name
        for force in world.war.forces.values()
        if any(one.id not in leaving for one in members(world, force))
    }
    numbered = (f"{label} ({number})" for number in count(2))
    return next(one for one in chain((label,), numbered) if one not in taken)


def _by_leadership(profiles: Mapping[FigureId, Profile]) -> Callable[[Figure], int]:
    return lambda one: -profiles[one.id].leadership


def _short(kit: Kit, place: PlaceId) -> str:
    """Erebor, South Road: a place in few words, nothing where it is only described."""
    name = PARENTHESIS.split(place_name(kit, place))[0]
    return name if place in kit.book.places or len(name.split()) <= FEW_WORDS else ""


def _kind_at(kind: Profile, army: Sequence[Profile], place: str) -> str:
    """Orcs of Carn Dûm, Riders of Rohan from Edoras; Wild Men of Dunland have their place in the name."""
    name = many(kind) if army.count(kind) > 1 else kind.name
    if not place or place.casefold() in name.casefold():
        return name
    return f"{name} {'from' if ' of ' in name else 'of'} {place}"

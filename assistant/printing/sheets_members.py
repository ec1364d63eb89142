"""Whose figures stand on a chart, and why those do that no list of the commander's brings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from assistant.printing.sheets_arrivals import Coming
from assistant.printing.sheets_lore import powers_for
from assistant.printing.sheets_source import Material
from assistant.printing.wording import WORN, join
from assistant.rules.arrivals import CommanderId, Contingent
from assistant.rules.book import Profile, ProfileId, Trait
from assistant.rules.scenario import Power, Start
from assistant.rules.starts import starts


def members(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> tuple[Profile, ...]:
    """Every figure these commanders have or may get, one after the other, under the house rules.

    Those on the table come first, last those that no list of theirs brings.
    """
    found = dict.fromkeys(
        (
            *(profile for one in commanders for profile in _own(material, arrivals, (one,))),
            *(profile for _, profile in _guardians(material, commanders)),
            *_on_their_charts(material, commanders),
        )
    )
    worn = _brought(material, arrivals, commanders)
    return tuple(_as_it_goes(material, _as_they_come(material.figure(one), worn)) for one in found)


def _brought(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> frozenset[tuple[ProfileId, str]]:
    """What figures of theirs bring with them at the start or by arrival, or have with them now."""
    begin = starts(material.scenario, house=material.house, seats=material.seats)
    rows: tuple[Start | Coming, ...] = (*begin, *arrivals)
    listed = (one.figures for one in rows if one.commander in commanders)
    bearings = material.now.bearings if material.now else ()
    return frozenset(
        (one.profile, thing) for one in bearings if one.commander in commanders for thing in one.things
    ) | frozenset(
        (profile, thing)
        for figures in listed
        for one in figures
        for profile in one.profiles
        for thing in one.carries
    )


def _as_it_goes(material: Material, profile: Profile) -> Profile:
    """FEL-09, FEL-10: with the ability of the company a character is in now, and of no other."""
    if material.now is None:
        return profile
    kept = (one for one in profile.traits if (profile.id, one.name) not in material.now.slowed)
    own = {one.name for one in profile.traits}
    more = (name for who, name in sorted(material.now.quickened) if who == profile.id and name not in own)
    return replace(profile, traits=(*kept, *map(Trait, more)))


def _as_they_come(profile: Profile, worn: Collection[tuple[ProfileId, str]]) -> Profile:
    """Army figures without armor that none of theirs comes in; a character may get it on the way."""
    kept = (
        one
        for one in profile.alternatives
        if profile.is_character or one.condition != WORN or (profile.id, one.what) in worn
    )
    return replace(profile, alternatives=tuple(kept))


def reasons(
    material: Material,
    arrivals: Sequence[Coming],
    commanders: Sequence[CommanderId],
    powers: Sequence[Power],
) -> Mapping[ProfileId, str]:
    """Why figures stand on a chart whose forces and reinforcements do not tell of them."""
    listed = [one for one in arrivals if not powers_for(one, powers)]
    told = set(_own(material, listed, commanders))
    called: dict[ProfileId, list[str]] = {}
    for one in arrivals:
        if one.commander in commanders:
            for power in powers_for(one, powers):
                for profile in _profiles(one.figures):
                    called.setdefault(profile, []).append(power.name)
    why = {profile: _by_powers(material, profile, names) for profile, names in called.items()}
    for commander in map(material.scenario.commanders.__getitem__, commanders):
        why |= {profile: f"at {place}" for place, profile in _guardians(material, (commander.id,))}
        why |= commander.charted_figures
    return {profile: said for profile, said in why.items() if profile not in told}


def owners(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> Mapping[ProfileId, tuple[CommanderId, ...]]:
    """Which of these commanders have or get each figure; else on whose charts it stands."""
    lists: tuple[dict[ProfileId, list[CommanderId]], ...] = ({}, {})
    for one in commanders:
        brought = dict.fromkeys(_own(material, arrivals, (one,)))
        charted = dict.fromkeys(
            (
                *(profile for _, profile in _guardians(material, (one,))),
                *_on_their_charts(material, (one,)),
            )
        )
        for found, profiles in zip(lists, (brought, charted), strict=True):
            for profile in profiles:
                found.setdefault(profile, []).append(one)
    own, other = lists
    return {profile: tuple(who) for profile, who in (other | own).items()}


def _by_powers(material: Material, profile: ProfileId, names: Sequence[str]) -> str:
    """The powers by their names, unless one bears the figure's own."""
    own = material.book.profiles[profile].name.casefold()
    if any(own in name.casefold() for name in names):
        return "by a power"
    return f"power: {join(dict.fromkeys(names), 'or')}"


def _profiles(figures: Iterable[Contingent]) -> Iterator[ProfileId]:
    return (profile for one in figures for profile in one.profiles)


def _own(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> Iterator[ProfileId]:
    """At the start or by arrival."""
    for start in starts(material.scenario, house=material.house, seats=material.seats):
        if start.commander in commanders:
            yield from _profiles(start.figures)
    for one in arrivals:
        if one.commander in commanders:
            yield from (*_profiles(one.figures), *one.instead, *one.may_mount)


def _guardians(material: Material, commanders: Sequence[CommanderId]) -> Iterator[tuple[str, ProfileId]]:
    """What fights for them at their own bases, such as a river, with the name of the base."""
    for commander in (material.scenario.commanders[one] for one in commanders):
        for place in commander.home:
            for trait in material.book.places[place].traits:
                params = dict(trait.params)
                if params.get("against") not in (None, commander.side) and "profile" in params:
                    yield material.scenario.place_names[place], ProfileId(str(params["profile"]))


def _on_their_charts(material: Material, commanders: Sequence[CommanderId]) -> Iterator[ProfileId]:
    """Figures they may get, meet or use as options, though no list of theirs brings them."""
    for commander in commanders:
        yield from material.scenario.commanders[commander].charted_figures

"""Whose figures stand on a chart, and their numbers in tables with a legend of what they can."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.kernel.ids import RuleId
from assistant.printing.blocks import Column, Section, Table, Text
from assistant.printing.sheets_arrivals import Coming
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import (
    A_PLACE,
    NBSP,
    NONE,
    ability_text,
    alternatives_text,
    is_counted,
    line_text,
    target,
)
from assistant.rules.arrivals import Arrival, CommanderId, Contingent
from assistant.rules.book import AbilityText, Profile, ProfileId
from assistant.rules.house import profile_under
from assistant.rules.movement import Allowance, allowance
from assistant.rules.scenario import Start
from assistant.rules.starts import starts

NAME = Column("", share=2.7)
NUMBERS = (
    Column("Dice", "center", 0.8),
    Column("Attack", "center", 0.8),
    Column("Defense", "center", 0.8),
    Column("Move", "center", 1.0),
)
DISMOUNTED = Column("Dismounted", "center", 1.6)
LEADS = (Column("Ld", "center", 1.2), Column("Wz", "center", 0.4))
SPECIAL = Column("Special rules", share=6.0)
MANY_RIDERS = 3
"""From so many on, the dismounted lines have a column of their own."""
FEW_ARMIES, MANY_FIGURES = 4, 12
"""A handful of armies stands in one table with so many figures."""
MOVES = "Move: inches in clear / difficult ground, – for never."
ON_FOOT = "Dismounted: dice / attack / defense, and move."
LEADERSHIP = "Ld: leadership, of the people named only."
WIZARDRY = "Wz: wizardry."
BRACKETS = "What is in brackets is counted in the numbers."
OF_PEOPLES = ("PPL-", "ITM-", "FEL-")
"""Rules that peoples, powers and things on the sheet tell in full."""
RIDES = "Once mounted: +1 die, +1 to attack, and that move."


def members(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> tuple[Profile, ...]:
    """Every figure these commanders have or may get, those on the table first, under the house rules."""
    found = dict.fromkeys(
        (
            *_own(material, arrivals, commanders),
            *_guardians(material, commanders),
            *_called_by_name(material, commanders),
            *_unlisted(material, arrivals, commanders),
        )
    )
    return tuple(profile_under(material.house, material.book.profiles[profile]) for profile in found)


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


def _guardians(material: Material, commanders: Sequence[CommanderId]) -> Iterator[ProfileId]:
    """What fights for them at their own bases, such as a river."""
    for commander in (material.scenario.commanders[one] for one in commanders):
        for place in commander.home:
            for trait in material.book.places[place].traits:
                params = dict(trait.params)
                if params.get("against") not in (None, commander.side) and "profile" in params:
                    yield ProfileId(str(params["profile"]))


def _called_by_name(material: Material, commanders: Sequence[CommanderId]) -> Iterator[ProfileId]:
    """Characters whom rules here are about: friends who may join, and some whom nobody commands."""
    sides = {material.scenario.commanders[one].side for one in commanders}
    peoples = [people for people in material.scenario.peoples if set(people.commanders) & set(commanders)]
    friends = " ".join(
        (
            *(people.name for people in peoples),
            *(power.name for power in material.scenario.powers if power.commander in commanders),
        )
    )
    strangers = " ".join(people.name for people in peoples if people.commanders[0] in commanders)
    for profile in material.book.profiles.values():
        headings = friends if profile.side in sides else strangers if profile.side == "uncontrolled" else ""
        if profile.is_character and re.search(rf"\b{re.escape(profile.name)}\b", headings):
            yield profile.id


def _unlisted(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> Iterator[ProfileId]:
    """Figures of their peoples on a chart of the rulebook, though no list brings them into play."""
    everyone = {one: set(_own(material, arrivals, (one,))) for one in material.scenario.commanders}
    listed = {*_profiles(one for start in material.scenario.starts for one in start.figures)}.union(
        *everyone.values()
    )
    for profile in material.book.profiles.values():
        if (
            profile.printed_move
            and profile.id not in listed
            and _keeper(material, profile, everyone) in commanders
        ):
            yield profile.id


def _keeper(
    material: Material, profile: Profile, everyone: Mapping[CommanderId, set[ProfileId]]
) -> CommanderId | None:
    """Who has it under some other reading, else who has the most figures of its people."""
    rows: tuple[Start | Arrival, ...] = (*material.scenario.starts, *material.scenario.arrivals)
    for row in rows:
        figures = (one for reading in row.readings for one in reading.figures or ())
        if row.commander and profile.id in _profiles(figures):
            return row.commander
    kin = {
        commander: sum(material.book.profiles[one].people == profile.people for one in own)
        for commander, own in everyone.items()
    }
    most = max(kin, key=lambda commander: kin[commander])
    return most if kin[most] else None


def usual_move(material: Material, profile: Profile) -> Allowance:
    """How far a figure goes as it usually goes."""
    return allowance(profile, profile.starts_mounted or profile.printed_mounted, material.house)


def move_text(move: Allowance) -> str:
    """10 / 7, with a dash where it may not go."""
    said = (NONE if inches is None else str(inches) for inches in (move.clear, move.difficult))
    return f"{NBSP}/{NBSP}".join(said)


@dataclass(frozen=True, slots=True)
class _Row:
    """A figure in a table, cell by cell."""

    name: str
    numbers: tuple[str, ...]
    dismounted: str
    leads: tuple[str, ...]
    special: str


def figure_tables(material: Material, profiles: Sequence[Profile]) -> tuple[Section, ...]:
    """Armies, then characters; figures with the same numbers share a line."""
    _cite_figures(profiles)
    armies, characters = (
        _merged(_row(material, one) for one in profiles if one.is_character is are_characters)
        for are_characters in (False, True)
    )
    if len(armies) <= FEW_ARMIES and len(armies) + len(characters) >= MANY_FIGURES:
        return (_section("Characters and armies", (*characters, *armies), lead=True),)
    found = (_section("Armies", armies, lead=False), _section("Characters", characters, lead=True))
    return tuple(section for section, rows in zip(found, (armies, characters), strict=True) if rows)


def figure_table(material: Material, profiles: Sequence[Profile], title: str) -> Section:
    """All figures in one table, armies first."""
    _cite_figures(profiles)
    in_order = sorted(profiles, key=lambda one: one.is_character)
    return _section(title, _merged(_row(material, one) for one in in_order), lead=True)


def _cite_figures(profiles: Iterable[Profile]) -> None:
    cite(("CHT-03", "CHT-04"))
    cite(rule for profile in profiles for rule in profile.rules)


def _section(title: str, rows: Sequence[_Row], *, lead: bool) -> Section:
    return Section(title, (_table(rows, lead=lead),), wide=True)


def _merged(rows: Iterable[_Row]) -> tuple[_Row, ...]:
    names: dict[_Row, list[str]] = {}
    for row in rows:
        names.setdefault(replace(row, name=""), []).append(row.name)
    return tuple(replace(row, name=" / ".join(who)) for row, who in names.items())


def _table(rows: Sequence[_Row], *, lead: bool) -> Table:
    """Only the columns that someone fills."""
    apart = sum(bool(row.dismounted) for row in rows) >= MANY_RIDERS
    columns = (NAME, *NUMBERS, *((DISMOUNTED,) if apart else ()), *(LEADS if lead else ()), SPECIAL)
    return Table(columns, tuple(_cells(row, apart=apart, lead=lead) for row in rows))


def _cells(row: _Row, *, apart: bool, lead: bool) -> tuple[str, ...]:
    on_foot = f"dismounted {row.dismounted}" if row.dismounted and not apart else ""
    special = "; ".join(filter(None, (row.special, on_foot)))
    return (
        row.name,
        *row.numbers,
        *((row.dismounted.replace(", ", "\n"),) if apart else ()),
        *(row.leads if lead else ()),
        special,
    )


def _row(material: Material, profile: Profile) -> _Row:
    line = profile.line
    dice = f"{profile.crew.dice_each}/crew" if profile.crew and profile.crew.dice_each else str(line.dice)
    leads = str(profile.leadership or NONE)
    if profile.leadership_scope:
        leads = f"{leads}{NBSP}{profile.leadership_scope.capitalize()}"
    numbers = (
        dice if line.attack is not None else NONE,
        target(line.attack),
        target(line.defense),
        move_text(usual_move(material, profile)),
    )
    return _Row(
        name=f"{profile.name}{'#' if profile.magic_weapon else ''}",
        numbers=numbers,
        dismounted=_dismounted(material, profile),
        leads=(leads, NONE if profile.wizardry is None else str(profile.wizardry)),
        special=_special(material, profile),
    )


def _dismounted(material: Material, profile: Profile) -> str:
    if profile.dismounted is None:
        return ""
    return f"{line_text(profile.dismounted)}, {move_text(allowance(profile, False, material.house))}"


def _special(material: Material, profile: Profile) -> str:
    book, scenario = material.book, material.scenario
    said = [ability_text(trait, book, scenario) for trait in profile.traits]
    said += alternatives_text(profile, book, scenario)
    if profile.crew:
        is_moved = allowance(profile, False, material.house).clear is not None
        said.append(f"crew {profile.crew.size}{f', {profile.crew.to_move} to move' if is_moved else ''}")
    if profile.mounted_bonus:
        cite(("PRF-N01",))
        said.append(f"Rides {move_text(allowance(profile, True, material.house))}")
    return "; ".join(said)


def legend(
    material: Material, profiles: Sequence[Profile], told: frozenset[RuleId] = frozenset()
) -> tuple[Text, ...]:
    """CHT-05: how to read the tables, and what every ability on them does unless the sheet has told it."""
    cite(("CHT-05",))
    found: dict[str, AbilityText] = {}
    for profile in profiles:
        for trait in profile.traits:
            ability = material.book.abilities.get(trait.name)
            if ability and not _goes_without_saying(ability, told):
                found[trait.name] = ability
    abilities = sorted(found.values(), key=lambda ability: ability.title)
    cite(rule for ability in abilities for rule in ability.rules)
    return (
        Text(_how_to_read(material, profiles)),
        *_marks(material, profiles),
        *(Text(ability.text, bullet=True, strong=f"{ability.title}.") for ability in abilities),
    )


def _how_to_read(material: Material, profiles: Sequence[Profile]) -> str:
    """What the headings of the tables mean, as far as they stand on this sheet."""
    abilities = [material.book.abilities.get(trait.name) for one in profiles for trait in one.traits]
    said = {
        MOVES: True,
        ON_FOOT: any(one.dismounted for one in profiles),
        LEADERSHIP: any(one.leadership_scope for one in profiles),
        WIZARDRY: any(one.is_character for one in profiles),
        BRACKETS: any(ability and is_counted(ability) for ability in abilities),
    }
    return " ".join(sentence for sentence, holds in said.items() if holds)


def _goes_without_saying(ability: AbilityText, told: frozenset[RuleId]) -> bool:
    """Counted in the numbers, spelled out beside them, or told elsewhere on the sheet."""
    own = [rule for rule in ability.rules if rule.startswith(OF_PEOPLES)]
    is_told = bool(own) and told.issuperset(own)
    return is_counted(ability) or A_PLACE in ability.title or is_told


def _marks(material: Material, profiles: Sequence[Profile]) -> Iterator[Text]:
    """What stands on many lines is told once: the # after a name, riding, and what a hero is."""
    magic, hero = material.ability_of_rule("ABL-MAGICWEAPON"), material.ability_of_rule("ABL-HERO-2")
    if magic and any(profile.magic_weapon for profile in profiles):
        cite(magic.rules)
        yield Text(magic.text, bullet=True, strong=f"# {magic.title}.")
    if hero and any(profile.is_character and profile.side == "good" for profile in profiles):
        cite(hero.rules)
        yield Text(hero.text, bullet=True, strong=f"{hero.title}.")
    if any(profile.mounted_bonus for profile in profiles):
        yield Text(RIDES, bullet=True, strong="Rides.")

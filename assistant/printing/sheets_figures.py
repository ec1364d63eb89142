"""Figures with their numbers in tables, and a legend of what they can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.kernel.ids import RuleId
from assistant.printing.blocks import Column, Section, Table, Text
from assistant.printing.sheets_lore import Lore
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import (
    A_PLACE,
    NBSP,
    NONE,
    abilities_text,
    alternatives_text,
    is_counted,
    join,
    line_text,
    scope_text,
    target,
)
from assistant.rules.book import AbilityText, Profile, ProfileId, Trait
from assistant.rules.movement import Allowance, allowance, computed, usual_allowance

NAME = Column("", share=4.0)
WHOSE = Column("Of", share=0.5, apart=-1.0)
NUMBERS = (
    Column("Dice", "center", 0.7, apart=-1.0),
    Column("Attack", "center", 0.7, apart=-1.0),
    Column("Defense", "center", 0.7, apart=-1.0),
    Column("Move", "center", 1.0, apart=-1.0),
)
DISMOUNTED = Column("Dismounted", "center", 1.6, apart=5.0)
LEADS = Column("Ld", share=1.2, apart=5.0)
WIZARDS = Column("Wz", "center", 0.4)
SPECIAL = Column("Special rules", share=9.0)
MANY_RIDERS = 3
"""From so many on, if they are half of a table, the dismounted lines have a column of their own."""
FEW_ARMIES, MANY_FIGURES = 4, 12
"""A handful of armies stands in one table with so many figures."""
MOVES = "Move: inches in clear / difficult ground, – for never."
ON_FOOT = "Dismounted: dice / attack / defense, and move."
LEADERSHIP = {
    "in-the-force": "Ld: leadership; with a people named, only where some of them are in the force.",
    "whole-force": "Ld: leadership; with a people named, only where the whole force is of them.",
    "beside-the-leader": "Ld: leadership; with a people named, only where some of them fight beside him.",
}
PLAIN_LEADERSHIP = "Ld: leadership."
WIZARDRY = (
    "Wz: wizardry. In a fight it may duel an enemy who has it, 1d6 + Wz each: the loser does not strike or "
    "lead. Or a point improves its dice, attack or defense by 1, to 2+ at best."
)
NO_DEFENSE = "Defense –: no roll, a hit removes it."
CREW = "Crew: how many serve it, and how many it takes to move it; after the dice: so many for each of them."
BRACKETS = "What is in brackets is counted in the numbers."
UNLISTED = "For anything else, see the entry of its bearer."
DEEP = f"in{NBSP}caves"
"""Where burrowers without defense have one."""
OF_SOME = ("PPL-", "ITM-", "FEL-", "PLC-")
"""Rules of some people, thing or place; all others are rules of the game."""
OF_THE_LIST = "ABL-"
MARKS = ("*", "†")
MANY_LINES = 4
"""An ability on so many lines has a mark in place of its name."""
HEALING = "Healed by a full turn at rest in"
RIDES = "Once mounted: +1 die, +1 to attack, and that move."


def move_text(move: Allowance) -> str:
    """10 / 7, with a dash where it may not go."""
    said = (NONE if inches is None else str(inches) for inches in (move.clear, move.difficult))
    return f"{NBSP}/{NBSP}".join(said)


@dataclass(frozen=True, slots=True)
class _Row:
    """A figure in a table, cell by cell."""

    name: str
    whose: str
    numbers: tuple[str, ...]
    dismounted: str
    leads: tuple[str, ...]
    special: str


def figure_tables(
    material: Material,
    profiles: Sequence[Profile],
    why: Mapping[ProfileId, str],
    whose: Mapping[ProfileId, str] | None = None,
) -> tuple[Section, ...]:
    """Armies, then characters, with why they stand there; figures of which the same is said share a line.

    Where a chart has several commands, also whose they are.
    """
    _cite_figures(profiles)
    stars = starred(material, profiles)
    armies, characters = (
        _merged(
            _row(material, one, stars, why.get(one.id, ""), (whose or {}).get(one.id, ""))
            for one in profiles
            if one.is_character is are_characters
        )
        for are_characters in (False, True)
    )
    if len(armies) <= FEW_ARMIES and len(armies) + len(characters) >= MANY_FIGURES:
        return (_section("Characters and armies", (*characters, *armies), lead=True),)
    found = (_section("Armies", armies, lead=False), _section("Characters", characters, lead=True))
    return tuple(section for section, rows in zip(found, (armies, characters), strict=True) if rows)


def figure_table(material: Material, profiles: Sequence[Profile], title: str) -> Section:
    """All figures in one table, armies first, with the columns of every other such table."""
    _cite_figures(profiles)
    in_order = sorted(profiles, key=lambda one: one.is_character)
    rows = _merged(_row(material, one) for one in in_order)
    columns = (NAME, *NUMBERS, LEADS, WIZARDS, SPECIAL)
    table = Table(columns, tuple(_cells(row, apart=False, leads=2) for row in rows))
    return Section(title, (table,), wide=True)


def starred(material: Material, profiles: Sequence[Profile]) -> Mapping[str, str]:
    """The abilities that most lines have, if many do, with the marks that stand for them."""
    book = material.book
    counts = Counter(
        trait.name
        for profile in profiles
        for trait in profile.traits
        if trait.when == "always"
        and trait.name in book.abilities
        and _is_explained(book.abilities[trait.name])
    )
    most = [name for name, lines in counts.most_common(len(MARKS)) if lines >= MANY_LINES]
    return dict(zip(most, MARKS, strict=False))


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
    riders = sum(bool(row.dismounted) for row in rows)
    apart = riders >= MANY_RIDERS and 2 * riders >= len(rows)
    leads = 0 if not lead else 2 if any(row.leads[1] != NONE for row in rows) else 1
    columns = (
        NAME,
        *((WHOSE,) if any(row.whose for row in rows) else ()),
        *NUMBERS,
        *((DISMOUNTED,) if apart else ()),
        *(LEADS, WIZARDS)[:leads],
        SPECIAL,
    )
    return Table(columns, tuple(_cells(row, apart=apart, leads=leads) for row in rows))


def _cells(row: _Row, *, apart: bool, leads: int) -> tuple[str, ...]:
    on_foot = f"dismounted {row.dismounted}" if row.dismounted and not apart else ""
    special = "; ".join(filter(None, (row.special, on_foot)))
    return (
        row.name,
        *((row.whose,) if row.whose else ()),
        *row.numbers,
        *((row.dismounted,) if apart else ()),
        *row.leads[:leads],
        special,
    )


def _row(
    material: Material,
    profile: Profile,
    stars: Mapping[str, str] | None = None,
    why: str = "",
    whose: str = "",
) -> _Row:
    line = profile.line
    dice = f"{profile.crew.dice_each}/crew" if profile.crew and profile.crew.dice_each else str(line.dice)
    leads = str(profile.leadership or NONE)
    if profile.leadership_scope:
        leads = f"{leads}{NBSP}{scope_text(profile.leadership_scope, material.book)}"
    numbers = (
        dice if line.attack is not None else NONE,
        target(line.attack),
        _defense(material, profile),
        move_text(usual_allowance(profile, material.house)),
    )
    stars = stars or {}
    marks = "".join(("#" if profile.magic_weapon else "", *_marks_of(profile, stars)))
    return _Row(
        name=f"{profile.name}{marks}",
        whose=whose,
        numbers=numbers,
        dismounted=_dismounted(material, profile),
        leads=(leads, NONE if profile.wizardry is None else str(profile.wizardry)),
        special="; ".join(filter(None, (_special(material, profile, stars), why))),
    )


def _defense(material: Material, profile: Profile) -> str:
    """The defense number; +1 underground makes a 6+ of none (AMB-019)."""
    burrower = material.ability_of_rule("ABL-BURROWER")
    digs = burrower and any(trait.name == burrower.name for trait in profile.traits)
    if profile.line.defense is None and digs and material.house["AMB-019"] == "counts-as-seven":
        cite(("AMB-019",))
        return f"{NONE}\n(6+{NBSP}{DEEP})"
    return target(profile.line.defense)


def _marks_of(profile: Profile, stars: Mapping[str, str]) -> Iterator[str]:
    return (mark for name, mark in stars.items() if any(trait.name == name for trait in profile.traits))


def _dismounted(material: Material, profile: Profile) -> str:
    if profile.dismounted is None:
        return ""
    return f"{line_text(profile.dismounted)},{NBSP}{move_text(allowance(profile, False, material.house))}"


def _special(material: Material, profile: Profile, stars: Mapping[str, str]) -> str:
    book, scenario = material.book, material.scenario
    said = list(abilities_text((one for one in profile.traits if one.name not in stars), book, scenario))
    said += alternatives_text(profile, book, scenario, lambda worn: _move_in(material, profile, worn))
    if profile.crew:
        is_moved = profile.kind == "artillery" and usual_allowance(profile, material.house).clear is not None
        to_move = f", {profile.crew.to_move}{NBSP}to{NBSP}move" if is_moved else ""
        said.append(f"crew{NBSP}{profile.crew.size}{to_move}")
    if profile.mounted_bonus:
        cite(("PRF-N01",))
        said.append(f"Rides{NBSP}{move_text(allowance(profile, True, material.house))}")
    return "; ".join(said)


def _move_in(material: Material, profile: Profile, worn: str) -> str:
    """How far a figure goes in armor that is an ability, if that is less far than without."""
    if worn not in material.book.abilities:
        return ""
    mounted = profile.starts_mounted or profile.printed_mounted
    laden = replace(profile, traits=(*profile.traits, Trait(worn)))
    before, after = (computed(one, mounted, material.house) for one in (profile, laden))
    usual = usual_allowance(profile, material.house)
    moved = Allowance(
        _changed(usual.clear, before.clear, after.clear),
        _changed(usual.difficult, before.difficult, after.difficult),
        (),
    )
    return "" if before == after else f"move{NBSP}{move_text(moved)}"


def _changed(usual: int | None, before: int | None, after: int | None) -> int | None:
    return None if usual is None or before is None or after is None else usual + after - before


def legend(
    material: Material,
    profiles: Sequence[Profile],
    known: Lore | None = None,
    *,
    close: bool = False,
) -> tuple[Text, ...]:
    """CHT-05: how to read the tables, what every ability on them does, and where the sheet has told it."""
    cite(("CHT-05",))
    found = {
        trait.name: material.book.abilities[trait.name]
        for profile in profiles
        for trait in profile.traits
        if trait.name in material.book.abilities and _is_explained(material.book.abilities[trait.name])
    }
    found |= _named_in(material, found, known)
    abilities = sorted(found.values(), key=lambda ability: ability.title)
    cite(rule for ability in abilities for rule in ability.rules)
    stars = starred(material, profiles)
    places = {ability.name: _told_where(ability, known.told_by if known else {}) for ability in abilities}
    marks = tuple(_marks(material, profiles, [(mark, found[name]) for name, mark in stars.items()]))
    said = (
        *(
            Text(ability.text, bullet=True, strong=f"{ability.title}.")
            for ability in abilities
            if not places[ability.name] and ability.name not in stars
        ),
        *_pointers(
            ((ability, places[ability.name]) for ability in abilities if ability.name not in stars), profiles
        ),
    )
    how = " ".join(filter(None, (_how_to_read(material, profiles), _unlisted(places.values()))))
    return (Text(how), *(part for one in (marks, said) for part in (_run_in(one) if close else one)))


def how_to_read(material: Material, profiles: Sequence[Profile]) -> tuple[Text, ...]:
    """CHT-05: what headings and marks mean, where a sheet of its own tells the abilities."""
    cite(("CHT-05",))
    return (Text(_how_to_read(material, profiles)), *_marks(material, profiles, ()))


def _run_in(texts: Sequence[Text]) -> Iterator[Text]:
    """Where room is short, one paragraph of the marks and one of the abilities."""
    if texts:
        first, *others = texts
        yield replace(first, bullet=False, then=tuple((one.strong, one.text) for one in others))


def _named_in(
    material: Material, found: Mapping[str, AbilityText], known: Lore | None
) -> dict[str, AbilityText]:
    """Abilities of the rulebook's list that a power or another ability speaks of, though nobody has them."""
    texts = [ability.text for ability in found.values()]
    texts += [power.text for power in known.powers] if known else []
    said = {word.strip(".,;:") for text in texts for word in text.split()}
    return {
        name: ability
        for name, ability in material.book.abilities.items()
        if ability.in_combat and ability.rules[0].startswith(OF_THE_LIST) and ability.title.lower() in said
    }


def _told_where(ability: AbilityText, told_by: Mapping[RuleId, str]) -> tuple[str, ...]:
    """The entries that tell an ability: for one that several have, those of whoever has it here."""
    of_some, of_all = (
        [rule for rule in ability.rules if rule.startswith(OF_SOME) is is_of_some]
        for is_of_some in (True, False)
    )
    if not all(rule in told_by for rule in of_all):
        return ()
    return tuple(dict.fromkeys(told_by[rule] for rule in (*of_some, *of_all) if rule in told_by))


def _is_alike(ability: AbilityText, entry: str) -> bool:
    """Whether an ability is named after an entry, or the entry after it."""
    title, name = ability.title.casefold(), entry.casefold().removeprefix("the ")
    return title in name or name in title


def _to_look_up(ability: AbilityText, entries: Sequence[str], profiles: Sequence[Profile]) -> tuple[str, ...]:
    """The entries that tell an ability, if some who have it have none named after them; but for such."""
    bearers = [
        one.name.casefold() for one in profiles if any(trait.name == ability.name for trait in one.traits)
    ]
    own = [one for one in entries if any(bearer in one.casefold() for bearer in bearers)]
    if all(any(bearer in one.casefold() for one in own) for bearer in bearers):
        return ()
    return tuple(one for one in entries if one not in own) or tuple(entries)


def _pointers(
    abilities: Iterable[tuple[AbilityText, tuple[str, ...]]], profiles: Sequence[Profile]
) -> Iterator[Text]:
    """Where to read about abilities that entries tell under another name than theirs or their bearer's."""
    said: dict[tuple[str, ...], list[str]] = {}
    for ability, names in abilities:
        entries = _to_look_up(ability, names, profiles)
        if entries and not any(_is_alike(ability, name) for name in names):
            said.setdefault(entries, []).append(ability.title)
    if said:
        pairs = (f"{join(titles)}: {join(names)}" for names, titles in said.items())
        yield Text(f"{'; '.join(pairs)}.", bullet=True, strong="See the entry.")


def _unlisted(places: Iterable[tuple[str, ...]]) -> str:
    return UNLISTED if any(places) else ""


def _how_to_read(material: Material, profiles: Sequence[Profile]) -> str:
    """What the headings of the tables mean, as far as they stand on this sheet."""
    abilities = [material.book.abilities.get(trait.name) for one in profiles for trait in one.traits]
    scoped = any(one.leadership_scope for one in profiles)
    leadership = LEADERSHIP[material.house["AMB-030"]] if scoped else PLAIN_LEADERSHIP
    said = {
        MOVES: True,
        ON_FOOT: any(one.dismounted for one in profiles),
        leadership: any(one.is_character for one in profiles),
        WIZARDRY: any(one.wizardry is not None for one in profiles),
        CREW: any(one.crew for one in profiles),
        NO_DEFENSE: any(one.line.defense is None and one.line.attack is not None for one in profiles),
        BRACKETS: any(ability and is_counted(ability) for ability in abilities),
    }
    return " ".join(sentence for sentence, holds in said.items() if holds)


def _is_explained(ability: AbilityText) -> bool:
    """Neither counted in the numbers nor spelled out beside them."""
    return not is_counted(ability) and A_PLACE not in ability.title


def _marks(
    material: Material, profiles: Sequence[Profile], stars: Iterable[tuple[str, AbilityText]]
) -> Iterator[Text]:
    """What stands on many lines is told once: the marks after a name, riding, and what a hero is."""
    magic, hero = material.ability_of_rule("ABL-MAGICWEAPON"), material.ability_of_rule("ABL-HERO-2")
    if magic and any(profile.magic_weapon for profile in profiles):
        cite(magic.rules)
        yield Text(magic.text, bullet=True, strong=f"#{NBSP}{magic.title}.")
    for mark, ability in stars:
        yield Text(ability.text, bullet=True, strong=f"{mark}{NBSP}{ability.title}.")
    if hero and any(profile.is_character and profile.side == "good" for profile in profiles):
        cite((*hero.rules, "HEA-03"))
        yield Text(f"{hero.text} {_healing(material)}", bullet=True, strong=f"{hero.title}.")
    if any(profile.mounted_bonus for profile in profiles):
        yield Text(RIDES, bullet=True, strong="Rides.")


def _healing(material: Material) -> str:
    """Where the wounded are healed, and how long it takes."""
    places = [place.name for place in material.book.places.values() if place.healing]
    return f"{HEALING} {join(places, 'or')}." if places else ""

"""Figures with their numbers in tables, and a legend of what they can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.printing.blocks import Column, Section, Table
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import (
    A_PLACE,
    NBSP,
    NONE,
    abilities_text,
    alternatives_text,
    borne_text,
    is_counted,
    line_text,
    scope_text,
    target,
)
from assistant.rules.book import AbilityText, Alternative, Profile, ProfileId, Trait
from assistant.rules.circumstances import BORNE, Circumstances, profile_in
from assistant.rules.effects.registry import named
from assistant.rules.movement import Allowance, allowance, at_most, usual_allowance

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
"""Whom they lead may stand after the numbers, which then keep in line on the left."""
WIZARDS = Column("Wz", "center", 0.4)
SPECIAL = Column("Special rules", share=9.0)
MANY_RIDERS = 3
"""From so many on, if they are half of a table, the dismounted lines have a column of their own."""
FEW_ARMIES, MANY_FIGURES = 4, 12
"""A handful of armies stands in one table with so many figures."""
DEEP = f"in{NBSP}caves"
"""Where burrowers without defense have one."""
HASTE = "doubles_move"
"""What the effects of those answer who may go twice as far."""
MARKS = ("*", "†")
MANY_LINES = 4
"""An ability on so many lines has a mark in place of its name."""


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
    *,
    left_out: Collection[str] = (),
) -> tuple[Section, ...]:
    """Armies, then characters, with why they stand there; figures of which the same is said share a line.

    Where a chart has several commands, also whose they are; where room is short, some abilities are left out.
    """
    _cite_figures(profiles)
    stars = {**starred(material, profiles), **dict.fromkeys(left_out, "")}
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
    """The abilities without a number that most lines have, if many do, with the marks that stand for them."""
    book = material.book
    counts = Counter(
        trait.name
        for profile in profiles
        for trait in profile.traits
        if trait.when == "always"
        and trait.name in book.abilities
        and is_explained(book.abilities[trait.name])
        and not is_haste(trait)
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
        *(_leads(rows), WIZARDS)[:leads],
        SPECIAL,
    )
    return Table(columns, tuple(_cells(row, apart=apart, leads=leads) for row in rows))


def _leads(rows: Sequence[_Row]) -> Column:
    """Centred as all numbers are, where nobody leads one people only."""
    return LEADS if any(NBSP in row.leads[0] for row in rows) else replace(LEADS, align="center")


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
    printed, profile, held = profile, *_as_borne(material, profile)
    line = profile.line
    dice = f"{profile.crew.dice_each}/crew" if profile.crew and profile.crew.dice_each else str(line.dice)
    leads = str(profile.leadership or NONE)
    if profile.leadership_scope:
        leads = f"{leads}{NBSP}{scope_text(profile.leadership_scope, material.book)}"
    numbers = (
        dice if line.attack is not None else NONE,
        target(line.attack),
        _defense(material, profile),
        move_text(usual_allowance(printed, material.house, [one.what for one in held])),
    )
    stars = stars or {}
    marks = "".join(("#" if profile.magic_weapon else "", *_marks_of(profile, stars)))
    return _Row(
        name=f"{profile.name}{marks}",
        whose=whose,
        numbers=numbers,
        dismounted=_dismounted(material, profile),
        leads=(leads, NONE if profile.wizardry is None else str(profile.wizardry)),
        special="; ".join(filter(None, (_special(material, printed, stars, held), why))),
    )


def _as_borne(material: Material, profile: Profile) -> tuple[Profile, tuple[Alternative, ...]]:
    """A figure of the running game with the numbers its things give it, and what gives them."""
    things = material.now.bearing(profile.id) if material.now else frozenset[str]()
    held = tuple(one for one in profile.alternatives if one.condition in BORNE and one.what in things)
    return profile_in(Circumstances(bears=things), profile, {})[0], held


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


def _special(
    material: Material, profile: Profile, stars: Mapping[str, str], held: Sequence[Alternative] = ()
) -> str:
    book, scenario = material.book, material.scenario
    fast, worn = [one for one in profile.traits if is_haste(one)], [one.what for one in held]
    slow = (one for one in profile.traits if one.name not in stars and one not in fast)
    said = [_in_haste(material, profile, fast[0], worn)] if fast else []
    said += abilities_text(slow, book, scenario)
    if held:
        light = f"move{NBSP}{move_text(usual_allowance(profile, material.house))}"
        is_slowed = any(_move_in(material, profile, one.what) for one in held)
        said.append(borne_text(profile, held, book, scenario, light if is_slowed else ""))
    other = replace(profile, alternatives=tuple(one for one in profile.alternatives if one not in held))
    said += alternatives_text(other, book, scenario, lambda worn: _move_in(material, profile, worn))
    if profile.crew:
        is_moved = profile.kind == "artillery" and usual_allowance(profile, material.house).clear is not None
        to_move = f", {profile.crew.to_move}{NBSP}to{NBSP}move" if is_moved else ""
        said.append(f"crew{NBSP}{profile.crew.size}{to_move}")
    if profile.mounted_bonus:
        cite(("PRF-N01",))
        riding = move_text(allowance(profile, True, material.house, bears=worn))
        said.append(f"Rides{NBSP}{riding}")
        # Nobody with haste rides as a game starts, and on that sheet there is no line to spare.
        if fast and material.now is not None:
            said[-1] += f", haste{NBSP}{move_text(at_most(profile, True, material.house, bears=worn))}"
    return "; ".join(said)


def _move_in(material: Material, profile: Profile, worn: str) -> str:
    """How far a figure goes in armor that is an ability, if that is less far than without."""
    moved = usual_allowance(profile, material.house, (worn,))
    is_same = moved == usual_allowance(profile, material.house)
    return "" if is_same else f"move{NBSP}{move_text(moved)}"


def is_haste(trait: Trait) -> bool:
    """Whether somebody goes twice as far by it."""
    return bool(named((trait,), HASTE))


def _in_haste(material: Material, profile: Profile, fast: Trait, worn: Sequence[str]) -> str:
    """ABL-SCOUTS, CON-042: how far it goes at most, which is not the printed number twice."""
    cite(("ABL-SCOUTS", "CON-042"))
    mounted = profile.starts_mounted or profile.printed_mounted
    said = f"haste{NBSP}{move_text(at_most(profile, mounted, material.house, bears=worn))}"
    ability = material.book.abilities.get(fast.name)
    # An ability whose name has haste in it need not be named beside it.
    return f"{ability.title}: {said}" if ability and "haste" not in ability.title else said


def is_explained(ability: AbilityText) -> bool:
    """Neither counted in the numbers nor spelled out beside them."""
    return not is_counted(ability) and A_PLACE not in ability.title

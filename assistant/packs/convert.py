"""Checked rows of a file to the frozen data of the book; every rule a row stands on is cited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from assistant.kernel import evidence
from assistant.kernel.ids import RuleId
from assistant.packs.models import (
    AbilityRow,
    AlternativeRow,
    CrewRow,
    LineRow,
    NumbersRow,
    PlaceRow,
    ProfileRow,
    RosterFile,
    TraitRow,
    VariantRow,
)
from assistant.packs.movement_models import CrossingsRow, GroundRow, PaceRow
from assistant.packs.parameters import filled
from assistant.rules.book import (
    AbilityText,
    Alternative,
    Cost,
    Crew,
    Crossing,
    Ground,
    GroundVariant,
    Kind,
    Line,
    Move,
    Numbers,
    Pace,
    Place,
    PlaceId,
    PlaceVariant,
    Profile,
    ProfileId,
    Trait,
    Variant,
)

Usual = Mapping[str, Mapping[str, int | str]]
"""The parameters each rule has where its use gives none."""


def _kind(kind: Kind) -> Kind:
    """SEQ-02: an army figure, or one person; weapons and beasts are neither."""
    evidence.data("SEQ-02")
    return kind


def cite(rules: Iterable[str]) -> tuple[RuleId, ...]:
    """Put on record that the numbers of these rules were loaded."""
    return tuple(evidence.data(rule) for rule in rules)


def profile_of(row: ProfileRow, roster: RosterFile, usual: Usual, pace: Pace) -> Profile:
    """One line of the combat charts, with the side and people of its file unless it has its own."""
    side, people = row.side or roster.side, row.people or roster.people
    if side is None or people is None:
        raise ValueError(f"{row.id} was not checked for its side and people")
    cite(("CMB-09", "CMB-15"))
    return Profile(
        id=ProfileId(row.id),
        name=row.name,
        side=side,
        people=people,
        also=tuple(row.also),
        race=row.race,
        kind=_kind(row.kind),
        line=Line(_dice(row), row.attack, row.defense),
        dismounted=_line(row.dismounted) if row.dismounted else None,
        mounted_bonus=row.mounted_bonus,
        rides=row.rides,
        always_has=tuple(row.always_has),
        leadership=row.leadership,
        leadership_scope=row.leadership_scope,
        wizardry=row.wizardry,
        magic_weapon=row.magic_weapon,
        traits=traits_of(row.abilities, usual),
        alternatives=tuple(map(_alternative, row.alternatives)),
        variants=tuple(_variant(variant, usual) for variant in row.house),
        crew=_crew(row.crew) if row.crew else None,
        pace=pace,
        printed_move=Move(row.printed_move.clear, row.printed_move.difficult) if row.printed_move else None,
        printed_mounted=row.printed_move is not None and row.printed_move.mounted,
        base_mm=row.base_mm,
        base_length_mm=row.base_length_mm,
        plural=row.plural or "",
        model=None if row.model is None else ProfileId(row.model),
        also_called=tuple(row.also_called),
        rules=cite(row.rules),
        lines=row.lines,
    )


def _dice(row: ProfileRow) -> int:
    """ART-03: a weapon without dice of its own has those of its full crew."""
    if row.dice is not None:
        return row.dice
    return row.crew.size * row.crew.dice_each if row.crew else 0


def _crew(row: CrewRow) -> Crew:
    return Crew(row.size, row.dice_each, row.to_move, RuleId(row.rule))


def _line(row: LineRow) -> Line:
    return Line(row.dice, row.attack, row.defense)


def traits_of(rows: Iterable[TraitRow], usual: Usual) -> tuple[Trait, ...]:
    """Rules by their names, each with its usual parameters and its own over them."""
    return tuple(
        Trait(
            row.name, row.when, tuple(sorted({**usual.get(row.name, {}), **row.__pydantic_extra__}.items()))
        )
        for row in rows
    )


def told(text: str, traits: Iterable[Trait], **own: int) -> str:
    """A text with the numbers of the rules it speaks of."""
    numbers: dict[tuple[str, str], object] = {("", key): value for key, value in own.items()}
    for trait in traits:
        for key, value in trait.params:
            numbers.setdefault((trait.name, key), value)
    return filled(text, numbers)


def _numbers(row: NumbersRow) -> Numbers:
    return Numbers(
        row.dice,
        row.attack,
        row.defense,
        row.leadership,
        row.wizardry,
        row.magic_weapon,
        row.move_clear,
        row.move_difficult,
        row.crew_size,
        row.dice_each,
    )


def _alternative(row: AlternativeRow) -> Alternative:
    return Alternative(row.condition, row.what, _numbers(row), cite(row.rules))


def _variant(row: VariantRow, usual: Usual) -> Variant:
    (rule,) = cite([row.rule])
    foot = _line(row.dismounted) if row.dismounted else None
    return Variant(rule, row.reading, _numbers(row), traits_of(row.abilities, usual), foot)


def ability_of(row: AbilityRow) -> AbilityText:
    """An ability or a place's rule as it is shown to players."""
    text = filled(row.text, {(row.id, key): value for key, value in row.usual.items()})
    usual = tuple(sorted(row.usual.items()))
    return AbilityText(row.id, row.title, text, cite(row.rules), row.in_combat, usual)


def place_of(row: PlaceRow, usual: Usual) -> Place:
    """A named place and what it does in a fight."""
    traits = traits_of(row.effects, usual)
    return Place(
        id=PlaceId(row.id),
        name=row.name,
        table=row.table or "",
        rank=row.rank or "",
        is_fortress=row.fortress,
        has_tower=row.tower,
        tower_room=row.tower_room,
        has_weak_wall=row.weak_wall,
        variants=tuple(
            PlaceVariant(
                cite([one.rule])[0], one.reading, one.fortress, one.tower, traits_of(one.effects, usual)
            )
            for one in row.house
        ),
        healing=row.healing,
        traits=traits,
        text=tuple(told(line, traits, tower_room=row.tower_room) for line in row.text),
        short=told(row.short or "", traits, tower_room=row.tower_room),
        rules=cite(row.rules),
    )


def paces_of(rows: Iterable[PaceRow]) -> dict[str, Pace]:
    """The movement chart; riders who may be thrown know how they walk then."""
    found = {
        row.id: Pace(
            row.id, row.name, row.on_foot, row.mounted, row.difficult, row.over, rules=cite(row.rules)
        )
        for row in rows
    }
    return {
        row.id: replace(found[row.id], afoot=found[row.afoot]) if row.afoot else found[row.id] for row in rows
    }


def ground_of(row: GroundRow) -> Ground:
    """One row of the terrain chart."""
    return Ground(
        id=row.id,
        name=row.name,
        difficult=row.difficult,
        crossings=_crossings(row.crossings),
        closed_to=tuple(row.closed_to),
        characters_only=row.characters_only,
        cancels_difficult=row.cancels_difficult,
        whole_way=row.whole_way,
        unless=row.unless or "",
        note=row.note or "",
        variants=tuple(
            GroundVariant(cite([one.rule])[0], one.reading, _crossings(one.crossings)) for one in row.house
        ),
        rules=cite(row.rules),
    )


def _crossings(row: CrossingsRow | None) -> Mapping[Crossing, Cost]:
    found: Mapping[Any, Cost] = row.model_dump(by_alias=True, exclude_none=True) if row else {}
    return found

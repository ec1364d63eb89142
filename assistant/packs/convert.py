"""Checked rows of a file to the frozen data of the book; every rule a row stands on is cited."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.kernel import evidence
from assistant.kernel.ids import RuleId
from assistant.packs.models import (
    AbilityRow,
    AlternativeRow,
    LineRow,
    NumbersRow,
    PlaceRow,
    ProfileRow,
    RosterFile,
    TraitRow,
    VariantRow,
)
from assistant.rules.book import (
    AbilityText,
    Alternative,
    Crew,
    Line,
    Move,
    Numbers,
    Place,
    PlaceId,
    Profile,
    ProfileId,
    Trait,
    Variant,
)


def cite(rules: Iterable[str]) -> tuple[RuleId, ...]:
    """Put on record that the numbers of these rules were loaded."""
    return tuple(evidence.data(rule) for rule in rules)


def profile_of(row: ProfileRow, roster: RosterFile) -> Profile:
    """One line of the combat charts, with the side and people of its file unless it has its own."""
    side, people = row.side or roster.side, row.people or roster.people
    if side is None or people is None:
        raise ValueError(f"{row.id} was not checked for its side and people")
    return Profile(
        id=ProfileId(row.id),
        name=row.name,
        side=side,
        people=people,
        race=row.race,
        kind=row.kind,
        line=Line(_dice(row), row.attack, row.defense),
        dismounted=_line(row.dismounted) if row.dismounted else None,
        mounted_bonus=row.mounted_bonus,
        leadership=row.leadership,
        leadership_scope=row.leadership_scope,
        wizardry=row.wizardry,
        magic_weapon=row.magic_weapon,
        traits=tuple(map(_trait, row.abilities)),
        alternatives=tuple(map(_alternative, row.alternatives)),
        variants=tuple(map(_variant, row.house)),
        crew=Crew(row.crew.size, row.crew.dice_each, row.crew.to_move) if row.crew else None,
        movement=row.movement,
        printed_move=Move(row.printed_move.clear, row.printed_move.difficult) if row.printed_move else None,
        printed_mounted=row.printed_move is not None and row.printed_move.mounted,
        base_mm=row.base_mm,
        plural=row.plural or "",
        also_called=tuple(row.also_called),
        rules=cite(row.rules),
        lines=row.lines,
    )


def _dice(row: ProfileRow) -> int:
    """ART-03: a weapon without dice of its own has those of its full crew."""
    if row.dice is not None:
        return row.dice
    return row.crew.size * row.crew.dice_each if row.crew else 0


def _line(row: LineRow) -> Line:
    return Line(row.dice, row.attack, row.defense)


def _trait(row: TraitRow) -> Trait:
    return Trait(row.name, row.when, tuple(sorted(row.__pydantic_extra__.items())))


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
    )


def _alternative(row: AlternativeRow) -> Alternative:
    return Alternative(row.condition, row.what, _numbers(row), cite(row.rules))


def _variant(row: VariantRow) -> Variant:
    (rule,) = cite([row.rule])
    return Variant(rule, row.reading, _numbers(row))


def ability_of(row: AbilityRow) -> AbilityText:
    """An ability or a place's rule as it is shown to players."""
    return AbilityText(row.id, row.title, row.text, cite(row.rules), row.in_combat)


def place_of(row: PlaceRow) -> Place:
    """A named place and what it does in a fight."""
    return Place(
        id=PlaceId(row.id),
        name=row.name,
        table=row.table or "",
        rank=row.rank or "",
        is_fortress=row.fortress,
        has_tower=row.tower,
        tower_room=row.tower_room,
        healing=row.healing,
        traits=tuple(map(_trait, row.effects)),
        text=tuple(row.text),
        short=row.short or "",
        rules=cite(row.rules),
    )

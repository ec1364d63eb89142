"""Status points: what earns them, and tables to tally them in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from assistant.printing.blocks import Column, Table, Text
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import NONE, join
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.scenario import Award

SHARED = "split if taken together"
ABREAST = 5
"""How many minions stand side by side at most."""
TALLY_ROW = 10.0
"""How high a row is to tally in, in millimetres."""


def awards_of(material: Material, commander: CommanderId) -> tuple[Award, ...]:
    """The deeds that earn this minion something."""
    every = in_force(material.scenario.awards, material.house)
    return tuple(award for award in every if not award.only or commander in award.only)


def awards_of_all(material: Material, minions: Sequence[CommanderId]) -> tuple[Award, ...]:
    """The deeds that earn some of these minions something."""
    every = in_force(material.scenario.awards, material.house)
    return tuple(award for award in every if any(award in awards_of(material, one) for one in minions))


def points(award: Award) -> str:
    """50, -25, or leadership and 5."""
    return f"Ld + {award.points}" if award.plus_leadership else str(award.points).replace("-", "−")


def tallies(
    material: Material, minions: Sequence[CommanderId], height: float = TALLY_ROW
) -> tuple[Table, ...]:
    """A column for each minion, a row for each deed; columns of a second table stand under the first's."""
    deeds = awards_of_all(material, minions)
    cite(rule for award in deeds for rule in award.rules)
    tables = -(-len(minions) // ABREAST)
    across = -(-len(minions) // max(tables, 1))
    rows = range(0, len(minions), max(across, 1))
    return tuple(_tally_of(material, deeds, minions[at : at + across], across, height) for at in rows)


def _tally_of(
    material: Material, deeds: Sequence[Award], minions: Sequence[CommanderId], across: int, height: float
) -> Table:
    """A tally that is closed to those a deed earns nothing."""
    spare = ("",) * (across - len(minions))
    table = tally(deeds, [*map(material.commander_name, minions), *spare], height)
    rows = (
        (*row[:2], *(_cell(award, one) for one in minions), *spare)
        for award, row in zip((*deeds, None), table.rows, strict=True)
    )
    return replace(table, rows=tuple(rows))


def _cell(award: Award | None, minion: CommanderId) -> str:
    return "" if award is None or not award.only or minion in award.only else NONE


def tally(deeds: Sequence[Award], names: Sequence[str], height: float = TALLY_ROW) -> Table:
    """Deeds and their points, with room to tally them in a column for each name."""
    named = (Column(name) for name in names)
    columns = (Column("Deed", share=2.2), Column("Points", "center", 0.5), *named)
    room = ("",) * len(names)
    rows = ((award.name, points(award), *room) for award in deeds)
    return Table(columns, (*rows, ("Total", "", *room)), heights=(height,))


def exceptions(material: Material, minions: Collection[CommanderId]) -> tuple[Text, ...]:
    """What the numbers in the tables leave out, a line for each deed."""
    return tuple(_exceptions(material, minions))


def _exceptions(material: Material, minions: Collection[CommanderId]) -> Iterator[Text]:
    for award in awards_of_all(material, tuple(minions)):
        if said := tuple(_mind(material, award, minions)):
            yield Text(f"{'; '.join(said)}.", bullet=True, strong=f"{award.name}:")
    if homeless := [
        one.name for one in map(material.scenario.commanders.__getitem__, minions) if not one.home
    ]:
        none = f"{join(homeless)} {'has' if len(homeless) == 1 else 'have'} none to lose"
        yield Text(f"{none}; agree where captives go instead.", bullet=True, strong="Home base:")


def _mind(material: Material, award: Award, minions: Collection[CommanderId]) -> Iterator[str]:
    names = material.scenario.place_names
    if award.plus_leadership:
        yield f"the figure's leadership and {award.points}"
    if award.shared:
        yield SHARED
    for who, where in award.doubled_for.items():
        if who not in minions:
            continue
        places = join((names[place] for place in where), "or")
        yield f"double for {material.commander_name(who)} at {places}"
    if award.only:
        yield f"only for {join(map(material.commander_name, award.only))}"

"""Status points: what earns them, and tables to tally them in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from assistant.printing.blocks import Boxes, Column, Lines, Section, Table, Text
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import NONE, join, places_text, small
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.scenario import Award, Commander

SHARED = "split if taken together"
ABREAST = 5
"""How many minions stand side by side at most."""
TALLY_ROW, MERGED_ROW = 10.0, 9.0
"""How high a row is to tally in, in millimetres: on the record of all, and on a merged chart."""
HOMELESS = "You have no home base to lose; agree with the table where your captives go."
TALLY = {"great": 1, "few": 4}
STROKES = 2
"""Lines to tally on for deeds that are done all day."""
GREAT, SMALL = 50, 1
POINTS = "Status points"


def awards_of(material: Material, commander: CommanderId) -> tuple[Award, ...]:
    """The deeds that earn this minion something, or cost it a base that it has."""
    every = in_force(material.scenario.awards, material.house)
    has_home = bool(material.scenario.commanders[commander].home)
    return tuple(
        award
        for award in every
        if (not award.only or commander in award.only) and (has_home or award.points > 0)
    )


def awards_of_all(material: Material, minions: Sequence[CommanderId]) -> tuple[Award, ...]:
    """The deeds that earn some of these minions something."""
    every = in_force(material.scenario.awards, material.house)
    return tuple(award for award in every if any(award in awards_of(material, one) for one in minions))


def points(award: Award) -> str:
    """50, -25, or leadership and 5."""
    return f"Ld + {award.points}" if award.plus_leadership else signed(award.points)


def signed(number: int) -> str:
    """A number with the sign of print where it is below nought."""
    return str(number).replace("-", "−")


def tallies(
    material: Material, minions: Sequence[CommanderId], height: float = TALLY_ROW
) -> tuple[Table, ...]:
    """A column for each minion, a row for each deed; a second table is as wide as the first."""
    deeds = awards_of_all(material, minions)
    cite(rule for award in deeds for rule in award.rules)
    left = iter(minions)
    return tuple(
        _tally_of(material, deeds, [*islice(left, number)], share, height)
        for number, share in abreast(len(minions))
    )


def abreast(minions: int) -> Iterator[tuple[int, float]]:
    """How many minions stand in each table, and what a column takes so that all tables are as wide."""
    tables = -(-minions // ABREAST)
    across = -(-minions // max(tables, 1))
    for at in range(0, minions, max(across, 1)):
        number = min(across, minions - at)
        yield number, across / number


def _tally_of(
    material: Material, deeds: Sequence[Award], minions: Sequence[CommanderId], share: float, height: float
) -> Table:
    """A tally that is closed to those a deed earns nothing, with so wide a column for each minion."""
    deeds = [award for award in deeds if any(award in awards_of(material, one) for one in minions)]
    table = tally(deeds, [*map(material.commander_name, minions)], height, share=share)
    rows = (
        (*row[:2], *(_cell(material, award, one) for one in minions))
        for award, row in zip((*deeds, None), table.rows, strict=True)
    )
    return replace(table, rows=tuple(rows))


def _cell(material: Material, award: Award | None, minion: CommanderId) -> str:
    if award is not None and award not in awards_of(material, minion):
        return NONE
    if material.now is None:
        return ""
    if award is None:
        return signed(material.now.total(minion))
    got = material.now.of(minion, award)
    return signed(sum(one.points for one in got)) if got else ""


def tally(
    deeds: Sequence[Award], names: Sequence[str], height: float = TALLY_ROW, share: float = 1.0
) -> Table:
    """Deeds and their points, with room to tally them in a column for each name."""
    named = (Column(name, share=share) for name in names)
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
    if len(award.places) > 1:
        yield join((names[place] for place in award.places), "or")
    if award.shared:
        yield SHARED
    for who, where in award.doubled_for.items():
        if who not in minions:
            continue
        places = join((names[place] for place in where), "or")
        yield f"double for {material.commander_name(who)} at {places}"
    if award.only:
        yield f"only for {join(map(material.commander_name, award.only))}"


def status(material: Material, commander: Commander, *, strokes: int) -> Iterator[Section]:
    """CHT-02: the record of a minion's deeds; good has none to keep."""
    if commander.side == "evil":
        cite(("CHT-02",))
        homeless = () if commander.home else (Text(HOMELESS),)
        total = Lines(_total(material, commander.id), 1, told=material.now is not None)
        blocks = (*_deeds(material, commander, strokes), *homeless, total)
        yield Section(POINTS, blocks, together=True)


def status_of_all(material: Material, minions: Sequence[CommanderId]) -> Iterator[Section]:
    """CHT-02: one record of the deeds of all minions a player has; each table may begin a side."""
    cite(("CHT-02",))
    *tables, last = tallies(material, minions, MERGED_ROW)
    for table in tables:
        yield Section(f"{POINTS}: {_whose(table)}", (table,), wide=True, together=True)
    title = f"{POINTS}: {_whose(last)}" if tables else POINTS
    yield Section(title, (last, *exceptions(material, minions)), wide=True, together=True)


def _whose(table: Table) -> str:
    """Those who have a column in it, after the deeds and what they earn."""
    return join(column.title for column in table.columns[2:])


def _deeds(material: Material, commander: Commander, strokes: int) -> Iterator[Boxes]:
    for award in awards_of(material, commander.id):
        cite(award.rules)
        note = note_of(material, award, commander)
        got = material.now.of(commander.id, award) if material.now else ()
        earned = sum(one.points for one in got)
        if award.points == SMALL:
            so_far = f"{award.name}: {earned} so far" if got else award.name
            yield Boxes(so_far, 0, note=note, points=points(award), strokes=strokes, earned=earned)
        else:
            # What was taken back again ticks no box.
            ticked = sum(1 if (one.points > 0) == (award.points > 0) else -1 for one in got)
            number = max(_tally(award, commander), ticked)
            yield Boxes(award.name, number, note=note, points=points(award), ticked=ticked, earned=earned)


def _total(material: Material, commander: CommanderId) -> str:
    """A line for the sum, with what it is as the sheet is printed."""
    return f"Total, {signed(material.now.total(commander))} so far:" if material.now else "Total"


def _tally(award: Award, commander: Commander) -> int:
    """As many boxes as such deeds are likely."""
    if award.points < 0:
        return len(commander.home)
    if award.places:
        return min(len(award.places), TALLY["few"] + 1)
    if award.points >= GREAT:
        return TALLY["great"]
    return TALLY["few"]


def note_of(material: Material, award: Award, commander: Commander | None = None) -> str:
    """In brackets: where a deed counts, whether it is shared, and where it counts double for someone."""
    said = []
    if len(award.places) > 1:
        where = places_text(award.places, material.scenario)
        # A name keeps its capital within a sentence.
        is_name = where.startswith(material.scenario.place_names[award.places[0]])
        said.append(where if is_name else small(where))
    said += [SHARED] if award.shared else []
    if places := award.doubled_for.get(commander.id, ()) if commander else ():
        said.append(f"double at {join((material.scenario.place_names[place] for place in places), 'or')}")
    return f"({'; '.join(said)})" if said else ""

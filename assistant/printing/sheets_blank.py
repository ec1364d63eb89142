"""Spare sheets to write on: a chart, a roster, a combat worksheet and a status record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.printing.blocks import Boxes, Column, Lines, Page, Section, Sheet, Table, TurnRecord
from assistant.printing.sheets_points import SMALL, STROKES, abreast, exceptions, note_of, points, tally
from assistant.printing.sheets_source import Material
from assistant.rules.arrivals import in_force
from assistant.rules.scenario import Award

ROW = 8.0
"""How high a row is that a pen can write in, in millimetres."""
FIGURE = (
    Column("Figure", share=4.4), Column("Dice", "center", 1.3), Column("Attack", "center", 1.5),
    Column("Defense", "center", 1.6), Column("Move", "center", 2.0), Column("Ld", "center", 1.1),
    Column("Wz", "center", 1.1), Column("Special rules, dismounted", share=5.6),
)  # fmt: skip
STARTING = (Column("Place", share=1), Column("Figures", share=2.6))
COMING = (Column("When", share=2.4), Column("Who comes", share=5), Column("Where", share=2.6))
FIGHT = (Column("Turn", share=1), Column("Where", share=4), Column("Ground, walls, tower", share=3.6))
STEPS = (
    ("Who fights", 16.0), ("Wizardry, duels, ambush", 8.5), ("Dice, at which number", 8.5), ("Hits", 8.5),
    ("Hits taken by", 13.0), ("Removed, wounded", 8.5), ("Best leadership", 8.5), ("Score", 8.5),
    ("Loser: 1 more per 10 left, retreat", 8.5),
)  # fmt: skip
"""What is written down in a fight, with the millimetres each line takes."""
SIDES = (Column("", share=1.3), Column("Good", share=2), Column("Evil", share=2))
FIGHTS = 2
TALLY_ROW = 9.5
"""Room for a name, or for many strokes."""


def _rows(columns: tuple[Column, ...], number: int, *, boxes: bool = False, grows: bool = False) -> Table:
    """Empty rows, tall enough for a pen."""
    empty = ("",) * len(columns)
    return Table(columns, (empty,) * number, (1,) * number if boxes else (), heights=(ROW,), grows=grows)


def blank_chart(material: Material) -> Sheet:
    """A commander's chart for whoever comes late or starts anew."""
    front = (
        Section("", (Lines("Commander", 1),)),
        Section("", (Lines("Player", 1),)),
        Section("At the start", (_rows(STARTING, 5),), wide=True),
        Section("Objectives", (Lines("", 2),), wide=True),
        Section("Reinforcements", (_rows(COMING, 8, boxes=True),), wide=True),
        Section("Powers: tick when used", (_rows((Column(""),), 4, boxes=True, grows=True),), wide=True),
    )
    back = (
        Section("Figures", (_rows(FIGURE, 15),), wide=True),
        Section("Status points", _deeds(material), together=True),
        Section("Places and peoples", (Lines("", 6),), together=True),
    )
    record = TurnRecord(material.scenario.turns)
    pages = (Page("Game chart", "", front, record=record), Page("Game chart", "", back))
    return Sheet("blank-chart", "Blank chart", pages, material.footer, material.scenario.name)


def _deeds(material: Material) -> tuple[Boxes | Lines, ...]:
    awards = in_force(material.scenario.awards, material.house)
    shared = [award for award in awards if not award.only]
    return (*(_deed(material, award) for award in shared), Lines("Total", 1))


def _deed(material: Material, award: Award) -> Boxes:
    """Boxes to tick, or lines to tally on where deeds are many."""
    if award.points == SMALL:
        return Boxes(award.name, 0, points=points(award), strokes=STROKES)
    return Boxes(award.name, 4, note=note_of(material, award), points=points(award))


def blank_roster(material: Material) -> Sheet:
    """Profiles for figures the book does not know."""
    page = Page("Roster", "", (Section("Figures", (_rows(FIGURE, 20, grows=True),), wide=True),))
    return Sheet("blank-roster", "Blank roster", (page,), material.footer, material.scenario.name)


def combat_worksheet(material: Material) -> Sheet:
    """Fights on paper, step by step, for both sides."""
    steps = Table(
        SIDES,
        tuple((step, "", "") for step, _ in STEPS),
        heights=tuple(millimetres for _, millimetres in STEPS),
    )
    fight = Section("", (_rows(FIGHT, 1), steps), wide=True, together=True)
    page = Page("Combat worksheet", "", (fight,) * FIGHTS)
    return Sheet(
        "blank-combat-worksheet", "Combat worksheet", (page,), material.footer, material.scenario.name
    )


def blank_status_record(material: Material) -> Sheet:
    """Points for minions to be named."""
    deeds = in_force(material.scenario.awards, material.house)
    minions = [one.id for one in material.scenario.commanders.values() if one.side == "evil"]
    empty = tuple(_unnamed(deeds, number, share) for number, share in abreast(len(minions)))
    listed = {f"{award.name}:" for award in deeds}
    mind = tuple(one for one in exceptions(material, minions) if one.strong in listed)
    sections = (
        Section("Tally here", empty, wide=True),
        Section("Exceptions", mind, wide=True),
    )
    page = Page("Status record", "", sections)
    return Sheet(
        "blank-status-record", "Blank status record", (page,), material.footer, material.scenario.name
    )


def _unnamed(deeds: Sequence[Award], number: int, share: float) -> Table:
    """A tally with a column for each of so many minions, whose names are to be written over them."""
    named = tally(deeds, ["Minion"] * number, share=share)
    return replace(named, rows=(("Name", *("",) * (number + 1)), *named.rows), heights=(TALLY_ROW,))


def blanks(material: Material) -> tuple[Sheet, ...]:
    """All spare sheets."""
    return (
        blank_chart(material),
        blank_roster(material),
        combat_worksheet(material),
        blank_status_record(material),
    )

"""Spare sheets to write on: a chart, a roster, a combat worksheet and a status record."""

from __future__ import annotations

from assistant.printing.blocks import Boxes, Column, Lines, Page, Section, Sheet, Table, TurnRecord
from assistant.printing.sheets_charts import TURNS, points
from assistant.printing.sheets_source import Material
from assistant.printing.sheets_table import tally
from assistant.rules.arrivals import in_force

FIGURE = (
    Column("Figure", share=3.2), Column("Dice", "center"), Column("Attack", "center"),
    Column("Defense", "center"), Column("Move", "center"), Column("Ld", "center", 0.8),
    Column("Wz", "center", 0.8), Column("Dismounted", "center", 1.6), Column("Special rules", share=4.0),
)  # fmt: skip
STEPS = (
    "Who fights", "Dice at which number", "Hits", "Hits taken by", "Removed", "Best leadership", "Score",
    "Loser: 1 more per 10 left",
)  # fmt: skip
ROOM = "|\n|\n|"
UNNAMED = 4
WHO = "." * 12


def _rows(columns: tuple[Column, ...], number: int) -> Table:
    """Empty rows, tall enough for a pencil."""
    return Table(columns, tuple(("\n", *("" for _ in columns[1:])) for _ in range(number)))


def blank_chart(material: Material) -> Sheet:
    """A commander's chart for whoever comes late or starts anew."""
    front = (
        Section("", (Lines("Commander and player", 1),), wide=True),
        Section("At the start", (Lines("", 3),), wide=True),
        Section("Reinforcements", (Table(
            (Column("When", share=2.4), Column("Who comes", share=5), Column("Where", share=2)),
            (("\n", "", ""),) * 6, (1,) * 6,
        ),), wide=True),
        Section("Figures", (_rows(FIGURE, 9),), wide=True),
        Section("Objectives", (Lines("", 2),), wide=True),
    )  # fmt: skip
    back = (
        Section("Powers: tick when used", tuple(Boxes("", 1, note="." * 60) for _ in range(6))),
        Section("Status points", _deeds(material)),
        Section("Places and peoples", (Lines("", 22),), wide=True),
    )
    record = TurnRecord(TURNS)
    pages = (Page("Game chart", "", front, record=record), Page("Game chart", "", back))
    return Sheet("blank-chart", "Blank chart", pages, material.footer, material.scenario.name)


def _deeds(material: Material) -> tuple[Boxes | Lines, ...]:
    awards = in_force(material.scenario.awards, material.house)
    shared = [award for award in awards if not award.only]
    return (*(Boxes(award.name, 4, points=points(award)) for award in shared), Lines("Total", 1))


def blank_roster(material: Material) -> Sheet:
    """Profiles for figures the book does not know."""
    page = Page("Roster", "", (Section("Figures", (_rows(FIGURE, 24),), wide=True),))
    return Sheet("blank-roster", "Blank roster", (page,), material.footer, material.scenario.name)


def combat_worksheet(material: Material) -> Sheet:
    """Fights on paper, step by step, for both sides."""
    columns = (Column("", share=0.01), Column("Good", share=1), Column("Evil", share=1))
    rows = tuple((step, ROOM, ROOM) for step in STEPS)
    fights = tuple(Section("Turn, where", (Table(columns, rows),)) for _ in range(4))
    page = Page("Combat worksheet", "", fights)
    return Sheet(
        "blank-combat-worksheet", "Combat worksheet", (page,), material.footer, material.scenario.name
    )


def blank_status_record(material: Material) -> Sheet:
    """Points for minions to be named."""
    deeds = [award for award in in_force(material.scenario.awards, material.house) if not award.only]
    table = tally(deeds, [WHO] * UNNAMED)
    page = Page("Status record", "", (Section("Tally here", (table, table), wide=True),))
    return Sheet(
        "blank-status-record", "Blank status record", (page,), material.footer, material.scenario.name
    )


def blanks(material: Material) -> tuple[Sheet, ...]:
    """All spare sheets."""
    return (
        blank_chart(material),
        blank_roster(material),
        combat_worksheet(material),
        blank_status_record(material),
    )

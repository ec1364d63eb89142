"""Merged charts: each command on one side, tables under one another, and a footer that stays short."""

from __future__ import annotations

import pytest

from assistant.printing.blocks import Column, Page, Section, Sheet, Table, Text
from assistant.printing.layout import lay_out
from assistant.printing.placed import Layout
from assistant.printing.sheets_charts import merged_chart
from assistant.printing.sheets_reference import roster
from assistant.printing.side import Paper
from tests.printing.material import commander, material, shipped

SEVEN = (
    "mouth-of-sauron", "khamul", "witch-king", "sulladan", "easterling-king", "king-of-khand", "buhrdur",
)  # fmt: skip


def lines(layout: Layout) -> list[list[str]]:
    """The texts of each side."""
    return [[item.text for item in side.items if item.kind == "text"] for side in layout.sides]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_seven_minions_of_one_player_each_stand_whole_on_one_side(paper: Paper) -> None:
    made, arrivals = shipped()
    found = lines(lay_out(merged_chart(made, arrivals, tuple(map(commander, SEVEN))), paper))
    for name in SEVEN:
        title = made.commander_name(commander(name))
        assert any(text.endswith(f" · {title}") for side in found for text in side), title
        assert not any(text.endswith(f"{title} (continued)") for side in found for text in side), title
    assert any("For all your commands" in side for side in found)
    feet = [text for side in found for text in side if text.startswith("Merged chart of 7 commands, page")]
    assert len(feet) == len(found), "one line at the foot of each side"


def test_a_part_longer_than_a_side_goes_on_overleaf_and_says_so() -> None:
    long = tuple(Section(f"Section {n}", (Text("A long tale of many words. " * 40),)) for n in range(14))
    sections = (
        Section("First", (), wide=True, divides=True), *long,
        Section("Last", (), wide=True, divides=True), Section("End", (Text("All told."),)),
    )  # fmt: skip
    layout = lay_out(Sheet("s", "S", (Page("S", "", sections),), "footer"), "a4")
    assert any("First (continued)" in side for side in lines(layout))


def test_columns_of_the_same_names_stand_under_one_another() -> None:
    columns = (Column("When"), Column("Who comes"))
    short = Table(columns, (("Turn 1", "Orc"),))
    long = Table(columns, (("Two turns after the War of the Ring is declared", "Orc"),))
    sections = (Section("One", (short,), wide=True), Section("Two", (long,), wide=True))
    side = lay_out(Sheet("s", "S", (Page("S", "", sections),), "footer"), "a4").sides[0]
    assert len({item.x for item in side.items if item.text == "Orc"}) == 1


def test_many_short_cells_stay_on_one_line_where_one_long_cell_can_wrap() -> None:
    columns = (Column("", share=1), Column("Special rules", share=9))
    rows = (*((f"Goblin King of Moria {n}", "Spite") for n in range(6)), ("Balrog", "Weaker outside; " * 12))
    sheet = Sheet("s", "S", (Page("S", "", (Section("One", (Table(columns, rows),), wide=True),)),), "footer")
    side = lay_out(sheet, "a4").sides[0]
    assert all(any(item.text == f"Goblin King of Moria {n}" for item in side.items) for n in range(6))


def test_the_roster_has_peoples_by_their_names() -> None:
    titles = [section.title for section in roster(material()).pages[0].sections]
    assert {"Dúnedain", "Nazgûl", "Of no people", "Shire", "Minas Morgul"} <= set(titles)
    assert "None" not in titles

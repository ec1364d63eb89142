"""Names longer than any line: broken or cut, never an endless printer nor a third page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.printing.blocks import Column, Section, Sheet, Table
from assistant.printing.layout import lay_out
from assistant.printing.placed import Layout
from assistant.printing.proof import faults
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_list import Player, fitted_chart, fitted_merged
from assistant.printing.sheets_table import reinforcements, turn_record
from assistant.printing.side import Paper
from assistant.printing.wrap import shortened
from tests.printing.material import WAR, commander, material, shipped

LONG = "W" * 60
COLUMNS = (Column("Turn"), Column("Commander"), Column("Who comes", share=4))
PAPERS: tuple[Paper, ...] = ("a4", "letter")


def texts(layout: Layout) -> list[str]:
    return [item.text for side in layout.sides for item in side.items]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_commander_with_a_name_that_cannot_be_broken_is_in_the_turn_record(paper: Paper) -> None:
    saruman = commander("saruman")
    commanders = {**WAR.commanders, saruman: replace(WAR.commanders[saruman], name=LONG)}
    renamed = replace(material(), scenario=replace(WAR, commanders=commanders))
    for make in (turn_record, reinforcements):
        layout = lay_out(make(renamed, coming(renamed)), paper)
        assert faults(layout) == ()
        assert len(layout.sides) <= 6
        assert sum(text.count("W") for text in texts(layout) if set(text) == {"W"}) >= len(LONG)


def test_a_long_word_leaves_the_other_columns_their_words(sheet_of: Callable[..., Sheet]) -> None:
    table = Table(COLUMNS, (("10", LONG, "Twelve orcs from Moria"),))
    layout = lay_out(sheet_of(Section("Arrivals", (table,), wide=True)), "a4")
    assert {"10", "Turn", "Commander", "Twelve orcs from Moria"} <= set(texts(layout))
    assert faults(layout) == ()


def test_a_row_taller_than_a_side_goes_on_overleaf(sheet_of: Callable[..., Sheet]) -> None:
    row = ("10", "Saruman", "All that is gold does not glitter. " * 500)
    table = Table(COLUMNS, (("9", "Rohan", "Riders"), row, ("11", "Gondor", "Guards")))
    layout = lay_out(sheet_of(Section("Arrivals", (table,), wide=True)), "a4")
    assert sum(text.count("glitter") for text in texts(layout)) == 500
    assert 2 <= len(layout.sides) <= 4
    assert faults(layout) == ()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["Anna " * 80, "W" * 400, "Ælfgifu & <b>“Zoë”</b> 🐉 " * 16])
def test_a_player_with_a_name_of_four_hundred_letters_has_two_pages(name: str, paper: Paper) -> None:
    layout = fitted_chart(*shipped(), commander("saruman"), paper, name)
    assert len(layout.sides) == 2
    assert faults(layout) == ()
    assert all(sum("…" in item.text for item in side.items) == 1 for side in layout.sides)
    mine = Player((commander("gondor"), commander("rohan")), name)
    assert faults(fitted_merged(*shipped(), mine, paper)) == ()


def test_a_footer_is_one_line_however_long_the_name_of_the_sheet(sheet_of: Callable[..., Sheet]) -> None:
    sheet = sheet_of(Section("Notes", ()))
    (page,) = sheet.pages
    layout = lay_out(replace(sheet, pages=(replace(page, running="Saruman of Many Colours " * 20),)), "a4")
    footers = [item for side in layout.sides for item in side.items if "page 1 of 1" in item.text]
    assert len(footers) == 1
    assert "Saruman of Many Colours" in footers[0].text
    assert "…, page 1 of 1" in footers[0].text


def test_a_short_name_is_not_cut() -> None:
    assert shortened("Anna  of\nBree", "regular", 20.0) == "Anna of Bree"

"""Blank sheets are made for a pen: high rows, wide columns, and the whole page used."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest

from assistant.printing.blocks import Sheet
from assistant.printing.layout import lay_out
from assistant.printing.placed import MM, Side
from assistant.printing.proof import faults
from assistant.printing.sheets_blank import blanks
from assistant.printing.sheets_table import status_record
from assistant.printing.side import Paper
from tests.printing.material import shipped

PAPERS: tuple[Paper, ...] = get_args(Paper)
BLANKS = blanks(shipped()[0])
NAMED = pytest.mark.parametrize("sheet", BLANKS, ids=lambda sheet: sheet.name)
ON_PAPERS = pytest.mark.parametrize("paper", PAPERS)
NARROWEST, LOWEST = 10.0, 7.5
"""What a hand needs, in millimetres: a column for one number, and a row."""


def uprights(side: Side) -> dict[float, list[tuple[float, float]]]:
    """Where lines stand between columns, by their tops: how far from the left, and how long."""
    top = side.margins[1]
    found: dict[float, list[tuple[float, float]]] = {}
    for item in side.items:
        if item.kind == "rule" and item.w == 0 and item.y > top + 1:
            found.setdefault(round(item.y, 2), []).append((item.x, item.h))
    return found


@NAMED
@ON_PAPERS
def test_a_blank_sheet_is_one_sheet_of_paper_without_a_fault(sheet: Sheet, paper: Paper) -> None:
    layout = lay_out(sheet, paper)
    assert len(layout.sides) == len(sheet.pages) <= 2
    assert faults(layout) == ()


@NAMED
@ON_PAPERS
def test_the_whole_page_is_used(sheet: Sheet, paper: Paper) -> None:
    for side in lay_out(sheet, paper).sides:
        foot = max(item.y for item in side.items if item.kind == "rule" and item.h == 0)
        lowest = max(item.y + item.h for item in side.items if item.y + item.h < foot)
        assert foot - lowest < 30 * MM


@NAMED
@ON_PAPERS
def test_rows_and_columns_have_room_for_a_hand(sheet: Sheet, paper: Paper) -> None:
    for side in lay_out(sheet, paper).sides:
        for lines in uprights(side).values():
            for (one, _), (other, _) in pairwise(sorted(lines)):
                assert other - one >= NARROWEST * MM
        rows = [length for lines in uprights(side).values() for _, length in lines]
        heads = [length for length in rows if length < LOWEST * MM]
        assert len(heads) < len(rows) / 2


@ON_PAPERS
def test_lines_between_columns_are_drawn_and_not_typed(paper: Paper) -> None:
    for sheet in (*BLANKS, status_record(shipped()[0])):
        for side in lay_out(sheet, paper).sides:
            assert not [item.text for item in side.items if "|" in item.text or "...." in item.text]
            assert uprights(side) or sheet.name == "blank-chart"


@ON_PAPERS
def test_a_roster_has_twenty_five_rows_at_least(paper: Paper) -> None:
    (sheet,) = (one for one in BLANKS if one.name == "blank-roster")
    assert len(uprights(lay_out(sheet, paper).sides[0])) - 1 >= 25

"""What sections and tables may ask for: to stay whole, to divide a sheet, to be written in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import get_args

import pytest

from assistant.printing.blocks import Boxes, Column, Lines, Page, Section, Sheet, Table, Text, TurnRecord
from assistant.printing.layout import lay_out
from assistant.printing.measure import DIVIDER
from assistant.printing.placed import MM, Placed, Side
from assistant.printing.proof import faults
from assistant.printing.side import Paper

SheetOf = Callable[..., Sheet]
SENTENCE = "All that is gold does not glitter, not all those who wander are lost. "
PAPERS: tuple[Paper, ...] = get_args(Paper)


def saga(number: int, title: str = "Saga") -> Section:
    return Section(title, tuple(Text(SENTENCE * 2) for _ in range(number)))


def record(together: bool = True) -> Section:
    deeds = tuple(Boxes(f"Deed {n}", 1, points=str(n)) for n in range(12))
    return Section("Record", (*deeds, Lines("Total", 1)), together=together)


def texts(side: Side, start: str) -> list[Placed]:
    return [item for item in side.items if item.text.startswith(start)]


def depth(side: Side, column: int) -> float:
    """How far down a column of two goes."""
    left, _, right, _ = side.margins
    middle = (left + right) / 2
    body = [item for item in side.items if item.size and item.y > 90 and item.y < side.margins[3] - 20]
    return max(item.y for item in body if (item.x > middle) == bool(column))


@pytest.mark.parametrize("before", range(4, 26, 3))
def test_what_is_to_stay_together_is_never_torn(sheet_of: SheetOf, before: int) -> None:
    layout = lay_out(sheet_of(saga(before), record(), saga(20, "Later")), "a4")
    (home,) = {number for number, side in enumerate(layout.sides) if texts(side, "Deed")}
    deeds = texts(layout.sides[home], "Deed")
    assert len(deeds) == 12
    assert len({round(item.x) for item in deeds}) == 1
    assert faults(layout) == ()


def test_text_goes_before_what_must_stay_whole_and_finds_no_room() -> None:
    powers = Section("Powers", tuple(Boxes(f"Power {n}", 1, SENTENCE * 2) for n in range(8)), together=True)
    front = Page("Name", "", (saga(17, "First"), powers, saga(9, "Later")), flows=True)
    sheet = Sheet("chart", "Chart", (front, Page("Name", "", ())), "", exact=True)
    one, two = lay_out(sheet, "a4").sides
    assert texts(one, "Later")
    assert not texts(one, "Power")
    assert len({round(item.x) for item in texts(two, "Power ")}) == 1


def test_a_section_too_tall_for_any_column_is_torn_after_all(sheet_of: SheetOf) -> None:
    tall = Section("Tall", tuple(Boxes(f"Deed {n}", 1) for n in range(120)), together=True)
    layout = lay_out(sheet_of(tall), "a4")
    assert sum(len(texts(side, "Deed")) for side in layout.sides) == 120
    assert faults(layout) == ()


def test_columns_rather_end_a_little_uneven_than_tear_a_section(sheet_of: SheetOf) -> None:
    sections = (saga(5, "One"), saga(5, "Two"), saga(4, "Three"), saga(4, "Four"))
    side = lay_out(sheet_of(*sections), "a4").sides[0]
    heads = [texts(side, title)[0] for title in ("One", "Two", "Three", "Four")]
    assert heads[0].x == heads[1].x < heads[2].x == heads[3].x
    assert heads[0].y == heads[2].y


def test_a_long_section_is_torn_rather_than_half_a_page_left_empty(sheet_of: SheetOf) -> None:
    side = lay_out(sheet_of(saga(3, "One"), saga(20, "Two")), "a4").sides[0]
    assert abs(depth(side, 0) - depth(side, 1)) < 40


def test_a_part_of_a_sheet_stands_under_a_heavy_line(sheet_of: SheetOf) -> None:
    part = Section("Goblin King", (Text("Evil, first to move."),), wide=True, leads=True, divides=True)
    side = lay_out(sheet_of(saga(3), part, saga(3, "Later")), "a4").sides[0]
    (line,) = (item for item in side.items if item.kind == "rule" and item.weight == DIVIDER)
    (title,) = texts(side, "Goblin King")
    assert title.face == "bold"
    assert line.y < title.y < line.y + 15
    assert line.w > (side.margins[2] - side.margins[0]) * 0.99


def test_a_part_at_the_top_of_a_side_needs_no_line(sheet_of: SheetOf) -> None:
    part = Section("Saruman", (Text("Evil, second to move."),), wide=True, divides=True)
    side = lay_out(sheet_of(part, saga(3)), "a4").sides[0]
    assert texts(side, "Saruman")
    assert not [item for item in side.items if item.weight == DIVIDER]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_table_to_write_in_has_high_rows_and_unbroken_rules_between_its_columns(
    sheet_of: SheetOf, paper: Paper
) -> None:
    columns = (Column("Figure", share=3), Column("Dice"), Column("Rules", share=2))
    table = Table(columns, (("",) * 3,) * 5, heights=(16.0, 8.0))
    layout = lay_out(sheet_of(Section("", (table,), wide=True)), paper)
    side = layout.sides[0]
    upright = [item for item in side.items if item.kind == "rule" and item.w == 0]
    places = sorted({round(item.x, 2) for item in upright})
    assert len(places) == 2
    for place in places:
        parts = sorted((item for item in upright if round(item.x, 2) == place), key=lambda item: item.y)
        assert [round(item.h / MM, 1) for item in parts[1:]] == [16.0, 8.0, 8.0, 8.0, 8.0]
        for one, other in pairwise(parts):
            assert one.y + one.h == pytest.approx(other.y)
    # Shares of 3, 1 and 2: the rules stand at a half and two thirds of the width, gutters apart.
    left, _, right, _ = side.margins
    assert [(x - left) / (right - left) for x in places] == pytest.approx([1 / 2, 2 / 3], abs=0.01)
    assert faults(layout) == ()


@pytest.mark.parametrize("paper", PAPERS)
def test_a_table_that_grows_takes_the_rest_of_the_page(sheet_of: SheetOf, paper: Paper) -> None:
    table = Table((Column("Figure"), Column("Dice")), (("", ""),) * 3, heights=(8.0,), grows=True)
    layout = lay_out(sheet_of(Section("Figures", (table,), wide=True)), paper)
    rules = [item.y for item in layout.sides[0].items if item.kind == "rule" and item.h == 0]
    foot, lowest = sorted(rules)[-1], sorted(rules)[-2]
    assert 0 < foot - lowest < 8 * MM + 10
    assert faults(layout) == ()


def test_a_chart_without_room_for_all_turns_shows_as_many_as_will_do() -> None:
    def turns(sentences: int) -> int:
        record = TurnRecord(100, ((70, ""),), least=50)
        page = Page("Name", "", (Section("Saga", (Text(SENTENCE * sentences),)),), record)
        sheet = Sheet("chart", "Chart", (page,), "", exact=True)
        return sum(item.kind == "turn" for item in lay_out(sheet, "a4").sides[0].items)

    assert turns(4) == 100
    assert next(found for found in map(turns, range(90, 200)) if found < 100) == 50


def test_a_strip_of_two_digits_is_narrower_than_one_of_three() -> None:
    def box(turns: int) -> float:
        page = Page("Name", "", (saga(1),), TurnRecord(turns))
        return max(
            item.w
            for item in lay_out(Sheet("s", "S", (page,), ""), "a4").sides[0].items
            if item.kind == "turn"
        )

    assert box(50) < box(100)


def test_a_part_that_goes_on_overleaf_says_whose_it_is(sheet_of: SheetOf) -> None:
    parts = tuple(
        section
        for name in ("Saruman", "Goblin King", "Both")
        for section in (
            Section(name, (Text("Evil."),), wide=True, leads=True, divides=True),
            Section(f"Deeds of {name}", tuple(Text(SENTENCE * 2) for _ in range(30))),
            Section(f"Record of {name}", (Text(SENTENCE * 9),), together=True),
        )
    )
    layout = lay_out(sheet_of(*parts), "a4")
    assert len(layout.sides) > 2
    told: list[str] = []
    for side in layout.sides:
        tops = [item for item in side.items if item.face == "bold" and item.text != "Name"]
        told.append(min(tops, key=lambda item: item.y).text if tops else "")
    assert told[0] == "Saruman"
    assert "Goblin King (continued)" in told
    assert "Both (continued)" not in told
    assert faults(layout) == ()


def test_the_number_of_a_step_stands_in_the_place_of_a_bullet(sheet_of: SheetOf) -> None:
    steps = (Text(SENTENCE * 3, number="1", strong="Look."), Text(SENTENCE, bullet=True, strong="Listen."))
    (side,) = lay_out(sheet_of(Section("Steps", steps)), "a4").sides
    (one,), (dot,) = texts(side, "1"), texts(side, "•")
    (look,), (listen,) = texts(side, "Look."), texts(side, "Listen.")
    assert (one.x, one.y, one.face) == (dot.x, look.y, "bold")
    assert look.x == listen.x


def test_a_column_set_apart_stands_further_off_and_its_neighbors_make_room(sheet_of: SheetOf) -> None:
    def gap(apart: float) -> float:
        columns = (Column("Move", "right"), Column("Ld", apart=apart), Column("Special rules", share=9))
        table = Table(columns, (("10/7", "1\xa0Gondor", SENTENCE * 3),))
        (side,) = lay_out(sheet_of(Section("Figures", (table,), wide=True)), "a4").sides
        (move,), (leads,) = texts(side, "10"), texts(side, "1\xa0Gondor")
        assert max(item.x + item.w for item in side.items) <= side.margins[2] + 0.01
        return leads.x - move.x - move.w

    assert gap(5) == pytest.approx(gap(0) + 5, abs=0.1)


def test_a_last_side_is_evened_out_where_one_column_would_be_long(sheet_of: SheetOf) -> None:
    (side,) = lay_out(sheet_of(saga(16)), "a4").sides
    assert abs(depth(side, 0) - depth(side, 1)) < 60


def test_white_parts_bullets_from_the_table_above(sheet_of: SheetOf) -> None:
    table = Table((Column("Deed"), Column("Points")), (("Take a citadel", "20"),), heights=(10,))
    (side,) = lay_out(
        sheet_of(Section("Points", (table, Text(SENTENCE, bullet=True)), wide=True)), "a4"
    ).sides
    (dot,) = texts(side, "•")
    foot = max(item.y for item in side.items if item.kind == "rule" and item.y < dot.y)
    assert dot.y - foot > 3

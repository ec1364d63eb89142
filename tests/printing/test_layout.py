"""Where things stand on a page: inside the margins, never over one another, whole, and large enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.printing.blocks import Boxes, Column, Lines, Page, Section, Sheet, Table, Text, TurnRecord
from assistant.printing.layout import lay_out
from assistant.printing.placed import MM, TICK, Layout, PageOverflow, Placed
from assistant.printing.proof import faults
from assistant.printing.side import Paper

SheetOf = Callable[..., Sheet]
PAPERS: tuple[Paper, ...] = ("a4", "letter")
LONG_TEXT = "There was a road that went ever on and on, down from the door where it began. " * 12


def words_on(layout: Layout) -> list[str]:
    return " ".join(item.text for side in layout.sides for item in side.items if item.text).split()


def find(layout: Layout, text: str) -> Placed:
    return next(item for side in layout.sides for item in side.items if item.text == text)


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_overlaps_sticks_out_or_is_too_small(two_sided_chart: Sheet, paper: Paper) -> None:
    assert faults(lay_out(two_sided_chart, paper)) == ()


@pytest.mark.parametrize("paper", PAPERS)
def test_margins_leave_room_for_staples_and_thumbs(two_sided_chart: Sheet, paper: Paper) -> None:
    layout = lay_out(two_sided_chart, paper)
    wide, high = layout.paper
    for number, side in enumerate(layout.sides):
        left, top, right, bottom = side.margins
        binding, outer = (left, wide - right) if number % 2 == 0 else (wide - right, left)
        assert binding >= 15 * MM - 0.01
        assert min(outer, top, high - bottom) >= 12 * MM - 0.01


def test_a_chart_is_exactly_one_sheet_of_paper(two_sided_chart: Sheet) -> None:
    assert len(lay_out(two_sided_chart, "a4").sides) == 2


def test_the_name_stands_large_on_both_sides(two_sided_chart: Sheet) -> None:
    for side in lay_out(two_sided_chart, "a4").sides:
        assert any(item.text == "Saruman" and item.size >= 24 for item in side.items)


def test_boxes_to_tick_are_squares_of_four_millimetres_and_all_there(two_sided_chart: Sheet) -> None:
    ticks = [
        item for side in lay_out(two_sided_chart, "a4").sides for item in side.items if item.kind == "tick"
    ]
    assert len(ticks) == 2 + 7 + 1 + 4 + 33 + 1 + 1
    assert {(item.w, item.h) for item in ticks} == {(TICK, TICK)}


def test_every_turn_has_a_box_along_the_outer_edge(two_sided_chart: Sheet) -> None:
    side = lay_out(two_sided_chart, "a4").sides[0]
    turns = [item for item in side.items if item.kind == "turn"]
    assert [item.text for item in turns] == [str(number) for number in range(1, 101)]
    sections = max(item.x + item.w for item in side.items if item.text == "Minions of Sauron")
    assert min(item.x for item in turns) > sections


def test_marked_turns_are_bold_with_a_star_and_their_word(two_sided_chart: Sheet) -> None:
    side = lay_out(two_sided_chart, "a4").sides[0]
    bold = [item.text for item in side.items if item.kind == "turn" and item.face == "bold"]
    assert bold == ["5", "10", "25"]
    assert Counter(item.kind for item in side.items)["star"] == 3
    assert find(lay_out(two_sided_chart, "a4"), "Dunland")


def test_the_strip_changes_edges_on_the_back_of_the_paper(two_sided_chart: Sheet) -> None:
    front, back = two_sided_chart.pages
    record = TurnRecord(20)
    both = replace(two_sided_chart, pages=(front, replace(back, record=record)))
    sides = lay_out(both, "a4").sides
    middles = [
        sum(item.x for item in side.items if item.kind == "turn")
        / sum(item.kind == "turn" for item in side.items)
        for side in sides
    ]
    assert middles[1] < lay_out(both, "a4").paper[0] / 2 < middles[0]
    assert faults(lay_out(both, "a4")) == ()


def test_more_turns_than_a_strip_can_hold_are_refused(sheet_of: SheetOf) -> None:
    sheet = sheet_of(Section("A", (Text("b"),)))
    page = replace(sheet.pages[0], record=TurnRecord(2000))
    with pytest.raises(PageOverflow, match="2000"):
        lay_out(replace(sheet, pages=(page,)), "a4")


def test_the_footer_says_what_it_belongs_to_and_which_page_it_is(two_sided_chart: Sheet) -> None:
    layout = lay_out(two_sided_chart, "a4")
    assert find(layout, "War of the Ring").y > layout.paper[1] - 20 * MM
    assert find(layout, "Saruman, page 1 of 2")
    assert find(layout, "Saruman, page 2 of 2")


def test_a_heading_is_never_parted_from_what_stands_under_it(sheet_of: SheetOf) -> None:
    sections = [Section(f"Heading {n}", (Text(LONG_TEXT), Text(LONG_TEXT))) for n in range(30)]
    for side in lay_out(sheet_of(*sections), "a4").sides:
        for item in side.items:
            if item.text.startswith("Heading"):
                assert any(
                    other.text and abs(other.x - item.x) < 1 and 0 < other.y - item.y < 40
                    for other in side.items
                )


def test_a_table_that_goes_on_repeats_its_head(sheet_of: SheetOf) -> None:
    rows = tuple((f"row {n}", LONG_TEXT[:100]) for n in range(120))
    table = Table((Column("Number"), Column("Said", share=3)), rows)
    layout = lay_out(sheet_of(Section("Long", (table,))), "a4")
    columns = {
        (n, round(item.x)) for n, side in enumerate(layout.sides) for item in side.items if "row" in item.text
    }
    heads = sum(item.text == "Number" for side in layout.sides for item in side.items)
    assert heads == len(columns) > 2
    assert faults(layout) == ()


def test_columns_come_out_even(sheet_of: SheetOf) -> None:
    sections = [Section(f"Section {n}", (Text(LONG_TEXT[:300]),)) for n in range(8)]
    side = lay_out(sheet_of(*sections), "a4").sides[0]
    tops = [item.x for item in side.items if item.text.startswith("Section")]
    assert sorted(Counter(round(x) for x in tops).values()) == [4, 4]


def test_a_wide_section_takes_the_whole_width(sheet_of: SheetOf) -> None:
    wide = Section("Wide", (Text(LONG_TEXT),), wide=True)
    narrow = Section("Narrow", (Text(LONG_TEXT),))
    side = lay_out(sheet_of(wide, narrow), "a4").sides[0]
    rules = [item for item in side.items if item.kind == "rule" and item.weight == 0.7]
    assert rules[0].w > 1.9 * rules[1].w


def test_no_column_of_a_table_breaks_words_while_others_have_room(sheet_of: SheetOf) -> None:
    table = Table((Column("Leadership", share=0.01), Column("Text", share=9)), (("Uncontrollable", "a b c"),))
    layout = lay_out(sheet_of(Section("T", (table,))), "a4")
    assert find(layout, "Leadership")
    assert find(layout, "Uncontrollable")


def test_a_word_longer_than_the_line_is_broken_and_not_cut(sheet_of: SheetOf) -> None:
    word = "Rhosgobel" * 30
    layout = lay_out(sheet_of(Section("Long", (Text(word), Boxes(word, 3, word, word)))), "a4")
    assert faults(layout) == ()
    assert "".join(words_on(layout)).count(word) == 4


def test_a_paragraph_taller_than_a_page_goes_on_overleaf(sheet_of: SheetOf) -> None:
    layout = lay_out(sheet_of(Section("Endless", (Text(LONG_TEXT * 20),)), columns=1), "a4")
    assert len(layout.sides) > 1
    assert faults(layout) == ()
    assert words_on(layout).count("road") == LONG_TEXT.count("road") * 20


def test_a_name_of_four_hundred_characters_is_harmless(two_sided_chart: Sheet) -> None:
    name = ("<b>Bilbo & \"Co\"</b> <img src='file:///etc/passwd'/> 🧙‍♂️ " * 9)[:400]
    page = Page(
        name,
        name,
        (Section(name, (Text(name, strong=name), Boxes(name, 2, name, name), Lines(name, 2))),),
        TurnRecord(10, ((3, name),)),
    )
    sheet = Sheet("x", name, (page,), name)
    layout = lay_out(sheet, "a4")
    assert faults(layout) == ()
    assert "<img" in words_on(layout)


def test_a_heading_with_nothing_under_it_never_ends_a_side(sheet_of: SheetOf) -> None:
    sections = [
        Section(f"Part {n // 3}", (), wide=True) if n % 3 == 0 else Section("", (Text(LONG_TEXT),))
        for n in range(42)
    ]
    for side in lay_out(sheet_of(*sections, columns=1), "a4").sides:
        flowing = [item for item in side.items if item.text and item.size > 9 and item.face != "italic"]
        last = max((item for item in flowing if item.y < side.margins[3] - 20), key=lambda item: item.y)
        assert not last.text.startswith("Part")


def test_notes_take_the_room_that_is_left(sheet_of: SheetOf) -> None:
    plain = sheet_of(Section("A", (Text("b"),)))
    noted = replace(plain, pages=(replace(plain.pages[0], notes="Notes"),))
    layout = lay_out(noted, "a4")
    assert sum(item.kind == "rule" for item in layout.sides[0].items) > 20
    assert faults(layout) == ()


def test_notes_are_left_out_of_a_full_page(sheet_of: SheetOf) -> None:
    plain = sheet_of(Section("A", (Text(LONG_TEXT * 5),)), exact=True)
    noted = replace(plain, pages=(replace(plain.pages[0], notes="Notes"),))
    assert "Notes" not in words_on(lay_out(noted, "letter"))


def test_characters_the_font_lacks_are_shown_as_lozenges_and_reported(sheet_of: SheetOf) -> None:
    layout = lay_out(sheet_of(Section("A", (Text("Sting 🗡️ and 短剣"),))), "a4")
    assert layout.missing == ("剣", "短", "🗡")
    assert "Sting ◊ and ◊◊" in " ".join(words_on(layout))


def test_accents_are_composed_before_they_are_printed(sheet_of: SheetOf) -> None:
    layout = lay_out(sheet_of(Section("A", (Text("E\u0301owyn and Lo\u0301rien"),))), "a4")
    assert "Éowyn and Lórien" in " ".join(words_on(layout))
    assert layout.missing == ()


def test_a_character_the_italic_lacks_is_printed_upright(sheet_of: SheetOf) -> None:
    layout = lay_out(sheet_of(Section("A", (Boxes("Cross", 2, "(good → evil)"),))), "a4")
    assert find(layout, "Cross (good → evil)").face == "regular"
    assert layout.missing == ()


def test_control_characters_and_strange_spaces_become_plain(sheet_of: SheetOf) -> None:
    layout = lay_out(
        sheet_of(Section("A", (Text("one\ttwo\u2003three\u200bfour\x00\nfive\u2028six"),))), "a4"
    )
    assert " ".join(words_on(layout)).count("one two threefour five six") == 1
    assert find(layout, "six")


def test_a_proofreader_sees_what_is_wrong(two_sided_chart: Sheet) -> None:
    layout = lay_out(two_sided_chart, "a4")
    side = layout.sides[0]
    bad = (
        Placed(0, 100, 20, 10, "text", "out", size=10),
        Placed(200, 200, 2, 10, "text", "cut off", size=10),
        Placed(300, 60, 100, 8, "text", "small", size=8),
        Placed(250, 200, 200, 300, "tick"),
    )
    found = "\n".join(faults(replace(layout, sides=(replace(side, items=(*side.items, *bad)),))))
    assert "'out' at 0, 100 sticks out" in found
    assert "'cut off' at 200, 200 is wider than its place" in found
    assert "'small' at 300, 60 is set in 8 point" in found
    assert "lies over" in found

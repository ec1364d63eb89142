"""Choosing the type size: the largest that fits, the same on both sides, and never small print."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.printing.blocks import Page, Section, Sheet, Text, TurnRecord
from assistant.printing.layout import lay_out
from assistant.printing.placed import Layout, PageOverflow
from assistant.printing.proof import faults

SheetOf = Callable[..., Sheet]
SENTENCE = "All that is gold does not glitter, not all those who wander are lost. "


def sections(number: int, sentences: int = 4) -> tuple[Section, ...]:
    return tuple(Section(f"Section {n}", (Text(SENTENCE * sentences),)) for n in range(number))


def sizes(layout: Layout) -> list[float]:
    """The size of the running text on each side that has any."""
    return [
        next(item.size for item in side.items if item.text.startswith("All that"))
        for side in layout.sides
        if any(item.text.startswith("All that") for item in side.items)
    ]


def chart(front: int, back: int, flows: bool = True) -> Sheet:
    pages = (Page("Name", "", sections(front), flows=flows), Page("Name", "", sections(back)))
    return Sheet("chart-name", "Chart", pages, "", exact=True)


def headings(layout: Layout, side: int) -> int:
    return sum(item.text.startswith("Section") for item in layout.sides[side].items)


def test_little_text_is_set_large() -> None:
    assert sizes(lay_out(chart(2, 2), "a4")) == [12.0, 12.0]


def test_more_text_is_set_smaller_and_still_fits() -> None:
    some, more = (sizes(lay_out(chart(number, number), "a4"))[0] for number in (14, 18))
    assert 9.0 <= more < some < 12.0


def test_both_sides_of_a_chart_share_one_size() -> None:
    front, back = sizes(lay_out(chart(16, 2, flows=False), "a4"))
    assert front == back < 12.0


def test_charts_printed_together_have_each_its_own_size() -> None:
    full, light = chart(16, 16), chart(2, 2)
    other = tuple(replace(page, title="Other") for page in light.pages)
    found = sizes(lay_out(replace(full, pages=(*full.pages, *other)), "a4"))
    assert found[0] == found[1] < found[2] == found[3] == 12.0


def test_charts_printed_together_count_their_own_pages() -> None:
    one = chart(2, 2)
    other = tuple(replace(page, title="Other") for page in one.pages)
    layout = lay_out(replace(one, pages=(*one.pages, *other)), "a4")
    assert [side.label for side in layout.sides] == ["Name 1", "Name 2", "Other 1", "Other 2"]
    assert any(item.text == "Other, page 2 of 2" for item in layout.sides[3].items)


def test_sections_stay_on_their_page_while_that_costs_nothing() -> None:
    layout = lay_out(chart(6, 2), "a4")
    assert (headings(layout, 0), headings(layout, 1)) == (6, 2)


def test_sections_flow_on_where_one_page_says_much_more() -> None:
    layout = lay_out(chart(26, 2), "a4")
    assert headings(layout, 0) < 26
    assert headings(layout, 0) + headings(layout, 1) == 28
    assert faults(layout) == ()


def test_sections_never_flow_on_where_the_page_does_not_allow_it() -> None:
    layout = lay_out(chart(18, 2, flows=False), "a4")
    assert headings(layout, 0) == 18


def test_what_does_not_fit_in_readable_type_is_an_error_that_says_by_how_much() -> None:
    with pytest.raises(PageOverflow, match=r"chart-name: “Name” needs \d sides instead of 2 .* about \d+ mm"):
        lay_out(chart(30, 30), "a4")


def test_the_error_asks_for_more_the_more_there_is() -> None:
    def excess(number: int) -> int:
        with pytest.raises(PageOverflow) as refused:
            lay_out(chart(number, number), "letter")
        return int(str(refused.value).split("about ")[1].split(" mm")[0])

    assert 0 < excess(26) < excess(28) < excess(30)


def test_other_sheets_take_as_many_sides_as_they_need(sheet_of: SheetOf) -> None:
    layout = lay_out(sheet_of(*sections(60)), "a4")
    assert len(layout.sides) > 2
    assert sum(headings(layout, side) for side in range(len(layout.sides))) == 60
    assert min(sizes(layout)) >= 9.5
    assert faults(layout) == ()


def test_a_page_that_goes_on_keeps_its_name_and_its_count(sheet_of: SheetOf) -> None:
    layout = lay_out(sheet_of(*sections(60)), "a4")
    last = len(layout.sides)
    assert any(item.text == "Name" and item.size > 20 for item in layout.sides[-1].items)
    assert any(item.text == f"Name, page {last} of {last}" for item in layout.sides[-1].items)


def test_sections_stay_whole_where_they_can(sheet_of: SheetOf) -> None:
    layout = lay_out(
        sheet_of(*(Section(f"Section {n}", (Text(SENTENCE * 6), Text("End."))) for n in range(9))), "a4"
    )
    for side in layout.sides:
        columns: dict[int, list[str]] = {}
        for item in side.items:
            if item.text.startswith("Section") or item.text == "End.":
                columns.setdefault(round(item.x), []).append(item.text)
        for texts in columns.values():
            assert texts[1::2] == ["End."] * (len(texts) // 2)


def test_a_page_with_room_to_spare_gets_air(sheet_of: SheetOf) -> None:
    def gap(number: int) -> float:
        side = lay_out(sheet_of(*sections(number), columns=1, exact=True), "a4").sides[0]
        tops = [item.y for item in side.items if item.text.startswith("Section")]
        return tops[1] - tops[0]

    assert gap(2) > gap(9)


def test_an_empty_sheet_still_has_its_pages() -> None:
    assert len(lay_out(chart(0, 0), "a4").sides) == 2


def test_a_section_that_goes_on_overleaf_says_so(sheet_of: SheetOf) -> None:
    layout = lay_out(sheet_of(Section("Saga", tuple(Text(SENTENCE * 6) for _ in range(60)))), "a4")
    for side in layout.sides[1:]:
        assert any(item.text == "Saga (continued)" for item in side.items)


def test_a_torn_paragraph_goes_on_at_the_width_of_its_new_column() -> None:
    words = " ".join(f"w{n}" for n in range(2000))
    narrow = Page(
        "Name", "", (Section("Saga", (Text(words),)),), TurnRecord(50, ((5, "Reinforcements"),)), flows=True
    )
    layout = lay_out(Sheet("saga", "Saga", (narrow, Page("Name", "", ())), "", exact=True), "a4")
    printed = [word for side in layout.sides for item in side.items for word in item.text.split()]
    assert [word for word in printed if word[:1] == "w" and word[1:].isdigit()] == words.split()
    longest = [max(item.w for item in side.items if item.text[:1] == "w") for side in layout.sides]
    assert longest[1] > longest[0] + 10
    assert faults(layout) == ()


def test_two_lines_at_least_stay_together_where_text_is_torn(sheet_of: SheetOf) -> None:
    paragraphs = tuple(Text(f"START {SENTENCE * 8}") for _ in range(40))
    for side in lay_out(sheet_of(Section("Saga", paragraphs)), "a4").sides:
        text = [item for item in side.items if item.face == "regular" and item.size > 9.0]
        for column in {round(item.x) for item in text}:
            lines = sorted((item for item in text if round(item.x) == column), key=lambda item: item.y)
            assert not lines[-1].text.startswith("START")
            assert not lines[1].text.startswith("START")

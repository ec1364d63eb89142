"""The PDF itself: its words, fonts, properties and outline, and that it never changes by itself."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfReader

from assistant.printing.blocks import Boxes, Lines, Page, Section, Sheet, Table, Text
from assistant.printing.render import render
from assistant.printing.side import Paper
from tests.printing.material import typed

PAPERS: tuple[Paper, ...] = ("a4", "letter")


def texts_of(sheet: Sheet) -> Iterator[str]:
    """Everything a sheet says."""
    for page in sheet.pages:
        yield from (page.title, page.subtitle)
        if page.record:
            yield from (word for _, word in page.record.marks)
        for section in page.sections:
            yield section.title
            for block in section.blocks:
                yield from texts_of_block(block)
    yield sheet.footer


def texts_of_block(block: Text | Boxes | Table | Lines) -> Iterator[str]:
    match block:
        case Text():
            yield from (block.strong, block.text)
        case Boxes():
            yield from (block.label, block.note, block.points)
        case Table():
            yield from (column.title for column in block.columns)
            yield from (cell for row in block.rows for cell in row)
        case Lines():
            yield block.label


def squeezed(text: str) -> str:
    return "".join(typed(text).split())


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_the_sheet_says_can_be_read_in_the_pdf(two_sided_chart: Sheet, paper: Paper) -> None:
    pages = PdfReader(BytesIO(render(two_sided_chart, paper))).pages
    printed = squeezed("".join(page.extract_text() for page in pages))
    assert [text for text in texts_of(two_sided_chart) if squeezed(text) not in printed] == []


def test_sections_are_read_in_their_order(two_sided_chart: Sheet) -> None:
    printed = "".join(page.extract_text() for page in PdfReader(BytesIO(render(two_sided_chart, "a4"))).pages)
    places = [printed.index(section.title) for page in two_sided_chart.pages for section in page.sections]
    assert places == sorted(places)


def test_printing_twice_gives_the_same_bytes(two_sided_chart: Sheet) -> None:
    assert render(two_sided_chart, "a4") == render(two_sided_chart, "a4")


def test_printing_many_at_once_gives_the_same_bytes(two_sided_chart: Sheet) -> None:
    with ThreadPoolExecutor(4) as pool:
        printed = set(pool.map(lambda _: render(two_sided_chart, "a4"), range(8)))
    assert printed == {render(two_sided_chart, "a4")}


def test_every_font_is_embedded(two_sided_chart: Sheet) -> None:
    pages: Any = PdfReader(BytesIO(render(two_sided_chart, "a4"))).pages
    used = [font.get_object() for page in pages for font in page["/Resources"]["/Font"].values()]
    fonts = {font["/BaseFont"]: "/FontFile2" in font.get("/FontDescriptor", ()) for font in used}
    assert len(fonts) >= 4
    assert all(fonts.values())
    assert all("SourceSerif" in name for name in fonts)


def test_the_properties_say_what_it_is(two_sided_chart: Sheet) -> None:
    reader = PdfReader(BytesIO(render(two_sided_chart, "a4")))
    assert reader.metadata is not None
    assert reader.metadata.title == "Chart: Saruman"
    assert reader.metadata.subject == "Charts"
    assert reader.metadata.author == "Ring of Power assistant"
    assert str(reader.root_object["/Lang"]) == "en"


def test_no_clock_is_in_it(two_sided_chart: Sheet) -> None:
    metadata = PdfReader(BytesIO(render(two_sided_chart, "a4"))).metadata
    assert metadata is not None
    assert metadata.creation_date is not None
    assert metadata.creation_date.year == 2000


def test_the_outline_leads_to_every_side_and_section(two_sided_chart: Sheet) -> None:
    outline: Any = PdfReader(BytesIO(render(two_sided_chart, "a4"))).outline
    entries = [
        [one["/Title"] for one in entry] if isinstance(entry, list) else entry["/Title"] for entry in outline
    ]
    front, back = two_sided_chart.pages
    assert entries == [
        "Saruman (1)",
        [section.title for section in front.sections],
        "Saruman (2)",
        [section.title for section in back.sections],
    ]


def test_pages_are_labelled(two_sided_chart: Sheet) -> None:
    assert PdfReader(BytesIO(render(two_sided_chart, "a4"))).page_labels == ["1", "2"]


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (216, 279))])
def test_the_paper_has_its_size(two_sided_chart: Sheet, paper: Paper, size: tuple[int, int]) -> None:
    box = PdfReader(BytesIO(render(two_sided_chart, paper))).pages[0].mediabox
    assert (round(float(box.width) / 72 * 25.4), round(float(box.height) / 72 * 25.4)) == size


def test_markup_in_a_name_is_printed_and_not_obeyed() -> None:
    nasty = "<img src='file:///etc/passwd'/> & <b>bold</b> (a) \\ %PDF"
    sheet = Sheet("x", nasty, (Page(nasty, nasty, (Section(nasty, (Text(nasty),)),)),), nasty)
    reader = PdfReader(BytesIO(render(sheet, "a4")))
    assert squeezed(reader.pages[0].extract_text()).count(squeezed(nasty)) == 6
    assert reader.metadata is not None
    assert typed(str(reader.metadata.title)) == nasty
    assert len(reader.pages[0].images) == 0


def test_no_ink_touches_the_margins(two_sided_chart: Sheet) -> None:
    document = pypdfium2.PdfDocument(render(two_sided_chart, "a4"))
    for page in document:
        picture = page.render(scale=1, grayscale=True).to_pil()
        wide, high = picture.size
        edges = ((0, 0, wide, 33), (0, high - 33, wide, high), (0, 0, 33, high), (wide - 33, 0, wide, high))
        assert [picture.crop(edge).getextrema() for edge in edges] == [(255, 255)] * 4
        assert picture.getextrema()[0] < 80
    document.close()

"""The map on paper: one page for each table, the names readable, and the same bytes each time."""

from __future__ import annotations

import ctypes
from io import BytesIO
from math import hypot
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from pypdf import PdfReader

from assistant.campaign.mapped import places_of
from assistant.maps.draw import draw_map
from assistant.packs.load import load_both
from assistant.printing.map_paths import Course, steps
from assistant.printing.map_styles import style_of
from assistant.printing.sheets_map import map_page
from assistant.rules.effects.registry import parameters

if TYPE_CHECKING:
    from assistant.printing.side import Paper


@pytest.fixture(scope="module")
def south() -> str:
    book, scenario = load_both(effects=parameters())
    return draw_map(scenario.atlas.sheets["south"], places_of(book, scenario), atlas=scenario.atlas)


@pytest.mark.parametrize(("paper", "size"), [("a4", (842, 595)), ("letter", (792, 612))])
def test_a_table_is_one_page_that_lies(south: str, paper: Paper, size: tuple[int, int]) -> None:
    reader = PdfReader(BytesIO(map_page(south, "South table", paper)))
    assert len(reader.pages) == 1
    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == size
    assert reader.metadata is not None
    assert reader.metadata.title == "South table"


def test_a_map_says_which_game_it_is_of_below_the_drawing(south: str) -> None:
    footer = "War of the Ring 12345678 · turn 9 · house rules: all as suggested"
    (page,) = PdfReader(BytesIO(map_page(south, "South table", "letter", footer))).pages
    said = page.extract_text()
    assert footer in said
    assert "South table" in said


def test_the_same_drawing_gives_the_same_bytes(south: str) -> None:
    assert map_page(south, "South table", "a4") == map_page(south, "South table", "a4")


def test_the_page_is_white_with_sea_woods_and_ink_on_it(south: str) -> None:
    page = pypdfium2.PdfDocument(map_page(south, "South table", "a4"))[0]
    colours = page.render(scale=1).to_pil().convert("RGB").getcolors(100_000)
    assert colours is not None
    found = {colour: count for count, colour in colours}
    assert max(found, key=lambda colour: found[colour]) == (255, 255, 255)
    assert found.get((0xDF, 0xEA, 0xF0), 0) > 10_000  # the Bay of Belfalas
    assert sum(count for (r, g, b), count in found.items() if r + g + b < 200) > 500


def test_path_data_is_read_as_svg_means_it() -> None:
    assert list(steps("M1 2l3-4 5 6h-2V9z")) == [
        ("move", (1, 2)), ("line", (4, -2)), ("line", (9, 4)), ("line", (7, 4)), ("line", (7, 9)),
        ("close", ()),
    ]  # fmt: skip
    (_, (_, curve)) = steps("M0 0q3 0 3 3")
    assert curve == pytest.approx((2, 0, 3, 1, 3, 3))


def test_a_name_is_written_along_its_course() -> None:
    course = Course("M0 0L10 0 10 10")
    assert course.length == 20
    assert course.at(5)[:2] == (5, 0)
    assert course.at(15)[:2] == (10, 5)


def test_styles_are_those_of_light_paper() -> None:
    def line(*parts: str) -> tuple[tuple[str, frozenset[str]], ...]:
        return (("svg", frozenset({"rop-map"})), *(("g", frozenset(part.split())) for part in parts[:-1]),
                ("path", frozenset(parts[-1].split())))  # fmt: skip

    assert style_of(line("water"))["fill"] == "#dfeaf0"
    assert style_of(line("token good", "base-shape"))["fill"] == "#0b6fa4"
    assert style_of(line("token evil", "base-shape"))["fill"] == "#b5451b"


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sheet", ["north", "south"])
def test_a_map_has_only_our_letters_and_none_too_small_to_read(sheet: str, paper: Paper) -> None:
    book, scenario = load_both(effects=parameters())
    svg = draw_map(scenario.atlas.sheets[sheet], places_of(book, scenario), atlas=scenario.atlas)
    made = map_page(svg, "A table", paper)
    assert b"Helvetica" not in made
    (page,) = pypdfium2.PdfDocument(made)
    sizes = []
    for one in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
        size = ctypes.c_float()
        pypdfium2.raw.FPDFTextObj_GetFontSize(one.raw, size)
        matrix = one.get_matrix()
        sizes.append(size.value * hypot(matrix.a, matrix.b))
    assert min(sizes) > 4.99

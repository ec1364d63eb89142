"""The maps as they are drawn: whole, small, quick, and with no name over another."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest

from assistant.campaign.mapped import places_of
from assistant.kernel.inches import Point, mils
from assistant.maps.draw import draw_map
from assistant.maps.names import Names
from assistant.maps.pieces import DEVICES, Token, figures, measured
from assistant.maps.style import style
from assistant.maps.svg import Pen
from assistant.maps.views import views
from assistant.packs.load import load_both
from assistant.rules.book import Book
from assistant.rules.effects.registry import parameters
from assistant.rules.scenario import Scenario
from assistant.table.bases import Base, Standing
from assistant.table.ground import ground
from tests.effort import effort

SVG = "{http://www.w3.org/2000/svg}"
War = tuple[Book, Scenario]


@pytest.fixture(scope="module")
def war() -> War:
    return load_both(effects=parameters())


def drawn(war: War, table: str) -> str:
    book, scenario = war
    return draw_map(scenario.atlas.sheets[table], places_of(book, scenario), atlas=scenario.atlas)


@pytest.mark.parametrize("table", ["north", "south", "moria-halls"])
def test_a_map_is_one_sound_drawing_of_less_than_four_hundred_kilobytes(war: War, table: str) -> None:
    text = drawn(war, table)
    assert ElementTree.fromstring(text).tag == f"{SVG}svg"
    assert len(text.encode()) < 400_000


def test_a_map_is_drawn_without_much_work(war: War) -> None:
    drawn(war, "north")
    _, calls = effort(lambda: drawn(war, "north"))
    assert calls < 3_000_000


def test_every_walled_place_has_its_walls_and_every_main_base_its_name(war: War) -> None:
    _, scenario = war
    text = {table: drawn(war, table) for table in scenario.atlas.sheets}
    for table, sheet in scenario.atlas.sheets.items():
        root = ElementTree.fromstring(text[table])
        groups = {one.get("data-place"): one for one in root.iter(f"{SVG}g") if one.get("data-place")}
        for place, footprint in sheet.footprints.items():
            if footprint.has_walls:
                assert groups[place].find(f"{SVG}path[@class='wall']") is not None, place
    near = "".join(text.values())
    for name in (
        "Minas Tirith",
        "Barad-dûr",
        "Isengard",
        "Erebor (Lonely Mountain)",
        "Lothlórien",
        "Mount Doom",
    ):
        assert f">{name}<" in near, name


@pytest.mark.parametrize("table", ["north", "south"])
@pytest.mark.parametrize("number", range(4))
def test_no_name_stands_over_another(war: War, table: str, number: int) -> None:
    book, scenario = war
    sheet = scenario.atlas.sheets[table]
    pen = Pen(sheet.width, sheet.height)
    names = Names(pen, ground(sheet), places_of(book, scenario), views(pen)[number])
    names.written_out()
    written = [boxes for boxes in names.written if boxes]
    for number, one in enumerate(written):
        for other in written[number + 1 :]:
            for a in one:
                assert all(a[2] < b[0] or a[0] > b[2] or a[3] < b[1] or a[1] > b[3] for b in other)
    assert len(written) >= 5


def test_ids_in_a_drawing_are_used_once_and_none_twice_in_two_drawings(war: War) -> None:
    ids = re.findall(r'\bid="([^"]+)"', drawn(war, "north") + drawn(war, "south"))
    assert len(ids) == len(set(ids))


def test_a_page_may_take_the_map_without_its_style(war: War) -> None:
    book, scenario = war
    text = draw_map(scenario.atlas.sheets["south"], places_of(book, scenario), styled=False)
    assert "<style" not in text
    assert 'style="' not in text
    assert "var(--map-paper)" in style()


@pytest.mark.parametrize("view", ["near", "mid"])
def test_the_pass_over_caradhras_is_named_as_the_rules_name_it(war: War, view: str) -> None:
    book, scenario = war
    text = draw_map(scenario.atlas.sheets["north"], places_of(book, scenario))
    layer = text.partition(f'class="names {view}"')[2].partition('class="names ')[0]
    assert ">Caradhras<" in layer


def test_a_name_with_angle_brackets_stays_text(war: War) -> None:
    at = Point(mils(10), mils(10))
    token = Token(Standing("<b>", "good", "south", at, Base.of(25)), name="<script>", initials="<S")
    text = figures(Pen(mils(96), mils(72)), "south", measured([token]))
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def standing(id: str, side: str, x: float, y: float, mm: int = 25) -> Token:
    return Token(Standing(id, side, "south", Point(mils(x), mils(y)), Base.of(mm)), device="horse")


def layers(*tokens: Token) -> ElementTree.Element:
    text = figures(Pen(mils(96), mils(72)), "south", measured(tokens))
    return ElementTree.fromstring(f"<svg>{text}</svg>")


def test_side_is_shape_and_the_base_is_true_to_size() -> None:
    root = layers(
        standing("a", "good", 10, 10), standing("b", "evil", 20, 10), standing("c", "uncontrolled", 30, 10)
    )
    figures = root.findall(".//g[@data-figure]")
    assert [one.find("*[@class='base-shape']").tag for one in figures] == ["circle", "path", "path"]  # type: ignore[union-attr]
    circle = figures[0].find("circle")
    assert circle is not None
    # 25 mm are 0.984 inches across, and a unit is a hundredth of an inch.
    assert circle.get("r") == "49"


def test_a_force_is_outlined_and_a_contact_is_a_seam() -> None:
    root = layers(
        standing("a", "good", 10, 10), standing("b", "good", 11.5, 10),
        standing("x", "evil", 13.2, 10), standing("far", "evil", 40, 10),
    )  # fmt: skip
    forces = root.findall(".//path[@data-force]")
    assert [one.get("class") for one in forces] == ["force good", "force evil", "force evil"]
    assert len(root.findall(".//g[@class='contacts']/path")) == 1


def test_figures_of_another_table_are_not_drawn() -> None:
    text = figures(Pen(mils(96), mils(72)), "north", measured([standing("a", "good", 10, 10)]))
    assert "data-figure" not in text


def test_every_people_of_the_war_has_a_device_that_can_be_drawn(war: War) -> None:
    _, scenario = war
    assert set(scenario.atlas.devices.values()) <= set(DEVICES)
    assert {"rohan": "horse", "gondor": "tree", "isengard": "hand", "mordor": "eye"}.items() <= dict(
        scenario.atlas.devices
    ).items()


@pytest.mark.parametrize(
    ("table", "name", "sizes"),
    [
        ("north", "Misty Mountains", ("near", "mid", "small")),
        ("north", "Mirkwood", ("near", "mid", "small")),
        ("south", "Helm&#x27;s Deep", ("near", "mid", "small", "far")),
        ("south", "Minas Morgul", ("near", "mid", "small", "far")),
    ],
)
def test_great_names_are_on_the_map_at_every_size_that_has_room(
    war: War, table: str, name: str, sizes: tuple[str, ...]
) -> None:
    layers = dict(part.split('"', 1) for part in drawn(war, table).split('<g class="names ')[1:])
    assert [size for size in sizes if name not in layers[size]] == []


def test_at_the_size_of_a_phone_every_main_base_has_its_name(war: War) -> None:
    book, scenario = war
    known = places_of(book, scenario)
    bases = {place.name.partition(" (")[0] for place in known.values() if place.is_base}
    assert bases >= {"Grey Havens", "The Shire", "Moria", "Erebor", "Minas Tirith"}
    written = ""
    for table in ("north", "south"):
        sheet = scenario.atlas.sheets[table]
        pen = Pen(sheet.width, sheet.height)
        text = Names(pen, ground(sheet), known, views(pen)[-1]).written_out()
        # A name in two lines is read as one.
        both = re.sub(r'(<g class="lines"><text[^>]*>[^<]*)</text><text[^>]*>', r"\1 ", text)
        written += both.replace("&#x27;", "'")
    assert {name for name in bases if f">{name}<" not in written} == set()


def test_a_gap_in_the_ranks_is_not_outlined_and_a_ring_of_besiegers_is() -> None:
    def ring(far: float, count: int) -> list[Token]:
        around = (2 * math.pi * n / count for n in range(count))
        spots = (Point(mils(20 + far * math.cos(at)), mils(20 + far * math.sin(at))) for at in around)
        return [
            Token(Standing(f"orc-{n}", "evil", "south", spot, Base.of(25))) for n, spot in enumerate(spots)
        ]

    def outlines(tokens: list[Token]) -> int:
        text = figures(Pen(mils(96), mils(72)), "south", measured(tokens))
        (data,) = re.findall(r'class="force evil"[^>]* d="([^"]+)"', text)
        return str(data).count("M")

    assert outlines(ring(1.6, 8)) == 1
    assert outlines(ring(5, 24)) == 2

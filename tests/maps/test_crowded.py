"""Names on a crowded table: off the figures where there is room, over them where a name must be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from assistant.kernel.inches import Point, mils
from assistant.maps.badges import badges, battlefields
from assistant.maps.built import Place
from assistant.maps.draw import draw_map
from assistant.maps.names import Names
from assistant.maps.pieces import Scene, Token, boxes, measured
from assistant.maps.svg import Pen
from assistant.maps.views import SIGN, Box, Crowd, Taken, View, views
from assistant.table.atlas import Feature, Footprint, Label, Sheet
from assistant.table.bases import Base, Standing
from assistant.table.ground import ground

KNOWN = {"keep": Place("keep", "Keep", "fortress", is_base=True), "inn": Place("inn", "Inn", "town")}
SHEET = Sheet(
    "table",
    "Table",
    mils(96),
    mils(72),
    footprints={
        "keep": Footprint("keep", at=Point(mils(48), mils(36)), radius=mils(3)),
        "inn": Footprint("inn", at=Point(mils(20), mils(20)), radius=mils(2)),
    },
)
PEN = Pen(SHEET.width, SHEET.height)
NEAR, MID, SMALL, FAR = views(PEN)


def figure(x: float, y: float, side: str = "good") -> Token:
    at = Point(mils(x), mils(y))
    return Token(Standing(f"{side}-{x}-{y}", side, "table", at, Base.of(25)))


def block(x: float, y: float, wide: int, deep: int) -> list[Token]:
    return [figure(x + column * 1.2, y + row * 1.2) for column in range(wide) for row in range(deep)]


def written(tokens: Sequence[Token], view: View = NEAR) -> tuple[list[tuple[Box, ...]], Crowd]:
    crowd = Crowd()
    crowd.add(boxes(PEN, "table", measured(tokens)))
    names = Names(PEN, ground(SHEET), KNOWN, view, crowd)
    names.written_out()
    return names.written, crowd


def test_a_name_stands_east_of_its_place_when_nobody_is_there() -> None:
    (keep, _), _ = written([])
    assert keep[0][0] > 4800


def test_a_name_gives_way_to_figures_east_of_its_place() -> None:
    (keep, _), crowd = written(block(50, 34, 8, 4))
    assert not any(crowd.covered(box) for box in keep)
    assert keep[0][0] < 4800


def test_the_name_of_a_base_is_written_even_where_figures_stand_all_around() -> None:
    found, crowd = written(block(30, 24, 30, 20))
    assert any(crowd.covered(box) for boxes in found for box in boxes)
    assert len(found) == 2


def test_from_afar_only_bases_are_named_and_all_in_one_size() -> None:
    text = Names(PEN, ground(SHEET), KNOWN, FAR).written_out()
    assert ">Keep<" in text
    assert ">Inn<" not in text


@pytest.mark.parametrize("wide", [36, 96, 144])
def test_letters_are_the_same_part_of_a_small_table_as_of_a_large_one(wide: int) -> None:
    pen = Pen(mils(wide), mils(36))
    assert [round(pen.width / (view.scale * 84)) for view in views(pen)] == [112, 72, 46, 31]


def fight() -> Scene:
    return measured([figure(10, 10), figure(11.5, 10), figure(13.2, 10, "evil"), figure(40, 40, "evil")])


def test_forces_of_two_or_more_have_their_count_where_it_can_be_read() -> None:
    counts = [one.drawn for one in badges(PEN, "table", fight(), NEAR) if "tally" in one.drawn]
    assert len(counts) == 1
    assert ">2<" in counts[0]
    assert not [one for one in badges(PEN, "table", fight(), FAR) if "tally" in one.drawn]


def test_the_counts_of_two_hosts_side_by_side_do_not_lie_over_one_another_or_over_their_fight() -> None:
    foes = [replace(one, standing=replace(one.standing, side="evil")) for one in block(40, 43, 6, 2)]
    hosts = measured([*block(40, 40, 6, 2), *foes])
    signs = list(badges(PEN, "table", hosts, FAR, battlefields(PEN, "table", hosts)))
    assert [re.findall(r">(\d+)<", one.drawn) for one in signs] == [["12"], ["12"], []]
    for one, other in combinations(signs, 2):
        assert Taken([one.box]).is_free(other.box)


def test_the_count_of_a_host_in_the_corner_lies_on_the_table() -> None:
    (sign,) = badges(PEN, "table", measured(block(88, 68, 6, 3)), FAR)
    west, north, east, south = sign.box
    assert (west >= 0, north >= 0, east <= PEN.width, south <= PEN.height) == (True, True, True, True)


@pytest.mark.parametrize("view", [NEAR, MID, SMALL, FAR], ids=lambda view: view.name)
def test_a_fight_has_crossed_swords_between_the_enemies_in_every_view(view: View) -> None:
    where = battlefields(PEN, "table", fight())
    (swords,) = [one for one in badges(PEN, "table", fight(), view, where) if "clash" in one.drawn]
    west, north, east, south = swords.box
    assert west < 1235 < east  # halfway between 11.5 and 13.2 inches
    assert north < 6200 < south


def test_names_lie_over_figures_and_the_key_below_the_map() -> None:
    text = draw_map(SHEET, KNOWN, scene=fight(), with_key=True)
    assert text.index('class="figures"') < text.index('class="all-names"') < text.index('class="key')
    assert ">Uncontrolled<" in text


WOOD = replace(
    SHEET,
    footprints={"wood": Footprint("wood", feature="trees")},
    features=(
        Feature(
            "trees",
            "woods",
            tuple(Point(mils(x), mils(y)) for x, y in ((10, 10), (60, 10), (60, 50), (10, 50))),
            is_area=True,
            along=(Point(mils(20), mils(30)), Point(mils(50), mils(30))),
        ),
    ),
)
WOODS = {"wood": Place("wood", "Wood", "forest", is_base=True)}


def test_the_name_of_a_wood_gives_way_to_figures_on_its_line() -> None:
    crowd = Crowd()
    crowd.add(boxes(PEN, "table", measured(block(28, 29, 12, 3))))
    names = Names(PEN, ground(WOOD), WOODS, NEAR, crowd)
    assert ">Wood<" in names.written_out()
    assert not any(crowd.covered(box) for box in names.written[0])


def test_the_name_of_a_wood_full_of_figures_lies_under_them() -> None:
    lesser = {"wood": Place("wood", "Wood", "forest")}
    text = draw_map(WOOD, lesser, scene=measured(block(1, 1, 60, 58)))
    assert text.count(">Wood<") == 2
    assert 'class="land-names"' in text
    assert text.rindex(">Wood<") < text.index('class="figures"')


def test_a_wood_that_is_a_main_base_is_named_over_its_figures_from_afar_only() -> None:
    text = draw_map(WOOD, WOODS, scene=measured(block(1, 1, 60, 58)))
    under, over = text.split('class="figures"')
    assert under.count(">Wood<") == 2
    assert over.count(">Wood<") == 2


def test_an_empty_map_explains_no_figures() -> None:
    text = draw_map(SHEET, KNOWN, with_key=True)
    assert ">Uncontrolled<" not in text
    assert ">Fortress<" in text


def test_a_name_never_stands_closer_to_another_base_than_to_its_own() -> None:
    spots = {"east": Point(mils(52), mils(36)), "west": Point(mils(44), mils(36))}
    sheet = Sheet(
        "pair", "Pair", mils(96), mils(72),
        footprints={id: Footprint(id, at=at, radius=mils(2)) for id, at in spots.items()},
    )  # fmt: skip
    known = {id: Place(id, id.capitalize(), "fortress", is_base=True) for id in spots}
    # Figures stand around the eastern base, so that its name would be freest at the western one.
    crowd = Crowd()
    crowd.add(boxes(PEN, "table", measured(block(49, 28, 20, 14))))
    for view in views(PEN):
        names = Names(PEN, ground(sheet), known, view, crowd)
        names.written_out()
        for (box,), id in zip(names.written, spots, strict=True):
            distances = {other: max(box[0] - at.x / 10, at.x / 10 - box[2], 0) for other, at in spots.items()}
            assert distances[id] == min(distances.values())


def test_a_place_beyond_the_edge_of_the_table_does_not_keep_the_map_from_being_drawn() -> None:
    beyond = Footprint("keep", at=Point(mils(-30), mils(-30)), radius=mils(2))
    sheet = Sheet("bare", "Bare", mils(96), mils(72), footprints={"keep": beyond})
    assert ">Keep<" not in draw_map(sheet, KNOWN)


ROAD = replace(
    SHEET,
    features=(
        Feature(
            "road", "road", tuple(Point(mils(54), mils(y)) for y in (-2, 20, 50, 74)), is_area=False,
            widths=(mils(0.6),),
        ),
    ),
)  # fmt: skip


def test_a_name_stands_where_it_crosses_no_road() -> None:
    names = Names(PEN, ground(ROAD), {"keep": replace(KNOWN["keep"], name="Keep of the Road")}, NEAR)
    names.written_out()
    ((box,),) = names.written
    assert box[2] < 5400


def test_a_long_name_is_written_in_two_lines_from_afar() -> None:
    known = {"keep": replace(KNOWN["keep"], name="Khandish Encampment")}
    text = Names(PEN, ground(SHEET), known, FAR).written_out()
    assert re.findall(r">([^<>]+)</text>", text) == ["Khandish", "Encampment"]
    assert re.findall(r">([^<>]+)</text>", Names(PEN, ground(SHEET), known, NEAR).written_out()) == [
        "Khandish Encampment"
    ]


def test_a_way_onto_the_table_is_named_and_has_an_arrow_from_the_nearest_edge() -> None:
    entry = Footprint("gap", at=Point(mils(60), mils(4)), radius=mils(3), is_entry=True)
    sheet = replace(SHEET, footprints={"gap": entry})
    text = draw_map(sheet, {"gap": Place("gap", "The Gap", "entry")}, with_key=True)
    assert '<g transform="translate(6000 7070)rotate(180)"><path class="entry"' in text
    assert text.count(">The Gap<") == 3  # from near to small; a phone shows the arrow
    assert ">Way in<" in text
    assert ">Way in<" not in draw_map(SHEET, KNOWN, with_key=True)


def test_a_land_that_is_called_as_its_place_is_not_named_twice() -> None:
    label = Label("Inn", (Point(mils(60), mils(60)), Point(mils(70), mils(60))))
    text = Names(PEN, ground(replace(SHEET, labels=(label,))), KNOWN, NEAR).written_out()
    assert text.count(">Inn<") == 1


def test_shallows_have_their_name_along_the_river() -> None:
    line = tuple(Point(mils(48), mils(y)) for y in (-2, 20, 50, 74))
    river = Feature("river", "river", line, is_area=False, widths=(mils(1),))
    shallows = Feature(
        "wide", "shallows", line[1:3], is_area=False, widths=(mils(2.6),), name="Broad shallows"
    )
    sheet = replace(SHEET, footprints={}, features=(river, shallows))
    names = Names(PEN, ground(sheet), {}, NEAR)
    assert ">Broad shallows<" in names.written_out()
    (boxes,) = names.written
    assert all(20 < abs((box[0] + box[2]) / 2 - 4800) < 220 for box in boxes)


def test_a_name_goes_over_figures_rather_than_over_the_sign_of_a_fight() -> None:
    # Figures stand all around the keep, and a fight has its sign where the name would come first.
    crowd = Crowd()
    crowd.add(boxes(PEN, "table", measured(block(30, 24, 30, 20))))
    crowd.add([(5100.0, 3500.0, 5500.0, 3700.0)], SIGN)
    names = Names(PEN, ground(SHEET), KNOWN, NEAR, crowd)
    names.written_out()
    for west, north, east, south in names.written[0]:
        assert east < 5100 or west > 5500 or south < 3500 or north > 3700


def test_from_afar_a_base_is_named_over_the_signs_of_lesser_places_and_from_close_by_beside_them() -> None:
    inns = {
        f"inn-{number}": Footprint(f"inn-{number}", at=Point(mils(x), mils(y)), radius=mils(2))
        for number, (x, y) in enumerate((x, y) for x in range(4, 96, 7) for y in range(4, 72, 7))
        if abs(x - 48) + abs(y - 36) > 8
    }
    sheet = replace(SHEET, footprints={"keep": SHEET.footprints["keep"], **inns})
    known = {"keep": KNOWN["keep"]} | {id: Place(id, "Inn", "town") for id in inns}
    assert ">Keep<" in Names(PEN, ground(sheet), known, FAR).written_out()


GATE = replace(
    SHEET,
    footprints={"gate": Footprint("gate", at=Point(mils(50), mils(36)), radius=mils(1))},
    features=(
        Feature(
            "range",
            "mountain",
            (Point(mils(46), mils(70)), Point(mils(46), mils(2))),
            is_area=False,
            widths=(mils(6), mils(6)),
        ),
    ),
)


def test_a_name_does_not_cross_a_range_of_mountains_from_its_sign() -> None:
    # The gate is at the eastern foot of the range, and a host keeps its name off the ground beside it.
    crowd = Crowd()
    crowd.add(boxes(PEN, "table", measured(block(51.5, 26, 20, 18))))
    names = Names(PEN, ground(GATE), {"gate": Place("gate", "East gate", "pass")}, NEAR, crowd)
    names.written_out()
    assert all(box[2] > 4300 for boxes_of in names.written for box in boxes_of)


def test_a_short_name_is_parted_into_two_lines_rather_than_written_over_riders() -> None:
    # The keep lies 7 inches from the edge with riders on every other side: in one line the name has no room.
    deep = {"keep": Place("keep", "Helm's Deep", "fortress", is_base=True)}
    where = Footprint("keep", at=Point(mils(7.5), mils(36)), radius=mils(2))
    sheet = replace(SHEET, footprints={"keep": where})
    riders = block(6.4, 20, 30, 28)
    crowd = Crowd()
    crowd.add(boxes(PEN, "table", measured(riders)))
    names = Names(PEN, ground(sheet), deep, NEAR, crowd)
    assert 'class="lines"' in names.written_out()
    assert not any(crowd.covered(box) for lines in names.written for box in lines)


def test_a_line_leads_from_a_name_that_stands_away_to_its_place() -> None:
    # A ring of figures fills the ground about the keep, so that its name stands outside of them.
    crowd = Crowd()
    crowd.add(boxes(PEN, "table", measured(block(44, 32, 7, 7))))
    names = Names(PEN, ground(SHEET), KNOWN, SMALL, crowd)
    drawn = names.written_out()
    (line,) = re.findall(r'<path class="leader" d="M(\d+) (\d+)L(\d+) (\d+)"/>', drawn)
    start, end = (int(line[0]), int(line[1])), (int(line[2]), int(line[3]))
    west, north, east, south = names.written[0][0]
    # It begins at the name, ends before the sign of the keep in the middle, and lies under all letters.
    assert west - 1 <= start[0] <= east + 1
    assert north - 1 <= start[1] <= south + 1
    assert abs(end[0] - 4800) < abs(start[0] - 4800) + 1
    assert abs(end[1] - 3600) <= abs(start[1] - 3600) + 1
    assert drawn.index("leader") < drawn.index("<text")


def test_no_line_leads_to_a_place_whose_name_stands_beside_it() -> None:
    names = Names(PEN, ground(SHEET), KNOWN, SMALL, Crowd())
    assert "leader" not in names.written_out()

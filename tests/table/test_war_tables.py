"""The two tables of the War of the Ring can be played on: everyone fits, marches take as long as planned."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import pytest

from assistant.kernel.inches import Mil, Point, mils
from assistant.packs.load import load_both
from assistant.rules.book import Book
from assistant.rules.effects.registry import parameters
from assistant.rules.moving.routes import journey, kept_at_start
from assistant.rules.scenario import Scenario
from assistant.table.atlas import Atlas, GroundKind
from assistant.table.ground import Ground, ground
from assistant.table.room import ranks, standing_room
from assistant.table.ways import Going, Way, find_way, spot_near, spots_at
from tests.rules.wayfaring import going as company

HARD: frozenset[GroundKind] = frozenset(
    {"woods", "hills", "marsh", "rocky", "sand", "caves", "rough", "path"}
)
CLOSED: frozenset[GroundKind] = frozenset({"mountain", "sea", "lake", "river", "wall", "falls", "tower"})
SLOW: frozenset[GroundKind] = frozenset({"ford", "shallows", "stream"})


def going(clear: int, difficult: int) -> Going:
    """CON-065 and AMB-029 as they stand: fords cost a whole move, and difficult ground caps it."""
    return Going(mils(clear), mils(difficult), mils(2), HARD, CLOSED, SLOW)


MAN, RIDER, ORC = going(10, 7), going(15, 7), going(8, 6)


@pytest.fixture(scope="module")
def war() -> tuple[Book, Scenario]:
    return load_both(effects=parameters())


@pytest.fixture(scope="module")
def atlas(war: tuple[Book, Scenario]) -> Atlas:
    return war[1].atlas


@pytest.fixture(scope="module")
def north(atlas: Atlas) -> Ground:
    return ground(atlas.sheets["north"])


@pytest.fixture(scope="module")
def south(atlas: Atlas) -> Ground:
    return ground(atlas.sheets["south"])


def march(atlas: Atlas, start: str, end: str, how: Going) -> Way:
    way = find_way(atlas, how, spots_at(atlas, start, touching=False), spots_at(atlas, end, touching=True))
    assert way is not None
    return way


def test_the_tables_are_twelve_and_eight_feet_wide_and_six_deep(atlas: Atlas) -> None:
    sizes = {id: (sheet.width, sheet.height) for id, sheet in atlas.sheets.items() if not sheet.inset_of}
    assert sizes == {"north": (144_000, 72_000), "south": (96_000, 72_000)}


def test_every_place_of_the_scenario_lies_on_a_table(war: tuple[Book, Scenario], atlas: Atlas) -> None:
    book, _ = war
    for place in book.places.values():
        sheet = atlas.sheet_of(place.id)
        assert sheet is not None, place.id
        assert place.table in (sheet.id, sheet.inset_of), place.id
        assert not ground(sheet).footprint(place.id).is_empty, place.id


def test_everyone_who_starts_somewhere_has_room_there(war: tuple[Book, Scenario], atlas: Atlas) -> None:
    book, scenario = war
    bases: dict[str, list[Mil]] = defaultdict(list)
    for start in scenario.starts:
        for figures in start.figures:
            if start.place is not None:
                profile = book.profiles[figures.profiles[0]]
                crew = profile.crew.size if profile.crew else 0
                size = [mils(round(profile.base_mm / 25.4, 3))] * figures.count + [mils(0.984)] * crew
                bases[start.place].extend(size)
    for place, sizes in bases.items():
        sheet = atlas.sheet_of(place)
        assert sheet is not None
        spots = ranks(standing_room(ground(sheet), place), sizes)
        assert None not in spots, f"{place} has no room for {spots.count(None)} of {len(sizes)}"


def test_towers_that_take_in_an_army_have_room_for_it(war: tuple[Book, Scenario], atlas: Atlas) -> None:
    book, _ = war
    for place in book.places.values():
        sheet = atlas.sheet_of(place.id)
        if place.tower_room and sheet is not None:
            tower = sheet.footprints[place.id]
            assert tower.tower is not None
            # A tower is drawn where it stands; those in it are set down on it, two deep on a base of 1".
            assert 3.2 * (tower.tower_radius / 1000) ** 2 >= place.tower_room * 0.785, place.id


@pytest.mark.parametrize("place", ["dunharrow", "glittering-caves"])
def test_six_figures_fit_where_six_may_shelter(south: Ground, place: str) -> None:
    assert None not in ranks(standing_room(south, place), [mils(0.984)] * 6)


def test_moria_is_an_inset_of_thirty_by_twelve_inches_at_least(atlas: Atlas) -> None:
    sheet = atlas.sheet_of("moria")
    assert sheet is not None
    assert sheet.inset_of == "north"
    assert (sheet.width >= 30_000, sheet.height >= 12_000) == (True, True)


@pytest.mark.parametrize("how", [going(16, 14), going(16, 16)])
def test_sneaking_through_moria_takes_four_turns_even_in_haste(atlas: Atlas, how: Going) -> None:
    # Hobbits double 8"; where Gandalf or Gimli leads no ground is difficult.
    sheet = atlas.sheet_of("moria")
    assert sheet is not None
    west, east = (link for link in atlas.links if link.to == sheet.id)
    around = frozenset({"caradhras", "high-pass", "moria-west-gate", "moria-east-gate"})
    way = find_way(
        atlas,
        replace(how, closed_places=around),
        [spot_near(atlas, sheet.id, west.to_start)],
        [spot_near(atlas, sheet.id, east.to_start)],
    )
    assert way is not None
    assert way.turns == 4
    assert {table for table, _ in way.line} == {sheet.id}


def test_fangorn_lies_more_than_twelve_inches_from_the_walls_of_isengard(south: Ground) -> None:
    assert south.gap("isengard", "fangorn") > 12_000


def test_no_hobbit_starts_within_six_inches_of_the_old_forest_or_the_downs(
    war: tuple[Book, Scenario], north: Ground
) -> None:
    book, scenario = war
    homes = {
        start.place
        for start in scenario.starts
        for figures in start.figures
        if start.place and book.profiles[figures.profiles[0]].race == "hobbit"
    } & set(north.sheet.footprints)
    assert homes >= {"hobbiton", "buckland", "tookborough", "bree"}
    for home in homes:
        assert min(north.gap(home, "old-forest"), north.gap(home, "barrow-downs")) > 6_000, home


@pytest.mark.parametrize(("a", "b"), list(combinations(["erebor", "dale", "lake-town"], 2)))
def test_erebor_dale_and_lake_town_are_five_inches_apart(north: Ground, a: str, b: str) -> None:
    assert north.gap(a, b) >= 5_000


@pytest.mark.parametrize(("a", "b"), list(combinations(["minas-tirith", "osgiliath", "minas-morgul"], 2)))
def test_each_of_the_three_cities_is_besieged_without_touching_another(south: Ground, a: str, b: str) -> None:
    # Besiegers stand within 1" of a wall on bases of 1"; two such rings with more than 1" between them.
    assert south.gap(a, b) > 2_000 + 2_000 + 1_000


@pytest.mark.parametrize(
    ("start", "end", "how", "least", "most"),
    [
        ("isengard", "helms-deep", MAN, 2, 2),
        ("edoras", "minas-tirith", replace(RIDER, road_only_places=frozenset({"druadan-forest"})), 3, 3),
        ("minas-morgul", "osgiliath", ORC, 1, 1),
        ("dol-guldur", "lothlorien", ORC, 2, 3),
        ("carn-dum", "shire", ORC, 5, 7),
        ("south-road", "black-gate", MAN, 5, 7),
    ],
)
def test_marches_take_as_many_turns_as_on_paper(
    atlas: Atlas, start: str, end: str, how: Going, least: int, most: int
) -> None:
    assert least <= march(atlas, start, end, how).turns <= most


def test_riders_on_the_road_all_the_way_come_from_edoras_to_minas_tirith_in_three_turns(
    atlas: Atlas, south: Ground
) -> None:
    only_road = replace(RIDER, closed=CLOSED | (HARD - {"path"}) | {"clear"})
    gate = south.sheet.footprints["minas-tirith"].gates[0]
    start = spot_near(atlas, "south", Point(mils(27.6), mils(53.1)))
    way = find_way(atlas, only_road, [start], [spot_near(atlas, "south", gate)])
    assert way is not None
    assert way.turns == 3
    assert way.over[0] == "great-west-road"


@pytest.mark.rules("FEL-09", "TER-01")
@pytest.mark.parametrize(
    ("who", "clear", "difficult", "turns"),
    [
        # A hobbit's 8 and 7 inches doubled in haste, and 2 more in rough ground with Sam's rope.
        (("frodo", "sam"), 16, 16, 9),
        (("frodo",), 16, 14, 10),
    ],
)
def test_frodo_comes_from_rauros_by_ithilien_and_cirith_ungol_to_mount_doom_in_nine_to_twelve_turns(
    war: tuple[Book, Scenario], who: tuple[str, ...], clear: int, difficult: int, turns: int
) -> None:
    book, scenario = war
    walkers = company(book, *who)
    kept = kept_at_start(scenario, walkers[0].me.house, "good")
    found = journey(book, scenario.atlas, walkers, "rauros-east-bank", "cracks-of-doom", kept)
    assert (found.going.clear, found.going.difficult) == (mils(clear), mils(difficult))
    assert found.way is not None
    assert found.way.turns == turns
    south = ground(scenario.atlas.sheets["south"])
    passed = {place for _, point in found.way.line for place in south.places_at(point)}
    assert {"emyn-muil", "shelobs-lair", "cirith-ungol", "gorgoroth", "mount-doom"} <= passed
    assert not {"black-gate", "minas-morgul"} & passed


def test_who_ends_a_move_in_shelobs_lair_to_fight_her_needs_nine_turns_too(
    war: tuple[Book, Scenario],
) -> None:
    book, scenario = war
    walkers = company(book, "frodo", "sam")
    kept = kept_at_start(scenario, walkers[0].me.house, "good")
    legs = [("rauros-east-bank", "shelobs-lair"), ("shelobs-lair", "cracks-of-doom")]
    ways = [journey(book, scenario.atlas, walkers, start, end, kept).way for start, end in legs]
    assert 9 <= sum(way.turns for way in ways if way) <= 12


@pytest.mark.rules("TER-01")
def test_nobody_of_good_comes_into_mordor_by_a_gate_that_is_kept(war: tuple[Book, Scenario]) -> None:
    book, scenario = war
    army = company(book, "gondor-foot")
    kept = kept_at_start(scenario, army[0].me.house, "good")
    assert {"black-gate", "minas-morgul"} <= kept
    # An army may not climb the stairs, so Mordor is closed to it; once the gates are taken it is not.
    assert journey(book, scenario.atlas, army, "osgiliath", "gorgoroth", kept).way is None
    assert journey(book, scenario.atlas, army, "osgiliath", "gorgoroth").way is not None


def test_the_tables_join_along_the_edge_and_through_the_gates_of_moria(atlas: Atlas) -> None:
    assert march(atlas, "rivendell", "minas-tirith", MAN).turns == pytest.approx(11, abs=2)
    assert [(link.table, link.to) for link in atlas.links] == [
        ("north", "south"), ("north", "moria-halls"), ("north", "moria-halls"),
    ]  # fmt: skip


def test_the_anduin_is_crossed_only_where_it_can_be(atlas: Atlas, south: Ground) -> None:
    """PLC-ENTWASH-01, PLC-ANDUIN-02: never between Rauros and Cair Andros, by a whole move below it."""

    def kinds(*line: tuple[float, float]) -> set[str]:
        return {piece.kind for piece in south.pieces([Point(mils(x), mils(y)) for x, y in line])}

    assert "river" in kinds((47, 57), (52, 57))
    assert "river" in kinds((54, 50), (58, 53))
    assert "shallows" in kinds((60, 40), (66, 40))
    assert "river" not in kinds((60, 40), (66, 40))
    assert "passage" in kinds((58.5, 46.6), (63.5, 46.6))
    assert "ford" in kinds((61, 33), (67, 33))
    assert "river" in kinds((58, 26), (63, 24))

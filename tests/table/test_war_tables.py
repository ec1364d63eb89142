"""The two tables of the War of the Ring can be played on: everyone fits, marches take as long as planned."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from shapely import union_all
from shapely.geometry.base import BaseGeometry

from assistant.kernel.inches import Point, mils
from assistant.packs.load import load_both
from assistant.packs.playable import measured, requirements, way_of
from assistant.packs.where import home
from assistant.rules.book import Book, PlaceId, ProfileId
from assistant.rules.effects.registry import parameters
from assistant.rules.moving.journeys import stretches
from assistant.rules.moving.paths import Way as Road
from assistant.rules.moving.paths import judge
from assistant.rules.moving.routes import going_of, journey, kept_at_start
from assistant.rules.scenario import Scenario
from assistant.table.atlas import Atlas, GroundKind
from assistant.table.going import Going
from assistant.table.ground import Ground, ground
from assistant.table.kept import Kept, KeptGap, KeptGround, KeptMarch, KeptRoom, KeptSize
from assistant.table.ways import Way, find_way, spot_near, spots_at
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


def wanted_of(one: Kept) -> str:
    """What a row of the list asks for, in a few words: the name of its test."""
    match one:
        case KeptGap():
            return f"{one.start} and {one.end} apart"
        case KeptMarch():
            return f"{' '.join(one.who)} from {one.start} to {one.end}{' edge' * one.is_from_edge}"
        case KeptRoom():
            return f"{sum(count for _, count in one.who)} in {one.place}"
        case _:
            return f"{one.sheet} as large"


BOOK, SCENARIO = load_both(effects=parameters())
LISTED = [one for one in requirements(BOOK, SCENARIO) if not isinstance(one, KeptGround)]


@pytest.mark.parametrize("one", LISTED, ids=wanted_of)
def test_the_map_keeps_what_it_must(one: Kept) -> None:
    found = measured(BOOK, SCENARIO, one)
    assert found is not None
    assert found.holds, found.sentence


def test_what_is_measured_is_told_in_names() -> None:
    ids = {id for sheet in SCENARIO.atlas.sheets.values() for id in sheet.footprints}
    for one in LISTED:
        found = measured(BOOK, SCENARIO, one)
        assert found is not None
        assert not ids & set(found.sentence.replace(":", " ").split()), found.sentence
    told = [found.about for one in LISTED if (found := measured(BOOK, SCENARIO, one))]
    assert "East bank of the Anduin above the Falls of Rauros to Cracks of Doom" in told


def least_gaps() -> dict[frozenset[str], float]:
    return {frozenset({one.start, one.end}): one.apart / 1000 for one in LISTED if isinstance(one, KeptGap)}


def marches() -> set[tuple[str, str, str, int, int]]:
    return {
        (one.who[0], one.start, one.end, *one.turns)
        for one in LISTED
        if isinstance(one, KeptMarch) and not one.is_from_edge and not one.through
    }


@pytest.mark.parametrize(
    ("pairs", "inches"),
    [
        ([("isengard", "fangorn")], 12),
        (combinations(("erebor", "dale", "lake-town"), 2), 4.999),
        # Besiegers stand within 1" of a wall on bases of 1"; two such rings with more than 1" between them.
        (combinations(("minas-tirith", "osgiliath", "minas-morgul"), 2), 5),
        # Lines 731-733: five of Saruman's may go further than 8" before his war; nobody else meets Rohan.
        ([("isengard", "helms-deep")], 8 + 1 + 1),
        ([(home, "old-forest") for home in ("hobbiton", "buckland", "tookborough", "bree")], 6),
    ],
)
def test_what_must_lie_apart_stands_in_the_list(pairs: list[tuple[str, str]], inches: float) -> None:
    listed = least_gaps()
    assert all(listed[frozenset(pair)] > inches for pair in pairs)


def test_every_march_that_was_planned_on_paper_stands_in_the_list() -> None:
    assert marches() == {
        ("frodo", "rauros-east-bank", "cracks-of-doom", 9, 12),
        ("uruk-hai", "isengard", "helms-deep", 2, 2),
        ("rider-of-rohan", "edoras", "minas-tirith", 3, 3),
        ("orc", "minas-morgul", "osgiliath", 1, 1),
        ("orc", "dol-guldur", "lothlorien", 2, 3),
        ("orc", "carn-dum", "shire", 5, 7),
        ("haradrim-foot", "south-road", "black-gate", 5, 7),
    }


def test_the_marches_on_paper_are_those_of_the_map() -> None:
    text = (home() / "scenarios" / "war-of-the-ring" / "README.md").read_text(encoding="utf-8")
    written = [line for line in text.split("\n") if line.startswith("|") and " to " in line.split("|")[1]]
    assert written == [_as_written(one) for one in LISTED if isinstance(one, KeptMarch)]


def _as_written(one: KeptMarch) -> str:
    start, end = (SCENARIO.place_names[PlaceId(place)] for place in (one.start, one.end))
    company = [BOOK.profiles[ProfileId(who)] for who in one.who]
    way = way_of(BOOK, SCENARIO, one, company)
    assert way is not None
    who = " and ".join(profile.name for profile in company)
    planned = " to ".join(map(str, sorted(set(one.turns))))
    return f"| {start} to {end}{', from the walls' * one.is_from_edge} | {who} | {planned} | {way.turns} |"


def test_moria_is_an_inset_of_thirty_by_twelve_inches_at_least(atlas: Atlas) -> None:
    assert KeptSize("moria-halls", mils(30), mils(12)) in [
        replace(one, why="", rules=()) for one in LISTED if isinstance(one, KeptSize)
    ]
    sheet = atlas.sheet_of("moria")
    assert sheet is not None
    assert sheet.inset_of == "north"


def test_whoever_starts_somewhere_is_in_the_list_with_his_place() -> None:
    at_home = {one.place for one in LISTED if isinstance(one, KeptRoom) and one.is_inside}
    assert at_home == {
        str(one.place) for one in SCENARIO.starts if one.place and SCENARIO.atlas.sheet_of(one.place)
    }


def test_towers_that_take_in_an_army_have_room_for_it(war: tuple[Book, Scenario], atlas: Atlas) -> None:
    book, _ = war
    for place in book.places.values():
        sheet = atlas.sheet_of(place.id)
        if place.tower_room and sheet is not None:
            tower = sheet.footprints[place.id]
            assert tower.tower is not None
            # A tower is drawn where it stands; those in it are set down on it, two deep on a base of 1".
            assert 3.2 * (tower.tower_radius / 1000) ** 2 >= place.tower_room * 0.785, place.id


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


def test_the_fellowship_sneaks_through_moria_for_four_turns_by_its_own_rules(
    war: tuple[Book, Scenario], atlas: Atlas
) -> None:
    # From the table through the inset and out again: Caradhras and the High Pass lie under snow, and the way
    # round by the south table is not there.
    book, _ = war
    sheets = {id: atlas.sheets[id] for id in ("north", "moria-halls")}
    north = Atlas(sheets, tuple(one for one in atlas.links if {one.table, one.to} <= {*sheets}))
    fellowship = company(book, "gandalf-the-white", "frodo", "sam", "aragorn", "legolas", "gimli", "boromir")
    how, _ = going_of(book, north, fellowship)
    snow = how.closed_places | {"caradhras", "high-pass"}
    start, end = (spots_at(north, gate, touching=False) for gate in ("moria-west-gate", "moria-east-gate"))
    way = find_way(north, replace(how, closed_places=snow), start, end)
    assert way is not None
    # Four turns end in the halls, and each is a roll not to be heard; on the next they are out.
    assert [table for table, _ in way.stops] == ["moria-halls"] * 4 + ["north"]


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
    for one in homes:
        assert min(north.gap(one, "old-forest"), north.gap(one, "barrow-downs")) > 6_000, one


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


@pytest.mark.parametrize("gate", ["moria-west-gate", "moria-east-gate"])
def test_goblins_come_out_of_moria_by_either_gate(war: tuple[Book, Scenario], gate: str) -> None:
    # Along the nearest wall of the halls, and over the threshold: not over the mountains.
    book, scenario = war
    found = journey(book, scenario.atlas, company(book, "goblin"), "moria", gate).way
    assert found is not None
    assert found.turns == 1


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


@pytest.mark.rules("PLC-LOTHLORIEN-02", "TER-11")
@pytest.mark.parametrize("x", [84, 87, 90, 91.5])
def test_elves_wade_the_silverlode_on_the_table_and_men_halt_on_its_bank(
    war: tuple[Book, Scenario], north: Ground, x: float
) -> None:
    book = war[0]
    way = stretches(north, (Point(mils(x), mils(11.5)), Point(mils(x), mils(7.5))))
    assert "silverlode-river" in [one.feature for one in way]
    assert judge(book, company(book, "armored-elf"), Road(way)).is_allowed
    assert judge(book, company(book, "rohan-foot", "armored-elf"), Road(way)).is_allowed
    halt = judge(book, company(book, "rohan-foot"), Road(way)).first
    assert halt is not None
    assert halt.why.rule == "TER-11"


@pytest.mark.parametrize("table", ["north", "south"])
def test_every_road_that_meets_water_has_a_crossing_there(atlas: Atlas, table: str) -> None:
    land = ground(atlas.sheets[table])

    def of(*kinds: GroundKind) -> list[tuple[str, BaseGeometry]]:
        return [(cover.feature, cover.shape) for cover in land.covers if cover.kind in kinds]

    over = union_all([shape for _, shape in of("ford", "bridge", "passage", "shallows")])
    waters = of("river", "stream", "lake", "sea")
    met = {
        (road, water): round(course.intersection(wet).difference(over).area)
        for road, course in of("road")
        for water, wet in waters
        if course.intersects(wet)
    }
    assert len(met) >= 5
    assert {pair: left for pair, left in met.items() if left} == {}


def test_men_of_dale_come_from_lake_town_by_the_bridge_over_the_forest_river_in_a_turn(
    war: tuple[Book, Scenario],
) -> None:
    # 5.9" for a move of 10"; a stream without a bridge takes a whole move.
    book, scenario = war
    found = journey(book, scenario.atlas, company(book, "man-of-dale"), "lake-town", "dale").way
    assert found is not None
    assert found.turns == 1

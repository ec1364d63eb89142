"""What makes the two tables playable, in figures that stand here too, measured on the map itself."""

from __future__ import annotations

from itertools import combinations
from math import ceil, cos, pi, sin

import pytest
import shapely

from assistant.kernel.inches import Mil, Point
from assistant.packs.load import load_both
from assistant.rules.book import Book, ProfileId
from assistant.rules.effects.registry import parameters
from assistant.rules.measuring import FOOT_MM, base_of
from assistant.rules.moving.routes import journey, kept_at_start
from assistant.rules.scenario import Scenario
from assistant.table.atlas import Atlas
from assistant.table.bases import GRAINS_PER_MIL, Base, Standing
from assistant.table.ground import ground
from assistant.table.setting_out import in_place
from assistant.table.survey import survey
from tests.rules.wayfaring import going as company

INCH = 1000
War = tuple[Book, Scenario]


@pytest.fixture(scope="module")
def war() -> War:
    return load_both(effects=parameters())


@pytest.fixture(scope="module")
def atlas(war: War) -> Atlas:
    return war[1].atlas


def test_the_walls_of_isengard_are_more_than_twelve_inches_from_the_nearest_tree_of_fangorn(
    atlas: Atlas,
) -> None:
    south = ground(atlas.sheets["south"])
    at, walls = south.sheet.footprints["isengard"].at, south.sheet.footprints["isengard"].radius
    assert at is not None
    trees = south.shape("fangorn-wood")
    assert trees.distance(shapely.Point(at.x, at.y)) - walls > 12 * INCH


@pytest.mark.parametrize(("one", "other"), [*combinations(("erebor", "dale", "lake-town"), 2)])
def test_erebor_dale_and_lake_town_are_five_inches_apart(atlas: Atlas, one: str, other: str) -> None:
    north = ground(atlas.sheets["north"])
    assert north.footprint(one).distance(north.footprint(other)) >= 5 * INCH


def test_moria_is_an_inset_of_thirty_by_twelve_inches_or_more(atlas: Atlas) -> None:
    sheet = atlas.sheet_of("moria")
    assert sheet is not None
    assert sheet.inset_of
    assert sheet.width >= 30 * INCH
    assert sheet.height >= 12 * INCH


def starting(war: War, place: str) -> list[Base]:
    """The bases of all who begin at a place, the crews of their weapons on foot."""
    book, scenario = war
    found: list[Base] = []
    for start in scenario.starts:
        for figures in start.figures if start.place == place else ():
            who = book.profiles[figures.profiles[0]]
            found += [base_of(who, who.starts_mounted or who.printed_mounted)] * figures.count
            found += [Base.of(FOOT_MM)] * (who.crew.size if who.crew else 0)
    return found


def homes(war: War) -> list[str]:
    _, scenario = war
    placed = {str(one.place) for one in scenario.starts if one.place} & {
        id for sheet in scenario.atlas.sheets.values() for id in sheet.footprints
    }
    return sorted(placed)


def test_everyone_who_starts_somewhere_stands_wholly_inside_and_on_nobody(war: War, atlas: Atlas) -> None:
    for place in homes(war):
        sheet = atlas.sheet_of(place)
        assert sheet is not None
        land, bases = ground(sheet), starting(war, place)
        spots = in_place(land, place, bases, ())
        assert spots is not None, place
        home = land.footprint(place)
        assert all(home.contains(shapely.Point(spot.x, spot.y)) for spot in spots), place
        for (a, one), (b, other) in combinations(zip(spots, bases, strict=True), 2):
            apart = shapely.Point(a.x, a.y).distance(shapely.Point(b.x, b.y))
            assert apart >= (one.inner + other.inner) / GRAINS_PER_MIL - 2, place


def test_no_starting_hobbit_stands_within_six_inches_of_the_old_forest(war: War, atlas: Atlas) -> None:
    book, scenario = war
    north = ground(atlas.sheets["north"])
    seen = set()
    for start in scenario.starts:
        if any(book.profiles[one.profiles[0]].race == "hobbit" for one in start.figures):
            place = str(start.place)
            if place in north.sheet.footprints:
                bases = starting(war, place)
                spots = in_place(north, place, bases, ())
                assert spots is not None
                for spot, base in zip(spots, bases, strict=True):
                    far = north.shape("old-forest-wood").distance(shapely.Point(spot.x, spot.y))
                    assert far - base.outer / GRAINS_PER_MIL > 6 * INCH, place
                seen.add(place)
    assert {"hobbiton", "buckland", "tookborough", "bree"} <= seen


def besiegers(atlas: Atlas, place: str) -> list[Standing]:
    """A ring of figures on bases of an inch, an inch from the place and less than that from one another."""
    sheet = atlas.sheet_of(place)
    assert sheet is not None
    one = sheet.footprints[place]
    assert one.at is not None
    far = one.radius + INCH + INCH / 2
    count = ceil(2 * pi * far / (1.9 * INCH))
    spots = [
        (one.at.x + far * cos(2 * pi * n / count), one.at.y + far * sin(2 * pi * n / count))
        for n in range(count)
    ]
    return [
        Standing(f"{place}-{n}", "evil", sheet.id, Point(Mil(round(x)), Mil(round(y))), Base.of(25))
        for n, (x, y) in enumerate(spots)
    ]


def test_minas_tirith_osgiliath_and_minas_morgul_are_besieged_by_hosts_that_do_not_touch(
    atlas: Atlas,
) -> None:
    cities = ("minas-tirith", "osgiliath", "minas-morgul")
    forces = survey([one for city in cities for one in besiegers(atlas, city)]).forces
    assert len(forces) == 3
    for force, city in zip(forces, cities, strict=True):
        assert {id.rsplit("-", 1)[0] for id in force.figures} == {city}


@pytest.mark.parametrize(
    ("who", "start", "end", "least", "most"),
    [
        (("frodo", "sam"), "rauros-east-bank", "cracks-of-doom", 9, 12),
        (("frodo",), "rauros-east-bank", "cracks-of-doom", 9, 12),
        (("uruk-hai",), "isengard", "helms-deep", 2, 2),
        (("rider-of-rohan",), "edoras", "minas-tirith", 3, 3),
        (("orc",), "minas-morgul", "osgiliath", 1, 1),
        (("orc",), "dol-guldur", "lothlorien", 2, 3),
        (("orc",), "carn-dum", "shire", 5, 7),
        (("haradrim-foot",), "south-road", "black-gate", 5, 7),
    ],
)
def test_a_march_takes_as_many_turns_as_planned(
    war: War, who: tuple[str, ...], start: str, end: str, least: int, most: int
) -> None:
    book, scenario = war
    walkers = company(book, *who)
    side = book.profiles[ProfileId(who[0])].side
    found = journey(
        book, scenario.atlas, walkers, start, end, kept_at_start(scenario, walkers[0].me.house, side)
    )
    assert found.way is not None
    assert least <= found.way.turns <= most

"""Forces are set out where they are said to be: inside first, and the rest just beside."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point, mils
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures
from assistant.rules.deeds.gathering import Unite
from assistant.rules.deeds.placing import SetOut
from assistant.rules.measuring import base_of, survey_of
from assistant.rules.moving.journeys import ground_of_table
from assistant.rules.war import Force, Spot
from assistant.table.setting_out import is_firm
from tests.running.table import Running


def crowd(running: Running, leader: str, profile: str, count: int) -> Force:
    """So many more join a leader's force where it is."""
    force = running.force_with(leader)
    running.do(AddFigures(ProfileId(profile), count, force.commander, force.place, "a large muster"))
    return join_up(running, force, [*running.world.war.forces.values()][-1])


def join_up(running: Running, force: Force, others: Force) -> Force:
    if force.id != others.id:
        running.do(Unite((force.id, others.id)))
    return running.world.war.forces[force.id]


def stands_in(running: Running, spot: Spot, place: str) -> bool:
    land = ground_of_table(running.game.kit, spot.table)
    return land is not None and place in land.places_at(Point(Mil(spot.x), Mil(spot.y)))


@pytest.mark.parametrize(
    ("leader", "profile", "place", "more"),
    [("dain", "dwarf-warrior", "erebor", 60), ("cirdan", "armored-elf", "grey-havens", 20)],
)
def test_a_force_too_large_for_its_place_fills_it_and_the_rest_stand_just_outside(
    game_on: Running, leader: str, profile: str, place: str, more: int
) -> None:
    before = len(game_on.force_with(leader).figures)
    force = crowd(game_on, leader, profile, more)
    game_on.do(SetOut(force.id))
    spots = [game_on.world.war.spots[one] for one in force.figures]
    inside = [spot for spot in spots if stands_in(game_on, spot, place)]
    # Those who found room in it before still do, not everybody does now, and they remain one force.
    assert before <= len(inside) < len(spots)
    homes = survey_of(game_on.game.kit, game_on.world).forces
    assert sum(any(one in home.figures for one in force.figures) for home in homes) == 1
    assert game_on.force_with(leader).place == PlaceId(place)


@pytest.mark.rules("FOR-03")
def test_a_garrison_stands_base_to_base_within_its_walls_and_whoever_finds_no_room_is_told_of(
    game_on: Running,
) -> None:
    # The walls of Isengard are 3.9" about Orthanc. In ranks with a finger between them 30 or so find room.
    force = crowd(game_on, "saruman", "orc", 50)
    game_on.do(SetOut(force.id))
    spots = [game_on.world.war.spots[one] for one in force.figures]
    inside = [spot for spot in spots if stands_in(game_on, spot, "isengard")]
    assert 34 <= len(inside) < len(spots)
    lost = f"{len(spots) - len(inside)} of {len(spots)}"
    assert any(
        f"{lost} find no room inside Isengard and stand before the walls" in one for one in game_on.said
    )
    land = ground_of_table(game_on.game.kit, "south")
    assert land is not None
    for one, spot in zip(force.figures, spots, strict=True):
        figure = game_on.world.figures[one]
        base = base_of(game_on.game.kit.book.profiles[figure.profile], figure.mounted)
        assert is_firm(land, Point(Mil(spot.x), Mil(spot.y)), base), one


def test_setting_out_never_changes_where_a_force_is_said_to_be(game_on: Running) -> None:
    said = {force.id: force.place for force in game_on.world.war.forces.values()}
    for force in [*said]:
        if game_on.game.kit.scenario.atlas.sheet_of(said[force]) is not None:
            game_on.do(SetOut(force))
    assert {force.id: force.place for force in game_on.world.war.forces.values()} == said


def test_a_force_in_open_country_keeps_its_place_and_comes_to_no_spot_that_nobody_holds(
    game_on: Running,
) -> None:
    # Six inches east of the Lonely Mountain: somewhere east of the Misty Mountains, as half the table is.
    force = game_on.force_with("dain")
    game_on.do(SetOut(force.id))
    spot = game_on.world.war.spots[FigureId("dain")]
    game_on.do(SetOut(force.id, spot.table, spot.x + mils(6), spot.y))
    there = game_on.world.war.spots[FigureId("dain")]
    assert stands_in(game_on, there, "east-of-misty-mountains")
    assert not stands_in(game_on, there, "erebor")
    assert game_on.force_with("dain").place == PlaceId("erebor")

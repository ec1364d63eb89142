"""Measured forces that march to a place are judged as every move on the table is, and may be let go."""

from __future__ import annotations

from math import hypot

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.inches import Mil, Point, mils
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.placing import Measure, Measured, SetOut
from assistant.rules.deeds.shifting import Confront, Shift
from assistant.rules.measuring import apart, is_measured, survey_of
from assistant.rules.moving.journeys import ground_of_table
from assistant.rules.war import Force, Spot
from tests.running.table import Running

DOOM, MINAS_TIRITH, EDORAS = PlaceId("cracks-of-doom"), PlaceId("minas-tirith"), PlaceId("edoras")


@pytest.fixture
def moving(game_on: Running) -> Running:
    """The movement phase of turn 1."""
    return game_on.go_to(1, "movement")


def set_out(running: Running, figure: str) -> Force:
    running.do(SetOut(running.force_with(figure).id))
    return running.force_with(figure)


@pytest.mark.rules("MOV-01")
def test_frodo_does_not_walk_from_rauros_to_the_cracks_of_doom_in_one_move(moving: Running) -> None:
    frodo = set_out(moving, "frodo")
    with pytest.raises(Illegal, match=r"in one move: that takes 9 turns \(MOV-01\)") as refused:
        moving.do(March(frodo.id, DOOM))
    assert refused.value.do is not None
    assert "this turn's move ends at" in refused.value.do
    assert "game master may overrule" in refused.value.do


@pytest.mark.rules("MOV-01")
def test_theoden_rides_from_edoras_to_minas_tirith_in_three_turns_and_not_in_one(moving: Running) -> None:
    theoden = set_out(moving, "theoden")
    with pytest.raises(Illegal, match=r"that takes 3 turns \(MOV-01\)"):
        moving.do(March(theoden.id, MINAS_TIRITH))
    assert moving.force_with("theoden").place == EDORAS


def test_the_game_master_lets_them_go_and_his_reason_is_kept(moving: Running) -> None:
    frodo = set_out(moving, "frodo")
    word = March(frodo.id, DOOM, overruled="the eagles came")
    moving.do(word)
    assert moving.force_with("frodo").place == DOOM
    assert is_measured(moving.world, moving.force_with("frodo"))
    assert moving.titles[-1] == "Frodo to Cracks of Doom, by the game master's word: the eagles came"
    # A commander moves his own forces, and lets nobody pass whom a rule forbids to.
    kit, world = moving.game.kit, moving.world
    assert tuple(word.owners(kit, world)) == ()
    assert March(frodo.id, DOOM).owners(kit, world) == [frodo.commander]


@pytest.mark.rules("MOV-01")
def test_a_force_that_nobody_measured_is_told_and_not_forbidden(moving: Running) -> None:
    moving.do(March(moving.force_with("frodo").id, DOOM), "another-way")
    assert moving.force_with("frodo").place == DOOM


def test_a_place_that_no_way_leads_to_is_said_to_be_closed(moving: Running) -> None:
    # The gates of Mordor are kept, and Ithilien lies outside them.
    faramir = set_out(moving, "faramir")
    with pytest.raises(Illegal, match="the map knows no way there"):
        moving.do(March(faramir.id, PlaceId("gorgoroth")))


def test_where_no_room_is_left_nobody_marches_and_everybody_still_stands_where_he_stood(
    moving: Running,
) -> None:
    # With 400 more on foot in the open Eastfold he has too many for Edoras and the ground about it.
    eomer = moving.force_with("eomer")
    for _ in range(5):
        moving.do(AddFigures(ProfileId("rohan-foot"), 80, eomer.commander, eomer.place, "all of Rohan"))
    moving.do(Unite((eomer.id, *[*moving.world.war.forces][-5:])))
    moving.do(SetOut(eomer.id, "south", mils(35), mils(47)))
    before = dict(moving.world.war.spots)
    with pytest.raises(Illegal, match="Éomer finds no room at Edoras"):
        moving.do(March(eomer.id, EDORAS))
    assert moving.world.war.spots == before


# ---- onto an enemy ---------------------------------------------------------------------------------------


@pytest.mark.rules("CMB-01")
@pytest.mark.parametrize(
    ("comer", "keeper", "place"),
    [("witch-king", "osgiliath-veteran-1", "osgiliath"), ("saruman", "theodred", "fords-of-isen")],
)
def test_who_marches_to_where_a_measured_enemy_stands_meets_him(
    moving: Running, comer: str, keeper: str, place: str
) -> None:
    ours, theirs = set_out(moving, comer), set_out(moving, keeper)
    moving.do(March(ours.id, PlaceId(place)))
    gap = apart(moving.game.kit, moving.world, moving.force_with(comer), theirs)
    assert gap is not None
    assert gap <= mils(1)
    moving.do(Confront())
    met = moving.world.war.contact_of(ours.id)
    assert met is not None
    assert theirs.id in (*met.good, *met.evil)
    assert met.attacker == "evil"


@pytest.mark.rules("TER-01")
def test_before_gates_that_an_enemy_keeps_they_stand_outside_the_walls(moving: Running) -> None:
    # Éomer's riders come to Isengard from the fords, a short way; the uruks keep its gates.
    set_out(moving, "saruman")
    eomer = moving.force_with("eomer")
    moving.do(SetOut(eomer.id, "south", mils(14.3), mils(57)))
    moving.do(March(eomer.id, PlaceId("isengard")))
    assert any("stand before the walls (TER-01)" in line for line in moving.said)
    for one in eomer.figures:
        spot = moving.world.war.spots[one]
        land = ground_of_table(moving.game.kit, spot.table)
        assert land is not None
        assert "isengard" not in land.places_at(Point(Mil(spot.x), Mil(spot.y)))


def test_a_friend_who_comes_stands_where_he_came_in_and_meets_nobody(moving: Running) -> None:
    theoden, eomer = set_out(moving, "theoden"), set_out(moving, "eomer")
    east = moving.world.war.spots[eomer.figures[0]].x
    moving.do(March(eomer.id, EDORAS))
    # Edoras lies west of the Eastfold, and they come in at its eastern side.
    footprint = moving.game.kit.scenario.atlas.sheets["south"].footprints["edoras"]
    assert footprint.at is not None
    xs = [moving.world.war.spots[one].x for one in eomer.figures]
    assert footprint.at.x < sum(xs) / len(xs) < east
    gap = apart(moving.game.kit, moving.world, moving.force_with("eomer"), theoden)
    assert gap is not None
    assert gap > 0


@pytest.mark.rules("MOV-13")
def test_an_enemy_who_belongs_elsewhere_still_holds_a_measured_force_fast(moving: Running) -> None:
    # In the open plain; the orc who stands half an inch off is still said to be at Isengard.
    theoden, orcs = moving.force_with("theoden"), moving.force_with("saruman")
    moving.do(SetOut(theoden.id, "south", mils("24"), mils("56")))
    one = moving.world.war.spots[theoden.figures[0]]
    moving.do(Measure((Measured(orcs.figures[0], Spot("south", one.x, one.y + 1500)),)))
    assert moving.force_with("saruman").place != moving.force_with("theoden").place
    moving.do(March(theoden.id, PlaceId("dunharrow")))
    assert moving.force_with("theoden").place == EDORAS
    assert moving.said == ["Théoden has an enemy within 1 inch and stays (MOV-13)."]


@pytest.mark.rules("MOV-01", "FRC-02")
def test_nobody_of_a_block_that_marches_to_a_place_goes_further_than_the_slowest_may(moving: Running) -> None:
    # Orcs walk 8", and out of Minas Morgul by its gate: not the 12" that the last of them once went.
    witch_king = set_out(moving, "witch-king")
    before = moving.world.war.spots
    moving.do(March(witch_king.id, PlaceId("osgiliath")))
    after = moving.world.war.spots
    assert moving.force_with("witch-king").place == "osgiliath"
    gone = [hypot(after[one].x - before[one].x, after[one].y - before[one].y) for one in witch_king.figures]
    assert 4000 < max(gone) <= 8001


@pytest.mark.rules("MOV-01")
def test_closing_up_takes_nobody_further_than_he_may_go(moving: Running) -> None:
    # In the open plain: a straggler stands 12" behind his leader, who halts 5.8" on where an enemy stands.
    witch_king = moving.force_with("witch-king")
    moving.do(SetOut(witch_king.id, "south", mils("24"), mils("56")))
    lead, last = witch_king.figures[0], witch_king.figures[-1]
    at, foe = moving.world.war.spots[lead], moving.force_with("faramir").figures[0]
    there = Measured(foe, Spot("south", at.x, at.y + 5900))
    moving.do(Measure((Measured(last, Spot("south", at.x, at.y - 12000)), there)))
    with pytest.raises(Illegal, match=r"may not go .* on this way \(MOV-01\)"):
        moving.do(Shift(witch_king.id, ((at.x, at.y + 5800),)))


@pytest.mark.rules("MOV-01", "FRC-01")
def test_whoever_cannot_come_as_far_as_his_leader_strings_out_behind_him(moving: Running) -> None:
    # The same with a straggler 6" behind: all keep within an inch of another, and none goes more than 8".
    witch_king = moving.force_with("witch-king")
    moving.do(SetOut(witch_king.id, "south", mils("24"), mils("56")))
    lead, last = witch_king.figures[0], witch_king.figures[-1]
    at, foe = moving.world.war.spots[lead], moving.force_with("faramir").figures[0]
    before = moving.world.war.spots
    # In the way of one of them stands an enemy, so that they cannot go as the block they are.
    beside = before[witch_king.figures[-2]]
    there = Measured(foe, Spot("south", beside.x, beside.y + 5800))
    moving.do(Measure((Measured(last, Spot("south", at.x, at.y - 6000)), there)))
    before = moving.world.war.spots
    moving.do(Shift(witch_king.id, ((at.x, at.y + 5800),)))
    after = moving.world.war.spots
    assert (after[lead].x, after[lead].y) == (at.x, at.y + 5800)
    gone = [hypot(after[one].x - before[one].x, after[one].y - before[one].y) for one in witch_king.figures]
    assert max(gone) <= 8001
    together = next(one for one in survey_of(moving.game.kit, moving.world).forces if lead in one.figures)
    assert {*together.figures} == {*witch_king.figures}


@pytest.mark.rules("MOV-01")
def test_those_within_walls_go_out_by_the_gate_and_no_further_than_they_may(moving: Running) -> None:
    # Minas Morgul: a wall of 3.5" about 75.3,32.7, a gate at 71.8,32.8. One orc stands before it, another at
    # the northern wall inside: as a block he would go 4.7" through it. By the gate he has more.
    witch_king = moving.force_with("witch-king")
    outside, inside = [one for one in witch_king.figures if one.startswith("orc")][:2]
    moving.do(Divide(witch_king.id, (outside, inside)))
    stood = {outside: (70.4, 32.8), inside: (75.2, 35.4)}
    moving.do(Measure(tuple(Measured(one, Spot("south", mils(x), mils(y))) for one, (x, y) in stood.items())))
    moving.do(Shift(moving.force_with(outside).id, ((mils("70.4"), mils("37.5")),)))
    spots = {one: moving.world.war.spots[one] for one in stood}
    assert (spots[outside].x, spots[outside].y) == (mils("70.4"), mils("37.5"))
    # He comes within an inch of the other: two bases of 25 mm, and an inch.
    assert hypot(spots[inside].x - spots[outside].x, spots[inside].y - spots[outside].y) <= mils("1.985")
    to_gate = hypot(75.2 - 71.8, 35.4 - 32.8) - 0.7
    on = hypot(spots[inside].x / 1000 - 71.8, spots[inside].y / 1000 - 32.8) - 0.7
    assert 4.7 < to_gate + on <= 8

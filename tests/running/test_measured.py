"""Forces on a measured table: set out, moved, pinned, met, and asked nothing that can be measured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId, Trait
from assistant.rules.combat.setup import SIDES
from assistant.rules.deeds.battles import proposed
from assistant.rules.deeds.by_hand import AddFigures
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.placing import Lift, Measure, Measured, SetOut
from assistant.rules.deeds.retreating import retreat
from assistant.rules.deeds.shifting import Confront, Shift, Tidy
from assistant.rules.fight.facts import LeftBehind
from assistant.rules.game import RingOfPower
from assistant.rules.limits import strains
from assistant.rules.measuring import is_measured, survey_of
from assistant.rules.war import Force, Spot
from tests.running.table import Running

EDORAS, HELMS_DEEP = PlaceId("edoras"), PlaceId("helms-deep")


@pytest.fixture
def moving(game_on: Running) -> Running:
    """The movement phase of turn 1."""
    return game_on.go_to(1, "movement")


def stand(running: Running, figure: str, x: float, y: float, table: str = "south") -> Running:
    """One figure where the table says."""
    return running.do(Measure((Measured(FigureId(figure), Spot(table, mils(x), mils(y))),)))


def set_out(running: Running, figure: str) -> Force:
    running.do(SetOut(running.force_with(figure).id))
    return running.force_with(figure)


def shift(running: Running, figure: str, *way: tuple[float, float], why: str = "") -> Running:
    points = tuple((mils(x), mils(y)) for x, y in way)
    return running.do(Shift(running.force_with(figure).id, points, why))


def at(running: Running, figure: str) -> tuple[float, float]:
    spot = running.world.war.spots[FigureId(figure)]
    return spot.x / 1000, spot.y / 1000


# ---- setting out -----------------------------------------------------------------------------------------


@pytest.mark.rules("FRC-01")
def test_every_starting_force_is_set_out_at_its_place_as_one_force_clear_of_all_others(
    game_on: Running,
) -> None:
    kit = game_on.game.kit
    for force in [*game_on.world.war.forces.values()]:
        if kit.scenario.atlas.sheet_of(force.place) is not None:
            game_on.do(SetOut(force.id))
    seen = survey_of(kit, game_on.world)
    homes = [{game_on.world.war.force_of(FigureId(one)) for one in force.figures} for force in seen.forces]
    declared = [force for force in game_on.world.war.forces.values() if is_measured(game_on.world, force)]
    assert len(declared) > 30
    # Only those who have met an enemy touch one, at Amon Hen (line 655), and each force stands together.
    assert [
        sorted({one.rstrip("-0123456789") for _, those in each.fighters for one in those})
        for each in seen.combats
    ] == [["boromir", "lurtz", "merry", "pippin", "uruk-hai-scout"]]
    assert all(sum(force in home for home in homes) == 1 for force in declared)


def test_a_garrison_stands_inside_its_walls(moving: Running) -> None:
    force = set_out(moving, "rohan-foot-1")
    assert force.place == HELMS_DEEP
    spots = {moving.world.war.spots[one] for one in force.figures}
    assert len(spots) == len(force.figures)
    assert {spot.table for spot in spots} == {"south"}


def test_where_there_is_no_room_nobody_is_set_out(moving: Running) -> None:
    lake = SetOut(moving.force_with("theoden").id, "south", mils(47), mils(65))
    with pytest.raises(Illegal, match="finds no room"):
        moving.do(lake)


def test_a_force_can_be_measured_no_more(moving: Running) -> None:
    force = set_out(moving, "theoden")
    moving.do(Lift(force.id))
    assert not is_measured(moving.world, force)


def test_nobody_stands_beyond_the_edge_or_on_a_table_that_is_not_there(moving: Running) -> None:
    with pytest.raises(Illegal, match="lies beyond the edge"):
        stand(moving, "theoden", 500, 3)
    with pytest.raises(Illegal, match="no table 'middle'"):
        stand(moving, "theoden", 5, 3, "middle")


def test_whoever_is_measured_in_another_place_is_there(moving: Running) -> None:
    force = set_out(moving, "theodred")
    moving.do(SetOut(force.id, "south", mils(27.6), mils(50.4)))
    assert moving.force_with("theodred").place == EDORAS


# ---- moving ----------------------------------------------------------------------------------------------


@pytest.mark.rules("MOV-01", "FRC-02")
def test_a_force_moves_as_a_block_and_no_further_than_its_slowest(moving: Running) -> None:
    # Éomer and four riders in the Eastfold, all swift, ride 17 inches over clear ground.
    force = set_out(moving, "eomer")
    before = {one: at(moving, one) for one in force.figures}
    x, y = before[FigureId("eomer")]
    with pytest.raises(Illegal, match=r"may not go all 18\".*MOV-01") as refused:
        shift(moving, "eomer", (x - 18, y))
    assert 'the force gets 17"' in refused.value.do
    shift(moving, "eomer", (x + 9, y))
    for one, (was_x, was_y) in before.items():
        assert at(moving, one) == pytest.approx((was_x + 9, was_y), abs=0.002)
    assert moving.force_with("eomer").moved == 1
    with pytest.raises(Illegal, match="has moved this turn"):
        shift(moving, "eomer", (x, y))


def test_the_game_master_may_overrule_a_rule_and_the_reason_is_kept(moving: Running) -> None:
    set_out(moving, "eomer")
    x, y = at(moving, "eomer")
    shift(moving, "eomer", (x - 18, y + 6), why="the table agreed")
    assert at(moving, "eomer")[0] == pytest.approx(x - 18, abs=0.002)


@pytest.mark.rules("PLC-ANDUIN-01")
@pytest.mark.effect("impassable")
def test_a_river_on_the_way_is_named_as_what_forbids_it(moving: Running) -> None:
    # From Osgiliath's ruins south-west over the Anduin, away from ford and bridge.
    set_out(moving, "faramir")
    stand_all(moving, "faramir", 62.5, 26)
    with pytest.raises(Illegal, match="PLC-ANDUIN-01"):
        shift(moving, "faramir", (55, 26))


@pytest.mark.rules("PPL-ORCDRUMMER-01")
@pytest.mark.effect("orc-drummer")
def test_with_a_drummer_orcs_get_an_inch_further_on_every_other_turn(game_on: Running) -> None:
    # Turns 1, 3, 5: 8 inches and the drum's one; on turn 2 the 8 of the chart.
    drummer = AddFigures(ProfileId("orc-drummer"), 1, CommanderId("khamul"), PlaceId("dol-guldur"), "a drum")
    drum = "orc-drummer-1"
    for turn, far in ((1, 9), (2, 8), (3, 9)):
        running = game_on.copy().go_to(turn, "movement").do(drummer)
        running.do(SetOut(running.force_with(drum).id, "north", mils(120), mils(30)))
        x, y = at(running, drum)
        with pytest.raises(Illegal) as refused:
            shift(running, drum, (x, y - 10))
        assert f'the force gets {far}"' in refused.value.do
        shift(running, drum, (x, y - far))


@pytest.mark.rules("TER-01")
def test_the_black_gate_is_closed_to_a_hobbit_while_orcs_keep_it_and_open_when_they_are_gone(
    moving: Running,
) -> None:
    # Frodo has come by the road before the gate, 3 inches from it, and would walk on into Mordor.
    set_out(moving, "frodo")
    stand_all(moving, "frodo", 66.6, 64.4)
    with pytest.raises(Illegal, match=r"the enemy keeps this gate \(TER-01\)"):
        shift(moving, "frodo", (72, 61.6))
    for force in [*moving.world.war.at(PlaceId("black-gate"))]:
        moving.do(March(force.id, PlaceId("barad-dur")))
    shift(moving, "frodo", (72, 61.6))
    assert at(moving, "frodo") == (72, 61.6)


def stand_all(running: Running, figure: str, x: float, y: float) -> None:
    running.do(SetOut(running.force_with(figure).id, "south", mils(x), mils(y)))


@pytest.mark.rules("PPL-DENETHOR-01")
@pytest.mark.effect("leash")
def test_denethor_does_not_leave_minas_tirith(moving: Running) -> None:
    moving.do(Divide(moving.force_with("denethor").id, (FigureId("denethor"),)))
    set_out(moving, "denethor")
    x, y = at(moving, "denethor")
    with pytest.raises(Illegal, match="PPL-DENETHOR-01"):
        shift(moving, "denethor", (x - 1, y), (56.8, 31.9), (60, 32))


def test_a_force_without_measures_is_told_to_set_out_first(moving: Running) -> None:
    with pytest.raises(Illegal, match="has been measured"):
        shift(moving, "eomer", (30, 30))


def test_a_measured_force_that_marches_to_a_place_is_set_out_there(moving: Running) -> None:
    force = set_out(moving, "eomer")
    moving.do(March(force.id, EDORAS))
    assert is_measured(moving.world, moving.force_with("eomer"))
    land = moving.game.kit.scenario.atlas.sheets["south"].footprints["edoras"]
    assert land.at is not None
    x, y = at(moving, "eomer")
    assert (x - land.at.x / 1000) ** 2 + (y - land.at.y / 1000) ** 2 < (land.radius / 1000) ** 2


def test_a_straggling_force_closes_up(moving: Running) -> None:
    force = set_out(moving, "eomer")
    x, y = at(moving, "eomer")
    stand(moving, force.figures[-1], x + 5, y + 5)
    assert together(moving, force) == 4
    moving.do(Tidy(force.id))
    assert together(moving, force) == 5


def together(running: Running, force: Force) -> int:
    """How many of a force hang together with its first figure."""
    forces = survey_of(running.game.kit, running.world).forces
    return len(next(one.figures for one in forces if force.figures[0] in one.figures))


# ---- pinned and met --------------------------------------------------------------------------------------


@pytest.mark.rules("MOV-13")
def test_nobody_is_asked_who_is_pinned_where_it_can_be_measured(moving: Running) -> None:
    theoden = set_out(moving, "theoden")
    x, y = at(moving, "theoden")
    stand(moving, "shelob", x + 6, y)
    # Shelob is at Edoras too, and far enough away.
    free = moving.copy()
    free.do(March(theoden.id, HELMS_DEEP))
    assert free.force_with("theoden").place == HELMS_DEEP
    stand(moving, "shelob", x + 1.5, y)
    moving.do(March(theoden.id, HELMS_DEEP))
    assert moving.force_with("theoden").place == EDORAS
    with pytest.raises(Illegal, match="has an enemy within 1 inch"):
        shift(moving, "theoden", (x + 5, y))


@pytest.mark.rules("CMB-01", "CMB-02")
def test_contacts_are_found_and_those_in_reach_are_ticked(moving: Running) -> None:
    # Saruman's ten Uruk-hai in a long column; Éomer's riders at its head.
    uruks = moving.force_with("saruman")
    others = [one for one in uruks.figures if one != "saruman"]
    for number, one in enumerate(others):
        stand(moving, one, 33.5 - 1.2 * number, 55)
    stand(moving, "saruman", 33.5 - 1.2 * len(others), 55)
    riders = moving.force_with("eomer").figures
    for number, one in enumerate(riders):
        stand(moving, one, 35.2 + 1.7 * (number // 2), 54 + 2 * (number % 2))
    moving.do(Confront())
    eomer = moving.force_with("eomer").id
    (contact,) = [one for one in moving.world.war.contacts.values() if eomer in one.good]
    setup = proposed(moving.game.kit, moving.world, contact)
    assert {side: len(setup.side(side).figures) for side in SIDES} == {"good": 5, "evil": 5}
    with pytest.raises(Illegal, match="has met anyone new"):
        moving.do(Confront())


def test_a_beaten_force_is_shown_a_way_that_leads_furthest_from_the_victors(moving: Running) -> None:
    set_out(moving, "eomer")
    x, y = at(moving, "eomer")
    stand(moving, "saruman", x + 3, y)
    for number, one in enumerate(one for one in moving.force_with("saruman").figures if one != "saruman"):
        stand(moving, one, x + 3, y + 1 + number)
    way = retreat(moving.game.kit, moving.world, moving.force_with("eomer"))
    assert way is not None
    assert way.points[1].x < way.points[0].x


# ---- restrictions before the wars ------------------------------------------------------------------------


def test_the_leash_of_saruman_is_measured_figure_by_figure(moving: Running) -> None:
    force = set_out(moving, "saruman")
    (strain,) = [one for one in strains(moving.game.kit, moving.world) if one.commander == "saruman"][:1]
    assert (strain.away, strain.still_allowed, strain.may_be_broken) == (0, 5, False)
    outside = [one for one in force.figures if one != "saruman"][:6]
    for number, one in enumerate(outside[:3]):
        stand(moving, one, 18 + number, 57)
    for number, one in enumerate(outside[3:]):
        stand(moving, one, 26 + number, 52)
    (strain,) = [one for one in strains(moving.game.kit, moving.world) if one.commander == "saruman"][:1]
    assert strain.figures == tuple(outside[3:])
    assert (strain.away, strain.still_allowed, strain.may_be_broken) == (3, 2, False)


def test_the_wounded_who_were_left_behind_stay_where_they_lie(moving: Running) -> None:
    force = set_out(moving, "eomer")
    rider = force.figures[-1]
    lies, (x, y) = at(moving, rider), at(moving, "eomer")
    moving.world = moving.game.apply(moving.world, LeftBehind((rider,)))
    shift(moving, "eomer", (x - 6, y + 3))
    assert at(moving, rider) == lies
    assert rider not in moving.force_with("eomer").figures
    assert at(moving, "eomer") == pytest.approx((x - 6, y + 3), abs=0.002)


@pytest.mark.rules("MOV-14")
@pytest.mark.effect("stealth")
def test_unseen_by_stealth_a_whole_force_slips_past_and_one_who_is_seen_betrays_it(moving: Running) -> None:
    sly = {
        name: replace(profile, traits=(*profile.traits, Trait("stealth")))
        for name, profile in moving.game.book.profiles.items()
        if name in ("theoden", "eowyn", "rider-of-rohan")
    }
    theoden = set_out(moving, "theoden")
    x, y = at(moving, "theoden")
    stand(moving, "shelob", x + 1.5, y)
    for names, may_go in ((("theoden", "eowyn"), False), (tuple(sly), True)):
        profiles = {**moving.game.book.profiles, **{ProfileId(one): sly[ProfileId(one)] for one in names}}
        book = replace(moving.game.book, profiles=profiles)
        trial = Running(RingOfPower(book, moving.game.scenario), moving.world)
        if may_go:
            shift(trial, "theoden", (x - 6, y + 3))
            assert trial.force_with("theoden").moved == 1
        else:
            with pytest.raises(Illegal, match="has an enemy within 1 inch"):
                shift(trial, "theoden", (x - 6, y + 3))
    assert theoden.id == moving.force_with("theoden").id


def test_before_the_war_of_the_ring_the_river_counts_however_near_mordor_is(moving: Running) -> None:
    def away() -> tuple[str, ...]:
        kit = moving.game.kit
        limits = [one for one in strains(kit, moving.world) if one.limit.until == "war-of-the-ring"]
        return next(one.figures for one in limits if one.commander == "witch-king")

    orcs = set_out(moving, "witch-king")
    assert away() == ()
    # One at the east bank of the Anduin before Osgiliath, one over the river.
    east, west = [one for one in orcs.figures if one.startswith("orc-")][:2]
    stand(moving, east, 67.5, 33)
    stand(moving, west, 60.5, 33)
    assert away() == (west,)


def test_the_rivers_that_limits_name_are_on_the_tables(moving: Running) -> None:
    features = {one.id for sheet in moving.game.kit.scenario.atlas.sheets.values() for one in sheet.features}
    assert {river for limit in moving.game.kit.scenario.limits for river in limit.beyond} <= features

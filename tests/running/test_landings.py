"""NAV, WAR: where hosts that come are bound to go, and where fleets land."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.campaign.due import arrival_text
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.battles import proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.mustering import offered_places
from assistant.rules.deeds.placing import Measure, Measured, SetOut
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from assistant.rules.measuring import is_measured
from assistant.rules.standing import awaited, place_name
from assistant.rules.war import Spot
from assistant.table.ground import ground
from tests.running.table import Running


@pytest.mark.rules("REI-S14", "WAR-10")
def test_a_host_of_harad_that_turns_aside_is_warned_before_the_war(game_on: Running) -> None:
    game_on.go_to(5).do(Arrive(game_on.due("first-host-of-harad").key))
    assert "Straight to the Black Gate" in game_on.said[-1]
    game_on.go_to(5, "movement")
    host = game_on.force("sulladan", "south-road").id
    astray = game_on.copy().do(March(host, PlaceId("pelargir")))
    assert any("Straight to the Black Gate" in line for line in astray.said)
    obedient = game_on.copy().do(March(host, PlaceId("black-gate")))
    assert not any("Straight to the Black Gate" in line for line in obedient.said)


@pytest.mark.rules("REI-S14")
def test_once_the_war_of_the_ring_is_declared_harad_goes_where_it_likes(game_on: Running) -> None:
    game_on.go_to(5).do(Arrive(game_on.due("first-host-of-harad").key)).go_to(5, "movement")
    game_on.do(Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))
    game_on.do(March(game_on.force("sulladan", "south-road").id, PlaceId("pelargir")))
    assert not any("Straight to" in line for line in game_on.said)


@pytest.mark.rules("CON-020")
def test_the_hasharin_alone_may_go_elsewhere_unless_all_harad_is_bound(war: RingOfPower) -> None:
    for reading, is_warned in (("haradrim-only", False), ("all-harad", True)):
        running = Running.begun(war, house={"CON-020": reading})
        running.go_to(15).do(Arrive(running.due("third-host-of-harad").key, apart=True)).go_to(15, "movement")
        host = running.force("sulladan", "south-road")
        running.do(March(host.id, PlaceId("pelargir"), (FigureId("hasharin"),)))
        assert any("Straight to" in line for line in running.said) == is_warned


@pytest.mark.rules("WAR-03")
def test_the_wild_men_must_go_straight_to_isengard_before_sarumans_war(game_on: Running) -> None:
    game_on.go_to(5).do(Arrive(game_on.due("wild-men-of-dunland").key)).go_to(5, "movement")
    game_on.do(March(game_on.force("saruman", "dunland").id, PlaceId("helms-deep")))
    assert any("Straight to Isengard" in line for line in game_on.said)


# ---- by sea --------------------------------------------------------------------------------------------


@pytest.fixture
def fleet(game_on: Running) -> Running:
    """The War of the Ring has just been declared on turn 3 and the first fleet is due."""
    game_on.go_to(3, "movement")
    return game_on.do(Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))


@pytest.mark.rules("NAV-01", "NAV-02", "REI-E05")
def test_a_fleet_lands_anywhere_on_the_bay_or_the_anduin_up_to_pelargir(fleet: Running) -> None:
    key = fleet.due("first-fleet-of-umbar").key
    with pytest.raises(Illegal, match="place for them"):
        fleet.do(Arrive(key, place=PlaceId("osgiliath")))
    fleet.do(Arrive(key, place=PlaceId("pelargir")))
    # Captain, bosun and 24 corsairs.
    assert len(fleet.force("sulladan", "pelargir").figures) == 26


@pytest.mark.rules("CON-082", "PLC-PELARGIR-02")
def test_it_may_go_up_to_osgiliath_while_its_side_holds_pelargir(fleet: Running) -> None:
    fleet.do(TakePlace(PlaceId("pelargir"), "evil"))
    fleet.do(Arrive(fleet.due("first-fleet-of-umbar").key, place=PlaceId("osgiliath")))
    assert fleet.force("sulladan", "osgiliath")


@pytest.mark.rules("NAV-03")
def test_a_fleet_that_does_not_land_on_its_turn_is_lost(fleet: Running) -> None:
    fleet.go_to(4)
    assert "may not wait at sea" in fleet.due("first-fleet-of-umbar").due.lost
    fleet.do(GoOn(anyway=True))
    assert fleet.world.war.arrivals["first-fleet-of-umbar@3"] == "lost"
    assert any(line.startswith("Lost to Sulladan: Corsair Captain,") for line in fleet.said)


@pytest.mark.rules("NAV-03")
def test_a_fleet_may_not_be_put_off_for_it_cannot_wait_at_sea(fleet: Running) -> None:
    key = fleet.due("first-fleet-of-umbar").key
    told = arrival_text(fleet.game.kit, fleet.due("first-fleet-of-umbar").due)
    assert told.endswith("24 Corsairs by sea (they land on the turn they come, or are lost)")
    with pytest.raises(Illegal, match=r"land this turn, or they are lost \(NAV-03\)"):
        fleet.do(Forgo(key, "postponed"))
    # Their owner may still let them go under; that is said, and not an oversight.
    fleet.do(Forgo(key, "lost"))
    assert fleet.world.war.arrivals[key] == "lost"


@pytest.mark.rules("NAV-03")
def test_the_turn_does_not_end_over_a_fleet_at_sea_without_a_question(fleet: Running) -> None:
    fleet.report("opening-1", {"lurtz": "eliminated"}, winner="good").stand("aragorn", "rohan")
    fleet.confirm(fleet.told("falling-back")[0], how="skipped").go_to(3, "combat")
    with pytest.raises(Illegal, match=r"Sulladan: Corsair Captain, .* must land now or be lost") as refused:
        fleet.do(GoOn())
    assert refused.value.do == "Let them land first. If you go on anyway, they are lost for good."
    fleet.do(Arrive(fleet.due("first-fleet-of-umbar").key, place=PlaceId("anfalas")))
    assert fleet.do(GoOn()).world.war.turn == 4


@pytest.mark.rules("SEQ-06")
def test_whoever_comes_by_land_waits_and_nothing_is_lost_by_going_on(game_on: Running) -> None:
    game_on.report("opening-1", {"lurtz": "eliminated"}, winner="good")
    game_on.confirm("Denethor may despair", [4])
    with pytest.raises(Illegal, match="arrivals are not placed") as refused:
        game_on.do(GoOn())
    assert refused.value.do.endswith("nothing is lost by it.")
    waiting = {one.key for one in awaited(game_on.game.kit, game_on.world)}
    game_on.go_to(2)
    assert waiting <= {one.key for one in awaited(game_on.game.kit, game_on.world)}


@pytest.mark.rules("NAV-01")
def test_a_fleet_lands_on_a_shore_and_never_on_the_sea_itself(fleet: Running) -> None:
    shores = offered_places(fleet.game.kit, fleet.world, fleet.due("first-fleet-of-umbar").due)
    assert "belfalas-bay" not in shores
    assert place_name(fleet.game.kit, shores[0]) == "Shore of the Bay of Belfalas"


@pytest.mark.effect("boats")
@pytest.mark.rules("NAV-04")
def test_with_boats_who_came_by_sea_may_land_elsewhere_for_their_move(fleet: Running) -> None:
    fleet.do(Arrive(fleet.due("first-fleet-of-umbar").key, place=PlaceId("belfalas-shore")))
    fleet.go_to(4, "movement")
    fleet.confirm("Corsair Captain may put to sea again", "dol-amroth")
    force = fleet.force("sulladan", "dol-amroth")
    assert force.moved == 4
    assert fleet.told("boats") == []


@pytest.mark.effect("boats")
@pytest.mark.rules("NAV-04")
def test_only_those_near_the_water_and_free_of_enemies_go_aboard_again(fleet: Running) -> None:
    fleet.do(Arrive(fleet.due("first-fleet-of-umbar").key, place=PlaceId("pelargir")))
    fleet.go_to(4, "movement")
    force = fleet.force("sulladan", "pelargir")
    # The Anduin below Pelargir ends at 55.8,19.8, 1.6" wide: half of them beside it, half 8" inland.
    near, far = force.figures[:13], force.figures[13:]
    spots = [Measured(one, Spot("south", 52_000 + 20 * n, 17_500)) for n, one in enumerate(near)]
    spots += [Measured(one, Spot("south", 44_000 + 20 * n, 22_000)) for n, one in enumerate(far)]
    fleet.do(Measure(tuple(spots)))
    (title,) = fleet.told("boats")
    pinned = fleet.copy()
    foe = pinned.force_with("cirion").figures[0]
    pinned.do(Measure((Measured(foe, Spot("south", 52_000, 18_600)),)))
    assert pinned.told("boats") == []
    fleet.confirm(title, "dol-amroth")
    assert {one.place for one in map(fleet.force_with, near)} == {"dol-amroth"}
    assert {one.place for one in map(fleet.force_with, far)} == {"pelargir"}
    # Who was measured stands measured where he lands.
    assert is_measured(fleet.world, fleet.force_with(near[0]))


@pytest.mark.effect("boats")
@pytest.mark.rules("NAV-04")
def test_who_has_moved_or_is_paralyzed_or_stands_four_inches_off_does_not_go_aboard(fleet: Running) -> None:
    # Line 610: within 3" of a boat, and it uses up their move. From 48,17.5 it is 4.3" to the Anduin.
    fleet.do(Arrive(fleet.due("first-fleet-of-umbar").key, place=PlaceId("pelargir")))
    fleet.go_to(4, "movement")
    force = fleet.force("sulladan", "pelargir")
    off, hurt, *near = force.figures
    spots = [Measured(one, Spot("south", 52_000 + 20 * n, 17_500)) for n, one in enumerate((hurt, *near))]
    fleet.do(Measure((*spots, Measured(off, Spot("south", 48_000, 17_500)))))
    fleet.do(Adjust((hurt,), "for the test", condition="paralyzed"))
    moved = replace(fleet.world.war.forces[force.id], moved=4)
    spent = fleet.copy().set_war(forces={**fleet.world.war.forces, force.id: moved})
    assert spent.told("boats") == []
    (title,) = fleet.told("boats")
    fleet.confirm(title, "dol-amroth")
    assert fleet.force("sulladan", "dol-amroth").figures == tuple(near)
    assert {fleet.force_with(one).place for one in (off, hurt)} == {"pelargir"}


@pytest.mark.rules("NAV-01", "NAV-02")
def test_a_fleet_may_land_on_either_bank_of_the_anduin_below_pelargir(fleet: Running) -> None:
    kit = fleet.game.kit
    shores = offered_places(kit, fleet.world, fleet.due("first-fleet-of-umbar").due)
    land = ground(kit.scenario.atlas.sheets["south"])
    for bank in ("anduin-west-bank", "anduin-east-bank"):
        assert bank in shores
        landed = fleet.copy().do(Arrive(fleet.due("first-fleet-of-umbar").key, place=PlaceId(bank)))
        force = landed.force_with("corsair-captain")
        landed.do(SetOut(force.id))
        gaps = [
            land.gap_to_ships(Point(Mil(at.x), Mil(at.y)))
            for at in map(landed.world.war.spots.get, force.figures)
            if at
        ]
        assert max(gap for gap in gaps if gap is not None) < 5000


def test_a_landing_may_bring_the_fleet_into_contact(fleet: Running) -> None:
    fleet.do(Arrive(fleet.due("first-fleet-of-umbar").key, place=PlaceId("pelargir")))
    contact = fleet.meet("cirion", "corsair-captain", "pelargir")
    setup = proposed(fleet.game.kit, fleet.world, fleet.world.war.contacts[contact])
    assert len(setup.evil.figures) == 26


def test_a_right_that_begins_names_whose_it_is_and_no_place(game_on: Running) -> None:
    game_on.go_to(10, "start")
    kit = game_on.game.kit
    told = [arrival_text(kit, one.due) for one in awaited(kit, game_on.world)]
    assert "Mouth of Sauron: Dark Marshal may mount a fell beast from this turn on." in told
    assert "Khamûl may mount a fell beast from this turn on." in told

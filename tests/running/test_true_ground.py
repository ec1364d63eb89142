"""Measured forces are where their figures stand: in walls, before them, or in the field. Worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.combat.fight import Fight
from assistant.rules.combat.setup import FightSetup
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import ReportedBattle, as_fought, proposed
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.placing import Measure, Measured, SetOut
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.shifting import Confront, Shift
from assistant.rules.effects.registry import in_play
from assistant.rules.holdings import standing_at
from assistant.rules.house import HouseRules
from assistant.rules.limits import strains
from assistant.rules.measuring import is_measured
from assistant.rules.standing import awaited
from assistant.rules.war import Contact, Holding, Spot
from assistant.rules.world import Condition
from tests.running.table import Running

DEEP, FOOT = PlaceId("helms-deep"), "rohan-foot-1"


@pytest.fixture
def moving(game_on: Running) -> Running:
    """The movement phase of turn 1, with nobody at Amon Hen any more in contact."""
    return game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")


def stand(running: Running, at: dict[str, tuple[float, float]]) -> Running:
    spots = {name: Spot("south", mils(x), mils(y)) for name, (x, y) in at.items()}
    return running.do(Measure(tuple(Measured(FigureId(name), spot) for name, spot in spots.items())))


def uruks_at(running: Running, x: float, y: float) -> Running:
    """Lurtz and all of his in rows of five, the first of them at a point."""
    names = running.force_with("lurtz").figures
    return stand(
        running,
        {name: (x + 1.1 * (number % 5), y + 1.1 * (number // 5)) for number, name in enumerate(names)},
    )


def met(running: Running, figure: str) -> Contact:
    running.do(Confront())
    force = running.force_with(figure).id
    return next(one for one in running.world.war.contacts.values() if force in (*one.good, *one.evil))


def doubled(running: Running, setup: FightSetup) -> set[str]:
    """Whose dice walls double."""
    fight = Fight(running.game.book, setup, HouseRules(running.game.book.house_rules, setup.house_rules))
    scene = fight.declared()
    return {
        one.id
        for one in scene.everyone("good")
        if any(effect.doubles_dice(one, scene) for effect in in_play(one, scene))
    }


def test_who_has_gone_out_of_the_walls_fights_in_the_open_field(moving: Running) -> None:
    # Helm's Deep lies about 15.2,45.4 and its walls 3.4 inches around; the foot go out by the gate to the
    # north and stand 6.6 inches from its middle, where no place is. Lurtz comes up to them there.
    moving.do(SetOut(moving.force_with(FOOT).id, "south", mils(15.3), mils(51.6)))
    foot = moving.force_with(FOOT)
    assert (foot.place, foot.afield, foot.inside) == (DEEP, True, None)
    assert foot.id not in [one.id for one in moving.world.war.within(DEEP)]
    highest = max(moving.world.war.spots[one].y for one in foot.figures)
    first = next(one for one in foot.figures if moving.world.war.spots[one].y == highest)
    uruks_at(moving, moving.world.war.spots[first].x / 1000, highest / 1000 + 1.5)
    setup = proposed(moving.game.kit, moving.world, met(moving, FOOT))
    assert (setup.site.place, setup.site.fortress, setup.site.at) == (None, None, "field")
    assert doubled(moving, setup) == set()


@pytest.mark.rules("FOR-03")
def test_of_a_garrison_only_those_inside_the_walls_are_doubled(moving: Running) -> None:
    # The ring of Helm's Deep ends at 48.8 in the north. One of the foot stands in the gate, one before it,
    # less than an inch apart, and Lurtz comes to the second: the first is within six inches of him too.
    moving.do(SetOut(moving.force_with(FOOT).id))
    stand(moving, {"rohan-foot-2": (15.4, 48.4), FOOT: (15.4, 49.9)})
    assert moving.force_with(FOOT).inside == DEEP
    uruks_at(moving, 15.4, 51.4)
    contact = met(moving, FOOT)
    setup = as_fought(
        moving.game.kit, moving.world, contact, proposed(moving.game.kit, moving.world, contact)
    )
    assert (setup.site.place, setup.site.fortress, setup.site.at) == (DEEP, "good", "walls")
    assert setup.good.outside == (FOOT,)
    inside = doubled(moving, setup)
    assert inside
    assert inside == {one.figure for one in setup.good.everyone if one.figure != FOOT}


def test_who_goes_on_stands_in_the_field_about_the_place_he_comes_near_to(moving: Running) -> None:
    # From the Eastfold, 3 inches about 38.4,47.6, Éomer rides to 31.5,49: 4 from it, 1.5 from Edoras, which
    # is 2.6 inches about 27.6,50.4; then back to 33.8,48, where the Eastfold is nearer again.
    moving.do(SetOut(moving.force_with("eomer").id, "south", mils(31.5), mils(49)))
    force = moving.force_with("eomer")
    assert (force.place, force.afield) == ("edoras", True)
    stand(moving, {name: (33.8, 48 + 1.7 * number) for number, name in enumerate(force.figures)})
    force = moving.force_with("eomer")
    assert (force.place, force.afield) == ("eastfold", True)
    assert moving.said[-1] == "Éomer is in the field about Eastfold."
    moving.do(March(force.id, PlaceId("eastfold")))
    assert moving.force_with("eomer").inside == "eastfold"


def test_a_shift_out_of_a_place_is_a_move_and_leaves_it(moving: Running) -> None:
    force = moving.force_with("eomer")
    moving.do(SetOut(force.id))
    start = moving.world.war.spots[FigureId("eomer")]
    moving.do(Shift(force.id, ((start.x, start.y + mils(7)),)))
    now = moving.force_with("eomer")
    assert (now.afield, now.moved) == (True, 1)


def test_nobody_holds_a_place_from_the_field_before_it_until_its_walls_fall(moving: Running) -> None:
    moving.do(SetOut(moving.force_with(FOOT).id))
    # One of the garrison stands in the gate at 15.4,48.8; the uruks 1.5 inches north of him, outside.
    stand(moving, {FOOT: (15.4, 48.6)})
    uruks_at(moving, 15.4, 50.1)
    lurtz = moving.force_with("lurtz")
    assert (lurtz.place, lurtz.afield) == (DEEP, True)
    assert set(standing_at(moving.game.kit, moving.world, DEEP)) == {"good"}
    where = dict(moving.world.war.spots)
    contact = met(moving, "lurtz")
    moving.go_to(1, "combat")
    setup = proposed(moving.game.kit, moving.world, contact)
    assert setup.site.fortress == "good"
    ends: dict[FigureId, Condition] = {one.figure: "eliminated" for one in setup.good.everyone}
    moving.do(ReportedBattle(contact.id, ReportedFight(setup, ends, winner="evil", walls_fell=True)))
    now = moving.force_with("lurtz")
    assert now.inside == DEEP
    assert {one: moving.world.war.spots[one] for one in now.figures} == {
        one: where[one] for one in now.figures
    }
    assert moving.told("holders") == ["Evil holds Helm's Deep now"]


@pytest.mark.rules("HEA-01")
def test_who_lies_before_a_place_of_healing_does_not_recover_there(game_on: Running) -> None:
    # Aragorn lies in Minas Tirith, then 2 inches outside its walls: its middle is 52.5,31.4, its radius 4.4.
    wounded = FigureId("aragorn")
    one = replace(game_on.world.figures[wounded], condition="wounded")
    game_on.world = replace(game_on.world, figures={**game_on.world.figures, wounded: one})
    city = PlaceId("minas-tirith")
    game_on.stand("aragorn", city).set_war(holdings={city: Holding("good")})
    game_on.do(Part("opening-1", "for the test")).go_to(3)
    assert any("recovers at Minas Tirith" in title for title in game_on.told("healing"))
    force = game_on.force_with("aragorn")
    stand(game_on, {name: (52.5 + 0.1 * number, 38) for number, name in enumerate(force.figures)})
    assert game_on.told("healing") == []


@pytest.mark.effect("mercy")
def test_the_wounded_are_at_the_mercy_of_those_in_reach_not_of_those_who_have_marched_off(
    moving: Running,
) -> None:
    # Boromir lies at Amon Hen, 47,59.3. Lurtz stands 5 inches from him, then 30: he is gone.
    boromir = FigureId("boromir")
    one = replace(moving.world.figures[boromir], condition="wounded", left_behind=True)
    moving.world = replace(moving.world, figures={**moving.world.figures, boromir: one})
    friends = [name for name in moving.force_with("boromir").figures if name != boromir]
    stand(moving, {boromir: (47, 59.3), **dict.fromkeys(friends, (47, 58.1))})
    moving.stand("aragorn", "lothlorien")
    uruks_at(moving, 42, 59.3)
    moving.go_to(1, "combat")
    assert moving.told("mercy") == ["Boromir lies wounded, and Lurtz is there"]
    uruks_at(moving, 17, 60)
    assert moving.told("mercy") == []


@pytest.mark.rules("WAR-01")
def test_the_measured_count_by_measure_though_newcomers_of_their_force_are_not_measured(
    moving: Running,
) -> None:
    # Isengard lies 3.6 inches about 13,65.8, and five may go more than 8 inches from it. A base of 25 mm
    # reaches 0.49 inches from its middle: at 23.3,60 an uruk is 11.82 - 3.6 - 0.49 = 7.73 inches away, at
    # 24.4,60 it is 8.7. Saruman and the others have not been measured, and stand in Isengard.
    uruks = [one for one in moving.force_with("saruman").figures if one.startswith("uruk-hai-")][:6]
    stand(moving, {name: (22.2 + 1.1 * number, 60) for number, name in enumerate(uruks)})
    (strain,) = strains(moving.game.kit, moving.world, CommanderId("saruman"))
    assert strain.figures == tuple(uruks[2:])
    assert strain.unsaid == ()


# ---- set out again ---------------------------------------------------------------------------------------


def test_who_has_marched_off_is_set_out_where_he_stands_not_back_at_home(moving: Running) -> None:
    # Éomer's riders stand strung out a way west of the Eastfold; their ranks are formed about him there.
    riders = moving.force_with("eomer").figures
    stand(moving, {name: (33.8, 48 + 2.7 * number) for number, name in enumerate(riders)})
    moving.do(SetOut(moving.force_with("eomer").id))
    assert moving.titles[-1] == "Éomer set out where it stands"
    spots = [moving.world.war.spots[one] for one in riders]
    assert all(abs(one.x - mils(33.8)) < mils(4) and abs(one.y - mils(48)) < mils(4) for one in spots)
    assert moving.force_with("eomer").afield


@pytest.mark.rules("MOV-13")
def test_nobody_slips_out_of_an_enemys_reach_by_being_set_out_but_by_the_game_masters_word(
    moving: Running,
) -> None:
    moving.do(SetOut(moving.force_with("theoden").id))
    spot = moving.world.war.spots[FigureId("theoden")]
    stand(moving, {"shelob": (spot.x / 1000 + 1.5, spot.y / 1000)})
    again = SetOut(moving.force_with("theoden").id)
    with pytest.raises(Illegal, match=r"has an enemy within 1 inch and stays as it stands \(MOV-13\)"):
        moving.do(again)
    moving.do(replace(again, overruled="she was put there by mistake"))
    assert moving.titles[-1].endswith(", by the game master's word: she was put there by mistake")


@pytest.mark.rules("SEQ-06")
def test_newcomers_join_a_measured_host_at_home_and_stand_apart_when_it_has_marched_off(
    game_on: Running,
) -> None:
    # The Witch-king is measured at Minas Morgul: who comes there stands with him. Once he is in the field
    # before Osgiliath, the same figures are a force of their own in Minas Morgul.
    game_on.do(SetOut(game_on.force_with("witch-king").id))
    game_on.do(Part("opening-1", "for the test")).go_to(2)
    king = game_on.force_with("witch-king")
    wanted = next(
        one
        for one in awaited(game_on.game.kit, game_on.world)
        if one.due.commander == king.commander and one.due.places == (king.place,)
    )
    away = game_on.copy()
    game_on.do(Arrive(wanted.key))
    host = game_on.force_with("witch-king")
    assert len(host.figures) > len(king.figures)
    assert is_measured(game_on.world, host)
    away.do(SetOut(king.id, "south", mils(70), mils(32)))
    assert away.force_with("witch-king").afield
    away.do(Arrive(wanted.key))
    assert away.force_with("witch-king").figures == king.figures
    come = [one for one in away.world.war.within(king.place) if one.commander == king.commander]
    assert any(set(one.figures) <= set(away.world.figures) - set(king.figures) for one in come)

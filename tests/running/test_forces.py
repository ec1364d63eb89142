"""FRC, MOV-13/14: forces go as one body, split, join, change hands, hide, and are held fast by enemies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Trait
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Divide, HandOver, Hide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.deeds.stillness import pace
from assistant.rules.deeds.turning import SayDone
from assistant.rules.fight.facts import Carried
from assistant.rules.game import RingOfPower
from assistant.rules.war import Force, ForceId
from tests.running.table import Running

EDORAS, HELMS_DEEP = PlaceId("edoras"), PlaceId("helms-deep")


@pytest.fixture
def moving(game_on: Running) -> Running:
    """Movement of turn 1."""
    return game_on.go_to(1, "movement")


def ids(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


def speed(running: Running, force: Force) -> tuple[float | None, float | None]:
    found = pace(running.game.kit, running.world, force)
    return found.clear, found.difficult


@pytest.mark.rules("FRC-02")
def test_a_force_goes_as_fast_as_its_slowest(moving: Running) -> None:
    # Éomer and his riders are swift: 15 + 2 = 17/7. Foot of Rohan in Helm's Deep walk 10/7: together 10/7.
    moving.do(March(moving.force_with("eomer").id, HELMS_DEEP))
    assert moving.said[0] == 'Éomer goes to Helm\'s Deep, at most 17" in clear and 7" in difficult ground.'
    moving.do(Unite((moving.force_with("eomer").id, moving.force_with("rohan-foot-1").id)))
    assert speed(moving, moving.force_with("eomer")) == (10, 7)


@pytest.mark.rules("SEQ-03")
def test_forces_move_only_in_the_movement_phase(game_on: Running) -> None:
    with pytest.raises(Illegal, match="Forces move in movement, and this is turn start"):
        game_on.do(March(game_on.force_with("eomer").id, EDORAS))


@pytest.mark.rules("SEQ-04")
def test_who_is_done_moves_no_more_unless_it_is_taken_back(moving: Running) -> None:
    rohan = (CommanderId("rohan"),)
    moving.do(SayDone(rohan))
    with pytest.raises(Illegal, match="Rohan is done with this phase"):
        moving.do(March(moving.force_with("eomer").id, EDORAS))
    moving.do(SayDone(rohan, done=False)).do(March(moving.force_with("eomer").id, EDORAS))
    assert moving.force_with("eomer").place == EDORAS


def test_a_force_moves_once_a_turn(moving: Running) -> None:
    moving.do(March(moving.force_with("eomer").id, HELMS_DEEP))
    with pytest.raises(Illegal, match="has moved this turn"):
        moving.do(March(moving.force_with("eomer").id, EDORAS))
    moving.go_to(2, "movement").do(March(moving.force_with("eomer").id, EDORAS))


@pytest.mark.rules("FRC-05", "FRC-06")
def test_one_who_leaves_a_force_goes_alone_and_no_faster_than_it_moved(moving: Running) -> None:
    riders = moving.force_with("eomer")
    moving.do(March(riders.id, HELMS_DEEP)).do(Divide(riders.id, ids("eomer")))
    alone = moving.force_with("eomer")
    assert alone.figures == ("eomer",)
    assert len(moving.force_with("rider-of-rohan-7").figures) == 4
    with pytest.raises(Illegal, match="has moved this turn"):
        moving.do(March(alone.id, EDORAS))


def test_those_who_march_off_leave_the_others_as_a_force_where_it_was(moving: Running) -> None:
    force = moving.force_with("eomer")
    moving.do(March(force.id, HELMS_DEEP, ids("rider-of-rohan-7", "rider-of-rohan-8")))
    assert moving.force_with("rider-of-rohan-7").place == HELMS_DEEP
    assert moving.force_with("eomer") == replace(
        force, figures=ids("eomer", "rider-of-rohan-9", "rider-of-rohan-10")
    )


def test_splitting_off_everyone_is_refused(moving: Running) -> None:
    force = moving.force_with("eomer")
    with pytest.raises(Illegal, match="Some must go and some must stay"):
        moving.do(Divide(force.id, force.figures))


@pytest.mark.rules("FRC-01", "FRC-05")
def test_forces_join_only_friends_at_their_place(moving: Running) -> None:
    moving.set_war(contacts={}).stand("lurtz", "edoras")
    eomer, theoden, lurtz = (moving.force_with(one).id for one in ("eomer", "theoden", "lurtz"))
    with pytest.raises(Illegal, match="is not at Eastfold"):
        moving.do(Unite((eomer, theoden)))
    with pytest.raises(Illegal, match="are enemies"):
        moving.do(Unite((theoden, lurtz)))
    moving.do(March(eomer, EDORAS)).do(Unite((theoden, eomer)))
    together = moving.force_with("theoden")
    assert (len(together.figures), together.moved) == (10, 1)
    assert eomer not in moving.world.war.forces


def test_forces_neither_split_nor_join_in_the_combat_phase(game_on: Running) -> None:
    game_on.go_to(1, "combat")
    with pytest.raises(Illegal, match="Figures leave a force in turn start or movement"):
        game_on.do(Divide(game_on.force_with("eomer").id, ids("eomer")))


def test_a_force_is_handed_to_a_friend_and_not_to_an_enemy(moving: Running) -> None:
    force = moving.force_with("eomer").id
    with pytest.raises(Illegal, match="cannot go over to"):
        moving.do(HandOver(force, CommanderId("saruman")))
    moving.do(HandOver(force, CommanderId("gondor")))
    assert moving.force_with("eomer").commander == "gondor"


def test_what_nobody_controls_can_be_taken_over_by_anyone(moving: Running) -> None:
    moving.do(HandOver(moving.force_with("shelob").id, CommanderId("saruman")))
    assert moving.force_with("shelob").commander == "saruman"


def test_only_characters_hide(moving: Running) -> None:
    with pytest.raises(Illegal, match="Only characters by themselves hide"):
        moving.do(Hide(moving.force_with("eomer").id))
    moving.do(Hide(moving.force_with("frodo").id))
    assert moving.force_with("frodo").hidden


# ---- carrying --------------------------------------------------------------------------------------------


def wound(running: Running, *names: str) -> Running:
    return running.do(Adjust(ids(*names), "for the test", condition="wounded"))


def carry(running: Running, figure: str, *by: str) -> Running:
    running.world = running.game.apply(running.world, Carried(ids(figure), ids(*by), "full"))
    return running


@pytest.mark.rules("ABL-HERO-3")
def test_one_who_carries_another_goes_at_half_speed_and_two_at_full(moving: Running) -> None:
    # Aragorn, a tracker who makes haste, walks 20/16; with Legolas on his back 10/8; with Gimli 16/14.
    wound(moving, "legolas")
    force = moving.force_with("aragorn")
    carry(moving, "legolas", "aragorn")
    slow = moving.copy().do(Divide(force.id, ids("gimli"), "Gimli alone"))
    assert speed(slow, slow.force_with("aragorn")) == (10, 8)
    carry(moving, "legolas", "aragorn", "gimli")
    assert speed(moving, moving.force_with("aragorn")) == (16, 14)


def test_the_wounded_do_not_walk(moving: Running) -> None:
    wound(moving, "legolas")
    force = moving.force_with("aragorn")
    with pytest.raises(Illegal, match="Before Aragorn sets out: Legolas lies wounded: who carries"):
        moving.do(March(force.id, EDORAS), "free")
    with pytest.raises(Illegal, match="Legolas cannot walk"):
        moving.do(March(force.id, EDORAS, ids("legolas")), "free")


@pytest.mark.effect("carrying")
@pytest.mark.rules("ABL-HERO-5")
def test_the_wounded_are_left_only_when_it_was_said_that_nobody_carries_them(moving: Running) -> None:
    wound(moving, "legolas")
    moving.confirm("Legolas lies wounded: who carries?", "nobody-else")
    moving.do(March(moving.force_with("aragorn").id, EDORAS), "free")
    assert "Left behind: Legolas (ABL-HERO-5)." in moving.said
    assert moving.force_with("legolas").place != "edoras"


@pytest.mark.rules("ABL-HERO-5")
def test_a_bearer_who_goes_without_his_burden_leaves_it_behind(moving: Running) -> None:
    wound(moving, "legolas")
    carry(moving, "legolas", "aragorn")
    moving.do(Part("opening-1", "for the test"))
    moving.do(March(moving.force_with("aragorn").id, EDORAS, ids("aragorn", "gimli")), "free")
    assert moving.world.figures[FigureId("legolas")].left_behind
    assert moving.force_with("legolas").place == "amon-hen"
    assert moving.world.war.carried == {}


# ---- pinned ----------------------------------------------------------------------------------------------


@pytest.mark.rules("MOV-13")
def test_whoever_stands_beside_an_enemy_is_asked_and_stays_if_pinned(moving: Running) -> None:
    moving.set_war(contacts={}).stand("lurtz", "edoras")
    theoden = moving.force_with("theoden").id
    moving.do(March(theoden, HELMS_DEEP), "pinned")
    assert moving.said == ["Théoden has an enemy within 1 inch and stays (MOV-13)."]
    assert moving.force_with("theoden").place == EDORAS
    moving.do(March(theoden, HELMS_DEEP), "free")
    assert moving.force_with("theoden").place == HELMS_DEEP


@pytest.mark.rules("MOV-13")
def test_a_force_in_contact_cannot_leave_as_a_whole(moving: Running) -> None:
    theoden, foe = moving.force_with("theoden").id, moving.force_with("witch-king").id
    moving.do(Meet((theoden,), (foe,), EDORAS))
    with pytest.raises(Illegal, match=r"Théoden has met the enemy \(MOV-13\)"):
        moving.do(March(theoden, HELMS_DEEP))


def test_nobody_is_asked_about_enemies_who_hide(moving: Running) -> None:
    moving.do(Hide(moving.stand("grima", "helms-deep").force_with("grima").id))
    moving.stand("theoden", "helms-deep").do(March(moving.force_with("theoden").id, EDORAS))
    assert moving.force_with("theoden").place == EDORAS


@pytest.mark.rules("MOV-14")
def test_stealth_slips_past_unless_it_is_house_ruled_away(war: RingOfPower) -> None:
    theoden = war.book.profiles
    sly = {
        name: replace(profile, traits=(*profile.traits, Trait("stealth")))
        for name, profile in theoden.items()
    }
    game = RingOfPower(replace(war.book, profiles=sly), war.scenario)
    running = Running.begun(game).go_to(1, "movement")
    # Gríma stands beside Théodred.
    running.stand("grima", "fords-of-isen").do(March(running.force_with("theodred").id, HELMS_DEEP))
    assert running.force_with("theodred").place == HELMS_DEEP
    house = Running.begun(game, house={"AMB-022": "unused"}).go_to(1, "movement")
    house.stand("grima", "fords-of-isen").do(March(house.force_with("theodred").id, HELMS_DEEP), "pinned")
    assert house.force_with("theodred").place == "fords-of-isen"


@pytest.mark.rules("TER-01")
@pytest.mark.parametrize("water", ["anduin", "belfalas-bay"])
def test_nobody_on_foot_marches_into_the_river_or_the_sea(moving: Running, water: str) -> None:
    faramir = moving.force_with("faramir").id
    with pytest.raises(Illegal, match="is water: nobody marches there and stays") as refused:
        moving.do(March(faramir, PlaceId(water)))
    assert refused.value.do.startswith("Name the place on the bank or shore.")
    moving.do(March(faramir, PlaceId(water), overruled="they have boats"))
    assert moving.force_with("faramir").place == water


# ---- contacts --------------------------------------------------------------------------------------------


@pytest.mark.rules("CMB-01")
def test_a_contact_is_of_two_sides_and_each_force_is_in_one(moving: Running) -> None:
    moving.stand("saruman", EDORAS)
    theoden, saruman, eomer = (moving.force_with(one).id for one in ("theoden", "saruman", "eomer"))
    with pytest.raises(Illegal, match="is not of evil"):
        moving.do(Meet((theoden,), (eomer,), EDORAS))
    with pytest.raises(Illegal, match="Nobody of evil"):
        moving.do(Meet((theoden,), (), EDORAS))
    moving.do(Meet((theoden,), (saruman,), EDORAS))
    with pytest.raises(Illegal, match="has met the enemy"):
        moving.do(Meet((theoden, eomer), (saruman,), EDORAS))


def test_the_side_that_moved_into_contact_is_the_attacker(moving: Running) -> None:
    moving.stand("saruman", EDORAS)
    eomer, saruman = moving.force_with("eomer").id, moving.force_with("saruman").id
    moving.do(March(eomer, EDORAS)).do(Meet((eomer,), (saruman,), EDORAS))
    (contact,) = [one for one in moving.world.war.contacts.values() if one.place == EDORAS]
    assert (contact.attacker, contact.turn) == ("good", 1)


def test_a_contact_that_never_was_is_taken_off_with_a_reason(moving: Running) -> None:
    theoden, foe = moving.force_with("theoden").id, moving.force_with("witch-king").id
    moving.do(Meet((theoden,), (foe,), EDORAS))
    (number,) = [one.id for one in moving.world.war.contacts.values() if one.place == EDORAS]
    with pytest.raises(Illegal, match="Say why"):
        moving.do(Part(number, " "))
    moving.do(Part(number, "two inches apart"))
    assert moving.titles[-1] == "No fight at Edoras: two inches apart"
    assert number not in moving.world.war.contacts


def test_a_force_that_is_no_more_is_in_no_contact(moving: Running) -> None:
    moving.stand("witch-king", EDORAS)
    theoden, king = moving.force_with("theoden").id, moving.force_with("witch-king")
    moving.do(Meet((theoden,), (king.id,), EDORAS))
    moving.do(Adjust(king.figures, "moved by mistake", place=PlaceId("minas-morgul")))
    assert [one.place for one in moving.world.war.contacts.values()] == ["amon-hen"]


def test_an_unknown_force_is_refused_with_the_likely_one(moving: Running) -> None:
    with pytest.raises(Illegal, match="There is no force"):
        moving.do(March(ForceId("rohan-99"), EDORAS))

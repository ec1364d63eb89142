"""FRC-05, MOV-13: who has met the enemy is in that fight; only a move takes them out of it. Lines 61, 82."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.riding import RideAlong
from assistant.rules.deeds.ring_passing import PassRing
from tests.running.table import Running

HELMS_DEEP = PlaceId("helms-deep")


@pytest.fixture
def met(game_on: Running) -> Running:
    """Théodred and his riders have met Saruman at the Fords of Isen in the movement of turn 1."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    game_on.meet("theodred", "saruman", "fords-of-isen")
    return game_on


def in_the_fight(running: Running) -> list[FigureId]:
    (contact,) = running.world.war.contacts.values()
    return [one.figure for one in proposed(running.game.kit, running.world, contact).good.figures]


@pytest.mark.rules("FRC-05")
def test_who_leaves_a_force_without_a_move_is_in_its_fight_still(met: Running) -> None:
    everyone = in_the_fight(met)
    met.do(Divide(met.force_with("theodred").id, (FigureId("theodred"),)))
    assert sorted(in_the_fight(met)) == sorted(everyone)
    assert met.said[-1] == "All of them have met the enemy; who is to be away must move away (FRC-05)."


@pytest.mark.rules("MOV-13")
def test_who_parted_from_them_and_has_no_enemy_beside_him_moves_away_and_is_out_of_it(met: Running) -> None:
    met.do(Divide(met.force_with("theodred").id, (FigureId("theodred"),)))
    prince, riders = met.force_with("theodred"), next(iter(met.world.war.contacts.values())).good[0]
    pinned = met.copy().do(March(prince.id, HELMS_DEEP), "pinned")
    assert "theodred" in in_the_fight(pinned)
    met.do(March(prince.id, HELMS_DEEP), "free")
    assert met.force_with("theodred").place == "helms-deep"
    assert "theodred" not in in_the_fight(met)
    # Line 61 lets some get away; that all of them do is for the table to say.
    with pytest.raises(Illegal, match=r"met the enemy \(MOV-13\)"):
        met.do(March(riders, HELMS_DEEP))


@pytest.mark.rules("MOV-13")
def test_a_force_that_is_let_go_by_the_game_master_fights_nobody_there(met: Running) -> None:
    met.do(March(met.force_with("theodred").id, HELMS_DEEP, overruled="the ford was empty"))
    assert not met.world.war.contacts
    assert "No fight at Fords of Isen: Théodred has got away (MOV-13)." in met.said


def test_those_who_parted_in_a_fight_may_be_one_force_again(met: Running) -> None:
    force = met.force_with("theodred").id
    met.do(Divide(force, (FigureId("theodred"),)))
    alone = met.force_with("theodred").id
    met.do(Unite((force, alone)))
    assert next(iter(met.world.war.contacts.values())).good == (force,)


@pytest.mark.rules("FRC-05")
def test_others_come_into_a_fight_by_a_move_and_not_before_anyone_moves(met: Running) -> None:
    met.stand("theoden", "fords-of-isen").go_to(2)
    both = (met.force_with("theodred").id, met.force_with("theoden").id)
    with pytest.raises(Illegal, match=r"others come to them by a move \(FRC-05\)"):
        met.do(Unite(both))
    met.go_to(2, "movement").do(Unite(both))
    assert "theoden" in in_the_fight(met)


@pytest.mark.rules("FEL-06")
def test_nobody_joins_or_leaves_the_fight_that_the_game_begins_with(game_on: Running) -> None:
    # Lines 656, 661: Aragorn stands 6 inches off and joins them only if they come through.
    boromir, aragorn = game_on.force_with("boromir").id, game_on.force_with("aragorn").id
    for deed in (
        Unite((boromir, aragorn)),
        Unite((aragorn, boromir)),
        Divide(boromir, (FigureId("merry"), FigureId("pippin"))),
    ):
        with pytest.raises(Illegal, match=r"in the battle that comes before anything else \(FEL-06\)"):
            game_on.do(deed)


@pytest.mark.rules("FEL-06")
def test_nobody_marches_out_of_the_fight_that_the_game_begins_with(game_on: Running) -> None:
    game_on.go_to(1, "movement")
    hobbits = (FigureId("merry"), FigureId("pippin"))
    with pytest.raises(Illegal, match=r"in the battle that comes before anything else \(FEL-06\)"):
        game_on.do(March(game_on.force_with("boromir").id, PlaceId("fangorn"), hobbits))


@pytest.mark.rules("MOV-13")
def test_all_who_can_fight_do_not_march_away_from_the_wounded_only(met: Running) -> None:
    force = met.force_with("theodred").id
    met.do(Divide(force, (FigureId("theodred"),)))
    met.do(Adjust((FigureId("theodred"),), "hit", condition="wounded"))
    with pytest.raises(Illegal, match=r"met the enemy \(MOV-13\)"):
        met.do(March(force, HELMS_DEEP))


@pytest.mark.rules("MNT-08")
def test_who_rides_along_out_of_a_fight_is_out_of_it_too(met: Running) -> None:
    # Merry rides with Théodred, and Théoden has met the same enemy and stays.
    met.do(Adjust((FigureId("merry"), FigureId("theoden")), "for the test", place=PlaceId("fords-of-isen")))
    (contact,) = met.world.war.contacts.values()
    others = tuple(met.force_with(one).id for one in ("merry", "theoden"))
    met.set_war(contacts={contact.id: replace(contact, good=(*contact.good, *others))})
    met.do(RideAlong((FigureId("merry"),), FigureId("theodred")))
    met.do(March(met.force_with("theodred").id, HELMS_DEEP), "free")
    assert met.force_with("merry").place == "helms-deep"
    assert met.world.war.contacts[contact.id].good == (met.force_with("theoden").id,)


def test_who_has_the_ring_and_has_met_the_enemy_makes_for_home_only_after_the_fight(met: Running) -> None:
    met.do(PassRing(FigureId("theodred"), reason="for the test"))
    assert met.told("homing") == []
    met.do(Part(next(iter(met.world.war.contacts)), "they slipped by"))
    assert met.told("homing") == ["Théodred has the Ring and makes for Helm's Deep"]

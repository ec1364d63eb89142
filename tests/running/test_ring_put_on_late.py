"""The Ring put on when its bearer has met the enemy already: who is still in the fight, and who is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import UsePower
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet, Part
from tests.running.table import Running

RING, ITHILIEN = "one-ring", PlaceId("ithilien")
FRODO, SAM, SCOUT = FigureId("frodo"), FigureId("sam"), FigureId("uruk-hai-scout-1")


@pytest.fixture
def met(game_on: Running) -> Running:
    """Movement of turn 1: a scout has met Frodo and Sam in Ithilien, and Gollum is slain."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement").stand("lurtz", "isengard")
    game_on.do(Divide(game_on.force_with("lurtz").id, (SCOUT,)))
    come_and_fall(game_on)
    game_on.meet("frodo", SCOUT, ITHILIEN)
    return game_on


def come_and_fall(running: Running) -> None:
    """Gollum has come for the Ring before, and was slain."""
    running.do(UsePower(RING)).do(UsePower(RING)).set_war(contacts={})
    running.do(Adjust(reason="slain", figures=(FigureId("gollum"),), condition="eliminated"))


def alone(running: Running) -> Running:
    """Sam has gone far away."""
    return running.do(Adjust(reason="for the test", figures=(SAM,), place=PlaceId("rivendell")))


def foes(running: Running) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Who has met whom, by the figures."""
    forces = running.world.war.forces

    def named(side: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(figure for one in forces if one in side for figure in forces[one].figures)

    return [(named(one.good), named(one.evil)) for one in running.world.war.contacts.values()]


@pytest.mark.rules("ITM-RING-06")
@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_a_lone_bearer_who_vanishes_before_the_enemy_has_met_nobody_any_more(
    phase: str, met: Running
) -> None:
    alone(met).go_to(1, phase).do(UsePower(RING))
    assert foes(met) == []
    assert "No fight at Ithilien: Frodo is unseen with the Ring on (ITM-RING-06)." in met.said


def test_both_may_go_on_when_the_bearer_has_vanished(met: Running) -> None:
    alone(met).do(UsePower(RING))
    for figure in ("frodo", SCOUT):
        met.go_to(2, "movement").do(March(met.force_with(figure).id, PlaceId("osgiliath")), "free")
        assert met.force_with(figure).place == "osgiliath"


def test_beside_a_wounded_friend_the_vanished_bearer_has_met_nobody_either(met: Running) -> None:
    met.do(Adjust(reason="for the test", figures=(SAM,), condition="wounded"))
    met.go_to(1, "combat").do(UsePower(RING))
    assert foes(met) == []


def test_when_the_last_friend_of_the_unseen_bearer_falls_by_hand_there_is_nobody_to_fight(
    met: Running,
) -> None:
    met.do(UsePower(RING))
    assert foes(met) == [(("frodo", "sam"), (SCOUT,))]
    met.do(Adjust(reason="for the test", figures=(SAM,), condition="wounded"))
    assert foes(met) == []


def test_friends_of_another_force_fight_on_without_the_bearer(met: Running) -> None:
    alone(met).stand("boromir", ITHILIEN)
    contact = next(iter(met.world.war.contacts.values()))
    with_boromir = replace(contact, good=(*contact.good, met.force_with("boromir").id))
    met.set_war(contacts={contact.id: with_boromir}).do(UsePower(RING))
    ((good, evil),) = foes(met)
    assert (FRODO in good, FigureId("boromir") in good, evil) == (False, True, (SCOUT,))
    assert met.said[-1].startswith("Not in the fight at Ithilien: Frodo is unseen with the Ring on")


@pytest.mark.rules("ITM-RING-05", "ITM-RING-06")
def test_gollum_alone_fights_the_lone_bearer_whom_the_others_lost_from_sight(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement").stand("lurtz", "ithilien")
    alone(game_on).stand("frodo", "ithilien")
    both = (game_on.force_with("frodo").id,), (game_on.force_with("lurtz").id,)
    game_on.do(Meet(*both, ITHILIEN)).do(UsePower(RING))
    assert foes(game_on) == [((FRODO,), ("gollum",))]


@pytest.mark.rules("ITM-RING-06")
def test_who_sees_the_vanished_bearer_fights_him_and_who_does_not_is_out_of_it(met: Running) -> None:
    alone(met).stand("witch-king", ITHILIEN)
    met.do(Divide(met.force_with("witch-king").id, (FigureId("witch-king"),)))
    contact = next(iter(met.world.war.contacts.values()))
    with_wraith = replace(contact, evil=(*contact.evil, met.force_with("witch-king").id))
    met.set_war(contacts={contact.id: with_wraith}).do(UsePower(RING))
    assert foes(met) == [((FRODO,), ("witch-king",))]


def test_taking_the_ring_off_ends_no_contact(met: Running) -> None:
    met.do(UsePower(RING)).do(UsePower(RING))
    assert foes(met) == [(("frodo", "sam"), (SCOUT,))]


BLOWS = ("fight", "keep", (1, 1), (6, 6))
"""Sam and Frodo fight, the Witch-king keeps his points; they miss, and both enemies hit."""
BEATEN = ((6, 6), (SAM,), "leave", "leave", "full-move", "witch-king")
"""Both hold off the hits, are beaten all the same, and Sam is left behind."""


@pytest.fixture
def mixed(met: Running) -> str:
    """Combat of turn 1: a scout and the Witch-king fight Sam and Frodo, who wears the Ring."""
    met.stand("witch-king", ITHILIEN)
    met.do(Divide(met.force_with("witch-king").id, (FigureId("witch-king"),)))
    contact = next(iter(met.world.war.contacts.values()))
    with_wraith = replace(contact, evil=(*contact.evil, met.force_with("witch-king").id))
    met.set_war(contacts={contact.id: with_wraith}).do(UsePower(RING)).go_to(1, "combat")
    return contact.id


def battle(running: Running, contact: str) -> Battle:
    return Battle(contact, proposed(running.game.kit, running.world, running.world.war.contacts[contact]))


@pytest.mark.rules("ITM-RING-06", "ALC-01")
def test_hits_of_those_who_do_not_see_the_wearer_fall_on_his_friends_alone(met: Running, mixed: str) -> None:
    # Line 813: both hit; the scout's can only be Sam's, and then the Witch-king's is Frodo's.
    met.do(battle(met, mixed), *BLOWS, (SAM,), (FRODO,), *BEATEN)
    assert "Hits of uruk-hai-scout-1 cannot fall on frodo." in met.said
    assert "Good allocates 1 hit each to frodo, sam (ALC-01)." in met.said


def test_where_all_see_all_nothing_is_said_of_it(met: Running, mixed: str) -> None:
    met.do(UsePower(RING)).do(battle(met, mixed), *BLOWS, (SAM, FRODO), *BEATEN)
    assert not [line for line in met.said if "cannot fall on" in line]


@pytest.mark.rules("ITM-RING-06")
def test_of_one_force_only_those_who_see_the_lone_wearer_fight_him(met: Running) -> None:
    alone(met).set_war(contacts={}).stand("witch-king", ITHILIEN)
    there = met.force_with("witch-king")
    assert len(there.figures) > 1
    met.do(UsePower(RING)).do(Meet((met.force_with(FRODO).id,), (there.id,), ITHILIEN))
    (contact,) = met.world.war.contacts.values()
    setup = proposed(met.game.kit, met.world, contact)
    assert [one.figure for one in setup.evil.figures] == ["witch-king"]
    assert not setup.evil.reserve

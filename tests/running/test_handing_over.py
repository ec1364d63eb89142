"""A force that is handed over, or put elsewhere by hand: who goes with it, and who stays whose."""

from __future__ import annotations

import pytest

from assistant.campaign.permissions import Power, may_as_seat
from assistant.campaign.ringbearer import ring_line
from assistant.kernel.codec import encode
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import HandOver
from assistant.rules.deeds.holding import BringHome, SetFree
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.ring_passing import PassRing
from assistant.rules.standing import members
from tests.running.table import Running

MOUTH, SARUMAN, GOBLIN_KING = map(CommanderId, ("mouth-of-sauron", "saruman", "goblin-king"))
ISENGARD = PlaceId("isengard")


def ids(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


# ---- the dispersed ---------------------------------------------------------------------------------------


@pytest.mark.effect("returning")
@pytest.mark.rules("PPL-RINGWRAITH-02", "PPL-RINGWRAITH-04")
def test_a_dispersed_lord_is_not_handed_over_with_those_he_led(game_on: Running) -> None:
    # Lines 1278-1280: the wraith is his minion's, and reappears at its home base 4 turns later: on turn 7.
    game_on.go_to(3, "movement").do(Adjust(ids("witch-king"), "for the test", condition="dispersed"))
    game_on.do(HandOver(game_on.force_with("gothmog").id, MOUTH))
    assert game_on.titles[-1] == "Gothmog goes to Mouth of Sauron"
    assert game_on.said == ["Witch-king is dispersed and is not handed over (PPL-RINGWRAITH-02)."]
    assert game_on.force_with("gothmog").commander == MOUTH
    assert game_on.force_with("witch-king").commander == "witch-king"
    game_on.go_to(7).confirm("Witch-king returns", "minas-morgul")
    assert game_on.force_with("witch-king").commander == "witch-king"


def test_a_force_of_which_nobody_is_left_on_the_table_is_handed_over_as_told(game_on: Running) -> None:
    game_on.do(Adjust(ids("khamul"), "for the test", place=game_on.force_with("khamul").place))
    game_on.do(Adjust(ids("khamul"), "for the test", condition="dispersed"))
    game_on.do(HandOver(game_on.force_with("khamul").id, MOUTH))
    assert game_on.force_with("khamul").commander == MOUTH


# ---- captives and the Ring -------------------------------------------------------------------------------


def frodo_led_by_lurtz(running: Running) -> Running:
    """Frodo is captive with the Ring in Lurtz's force, which is Saruman's, at Amon Hen."""
    running.do(Part("opening-1", "for the test"))
    running.do(Adjust(ids("frodo"), "for the test", condition="captured", commander=SARUMAN))
    return running.do(Adjust(ids("frodo"), "for the test", force=running.force_with("lurtz").id))


def may_free(running: Running, commander: CommanderId) -> bool:
    deed = SetFree(FigureId("frodo"))
    return may_as_seat(Power((commander,)), running.game.kit, running.world, deed.kind, encode(deed))


@pytest.mark.rules("ITM-RING-02")
def test_who_is_given_a_force_has_its_captives_and_the_ring(game_on: Running) -> None:
    # Line 809: the Ring is in the hands of whoever has its bearer. No deed of lines 703-704 has been done.
    frodo_led_by_lurtz(game_on).do(HandOver(game_on.force_with("lurtz").id, GOBLIN_KING))
    assert game_on.said == ["Frodo is in the hands of Goblin King now."]
    war = game_on.world.war
    assert (war.captives, war.ring.bearer, war.ring.captor) == ({"frodo": GOBLIN_KING}, "frodo", GOBLIN_KING)
    assert ring_line(game_on.game.kit, game_on.world) == (
        "Frodo bears the Ring at Amon Hen, captive of Goblin King."
    )
    assert (may_free(game_on, GOBLIN_KING), may_free(game_on, SARUMAN)) == (True, False)
    assert war.points == ()


def test_captives_kept_at_home_stay_with_whoever_brought_them_there(game_on: Running) -> None:
    frodo_led_by_lurtz(game_on).stand("lurtz", "isengard").do(BringHome(FigureId("frodo"), ISENGARD))
    game_on.do(HandOver(game_on.force_with("lurtz").id, GOBLIN_KING))
    assert game_on.world.war.captives == {"frodo": SARUMAN}
    assert game_on.world.war.ring.captor == SARUMAN


def test_the_ring_that_one_of_evil_bears_goes_over_with_his_force(game_on: Running) -> None:
    game_on.do(PassRing(FigureId("lurtz"), reason="the table has it so"))
    game_on.do(HandOver(game_on.force_with("lurtz").id, GOBLIN_KING))
    assert (game_on.world.war.ring.bearer, game_on.world.war.ring.captor) == ("lurtz", GOBLIN_KING)
    assert game_on.world.war.points == ()


def test_a_force_that_goes_to_nobody_keeps_its_captives_as_they_were(game_on: Running) -> None:
    frodo_led_by_lurtz(game_on).do(HandOver(game_on.force_with("lurtz").id, None))
    assert game_on.world.war.captives == {"frodo": SARUMAN}


# ---- by hand ---------------------------------------------------------------------------------------------


def those_with_lurtz(running: Running) -> tuple[FigureId, ...]:
    """Everyone of his force who is on the table, without the captive."""
    return tuple(one.id for one in members(running.world, running.force_with("lurtz")))


@pytest.mark.rules("HUN-01")
def test_a_whole_force_that_is_put_elsewhere_by_hand_takes_its_captives_along(game_on: Running) -> None:
    # Line 669: the captive is carried away by its captors, wherever the table finds that they have gone.
    frodo_led_by_lurtz(game_on)
    game_on.do(Adjust(those_with_lurtz(game_on), "they ran on", place=ISENGARD))
    assert game_on.said == ["Because: they ran on", "Frodo goes along as a captive (HUN-01)."]
    assert game_on.force_with("frodo") == game_on.force_with("lurtz")
    assert game_on.force_with("frodo").place == ISENGARD
    assert game_on.told("captives-freed") == []
    assert game_on.told("captives-home") == ["Frodo is brought to Isengard"]


@pytest.mark.rules("HUN-01")
def test_some_who_are_put_elsewhere_leave_the_captives_with_the_others(game_on: Running) -> None:
    frodo_led_by_lurtz(game_on).do(Adjust(ids("lurtz"), "he ran on", place=ISENGARD))
    assert game_on.said == ["Because: he ran on"]
    assert game_on.force_with("frodo").place == "amon-hen"
    assert game_on.told("captives-freed") == []
    # Those who had stayed follow, and nobody is left to guard him.
    guards = tuple(one.id for one in members(game_on.world, game_on.force_with("frodo")))
    game_on.do(Adjust(guards, "they all ran on", place=ISENGARD))
    assert game_on.force_with("frodo").place == ISENGARD


@pytest.mark.rules("HUN-01", "ITM-RING-02")
@pytest.mark.parametrize("into_a_force", [False, True])
def test_a_whole_force_that_is_handed_over_by_hand_does_so_with_captives_and_ring(
    game_on: Running, into_a_force: bool
) -> None:
    frodo_led_by_lurtz(game_on)
    goblins = next(one for one in game_on.world.war.forces.values() if one.commander == GOBLIN_KING)
    over = those_with_lurtz(game_on)
    game_on.do(
        Adjust(over, "agreed", force=goblins.id)
        if into_a_force
        else Adjust(over, "agreed", commander=GOBLIN_KING)
    )
    assert "Frodo goes along as a captive (HUN-01)." in game_on.said
    assert game_on.force_with("frodo") == game_on.force_with("lurtz")
    war = game_on.world.war
    assert (war.captives, war.ring.captor) == ({"frodo": GOBLIN_KING}, GOBLIN_KING)
    assert (game_on.told("captives-freed"), war.points) == ([], ())


def test_guards_who_are_struck_out_by_hand_take_nobody_along(game_on: Running) -> None:
    frodo_led_by_lurtz(game_on)
    gone = Adjust(those_with_lurtz(game_on), "slain on the way", condition="eliminated", place=ISENGARD)
    game_on.do(gone)
    assert game_on.force_with("frodo").place == "amon-hen"
    assert game_on.told("captives-freed") == ["Frodo is free again: nobody guards the captive"]

"""STA-03: the points for a place go to those who fought for it, not to those who only stood there."""

from __future__ import annotations

import pytest

from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.meeting import Meet
from assistant.rules.reminders import due_now
from assistant.rules.world import Condition
from tests.running.table import Running

DEEP = PlaceId("helms-deep")
TITLE = "Evil holds Helm's Deep now"
EREBOR, WHO = PlaceId("erebor"), "Who took Erebor (Lonely Mountain)?"


def stormed(running: Running, *assaulting: str) -> Running:
    """Saruman's and the Goblin King's hosts come to Helm's Deep, and some of them slay its garrison."""
    for lord in ("saruman", "goblin-king"):
        running.stand(lord, DEEP)
    garrison = running.force("rohan", DEEP)
    running.do(Meet((garrison.id,), tuple(running.force_with(one).id for one in assaulting), DEEP))
    contact = list(running.world.war.contacts)[-1]
    slain: dict[str, Condition] = dict.fromkeys(garrison.figures, "eliminated")
    whose = ("saruman",) if len(assaulting) > 1 else ()
    return running.go_to(1, "combat").report(contact, slain, *whose, winner="evil")


def taken(running: Running) -> dict[str, int]:
    """What each has for the place itself, beside the eight points for its garrison."""
    given = (one for one in running.world.war.points if "taken" in one.reason)
    return {one.commander: one.points for one in given}


def note(running: Running) -> str:
    return next(one.note for one in due_now(running.game.kit, running.world) if one.title == TITLE)


@pytest.mark.effect("holders")
@pytest.mark.rules("STA-03")
def test_who_only_stands_by_has_no_part_in_a_place_that_another_took(game_on: Running) -> None:
    # Line 705: 20 points, split if jointly done. The goblins did nothing, so Saruman has all 20.
    stormed(game_on, "saruman")
    assert note(game_on).endswith(" It is taken by Saruman.")
    game_on.confirm(TITLE)
    assert taken(game_on) == {"saruman": 20}
    assert game_on.world.war.holdings[DEEP].by == ("saruman",)


@pytest.mark.effect("holders")
@pytest.mark.rules("STA-03")
def test_those_who_stormed_it_together_share_it(game_on: Running) -> None:
    # Line 705: both fought, 10 each.
    stormed(game_on, "saruman", "goblin-king")
    assert note(game_on).endswith(" It is taken by Goblin King and Saruman.")
    assert taken(game_on.confirm(TITLE)) == {"saruman": 10, "goblin-king": 10}


@pytest.mark.effect("holders")
@pytest.mark.rules("STA-03")
def test_where_nobody_had_to_fight_all_who_stand_there_share_it(game_on: Running) -> None:
    game_on.stand("rohan-foot-1", "edoras").stand("saruman", DEEP).stand("goblin-king", DEEP)
    assert taken(game_on.confirm(TITLE)) == {"saruman": 10, "goblin-king": 10}


@pytest.mark.effect("holders")
@pytest.mark.rules("STA-03")
def test_it_is_the_same_when_it_is_confirmed_at_the_next_turns_start(game_on: Running) -> None:
    stormed(game_on, "saruman").go_to(2)
    assert taken(game_on.confirm(TITLE)) == {"saruman": 20}


@pytest.mark.rules("STA-03")
def test_said_by_hand_without_a_name_it_is_theirs_who_fought_and_with_one_as_said(game_on: Running) -> None:
    stormed(game_on, "saruman")
    assert taken(game_on.copy().do(TakePlace(DEEP, "evil"))) == {"saruman": 20}
    both = (CommanderId("saruman"), CommanderId("goblin-king"))
    assert taken(game_on.do(TakePlace(DEEP, "evil", both))) == {"saruman": 10, "goblin-king": 10}


@pytest.mark.effect("takers")
@pytest.mark.rules("STA-03")
def test_a_place_taken_a_second_time_on_one_turn_is_asked_about_a_second_time(game_on: Running) -> None:
    game_on.go_to(1, "movement").do(TakePlace(EREBOR, "evil")).confirm(WHO, "nobody")
    assert game_on.told("takers") == []
    game_on.do(TakePlace(EREBOR, "good")).do(TakePlace(EREBOR, "evil"))
    assert game_on.told("takers") == [WHO]
    # Line 705: 20 points for it.
    assert taken(game_on.confirm(WHO, "khamul")) == {"khamul": 20}
    assert game_on.go_to(2).told("takers") == []

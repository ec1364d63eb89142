"""HEA, ABL-HERO: no rest where the enemy is master, and every minion there decides over the helpless."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.meeting import Part
from assistant.rules.reminders import due_now
from assistant.rules.war import Spot
from tests.running.table import Running

TIRITH = PlaceId("minas-tirith")


def ids(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


# ---- rest ------------------------------------------------------------------------------------------------


def turns_told(running: Running, title: str, turns: Iterable[int]) -> list[int]:
    return [turn for turn in turns if title in running.copy().go_to(turn).told("healing")]


@pytest.mark.rules("HEA-02")
def test_who_was_wounded_for_it_in_a_fight_entered_as_it_came_out_recovers_there_too(
    game_on: Running,
) -> None:
    contact = game_on.meet("glorfindel", "goblin-king", "rivendell")
    game_on.go_to(1, "combat").report(contact, {"glorfindel": "wounded"}, winner="good")
    assert "Healed after a full turn, while Rivendell is held: glorfindel (HEA-02)." in game_on.said
    assert turns_told(game_on, "Glorfindel recovers at Rivendell", (2, 3)) == [3]


def test_who_fought_at_the_table_is_known_to_have_fought_in_that_turn(game_on: Running) -> None:
    contact = game_on.meet("glorfindel", "goblin-king", "rivendell")
    game_on.go_to(1, "combat").report(contact, {}, winner="good")
    fought = [game_on.world.figures[one].fought_in for one in ids("glorfindel", "goblin-king")]
    assert fought == [1, 1]


def faramir_lies_in_a_lost_city(running: Running, turn: int) -> Running:
    """Wounded in Minas Tirith in the combat of a turn in which evil takes it."""
    running.go_to(turn, "combat").do(Adjust(ids("faramir"), "hit", condition="wounded", place=TIRITH))
    return running.do(TakePlace(TIRITH, "evil", (CommanderId("witch-king"),)))


@pytest.mark.rules("HEA-01")
def test_no_turn_counts_as_rest_in_which_the_enemy_held_the_house_of_healing(game_on: Running) -> None:
    # Line 173: a full turn of rest, while their side keeps the place. Wounded and lost on turn 3, won back in
    # the combat of turn 4: turn 5 is the first full turn of rest, and Faramir is well on turn 6.
    faramir_lies_in_a_lost_city(game_on, 3).go_to(4, "combat")
    game_on.do(TakePlace(TIRITH, "good", (CommanderId("gondor"),)))
    assert turns_told(game_on, "Faramir recovers at Minas Tirith", (5, 6)) == [6]


@pytest.mark.rules("HEA-01")
def test_the_turn_at_whose_start_a_place_is_said_to_be_free_is_one_of_rest(game_on: Running) -> None:
    # Line 173 as above: free again from the start of turn 4 on, so turn 4 is the full turn.
    faramir_lies_in_a_lost_city(game_on, 2).go_to(4)
    game_on.do(TakePlace(TIRITH, "good", (CommanderId("gondor"),)))
    assert turns_told(game_on, "Faramir recovers at Minas Tirith", (4, 5)) == [5]


# ---- the helpless ----------------------------------------------------------------------------------------

SCOUTS = "Frodo lies wounded, and Uruk-hai Scouts of Emyn Muil are there"
KHAMUL = "Frodo lies wounded, and Khamûl is there"


def frodo_among_two_minions(running: Running) -> Running:
    """Frodo lies wounded at the Emyn Muil with the Ring, and Saruman's scouts and Khamûl have come there."""
    muil = PlaceId("emyn-muil")
    running.do(Part("opening-1", "for the test")).go_to(1, "movement")
    running.do(Adjust(ids("frodo"), "for the test", condition="wounded", place=muil))
    for found in (ids("uruk-hai-scout-1", "uruk-hai-scout-2"), ids("khamul")):
        running.do(Adjust(found, "for the test", place=muil))
    return running.go_to(1, "combat")


@pytest.mark.effect("mercy")
@pytest.mark.rules("ABL-HERO-5", "ITM-RING-02")
@pytest.mark.parametrize(("title", "captor"), [(SCOUTS, "saruman"), (KHAMUL, "khamul")])
def test_whichever_minion_is_there_may_take_the_wounded(game_on: Running, title: str, captor: str) -> None:
    # Line 261: by any opposing figure; by line 701 it counts for the minion whose forces did it.
    frodo_among_two_minions(game_on)
    assert game_on.told("mercy") == [SCOUTS, KHAMUL]
    assert [one.commander for one in due_now(game_on.game.kit, game_on.world) if one.about == "mercy"] == [
        "saruman",
        "khamul",
    ]
    game_on.confirm(title, "capture")
    assert (game_on.world.war.captives, game_on.world.war.ring.captor) == ({"frodo": captor}, captor)
    assert game_on.force_with("frodo").commander == captor
    assert game_on.told("mercy") == []


@pytest.mark.effect("mercy")
@pytest.mark.rules("ABL-HERO-5")
def test_who_is_taken_where_all_are_measured_is_led_away_too(game_on: Running) -> None:
    # Line 261: captured by an opposing figure in reach, and Khamûl stands 2" away; a captive stands nowhere.
    frodo_among_two_minions(game_on)
    spots = {"frodo": Spot("south", mils(20), mils(20)), "khamul": Spot("south", mils(22), mils(20))}
    game_on.set_war(spots={FigureId(one): spot for one, spot in spots.items()})
    game_on.confirm(KHAMUL, "capture")
    assert game_on.world.war.captives == {"frodo": "khamul"}
    assert game_on.force_with("frodo").commander == "khamul"


@pytest.mark.effect("mercy")
@pytest.mark.rules("ABL-HERO-5")
@pytest.mark.parametrize(("first", "second"), [(SCOUTS, KHAMUL), (KHAMUL, SCOUTS)])
def test_whom_one_minion_spares_another_may_still_take(game_on: Running, first: str, second: str) -> None:
    # Line 261: mercy of one is not mercy of all; nobody is asked twice.
    frodo_among_two_minions(game_on).confirm(first, "spare")
    assert game_on.told("mercy") == [second]
    game_on.confirm(second, how="skipped")
    assert game_on.told("mercy") == []


@pytest.mark.effect("mercy")
@pytest.mark.rules("ABL-HERO-5")
def test_who_stays_is_still_asked_when_the_one_who_spared_him_has_gone(game_on: Running) -> None:
    frodo_among_two_minions(game_on).confirm(SCOUTS, how="skipped")
    game_on.do(Adjust(ids("uruk-hai-scout-1", "uruk-hai-scout-2"), "for the test", place=PlaceId("bree")))
    assert game_on.told("mercy") == [KHAMUL]


@pytest.mark.effect("mercy")
@pytest.mark.rules("ABL-HERO-5")
def test_what_was_decided_in_an_older_game_is_not_asked_of_the_same_minion_again(game_on: Running) -> None:
    frodo_among_two_minions(game_on).set_war(heeded={"mercy frodo@1": "done"})
    assert game_on.told("mercy") == [KHAMUL]
    game_on.confirm(KHAMUL, "spare")
    assert [*game_on.world.war.heeded] == ["mercy frodo@1", "mercy frodo khamul@1"]

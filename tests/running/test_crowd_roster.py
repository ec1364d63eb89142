"""The bots count on their own: what doubles, loses, kills or frees figures unseen is told as a fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules import standing
from assistant.rules.arrivals import Contingent
from assistant.rules.book import PlaceId
from assistant.rules.deeds import arriving, spoils, turning
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.battles import ReportedBattle, proposed
from assistant.rules.deeds.by_hand import AddFigures
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.recruiting import enlist
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.turning import GoOn
from assistant.rules.fight.facts import Suffered
from assistant.rules.kit import Kit
from assistant.rules.standing import Awaited, census
from assistant.rules.turn.facts import ArrivalHandled
from assistant.rules.world import Condition, World
from assistant.simulate.crowd import Crowd
from tests.running.table import Running
from tests.running.test_crowd import NoWhims, SecondThoughts

GOBLINS = "goblins-of-the-mountains"


@pytest.fixture
def bots(game_on: Running) -> Crowd:
    """Bots at the start of turn 1, without a whim."""
    game_on.do(Part("opening-1", "for the test"))
    return Crowd(game_on.game.kit, SecondThoughts(game_on, game_on.world), NoWhims())


def place_goblins(bots: Crowd, running: Running) -> str:
    key = running.due(GOBLINS).key
    assert bots.attempt(Arrive(key, place=PlaceId("moria")))
    return key


def test_everybody_in_play_is_counted_where_they_are(bots: Crowd, game_on: Running) -> None:
    before = sum(census(game_on.world).values())
    number = sum(each.count for each in game_on.due(GOBLINS).due.figures)
    place_goblins(bots, game_on)
    assert sum(map(len, bots.roster.brought)) == before + number
    assert bots.tally.faults == []


@pytest.mark.parametrize(
    ("number", "fault"),
    [(2, "figures came from nowhere where 0 are promised"), (0, "is promised and did not come")],
)
def test_an_arrival_that_brings_double_or_nobody_of_a_kind_is_a_fault(
    bots: Crowd, game_on: Running, monkeypatch: pytest.MonkeyPatch, number: int, fault: str
) -> None:
    def otherwise(kit: Kit, desk: Any, by: Any, coming: Sequence[Contingent], kinds: Any) -> Any:
        changed = replace(coming[-1], count=number * coming[-1].count)
        return enlist(kit, desk, by, [*coming[:-1], changed], kinds)

    monkeypatch.setattr(arriving, "enlist", otherwise)
    place_goblins(bots, game_on)
    assert any(fault in one for one in bots.tally.faults)


def test_an_arrival_that_is_due_again_once_it_was_placed_is_a_fault(
    bots: Crowd, game_on: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = standing.awaited

    def again(kit: Kit, world: World) -> tuple[Awaited, ...]:
        waiting = {key: "postponed" if how == "placed" else how for key, how in world.war.arrivals.items()}
        return real(kit, replace(world, war=replace(world.war, arrivals=waiting)))

    for module in (arriving, standing, turning):
        monkeypatch.setattr(module, "awaited", again)
    monkeypatch.setattr("assistant.simulate.crowd_roster.awaited", again)
    key = place_goblins(bots, game_on)
    assert bots.tally.faults == []
    assert bots.attempt(Arrive(key, place=PlaceId("moria")))
    assert bots.tally.faults == [f"arrive: {key} had come or was lost already"]


def test_an_arrival_that_came_and_was_not_noted_is_a_fault(
    bots: Crowd, game_on: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        arriving, "ArrivalHandled", lambda key, how, owing: ArrivalHandled(key, "postponed", owing=owing)
    )
    key = place_goblins(bots, game_on)
    assert bots.tally.faults == [f"arrive: {key} came and is due again"]


def test_an_arrival_that_was_put_off_and_forgotten_is_a_fault(bots: Crowd, game_on: Running) -> None:
    due = standing.awaited(game_on.game.kit, game_on.world)
    assert [*bots.roster.forgotten(game_on.world, due)] == []
    key = game_on.due(GOBLINS).key
    assert bots.attempt(Forgo(key, "postponed"))
    others = [one for one in due if one.key != key]
    assert [*bots.roster.forgotten(game_on.world, others)] == [
        f"{key} was due, did not come, and is waited for no more"
    ]


@pytest.mark.parametrize("cause", ["", "a whim of the weather"])
def test_who_dies_at_the_end_of_a_turn_is_a_fault_whatever_the_cause(
    bots: Crowd, game_on: Running, monkeypatch: pytest.MonkeyPatch, cause: str
) -> None:
    real: Callable[[Any], None] = turning._end_turn

    def deadly(desk: Any) -> None:
        real(desk)
        fit = [one.id for one in desk.world.figures.values() if one.condition == "fit"]
        desk.record(Suffered(tuple(fit[-40:]), "eliminated", cause))

    monkeypatch.setattr(turning, "_end_turn", deadly)
    game_on.go_to(1, "combat")
    assert bots.attempt(GoOn(anyway=True))
    assert sum("is eliminated by a deed that changes nobody" in one for one in bots.tally.faults) == 40


def taking(running: Running, captive: str) -> ReportedBattle:
    """Saruman's men have met Frodo's company, and it is reported that they took somebody."""
    number = running.meet(captive, "lurtz", running.force_with("lurtz").place)
    running.go_to(1, "combat")
    setup = proposed(running.game.kit, running.world, running.world.war.contacts[number])
    ends: dict[FigureId, Condition] = {FigureId(captive): "captured"}
    return ReportedBattle(number, ReportedFight(setup, ends, winner="evil", retreats="good"))


def test_whom_a_minion_takes_in_a_fight_is_a_captive_and_no_fault(bots: Crowd, game_on: Running) -> None:
    assert bots.attempt(taking(game_on, "merry"))
    assert (game_on.world.war.captives, bots.tally.faults) == ({"merry": "saruman"}, [])


def test_a_captive_of_a_fight_in_nobodys_hands_is_a_fault(
    bots: Crowd, game_on: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spoils, "CaptiveTaken", lambda *_: Suffered((), "fit", "nothing"))
    assert bots.attempt(taking(game_on, "merry"))
    assert bots.tally.faults == ["reported-battle: merry is captured and nobody's captive"]


def test_an_undo_that_takes_away_only_some_whom_a_deed_brought_is_a_fault(
    bots: Crowd, game_on: Running
) -> None:
    orcs = AddFigures(game_on.world.figures[FigureId("orc-1")].profile, 3, None, PlaceId("moria"), "more")
    before = game_on.world
    assert bots.attempt(orcs)
    after = game_on.world
    came = [one for one in after.figures if one not in before.figures]
    some = {one: figure for one, figure in after.figures.items() if one not in came[:2]}
    partly = [*bots.roster.faults_of_reversal(after, replace(after, figures=some))]
    assert "2 figures went or came back who did not come together" in partly
    assert [*bots.roster.faults_of_reversal(after, before)] == []
    assert [*bots.roster.faults_of_reversal(before, after)] == []

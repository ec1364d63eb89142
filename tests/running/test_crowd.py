"""Bots play the running game through the service: nothing breaks, nothing is lost, everything adds up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from assistant.campaign.crowd import play_games
from assistant.campaign.service import Service
from assistant.kernel.asking import Answer, Request
from assistant.kernel.codec import encode
from assistant.kernel.ids import FigureId, RuleId
from assistant.kernel.procedure import play
from assistant.ledger.store import Ledger
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.combat.proposal import with_proposals
from assistant.rules.core.fact import Fact, fold
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import Battle, ReportedBattle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Decide, Declare
from assistant.rules.deeds.holding import CorrectPoints, TakePlace
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from assistant.rules.standing import forces_of, in_play
from assistant.rules.turn.facts import PointsGiven
from assistant.rules.world import World
from assistant.simulate.answerers import accepting
from assistant.simulate.crowd import Crowd
from assistant.simulate.crowd_quests import mourned, persons_of_note, places_of_note, places_that_call
from assistant.simulate.crowd_roster import Roster, Witnessed
from assistant.simulate.crowd_scenes import WHY, Scene
from assistant.simulate.crowd_tally import Tally, faults_of
from assistant.simulate.crowd_whims import Whims, readings
from tests.running.table import Running

TURNS = 4
EVERY_TURN = ("begin-game", "go-on", "say-done", "march", "meet", "battle", "arrive", "heed", "take-place")


@pytest.fixture(scope="module")
def played(war: RingOfPower, tmp_path_factory: pytest.TempPathFactory) -> Tally:
    """A few turns; a thousand are played by `python3 run.py bench turns`."""

    @contextmanager
    def table() -> Iterator[Service]:
        with Ledger.open(tmp_path_factory.mktemp("bots") / "bots.sqlite", who="bots") as ledger:
            yield Service(ledger, war)

    return play_games(table, war, TURNS, seed=11)


def test_random_turns_are_played_without_a_fault(played: Tally) -> None:
    assert played.faults == []
    assert played.turns == TURNS


def test_what_every_turn_brings_was_done_and_answered(played: Tally) -> None:
    assert [kind for kind in EVERY_TURN if not played.deeds[kind]] == []
    assert sum(played.questions.values()) > 0
    assert not played.stranded


def test_the_report_lists_every_deed_and_reminder(played: Tally) -> None:
    said = {line.split()[-1] for line in played.lines()}
    assert {one.split()[-1] for one in Tally().missing()} - {"undo", "redo"} <= said


def test_a_deed_that_never_came_would_be_missed() -> None:
    assert "deed march" in Tally().missing()


def seen(running: Running, after: World) -> list[str]:
    """What bots would find if going on to the next phase left things so."""
    return faults_of(Witnessed(running.game.kit, running.world, after, GoOn()), Roster.of(running.world))


def test_a_figure_that_vanished_would_be_noticed(game_on: Running) -> None:
    fewer = dict(game_on.world.figures)
    del fewer[next(iter(fewer))]
    faults = seen(game_on, replace(game_on.world, figures=fewer))
    assert any("gone without a trace" in fault for fault in faults)


def test_a_figure_in_two_forces_would_be_noticed(game_on: Running) -> None:
    forces = dict(game_on.world.war.forces)
    first, second = list(forces)[:2]
    forces[second] = replace(forces[second], figures=(*forces[second].figures, forces[first].figures[0]))
    war = replace(game_on.world.war, forces=forces)
    faults = seen(game_on, replace(game_on.world, war=war))
    assert any("is in two forces" in fault for fault in faults)


def test_points_that_change_afterwards_would_be_noticed(game_on: Running) -> None:
    war = game_on.do(CorrectPoints(CommanderId("khamul"), 5, "bold")).world.war
    changed = replace(game_on.world, war=replace(war, points=()))
    assert seen(game_on, changed) == ["go-on: points of the past have changed"]


def test_points_that_no_deed_gave_would_be_noticed(game_on: Running) -> None:
    before = game_on.copy()
    war = game_on.do(CorrectPoints(CommanderId("khamul"), 5, "bold")).world.war
    assert seen(before, game_on.world) == ["go-on: the points are not those that the deed gave"]
    twice = PointsGiven(replace(war.points[-1], points=10))
    doubled = Witnessed(before.game.kit, before.world, game_on.world, GoOn(), (twice,))
    assert faults_of(doubled, Roster.of(before.world)) == [
        "go-on: the points are not those that the deed gave"
    ]


@pytest.mark.rules("REI-E19")
def test_what_an_event_implies_has_happened_with_it(game_on: Running) -> None:
    erech, paths = EventId("aragorn-reaches-erech"), EventId("aragorn-takes-the-paths-of-the-dead")
    game_on.do(Declare(erech))
    assert game_on.world.war.events[paths] == game_on.world.war.events[erech] == 1


@dataclass
class SecondThoughts:
    """A table whose one undo takes a whole arrival back."""

    running: Running
    before: World

    @property
    def world(self) -> World:
        return self.running.world

    def do(self, deed: Any, answers: Callable[[Request], Answer]) -> tuple[Fact, ...]:
        game = self.running.game
        opening = game.opening(deed.kind, encode(deed), self.world)
        played = play(game.start(deed.kind, opening.setup), self.world, game.apply, answers)
        self.running.world = fold(self.world, played.done.facts)
        return tuple(played.done.facts)

    def undo(self) -> bool:
        self.running.world = self.before
        return True

    def redo(self) -> bool:
        return False


class _Hasty(Crowd):
    """Bots that undo after every force they move."""

    def _meddle(self) -> None:
        self._reversed("undo", self.ground.undo)


class NoWhims(Random):
    """Nothing unlikely ever happens."""

    def random(self) -> float:
        return 0.99


class _AllWhims(Random):
    """Whatever may happen does, to everyone, and the last of several is chosen."""

    def random(self) -> float:
        return 0.0

    def choice(self, seq: Any) -> Any:
        return seq[-1]

    def randint(self, a: int, b: int) -> int:
        return b


def test_a_force_whose_arrival_was_taken_back_is_not_moved_any_more(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    before = game_on.copy().go_to(1, "movement").world
    key = game_on.due("goblins-of-the-mountains").key
    crowd = _Hasty(game_on.game.kit, SecondThoughts(game_on, before), NoWhims())
    assert crowd.attempt(Arrive(key, place=PlaceId("moria"), apart=True))
    game_on.go_to(1, "movement")
    first = in_play(game_on.game.kit, game_on.world)[0]
    assert len(forces_of(game_on.world, first)) == len(forces_of(before, first)) + 1
    crowd.movement()
    assert crowd.tally.faults == []


def test_a_brood_born_in_a_fight_goes_with_its_mothers_force(game_on: Running) -> None:
    """A swarm that comes in the middle of a fight is in no force yet when it ends."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    number = game_on.meet("brand", "spider-queen-1", PlaceId("lake-town"))
    game_on.go_to(1, "combat")
    contact = game_on.world.war.contacts[number]
    setup = with_proposals(game_on.game.book, proposed(game_on.game.kit, game_on.world, contact))
    battle = Battle(number, setup)
    opening = game_on.game.opening(battle.kind, encode(battle), game_on.world)
    # Everyone rolls ones, so nobody is hurt, and the queen's die of 1 brings a swarm.
    done = play(
        game_on.game.start(battle.kind, opening.setup),
        game_on.world,
        game_on.game.apply,
        accepting(lambda roll: (1,) * len(roll.dice)),
    ).done
    world = fold(game_on.world, done.facts)
    born = [one.id for one in world.figures.values() if one.profile == "spider-swarm"]
    assert born
    assert {world.war.force_of(one) for one in born} == {world.war.force_of(FigureId("spider-queen-1"))}


def test_bots_name_the_ringbearer_before_they_fight_where_the_table_reads_it_so(war: RingOfPower) -> None:
    begun = Running.begun(war, house={"CON-084": "any-hobbit"})
    crowd = Crowd(war.kit, SecondThoughts(begun, begun.world), NoWhims())
    crowd.start()
    assert crowd.tally.reminders["naming-bearer"] == 1
    assert crowd.tally.deeds["battle"] == 1


@pytest.mark.parametrize(
    ("reading", "boromir"), [("every-good-character", "wounded"), ("labelled", "eliminated")]
)
def test_bots_report_only_those_wounded_whom_the_table_takes_for_heroes(
    war: RingOfPower, reading: str, boromir: str
) -> None:
    begun = Running.begun(war, house={"CON-056": reading})
    contact = begun.world.war.contacts["opening-1"]
    deeds = Whims(war.kit, begun.world, _AllWhims()).fighting(contact)
    reported = next(one for one in deeds if isinstance(one, ReportedBattle))
    assert reported.report.ends[FigureId("boromir")] == boromir
    crowd = Crowd(war.kit, SecondThoughts(begun, begun.world), Random(1))
    assert crowd.attempt(reported)


@pytest.mark.rules("STA-03")
def test_bots_leave_open_who_took_a_place_that_its_takers_have_left(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).go_to(1, "combat")
    for force in game_on.world.war.at(PlaceId("helms-deep")):
        game_on.stand(force.figures[0], PlaceId("edoras"))
    deeds = [*Whims(game_on.game.kit, game_on.world, _AllWhims()).aftermath()]
    taken = TakePlace(PlaceId("helms-deep"), "evil")
    assert taken in deeds
    crowd = Crowd(game_on.game.kit, SecondThoughts(game_on, game_on.world), Random(1))
    assert crowd.attempt(taken)
    crowd.combat()
    assert crowd.tally.reminders["takers"] == 1


@pytest.mark.rules("PPL-ELROND-02")
def test_bots_await_no_healing_at_a_place_whose_keeper_has_left(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test")).stand("boromir", PlaceId("rivendell"))
    game_on.do(Adjust((FigureId("boromir"),), "for the test", condition="wounded")).go_to(4)
    assert game_on.told("healing") == ["Boromir recovers at Rivendell"]
    game_on.stand("elrond", PlaceId("bree"))
    crowd = Crowd(game_on.game.kit, SecondThoughts(game_on, game_on.world), NoWhims())
    crowd.start()
    assert crowd.tally.reminders["healing"] == 0


def test_bots_know_where_a_commander_has_something_to_do_and_on_whom_a_rule_turns(war: RingOfPower) -> None:
    places, persons = places_of_note(war.kit, CommanderId("fellowship")), persons_of_note(war.kit)
    assert {"mordor", "minas-tirith", "isengard", "cracks-of-doom"} <= set(places)
    assert {"arwen", "elrond", "aragorn", "gollum"} <= set(persons)
    assert "ruffian" not in persons
    assert places_of_note(war.kit, None) == ()
    # Whom nobody commands anyone may meet.
    assert "bree" in places
    assert "moria-west-gate" in places_that_call(war.kit, [ProfileId("gimli")])
    assert places_that_call(war.kit, [ProfileId("orc")]) == ()
    # Andúril is given to Aragorn at Edoras, and he defies Sauron from Isengard.
    assert {"edoras", "isengard"} <= {*places_that_call(war.kit, [ProfileId("aragorn")])}


def test_in_four_games_every_house_rule_is_read_otherwise_once(war: RingOfPower) -> None:
    rules = war.book.house_rules
    games = [readings(rules, 7, number) for number in range(1, 5)]
    assert sorted(rule for one in games for rule in one) == sorted(rules)
    assert all(rules[RuleId(rule)].default != way for one in games for rule, way in one.items())


@pytest.mark.rules("PPL-ARWEN-02")
def test_a_game_from_paper_may_have_lost_one_for_whom_others_grieve(game_on: Running) -> None:
    assert mourned(game_on.game.kit) == ("arwen",)
    deeds = Scene(game_on.game.kit, game_on.world, _AllWhims()).deeds()
    lost = Adjust((FigureId("arwen"),), WHY, condition="eliminated")
    assert lost in [*deeds]
    crowd = Crowd(game_on.game.kit, SecondThoughts(game_on, game_on.world), Random(3))
    crowd.attempt(lost)
    crowd.start()
    assert crowd.tally.reminders["departing"] == 1


def test_bots_make_a_standing_choice_once(game_on: Running) -> None:
    deeds = [*Whims(game_on.game.kit, game_on.world, _AllWhims()).politics()]
    (choice,) = [one for one in deeds if isinstance(one, Decide)]
    game_on.do(choice)
    again = [*Whims(game_on.game.kit, game_on.world, _AllWhims()).politics()]
    assert not any(isinstance(one, Decide) for one in again)

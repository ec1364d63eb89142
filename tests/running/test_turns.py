"""SEQ: the turn, who acts when, and going on."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.commanding import move_order
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.holding import CorrectPoints
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.turning import GoOn, SayDone, left_to_do
from assistant.rules.game import RingOfPower
from assistant.rules.standing import awaited, census, in_play, waited_for
from tests.running.table import Running, seating


@pytest.mark.rules("SCN-19")
def test_everyone_on_the_starting_lists_stands_at_their_place(war: RingOfPower) -> None:
    game_on = Running.begun(war)
    # SCN-S07: Amdur, 12 foot and 3 kataphracts in the Easterling city: 16 figures.
    assert len(game_on.force("easterling-king", "easterling-city").figures) == 16
    # SCN-S05: Eomer and 4 riders in the Eastfold.
    assert len(game_on.force_with("eomer").figures) == 5
    assert census(game_on.world)["dead"] == 0


@pytest.mark.rules("SEQ-03")
def test_a_turn_runs_start_movement_combat_and_then_the_next_begins(game_on: Running) -> None:
    phases = []
    for _ in range(4):
        phases.append((game_on.world.war.turn, game_on.world.war.phase))
        game_on.do(GoOn(anyway=True))
    assert phases == [(1, "start"), (1, "movement"), (1, "combat"), (2, "start")]


@pytest.mark.rules("SCN-20")
def test_good_that_moves_before_evil_is_done_is_told_so_once_a_turn(game_on: Running) -> None:
    names = game_on.game.scenario.commanders
    evil = [one for one in in_play(game_on.game.kit, game_on.world) if names[one].side == "evil"]
    game_on.go_to(1, "movement").do(SayDone(tuple(evil[:-2])))
    assert not any("moves first" in line for line in game_on.said)
    game_on.do(March(game_on.force_with("eomer").id, PlaceId("edoras")))
    told = f"Mind: evil moves first, and {names[evil[-2]].name} and 1 other are not done yet (SCN-20)."
    assert told in game_on.said
    # Once is enough; and evil itself goes when it likes.
    game_on.do(March(game_on.force_with("faramir").id, PlaceId("osgiliath")))
    assert told not in game_on.said


@pytest.mark.rules("SCN-20")
def test_good_that_is_done_before_evil_is_told_so_too_and_not_when_all_of_evil_is(game_on: Running) -> None:
    gondor = CommanderId("gondor")
    game_on.go_to(1, "movement").do(SayDone((gondor,)))
    assert "Mind: evil moves first, and Goblin King and" in " ".join(game_on.said)
    game_on.do(SayDone((gondor,), done=False))
    assert game_on.said == []
    game_on.do(
        SayDone(tuple(one.id for one in game_on.game.scenario.commanders.values() if one.side == "evil"))
    )
    game_on.do(SayDone((gondor,)))
    assert game_on.said == []


@pytest.mark.rules("SCN-20", "SCN-21")
def test_evil_moves_first_in_the_printed_order(game_on: Running) -> None:
    order = in_play(game_on.game.kit, game_on.world)
    printed = [
        "goblin-king", "saruman", "sulladan", "khamul", "witch-king", "mouth-of-sauron", "easterling-king",
        "king-of-khand",
    ]  # fmt: skip
    assert [one for one in order if one in printed] == printed
    sides = [game_on.game.scenario.commanders[one].side for one in order]
    assert sides == sorted(sides, key=lambda side: side != "evil")


@pytest.mark.rules("SCN-20")
def test_evil_moves_first_also_where_the_organiser_decides_on_the_order(war: RingOfPower) -> None:
    # Line 462: evil first, always; AMB-064 leaves only the order within a side open.
    running = Running.begun(war, house={"AMB-064": "organiser-decides"})
    sides = [war.scenario.commanders[one].side for one in in_play(war.kit, running.world)]
    assert sides == ["evil"] * 9 + ["good"] * 8


@pytest.mark.parametrize(
    ("reading", "last", "order"),
    [("buhrdur-last", "buhrdur", 9), ("printed-eight", "king-of-khand", 8), ("organiser-decides", None, 0)],
)
@pytest.mark.rules("SCN-21")
def test_where_buhrdur_moves_is_a_reading(
    war: RingOfPower, reading: str, last: str | None, order: int
) -> None:
    # AMB-064: lines 464-471 print eight names, and Buhrdûr's is not among them.
    running = Running.begun(war, house={"AMB-064": reading})
    kit = running.game.kit
    found = move_order(kit.scenario, kit.house(running.world))
    assert (len(found), found[-1] if found else None) == (order, last)
    evil = [one for one in in_play(kit, running.world) if kit.scenario.commanders[one].side == "evil"]
    assert tuple(evil[:order]) == tuple(one for one in found if one in evil)
    assert len(evil) == 9


@pytest.mark.rules("SEQ-04")
def test_movement_waits_for_everyone_who_is_not_done(game_on: Running) -> None:
    game_on.go_to(1, "movement")
    everyone = in_play(game_on.game.kit, game_on.world)
    game_on.do(SayDone(everyone[:-1]))
    assert waited_for(game_on.game.kit, game_on.world) == everyone[-1:]
    with pytest.raises(Illegal, match="not done moving"):
        game_on.do(GoOn())
    game_on.do(SayDone(everyone[-1:]))
    assert game_on.said == ["All are done."]
    game_on.do(GoOn())
    assert game_on.world.war.phase == "combat"


def test_done_can_be_taken_back(game_on: Running) -> None:
    game_on.go_to(1, "movement")
    saruman = (CommanderId("saruman"),)
    game_on.do(SayDone(saruman)).do(SayDone(saruman, done=False))
    assert saruman[0] in waited_for(game_on.game.kit, game_on.world)


@pytest.mark.rules("SEQ-04")
def test_nobody_waits_for_a_commander_without_a_figure(game_on: Running) -> None:
    # SEQ-04: whoever has figures moves them; Sulladan's come on later turns.
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    kit, sulladan = game_on.game.kit, CommanderId("sulladan")
    assert sulladan in in_play(kit, game_on.world)
    assert sulladan not in waited_for(kit, game_on.world)
    game_on.do(SayDone(waited_for(kit, game_on.world)))
    assert game_on.titles[-1] == "Everyone: done with movement of turn 1"
    assert game_on.said[0] == "All are done."
    assert "not done moving" not in " ".join(left_to_do(kit, game_on.world))


@pytest.mark.rules("SEQ-06")
def test_an_arrival_nobody_had_time_for_still_waits_next_turn(game_on: Running) -> None:
    due = {one.key for one in awaited(game_on.game.kit, game_on.world)}
    game_on.go_to(2)
    assert due <= {one.key for one in awaited(game_on.game.kit, game_on.world)}


@pytest.mark.rules("SEQ-06")
def test_an_arrival_is_placed_with_one_answer_and_comes_once(game_on: Running) -> None:
    # REI-R17: one Easterling foot each turn in their own city.
    key = next(
        one.key for one in awaited(game_on.game.kit, game_on.world) if "easterling" in one.due.commander
    )
    before = len(game_on.world.figures)
    game_on.do(Arrive(key))
    assert len(game_on.world.figures) == before + 1
    with pytest.raises(Illegal, match="arrival due now"):
        game_on.do(Arrive(key))


@pytest.mark.rules("SEQ-07")
def test_an_arrival_that_must_come_cannot_be_passed_up(game_on: Running) -> None:
    key = next(
        one.key for one in awaited(game_on.game.kit, game_on.world) if "easterling" in one.due.commander
    )
    with pytest.raises(Illegal, match="must come"):
        game_on.do(Forgo(key, "lost"))


def test_a_game_begins_only_once(game_on: Running) -> None:
    with pytest.raises(Illegal, match="begun already"):
        game_on.do(BeginGame(seating(game_on.game)))


def test_every_commander_must_be_given_to_someone(war: RingOfPower) -> None:
    running = Running(war, war.set_up({}))
    with pytest.raises(Illegal, match="Nobody commands"):
        running.do(BeginGame(seating(war)[1:]))


@pytest.mark.rules("SCN-22", "VIC-11")
def test_when_time_is_up_the_minion_with_most_points_is_first(game_on: Running) -> None:
    game_on.do(CorrectPoints(CommanderId("khamul"), 7, "for the test")).do(EndGame("time"))
    ending = game_on.world.war.ending
    assert ending is not None
    assert ending.winner is None
    assert ending.overall == ("khamul",)
    with pytest.raises(Illegal, match="over"):
        game_on.do(GoOn())


def test_where_the_turn_record_ends_the_table_is_told_what_to_do(game_on: Running) -> None:
    # Line 489: the game ends by a victory, or when the players agree.
    game_on.set_war(turn=game_on.game.scenario.turns, phase="combat")
    with pytest.raises(Illegal, match="The turn record ends with turn 100") as refused:
        game_on.do(GoOn(anyway=True))
    assert refused.value.do == "End the game by agreement, or because time is up."
    assert game_on.do(EndGame("agreement")).world.war.ending is not None

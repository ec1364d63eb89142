"""Deeds under way are kept at their question: a shortcut that may never lead elsewhere."""

from __future__ import annotations

import pytest

from assistant.campaign.runs import MOST_RUNS, AnyRun, Runs
from assistant.kernel.asking import Answer, Choose, Chosen, fingerprint
from assistant.kernel.errors import Illegal, ReplayDiverged
from assistant.kernel.ids import Seat
from assistant.kernel.procedure import Desk, Done, Procedure, Run, Waiting

WAYS = ("north", "south")
NORTH, SOUTH = Chosen("north"), Chosen("south")


def walk(desk: Desk[tuple[str, ...], str]) -> Procedure[str]:
    """Three crossings; on the third there is no way south."""
    way = ""
    for number in range(3):
        way = yield from desk.choose(Seat("red"), "way", f"crossing {number}", WAYS)
        if number == 2 and way == "south":
            raise Illegal("no-way", "There is no way south.")
        desk.record(way)
    return way


class Path:
    """Counts how often the walk was begun."""

    def __init__(self) -> None:
        self.runs, self.begun = Runs(), 0

    def begin(self) -> AnyRun:
        self.begun += 1
        return Run(walk, (), lambda world, fact: (*world, fact))

    def at(self, *answers: Answer, name: str = "a") -> Waiting[str] | Done[str, object]:
        return self.runs.follow(name, self.begin, answers, [])[0]


def test_going_on_costs_one_step_and_begins_nothing_anew() -> None:
    path = Path()
    for answers in ((), (NORTH,), (NORTH, SOUTH), (NORTH, SOUTH, NORTH)):
        stand = path.at(*answers)
    assert (path.begun, stand.facts) == (1, ("north", "south", "north"))


def test_looking_twice_at_the_same_place_finds_the_same() -> None:
    path = Path()
    assert path.at(NORTH) == path.at(NORTH)
    assert path.begun == 1


def test_what_was_taken_back_is_run_again_from_the_start() -> None:
    path = Path()
    path.at(NORTH, SOUTH)
    assert path.at(NORTH).facts == ("north",)
    assert path.at(SOUTH).facts == ("south",)
    assert path.begun == 3


def test_what_failed_in_the_middle_is_begun_anew_and_loses_nothing() -> None:
    path = Path()
    path.at(NORTH, NORTH)
    with pytest.raises(Illegal, match="no way south"):
        path.at(NORTH, NORTH, SOUTH)
    assert path.at(NORTH, NORTH).facts == ("north", "north")
    assert isinstance(path.at(NORTH, NORTH, NORTH), Done)


def test_answers_beyond_the_end_are_a_divergence_and_the_run_is_let_go() -> None:
    path = Path()
    with pytest.raises(ReplayDiverged):
        path.at(NORTH, NORTH, NORTH, NORTH)
    assert isinstance(path.at(), Waiting)


def test_a_question_that_was_once_another_is_noticed() -> None:
    runs, path = Runs(), Path()
    was = fingerprint(Choose(Seat("blue"), "way", "", WAYS))
    with pytest.raises(ReplayDiverged):
        runs.follow("a", path.begin, [NORTH], [was])


def test_no_more_are_kept_than_are_ever_open() -> None:
    path = Path()
    for number in range(MOST_RUNS + 1):
        path.at(NORTH, name=str(number))
    begun = path.begun
    path.at(NORTH, name=str(MOST_RUNS))
    assert path.begun == begun
    path.at(NORTH, name="0")
    assert path.begun == begun + 1

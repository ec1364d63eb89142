"""`until`: quiet turns go by, and what comes about by itself comes about."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Assistant, Run


@pytest.fixture
def play(assistant: Assistant) -> Assistant:
    """Commands typed into a game of ten, whose fight at Amon Hen nobody minds."""
    assert assistant("campaign", "new", "Summer", "--players", 10, "--prefer", "Anna=rohan").code == 0
    parted = ("part 1 because they slipped away", "adjust all of lurtz: at isengard because they went home")

    def run(*typed: str) -> Run:
        return assistant("campaign", "play", "summer", typed="".join(f"{one}\n" for one in (*parted, *typed)))

    return run


def test_no_turn_beyond_the_record_is_gone_to(play: Assistant) -> None:
    out = play("until 200").out
    assert "The turn record ends with turn 100. Go on to 100 at most." in out
    assert "Turn 2" not in out


def test_dispersed_wraiths_return_one_a_turn_however_quickly_the_turns_go_by(play: Assistant) -> None:
    # PPL-RINGWRAITH-04, -05: dispersed on turn 1, back from turn 5 on, and only one of them each turn.
    out = play("adjust khamul, witch-king: dispersed because both fell", "until 8", "show khamul").out
    turns = dict(re.findall(r"Turn (\d+): [^\n]*\n   (\S+) returns at", out))
    assert sorted(turns) == ["5", "6"]
    assert {*turns.values()} == {"Khamûl", "Witch-king"}
    assert "dispersed" not in out.partition("> show")[2]


def test_what_nobody_has_seen_to_is_named_when_it_is_passed_over(play: Assistant) -> None:
    out = play("until 2").out
    assert "Frodo and Sam may begin anywhere" in out.split("passed over: ")[1].splitlines()[0]


def test_of_a_few_that_are_passed_over_none_is_hidden_and_a_choice_for_good_is_named_first(
    play: Assistant,
) -> None:
    # AMB-001: whether Saruman despoils Fangorn is asked only on turn 1, among six things that nobody must do.
    passed = play("until 5").out.split("passed over: ")[1].splitlines()[0]
    assert passed.startswith("Does Saruman despoil Fangorn for fuel, ")
    for named in ("Faramir may take", "Frodo and Sam", "Radagast", "Gildor", "Bat Swarms"):
        assert named in passed
    assert " more" not in passed


def test_what_is_passed_over_in_a_later_phase_is_named_too_and_nothing_twice(play: Assistant) -> None:
    # ABL-HERO-3: whether somebody carries Éowyn is asked in movement, other things at the turn's start.
    out = play("adjust eowyn: wounded because of a fall", "until 2").out
    assert "\nTurn 1, movement; passed over: Éowyn lies wounded: who carries.\n" in out
    assert out.count("Frodo and Sam may begin anywhere") == 2


def test_haste_does_not_pass_the_roll_that_denethor_must_make_each_turn(play: Assistant) -> None:
    # PPL-DENETHOR-04: his player leaves the dice to the app, so it is rolled at once and told.
    out = play("until 4").out
    assert len(re.findall(r"Recorded as deed \d+ of .*: Denethor (?:bears up|despairs)\.\n", out)) == 3
    assert "passed over: Denethor" not in out


def test_haste_asks_for_a_roll_that_is_owed_where_its_player_rolls_real_dice(assistant: Assistant) -> None:
    assert assistant("campaign", "new", "Summer", "--players", 10, "--by-hand", "all").code == 0
    went = "part 1 because they slipped away\nadjust all of lurtz: at isengard because they went home\n"
    out = assistant("campaign", "play", "summer", typed=f"{went}until 2\n").out
    assert "on 1 no force of theirs within 3 inches of Minas Tirith moves this turn." in out
    assert "Turn 2" not in out


def test_the_history_says_who_did_a_deed_and_when(play: Assistant) -> None:
    line = next(one for one in play("history").out.splitlines() if "1. The game begins" in one and "(" in one)
    assert re.search(r"1\. The game begins with 10 players  \(\S.*, \d\d:\d\d\)$", line)


def test_haste_stops_where_enemies_at_one_place_may_have_met(play: Assistant) -> None:
    # CMB-01: the Witch-king's host goes to Minas Tirith, where its garrison stands.
    went = "adjust witch-king: at minas-tirith because he is there"
    out = play(went, "until 3", "turn").out
    assert "Turn 1, combat: due and not seen to: " in out
    assert "at Minas Tirith: do they meet. Do that first, or `next anyway`." in out
    assert "Turn 2" not in out


@pytest.mark.rules("FEL-06")
def test_haste_does_not_pass_the_fight_that_comes_before_anything_else(assistant: Assistant) -> None:
    # FEL-06: Boromir and Lurtz fight at Amon Hen before the first turn goes on.
    assert assistant("campaign", "new", "Summer", "--players", 10).code == 0
    out = assistant("campaign", "play", "summer", typed="until 5\nturn\n").out
    assert "Turn 1, turn start: 1 contact is not fought. Do that first, or `next anyway`." in out
    assert "Turn 1: Movement" not in out
    assert "Turn 2" not in out

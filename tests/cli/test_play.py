"""`assistant campaign play`: the running game at the terminal, as a game master types it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from assistant.cli.campaign.play import commands
from tests.cli.conftest import Assistant, Run


@pytest.fixture
def play(assistant: Assistant) -> Assistant:
    """Commands typed into a game of ten that has begun; the campaign is made with the first of them."""
    made = False

    def run(*typed: str) -> Run:
        nonlocal made
        if not made:
            wishes = ("--prefer", "Anna=rohan", "--prefer", "Ben=saruman", "--by-hand", "Anna")
            assert assistant("campaign", "new", "Summer", "--players", 10, *wishes).code == 0
            made = True
        return assistant("campaign", "play", "summer", typed="".join(f"{line}\n" for line in typed))

    return run


def test_a_campaign_made_with_its_players_begins_when_it_is_played(play: Assistant) -> None:
    result = play("seats")
    assert result.code == 0
    assert "1. The game begins with 10 players." in result.out
    assert "Turn 1: Turn start." in result.out
    assert "seat-6: Anna of good, Rohan; dice by hand" in result.out
    assert "Ben of evil, Saruman; dice app" in result.out


def test_it_begins_only_once(play: Assistant) -> None:
    play("place all")
    again = play("history")
    assert again.out.count("The game begins with 10 players") == 1
    assert again.out.endswith("All is kept; go on with: assistant campaign play summer\n")


def test_whoever_named_the_folder_of_the_game_is_told_to_name_it_again(
    assistant: Assistant, tmp_path: Path
) -> None:
    folder = tmp_path / "our games"
    assert assistant("campaign", "new", "Summer", "--players", 10, "--instance", folder).code == 0
    out = assistant("campaign", "play", "summer", "--instance", folder, typed="turn\n").out
    assert out.endswith(f"go on with: assistant campaign play summer --instance '{folder}'\n")
    again = assistant(*shlex.split(out.rpartition("assistant ")[2]), typed="turn\n")
    assert "Turn 1: Turn start." in again.out


def test_without_players_it_says_how_to_begin(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer")
    result = assistant("campaign", "play", "summer", typed="next\nbegin\nbegin 10 Ann=rohan by hand\nseats\n")
    assert "The game has not begun." in result.out
    assert "How many play? Write it like: begin 10 anna=rohan" in result.out
    assert "Ann of good, Rohan; dice by hand" in result.out


def test_wishes_without_players_are_refused(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer", "--prefer", "Anna=rohan").refused("How many play?")


def test_what_is_due_is_numbered_and_seen_to_by_its_number(play: Assistant) -> None:
    first = play("due").out
    number = next(line for line in first.splitlines() if "Gondor Foot at Minas Tirith" in line).split(".")[0]
    result = play(number.strip(), number.strip())
    assert "Gondor: 1 Gondor Foot at Minas Tirith." in result.out
    # The list still means what it showed: the same number is not the next thing that is due.
    assert f"{number.strip()} is no longer due" in result.out


def test_an_arrival_goes_to_the_place_that_is_named(play: Assistant) -> None:
    due = play().out
    number = next(line for line in due.splitlines() if "Wood Elf at Lothl" in line).split(".")[0].strip()
    result = play(f"place {number}", f"place {number} at thranduil", "forces at thranduil")
    assert "They may come to several places." in result.out
    assert "wood-elves" in result.out.split("forces at thranduil")[1]
    # Thranduil, 19 more and the newcomer.
    assert "Thranduil at Thranduil's Palace, 21 figures" in result.out


def test_forces_move_by_names_that_come_near(play: Assistant) -> None:
    result = play("next anyway", "move faramir to osgilliath", "show faramir")
    assert "Faramir at Osgiliath, 8 figures (moved)" in result.out


def test_some_of_a_force_may_go(play: Assistant) -> None:
    result = play("next anyway", "move faramir alone to osgiliath", "show faramir", "forces at ithilien")
    assert "Faramir at Osgiliath, 1 figure (moved)" in result.out
    assert "7 figures" in result.out.split("> forces at ithilien")[1]


def test_a_name_that_fits_several_asks_which(play: Assistant) -> None:
    result = play("next anyway", "move orcs to osgiliath", "move goblin to bree")
    assert "may be any force of these" in result.out
    assert "Traceback" not in result.err


def test_forces_split_and_join_again(play: Assistant) -> None:
    result = play(
        "split faramir: madril, 2 rangers as Scouts",
        "show scouts",
        "join faramir and scouts",
        "show faramir",
    )
    assert "Scouts at Ithilien, 3 figures" in result.out
    assert "Faramir at Ithilien, 8 figures" in result.out


def test_a_force_is_handed_over_and_hides(play: Assistant) -> None:
    result = play(
        "give faramir to rohan", "forces of rohan", "hide aragorn", "show aragorn", "reveal aragorn"
    )
    assert "Faramir at Ithilien" in result.out.split("> forces of rohan")[1]
    assert "(hidden)" in result.out
    assert "comes out of hiding" in result.out


def test_who_is_waited_for_is_told_until_all_are_done(play: Assistant) -> None:
    result = play("next anyway", "next", "done evil", "where", "done good", "next")
    assert "are not done moving" in result.out
    assert "Waited for: Fellowship of the Ring" in result.out
    assert "Turn 1: Combat." in result.out


def test_a_player_is_done_with_all_their_commanders(play: Assistant) -> None:
    result = play("next anyway", "done anna", "where")
    assert "Rohan: done with movement of turn 1." in result.out
    assert "Rohan" not in result.out.split("Waited for:")[1].splitlines()[0]


def test_a_war_is_declared_by_those_who_may(play: Assistant) -> None:
    result = play("next anyway", "declare war of the ring by rohan", "declare war of the ring by witch king")
    assert "may not declare" in result.out
    assert "Witch-king declares the War of the Ring." in result.out


def test_places_that_no_rule_asks_about_are_not_listed_until_someone_took_them(play: Assistant) -> None:
    result = play("places", "places osgiliath", "take osgiliath by witch-king", "places")
    before, after = (line for line in result.out.splitlines() if line.startswith("Evil holds "))
    assert "Osgiliath: no rule asks who holds it" in result.out
    assert "Osgiliath" not in before
    assert "Osgiliath (turn 1)" in after


def test_places_points_and_standings(play: Assistant) -> None:
    result = play(
        "take osgiliath by witch-king",
        "places osgiliath",
        "points khamul +5 because a bold deed",
        "points khamul",
        "standings",
    )
    assert "Osgiliath: held by evil since turn 1" in result.out
    assert "Khamûl: 5 status points" in result.out
    assert "turn 1: +5 a bold deed" in result.out
    assert "     5  Khamûl" in result.out


def test_figures_are_set_right_by_hand_with_a_reason(play: Assistant) -> None:
    result = play(
        "adjust faramir: wounded",
        "adjust faramir: wounded, at minas tirith because he was carried home",
        "show faramir",
        "adjust 2 orcs of mouth-of-sauron: slain because they fell",
        "add 3 orc to khamul at dol-guldur because more came",
        "call faramir The Captain",
        "show the captain",
    )
    assert "Say why. End it with: because ..." in result.out
    assert "Faramir wounded" in result.out
    assert "at Minas Tirith" in result.out.split("> show faramir")[1]
    assert "3 Orcs at Dol Guldur" in result.out
    assert "The Captain wounded" in result.out


def test_a_seat_changes_hands_and_keeps_its_dice(play: Assistant) -> None:
    result = play("seat 6 Carla", "seats", "seat 6 by app", "seats")
    assert "Carla of good, Rohan; dice by hand" in result.out
    assert "Carla of good, Rohan; dice app" in result.out


def test_undo_and_redo_by_word_and_number(play: Assistant) -> None:
    result = play(
        "points khamul +5 because one", "points khamul +2 because two", "undo 2", "redo", "points khamul"
    )
    assert "Undo 2: Khamûl: +5 status points, one. It is as if it had not been done." in result.out
    assert "Khamûl: 7 status points" in result.out


def test_another_road_is_played_in_a_copy(play: Assistant, assistant: Assistant) -> None:
    result = play(
        "points khamul +5 because bold", "points khamul +2 because more", "what-if 2 as Another road"
    )
    assert "Another road is ready; play it with: assistant campaign play another-road" in result.out
    copy = assistant("campaign", "play", "another-road", typed="points khamul\n")
    assert "Khamûl: 5 status points" in copy.out
    assert "Khamûl: 7 status points" in play("points khamul").out


def test_a_fight_is_walked_through_with_the_dice_of_each_seat(play: Assistant) -> None:
    # Nobody in the opening rolls by hand: only decisions are asked, and Enter takes each proposal.
    result = play("fight 1", *[""] * 20, "history 3")
    assert result.code == 0
    assert "Boromir: 2 dice" in result.out
    assert "or more" not in result.out
    assert "Recorded as deed 2 of Summer: Boromir, Merry and Pippin against Lurtz" in result.out


@pytest.mark.rules("CMB-04", "CMB-05", "FEL-06")
def test_those_who_hide_and_are_let_go_fight_nobody_and_the_chronicle_says_so(play: Assistant) -> None:
    # The first fight of all is fought at once; from the next one they may hide.
    met = (
        "part 1 because we try",
        "next anyway",
        "next anyway",
        "meet frodo and lurtz at amon-hen attacker evil because they came over",
    )
    result = play(*met, "fight frodo", "hide", "let-them-go", "chronicle")
    assert "Good is let go, hiding (CMB-04)." in result.out
    assert "Recorded as deed 6 of Summer: Frodo and Sam against Lurtz" in result.out
    assert "good hid and was not found, and nobody fought." in result.out
    assert "wrong" not in result.out


def test_forces_that_stand_apart_have_not_met_until_it_is_said_where(play: Assistant) -> None:
    result = play("part 1 because we try", "meet shagrat and denethor", "show denethor")
    assert "They stand apart: Shagrat at Cirith Ungol and Denethor at Minas Tirith." in result.out
    assert "Say where they met, such as `at Cirith Ungol`" in result.out
    refused = play("next anyway", "meet shagrat and denethor at cirith-ungol")
    assert "Trebuchet cannot move" in refused.out


@pytest.mark.rules("ITM-PALANTIR-03")
def test_a_fight_is_told_the_ground_and_whose_commander_a_palantir_has_ensnared(play: Assistant) -> None:
    # Lurtz at 4+ strikes at 5+ the turn after Saruman was ensnared again.
    result = play("fight 1 in woods near boromir: merry snared saruman", *[""] * 20)
    assert "attack 4+ printed; -1 ensnared (ITM-PALANTIR-03)" in result.out
    assert "in the woods" in result.out or "at Amon Hen" in result.out


def test_a_question_that_was_left_open_is_gone_on_with(play: Assistant) -> None:
    left = play("fight 1", "quit", "due", "where")
    assert "It is kept; go on with: resume\n" in left.out
    again = play("1", *[""] * 20)
    assert "Under way: Boromir" in again.out
    assert "Recorded as deed 2" in again.out


def test_the_end_of_the_input_in_a_question_keeps_it(play: Assistant) -> None:
    cut = play("fight 1")
    assert cut.code == 130
    assert "Under way: Boromir" in play().out


def test_what_is_under_way_can_be_called_off(play: Assistant) -> None:
    play("fight 1", "quit")
    result = play("call-off", "due")
    assert "Called off: Boromir" in result.out
    assert "Contact: Boromir against Lurtz" in result.out


def test_quiet_turns_go_by_quickly(play: Assistant) -> None:
    result = play(
        "part 1 because we try", "adjust all of lurtz: at isengard because so", "until 4", "until 2"
    )
    assert "Turn 2:" in result.out
    assert "Turn 4: Turn start." in result.out
    assert "Turn 2 has come already." in result.out


def test_the_game_ends_by_time_and_the_end_can_be_undone(play: Assistant) -> None:
    result = play("points khamul +5 because bold", "end by time", "next", "undo", "next anyway")
    assert "of the minions Khamûl (Player 2) is the overall winner with 5 status points" in result.out
    assert "The game is over." in result.out
    assert "Turn 1: Movement." in result.out


@pytest.mark.parametrize("rest", ["", "zzz", "9999", "§ \x00 :", "to to by at because", "1 because"])
def test_bad_input_gets_a_sentence_and_loses_nothing(rest: str, play: Assistant) -> None:
    # Enter answers whatever is asked, and is nothing where nothing is asked.
    typed = [
        line
        for command in commands()
        if command.names[0] not in ("quit", "next", "begin")
        for line in (f"{command.names[0]} {rest}", *[""] * 12)
    ]
    result = play(*typed, "history 999")
    assert result.code == 0
    assert "Traceback" not in result.err + result.out
    assert "went wrong" not in result.err
    assert "1. The game begins with 10 players" in result.out.split("> history")[-1]


def test_comments_and_empty_lines_are_passed_over(play: Assistant) -> None:
    result = play("# a remark", "", "history")
    assert "no command" not in result.out


def test_commands_may_be_cut_short_but_not_too_much(play: Assistant) -> None:
    result = play("stand", "s aragorn", "re x", "dance")
    assert "on the table" in result.out
    assert "'re' may be" in result.out
    assert "'dance' is no command here. `help` lists them." in result.out


def test_help_lists_every_command_and_explains_one(play: Assistant) -> None:
    result = play("help", "help mov")
    for command in commands():
        assert command.usage in result.out
    assert "move faramir to osgiliath: a force goes to a place" in result.out


@pytest.mark.parametrize(("columns", "most"), [(80, 80), (30, 60), (200, 110)])
def test_help_is_grouped_and_breaks_its_lines_between_words(
    play: Assistant, monkeypatch: pytest.MonkeyPatch, columns: int, most: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    told = play("help").out.partition("> help\n")[2].partition("\n> ")[0]
    assert "\n\nForces and figures:\n  move faramir to osgiliath         a force goes to a place" in told
    assert max(map(len, told.splitlines())) <= most
    for command in commands():
        assert command.usage in told
        assert " ".join(command.says.split()) in " ".join(told.split())


def test_a_script_is_printed_as_it_is_read(play: Assistant) -> None:
    assert "> points\n" in play("points").out


def test_the_game_master_sees_who_bears_the_ring_and_the_dead_are_not_given_it(play: Assistant) -> None:
    result = play(
        "show ring",
        "adjust frodo: slain because a fall",
        "ring to frodo",
        "show the ring",
        "due",
        "ring to sam",
    )
    shown = result.out.split("> show ring")[1].split("\n")[1]
    assert shown.startswith("Frodo bears the Ring at ")
    assert "Frodo is dead and bears nothing." in result.out
    assert "Frodo bore the Ring and is gone; nobody has taken it up." in result.out
    assert "Frodo is gone: who takes up the Ring? (HUN-01)" in result.out
    assert play("show ring").out.split("> show ring")[1].split("\n")[1].startswith("Sam bears the Ring")


@pytest.mark.rules("SEQ-05")
def test_neither_next_nor_until_walks_past_a_victory(play: Assistant) -> None:
    bases = ("helms-deep", "minas-tirith", "dol-amroth", "rivendell", "erebor")
    taken = [f"take {place} by saruman" for place in bases]
    result = play("part 1 because we try", *taken, "next", "until 3", "history 1", "end victory")
    assert "a victory of evil is not confirmed (SEQ-05)" in result.out
    assert "A victory is not confirmed. `end victory`, or `next anyway`." in result.out
    # Nobody was placed by it: the last deed is still that the fifth base fell.
    assert "7. Evil holds Erebor" in result.out.split("> history 1")[1]
    assert "The game is over on turn 1: Evil wins: 5 of 5 bases. Saruman (Ben) is first of all." in result.out


@pytest.mark.rules("SCN-22")
@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("end agreement nobody", "Good has not prevailed: of the minions Saruman (Ben) is the"),
        ("end agreement", "Evil wins: 5 of 5 bases. Saruman (Ben) is first of all. (SCN-22, AMB-101)"),
    ],
)
def test_who_agrees_to_stop_says_nobody_or_lets_count_what_is_met(
    play: Assistant, word: str, told: str
) -> None:
    bases = ("helms-deep", "minas-tirith", "dol-amroth", "rivendell", "erebor")
    taken = [f"take {place} by saruman" for place in bases]
    result = play("part 1 because we try", "next anyway", *taken, word)
    assert told in result.out.split(f"> {word}")[1]

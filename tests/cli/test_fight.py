"""`assistant fight`: a fight question by question in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.cli.common import load_game
from assistant.rules.book import ProfileId
from tests.cli.conftest import Assistant

EOMER = ("fight", "--good", "eomer", "--evil", "2 orc")
# Éomer hits twice at 3+, the orcs miss at 5+, and their dice fail at 6+.
ROUND = ["35", "12", "", "12"]


def lines(*typed: str) -> str:
    """What somebody types, line by line."""
    return "".join(f"{line}\n" for line in typed)


def test_a_fight_with_typed_dice_is_walked_to_its_end(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines(*ROUND))
    assert result.code == 0
    assert "Good rolls 3 5: 2 hits (CMB-10)." in result.out
    assert "Evil rolls 1 2: 0 hits (CMB-10)." in result.out
    assert "Eliminated: orc.1, orc.2 (DEF-02)." in result.out
    assert "Good wins (OUT-03)." in result.out
    assert result.out.endswith(
        "The fight is over.\nNothing was recorded; with --campaign NAME it would be.\n"
    )


def test_dice_may_be_typed_as_a_count_of_faces(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines("3:1 5:1", "1:2", "", "1:1 2:1"))
    assert "Good rolls 3 5: 2 hits" in result.out
    assert "Good wins" in result.out


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("3", "2 dice are rolled here and 1 came"),
        ("357", "A die shows 1 to 6, not 7"),
        ("305", "A die shows 1 to 6, not 0"),
        ("three five", "is not a roll"),
        ("²²", "is not a roll"),
        ("3:", "is not a count of faces"),
    ],
)
def test_what_is_typed_wrongly_is_asked_again(assistant: Assistant, wrong: str, said: str) -> None:
    result = assistant(*EOMER, typed=lines(wrong, *ROUND))
    assert result.code == 0
    assert said in result.err
    assert "Good rolls 3 5: 2 hits" in result.out


def test_enter_lets_the_app_roll(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines(*[""] * 12))
    assert result.code == 0
    assert result.out.count("the app rolls") >= 2
    assert "The fight is over." in result.out


def test_with_app_dice_only_decisions_are_asked(assistant: Assistant) -> None:
    result = assistant(*EOMER, "--dice", "app", typed=lines(*[""] * 12))
    assert result.code == 0
    assert "dice, 3 or more" not in result.out
    assert "The fight is over." in result.out


def test_hits_may_be_given_otherwise_than_proposed(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines("31", "12", "orc.2", "1", "", ""))
    assert "Proposal: orc.1" in result.out
    assert "Eliminated: orc.2 (DEF-02)." in result.out


def test_a_share_against_the_rules_is_asked_again(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines("35", "12", "orc.1*2", "orc.9", "eomer", "orc.2, orc.1", "12"))
    assert "orc.1 cannot take a second while orc.2 has none" in result.err
    assert "'orc.9' is not among those who may be chosen" in result.err
    assert "Eliminated: orc.1, orc.2" in result.out


def test_a_choice_is_made_by_its_number_or_its_name(assistant: Assistant) -> None:
    start = ["31", "12", "orc.1", "1", "orc.2"]
    three = ("fight", "--good", "eomer", "--evil", "3 orc")
    # Two of three are lost, and the third goes back.
    for typed in ("2", "blocked"):
        result = assistant(*three, typed=lines(*start[:1], "123", *start[2:], "up", "9", "²", typed))
        assert "Evil retreats as far as they can" in result.out, result
        assert result.err.count("is not offered here") == 3


def test_back_takes_back_a_step(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines("11", "back", *ROUND))
    assert "Taken back one step. It stands so:" in result.out
    assert "Good rolls 3 5: 2 hits" in result.out
    assert "Good wins" in result.out


def test_dice_typed_before_going_back_are_not_passed_off_as_the_apps(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Théoden's dice and the rider's are two handfuls; the app rolls nothing but ones.
    monkeypatch.setattr("random.SystemRandom.choices", lambda *_, k: [1] * k)
    result = assistant(
        "fight",
        "--good",
        "theoden, rider-of-rohan",
        "--evil",
        "orc",
        typed=lines("66", "back", "", "55", "quit"),
    )
    assert "the app rolls 1 1" in result.out
    assert "Good rolls 1 1 5 5" in result.out


def test_back_at_the_first_step_says_so(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines("b", *ROUND))
    assert "This is the first step." in result.err
    assert "Good wins" in result.out


def test_why_gives_the_reasons_and_the_rules(assistant: Assistant) -> None:
    result = assistant(*EOMER, "--darkness", typed=lines("why", "35", "WHY", "12", "why", "", "12"))
    assert "orc.1 to orc.2: 1 die printed; attack 5+ printed; +1 darkness" in result.out
    assert "Rules: CMB-12" in result.out
    assert "orc.1 has taken 0" in result.out


def test_who_rolls_which_die_is_said_before_they_are_typed(assistant: Assistant) -> None:
    # Three hits on Éomer and two riders: one die each, in this order.
    good = ("fight", "--good", "eomer, 2 rider-of-rohan", "--evil", "3 orc")
    result = assistant(*good, typed=lines("11", "1111", "1111", "666", "", "quit"))
    assert "2 dice, 3 or more, for Éomer:" in result.out
    assert "3 or more (misses again), for rider-of-rohan.1 to rider-of-rohan.2 (2 each):" in result.out
    assert "3 dice, 5 or more, for orc.1 to orc.3:" in result.out
    assert "3 dice, 4 or more, for Éomer, rider-of-rohan.1 to rider-of-rohan.2:" in result.out


def test_the_reasons_stand_in_the_order_of_the_dice_with_how_many_each_has(assistant: Assistant) -> None:
    result = assistant("fight", "--good", "rohan-foot, eomer", "--evil", "orc", typed=lines("why", "quit"))
    said = result.out
    foot, eomer = (
        "rohan-foot: 1 die printed; attack 4+ printed",
        "Éomer (2): 2 dice printed; attack 3+ printed",
    )
    assert f"  {foot}\n  {eomer}" in said


def test_the_proposal_is_written_as_it_would_be_typed(assistant: Assistant) -> None:
    # Two hits on a single orc.
    typed = lines("66", "1", "orc*2")
    result = assistant("fight", "--good", "eomer", "--evil", "orc", typed=typed)
    assert "Proposal: orc*2\n" in result.out
    assert "type who takes each, in the same way" in result.out
    assert "2 dice, 6 or more, for orc:" in result.out


def test_a_question_mark_tells_what_may_be_typed(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines("?", "q"))
    assert "back: take back a step" in result.out


def test_quit_gives_a_loose_fight_up(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines("35", "quit"))
    assert result.code == 0
    assert "The fight is given up." in result.out


def test_the_end_of_the_input_stops_without_a_traceback(assistant: Assistant) -> None:
    result = assistant(*EOMER, typed=lines("35"))
    assert result.code == 130
    assert result.err.endswith("Stopped.\n")


def test_a_fight_in_a_campaign_is_kept_and_goes_on_where_it_stood(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer")
    left = assistant(*EOMER, "--campaign", "summer", typed=lines("35", "quit"))
    assert "go on with: assistant fight --campaign summer" in left.out
    shown = assistant("campaign", "show", "summer")
    assert "under way: Éomer against 2 Orcs" in shown.out
    ended = assistant("fight", "--campaign", "summer", typed=lines(*ROUND[1:]))
    assert "Good rolls 3 5: 2 hits" in ended.out
    assert "Recorded as deed 1 of Summer: Éomer against 2 Orcs." in ended.out
    again = assistant("fight", "--campaign", "summer")
    again.refused("No fight is under way in Summer", "--good")


@pytest.fixture
def outdated(assistant: Assistant, monkeypatch: pytest.MonkeyPatch) -> Assistant:
    """The command, with a fight left after both struck, in which the orcs have two dice each since."""
    assistant("campaign", "new", "Summer")
    assistant(*EOMER, "--campaign", "summer", typed=lines(*ROUND[:2], "quit"))
    game = load_game()
    orc = game.book.profiles[ProfileId("orc")]
    changed = {**game.book.profiles, orc.id: replace(orc, line=replace(orc.line, dice=2))}
    monkeypatch.setattr(
        "assistant.cli.common.load_game", lambda: replace(game, book=replace(game.book, profiles=changed))
    )
    return assistant


def test_a_fight_whose_rules_have_changed_is_taken_back_to_what_still_fits(outdated: Assistant) -> None:
    result = outdated("fight", "--campaign", "summer", typed=lines("y", "1212", "", "12"))
    assert "The rules have changed since this began: Éomer against 2 Orcs." in result.err
    assert "Good rolls 3 5: 2 hits" in result.out
    assert "4 dice, 5 or more, for orc.1 to orc.2 (2 each):" in result.out
    assert "Recorded as deed 1 of Summer" in result.out


def test_a_fight_whose_rules_have_changed_can_be_entered_as_it_came_out(outdated: Assistant) -> None:
    left = outdated("fight", "--campaign", "summer", typed=lines("n"))
    assert left.code == 2
    off, then = "assistant campaign call-off summer --open 1", "assistant campaign enter summer"
    assert off in left.err
    assert then in left.err
    assert outdated(*off.split()[1:]).code == 0
    fought = ("--good", "eomer", "--evil", "2 orc", "--slain", "2 orc", "--winner", "good")
    assert "Recorded as deed 1" in outdated(*then.split()[1:], *fought).out


def test_a_fight_in_a_campaign_survives_the_end_of_the_input(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer")
    assert assistant(*EOMER, "--campaign", "summer", typed=lines("35")).code == 130
    ended = assistant("fight", "--campaign", "summer", typed=lines(*ROUND[1:]))
    assert "Recorded as deed 1" in ended.out


def test_back_works_across_sessions_in_a_campaign(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer")
    assistant(*EOMER, "--campaign", "summer", typed=lines("11", "quit"))
    ended = assistant("fight", "--campaign", "summer", typed=lines("back", *ROUND))
    assert "Good rolls 3 5: 2 hits" in ended.out
    assert "Recorded as deed 1" in ended.out


def test_a_fight_is_taken_from_a_battle_file(assistant: Assistant, battle: Callable[..., Path]) -> None:
    result = assistant("fight", battle(), typed=lines(*ROUND))
    assert "Good wins (OUT-03)." in result.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), ["Who fights?", "--good and --evil"]),
        (("--good", "eomer"), ["Nobody fights for evil", "--evil"]),
        (("--good", "eomer", "--evil", "orcc"), ["orcc", "did you mean 'orc'"]),
        (("--good", "eomer", "--evil", "1001 orc"), ["1000"]),
        (("--good", "eomer", "--evil", "0 orc"), ["count"]),
        (("--good", "eomer", "--evil", "99999999999999999999 orc"), ["1000"]),
        (("--good", "eomer", "--evil", "eomer"), ["eomer", "used twice"]),
        (("--good", "eomer", "--evil", "orc", "--terrain", "lava"), ["lava", "woods"]),
        (("--good", "eomer", "--evil", "orc", "--dice", "mine"), ["mine", "ask"]),
        (("--good", "eomer", "--evil", "orc", "--campaign", "nowhere"), ["nowhere"]),
        (("--good", "eomer", "missing.json"), ["leave other options out"]),
        (("--hides", "good", "missing.json"), ["leave other options out"]),
        (("--attacker", "evil", "missing.json"), ["leave other options out"]),
        (
            ("--good", "2 rohan-foot", "--evil", "orc", "--hides", "good"),
            ["Only characters by themselves hide"],
        ),
        (("missing.json",), ["missing.json"]),
    ],
)
def test_a_fight_that_cannot_begin_is_refused(
    assistant: Assistant, arguments: tuple[str, ...], said: list[str]
) -> None:
    assistant("fight", *arguments).refused(*said)


def test_characters_who_are_attacked_may_hide_and_are_searched_for(assistant: Assistant) -> None:
    # Asked, they hide; the orc searches and rolls 3, and 4 is needed.
    who = ("fight", "--good", "boromir", "--evil", "orc")
    asked = assistant(*who, "--attacker", "evil", typed=lines("hide", "search", "3"))
    told = assistant(*who, "--hides", "good", typed=lines("search", "3"))
    for result in (asked, told):
        assert (
            "Evil searches, 3 (4+) [4+ hiding (CMB-05)]: not found, and there is no fight (CMB-05)."
            in result.out
        )
    assert "fight, or hide?" in asked.out
    assert "fight, or hide?" not in told.out


def test_questions_call_characters_by_their_names(assistant: Assistant) -> None:
    who = ("fight", "--good", "gandalf the white, theoden", "--evil", "saruman, 3 orc")
    result = assistant(*who, typed=lines("1", "saruman", "quit"))
    assert "Does Gandalf the White call for Eagles now?" in result.out
    assert "Good rolls 1 die, Gandalf the White duels." in result.out
    assert "gandalf-the-white" not in result.out


BEYOND = ("fight", "--campaign", "summer", "--good", "eomer, 2 rider-of-rohan", "--evil", "lurtz")


def test_in_a_running_game_new_figures_are_shown_and_confirmed(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer", "--players", 10)
    assistant("campaign", "play", "summer", typed=lines("quit"))
    refused = assistant(*BEYOND, typed=lines("n"))
    told = (
        "Not on record yet: 2 Riders of Rohan for good. This fight would bring them to the table for good.\n"
    )
    assert refused.out.startswith(told)
    assert "nobody came to the table" in refused.err
    assert "rider-of-rohan.1" not in assistant("campaign", "show", "summer").out
    begun = assistant(*BEYOND, typed=lines("y", "quit"))
    assert "Good strikes with" in begun.out


def test_where_no_game_runs_nobody_is_asked_who_is_new(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer")
    begun = assistant(*BEYOND, typed=lines("quit"))
    assert "Not on record yet" not in begun.out
    assert "Good strikes with" in begun.out

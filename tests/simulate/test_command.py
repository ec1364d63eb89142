"""`assistant odds` as a script meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant.campaign.chances import on_average
from tests.cli.conftest import Run, run_main

Battle = dict[str, Any]


Ask = Callable[..., Run]


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Asks for the odds of a battle."""

    def run(battle: object, *options: str) -> Run:
        file = tmp_path / "battle.json"
        file.write_text(battle if isinstance(battle, str) else json.dumps(battle), encoding="utf-8")
        return run_main(capsys, "odds", file, *options)

    return run


def battle(good: list[Any], evil: list[Any], **keys: Any) -> Battle:
    sides = {"good": {"figures": good}, "evil": {"figures": evil}}
    for key, value in keys.items():
        side, _, name = key.partition("_")
        sides[side][name] = value
    return {"sides": sides}


PLAIN = battle(
    [{"id": "r", "profile": "rohan-foot", "count": 3}], [{"id": "o", "profile": "orc", "count": 4}]
)
AMBUSH = battle(
    [{"id": "e", "profile": "elf-sentinel", "count": 3}], [{"id": "w", "profile": "warg-rider", "count": 3}]
)
ASSASSIN = battle([{"id": "r", "profile": "rohan-foot"}], [{"id": "h", "profile": "hasharin"}])


def test_computed_odds_have_the_shape_of_the_contract(ask: Ask) -> None:
    found = ask(PLAIN, "--json").json
    assert set(found) == {"trials", "method", "win", "losses", "exact"}
    assert (found["exact"], found["method"]) == (True, "exact")
    assert isinstance(found["trials"], int)
    assert list(found["win"]) == ["good", "evil", "draw"]
    assert sum(found["win"].values()) == pytest.approx(1)
    for side, most in (("good", 3), ("evil", 4)):
        losses = found["losses"][side]
        assert list(losses) == ["mean", "p10", "p50", "p90"]
        assert 0 <= losses["p10"] <= losses["p50"] <= losses["p90"] <= most
        assert 0 <= losses["mean"] <= most


def test_simulated_odds_say_how_many_trials_and_are_not_called_exact(ask: Ask) -> None:
    found = ask(AMBUSH, "--trials", "300", "--seed", "5", "--json").json
    assert (found["trials"], found["method"]) == (300, "vectorised")
    assert "exact" not in found
    # Half of 300: the root of a quarter by 300 is 0.029; nothing is more uncertain than that.
    assert all(0 < error < 0.03 for error in found["standard_error"].values())
    assert list(found["standard_error"]) == ["good", "evil", "draw"]


def test_ten_thousand_trials_unless_told_otherwise(ask: Ask) -> None:
    assert ask(AMBUSH, "--json").json["trials"] == 10_000


def test_the_same_seed_prints_the_same(ask: Ask) -> None:
    first, again = (ask(AMBUSH, "--trials", "300", "--seed", "5", "--json").out for _ in range(2))
    assert first == again


def test_dice_in_the_file_are_ignored(ask: Ask) -> None:
    given = {**PLAIN["sides"]["good"], "dice": {"attack": [6, 6, 6, 6, 6, 6, 6]}}
    spoiled = {"sides": {**PLAIN["sides"], "good": given}}
    assert ask(spoiled, "--json").out == ask(PLAIN, "--json").out


def test_the_order_of_the_file_is_kept_unless_the_proposal_is_wanted(ask: Ask) -> None:
    good = [{"id": "guard", "profile": "khazad-guard"}, {"id": "dog", "profile": "dog"}]
    evil = [{"id": "o", "profile": "orc"}]
    as_listed = ask(battle(good, evil), "--json").out
    dog_first = ask(battle(good, evil, good_allocation=["dog", "guard"]), "--json").out
    assert dog_first != as_listed
    # The dog is missed least: the assistant proposes it whatever the file says.
    for file in (battle(good, evil), battle(good, evil, good_allocation=["guard", "dog"])):
        assert ask(file, "--allocation", "proposal", "--json").out == dog_first


def test_people_read_a_sentence(ask: Ask) -> None:
    lines = ask(PLAIN).out.splitlines()
    assert lines == [
        "Good 46 % · draw 31 % · evil 23 %.",
        "Good wins about 5 in 10, evil about 2 in 10; about 3 in 10 are drawn.",
        "Good loses about 1.1 (mostly 0 to 3), evil about 1.7 (mostly 0 to 3).",
        "Computed exactly.",
    ]


def test_people_are_told_how_the_odds_were_found(ask: Ask) -> None:
    assert "From 300 simulated fights" in ask(AMBUSH, "--trials", "300").out
    assert "From 20 fights resolved blow by blow" in ask(ASSASSIN, "--trials", "20").out


def test_people_are_told_how_far_simulated_chances_may_be_off(ask: Ask) -> None:
    # At chances of 3 to 1 a sample of 100 is off by 4 of 100, one of 10,000 by less than half of one.
    assert "give or take 4 in 100" in ask(AMBUSH, "--trials", "100", "--seed", "1").out
    assert "give or take" not in ask(AMBUSH, "--seed", "1").out
    assert "give or take" not in ask(PLAIN).out


def test_what_never_came_in_some_trials_is_not_called_impossible(ask: Ask) -> None:
    told = ask(AMBUSH, "--trials", "100", "--seed", "1").out
    assert "Good <3 %" in told
    assert "Good wins hardly ever" in told


def test_powers_that_strike_and_are_gone_are_no_losses(ask: Ask) -> None:
    host = [{"id": "e", "profile": "eagles"}, {"id": "g", "profile": "gandalf-the-white"}]
    found = ask(battle(host, [{"id": "o", "profile": "orc"}]), "--trials", "20", "--seed", "1", "--json").json
    assert found["losses"]["good"]["p50"] == 0


def test_what_if_lists_the_changes(ask: Ask) -> None:
    found = ask(PLAIN, "--what-if", "--json").json["what_if"]
    assert [one["change"] for one in found][:2] == ["one more Rohan Foot for good", "one more Orc for evil"]
    assert all(set(one) == {"change", "side", "win", "difference"} for one in found)


def test_what_if_reads_as_sentences(ask: Ask) -> None:
    lines = ask(PLAIN, "--what-if").out.splitlines()
    assert any(line.startswith("One more Rohan Foot for good: good wins ") for line in lines)
    assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "battle.json"),
        (battle([{"id": "r", "profile": "rohan-fot"}], [{"id": "o", "profile": "orc"}]), "rohan-foot"),
        (
            battle(
                [{"id": "r", "profile": "rohan-foot"}],
                [{"id": "s", "profile": "saruman"}],
                evil_wizardry={"s": {"dice": 9}},
            ),
            "wizardry",
        ),
    ],
)
def test_a_bad_battle_is_refused_with_its_fault(ask: Ask, content: object, said: str) -> None:
    run = ask(content, "--json")
    assert (run.code, run.out) == (2, "")
    assert said in run.err
    assert "Traceback" not in run.err


@pytest.mark.parametrize("options", [("--trials", "0"), ("--trials", "x"), ("--allocation", "mine")])
def test_a_bad_option_is_refused(ask: Ask, options: tuple[str, ...]) -> None:
    run = ask(PLAIN, *options)
    assert (run.code, run.out) == (2, "")


def test_a_chance_is_never_rounded_to_certainty(ask: Ask) -> None:
    host = [{"id": "a", "profile": "aragorn"}, {"id": "r", "profile": "rohan-foot", "count": 9}]
    many = battle(host, [{"id": "o", "profile": "orc", "count": 3}])
    assert "Good >99 %" in ask(many).out
    assert "Good is all but certain to win." in ask(many).out


@pytest.mark.parametrize(
    ("mean", "said"), [(0.0, "0"), (0.76, "0.8"), (2.0, "2"), (7.46, "7.5"), (9.97, "10"), (23.4, "23")]
)
def test_losses_are_told_by_their_mean(mean: float, said: str) -> None:
    assert on_average(mean) == said

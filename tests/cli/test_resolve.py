"""`assistant resolve`: battles from files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Assistant

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "tests" / "examples"
BATTLES = sorted(path for path in EXAMPLES.glob("*.json") if path.with_suffix(".expected.json").is_file())
MakeBattle = Callable[..., Path]


def test_the_examples_are_there() -> None:
    assert len(BATTLES) >= 7


@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_an_example_resolves_to_its_expected_result(assistant: Assistant, path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    result = assistant("resolve", path)
    assert (result.code, result.err) == (0, "")
    assert {key: result.json[key] for key in expected} == expected


def test_several_files_give_a_list_in_the_same_order(assistant: Assistant) -> None:
    chosen = [BATTLES[3], BATTLES[0], BATTLES[5]]
    together = assistant("resolve", *chosen).json
    assert together == [assistant("resolve", path).json for path in chosen]


def test_one_bad_file_among_several_means_nothing_is_printed(
    assistant: Assistant, battle: MakeBattle
) -> None:
    bad = battle("bad.json", site={"terrain": "lava"})
    assistant("resolve", BATTLES[0], bad, BATTLES[1]).refused("bad.json: site.terrain:")


def test_the_faults_of_all_bad_files_are_told_together(assistant: Assistant, battle: MakeBattle) -> None:
    bad = battle("bad.json", site={"terrain": "lava"})
    worse = battle("worse.json", sides={})
    assistant("resolve", bad, worse, "missing.json").refused("bad.json", "worse.json", "missing.json")


def test_the_same_seed_gives_the_same_battle(assistant: Assistant, battle: MakeBattle) -> None:
    path = battle(sides__good__figures=[{"id": "r", "profile": "rider-of-rohan", "count": 20}])
    first, again = assistant("resolve", path, "--seed", 7), assistant("resolve", path, "--seed", 7)
    assert first.out == again.out
    assert {assistant("resolve", path, "--seed", seed).out for seed in range(5)} != {first.out}


def test_the_log_is_printed_as_lines_when_asked_for(assistant: Assistant) -> None:
    path = EXAMPLES / "eomer-rides-down-lurtz.json"
    result = assistant("resolve", path, "--log")
    assert result.out.startswith(f"{path}:\n  Éomer")
    assert "\n  Good wins (OUT-03).\n" in result.out


def test_the_result_has_the_keys_that_scripts_rely_on(assistant: Assistant, battle: MakeBattle) -> None:
    result = assistant("resolve", battle(), "--seed", 1, "--json").json
    assert list(result) == ["winner", "retreats", "score", "figures", "extra_losses", "log"]
    assert list(result["score"]["good"]) == ["casualties_inflicted", "leadership", "total"]
    assert list(result["figures"]) == ["eomer", "o.1", "o.2"]


@pytest.mark.parametrize(
    ("good", "said"),
    [
        ({"attack": [3]}, "sides.good.dice.attack: too few dice: 1 given; 2 are needed"),
        ({"attack": [3, 3, 3]}, "sides.good.dice.attack: too many dice: 3 given; 2 are needed"),
        ({"attack": [1, 1], "duel": [4]}, "sides.good.dice.duel: too many dice: 1 given; 0 are needed"),
        ({}, "sides.good.dice.attack: too few dice: 0 given; 2 are needed"),
    ],
)
def test_a_wrong_number_of_dice_says_how_many_were_needed(
    assistant: Assistant, battle: MakeBattle, good: dict[str, list[int]], said: str
) -> None:
    path = battle(sides__good__dice=good, sides__evil__dice={"attack": [1, 1], "defense": [6, 6]})
    assistant("resolve", path).refused(f"battle.json: {said}")


@pytest.mark.parametrize("face", [0, 7, -1, 3.5, "3", None, True])
def test_a_face_no_die_shows_is_refused(assistant: Assistant, battle: MakeBattle, face: object) -> None:
    path = battle(sides__good__dice={"attack": [3, face]})
    assistant("resolve", path).refused("battle.json: sides.good.dice.attack[1]")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"sides__evil__figures": [{"id": "o", "profile": "orcc"}]}, ["orcc", "did you mean", "orc"]),
        ({"site": {"terrain": "wood"}}, ["site.terrain", "wood", "woods"]),
        ({"site": {"place": "gondolin"}}, ["site.place", "gondolin"]),
        ({"sight": {}}, ["sight", "site"]),
        ({"site": {"terrian": "woods"}}, ["site: unknown key 'terrian'", "terrain"]),
        ({"house_rules": {"CON-999": "x"}}, ["CON-999"]),
        ({"house_rules": {"CON-067": "hit-by-him"}}, ["CON-067", "hit-by-it"]),
        ({"sides__evil__figures": [{"id": "o", "profile": "orc", "count": 0}]}, ["figures[0].count"]),
        ({"sides__evil__figures": [{"id": "o", "profile": "orc", "count": 1001}]}, ["[0].count", "1000"]),
        ({"sides__evil__figures": [{"id": "o", "profile": "orc", "count": -1}]}, ["figures[0].count"]),
        ({"sides__evil__figures": [{"id": "o", "profile": "orc"}] * 2}, ["'o'", "used twice"]),
        ({"sides__evil__figures": [{"id": "eomer", "profile": "orc"}]}, ["eomer", "used twice"]),
        ({"sides__evil__figures": []}, ["sides.evil.figures", "empty", "1 to 1000"]),
        ({"sides__evil__allocation": ["o"]}, ["allocation[0]", "o.1 to o.2"]),
        ({"sides__evil__wizardry": {"o.1": {"dice": 1}}}, ["o.1 has 0 wizardry to spend"]),
        (
            {
                "sides__good__duels": [["eomer", "saruman"]],
                "sides__evil__figures": [{"id": "saruman", "profile": "saruman"}],
            },
            ["eomer has no wizardry"],
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place_and_what_would_be_right(
    assistant: Assistant, battle: MakeBattle, changes: dict[str, Any], said: list[str]
) -> None:
    result = assistant("resolve", battle(**changes))
    result.refused("battle.json: ", *said)
    assert len(result.err.splitlines()) == 1


def test_every_fault_has_a_line_of_its_own(assistant: Assistant, battle: MakeBattle) -> None:
    nobody = [{"id": "e", "profile": "x"}]
    path = battle(site={"terrain": "lava"}, house_rules={"CON-999": "x"}, sides__good__figures=nobody)
    result = assistant("resolve", path)
    result.refused("lava", "CON-999", "'x'")
    assert len(result.err.splitlines()) == 3


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   ",
        b"{",
        b'{"sides": }',
        b"[]",
        b"null",
        b"42",
        b'"battle"',
        b"\x00\xff\xfe\x80 binary \x01",
        b"\xff\xfe{\x00}\x00",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"sides": NaN}',
        b'{"sides": 1' + b"0" * 5000 + b"}",
        b'{"sides": {}, "sides": {}}',
    ],
    ids=[
        "empty", "blank", "open", "hole", "list", "null", "number", "string", "binary", "utf-16",
        "deep lists", "deep tables", "nan", "huge number", "key twice",
    ],
)  # fmt: skip
def test_a_broken_file_is_refused(assistant: Assistant, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    assistant("resolve", path).refused("broken.json")


def test_a_missing_file_and_a_folder_are_refused(assistant: Assistant, tmp_path: Path) -> None:
    assistant("resolve", tmp_path / "nowhere.json").refused("nowhere.json")
    assistant("resolve", tmp_path).refused(tmp_path.name)


def test_no_file_at_all_is_refused(assistant: Assistant) -> None:
    result = assistant("resolve")
    assert result.code == 2
    assert "BATTLE.json" in result.err


@pytest.mark.parametrize("seed", ["many", "1.5", ""])
def test_a_seed_must_be_a_number(assistant: Assistant, battle: MakeBattle, seed: str) -> None:
    assistant("resolve", battle(), "--seed", seed).refused("--seed")


def test_an_unknown_option_and_an_unknown_command_are_refused(assistant: Assistant) -> None:
    assistant("resolve", "--sed", "1").refused("--sed", "--seed")
    assistant("resolv").refused("resolv", "assistant --help")


def test_a_thousand_against_a_thousand_is_resolved(assistant: Assistant, battle: MakeBattle) -> None:
    path = battle(
        sides__good__figures=[{"id": "r", "profile": "rider-of-rohan", "count": 1000}],
        sides__evil__figures=[{"id": "o", "profile": "orc", "count": 1000}],
    )
    assert len(assistant("resolve", path, "--seed", 3).json["figures"]) == 2000


def test_the_story_and_the_luck_of_a_battle_instead_of_json(
    assistant: Assistant, battle: Callable[..., Path]
) -> None:
    dice = {"attack": [3, 5]}
    file = battle(sides__good__dice=dice, sides__evil__dice={"attack": [1, 2], "defense": [1, 2]})
    out = assistant("resolve", file, "--story", "--luck").out
    assert "Éomer met two Orcs. Good lost nobody. Evil lost two Orcs, everyone it had." in out
    assert "Good: 2 hits of 2 dice rolled by hand, 1.3 expected (+0.7)." in out


def test_a_seed_for_a_battle_with_dice_of_its_own_is_said_to_change_nothing(
    assistant: Assistant, battle: Callable[..., Path]
) -> None:
    file = battle(sides__good__dice={"attack": [1, 1]}, sides__evil__dice={"attack": [1, 1]})
    result = assistant("resolve", file, "--seed", 1)
    assert result.code == 0
    assert "gives its own dice: --seed changes nothing there" in result.err
    assert result.json == assistant("resolve", file).json


def test_the_log_in_the_documentation_is_the_one_that_is_told(assistant: Assistant) -> None:
    page = (ROOT / "docs" / "battle-files.md").read_text(encoding="utf-8")
    told = assistant("resolve", EXAMPLES / "eomer-rides-down-lurtz.json", "--log").out.splitlines()[1:]
    assert "\n".join(f"    {line}" for line in told) in page


@pytest.mark.parametrize("command", ["resolve", "odds"])
def test_what_cannot_be_fought_is_told_with_its_place_in_the_file(
    assistant: Assistant, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "b.json"
    good = {"figures": [{"id": "g", "profile": "gandalf-the-white"}], "wizardry": {"g": {"dice": 9}}}
    evil = {"figures": [{"id": "o", "profile": "orc"}]}
    path.write_text(json.dumps({"sides": {"good": good, "evil": evil}}), encoding="utf-8")
    assistant(command, path).refused(f"{path}: sides.good.wizardry.g: g has 3 wizardry to spend, not 9")

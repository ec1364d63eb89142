"""`assistant campaign enter`, `overrule`, `story` and `luck`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Assistant

STATUSES = {"unhurt", "dismounted", "wounded", "captured", "paralyzed", "dispersed", "eliminated"}
WHO = ("--good", "eomer, 3 riders of rohan", "--evil", "9 uruk-hai, lurtz")
CAME_OUT = ("--slain", "6 uruk-hai, rider-of-rohan.2", "--wounded", "eomer", "--winner", "good")


@pytest.fixture
def summer(assistant: Assistant) -> Assistant:
    """The command, with a campaign without deeds."""
    assert assistant("campaign", "new", "Summer").code == 0
    return assistant


def conditions(assistant: Assistant) -> dict[str, str]:
    shown = assistant("campaign", "show", "summer", "--json").json
    return {figure["id"]: figure["condition"] for figure in shown["figures"]}


def test_a_finished_fight_is_entered_in_one_line(summer: Assistant) -> None:
    entered = summer("campaign", "enter", "summer", *WHO, *CAME_OUT)
    assert entered.code == 0
    title = "Éomer and 3 Riders of Rohan against 9 Uruk-hai and Lurtz, as reported"
    assert entered.out.endswith(f"Recorded as deed 1 of Summer: {title}.\n")
    fates = conditions(summer)
    assert (fates["eomer"], fates["rider-of-rohan.2"], fates["uruk-hai.6"]) == (
        "wounded",
        *["eliminated"] * 2,
    )
    assert (fates["rider-of-rohan.1"], fates["uruk-hai.7"], fates["lurtz"]) == ("fit",) * 3
    assert "lurtz: lurtz of evil, fit, regrouping" in summer("campaign", "show", "summer").out


def test_a_finished_fight_is_undone_and_replayed(summer: Assistant) -> None:
    summer("campaign", "enter", "summer", *WHO, *CAME_OUT)
    assert "all comes out as it was recorded" in summer("campaign", "replay", "summer").out
    assert summer("campaign", "undo", "summer").code == 0
    assert conditions(summer) == {}


def test_without_a_winner_the_form_is_asked_and_wrong_lines_again(summer: Assistant) -> None:
    entered = summer(
        "campaign", "enter", "summer", "--good", "theoden", "--evil", "3 orcs",
        typed="4 orcs\n2 orcs\ntheoden\n\n\n\ntheoden\nsauron\ngood\n",
    )  # fmt: skip
    assert entered.code == 0
    assert "only 3 are left to name" in entered.err
    assert conditions(summer) == {
        "theoden": "wounded",
        "orc.1": "eliminated",
        "orc.2": "eliminated",
        "orc.3": "fit",
    }


def test_a_battle_file_and_the_result_of_resolve_are_entered(
    summer: Assistant, battle: Callable[..., Path], tmp_path: Path
) -> None:
    result = tmp_path / "result.json"
    result.write_text(json.dumps(summer("resolve", battle(), "--seed", 4).json), encoding="utf-8")
    assert summer("campaign", "enter", "summer", battle(), "--result", result).code == 0
    wanted = json.loads(result.read_text(encoding="utf-8"))["figures"]
    kept = {name: "fit" if end in ("unhurt", "dismounted") else end for name, end in wanted.items()}
    assert conditions(summer) == kept


@pytest.mark.parametrize("seed", [4, 7])
def test_a_result_with_crews_is_entered_as_it_came_out(summer: Assistant, tmp_path: Path, seed: int) -> None:
    # A catapult with one of its crew and two orcs in the others' places, and a ram that its crew drop.
    file, result = tmp_path / "siege.json", tmp_path / "result.json"
    engines = {"c": {"crew": 1, "recruits": ["o.1", "o.2"]}, "r": {"use": "fight"}}
    evil = [
        {"id": "c", "profile": "siege-catapult"},
        {"id": "r", "profile": "battering-ram"},
        {"id": "o", "profile": "orc", "count": 6},
    ]
    good = [{"id": "g", "profile": "gondor-foot", "count": 3}]
    sides = {"good": {"figures": good}, "evil": {"figures": evil, "engines": engines}}
    file.write_text(json.dumps({"site": {"fortress": "good"}, "sides": sides}), encoding="utf-8")
    told = summer("resolve", file, "--seed", seed).json
    assert {*told["figures"].values()} <= STATUSES
    assert told["joined"] == {"evil": {f"r.crew.{number}": "uruk-hai" for number in (1, 2, 3, 4)}}
    result.write_text(json.dumps(told), encoding="utf-8")
    entered = summer("campaign", "enter", "summer", file, "--result", result)
    assert entered.code == 0, entered.err
    figures = {one["id"]: one for one in summer("campaign", "show", "summer", "--json").json["figures"]}
    ends = {name: "fit" if end == "unhurt" else end for name, end in told["figures"].items()}
    stands = {name: figures[name]["condition"].replace("serving", "fit") for name in ends}
    assert stands == ends
    assert figures["o.2"]["condition"] in ("serving", "eliminated")
    weapon = figures["c"]
    assert 3 - weapon["lives_lost"] + len(weapon["recruits"]) == told["crews"]["c"]
    assert "all comes out as it was recorded" in summer("campaign", "replay", "summer").out


def test_no_crew_grows_by_fighting(summer: Assistant, tmp_path: Path) -> None:
    file, result = tmp_path / "fight.json", tmp_path / "result.json"
    sides = {
        "good": {"figures": [{"id": "g", "profile": "gondor-foot"}]},
        "evil": {"figures": [{"id": "mu", "profile": "mumak"}]},
    }
    file.write_text(json.dumps({"sides": sides}), encoding="utf-8")
    said = {"winner": None, "figures": {}, "crews": {"mu": 4, "g": 1}}
    result.write_text(json.dumps(said), encoding="utf-8")
    refused = summer("campaign", "enter", "summer", file, "--result", result)
    assert refused.code == 2
    assert "mu came with 3 crew, and 4 are said to be left." in refused.err
    assert "g came without a crew." in refused.err


def test_a_result_with_faults_is_refused_with_all_of_them(
    summer: Assistant, battle: Callable[..., Path], tmp_path: Path
) -> None:
    result = tmp_path / "result.json"
    result.write_text('{"winner": "sauron", "figures": {"eomer": "bored"}, "loser": 1}', encoding="utf-8")
    refused = summer("campaign", "enter", "summer", battle(), "--result", result)
    refused.refused("winner", "figures.eomer", "loser")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--slain", "10 uruk-hai", "--winner", "good"), "only 9 are left to name"),
        (("--slain", "lurtz", "--wounded", "lurtz", "--winner", "good"), "it is named already"),
        (("--slain", "gimli", "--winner", "good"), "Gimli is not in this fight"),
        (("--slain", "uruk-hai", "--winner", "good"), "which or how many"),
        (("--dismounted", "lurtz", "--winner", "good"), "lurtz was on foot"),
        (("--winner", "good", "--retreats", "good"), "the beaten side retreats"),
        (("--winner", "good", "--walls-fell"), "Walls fall only"),
        (("--winner", "nobody"), "nobody"),
    ],
)
def test_a_form_that_contradicts_itself_is_refused(
    summer: Assistant, arguments: tuple[str, ...], said: str
) -> None:
    summer("campaign", "enter", "summer", *WHO, *arguments).refused(said)
    assert conditions(summer) == {}


def test_a_result_is_overruled_with_a_reason(summer: Assistant) -> None:
    summer("campaign", "enter", "summer", *WHO, *CAME_OUT)
    ruled = summer(
        "campaign", "overrule", "summer", 1, "--fit", "eomer, 2 uruk-hai", "--reason", "a cocked die"
    )
    assert ruled.out == (
        "Recorded as deed 2 of Summer: Ruling on deed 1: Éomer and 2 Uruk-hai are fit (a cocked die).\n"
    )
    assert conditions(summer)["uruk-hai.2"] == "fit"
    assert conditions(summer)["uruk-hai.3"] == "eliminated"
    assert (
        "ruled otherwise: Éomer and two Uruk-hai are fit (a cocked die)."
        in summer("campaign", "story", "summer").out
    )
    assert "2 Uruk-hai are fit" in summer("campaign", "show", "summer", "--deed", 2).out


def test_a_ruling_without_a_reason_is_refused(summer: Assistant) -> None:
    summer("campaign", "enter", "summer", *WHO, *CAME_OUT)
    summer("campaign", "overrule", "summer", 1, "--fit", "eomer").refused("--reason")
    summer("campaign", "overrule", "summer", 1, "--fit", "eomer", "--reason", " ").refused("needs a reason")


def test_the_luck_of_a_campaign_adds_up_and_forgets_what_is_undone(summer: Assistant) -> None:
    fights = ("fight", "--evil", "2 orc", "--campaign", "summer", "--good")
    summer(*fights, "eomer", typed="35\n12\n\n12\n")
    summer("fight", "--good", "theoden", "--evil", "2 goblin", "--campaign", "summer", "--dice", "app",
           typed="\n" * 9)  # fmt: skip
    found = summer("campaign", "luck", "summer", "--json").json
    assert found["fights"] == 2
    # Éomer's two dice at 3+ by hand; Théoden's two by the app.
    assert found["luck"]["good"]["hits"]["hand"] == {"dice": 2, "expected": 1.33, "actual": 2}
    assert found["luck"]["good"]["hits"]["app"]["dice"] == 2
    summer("campaign", "undo", "summer")
    assert summer("campaign", "luck", "summer", "--json").json["fights"] == 1
    assert (
        "Good: 2 hits of 2 dice rolled by hand, 1.3 expected (+0.7)."
        in summer("campaign", "luck", "summer").out
    )


def test_one_fight_of_a_campaign_is_told(summer: Assistant) -> None:
    summer("campaign", "enter", "summer", *WHO, *CAME_OUT)
    told = summer("campaign", "story", "summer", "--deed", 1, "--json").json
    assert told["fights"][0]["story"][0] == "Éomer and three Riders of Rohan met nine Uruk-hai and Lurtz."
    summer("campaign", "house-rule", "summer", "CON-067", "hit-by-it")
    summer("campaign", "story", "summer", "--deed", 2).refused("Deed 2 is no fight")
    summer("campaign", "luck", "summer", "--deed", 9).refused("no deed 9")


@pytest.mark.rules("ABL-HERO-2")
def test_who_is_no_hero_is_not_entered_as_wounded(summer: Assistant) -> None:
    refused = summer("campaign", "enter", "summer", *WHO, "--wounded", "uruk-hai.1", "--winner", "good")
    assert refused.code == 2
    assert "uruk-hai.1 (Uruk-hai) is no hero: lost, not wounded (ABL-HERO-2)." in refused.err
    assert "overrule that" in refused.err
    assert conditions(summer) == {}


@pytest.mark.rules("OUT-08")
def test_a_victory_turned_into_a_draw_tells_who_still_regroups(summer: Assistant) -> None:
    summer("campaign", "enter", "summer", "--good", "eomer", "--evil", "2 orcs", "--winner", "good")
    ruled = summer("campaign", "overrule", "summer", "1", "--winner", "draw", "--reason", "miscounted")
    assert "regrouping: 2 Orcs (OUT-08). Rule on them too if they are ready after all." in ruled.out
    ready = summer(
        "campaign", "overrule", "summer", "1", "--winner", "draw", "--ready", "2 orcs", "--reason", "rested"
    )
    assert "regrouping:" not in ready.out


def test_walls_follow_the_readings_of_the_campaign(summer: Assistant, battle: Callable[..., Path]) -> None:
    # Thranduil's Palace is no fortress by default; by the other reading of CON-072 it is.
    declared = battle(site={"place": "thranduils-palace", "holder": "good"})
    entry = ("campaign", "enter", "summer", str(declared), "--slain", "eomer", "--winner", "evil")
    assert "Walls fall only to a winner who attacked them." in summer(*entry, "--walls-fell").err
    assert summer("campaign", "house-rule", "summer", "CON-072", "all-called-fortress").code == 0
    assert "The walls fall to evil (FOR-06)." in summer(*entry, "--walls-fell").out


def test_a_number_of_riders_on_foot_means_others_than_the_slain(summer: Assistant) -> None:
    lost = ("--slain", "2 royal guard", "--dismounted", "2 royal guard", "--winner", "evil")
    told = summer("campaign", "enter", "summer", "--good", "5 royal guard", "--evil", "6 orcs", *lost).out
    assert "Dismounted: royal-guard-of-rohan.3, royal-guard-of-rohan.4." in told
    assert "Eliminated: royal-guard-of-rohan.1, royal-guard-of-rohan.2." in told
    more = (
        "--slain",
        "royal-guard-of-rohan.3",
        "--on-foot",
        "1 royal guard",
        "--reason",
        "he sat on the fifth",
    )
    ruled = summer("campaign", "overrule", "summer", "1", *more)
    # The first two are dead, the third now too, and the fourth is on foot already.
    assert ruled.code == 0
    standing = summer("campaign", "show", "summer", "--json").json["figures"]
    assert [one["mounted"] for one in standing if one["side"] == "good"] == [True, True, False, False, False]


@pytest.mark.rules("OUT-05", "OUT-07", "OUT-08")
def test_those_who_were_beaten_after_all_regroup_and_are_told_what_else_they_owe(summer: Assistant) -> None:
    # Eleven stand: two more are lost, one for every ten begun.
    summer("campaign", "enter", "summer", "--good", "11 rohan foot", "--evil", "4 orcs", "--winner", "good")
    ruled = summer("campaign", "overrule", "summer", "1", "--winner", "evil", "--reason", "miscounted")
    assert (
        "So good was beaten, and still stand: 11 Rohan Foot. 2 of them are lost besides (OUT-05)" in ruled.out
    )
    assert "go back a full move (OUT-07) and regroup (OUT-08)" in ruled.out
    assert "regrouping: 4 Orcs (OUT-08). Rule on them too" in ruled.out
    assert "rohan-foot.11: rohan-foot of good, fit, regrouping" in summer("campaign", "show", "summer").out
    again = summer("campaign", "overrule", "summer", "1", "--winner", "evil", "--reason", "we said so")
    assert "was beaten" not in again.out


def test_a_ruling_on_the_winner_changed_nobody_and_the_fight_still_stands_on_it(summer: Assistant) -> None:
    summer("campaign", "enter", "summer", "--good", "eomer", "--evil", "2 orcs", "--winner", "good")
    summer("campaign", "overrule", "summer", "1", "--winner", "draw", "--reason", "miscounted")
    summer("campaign", "undo", "summer", "1").refused("came later and depends on Éomer")


@pytest.mark.rules("ABL-ETHEREAL")
def test_only_those_who_come_back_are_entered_or_ruled_to_be_dispersed(summer: Assistant) -> None:
    enter = ("campaign", "enter", "summer", "--good", "2 gondor foot", "--evil", "lurtz, witch king")
    refused = summer(*enter, "--dispersed", "gondor-foot.1, lurtz, witch-king", "--winner", "good")
    assert refused.code == 2
    assert "gondor-foot.1 (Gondor Foot) cannot be dispersed" in refused.err
    assert "lurtz (Lurtz) cannot be dispersed" in refused.err
    assert "Witch" not in refused.err
    summer(*enter, "--dispersed", "witch-king", "--winner", "good")
    assert conditions(summer)["witch-king"] == "dispersed"
    ruled = summer("campaign", "overrule", "summer", "--dispersed", "lurtz", "--reason", "he is gone")
    assert ruled.code == 2
    assert "Lurtz cannot be dispersed" in ruled.err
    assert conditions(summer)["lurtz"] == "fit"


@pytest.mark.rules("OUT-07")
def test_nobody_retreats_from_a_draw(summer: Assistant) -> None:
    refused = summer("campaign", "enter", "summer", *WHO, "--winner", "draw", "--retreats", "evil")
    assert refused.code == 2
    assert "Nobody won, and only the beaten retreat (OUT-07)." in refused.err


def test_an_overruled_winner_is_told_as_what_was_recorded_at_first(summer: Assistant) -> None:
    summer("campaign", "enter", "summer", *WHO, *CAME_OUT)
    ruled = summer("campaign", "overrule", "summer", "1", "--winner", "draw", "--reason", "a cocked die")
    assert ruled.code == 0
    for command in ("story", "chronicle"):
        told = summer("campaign", command, "summer").out
        assert "At first good won." in told
        assert "The game master ruled otherwise: it was a draw (a cocked die)." in told
        assert "Good won" not in told
    shown = summer("campaign", "show", "summer", "--deed", "1").out.splitlines()
    assert shown[1] == "  Overruled by deed 2: it was a draw (a cocked die)."
    as_json = summer("campaign", "show", "summer", "--deed", "1", "--json").json
    assert as_json["rulings"] == ["Overruled by deed 2: it was a draw (a cocked die)."]
    luck = summer("campaign", "luck", "summer").out
    assert "won" not in luck


def test_a_ruling_that_is_undone_is_no_longer_told_with_the_deed(summer: Assistant) -> None:
    summer("campaign", "enter", "summer", *WHO, *CAME_OUT)
    summer("campaign", "overrule", "summer", "1", "--winner", "evil", "--reason", "a cocked die")
    assert summer("campaign", "undo", "summer").code == 0
    assert "Overruled" not in summer("campaign", "show", "summer", "--deed", "1").out

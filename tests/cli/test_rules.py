"""`assistant rules` and `assistant scenario`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.packs import coverage
from assistant.packs.where import home
from tests.cli.conftest import Assistant

RECORD = """id,how,implemented_by,tested_by
ABL-TERROR,enforced,rules/effects/blows.py,tests/rules/test_terror.py::test_terror
ABL-TERROR,warned,rules/combat/explain.py,tests/rules/test_terror.py::test_told
OUT-07,asked,rules/combat/aftermath.py,tests/rules/test_outcome.py::test_retreat
"""
STATUSES = {"enforced", "asked", "warned", "data", "printed", "missing"}


@pytest.fixture
def proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A record of what the tests have proved, whatever they prove today."""
    record = tmp_path / "evidence.csv"
    record.write_text(RECORD, encoding="utf-8")
    monkeypatch.setattr(coverage, "EVIDENCE", record)
    coverage._evidence.cache_clear()
    yield
    coverage._evidence.cache_clear()


def test_rules_are_searched_by_words(assistant: Assistant) -> None:
    found = assistant("rules", "furious", "charge")
    assert found.code == 0
    assert "ABL-FURIOUSCHARGE " in found.out
    assert assistant("rules", "search", "furious", "charge").out == found.out


def test_a_search_gives_json_with_ids_and_texts(assistant: Assistant) -> None:
    found = assistant("rules", "search", "terror", "--json").json
    assert "ABL-TERROR" in {rule["id"] for rule in found["rules"]}
    assert all(rule["text"] for rule in found["rules"])


def test_a_search_without_a_find_says_so(assistant: Assistant) -> None:
    found = assistant("rules", "xyzzy")
    assert (found.code, found.out) == (0, "No rule mentions all of that. Try fewer words.\n")
    assert assistant("rules", "xyzzy", "--json").json == {"rules": []}


@pytest.mark.usefixtures("proved")
def test_one_rule_is_shown_with_its_lines_and_how_it_is_covered(assistant: Assistant) -> None:
    shown = assistant("rules", "show", "abl-terror")
    assert shown.out.startswith("ABL-TERROR  ")
    assert "rulebook lines" in shown.out
    assert "enforced, by rules/combat/explain.py, rules/effects/blows.py" in shown.out
    assert "    proved by tests/" in shown.out
    as_json = assistant("rules", "show", "ABL-TERROR", "--json").json
    assert (as_json["id"], as_json["status"]) == ("ABL-TERROR", "enforced")


def test_a_house_rule_is_shown_with_its_readings(assistant: Assistant) -> None:
    shown = assistant("rules", "show", "CON-067")
    assert "* bearer-present" in shown.out
    assert "  hit-by-it" in shown.out
    assert assistant("rules", "show", "CON-067", "--json").json["id"] == "CON-067"


def test_an_unknown_rule_is_refused_with_the_nearest(assistant: Assistant) -> None:
    assistant("rules", "show", "ABL-TEROR").refused("ABL-TEROR", "ABL-TERROR")


@pytest.mark.usefixtures("proved")
def test_coverage_lists_every_rule_with_its_status(assistant: Assistant) -> None:
    covered = assistant("rules", "coverage", "--json").json
    assert set(covered) == {"summary", "rules"}
    assert set(covered["summary"]) == STATUSES
    assert all(set(rule) == {"id", "status", "implemented_by", "tested_by"} for rule in covered["rules"])
    assert len({rule["id"] for rule in covered["rules"]}) == len(covered["rules"]) > 500
    by_id = {rule["id"]: rule for rule in covered["rules"]}
    assert by_id["ABL-TERROR"] == {
        "id": "ABL-TERROR",
        "status": "enforced",
        "implemented_by": ["rules/combat/explain.py", "rules/effects/blows.py"],
        "tested_by": ["tests/rules/test_terror.py::test_terror", "tests/rules/test_terror.py::test_told"],
    }
    assert covered["summary"] == {
        **dict.fromkeys(STATUSES, 0), "enforced": 1, "asked": 1, "missing": len(covered["rules"]) - 2,
    }  # fmt: skip


@pytest.mark.usefixtures("proved")
def test_coverage_is_printed_as_lines_with_a_sum(assistant: Assistant) -> None:
    printed = assistant("rules", "coverage").out.splitlines()
    assert printed[0].split()[1] in STATUSES
    assert printed[-1].startswith("1 enforced, 1 asked, 0 warned")


def test_the_shipped_scenario_is_in_order(assistant: Assistant) -> None:
    folder = home() / "scenarios" / "war-of-the-ring"
    checked = assistant("scenario", "check", folder)
    assert (checked.code, checked.err) == (0, "")
    assert "in order" in checked.out


def test_a_fault_in_a_scenario_is_told_with_its_place_and_remedy(
    assistant: Assistant, tmp_path: Path
) -> None:
    shutil.copytree(home() / "rosters", tmp_path / "rosters")
    folder = tmp_path / "scenarios" / "war-of-the-ring"
    shutil.copytree(home() / "scenarios" / "war-of-the-ring", folder)
    places = folder / "places.toml"
    text = places.read_text(encoding="utf-8")
    assert '"shelter"' in text
    places.write_text(text.replace('"shelter"', '"sheltr"', 1), encoding="utf-8")
    checked = assistant("scenario", "check", folder)
    checked.refused("places.toml", "sheltr", "did you mean 'shelter'")
    assert len(checked.err.splitlines()) == 1


@pytest.mark.parametrize("name", ["nowhere", "file.toml"])
def test_what_is_no_scenario_is_refused(assistant: Assistant, tmp_path: Path, name: str) -> None:
    (tmp_path / "file.toml").write_text("")
    assistant("scenario", "check", tmp_path / name).refused(name)


def test_house_rules_are_listed_and_searched(assistant: Assistant) -> None:
    every = assistant("scenario", "house-rules", "--json").json["house_rules"]
    assert len(every) > 50
    assert all(rule["default"] in rule["readings"] for rule in every)
    some = assistant("scenario", "house-rules", "ringwraith", "--json").json["house_rules"]
    assert "CON-067" in {rule["id"] for rule in some}
    assert len(some) < len(every)
    assert "CON-067  " in assistant("scenario", "house-rules", "slays").out
    assert "No house rule mentions that." in assistant("scenario", "house-rules", "xyzzy").out


def test_schemas_are_listed_and_printed(assistant: Assistant) -> None:
    kinds = assistant("scenario", "schema").out.split()
    assert "battle" in kinds
    for kind in kinds:
        schema = assistant("scenario", "schema", kind).json
        assert schema["$schema"].startswith("https://json-schema.org/")


def test_an_unknown_schema_is_refused_with_the_nearest(assistant: Assistant) -> None:
    assistant("scenario", "schema", "batle").refused("batle", "battle")


def test_each_house_rule_says_whether_the_assistant_follows_it(assistant: Assistant) -> None:
    every = assistant("scenario", "house-rules", "--json").json["house_rules"]
    applied = assistant("scenario", "house-rules", "--only", "applied", "--json").json["house_rules"]
    recorded = assistant("scenario", "house-rules", "--only", "recorded", "--json").json["house_rules"]
    assert len(applied) + len(recorded) == len(every) == 207
    assert all(rule["applied"] for rule in applied)
    assert not any(rule["applied"] for rule in recorded)
    follows, records = "The assistant follows the reading you choose.", "Recorded; the table applies it."
    prints = "Recorded, and the sheets say it so; the table applies it."
    assert follows in assistant("scenario", "house-rules", applied[0]["id"]).out
    for rule in (next(one for one in recorded if one["printed"] is printed) for printed in (True, False)):
        said = assistant("scenario", "house-rules", rule["id"]).out
        assert (prints if rule["printed"] else records) in said


def test_an_abilitys_own_id_finds_its_rule_first(assistant: Assistant) -> None:
    assert assistant("rules", "FURIOUS-charge").out.startswith("ABL-FURIOUSCHARGE")


def test_a_search_without_its_name_takes_json_too(assistant: Assistant) -> None:
    found = assistant("rules", "--json", "furious-charge").json
    assert found["rules"][0]["id"] == "ABL-FURIOUSCHARGE"

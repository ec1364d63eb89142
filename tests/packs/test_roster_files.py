"""The rosters name every figure of the charts, once, and say where each comes from."""

import csv
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
ROSTERS = ROOT / "rosters"
CATALOGUE = ROOT / "assistant" / "packs" / "catalogue"
LONGEST_TEXT = 120

NO_FIGURE_HAS = {
    "camels", "crushing-attack", "hardened-veterans", "hero", "horn", "magic-weapon", "stealth",
}  # fmt: skip
CHARTS = ("PRF-GA", "PRF-GC", "PRF-EA", "PRF-EC")

Table = dict[str, Any]


def csv_rows(path: Path) -> list[dict[str, str]]:
    """Read a table with a header."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def profiles() -> Iterator[Table]:
    """Yield every profile of every roster, with what its file says of all of them."""
    for path in sorted(ROSTERS.glob("*.toml")):
        roster = tomllib.loads(path.read_text(encoding="utf-8"))
        common = {key: value for key, value in roster.items() if key in ("side", "people")}
        yield from ({**common, **profile} for profile in roster.get("profile", []))


def abilities() -> list[Table]:
    """Read the ability texts."""
    found: list[Table] = tomllib.loads((ROSTERS / "abilities.toml").read_text(encoding="utf-8"))["ability"]
    return found


def ability_names(profile: Table) -> set[str]:
    """Name the abilities of a profile by any reading, with or without parameters."""
    by_house = (entry for reading in profile.get("house", []) for entry in reading.get("abilities", []))
    listed = [*profile.get("abilities", []), *by_house]
    return {entry if isinstance(entry, str) else entry["name"] for entry in listed}


def cited_rules(table: Table) -> set[str]:
    """Collect the rule ids a profile or ability cites, its alternatives included."""
    within = (rule for alternative in table.get("alternatives", []) for rule in alternative["rules"])
    return {*table["rules"], *within}


def test_every_listed_figure_has_exactly_one_profile() -> None:
    listed = [row["id"] for row in csv_rows(ROOT / "tests" / "examples" / "profiles.csv")]
    # The core chart's half troll is in no list of the scenario.
    assert Counter(profile["id"] for profile in profiles()) == Counter([*listed, "half-troll"])


def test_every_ability_a_figure_has_is_explained_once() -> None:
    explained = Counter(ability["id"] for ability in abilities())
    used = set[str]().union(*(ability_names(profile) for profile in profiles()))
    assert not used - set(explained)
    assert set(explained.values()) == {1}


def test_every_explained_ability_belongs_to_a_figure_or_is_known_to_have_none() -> None:
    used = set[str]().union(*(ability_names(profile) for profile in profiles()))
    assert {ability["id"] for ability in abilities()} - used == NO_FIGURE_HAS


@pytest.mark.parametrize("ability", abilities(), ids=lambda ability: str(ability["id"]))
def test_an_ability_is_explained_in_one_short_sentence(ability: Table) -> None:
    assert len(ability["text"]) <= LONGEST_TEXT
    assert ability["text"].endswith(".")
    assert ability["title"]


def test_every_rule_cited_is_in_the_ledger() -> None:
    known = {row["id"] for row in csv_rows(CATALOGUE / "ledger.csv")}
    cited = set[str]().union(*(cited_rules(table) for table in [*profiles(), *abilities()]))
    assert not cited - known


def test_every_line_of_the_combat_charts_is_cited_by_a_profile() -> None:
    lines = {row["id"] for row in csv_rows(CATALOGUE / "ledger.csv") if row["id"].startswith(CHARTS)}
    assert not lines - set[str]().union(*(set(profile["rules"]) for profile in profiles()))


def test_a_house_rule_variant_names_a_reading_that_is_not_the_default() -> None:
    rules = {row["id"]: row for row in csv_rows(CATALOGUE / "contradictions.csv")}
    for profile in profiles():
        for variant in profile.get("house", []):
            rule = rules[variant["rule"]]
            others = set(rule["names"].split(";")) - {rule["default"]}
            assert variant["reading"] in others, profile["id"]


def test_a_limited_leadership_names_a_people_or_race_that_exists() -> None:
    tags = {profile[key] for profile in profiles() for key in ("people", "race")}
    scopes = {profile["leadership_scope"] for profile in profiles() if "leadership_scope" in profile}
    assert scopes
    assert not scopes - tags

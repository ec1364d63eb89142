"""The tables of the second pass name only figures, rules and questions that exist."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.rules.book import Book

Table = Callable[[str], list[dict[str, str]]]

HERE = Path(__file__).parent
CATALOGUE = Path(__file__).parents[2] / "assistant" / "packs" / "catalogue"
ARRIVALS = ("starts.csv", "regular.csv", "scheduled.csv", "events.csv")


def ids_in(path: Path) -> set[str]:
    """Read the ids of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["id"] for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def ledger() -> set[str]:
    """The ids of all rules."""
    return ids_in(CATALOGUE / "ledger.csv")


@pytest.fixture(scope="module")
def questions() -> set[str]:
    """The ids of all contradictions and open questions."""
    return ids_in(CATALOGUE / "contradictions.csv")


@pytest.mark.parametrize("name", ARRIVALS)
def test_every_figure_named_has_a_profile(name: str, table: Table, book: Book) -> None:
    named = {profile for row in table(name) for profile in row["profile"].split("|")}
    assert named - {""} <= book.profiles.keys()


@pytest.mark.parametrize("name", ARRIVALS)
def test_whoever_comes_is_counted(name: str, table: Table) -> None:
    assert [row for row in table(name) if bool(row["profile"]) != (row["count"] > "0")] == []


@pytest.mark.parametrize("name", ["regular.csv", "scheduled.csv", "events.csv", "status.csv"])
def test_every_rule_named_is_in_the_ledger(name: str, table: Table, ledger: set[str]) -> None:
    assert {row["rule"] for row in table(name)} <= ledger


@pytest.mark.parametrize("path", sorted(HERE.glob("*.csv")), ids=lambda path: path.name)
def test_every_question_named_is_a_known_one(path: Path, table: Table, questions: set[str]) -> None:
    named = {question for row in table(path.name) for question in row["contradiction"].split(";")}
    assert named - {""} <= questions

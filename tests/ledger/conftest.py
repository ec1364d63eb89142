"""A ledger in a temporary folder, and deeds to write into it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant.ledger.records import Campaign, Draft
from assistant.ledger.store import Ledger

MakeDraft = Callable[..., Draft]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the ledger's file will be."""
    return tmp_path / "instance" / "campaigns.sqlite"


@pytest.fixture
def ledger(database: Path) -> Iterator[Ledger]:
    """An open, empty ledger."""
    with Ledger.open(database, who="the tests") as opened:
        yield opened


@pytest.fixture
def campaign(ledger: Ledger) -> Campaign:
    """A campaign without entries."""
    return ledger.create("Spring convention", "toy", {"scenario": "war"}, key="new-1")


@pytest.fixture(scope="session")
def deed() -> MakeDraft:
    """Makes a draft; whatever a test does not care about is filled in."""

    def make(title: str = "The guard moves", **other: object) -> Draft:
        fields: dict[str, object] = {
            "kind": "move",
            "actor": "red",
            "setup": {"from": "Bree"},
            "answers": [[6, 5]],
            "facts": [{"kind": "moved", "to": "Bree"}],
            "log": [title],
        }
        return Draft(title=title, **(fields | other))  # type: ignore[arg-type]

    return make


@pytest.fixture
def tampered(database: Path) -> Callable[..., None]:
    """Changes the closed file as somebody with a database browser might, past our triggers."""

    def tamper(*statements: str) -> None:
        with closing(sqlite3.connect(database)) as connection:
            triggers = connection.execute(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
            ).fetchall()
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                connection.execute(statement)
            for _, text in triggers:
                connection.execute(text)
            connection.commit()

    return tamper

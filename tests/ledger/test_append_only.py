"""What is written stays, whichever program tries to change it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger

COLUMNS = (
    "campaign, seq, key, at, kind, title, actor, setup, answers, facts, log, undoes, rules_version, pack_hash"
)


@pytest.fixture(params=["ON", "OFF"])
def foreign(
    request: pytest.FixtureRequest, database: Path, deed: Callable[..., Draft]
) -> Iterator[sqlite3.Connection]:
    """A connection of another program, careful or not, to a campaign with two entries."""
    with Ledger.open(database) as ledger:
        campaign = ledger.create("War", "toy", {}, key="new").id
        ledger.append(campaign, deed("First"), key="k1")
        ledger.append(campaign, deed("Second"), key="k2")
        ledger.begin(campaign, kind="fight", title="A fight", actor="red", setup={}, base_seq=2)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA recursive_triggers = {request.param}")
        yield connection


def refused(connection: sqlite3.Connection, statement: str) -> str:
    """The reason for which a statement is refused, and proof that nothing changed by it."""
    before = list(connection.iterdump())
    with pytest.raises(sqlite3.IntegrityError) as refusal:
        connection.execute(statement)
    assert list(connection.iterdump()) == before
    return str(refusal.value)


def copied(seq: str = "seq", key: str = "key", previous: str = "previous") -> str:
    """The second entry again, with some of it replaced."""
    columns = COLUMNS.replace("seq", seq, 1).replace("key", key, 1)
    return f"SELECT {columns}, {previous}, hash, who FROM entry WHERE seq = 2"


def test_an_entry_cannot_be_updated(foreign: sqlite3.Connection) -> None:
    assert "never changed" in refused(foreign, "UPDATE entry SET title = 'Forged' WHERE seq = 1")


def test_an_entry_cannot_be_deleted(foreign: sqlite3.Connection) -> None:
    assert "never deleted" in refused(foreign, "DELETE FROM entry WHERE seq = 2")


def test_an_entry_cannot_be_replaced_under_its_number(foreign: sqlite3.Connection) -> None:
    assert "already written" in refused(foreign, "INSERT OR REPLACE INTO entry " + copied(key="'other'"))


def test_an_entry_cannot_be_replaced_under_its_key(foreign: sqlite3.Connection) -> None:
    statement = "INSERT OR REPLACE INTO entry " + copied(seq="3", previous="hash")
    assert "already written" in refused(foreign, statement)


def test_an_entry_cannot_be_replaced_by_rowid(foreign: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="rowid"):
        foreign.execute("SELECT rowid FROM entry")


def test_an_entry_cannot_be_changed_by_an_upsert(foreign: sqlite3.Connection) -> None:
    upsert = "INSERT INTO entry " + copied() + " ON CONFLICT DO UPDATE SET title = 'Forged'"
    assert "already written" in refused(foreign, upsert)


def test_an_entry_cannot_be_inserted_or_ignored_twice(foreign: sqlite3.Connection) -> None:
    assert "already written" in refused(foreign, "INSERT OR IGNORE INTO entry " + copied())


def test_a_number_cannot_be_left_out(foreign: sqlite3.Connection) -> None:
    statement = "INSERT INTO entry " + copied(seq="4", key="'k4'", previous="hash")
    assert "next number" in refused(foreign, statement)


def test_the_chain_cannot_fork(foreign: sqlite3.Connection) -> None:
    statement = "INSERT INTO entry " + copied(seq="3", key="'k3'")
    assert "follows the hash" in refused(foreign, statement)


def test_a_number_must_be_a_number(foreign: sqlite3.Connection) -> None:
    refused(foreign, "INSERT INTO entry " + copied(seq="'not a number'", key="'k3'"))


def test_a_campaign_cannot_be_renamed(foreign: sqlite3.Connection) -> None:
    assert "never changed" in refused(foreign, "UPDATE campaign SET name = 'Forged'")


def test_a_campaigns_setup_cannot_be_changed(foreign: sqlite3.Connection) -> None:
    assert "never changed" in refused(foreign, "UPDATE campaign SET setup = '{\"gold\":1}'")


def test_a_campaign_cannot_be_deleted(foreign: sqlite3.Connection) -> None:
    assert "never deleted" in refused(foreign, "DELETE FROM campaign")


def test_a_campaign_cannot_be_replaced(foreign: sqlite3.Connection) -> None:
    replacement = "SELECT id, 'Forged', game, created_at, setup, origin, genesis, key FROM campaign"
    assert "already there" in refused(foreign, f"INSERT OR REPLACE INTO campaign {replacement}")


def test_what_is_under_way_may_change_and_go(foreign: sqlite3.Connection) -> None:
    foreign.execute("UPDATE pending SET title = 'A duel'")
    assert foreign.execute("DELETE FROM pending WHERE title = 'A duel'").rowcount == 1

"""Stored rows that are no more what was written: a damaged database, said without what stands in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from assistant.kernel.errors import AssistantError
from assistant.ledger.records import Checkpoint, Draft, Pass
from assistant.ledger.store import Ledger

MakeDraft = Callable[..., Draft]
Tamper = Callable[..., None]

SECRET = "Frodo bears it"


@pytest.fixture
def written(database: Path, deed: MakeDraft) -> Path:
    """A closed database with one campaign of three entries, and a world put by."""
    with Ledger.open(database) as ledger:
        campaign = ledger.create("War", "toy", {"said": SECRET}, key="new").id
        for n in (1, 2, 3):
            entry = ledger.append(campaign, deed(f"Deed {n}", setup={"said": SECRET}), key=f"k{n}")
        ledger.put_by(campaign, Checkpoint(3, entry.hash, "v", {"turn": 7}))
    return database


def refusals(database: Path) -> list[AssistantError]:
    """What is refused of all that is asked for."""
    found = []
    with Ledger.open(database, read_only=True) as ledger:
        asked: tuple[Callable[[], object], ...] = (
            ledger.campaigns,
            lambda: ledger.campaign("war"),
            lambda: ledger.entries("war"),
            lambda: ledger.written("war"),
            lambda: ledger.entry("war", 2),
            lambda: ledger.entry_by_key("war", "k2"),
        )
        for ask in asked:
            try:
                ask()
            except AssistantError as error:
                found.append(error)
    return found


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET setup = '{\"said' WHERE seq = 2",
        "UPDATE entry SET facts = '[}' WHERE seq = 2",
        "UPDATE entry SET facts = '[],[]' WHERE seq = 2",
        "UPDATE entry SET who = '7' WHERE seq = 2",
        "UPDATE entry SET setup = CAST(x'7b22ff22' || setup AS TEXT) WHERE seq = 2",
        "UPDATE campaign SET setup = substr(setup, 2)",
        "UPDATE campaign SET setup = 'null'",
        "UPDATE campaign SET setup = '[]'",
        "UPDATE campaign SET setup = CAST(x'ff' || setup AS TEXT)",
        f"UPDATE entry SET log = '{'[' * 100_000}' WHERE seq = 2",
    ],
)
def test_a_row_that_cannot_be_read_is_a_damaged_database(
    written: Path, tampered: Tamper, statement: str
) -> None:
    tampered(statement)
    found = refusals(written)
    assert found
    assert {one.code for one in found} == {"damaged-database"}
    assert not any(SECRET in line for one in found for line in one.lines())


def test_a_deed_that_meets_a_damaged_row_is_refused_and_not_blamed_on_the_disk(
    written: Path, tampered: Tamper, deed: MakeDraft
) -> None:
    tampered("UPDATE entry SET answers = '[' WHERE seq = 3")
    with Ledger.open(written) as ledger:
        with pytest.raises(AssistantError) as refusal:
            ledger.append("war", deed("Deed 3"), key="k3")
        assert refusal.value.code == "damaged-database"


def test_half_a_letter_is_no_text_and_not_blamed_on_the_disk(written: Path) -> None:
    with Ledger.open(written) as ledger:
        with pytest.raises(AssistantError) as refusal:
            ledger.issue([Pass("AAAA-BBBB", "war", "seat", label="Ben \ud83d")])
        assert refusal.value.code == "not-text"
        with pytest.raises(AssistantError) as refusal:
            ledger.find_pass("\ud83d")
        assert refusal.value.code == "not-text"


def test_a_world_put_by_is_used_as_it_was_put_by(written: Path) -> None:
    with Ledger.open(written, read_only=True) as ledger:
        assert [one.world for one in ledger.checkpoints("war", "v")] == [{"turn": 7}]


@pytest.mark.parametrize(
    "change", ["replace(world, '7', '8')", "substr(world, 3)", "substr(world, 65)", "'x'"]
)
def test_a_world_put_by_that_was_altered_is_passed_over(written: Path, change: str) -> None:
    with closing(sqlite3.connect(written)) as connection:
        connection.execute(f"UPDATE checkpoint SET world = {change}")
        connection.commit()
    with Ledger.open(written, read_only=True) as ledger:
        assert list(ledger.checkpoints("war", "v")) == []
        assert len(ledger.written("war")) == 3


def test_a_world_put_by_that_is_no_text_any_more_is_passed_over(written: Path) -> None:
    with closing(sqlite3.connect(written)) as connection:
        connection.execute("UPDATE checkpoint SET world = CAST(CAST(world AS BLOB) || x'ff' AS TEXT)")
        connection.commit()
    with Ledger.open(written, read_only=True) as ledger:
        assert list(ledger.checkpoints("war", "v")) == []
        assert ledger.verify("war") == ()


@pytest.mark.parametrize("table", ["pass", "pending"])
def test_what_stands_beside_the_chain_is_read_as_well_when_everything_is_verified(
    written: Path, table: str
) -> None:
    with Ledger.open(written) as ledger:
        ledger.issue([Pass("AAAA-BBBB", "war", "seat", label="Ben")])
        ledger.begin(
            "war", kind="x", title="x", actor="x", setup={}, base_seq=3, rules_version="", holds=[], key="p"
        )
        assert ledger.verify("war") == ()
    with closing(sqlite3.connect(written)) as connection:
        column = "label" if table == "pass" else "title"
        connection.execute(f"UPDATE {table} SET {column} = CAST(x'ff' AS TEXT)")
        connection.commit()
    with Ledger.open(written, read_only=True) as ledger:
        (fault,) = ledger.verify("war")
        assert "cannot be read" in fault

"""Older databases are brought up to date; newer, foreign and damaged ones are refused untouched."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from assistant.kernel.errors import AssistantError, Illegal, Malformed
from assistant.ledger.migrate import APPLICATION_ID, MIGRATIONS, migrate, prepare
from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger
from assistant.ledger.tables import Row


def add_weather(connection: sqlite3.Connection) -> None:
    """A toy migration, as a later version might bring."""
    connection.execute("CREATE TABLE weather (day INTEGER PRIMARY KEY, sky TEXT NOT NULL) STRICT")


def break_halfway(connection: sqlite3.Connection) -> None:
    """A migration that fails after it has changed something."""
    connection.execute("CREATE TABLE half (done INTEGER)")
    connection.execute("SELECT * FROM nowhere")


def pragma(database: Path, name: str) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def tables(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


@pytest.fixture
def present(database: Path, deed: Callable[..., Draft]) -> Path:
    """A closed database of the present schema with an entry in it."""
    with Ledger.open(database) as ledger:
        ledger.append(ledger.create("War", "toy", {}, key="new").id, deed(), key="k1")
    return database


def test_a_new_database_says_whose_it_is(present: Path) -> None:
    assert pragma(present, "application_id") == APPLICATION_ID
    assert pragma(present, "user_version") == len(MIGRATIONS)


def test_the_schema_has_the_columns_that_the_rows_map() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        for name, table in Row.metadata.tables.items():
            found = [column[1] for column in connection.execute(f"PRAGMA table_info({name})")]
            assert found == [column.name for column in table.columns]


def test_an_older_database_is_migrated_and_keeps_its_entries(present: Path) -> None:
    with Ledger.open(present, read_only=True) as ledger:
        before = ledger.entries("war")
    prepare(present, (*MIGRATIONS, add_weather))
    assert pragma(present, "user_version") == len(MIGRATIONS) + 1
    assert "weather" in tables(present)
    with closing(sqlite3.connect(present)) as connection:
        assert connection.execute("SELECT hash FROM entry").fetchall() == [(before[0].hash,)]


def test_the_state_before_a_migration_is_kept_beside_it(present: Path) -> None:
    prepare(present, (*MIGRATIONS, add_weather))
    with Ledger.open(present.with_name(f"campaigns-schema-{len(MIGRATIONS)}.sqlite"), read_only=True) as kept:
        assert kept.verify("war") == ()
        assert len(kept.entries("war")) == 1


def test_a_database_of_the_first_schema_is_opened_with_all_its_entries(present: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:1])
        connection.execute("ATTACH ? AS present", (str(present),))
        for table in ("campaign", "entry"):
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO {table} SELECT {columns} FROM present.{table}")
    with Ledger.open(old) as ledger:
        assert ledger.verify("war") == ()
        assert ledger.verify_file() == ()
        assert len(ledger.entries("war")) == 1


def test_migrating_twice_changes_nothing_more(present: Path) -> None:
    for _ in range(2):
        prepare(present, (*MIGRATIONS, add_weather))
    assert pragma(present, "user_version") == len(MIGRATIONS) + 1


def test_a_migration_that_fails_leaves_the_database_as_it_was(present: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        prepare(present, (*MIGRATIONS, break_halfway))
    assert pragma(present, "user_version") == len(MIGRATIONS)
    assert "half" not in tables(present)


@pytest.mark.parametrize("read_only", [True, False])
def test_a_newer_database_is_refused_untouched(present: Path, read_only: bool) -> None:
    prepare(present, (*MIGRATIONS, add_weather))
    before = present.read_bytes()
    with pytest.raises(Illegal, match="newer assistant") as refusal:
        Ledger.open(present, read_only=read_only)
    assert refusal.value.code == "newer-database"
    assert present.read_bytes() == before


def test_who_has_a_newer_database_is_led_to_the_copy_from_before_and_can_go_on_from_it(
    present: Path, tmp_path: Path
) -> None:
    prepare(present, (*MIGRATIONS, add_weather))
    with pytest.raises(Illegal) as refusal:
        Ledger.open(present)
    copy = f"{present.stem}-schema-{len(MIGRATIONS)}.sqlite"
    assert f"copy {copy}, which lies beside it, as {present.name} into an empty folder" in refusal.value.do
    (tmp_path / "empty").mkdir()
    again = tmp_path / "empty" / present.name
    shutil.copy(present.with_name(copy), again)
    with Ledger.open(again) as ledger:
        assert len(ledger.entries("war")) == 1


def test_a_newer_database_without_a_copy_is_for_the_newer_assistant(present: Path) -> None:
    prepare(present, (*MIGRATIONS, add_weather))
    present.with_name(f"{present.stem}-schema-{len(MIGRATIONS)}.sqlite").unlink()
    with pytest.raises(Illegal) as refusal:
        Ledger.open(present)
    assert refusal.value.do == "Open it with the newer assistant."


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 0",
        f"PRAGMA user_version = {len(MIGRATIONS) - 1}",
        f"PRAGMA user_version = {len(MIGRATIONS) + 1}",
        "PRAGMA user_version = 268435456",
        "PRAGMA application_id = 0",
        "PRAGMA application_id = 1399804993",
    ],
)
def test_two_numbers_of_the_header_that_do_not_fit_the_tables_are_damage(
    present: Path, statement: str, read_only: bool
) -> None:
    with closing(sqlite3.connect(present)) as connection:
        connection.execute(statement)
    before = present.read_bytes()
    with pytest.raises(Malformed) as refusal:
        Ledger.open(present, read_only=read_only)
    assert refusal.value.code == "damaged-database"
    assert present.read_bytes() == before


def test_an_empty_file_is_only_read_once_a_writer_has_filled_it(database: Path) -> None:
    database.parent.mkdir()
    database.touch()
    with pytest.raises(Illegal) as refusal:
        Ledger.open(database, read_only=True)
    assert refusal.value.code == "older-database"
    Ledger.open(database).close()
    with Ledger.open(database, read_only=True) as ledger:
        assert ledger.campaigns() == ()


@pytest.mark.parametrize("read_only", [True, False])
def test_the_database_of_another_program_is_refused_untouched(tmp_path: Path, read_only: bool) -> None:
    foreign = tmp_path / "photos.sqlite"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE photo (name TEXT)")
    before = foreign.read_bytes()
    with pytest.raises(Malformed, match="another program") as refusal:
        Ledger.open(foreign, read_only=read_only)
    assert refusal.value.code == "foreign-database"
    assert foreign.read_bytes() == before


@pytest.mark.parametrize("read_only", [True, False])
def test_a_file_that_is_no_database_is_refused_untouched(tmp_path: Path, read_only: bool) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Bilbo, " * 200, encoding="utf-8")
    with pytest.raises(Malformed) as refusal:
        Ledger.open(letter, read_only=read_only)
    assert refusal.value.code == "damaged-database"
    assert letter.read_text(encoding="utf-8").startswith("Dear Bilbo")


def test_a_refused_database_is_not_left_locked(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Bilbo, " * 200, encoding="utf-8")
    for _ in range(2):
        with pytest.raises(AssistantError) as refusal:
            Ledger.open(letter)
        assert refusal.value.code == "damaged-database"

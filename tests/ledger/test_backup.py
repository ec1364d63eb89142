"""Backups are whole and checked; a restore replaces all or nothing."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from assistant.kernel.errors import AssistantError, Illegal, Malformed
from assistant.ledger.backup import backup, restore
from assistant.ledger.lock import WriteLock
from assistant.ledger.migrate import MIGRATIONS, prepare
from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger

MakeDraft = Callable[..., Draft]
Tamper = Callable[..., None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


@pytest.fixture
def written(database: Path, deed: MakeDraft) -> Path:
    """A closed database with one campaign of two entries."""
    with Ledger.open(database) as ledger:
        campaign = ledger.create("War", "toy", {}, key="new").id
        for n in (1, 2):
            ledger.append(campaign, deed(f"Deed {n}"), key=f"k{n}")
    return database


def go_on(database: Path, deed: MakeDraft) -> None:
    with Ledger.open(database) as ledger:
        ledger.append("war", deed("Deed 3"), key="k3")


def titles(database: Path) -> list[str]:
    with Ledger.open(database, read_only=True) as ledger:
        assert ledger.verify("war") == ()
        assert ledger.verify_file() == ()
        return [entry.title for entry in ledger.entries("war")]


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def refused_restore(database: Path, source: Path, folder: Path) -> AssistantError:
    """Why a restore is refused, and proof that nothing was overwritten or left behind."""
    before, around = database.read_bytes(), set(files(database.parent)) | {f"{database.name}.lock"}
    with pytest.raises(AssistantError) as refusal:
        restore(database, source, folder)
    assert database.read_bytes() == before
    assert set(files(database.parent)) <= around
    assert not folder.exists() or not list(folder.glob("*before-restore*"))
    return refusal.value


def test_a_backup_is_one_file_that_holds_everything(written: Path, folder: Path) -> None:
    saved = backup(written, folder)
    assert files(folder) == [saved.name]
    assert saved.match("campaigns-????????-??????.sqlite")
    assert titles(saved) == ["Deed 1", "Deed 2"]


def test_backups_of_one_second_do_not_overwrite_each_other(written: Path, folder: Path) -> None:
    saved = {backup(written, folder) for _ in range(3)}
    assert len(saved) == 3
    assert len(files(folder)) == 3


def test_a_note_becomes_part_of_the_name(written: Path, folder: Path) -> None:
    assert backup(written, folder, "After the siege!").name.endswith("-after-the-siege.sqlite")


def test_a_backup_can_be_made_while_the_ledger_is_written(
    written: Path, folder: Path, deed: MakeDraft
) -> None:
    enough, stop = threading.Event(), threading.Event()
    with Ledger.open(written) as ledger:

        def write() -> None:
            n = 0
            while not stop.is_set():
                ledger.append("war", deed(), key=f"more-{n}")
                n += 1
                if n == 5:
                    enough.set()

        writing = threading.Thread(target=write)
        writing.start()
        assert enough.wait(10)
        saved = backup(ledger, folder)
        stop.set()
        writing.join()
        assert 7 <= len(titles(saved)) <= ledger.campaign("war").head


def test_a_backup_holds_what_a_killed_writer_left_in_its_log(
    written: Path, folder: Path, deed: MakeDraft, tmp_path: Path
) -> None:
    stolen = tmp_path / "stolen.sqlite"
    with Ledger.open(written) as ledger:
        ledger.append("war", deed("Deed 3"), key="k3")
        stolen.write_bytes(written.read_bytes())
        log = written.with_name(f"{written.name}-wal").read_bytes()
        stolen.with_name("stolen.sqlite-wal").write_bytes(log)
    assert titles(backup(stolen, folder)) == ["Deed 1", "Deed 2", "Deed 3"]


def test_there_is_nothing_to_back_up_before_the_first_campaign(database: Path, folder: Path) -> None:
    with pytest.raises(Illegal) as refusal:
        backup(database, folder)
    assert refusal.value.code == "no-database"


def test_a_damaged_database_is_not_passed_off_as_a_backup(
    written: Path, folder: Path, tampered: Tamper
) -> None:
    tampered("UPDATE entry SET title = 'Forged' WHERE seq = 1")
    with pytest.raises(Malformed) as refusal:
        backup(written, folder)
    assert refusal.value.code == "damaged-database"
    assert "War: Entry 1 was altered" in str(refusal.value.faults[0])
    assert files(folder) == []


def test_a_restore_brings_back_the_saved_state_and_saves_the_present_one(
    written: Path, folder: Path, deed: MakeDraft
) -> None:
    saved = backup(written, folder)
    go_on(written, deed)
    present = restore(written, saved, folder)
    assert present is not None
    assert titles(written) == ["Deed 1", "Deed 2"]
    assert titles(present) == ["Deed 1", "Deed 2", "Deed 3"]
    assert titles(saved) == ["Deed 1", "Deed 2"]


def test_a_restored_ledger_can_be_written(written: Path, folder: Path, deed: MakeDraft) -> None:
    saved = backup(written, folder)
    restore(written, saved, folder)
    go_on(written, deed)
    assert titles(written) == ["Deed 1", "Deed 2", "Deed 3"]


def test_a_log_left_behind_by_a_killed_writer_is_not_played_into_the_restored_file(
    written: Path, folder: Path, deed: MakeDraft
) -> None:
    saved = backup(written, folder)
    log_file = written.with_name(f"{written.name}-wal")
    with Ledger.open(written) as ledger:
        ledger.append("war", deed("Deed 3"), key="k3")
        main, log = written.read_bytes(), log_file.read_bytes()
    written.write_bytes(main)
    log_file.write_bytes(log)
    present = restore(written, saved, folder)
    assert present is not None
    assert titles(present) == ["Deed 1", "Deed 2", "Deed 3"]
    assert titles(written) == ["Deed 1", "Deed 2"]


def test_a_restore_works_where_there_is_no_database_yet(written: Path, folder: Path, tmp_path: Path) -> None:
    saved = backup(written, folder)
    fresh = tmp_path / "new" / "campaigns.sqlite"
    assert restore(fresh, saved, folder) is None
    assert titles(fresh) == ["Deed 1", "Deed 2"]


def test_a_restore_replaces_a_damaged_database_and_keeps_it(written: Path, folder: Path) -> None:
    saved = backup(written, folder)
    wreck = b"not a database any more " * 100
    written.write_bytes(wreck)
    present = restore(written, saved, folder)
    assert present is not None
    assert present.name.endswith("-damaged.sqlite")
    assert present.read_bytes() == wreck
    assert titles(written) == ["Deed 1", "Deed 2"]


def test_a_restore_is_refused_while_somebody_writes(written: Path, folder: Path, deed: MakeDraft) -> None:
    saved = backup(written, folder)
    with WriteLock(written).held("the server at http://10.0.0.1"):
        refusal = refused_restore(written, saved, folder)
    assert refusal.code == "database-locked"
    assert "http://10.0.0.1" in refusal.sentence


def test_a_backup_that_is_not_there_is_refused(written: Path, folder: Path, tmp_path: Path) -> None:
    for source in (tmp_path / "none.sqlite", tmp_path):
        assert refused_restore(written, source, folder).code == "bad-backup"


@pytest.mark.parametrize("content", [b"", b"Dear Bilbo", b"SQLite format 3\0" + b"\1" * 5000])
def test_a_file_that_is_no_database_is_refused(
    written: Path, folder: Path, tmp_path: Path, content: bytes
) -> None:
    source = tmp_path / "letter.sqlite"
    source.write_bytes(content)
    assert refused_restore(written, source, folder).code == "bad-backup"


def test_the_database_of_another_program_is_refused(written: Path, folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "photos.sqlite"
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("CREATE TABLE photo (name TEXT)")
    assert refused_restore(written, source, folder).code == "foreign-database"


def add_weather(connection: sqlite3.Connection) -> None:
    """What a newer assistant might do."""
    connection.execute("CREATE TABLE weather (wind TEXT)")


def test_a_backup_of_a_newer_assistant_is_refused(written: Path, folder: Path) -> None:
    saved = backup(written, folder)
    prepare(saved, (*MIGRATIONS, add_weather))
    refusal = refused_restore(written, saved, folder)
    assert refusal.code == "newer-database"


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_a_backup_that_breaks_off_is_refused(written: Path, folder: Path, part: float) -> None:
    saved = backup(written, folder)
    whole = saved.read_bytes()
    saved.write_bytes(whole[: int(len(whole) * part)])
    assert refused_restore(written, saved, folder).code == "bad-backup"


def test_a_backup_with_scrambled_pages_is_refused(written: Path, folder: Path) -> None:
    saved = backup(written, folder)
    whole = bytearray(saved.read_bytes())
    for place in range(4096, len(whole), 512):
        whole[place : place + 16] = b"\xa5" * 16
    saved.write_bytes(whole)
    assert refused_restore(written, saved, folder).code == "bad-backup"


def test_a_file_whose_own_description_is_no_text_is_damaged_not_a_bug(written: Path, folder: Path) -> None:
    # One byte that is no UTF-8 in the text of a trigger: even SQLite's complaint cannot be read then.
    copy = backup(written, folder)
    content = copy.read_bytes()
    assert b"ABORT" in content
    copy.write_bytes(content.replace(b"ABORT", b"ABOR\x80"))
    with pytest.raises(Malformed, match="damaged, or is not a campaign database"):
        restore(written, copy, folder)
    with (
        pytest.raises(Malformed, match="damaged, or is not a campaign database"),
        Ledger.open(copy) as ledger,
    ):
        ledger.campaigns()
    with pytest.raises(AssistantError, match="damaged"):
        backup(copy, folder)


def test_a_backup_with_an_altered_entry_is_refused(
    written: Path, folder: Path, tampered: Tamper, tmp_path: Path
) -> None:
    good = backup(written, folder)
    tampered("UPDATE entry SET facts = '[]' WHERE seq = 2")
    forged = tmp_path / "forged.sqlite"
    forged.write_bytes(written.read_bytes())
    restore(written, good, tmp_path / "elsewhere")
    refusal = refused_restore(written, forged, folder)
    assert refusal.code == "bad-backup"
    assert refusal.lines() == (f"{forged}: War: Entry 2 was altered after it was written.",)

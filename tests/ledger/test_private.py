"""Files that hold codes are their owner's alone, and what a killed backup left half done is swept."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from assistant.cli import cli
from assistant.ledger.backup import backup, restore
from assistant.ledger.copies import backups_of, turns_of
from assistant.ledger.private import UNFINISHED, work_folder
from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger

MakeDraft = Callable[..., Draft]

pytestmark = pytest.mark.usefixtures("careless")


@pytest.fixture
def careless() -> Iterator[None]:
    """A computer on which new files are everybody's to read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(file: Path) -> str:
    return oct(stat.S_IMODE(file.stat().st_mode))


def everything_in(folder: Path) -> dict[str, str]:
    return {file.name: rights(file) for file in folder.rglob("*.sqlite*") if not file.name.endswith(".lock")}


def test_a_database_its_log_and_its_backups_are_their_owners_alone(database: Path, deed: MakeDraft) -> None:
    with Ledger.open(database) as ledger:
        campaign = ledger.create("War", "toy", {}, key="new").id
        ledger.append(campaign, deed(), key="k1")
        backup(ledger, backups_of(database))
        found = everything_in(database.parent)
        found = {name: mode for name, mode in found.items() if "holder" not in name}
        assert {"campaigns.sqlite", "campaigns.sqlite-wal", "campaigns.sqlite-shm"} < set(found)
        assert set(found.values()) == {"0o600"}


def test_what_others_could_read_is_taken_from_them_at_the_next_start(database: Path, deed: MakeDraft) -> None:
    with Ledger.open(database) as ledger:
        ledger.create("War", "toy", {}, key="new")
        copies = [backup(ledger, backups_of(database)), backup(ledger, turns_of(database) / "war")]
    for file in (database, *copies):
        file.chmod(0o644)
    with Ledger.open(database):
        assert {rights(file) for file in (database, *copies)} == {"0o600"}


def test_a_restored_database_is_its_owners_alone(database: Path) -> None:
    with Ledger.open(database) as ledger:
        ledger.create("War", "toy", {}, key="new")
        copy = backup(ledger, backups_of(database))
    copy.chmod(0o644)
    assert (saved := restore(database, copy, backups_of(database)))
    assert {rights(database), rights(saved)} == {"0o600"}


def test_the_database_of_another_program_keeps_its_rights(tmp_path: Path) -> None:
    other = tmp_path / "photos.sqlite"
    other.write_bytes(b"no database at all " * 99)
    other.chmod(0o644)
    with pytest.raises(Exception, match="is not a campaign database"):
        Ledger.open(other)
    assert rights(other) == "0o644"


def test_an_exported_campaign_is_its_owners_alone(database: Path, tmp_path: Path) -> None:
    with Ledger.open(database) as ledger:
        ledger.create("War", "ring-of-power", {"scenario": "war-of-the-ring"}, key="new")
    target = tmp_path / "war.jsonl"
    asked = ["campaign", "export", "war", "-o", str(target), "--instance", str(database.parent)]
    assert CliRunner().invoke(cli, asked).exit_code == 0
    assert rights(target) == "0o600"


KILLED = """
import os, signal, sys
from pathlib import Path
from assistant.ledger.private import work_folder
with work_folder(Path(sys.argv[1])) as work:
    (work / "copy.sqlite").write_bytes(bytes(100))
    os.kill(os.getpid(), signal.SIGKILL)
"""


def unfinished(folder: Path) -> list[Path]:
    return [*folder.rglob(f"{UNFINISHED}*")]


def test_what_a_killed_backup_left_half_done_is_swept_at_the_next_start(database: Path) -> None:
    places = (database.parent, backups_of(database), turns_of(database), turns_of(database) / "war")
    for folder in places:
        killed = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False)
        assert killed.returncode == -signal.SIGKILL
    # As an older assistant left them: nobody says who was at work there.
    (backups_of(database) / f"{UNFINISHED}old").mkdir()
    assert len(unfinished(database.parent)) == 5
    with Ledger.open(database):
        assert unfinished(database.parent) == []


def test_a_backup_that_is_being_made_is_not_swept(database: Path) -> None:
    with work_folder(backups_of(database)) as work, Ledger.open(database):
        assert work.is_dir()
    assert unfinished(database.parent) == []

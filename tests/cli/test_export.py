"""`assistant campaign export`: what it writes over, what it refuses, and in which letters it writes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Assistant

EXPORT = ("campaign", "export", "eowyns-war")


@pytest.fixture
def begun(assistant: Assistant) -> Assistant:
    """The command, with a campaign whose name has an accent."""
    assert "Its id is eowyns-war." in assistant("campaign", "new", "Éowyn's war").out
    return assistant


def piped(instance: Path, stdout: int, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The export on standard output, as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "assistant", *EXPORT, "--instance", str(instance)],
        env={**os.environ, **environment},
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )


def test_an_export_never_writes_over_a_campaign_database(begun: Assistant, tmp_path: Path) -> None:
    database = tmp_path / "instance" / "campaigns.sqlite"
    moved = tmp_path / "a-backup.jsonl"
    moved.write_bytes(database.read_bytes())
    before = database.read_bytes()
    for target in (database, moved):
        begun(*EXPORT, "-o", target, "--force").refused(f"{target} is a database", "Choose another name")
    assert (database.read_bytes(), moved.read_bytes()) == (before, before)


def test_an_export_does_not_go_among_the_database_and_its_backups(begun: Assistant, tmp_path: Path) -> None:
    target = tmp_path / "instance" / "backups" / ".." / "summer.jsonl"
    begun(*EXPORT, "-o", target).refused("lies in the folder of the campaign database")
    assert not (tmp_path / "instance" / "summer.jsonl").exists()


def test_an_export_makes_no_folders_that_are_not_there(begun: Assistant, tmp_path: Path) -> None:
    target = tmp_path / "mistyped" / "summer.jsonl"
    begun(*EXPORT, "-o", target).refused(f"{target} could not be written: No such file")
    assert not target.parent.exists()


def test_an_export_to_a_full_disk_is_refused_in_a_sentence(begun: Assistant) -> None:
    begun(*EXPORT, "-o", "/dev/full").refused("/dev/full could not be written: No space left")
    assert Path("/dev/full").is_char_device()


def test_standard_output_on_a_full_disk_is_no_fault_of_ours(begun: Assistant, tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = piped(tmp_path / "instance", full.fileno())
    assert (done.returncode, done.stderr) == (
        2,
        b"No room is left to write to. Free some space, then try again.\n",
    )


def test_an_export_is_utf_8_whatever_the_console_shows(begun: Assistant, tmp_path: Path) -> None:
    done = piped(tmp_path / "instance", subprocess.PIPE, PYTHONIOENCODING="koi8-r", PYTHONUTF8="0")
    (tmp_path / "piped.jsonl").write_bytes(done.stdout)
    assert "Éowyn's war" in done.stdout.decode("utf-8")
    taken = begun("campaign", "import", tmp_path / "piped.jsonl", "--instance", tmp_path / "elsewhere")
    assert "Éowyn's war is here" in taken.out

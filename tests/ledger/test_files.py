"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from assistant.kernel.errors import Illegal
from assistant.ledger.files import is_database, written_whole


def test_a_file_is_there_once_it_is_complete_and_not_before(tmp_path: Path) -> None:
    target = tmp_path / "summer.jsonl"
    with written_whole(target) as file:
        file.write(b"whole")
        assert not target.exists()
    assert target.read_bytes() == b"whole"
    assert [*tmp_path.iterdir()] == [target]


def test_a_disk_that_fills_leaves_the_older_file_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "summer.jsonl"
    target.write_bytes(b"older")
    with pytest.raises(Illegal, match="could not be written: No space left") as refused:
        _fill_the_disk(target)
    assert refused.value.code == "cannot-write"
    assert target.read_bytes() == b"older"
    assert [*tmp_path.iterdir()] == [target]


def _fill_the_disk(target: Path) -> None:
    with written_whole(target) as file:
        file.write(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_link_stays_a_link_to_the_file_that_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "summer.jsonl", tmp_path / "latest.jsonl"
    target.write_bytes(b"older")
    link.symlink_to(target)
    with written_whole(link) as file:
        file.write(b"newer")
    assert link.is_symlink()
    assert target.read_bytes() == b"newer"


def test_a_device_is_written_to_and_not_replaced() -> None:
    with written_whole(Path(os.devnull)) as file:
        file.write(b"gone")
    assert Path(os.devnull).is_char_device()


def test_only_a_database_has_the_mark_of_one(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite").write_bytes(b"SQLite format 3\0 and so on")
    (tmp_path / "b.sqlite").write_bytes(b"SQLite")
    found = [is_database(tmp_path / name) for name in ("a.sqlite", "b.sqlite", "nowhere.sqlite")]
    assert found == [True, False, False]

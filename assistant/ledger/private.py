"""Files that hold codes are their owner's alone; half-done copies of a program that was killed are swept."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from assistant.ledger.copies import folders_of
from assistant.ledger.lock import cannot_write

OWNER_ONLY = 0o600
OTHERS = 0o077
UNFINISHED = ".unfinished-"
AT_WORK = "at-work.lock"
"""Held by whoever fills an unfinished folder; the system frees it when they die."""


def make_private(path: Path) -> None:
    """Begin a new database as its owner's alone: SQLite gives its log the same rights."""
    # What forbids it, SQLite will say.
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def keep_private(file: Path) -> None:
    """Take from everybody else what an older assistant let them read; not where the file is another's."""
    with suppress(OSError):
        if file.stat().st_mode & OTHERS:
            file.chmod(OWNER_ONLY)


def keep_all_private(database: Path) -> None:
    """The same for a database with its log, for every backup, and for what older schemas left beside it."""
    beside = (database.with_name(database.name + ending) for ending in ("", "-wal", "-shm"))
    older = database.parent.glob(f"{database.stem}-schema-*{database.suffix}")
    copies = (copy for folder in folders_of(database) for copy in folder.glob("*.sqlite"))
    for file in (*beside, *older, *copies):
        keep_private(file)


@contextmanager
def work_folder(folder: Path) -> Iterator[Path]:
    """A folder for half-done things on the same disk as what they will replace."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (
            tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=folder) as work,
            _at_work(Path(work)).acquire(),
        ):
            yield Path(work)
    except OSError as error:
        raise cannot_write(folder, error) from error


def sweep(database: Path) -> None:
    """Throw away what killed programs left half done beside a database and among its backups."""
    for folder in (database.parent, *folders_of(database)):
        for work in folder.glob(f"{UNFINISHED}*"):
            if work.is_dir() and not _is_at_work(work):
                shutil.rmtree(work, ignore_errors=True)


def _is_at_work(work: Path) -> bool:
    try:
        with _at_work(work).acquire(timeout=0):
            return False
    except (Timeout, OSError):
        return True


def _at_work(work: Path) -> FileLock:
    return FileLock(work / AT_WORK, thread_local=False)

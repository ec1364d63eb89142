"""Files that appear under their name when they are complete and on the disk, or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from assistant.ledger.lock import cannot_write

SQLITE_MARK = b"SQLite format 3\0"


@contextmanager
def written_whole(target: Path, *, is_private: bool = False) -> Iterator[BinaryIO]:
    """A file to write to that takes its name at the end; whatever had the name before stays until then.

    What is private only its owner may read.
    """
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe is written through: replaced by a file, it would be gone.
            with target.open("wb") as device:
                yield device
        else:
            yield from _replacing(target.resolve(), 0o600 if is_private else 0o666)
    except OSError as error:
        raise cannot_write(target, error) from error


def _replacing(target: Path, rights: int) -> Iterator[BinaryIO]:
    unfinished = target.with_name(f".unfinished-{os.getpid()}-{target.name}")
    try:
        handle = os.open(
            unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), rights
        )
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
        sync_folder(target.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def identity_of(file: Path) -> tuple[int, int] | None:
    """Which file has a name now; none if none has."""
    try:
        facts = file.stat()
    except OSError:
        return None
    return facts.st_dev, facts.st_ino


def is_database(file: Path) -> bool:
    """Whether a file that is there has the mark of a database."""
    try:
        with file.open("rb") as opened:
            return opened.read(len(SQLITE_MARK)) == SQLITE_MARK
    except OSError:
        return False


def sync_file(file: Path) -> None:
    """See a file safely on the disk."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def sync_folder(folder: Path) -> None:
    """See the names in a folder safely on the disk."""
    # Windows cannot open a folder, and needs no such care.
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

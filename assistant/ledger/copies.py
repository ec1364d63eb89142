"""Where the copies of a database lie, and which of them is the newest."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from assistant.ledger.clock import read_stamp

STAMP = re.compile(r"^campaigns-(\d{8}-\d{6})")


def backups_of(database: Path) -> Path:
    """The folder of the copies that people make; those of turns lie in one within."""
    return database.parent / "backups"


def turns_of(database: Path) -> Path:
    """The folder of the copies that a running game makes, with one of its own for each campaign."""
    return backups_of(database) / "turns"


def folders_of(database: Path) -> tuple[Path, ...]:
    """Every folder in which copies may lie."""
    turns = turns_of(database)
    return (backups_of(database), turns, *(each for each in turns.glob("*") if each.is_dir()))


def made_at(copy: Path) -> datetime:
    """When a copy was made: its name tells, for a folder that is copied elsewhere may lose the times.

    The file's own time tells it of a copy that somebody has called otherwise.
    """
    if found := STAMP.match(copy.name):
        with suppress(ValueError, OverflowError, OSError):
            return read_stamp(found[1])
    return datetime.fromtimestamp(copy.stat().st_mtime, UTC)


def newest_first(copies: Iterable[Path]) -> list[Path]:
    """Copies by when they were made, whatever became of the clock since.

    What seems to come from the future was made before the clock was set back, so before what seems older.
    """
    now = datetime.now(UTC)
    made = {copy: (made_at(copy), copy.stat().st_mtime_ns) for copy in copies}
    return sorted(made, key=lambda copy: (made[copy][0] <= now, *made[copy], copy.name), reverse=True)

"""Where the copies of a database lie, and which of them is the newest."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from assistant.ledger.clock import read_stamp

TURNS = "turns"
NUMBERED = re.compile(r"^campaigns-\d{8}-\d{6}-(?:damaged-)?(\d{4,})-")
STAMP = re.compile(r"^campaigns-(\d{8}-\d{6})")


def backups_of(database: Path) -> Path:
    """The folder of the copies that people make; those of turns lie in one within."""
    return database.parent / "backups"


def turns_of(database: Path) -> Path:
    """The folder of the copies that a running game makes, with one of its own for each campaign."""
    return backups_of(database) / TURNS


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

    What seems to come from the future was made before the clock was set back, so before what seems older. And
    copies of turns are numbered: one was made before those that follow it, whatever its name says.
    """
    now = datetime.now(UTC)
    made = {copy: (made_at(copy), copy.stat().st_mtime_ns) for copy in copies}
    for numbered in _by_number(made):
        for later, before in pairwise(reversed(numbered)):
            made[before] = min(made[before], made[later])
        for before, later in pairwise(numbered):
            made[later] = made[later] if made[later][0] <= now else made[before]
    return sorted(
        made, key=lambda copy: (made[copy][0] <= now, *made[copy], number_of(copy), copy.name), reverse=True
    )


def number_of(copy: Path) -> int:
    """The how manyth copy of a campaign's turns it is; 0 where nobody counted."""
    found = NUMBERED.match(copy.name) if copy.parent.parent.name == TURNS else None
    return int(found[1]) if found else 0


def _by_number(copies: Iterable[Path]) -> list[list[Path]]:
    """The numbered copies of each campaign, in order."""
    folders: dict[Path, list[Path]] = {}
    for copy in copies:
        if number_of(copy):
            folders.setdefault(copy.parent, []).append(copy)
    return [sorted(each, key=number_of) for each in folders.values()]

"""What keeps the game safe: backups at the end of every turn, and those made by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assistant.campaign.playing import Table
from assistant.campaign.turn_backups import folder_of

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class BackupShown:
    """One copy of the database."""

    name: str
    at: str
    size: str


@dataclass(frozen=True, slots=True)
class KeepingView:
    """Every backup, the newest first, where they lie, and what went wrong with the last."""

    database: str
    folder: str
    turns: tuple[BackupShown, ...]
    by_hand: tuple[BackupShown, ...]
    trouble: str


def keeping_view(here: Table) -> KeepingView:
    """What there is to fall back on."""
    turns = folder_of(here.service.ledger)
    return KeepingView(
        str(here.service.ledger.path),
        str(turns.parent),
        _in(turns),
        _in(turns.parent),
        here.service.backup_trouble,
    )


def _in(folder: Path) -> tuple[BackupShown, ...]:
    found = sorted(folder.glob("*.sqlite"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return tuple(_shown(path) for path in found)


def _shown(path: Path) -> BackupShown:
    facts = path.stat()
    at = datetime.fromtimestamp(facts.st_mtime, UTC).isoformat(timespec="seconds")
    return BackupShown(path.name, at, f"{facts.st_size / MEGABYTE:.1f} MB")

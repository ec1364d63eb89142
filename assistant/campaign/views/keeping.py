"""What keeps the game safe: backups at the end of every turn, and those made by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.campaign.turn_backups import folder_of
from assistant.kernel.errors import Malformed
from assistant.ledger.store import Ledger

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
    return kept_by(here.service)


def kept_by(service: Service) -> KeepingView:
    """The same without a campaign to look at."""
    turns = folder_of(service.ledger)
    return KeepingView(
        str(service.ledger.path), str(turns.parent), _in(turns), _in(turns.parent), service.backup_trouble
    )


def backup_named(ledger: Ledger, name: str) -> Path:
    """The backup of this name, if there is one."""
    turns = folder_of(ledger)
    found = {path.name: path for folder in (turns, turns.parent) for path in folder.glob("*.sqlite")}
    if name not in found:
        raise Malformed("no-such-backup", "There is no such backup.", do="Choose one of the list.")
    return found[name]


def _in(folder: Path) -> tuple[BackupShown, ...]:
    found = sorted(folder.glob("*.sqlite"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return tuple(_shown(path) for path in found)


def _shown(path: Path) -> BackupShown:
    facts = path.stat()
    at = datetime.fromtimestamp(facts.st_mtime, UTC).isoformat(timespec="seconds")
    return BackupShown(path.name, at, f"{facts.st_size / MEGABYTE:.1f} MB")

"""What keeps the game safe: backups at the end of every turn, and those made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.campaign.turn_backups import copies_in, folder_of
from assistant.kernel.errors import Malformed
from assistant.ledger.copies import made_at, newest_first
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
    by_hand = turns.parent
    return KeepingView(
        database=str(service.ledger.path),
        folder=str(by_hand),
        turns=_shown_of(copies_in(turns)),
        by_hand=_shown_of(by_hand.glob("*.sqlite")),
        trouble=service.backup_trouble,
    )


def backup_named(ledger: Ledger, name: str) -> Path:
    """The backup of this name, if there is one."""
    turns = folder_of(ledger)
    found = {path.name: path for path in (*copies_in(turns), *turns.parent.glob("*.sqlite"))}
    if name not in found:
        raise Malformed("no-such-backup", "There is no such backup.", do="Choose one of the list.")
    return found[name]


def _shown_of(copies: Iterable[Path]) -> tuple[BackupShown, ...]:
    return tuple(_shown(path) for path in newest_first(copies))


def _shown(path: Path) -> BackupShown:
    facts = path.stat()
    at = made_at(path).astimezone(UTC).isoformat(timespec="seconds")
    return BackupShown(path.name, at, f"{facts.st_size / MEGABYTE:.1f} MB")

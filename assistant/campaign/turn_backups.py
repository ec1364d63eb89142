"""A copy of the whole database as a turn starts or the game ends; each campaign's newest twenty are kept."""

from __future__ import annotations

import logging
from pathlib import Path

from assistant.kernel.errors import AssistantError
from assistant.ledger.backup import backup
from assistant.ledger.naming import slug
from assistant.ledger.store import Ledger

KEPT = 20

logger = logging.getLogger(__name__)


def folder_of(ledger: Ledger) -> Path:
    """Apart from the backups that people make: those are never thrown away."""
    return ledger.path.parent / "backups" / "turns"


def back_up(ledger: Ledger, campaign: str, chapter: str) -> str:
    """Copy the database and throw away the oldest copies; returns what went wrong, if anything did.

    The game goes on without a copy: a full disk must not stop a turn. The turns of a demo are not worth one:
    they would push the copies of real games out.
    """
    # A folder of its own: the turns of one campaign never push out another's.
    folder = folder_of(ledger) / slug(campaign)
    try:
        if ledger.campaign(campaign).is_demo:
            return ""
        backup(ledger, folder, f"{campaign} {chapter}", chains=False)
        for old in _oldest_first(folder)[:-KEPT]:
            old.unlink(missing_ok=True)
    except (AssistantError, OSError) as error:
        logger.warning("No backup was made at the end of the turn: %s", error)
        return f"No backup was made at the end of the turn: {error}"
    return ""


def copies_in(folder: Path) -> tuple[Path, ...]:
    """Every copy of a turn, whichever campaign's it is; also those of before each had its own folder."""
    return tuple(folder.glob("*.sqlite")) + tuple(folder.glob("*/*.sqlite"))


def _oldest_first(folder: Path) -> list[Path]:
    return sorted(folder.glob("campaigns-*.sqlite"), key=lambda path: (path.stat().st_mtime_ns, path.name))

"""A copy of the whole database as a turn starts or the game ends; each campaign's newest twenty are kept."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from pathlib import Path

from assistant.kernel.errors import AssistantError
from assistant.ledger.backup import DAMAGED, backup_anyway
from assistant.ledger.copies import turns_of
from assistant.ledger.naming import slug
from assistant.ledger.store import Ledger

KEPT = 20
NAME = re.compile(rf"^campaigns-\d{{8}}-\d{{6}}-({DAMAGED}-)?(\d{{4,}})-")
"""Copies are numbered: the clock that names them may be set back."""

logger = logging.getLogger(__name__)


def folder_of(ledger: Ledger) -> Path:
    """Apart from the backups that people make: those are never thrown away."""
    return turns_of(ledger.path)


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
        number = 1 + max((_number(copy) for copy in folder.glob("campaigns-*.sqlite")), default=0)
        made = backup_anyway(ledger, folder, f"{number:04} {campaign} {chapter}")
        for old in superseded(folder.glob("campaigns-*.sqlite")):
            old.unlink(missing_ok=True)
    except (AssistantError, OSError) as error:
        logger.warning("No backup was made at the end of the turn: %s", error)
        return f"No backup was made at the end of the turn: {error}"
    if made.faults:
        logger.warning("The backup of this turn holds damage: %s", "; ".join(made.faults))
        return (
            f"The backup of this turn holds damage: {made.faults[0]} "
            "Older backups are kept. The game master finds the way back on the start page."
        )
    return ""


def superseded(copies: Iterable[Path]) -> list[Path]:
    """What is thrown away: sound copies that as many newer sound ones replace, and the same of damaged ones.

    A damaged copy replaces no sound one.
    """
    ordered = sorted(copies, key=_order)
    damaged = [copy for copy in ordered if is_damaged(copy)]
    sound = [copy for copy in ordered if not is_damaged(copy)]
    return [*sound[:-KEPT], *damaged[:-KEPT]]


def is_damaged(copy: Path) -> bool:
    """Whether it was known to hold damage when it was made."""
    found = NAME.match(copy.name)
    return bool(found and found[1])


def copies_in(folder: Path) -> tuple[Path, ...]:
    """Every copy of a turn, whichever campaign's it is; also those of before each had its own folder."""
    return tuple(folder.glob("*.sqlite")) + tuple(folder.glob("*/*.sqlite"))


def _number(copy: Path) -> int:
    found = NAME.match(copy.name)
    return int(found[2]) if found else 0


def _order(copy: Path) -> tuple[int, str]:
    """By number; those of before there were any go first, by the date in their names."""
    return _number(copy), copy.name

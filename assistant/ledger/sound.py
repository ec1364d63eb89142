"""Which backup is the newest sound one: every entry of it is read, and each is looked through once."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from assistant.kernel.errors import AssistantError
from assistant.ledger.backup import opened_copy
from assistant.ledger.copies import folders_of, made_at, newest_first


@dataclass(frozen=True, slots=True)
class Sound:
    """A backup that holds everything as it was written."""

    path: Path
    made: datetime
    heads: dict[str, int]
    """How many deeds it holds of each campaign."""

    @property
    def when(self) -> str:
        """When it was made, in this computer's own time."""
        at = self.made.astimezone()
        return f"{at.day} {at:%b %Y, %H:%M}"


class Backups:
    """The backups of one database; any thread may ask."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._known: dict[tuple[Path, int, int], Sound | None] = {}
        self._guard = threading.Lock()

    def copies(self) -> list[Path]:
        """Every backup, the newest first."""
        found = {copy for folder in folders_of(self._database) for copy in folder.glob("*.sqlite")}
        return newest_first(found)

    def newest_sound(self) -> Sound | None:
        """The newest that is whole; those that are newer are damaged."""
        with self._guard:
            return next((one for one in map(self._looked_through, self.copies()) if one), None)

    def _looked_through(self, copy: Path) -> Sound | None:
        facts = copy.stat()
        mark = copy, facts.st_mtime_ns, facts.st_size
        if mark not in self._known:
            self._known[mark] = _sound(copy)
        return self._known[mark]


def _sound(copy: Path) -> Sound | None:
    try:
        with opened_copy(copy) as ledger:
            heads = ledger.heads()
    except AssistantError:
        return None
    return Sound(copy, made_at(copy), heads) if heads else None

"""Which backups are sound, the newest first: every entry of one is read, and each is looked through once."""

from __future__ import annotations

import threading
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from assistant.kernel.errors import AssistantError
from assistant.ledger.backup import opened_copy
from assistant.ledger.copies import folders_of, made_at, newest_first
from assistant.ledger.engines import connect
from assistant.ledger.trouble import SQLITE_TROUBLE

Mark = tuple[Path, int, int]
Tips = dict[str, tuple[int, str]]
"""The last deed of each campaign, and its hash."""
TIPS = """
    SELECT campaign.id, entry.seq, entry.hash FROM campaign JOIN entry ON entry.campaign = campaign.id
    AND entry.seq = (SELECT max(seq) FROM entry WHERE campaign = campaign.id)
"""


@dataclass(frozen=True, slots=True)
class Sound:
    """A backup that holds everything as it was written."""

    path: Path
    made: datetime
    heads: dict[str, int]
    """How many deeds it holds of each campaign."""

    @property
    def deeds(self) -> int:
        """How many deeds it holds of all campaigns."""
        return sum(self.heads.values())

    @property
    def when(self) -> str:
        """When it was made, in this computer's own time."""
        at = self.made.astimezone()
        return f"{at.day} {at:%b %Y, %H:%M}"


class Backups:
    """The backups of one database; any thread may ask."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._known: dict[Mark, Sound | None] = {}
        self._ordered: list[Path] = []
        self._ordered_for: list[Mark] = []
        self._guard = threading.Lock()

    def copies(self) -> list[Path]:
        """Every backup, the newest first."""
        found = {copy for folder in folders_of(self._database) for copy in folder.glob("*.sqlite")}
        return newest_first(found)

    def newest_sound(self) -> Sound | None:
        """The newest that is whole; those that are newer are damaged."""
        return next(iter(self.sound(1)), None)

    def sound(self, most: int) -> list[Sound]:
        """The newest of those that are whole; what goes on from another is newer, whatever its name says."""
        with self._guard:
            copies = self.copies()
            marks = [_mark(copy) for copy in copies]
            if marks != self._ordered_for:
                self._ordered, self._ordered_for = _what_goes_on_first(copies), marks
            whole = (one for one in map(self._looked_through, self._ordered) if one)
            return list(islice(whole, most))

    def _looked_through(self, copy: Path) -> Sound | None:
        mark = _mark(copy)
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


def _mark(copy: Path) -> Mark:
    facts = copy.stat()
    return copy, facts.st_mtime_ns, facts.st_size


def _what_goes_on_first(copies: list[Path]) -> list[Path]:
    """In their order, but each behind those that hold all its deeds and more; the damaged stay in place.

    More deeds alone do not make a copy newer: somebody may have gone back to an earlier one on purpose.
    """
    tips = {copy: found for copy in copies if (found := _tips(copy))}
    ordered = list[Path]()
    for copy in copies:
        older = (n for n, one in enumerate(ordered) if _goes_on(copy, tips.get(copy, {}), tips.get(one, {})))
        ordered.insert(next(older, len(ordered)), copy)
    return ordered


def _goes_on(copy: Path, mine: Tips, older: Tips) -> bool:
    if not older or mine == older or any(mine.get(one, (0, ""))[0] < seq for one, (seq, _) in older.items()):
        return False
    asked = "SELECT 1 FROM entry WHERE campaign = ? AND seq = ? AND hash = ?"
    with suppress(*SQLITE_TROUBLE), closing(connect(copy, "still")) as connection:
        return all(connection.execute(asked, (one, *tip)).fetchone() for one, tip in older.items())
    return False


def _tips(copy: Path) -> Tips:
    with suppress(*SQLITE_TROUBLE), closing(connect(copy, "still")) as connection:
        return {campaign: (seq, tip) for campaign, seq, tip in connection.execute(TIPS)}
    return {}

"""Whether the database still holds everything as it was written, and which backup leads back if not."""

from __future__ import annotations

import logging
from collections.abc import Callable

from assistant.kernel.errors import AssistantError, Illegal
from assistant.ledger.backup import chain_findings
from assistant.ledger.sound import Backups, Sound
from assistant.ledger.store import Ledger

DAMAGED = "damaged-database"
MOST_TOLD = 20
MOST_OFFERED = 5
LOST = "There is no game in the database, but there is a backup of one. The file was lost or emptied."

logger = logging.getLogger(__name__)


class Watch:
    """What is known of the soundness of a ledger; any thread may ask."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._backups = Backups(ledger.path)
        self._found: tuple[str, ...] = ()
        self._was_lost = False
        self.trouble = ""
        """Why a backup could not be put in place, if one was to be."""

    @property
    def faults(self) -> tuple[str, ...]:
        """What was found wrong; nothing while nobody has looked."""
        return (LOST,) if self.is_lost else self._found

    @property
    def is_lost(self) -> bool:
        """Whether no game was here that a backup holds; over as soon as there is one."""
        self._was_lost = self._was_lost and not self._games()
        return self._was_lost

    def look(self, is_unwanted: Callable[[], bool] = lambda: False) -> tuple[str, ...]:
        """Read the whole file and walk every chain, as long as somebody waits for it."""
        try:
            found = list(self._ledger.verify_file()) or list(chain_findings(self._ledger, is_unwanted))
            self._was_lost = not found and self._has_lost_games()
        except AssistantError as error:
            found = [error.sentence]
        # Whoever no longer waits has not seen everything.
        if found or not is_unwanted():
            self._found = tuple(found[:MOST_TOLD])
        for fault in self.faults:
            logger.warning("%s: %s", self.headline, fault)
        return self.faults

    @property
    def headline(self) -> str:
        """What is wrong, in a few words."""
        return "The game is missing" if self.is_lost else "The database is damaged"

    def _games(self) -> bool:
        return any(not one.is_demo for one in self._ledger.campaigns())

    def _has_lost_games(self) -> bool:
        """A file that is empty, or gone, is made anew at the start; demos of visitors are no games."""
        if self._games():
            return False
        sound = self.way_back()
        return sound is not None and not sound.heads.keys() & self._ledger.heads().keys()

    def met(self, error: AssistantError) -> None:
        """Somebody came upon damage."""
        if error.code == DAMAGED and not self._found:
            self._found = (error.sentence,)

    def way_back(self) -> Sound | None:
        """The newest backup that is whole."""
        return self._backups.newest_sound()

    def ways_back(self) -> list[Sound]:
        """The newest backups that are whole, to choose among."""
        return self._backups.sound(MOST_OFFERED)

    def count(self) -> int:
        """How many backups there are, sound or not."""
        return len(self._backups.copies())


def no_way_back(watch: Watch) -> Illegal:
    """The refusal where no backup is whole."""
    number = watch.count()
    return Illegal(
        "no-sound-backup",
        f"None of the {number} backups on this laptop is sound." if number else "There is no backup here.",
        do="Take in an exported campaign or a backup from elsewhere in a new folder, with --instance.",
    )

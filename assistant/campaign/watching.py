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

logger = logging.getLogger(__name__)


class Watch:
    """What is known of the soundness of a ledger; any thread may ask."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._backups = Backups(ledger.path)
        self.faults: tuple[str, ...] = ()
        """What was found wrong; nothing while nobody has looked."""
        self.trouble = ""
        """Why a backup could not be put in place, if one was to be."""

    def look(self, is_unwanted: Callable[[], bool] = lambda: False) -> tuple[str, ...]:
        """Read the whole file and walk every chain, as long as somebody waits for it."""
        try:
            found = list(self._ledger.verify_file()) or list(chain_findings(self._ledger, is_unwanted))
        except AssistantError as error:
            found = [error.sentence]
        # Whoever no longer waits has not seen everything.
        if found or not is_unwanted():
            self.faults = tuple(found[:MOST_TOLD])
        for fault in self.faults:
            logger.warning("The database is damaged: %s", fault)
        return self.faults

    def met(self, error: AssistantError) -> None:
        """Somebody came upon damage."""
        if error.code == DAMAGED and not self.faults:
            self.faults = (error.sentence,)

    def way_back(self) -> Sound | None:
        """The newest backup that is whole."""
        return self._backups.newest_sound()

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

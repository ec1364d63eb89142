"""How a server comes to its campaigns: to play, or only to look on where nothing can be written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.cli.common import database, load_game, open_service
from assistant.kernel.errors import AssistantError

if TYPE_CHECKING:
    from assistant.campaign.service import Service

FORBIDDEN = ("cannot-write", "disk-full", "database-trouble")
"""What is said of a folder that is only to be read, or a disk without room."""


@contextmanager
def open_for_server(instance: Path) -> Iterator[Service]:
    """The campaigns of a folder; `only_look` of the service says why nothing can be recorded, if so."""
    with ExitStack() as opened:
        try:
            service = opened.enter_context(open_service(instance, who="the server"))
        except AssistantError as error:
            service = opened.enter_context(_open_to_look(database(instance), error))
        yield service


@contextmanager
def _open_to_look(path: Path, refusal: AssistantError) -> Iterator[Service]:
    """The same without recording; a damaged database is opened only where there is a way back from it."""
    from assistant.campaign.service import Service
    from assistant.ledger.sound import Backups
    from assistant.ledger.store import Ledger

    is_forbidden = refusal.code in FORBIDDEN and path.is_file()
    if not is_forbidden and (refusal.code != "damaged-database" or Backups(path).newest_sound() is None):
        raise refusal
    with Ledger.open_still(path) as ledger:
        service = Service(ledger, load_game())
        service.only_look = f"Nothing can be recorded. {refusal.sentence}"
        yield service

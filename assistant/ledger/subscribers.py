"""Who wants to hear of new entries."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

Callback = Callable[[str, int], None]

logger = logging.getLogger(__name__)


class Subscribers:
    """A list of callbacks that any thread may join and leave."""

    def __init__(self) -> None:
        self._callbacks: dict[object, Callback] = {}
        self._guard = threading.Lock()

    def add(self, callback: Callback) -> Callable[[], None]:
        """Join; call what is returned to leave again."""
        ticket = object()
        with self._guard:
            self._callbacks[ticket] = callback

        def leave() -> None:
            with self._guard:
                self._callbacks.pop(ticket, None)

        return leave

    def tell(self, campaign: str, seq: int) -> None:
        """Tell everyone, whatever the others do with it."""
        with self._guard:
            callbacks = tuple(self._callbacks.values())
        for callback in callbacks:
            try:
                callback(campaign, seq)
            except Exception:
                logger.exception("A subscriber failed on entry %d of %s; the entry is safe.", seq, campaign)

"""Odds take time, and anyone may ask for them: few at once from one address, and not too many in all."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import request

from assistant.campaign.chances import odds_busy
from assistant.web.guessing import home_of

MOST_EACH = 3
MOST = 12


class Line:
    """Whose odds are being worked out or wait for that, by address; any thread may ask."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()
        self._guard = threading.Lock()

    @contextmanager
    def place_for(self, address: str) -> Iterator[None]:
        """A place in the line for as long as it takes; refused where too many stand already."""
        home = home_of(address)
        with self._guard:
            if self._inside[home] >= MOST_EACH or self._inside.total() >= MOST:
                raise odds_busy()
            self._inside[home] += 1
        try:
            yield
        finally:
            with self._guard:
                self._inside[home] -= 1
                self._inside += Counter()


def still_there() -> Callable[[], bool]:
    """Whether whoever asked still waits for the answer, as far as the server knows."""
    has_gone = request.environ.get("waitress.client_disconnected")
    return (lambda: not has_gone()) if has_gone else lambda: True

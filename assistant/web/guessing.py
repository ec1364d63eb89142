"""Nobody tries codes until one fits: each wrong one makes the next try wait, and a flood waits for all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from assistant.kernel.errors import Illegal

FREE_TRIES = 5
FIRST_WAIT, LONGEST_WAIT = 2.0, 300.0
FORGOTTEN = 900.0
MOST_AT_ONCE = 60
"""Wrong tries of everybody together in a minute, whatever addresses they come from."""
MINUTE = 60.0


class TooManyTries(Illegal):
    """Somebody guesses."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            "too-many-tries",
            "Too many wrong codes were tried.",
            do=f"Wait {max(1, round(seconds))} seconds, then look at the code and type it once more.",
        )
        self.seconds = seconds


class Guesses:
    """Wrong tries by address; any thread may ask."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: dict[str, tuple[int, float]] = {}
        self._all: list[float] = []
        self._guard = threading.Lock()

    def refuse_if_guessing(self, address: str) -> None:
        """Before a code is even looked at."""
        with self._guard:
            now = self._now()
            self._forget(now)
            tries, last = self._wrong.get(address, (0, 0.0))
            left = last + _wait(tries) - now
            if left > 0:
                raise TooManyTries(left)
            if len(self._all) >= MOST_AT_ONCE:
                raise TooManyTries(self._all[0] + MINUTE - now)

    def was_wrong(self, address: str) -> None:
        """Another wrong code from this address."""
        with self._guard:
            now = self._now()
            tries, _ = self._wrong.get(address, (0, 0.0))
            self._wrong[address] = (tries + 1, now)
            self._all.append(now)

    def was_right(self, address: str) -> None:
        """Whoever comes in has not guessed."""
        with self._guard:
            self._wrong.pop(address, None)

    def _forget(self, now: float) -> None:
        self._all = [at for at in self._all if now - at < MINUTE]
        self._wrong = {one: held for one, held in self._wrong.items() if now - held[1] < FORGOTTEN}


def _wait(tries: int) -> float:
    """Nothing for typing errors, then twice as long each time."""
    if tries < FREE_TRIES:
        return 0.0
    return float(min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(tries - FREE_TRIES, 20)))

"""How often something may be done: so much at once, and then at a pace."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assistant.kernel.errors import Illegal

MINUTE = 60.0
EPSILON = 1e-6
SWEPT_EVERY = 60.0


@dataclass(frozen=True, slots=True)
class Share:
    """Whose deeds are counted together, and how many they may be."""

    name: str
    at_once: int
    per_minute: int

    @property
    def per_second(self) -> float:
        return self.per_minute / MINUTE


class TooFast(Illegal):
    """More than people do: nothing of it was done."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        wait = "a second" if self.seconds == 1 else f"{self.seconds} seconds"
        super().__init__(
            "too-fast",
            "Too much came from this seat at once, so this was not done.",
            do=f"Wait {wait}, then send it again.",
        )


class Pace:
    """What was done lately, by whose it was; any thread may ask."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._done: dict[str, tuple[float, float, float]] = {}
        """By name: how much is not forgotten, when that was so, and how much is forgotten in a second."""
        self._swept = now()
        self._guard = threading.Lock()

    def __len__(self) -> int:
        return len(self._done)

    def spend(self, shares: Sequence[Share]) -> None:
        """Count one more in all of these, or in none and say how long to wait."""
        with self._guard:
            now = self._now()
            self._sweep(now)
            done = [(one, self._left(one.name, now)) for one in shares]
            if late := [
                (left - one.at_once + 1) / one.per_second for one, left in done if _is_full(one, left)
            ]:
                raise TooFast(max(late))
            for one, left in done:
                self._done[one.name] = (left + 1, now, one.per_second)

    def _left(self, name: str, now: float) -> float:
        done, when, per_second = self._done.get(name, (0.0, now, 1.0))
        return max(0.0, done - (now - when) * per_second)

    def _sweep(self, now: float) -> None:
        """What is forgotten takes no room."""
        if now - self._swept >= SWEPT_EVERY:
            self._swept = now
            self._done = {name: held for name, held in self._done.items() if self._left(name, now) > 0}


def _is_full(share: Share, done: float) -> bool:
    return done > share.at_once - 1 + EPSILON

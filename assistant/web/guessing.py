"""Nobody tries codes until one fits: wrong ones are counted by who tries, and many of them make it wait."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from assistant.kernel.errors import Illegal
from assistant.web.claims import crowd_of, home_of
from assistant.web.limits import Limits

MINUTE = 60.0
EPSILON = 1e-6
CROWD = 10
"""A network whose addresses count for themselves has so many times the tries of one of them."""


class TooManyTries(Illegal):
    """Somebody guesses."""

    def __init__(self, seconds: float, besides: str = "") -> None:
        wait = f"Wait {max(1, round(seconds))} seconds"
        super().__init__(
            "too-many-tries",
            "Too many wrong codes were tried.",
            do=f"{wait}, then look at the code and type it once more.{besides}",
        )
        self.seconds = seconds


class Guesses:
    """Wrong tries at one door, by address or by the seat of who has joined; any thread may ask.

    They drain away one by one. A right code neither adds to them nor takes any away: whoever holds one code
    might be guessing another. Whoever was never wrong is let try, however many others guess.
    """

    def __init__(
        self, limits: Limits, now: Callable[[], float] = time.monotonic, *, besides: str = ""
    ) -> None:
        self._limits = limits
        self._now = now
        self._besides = besides
        """What else helps who has to wait."""
        self._wrong: dict[str, tuple[float, float]] = {}
        """By home: how many wrong tries are not forgotten, and when that was so."""
        self._all: deque[float] = deque()
        self._guard = threading.Lock()

    def book(self, who: str) -> None:
        """Before a code is even looked at: it counts as wrong until it is known to be right."""
        with self._guard:
            now = self._now()
            self._forget(now)
            is_flood = len(self._all) >= self._limits.wrong_codes_of_all_per_minute
            found = [(home, times, self._tries(home, times, now)) for home, times in homes_of(who)]
            for _, times, tries in found:
                free = 1 if is_flood and times == 1 else self._limits.wrong_codes * times
                # Half a try is no try: it must be forgotten whole before there is another.
                if tries > free - 1 + EPSILON:
                    raise TooManyTries((tries - (free - 1)) * self._forgetting(times), self._besides)
            for home, _, tries in found:
                self._wrong[home] = (tries + 1, now)
            self._all.append(now)

    def was_right(self, who: str) -> None:
        """The try that was booked was none; those before it stay."""
        with self._guard:
            now = self._now()
            for home, times in homes_of(who):
                self._wrong[home] = (max(0.0, self._tries(home, times, now) - 1), now)
            if self._all:
                self._all.pop()

    def _forgetting(self, times: int) -> float:
        return self._limits.seconds_per_wrong_code / times

    def _tries(self, home: str, times: int, now: float) -> float:
        tries, when = self._wrong.get(home, (0.0, now))
        return max(0.0, tries - (now - when) / self._forgetting(times))

    def _forget(self, now: float) -> None:
        while self._all and now - self._all[0] >= MINUTE:
            self._all.popleft()
        self._wrong = {home: held for home, held in self._wrong.items() if self._tries(home, 1, now) > 0}


def homes_of(who: str) -> tuple[tuple[str, int], ...]:
    """What a try counts for, and how many times the tries of one that has: an address, and its network too
    where it is one of any number that a device can take.
    """
    crowd = crowd_of(who)
    return ((home_of(who), 1), (crowd, CROWD)) if crowd else ((home_of(who), 1),)

"""Nobody tries codes until one fits: wrong ones are counted by address, and many of them make it wait."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from assistant.kernel.errors import Illegal

FREE_TRIES = 20
"""Wrong tries in a row that cost nothing: a hall behind one address, where ten people mistype twice."""
FORGETTING = 20.0
"""Seconds until one wrong try is forgotten: an address that has used up its free ones has one in so many."""
MOST_AT_ONCE = 60
"""Wrong tries of everybody together in a minute; beyond them, whoever was wrong waits after each."""
MINUTE = 60.0
SITE_BITS = 64
EPSILON = 1e-6


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
    """Wrong tries at one door by address; any thread may ask.

    They drain away one by one. A right code neither adds to them nor takes any away: whoever holds one code
    might be guessing another. Whoever was never wrong is let try, however many others guess.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: dict[str, tuple[float, float]] = {}
        """By address: how many wrong tries are not forgotten, and when that was so."""
        self._all: deque[float] = deque()
        self._guard = threading.Lock()

    def book(self, address: str) -> None:
        """Before a code is even looked at: it counts as wrong until it is known to be right."""
        with self._guard:
            now = self._now()
            self._forget(now)
            home = home_of(address)
            tries = self._tries(home, now)
            free = 1 if len(self._all) >= MOST_AT_ONCE else FREE_TRIES
            # Half a try is no try: it must be forgotten whole before there is another.
            if tries > free - 1 + EPSILON:
                raise TooManyTries((tries - (free - 1)) * FORGETTING)
            self._wrong[home] = (tries + 1, now)
            self._all.append(now)

    def was_right(self, address: str) -> None:
        """The try that was booked was none; those before it stay."""
        with self._guard:
            now, home = self._now(), home_of(address)
            self._wrong[home] = (max(0.0, self._tries(home, now) - 1), now)
            if self._all:
                self._all.pop()

    def _tries(self, home: str, now: float) -> float:
        tries, when = self._wrong.get(home, (0.0, now))
        return max(0.0, tries - (now - when) / FORGETTING)

    def _forget(self, now: float) -> None:
        while self._all and now - self._all[0] >= MINUTE:
            self._all.popleft()
        self._wrong = {home: held for home, held in self._wrong.items() if self._tries(home, now) > 0}


def home_of(address: str) -> str:
    """What counts as one address: of the newer kind a device has any number, all in one network."""
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return str(read)
    if read.ipv4_mapped:
        return str(read.ipv4_mapped)
    return str(int(read) >> (128 - SITE_BITS))

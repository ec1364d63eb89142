"""Long tasks stand in line: a few at work, those of the game first, and turn by turn among who asks."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from flask import request

from assistant.kernel.errors import Illegal
from assistant.web.claims import Claimant
from assistant.web.environ import HAS_GONE, QUIET
from assistant.web.limits import Limits

AGAIN = 2
GIVES_WAY_SECONDS = 0.5
"""For so long a visitor's long task lets the pages of players go first."""
RESTS = 2
"""Between two long tasks of visitors it rests so many times as long as the first took."""
LONGEST_REST = 1.0


class Busy(Illegal):
    """There is no turn for this one now."""

    seconds = AGAIN

    def __init__(self) -> None:
        super().__init__("busy", "The assistant is busy with other long tasks.", do="Try again in a moment.")


@dataclass(eq=False, slots=True)
class Place:
    """One who stands in line."""

    of: Claimant
    its_turn: threading.Event = field(default_factory=threading.Event)


class Line:
    """Whose long tasks are at work, and whose wait for that; any thread may ask."""

    def __init__(
        self,
        limits: Limits,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._limits = limits
        self._now = now
        self._sleep = sleep
        self._rests_until = 0.0
        self._waiting: list[Place] = []
        self._working: list[Place] = []
        self._served: dict[str, int] = {}
        """By name: the how manyth turn was theirs last, for as long as they are here."""
        self._turns = 0
        self._guard = threading.Lock()

    def __len__(self) -> int:
        """How many are at work or wait."""
        with self._guard:
            return len(self._waiting) + len(self._working)

    @contextmanager
    def place_for(
        self,
        claimant: Claimant,
        is_there: Callable[[], bool] = lambda: True,
        quiet: threading.Event | None = None,
    ) -> Iterator[None]:
        """A turn, for as long as it takes; refused where too many wait, or whoever waited has gone.

        A visitor's lets the pages of players go first, and the laptop rests between two of them.
        """
        place = Place(claimant)
        with self._guard:
            self._refuse_crowds(claimant)
            self._waiting.append(place)
            self._call()
        try:
            if not place.its_turn.wait(self._limits.seconds_in_line) or not is_there():
                raise Busy
            if claimant.has_joined or quiet is None:
                yield
            else:
                with self._giving_way(quiet):
                    yield
        finally:
            with self._guard:
                self._leave(place)
                self._call()

    @contextmanager
    def _giving_way(self, quiet: threading.Event) -> Iterator[None]:
        self._sleep(min(LONGEST_REST, max(0.0, self._rests_until - self._now())))
        quiet.wait(GIVES_WAY_SECONDS)
        begun = self._now()
        try:
            yield
        finally:
            self._rests_until = self._now() + RESTS * (self._now() - begun)

    def _refuse_crowds(self, claimant: Claimant) -> None:
        inside = Counter(place.of for place in (*self._waiting, *self._working))
        visitors = sum(number for one, number in inside.items() if not one.has_joined)
        among = [(inside.total(), self._limits.long_tasks)]
        if not claimant.has_joined:
            among.append((visitors, self._limits.long_tasks_of_visitors))
        for number, most in among:
            # Half of the line is for those who have nobody in it.
            each = self._limits.long_tasks_each if number < most // 2 else 1
            if number >= most or inside[claimant] >= each:
                raise Busy

    def _call(self) -> None:
        """Everybody whose turn it is goes to work."""
        while found := self._next():
            self._waiting.remove(found)
            self._working.append(found)
            self._turns += 1
            self._served[found.of.name] = self._turns
            found.its_turn.set()

    def _next(self) -> Place | None:
        """Who plays before who does not; then whoever had no turn for the longest time."""
        if len(self._working) >= self._limits.long_tasks_at_once:
            return None
        visitors = sum(not place.of.has_joined for place in self._working)
        is_room = visitors < self._limits.long_tasks_of_visitors_at_once
        free = [place for place in self._waiting if place.of.has_joined or is_room]
        return min(
            free, key=lambda one: (not one.of.has_joined, self._served.get(one.of.name, 0)), default=None
        )

    def _leave(self, place: Place) -> None:
        (self._working if place in self._working else self._waiting).remove(place)
        if all(one.of != place.of for one in (*self._waiting, *self._working)):
            self._served.pop(place.of.name, None)


def when_quiet() -> threading.Event | None:
    """What tells that nobody is served who has joined, if the server knows."""
    found = request.environ.get(QUIET)
    return found if isinstance(found, threading.Event) else None


def still_there() -> Callable[[], bool]:
    """Whether whoever asked still waits for the answer, as far as the server knows."""
    has_gone = request.environ.get(HAS_GONE)
    return (lambda: not has_gone()) if has_gone else lambda: True

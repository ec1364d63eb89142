"""Whose turn it is to be worked on: players first, and while others ask few of one home at once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext

from assistant.web.bounds import SocketBounds

# Who takes longer than this waits for something or does costly work, which has a line of its own.
BRISK_SECONDS = 0.25
# While players are served, an address that has not joined begins one in so many seconds.
GIVES_WAY_SECONDS = 0.1
MANY = 256

Mark = object
Called = asyncio.Future[Mark]
Alarm = Callable[[float, Callable[[], None]], object]
"""Has something done after so many seconds."""


def on_the_loop(seconds: float, ring: Callable[[], None]) -> None:
    """By the clock of the loop that runs."""
    asyncio.get_running_loop().call_later(seconds, ring)


class Turns:
    """The workers, shared out; used by the server's own thread alone."""

    def __init__(
        self,
        bounds: SocketBounds,
        now: Callable[[], float] = time.monotonic,
        alarm: Alarm = on_the_loop,
    ) -> None:
        self._bounds = bounds
        self._now = now
        self._alarm = alarm
        self.quiet = threading.Event()
        """Set while nobody is served who has joined; any thread may wait for it."""
        self.quiet.set()
        self._running: dict[str, dict[Mark, float]] = {}
        self._waiting: dict[str, deque[Called]] = {}
        self._players: dict[str, int] = {}
        """How many requests of each home that has joined are at work or wait."""
        self._began: dict[str, float] = {}
        """When an address that has not joined began its last."""
        self._number = 0
        self._is_alarm_set = False

    @asynccontextmanager
    async def turn(self, home: str, *, has_joined: bool = False) -> AsyncIterator[None]:
        """A worker for as long as it takes."""
        with self._counted(home) if has_joined else nullcontext():
            if home in self._waiting or not self._may_start(home):
                mark = await self._wait(home)
            else:
                mark = self._start(home)
            try:
                yield
            finally:
                self._end(home, mark)

    @contextmanager
    def _counted(self, home: str) -> Iterator[None]:
        self._players[home] = self._players.get(home, 0) + 1
        self.quiet.clear()
        try:
            yield
        finally:
            self._players[home] -= 1
            if not self._players[home]:
                del self._players[home]
            if not self._players:
                self.quiet.set()

    async def _wait(self, home: str) -> Mark:
        called: Called = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(home, deque()).append(called)
        self._set_alarm()
        try:
            return await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._end(home, called.result())
            raise

    def _start(self, home: str) -> Mark:
        mark = Mark()
        now = self._now()
        self._running.setdefault(home, {})[mark] = now
        self._number += 1
        if home not in self._players:
            self._began[home] = now
            if len(self._began) > MANY:
                recent = now - GIVES_WAY_SECONDS
                self._began = {one: begun for one, begun in self._began.items() if begun > recent}
        return mark

    def _end(self, home: str, mark: Mark) -> None:
        self._number -= 1
        del self._running[home][mark]
        if not self._running[home]:
            del self._running[home]
        self._call_next()

    def _call_next(self) -> None:
        """Call one of each address, and again, as long as there are workers for them."""
        while any(self._call(home) for home in list(self._waiting)):
            pass
        self._set_alarm()

    def _call(self, home: str) -> bool:
        queue = self._waiting[home]
        while queue and queue[0].done():
            queue.popleft()
        if queue and not self._may_start(home):
            return False
        # Whoever was served stands behind the others.
        del self._waiting[home]
        if not queue:
            return False
        queue.popleft().set_result(self._start(home))
        if queue:
            self._waiting[home] = queue
        return True

    def _set_alarm(self) -> None:
        # Nobody may end for long, and yet those who are at it cease to be brisk.
        if self._waiting and not self._is_alarm_set:
            self._is_alarm_set = True
            self._alarm(GIVES_WAY_SECONDS, self._ring)

    def _ring(self) -> None:
        self._is_alarm_set = False
        self._call_next()

    def _may_start(self, home: str) -> bool:
        mine = self._running.get(home, {})
        if self._number >= self._bounds.workers or len(mine) >= self._bounds.workers_each:
            return False
        now = self._now()
        brisk = now - BRISK_SECONDS
        if home not in self._players and self._players_ask(brisk):
            # Nobody waits for ever: whoever wants to join asks from such an address.
            is_soon = now - self._began.get(home, 0.0) < GIVES_WAY_SECONDS
            most = 0 if is_soon else self._bounds.workers_shared
        elif self._others_ask(home, brisk):
            most = self._bounds.workers_shared
        else:
            most = self._bounds.workers_alone
        return sum(begun > brisk for begun in mine.values()) < most

    def _players_ask(self, brisk: float) -> bool:
        """Whether somebody who has joined waits, or is quickly served just now."""
        return any(
            home in self._waiting or any(begun > brisk for begun in self._running.get(home, {}).values())
            for home in self._players
        )

    def _others_ask(self, home: str, brisk: float) -> bool:
        """Whether somebody at another address waits, or is quickly served just now."""
        if any(one != home for one in self._waiting):
            return True
        others = (begun for one, marks in self._running.items() if one != home for begun in marks.values())
        return any(begun > brisk for begun in others)

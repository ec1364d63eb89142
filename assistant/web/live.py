"""Streams that no thread waits for: the server's own loop tells each of them when there is news."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress

from assistant.web.connections import Connection
from assistant.web.stream import Telling

Say = Callable[[bytes], Awaitable[None]]


class Bell:
    """Wakes streams from any thread; many at once cost the loop one call."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._due: list[asyncio.Event] = []
        self._guard = threading.Lock()

    def ring(self, one: asyncio.Event) -> None:
        """Wake one stream soon."""
        with self._guard:
            self._due.append(one)
            is_first = len(self._due) == 1
        if is_first:
            # Who still rings when the loop has ended wakes nobody.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        with self._guard:
            due, self._due = self._due, []
        for one in due:
            one.set()


async def tell(telling: Telling, say: Say, bell: Bell, connection: Connection) -> None:
    """Say what there is to say until the reader or the server leaves."""
    awake = asyncio.Event()
    connection.when_lost(awake.set)
    telling.listener.wake = lambda: bell.ring(awake)
    await say("".join(telling.opening()).encode())
    while not (telling.is_over or connection.is_lost):
        awake.clear()
        if said := telling.waiting():
            await say(said.encode())
            continue
        with suppress(TimeoutError):
            async with asyncio.timeout(telling.silence_left):
                await awake.wait()

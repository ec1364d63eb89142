"""What a request carries: taken in before a worker is, up to what its sender may send and at a fair pace."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from assistant.web.bounds import SocketBounds

IN_MEMORY = 1_048_576
# So many that are owed for too long are given up at once, and more soon: letting go costs a little too.
AT_ONCE, SOON = 16, 0.1

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]


class TooLarge(Exception):
    """More than its sender may send."""


class TooSlow(Exception):
    """It does not come in, or not fast enough."""


class HungUp(Exception):
    """Whoever sent it is gone."""


@dataclass(eq=False, slots=True)
class Awaited:
    """A body that is to come, and how to end waiting for it."""

    since: float
    give_up: Callable[[], None]


class Bodies:
    """All that are awaited, by whose they are, in order; used by the server's own thread alone."""

    def __init__(self, bounds: SocketBounds) -> None:
        self._bounds = bounds
        self._awaited: dict[str, dict[Awaited, None]] = {}
        self._alarms: set[str] = set()

    @contextmanager
    def awaited(self, home: str, give_up: Callable[[], None]) -> Iterator[None]:
        """While one is read; where there are too many of a home, the oldest are given up."""
        one = Awaited(asyncio.get_running_loop().time(), give_up)
        mine = self._awaited.setdefault(home, {})
        mine[one] = None
        self._trim(home, 1)
        try:
            yield
        finally:
            del mine[one]
            if not mine:
                del self._awaited[home]

    def _trim(self, home: str, most: int) -> None:
        mine, loop = self._awaited.get(home, {}), asyncio.get_running_loop()
        too_many = len(mine) - self._bounds.bodies_each
        # A hall may send a hundred forms in one second.
        spared = loop.time() - self._bounds.half_open_seconds
        late = [one for one in islice(mine, max(0, min(too_many, most))) if one.since <= spared]
        for one in late:
            one.give_up()
        if too_many > len(late) and home not in self._alarms:
            self._alarms.add(home)
            loop.call_later(SOON if late else self._bounds.half_open_seconds or SOON, self._ring, home)

    def _ring(self, home: str) -> None:
        self._alarms.discard(home)
        self._trim(home, AT_ONCE)


async def read_body(receive: Receive, most: int, bounds: SocketBounds) -> IO[bytes]:
    """The whole body; what is small stays in memory."""
    loop, got = asyncio.get_running_loop(), 0
    begun, pace = loop.time(), bounds.body_pace if most <= bounds.body_bytes else bounds.upload_pace
    # A file that is closed when it is let go of: the environment of the request owns it.
    body: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    try:
        while True:
            limit = begun + bounds.body_seconds + got / pace
            try:
                async with asyncio.timeout_at(limit):
                    message = await receive()
            except TimeoutError:
                raise TooSlow from None
            if message["type"] != "http.request":
                raise HungUp
            part = message.get("body", b"")
            got += len(part)
            if got > most:
                raise TooLarge
            body.write(part)
            if not message.get("more_body", False):
                body.seek(0)
                return body
    except BaseException:
        body.close()
        raise

"""Connections, counted by address: who says nothing is let go, and who holds too many loses their oldest."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from itertools import chain
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from assistant.web.bounds import SocketBounds
from assistant.web.claims import home_of
from assistant.web.hearing import Hearing

TLS_HELLO = 0x16
# What is sent beyond what was refused is thrown away, so that the refusal is read; but not for ever.
MOST_DISCARDED = 1_048_576
DISCARDING_SECONDS = 2.0


Held = dict[str, dict["Connection", None]]


class Connection(H11Protocol):
    """One connection: half open until a whole header is there, at work, then idle until the next."""

    def __init__(
        self,
        held: Connections,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, {**app_state, "connection": self}, _loop)
        self.home = ""
        self.since = 0.0
        self.is_lost = False
        self.is_known = False
        """Whether somebody who has joined asked last."""
        self.conn = Hearing(held.bounds.header_bytes)
        self._held = held
        self._left_to_discard: int | None = None
        self._heirs: list[Callable[[], None]] = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.home = home_of(self.client[0]) if self.client else ""
        self._held.opened(self)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._left_to_discard is not None:
            self._left_to_discard -= len(data)
            if self._left_to_discard < 0:
                self.abort()
        # A browser that tries https would wait for an answer in kind; closed, it says so or falls back.
        elif self._held.speaks(self) and data[0] == TLS_HELLO:
            self.abort()
        else:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        self._held.closed(self)
        super().connection_lost(exc)
        for told in self._heirs:
            told()

    def begins(self) -> None:
        """A whole header is there."""
        self._held.works(self)

    def ends(self) -> None:
        """It was answered."""
        self._heirs.clear()
        self._held.rests(self)

    def when_lost(self, told: Callable[[], None]) -> None:
        """Have something told when whoever asks hangs up."""
        self._heirs.append(told)

    def discard_the_rest(self) -> None:
        """What still comes of this request is not wanted; the connection ends once the answer was read."""
        self._left_to_discard = MOST_DISCARDED
        self.loop.call_later(DISCARDING_SECONDS, self.abort)

    def is_the_last(self) -> None:
        """No further request is read here: where this one ends is not sure."""
        self.cycle.keep_alive = False

    def abort(self) -> None:
        """End it at once."""
        # Known before the loop tells of it, so that nobody wonders about a missing answer.
        if self.cycle is not None:
            self.cycle.disconnected = True
        self.transport.abort()


class Connections:
    """All that are open, each address's in order; used by the server's own thread alone."""

    def __init__(self, bounds: SocketBounds, proxies: Collection[str] = ()) -> None:
        self.bounds = bounds
        self._proxies = frozenset(map(home_of, proxies))
        self._open: Held = {}
        self._half_open: Held = {}
        self._idle: Held = {}
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def opened(self, one: Connection) -> None:
        """Count a new one; where there are too many, an old one that does nothing makes room, or it goes."""
        one.since = time.monotonic()
        mine = self._open.setdefault(one.home, {})
        mine[one] = None
        self._number += 1
        self._half_open.setdefault(one.home, {})[one] = None
        is_one_of_many = one.home in self._proxies
        if not is_one_of_many and len(mine) > self.bounds.connections_each:
            self._make_room(one.home, one)
        elif not is_one_of_many and len(self._half_open[one.home]) > self.bounds.half_open:
            self._drop_oldest_half_open(one.home)
        if self._number > self.bounds.connections:
            self._make_room(max(self._open, key=lambda home: len(self._open[home])), one)

    def closed(self, one: Connection) -> None:
        """It is gone."""
        if self._take(self._open, one):
            self._number -= 1
        self._take(self._half_open, one)
        self._take(self._idle, one)

    def speaks(self, one: Connection) -> bool:
        """Something came; whether it is the beginning of a request."""
        if self._take(self._idle, one):
            one.since = time.monotonic()
            self._half_open.setdefault(one.home, {})[one] = None
            return True
        return one in self._half_open.get(one.home, ())

    def works(self, one: Connection) -> None:
        """It has said what it wants."""
        self._take(self._half_open, one)
        self._take(self._idle, one)

    def rests(self, one: Connection) -> None:
        """It was answered, and may ask again."""
        if one in self._open.get(one.home, ()):
            one.since = time.monotonic()
            self._idle.setdefault(one.home, {})[one] = None

    def sweep(self) -> None:
        """Let go of those that took too long to say what they want, or to read what they were told last."""
        now, bounds = time.monotonic(), self.bounds
        silence = bounds.idle_seconds + bounds.unread_seconds
        late = late_of(self._half_open, now - bounds.header_seconds) + late_of(self._idle, now - silence)
        for one in late:
            self._drop(one)

    def _make_room(self, home: str, newest: Connection) -> None:
        quiet = chain(self._half_open.get(home, ()), self._idle.get(home, ()))
        # Looked through only as far as need be: a crowd at the door comes by here one by one.
        others = (one for one in quiet if one is not newest)
        first = next(others, newest)
        strange = first if not first.is_known else next((one for one in others if not one.is_known), None)
        self._drop(strange or first)

    def _drop_oldest_half_open(self, home: str) -> None:
        oldest = next(iter(self._half_open[home]))
        if oldest.since < time.monotonic() - self.bounds.half_open_seconds:
            self._drop(oldest)

    def _drop(self, one: Connection) -> None:
        self.closed(one)
        one.abort()

    @staticmethod
    def _take(held: Held, one: Connection) -> bool:
        mine = held.get(one.home)
        if mine is None or one not in mine:
            return False
        del mine[one]
        if not mine:
            del held[one.home]
        return True


def late_of(held: Held, limit: float) -> list[Connection]:
    """Those that have been so since before then."""
    return [one for mine in held.values() for one in mine if one.since < limit]

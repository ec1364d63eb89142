"""Connections, counted by address: who says nothing is let go, and who holds too many loses their oldest."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from itertools import islice
from math import inf
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from assistant.web.bounds import SocketBounds
from assistant.web.claims import home_of, plain
from assistant.web.hearing import Hearing

TLS_HELLO = 0x16
# What is sent beyond what was refused is thrown away, so that the refusal is read; but not for ever.
MOST_DISCARDED = 1_048_576
DISCARDING_SECONDS = 2.0


Held = dict[str, dict["Connection", None]]


class Connection(H11Protocol):
    """One connection: half open until a whole header is there, waiting, at work, then idle until the next."""

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
        if self.client:
            # On a socket of both kinds an address of the older kind is spelled as one of the newer.
            self.client = plain(self.client[0]), self.client[1]
            self.home = home_of(self.client[0])
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

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request: without a body where HEAD asked, and as the last word."""
        is_head = self.scope is not None and self.scope["method"] == "HEAD"
        super().send_400_response("" if is_head else msg)
        # An answer that is ready just now must not follow it.
        if self.cycle is not None:
            self.cycle.disconnected = True

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        self._held.closed(self)
        super().connection_lost(exc)
        for told in self._heirs:
            told()

    def begins(self) -> None:
        """A whole header is there; what it carries may still be missing, and its turn is to come."""
        self._held.waits(self)

    def is_served(self) -> None:
        """Everything is there, and it is its turn."""
        self._held.works(self)

    def is_of(self, *, somebody_known: bool) -> None:
        """Whether somebody who has joined asks on it."""
        self.is_known = somebody_known
        self._held.recognizes(self)

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
        self._waiting: Held = {}
        """What they want is said, but not all of it is there, or others are served first."""
        self._idle: Held = {}
        self._strangers: Held = {}
        """Those on which nobody asked last who has joined."""
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
        self._strangers.setdefault(one.home, {})[one] = None
        is_one_of_many = one.home in self._proxies
        if not is_one_of_many and len(mine) > self.bounds.connections_each:
            self._make_room(one.home, one)
        elif not is_one_of_many and len(self._half_open[one.home]) > self.bounds.half_open:
            self._drop_oldest_half_open(one.home)
        if self._number > self.bounds.connections:
            self._make_room(self._largest(one), one)

    def closed(self, one: Connection) -> None:
        """It is gone."""
        if self._take(self._open, one):
            self._number -= 1
        for held in (self._half_open, self._waiting, self._idle, self._strangers):
            self._take(held, one)

    def speaks(self, one: Connection) -> bool:
        """Something came; whether it is the beginning of a request."""
        if self._take(self._idle, one):
            one.since = time.monotonic()
            self._half_open.setdefault(one.home, {})[one] = None
            return True
        return one in self._half_open.get(one.home, ())

    def waits(self, one: Connection) -> None:
        """It has said what it wants."""
        self._take(self._half_open, one)
        self._take(self._idle, one)
        if one in self._open.get(one.home, ()):
            self._waiting.setdefault(one.home, {})[one] = None

    def works(self, one: Connection) -> None:
        """It is being served."""
        self._take(self._waiting, one)

    def recognizes(self, one: Connection) -> None:
        """Whether somebody who has joined asks on it was found out."""
        if one.is_known:
            self._take(self._strangers, one)
        elif one in self._open.get(one.home, ()):
            self._strangers.setdefault(one.home, {})[one] = None

    def rests(self, one: Connection) -> None:
        """It was answered, and may ask again."""
        self._take(self._waiting, one)
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

    def let_go(self) -> None:
        """The server stops: whoever has not said everything, or was not served yet, is not waited for."""
        for one in late_of(self._half_open, inf) + late_of(self._waiting, inf):
            self._drop(one)

    def _largest(self, newest: Connection) -> str:
        """The address with the most of those who have not joined, else with the most."""

        def size(home: str) -> tuple[int, int]:
            strangers = self._strangers.get(home, ())
            return len(strangers) - (newest in strangers), len(self._open[home])

        return max(self._open, key=size)

    def _make_room(self, home: str, newest: Connection) -> None:
        def oldest(kind: Held, *, is_known: bool) -> list[Connection]:
            # Looked through only as far as need be: a crowd at the door comes by here one by one.
            mine = (one for one in kind.get(home, ()) if one is not newest and one.is_known == is_known)
            return list(islice(mine, 1))

        # Of each kind one, for whoever came just now has not had the time to say anything.
        strangers = [
            *oldest(self._half_open, is_known=False),
            *oldest(self._idle, is_known=False),
            *oldest(self._waiting, is_known=False),
        ]
        goes = sorted(strangers, key=lambda one: one.since)
        goes += oldest(self._half_open, is_known=True) + oldest(self._idle, is_known=True)
        if home != newest.home:
            # It has the places of others: one goes, whatever it does.
            goes += oldest(self._strangers, is_known=False)
        self._drop((goes or [newest])[0])

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

"""Who listens to the ledger now: one bounded queue per stream, filled by the writer thread in order."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue
from typing import Literal

from assistant.kernel.errors import Illegal
from assistant.ledger.store import Ledger

Ending = Literal["taken", "behind", "closing"]


@dataclass(frozen=True, slots=True)
class StreamSettings:
    """How many streams there may be, how far one may lag, and how often it speaks and looks (seconds).

    Places are kept for those who play: visitors have a few, few of them from one address, and guests
    (visitors and whoever is in a demo only) do not take them all; nor do the screens of one seat.
    """

    most: int = 600
    guests: int = 16
    visitors: int = 8
    from_one_address: int = 4
    of_one_seat: int = 8
    backlog: int = 256
    beat: float = 3.0
    look: float = 1.0


@dataclass(frozen=True, slots=True)
class Deed:
    """A new entry of the ledger, by its number."""

    campaign: str
    seq: int


@dataclass(frozen=True, slots=True)
class Stir:
    """Something under way in a campaign has begun, gone on or ended; the ledger has no number for that."""

    campaign: str


News = Deed | Stir


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose screen a stream is for, as far as its browser proved when the stream began."""

    who: str = ""
    """In words, for the game master."""
    address: str = ""
    codes: frozenset[str] = frozenset()
    is_master: bool = False
    is_guest: bool = True
    """Whether they are in no campaign that is played: only looking, or in a demo."""

    @property
    def is_visitor(self) -> bool:
        """Whether they have not joined anything."""
        return not self.codes and not self.is_master


NOBODY = Holder()


class Listener:
    """One stream's end of the hub; the writer offers, the stream's own thread takes."""

    def __init__(self, client: str, campaign: str | None, backlog: int, holder: Holder = NOBODY) -> None:
        self.client = client
        self.campaign = campaign
        self.holder = holder
        self.since = time.time()
        self.ending: Ending | None = None
        self.wake: Callable[[], None] = lambda: None
        """Called from any thread when there is something to take, or an end."""
        self._news: Queue[News | None] = Queue(backlog)

    def offer(self, news: News) -> None:
        """Queue news without ever waiting; a reader that lags too far is let go, and may resume."""
        if self.campaign not in (None, news.campaign):
            return
        try:
            self._news.put_nowait(news)
        except Full:
            self.end("behind")
        else:
            self.wake()

    def end(self, why: Ending) -> None:
        """Let the stream end now, whatever it is waiting for."""
        self.ending = self.ending or why
        # A full queue wakes the reader as well as this would.
        with suppress(Full):
            self._news.put_nowait(None)
        self.wake()

    def take(self) -> News | None:
        """The next news if there is one, without waiting."""
        with suppress(Empty):
            return self._news.get_nowait()
        return None

    def next(self, timeout: float) -> News | None:
        """The next news; nothing after a silence, or when the stream is to end."""
        try:
            news = self._news.get(timeout=timeout)
        except Empty:
            return None
        return None if self.ending else news


class TooManyStreams(Illegal):
    """All places are taken; the page asks every few seconds instead."""

    def __init__(self, most: int) -> None:
        super().__init__(
            "too-many-streams",
            f"All {most} live connections that there are for this are in use.",
            do="The page keeps itself up to date by asking every few seconds instead.",
        )


class Hub:
    """All streams of the app; any thread may join and leave."""

    def __init__(self, ledger: Ledger, settings: StreamSettings) -> None:
        self.settings = settings
        self._listeners: dict[str, Listener] = {}
        self._guard = threading.Lock()
        self._is_open = True
        self._unsubscribe = ledger.subscribe(self._publish)
        self._unsubscribe_stirs = ledger.subscribe_stirs(self._publish_stir)

    def __len__(self) -> int:
        return len(self._listeners)

    def listening(self) -> tuple[Listener, ...]:
        """Everybody who listens now, the longest first."""
        with self._guard:
            return tuple(self._listeners.values())

    def join(self, client: str, campaign: str | None = None, holder: Holder = NOBODY) -> Listener:
        """Take a place; an older stream of the same client gives its own up."""
        listener = Listener(client, campaign, self.settings.backlog, holder)
        with self._guard:
            # Whoever is refused keeps the stream that they have.
            self._refuse_if_full(client, holder)
            older = self._listeners.pop(client, None)
            self._listeners[client] = listener
            if not self._is_open:
                listener.end("closing")
        if older is not None:
            older.end("taken")
        return listener

    def _refuse_if_full(self, client: str, wanted: Holder) -> None:
        others, limits = (one for one in self._listeners.values() if one.client != client), self.settings
        held = [one.holder for one in others]
        taken = [(len(held), limits.most)]
        if wanted.is_guest:
            taken.append((sum(one.is_guest for one in held), limits.guests))
        if wanted.is_visitor:
            visitors = [one for one in held if one.is_visitor]
            here = [one for one in visitors if one.address == wanted.address]
            taken += [(len(visitors), limits.visitors), (len(here), limits.from_one_address)]
        elif not wanted.is_master:
            taken.append((sum(bool(one.codes & wanted.codes) for one in held), limits.of_one_seat))
        for number, most in taken:
            if number >= most:
                raise TooManyStreams(most)

    def leave(self, listener: Listener) -> None:
        """Give the place up, unless a newer stream of the same client has it already."""
        with self._guard:
            if self._listeners.get(listener.client) is listener:
                del self._listeners[listener.client]

    def close(self) -> None:
        """End all streams, and those that still come; closing twice does no harm."""
        self._unsubscribe()
        self._unsubscribe_stirs()
        with self._guard:
            self._is_open = False
            listeners = tuple(self._listeners.values())
        for listener in listeners:
            listener.end("closing")

    def _publish(self, campaign: str, seq: int) -> None:
        self._tell(Deed(campaign, seq))

    def _publish_stir(self, campaign: str, revision: int) -> None:
        self._tell(Stir(campaign))

    def _tell(self, news: News) -> None:
        for listener in self.listening():
            listener.offer(news)

"""Between the server's loop and the app: what is slow costs no worker, and nobody's share is everything."""

from __future__ import annotations

import asyncio
from asyncio import Semaphore
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from io import BytesIO
from typing import IO, Any, TypeVar
from weakref import WeakValueDictionary

from flask import Flask

from assistant.web.bodies import Bodies, HungUp, Receive, TooLarge, TooSlow, read_body
from assistant.web.bounds import SocketBounds
from assistant.web.claims import home_of
from assistant.web.connections import Connection
from assistant.web.environ import HAS_GONE, KNOWN_AS, QUIET, REFUSED, TAKE_OVER
from assistant.web.errors import not_understood, too_large
from assistant.web.known import Known, cookie_of
from assistant.web.line import Busy
from assistant.web.live import Bell, tell
from assistant.web.stream import Telling
from assistant.web.turns import Turns
from assistant.web.uploads import Allowance, Places
from assistant.web.wsgi import Answer, Scope, ask, environment, read_beginning

PIECE = 65_536
VERSIONS = ("1.0", "1.1")

Send = Callable[[dict[str, Any]], Awaitable[None]]
Allowed = Callable[[dict[str, Any]], Allowance]
T = TypeVar("T")


class Bridge:
    """The app as uvicorn asks it; what all requests share."""

    def __init__(self, app: Flask, bounds: SocketBounds, workers: Executor, allowed: Allowed) -> None:
        self.app = app
        self.bounds = bounds
        self.workers = workers
        self.allowed = allowed
        self.turns = Turns(bounds)
        self.bodies = Bodies(bounds)
        self.uploads = Places(bounds.uploads)
        self.known = Known()
        self._rooms: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()
        self._bell: Bell | None = None

    @property
    def bell(self) -> Bell:
        """What wakes the streams of this loop."""
        if self._bell is None:
            self._bell = Bell(asyncio.get_running_loop())
        return self._bell

    def room(self, home: str) -> Semaphore:
        """As many requests as one address or seat may have in work; it lasts while somebody holds it."""
        found = self._rooms.get(home)
        if found is None:
            found = self._rooms[home] = Semaphore(self.bounds.requests_each)
        return found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        connection: Connection = scope["state"]["connection"]
        connection.begins()
        try:
            await Exchange(self, scope, receive, send).run()
        except (HungUp, TooSlow, TimeoutError, asyncio.CancelledError):
            # Cancelled is what was not done when the server had waited for it long enough.
            connection.abort()
        finally:
            connection.ends()


class Exchange:
    """One request and its answer."""

    def __init__(self, bridge: Bridge, scope: Scope, receive: Receive, send: Send) -> None:
        self._bridge = bridge
        self._scope = scope
        self._receive = receive
        self._send = send
        self._connection: Connection = scope["state"]["connection"]
        self._cookie = cookie_of(scope)
        self._name = bridge.known.find(self._cookie)
        self._home = self._name or home_of(scope["client"][0] if scope["client"] else "")
        self._has_joined = self._name is not None
        self._connection.is_of(somebody_known=self._has_joined)
        self._telling: Telling | None = None

    async def run(self) -> None:
        """From the header to the last word."""
        async with AsyncExitStack() as held:
            answer = await self._answer(held)
            self._bridge.known.keep(self._cookie, self._name)
            self._connection.is_of(somebody_known=self._name is not None)
            if self._telling is None:
                return await self._send_all(answer)
        try:
            await self._start(answer)
            await tell(self._telling, self._say, self._bridge.bell, self._connection)
            await self._say(b"", is_last=True)
        finally:
            self._bridge.workers.submit(answer.close)

    async def _answer(self, held: AsyncExitStack) -> Answer:
        """What the app says; it is asked once all that it needs is there, and room for it, which is held."""
        environ = environment(self._scope)
        environ[HAS_GONE] = lambda: self._connection.is_lost
        environ[KNOWN_AS] = self._known_as
        environ[QUIET] = self._bridge.turns.quiet
        if self._scope["method"] == "GET":
            environ[TAKE_OVER] = self._take_over
        async with AsyncExitStack() as place:
            with await self._body(environ, place) as body:
                await self._enter(self._bridge.room(self._home), environ, held)
                self._connection.is_served()
                return await self._work(self._ask, environ, body)

    async def _body(self, environ: dict[str, Any], place: AsyncExitStack) -> IO[bytes]:
        """What the request carries; what cannot be taken is refused."""
        if not is_plain(self._scope):
            self._connection.is_the_last()
            environ[REFUSED] = not_understood()
            return BytesIO()
        length = declared(self._scope)
        if length == 0:
            return BytesIO()
        usual = self._bridge.bounds.body_bytes
        is_large = length is None or length > usual
        may = await self._work(self._bridge.allowed, dict(environ)) if is_large else Allowance()
        most = max(usual, may.most)
        if length is not None and length > most:
            environ[REFUSED] = too_large(most)
        elif most > usual:
            await self._enter(self._bridge.uploads.place(may.of), environ, place)
        if REFUSED not in environ:
            try:
                with self._bridge.bodies.awaited(self._home, self._connection.abort):
                    return await read_body(self._receive, most, self._bridge.bounds)
            except TooLarge:
                environ[REFUSED] = too_large(most)
        self._connection.discard_the_rest()
        return BytesIO()

    async def _enter(
        self, where: AbstractAsyncContextManager[Any], environ: dict[str, Any], held: AsyncExitStack
    ) -> None:
        """Wait for a place, but not for ever: then it is told to come again."""
        try:
            async with asyncio.timeout(self._bridge.bounds.waiting_seconds):
                await held.enter_async_context(where)
        except TimeoutError:
            environ[REFUSED] = Busy()

    def _ask(self, environ: dict[str, Any], body: IO[bytes]) -> Answer:
        environ["CONTENT_LENGTH"] = str(body.seek(0, 2))
        body.seek(0)
        environ["wsgi.input"] = body
        self._name = None
        answer = ask(self._bridge.app, environ)
        if self._telling is None:
            read_beginning(answer)
        return answer

    def _known_as(self, name: str) -> None:
        self._name = name

    def _take_over(self, telling: Telling) -> None:
        self._telling = telling

    async def _work(self, work: Callable[..., T], *given: Any) -> T:
        """Have something done by a worker, when it is this address's turn."""
        async with self._bridge.turns.turn(self._home, has_joined=self._has_joined):
            if self._connection.is_lost:
                raise HungUp
            return await self._aside(work, *given)

    async def _aside(self, work: Callable[..., T], *given: Any) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._bridge.workers, partial(work, *given))

    async def _send_all(self, answer: Answer) -> None:
        try:
            await self._start(answer)
            pieces = range(0, len(answer.begun), PIECE) or range(1)
            for at in pieces:
                is_last = answer.is_whole and at == pieces[-1]
                await self._say(answer.begun[at : at + PIECE], is_last=is_last)
            while not answer.is_whole:
                part: bytes | None = await self._aside(next, answer.rest, None)
                answer.is_whole = part is None
                await self._say(part or b"", is_last=answer.is_whole)
        finally:
            if not answer.is_whole:
                self._bridge.workers.submit(answer.close)

    async def _start(self, answer: Answer) -> None:
        await self._pass({"type": "http.response.start", "status": answer.status, "headers": answer.headers})

    async def _say(self, said: bytes, *, is_last: bool = False) -> None:
        await self._pass({"type": "http.response.body", "body": said, "more_body": not is_last})

    async def _pass(self, message: dict[str, Any]) -> None:
        async with asyncio.timeout(self._bridge.bounds.unread_seconds):
            await self._send(message)


def is_plain(scope: Scope) -> bool:
    """Whether it is sure where the request ends; of two lengths a proxy in front might believe the other."""
    said = [name for name, _ in scope["headers"]]
    has_two_lengths = b"transfer-encoding" in said and b"content-length" in said
    return scope["http_version"] in VERSIONS and not has_two_lengths


def declared(scope: Scope) -> int | None:
    """How much is to come; nothing where that is only known at its end."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    return int(headers.get(b"content-length", 0))

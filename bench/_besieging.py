"""Those who besiege the server of `siege`, and a hundred honest phones: one loop and raw sockets."""

from __future__ import annotations

import asyncio
import json
import os
import time
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection

ATTACKERS = "127.0.0.66"
HALL = "127.0.0.3"
HALF_OPEN, UPLOADS, FIGHTS, STREAMS, JOINS = 1100, 4, 64, 100, 1000
CRUMBLED, SLOW_BODIES = 4, 760
FIGURES = 200
GIGABYTE = 1_000_000_000
PIECE = b"x" * 65_536
CRUMBS = b"1\r\na\r\n" * 40_000
PATIENCE = 60.0
PAUSE = 1.0
EVERY = 40.0
"""Seconds between two lines of a header that never ends."""
BETWEEN_DEEDS = 10.0

Links = tuple[StreamReader, StreamWriter]
Door = tuple[str, str]
"""The address by which a seat comes in, and one of its commanders."""


@dataclass
class Told:
    """What those who asked were answered, by what they asked; "closed" where the server hung up."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)

    def note(self, what: str, answer: object) -> None:
        """Count one answer."""
        self.counts.setdefault(what, Counter())[str(answer)] += 1


@dataclass(frozen=True)
class Siege:
    """Where the server is, and who of whom it is told."""

    port: int
    told: Told

    @asynccontextmanager
    async def link(self, home: str = ATTACKERS) -> AsyncIterator[Links]:
        """A connection from an address of this computer."""
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(home, 0), limit=2**16
            )
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def again_and_again(self, what: str, work: Callable[[], Awaitable[object]]) -> None:
        """As a script would that never gives up."""
        while True:
            try:
                self.told.note(what, await work())
            except (OSError, EOFError, TimeoutError):
                self.told.note(what, "closed")
            await asyncio.sleep(PAUSE)

    async def half_open(self) -> str:
        """A header that never ends."""
        async with self.link() as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(EVERY):
                        return "answered" if await reader.read(4096) else "closed"
                writer.write(b"X-More: 1\r\n")

    async def upload(self, *, is_chunked: bool) -> object:
        """A gigabyte from nobody, to a form."""
        async with self.link() as (reader, writer):
            length = "Transfer-Encoding: chunked" if is_chunked else f"Content-Length: {GIGABYTE}"
            writer.write(
                f"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n{length}\r\n\r\n".encode()
            )
            piece = b"%x\r\n%b\r\n" % (len(PIECE), PIECE) if is_chunked else PIECE
            sending = asyncio.create_task(send_on(writer, piece))
            try:
                return await status_of(reader)
            finally:
                sending.cancel()

    async def crumbs(self) -> object:
        """A body in pieces of a single byte, as many as are taken."""
        async with self.link() as (reader, writer):
            writer.write(request("POST", "/join", more="Transfer-Encoding: chunked\r\n") + CRUMBS)
            return await status_of(reader)

    async def slow_body(self) -> str:
        """A form of which a single byte ever comes."""
        async with self.link() as (reader, writer):
            writer.write(request("POST", "/join", more="Content-Length: 100\r\n") + b"a")
            return "answered" if await reader.read(4096) else "closed"

    async def fight(self, body: bytes) -> object:
        """One step of a large fight, on connections that stay open."""
        async with self.link() as (reader, writer):
            while True:
                writer.write(request("POST", "/api/v1/quick", body))
                status, _ = await answer_of(reader)
                self.told.note("quick fights", status)

    async def stream(self) -> object:
        """A live stream of nobody, read until it ends."""
        async with self.link() as (reader, writer):
            writer.write(request("GET", "/stream"))
            status = await status_of(reader)
            self.told.note("streams", status)
            while status == 200 and await reader.read(4096):
                pass
            return "ended"

    async def join(self, code: str) -> object:
        """One try of a code."""
        async with self.link() as (reader, writer):
            writer.write(request("GET", f"/j/{code}", more="Connection: close\r\n"))
            return await status_of(reader)

    async def joins(self, codes: Sequence[str]) -> None:
        """A thousand at once, and when all are through, another thousand."""
        while True:
            tries = [self.join(codes[n % len(codes)]) for n in range(JOINS)]
            for found in await asyncio.gather(*tries, return_exceptions=True):
                self.told.note("joins", found if isinstance(found, int) else "closed")
            await asyncio.sleep(PAUSE)

    async def phone(self, number: int, door: str, commander: str) -> None:
        """An honest phone: it joins by its card, listens, and says now and then that it is done."""
        async with self.link(HALL) as (reader, writer):
            writer.write(request("GET", door))
            status, headers = await answer_of(reader)
            self.told.note("phones: join", status)
            cookie = "Cookie: " + headers.get("set-cookie", "").partition(";")[0] + "\r\n"
            campaign = headers.get("location", "").rpartition("/")[2]
            listening = asyncio.create_task(self.listen(campaign, number, cookie))
            await asyncio.sleep(BETWEEN_DEEDS * (number % 100) / 100)
            for turn in range(1_000_000):
                await self.play(reader, writer, campaign, commander, cookie, turn)
            await listening

    async def play(
        self,
        reader: StreamReader,
        writer: StreamWriter,
        campaign: str,
        commander: str,
        cookie: str,
        turn: int,
    ) -> None:
        """A deed and the page after it."""
        setup = {"kind": "say-done", "commanders": [commander], "done": turn % 2 == 0}
        said = {"kind": "say-done", "setup": setup, "key": f"honest-{time.monotonic_ns()}"}
        begun = time.perf_counter()
        writer.write(
            request("POST", f"/api/v1/campaigns/{campaign}/deeds", json.dumps(said).encode(), cookie)
        )
        status, _ = await answer_of(reader)
        self.told.note("phones: deed", status)
        writer.write(request("GET", f"/c/{campaign}/seat", more=cookie))
        status, _ = await answer_of(reader)
        self.told.note("phones: page", status)
        self.told.times.append(time.perf_counter() - begun)
        await asyncio.sleep(max(0.0, BETWEEN_DEEDS - (time.perf_counter() - begun)))

    async def listen(self, campaign: str, number: int, cookie: str) -> None:
        """A phone's live stream."""
        async with self.link(HALL) as (reader, writer):
            writer.write(request("GET", f"/stream?campaign={campaign}&client=honest-{number}", more=cookie))
            status = await status_of(reader)
            self.told.note("phones: stream", status)
            while status == 200 and await reader.read(4096):
                pass


async def send_on(writer: StreamWriter, piece: bytes) -> None:
    """Send without end, as fast as it is taken."""
    with suppress(OSError):
        while True:
            writer.write(piece)
            await writer.drain()


def request(method: str, path: str, body: bytes = b"", more: str = "") -> bytes:
    """A request as it goes over the line."""
    kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}{kind}\r\n".encode() + body


async def status_of(reader: StreamReader) -> int:
    """The status of an answer; its header is read."""
    return (await head_of(reader))[0]


async def answer_of(reader: StreamReader) -> tuple[int, dict[str, str]]:
    """Status and headers of an answer that is read whole, so that the next can come."""
    status, headers = await head_of(reader)
    if "content-length" in headers:
        await reader.readexactly(int(headers["content-length"]))
    else:
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    return status, headers


async def head_of(reader: StreamReader) -> tuple[int, dict[str, str]]:
    """The beginning of an answer."""
    async with asyncio.timeout(PATIENCE):
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in head[1:] if line)
    return int(head[0].split(" ")[1]), {name.lower(): value.strip() for name, _, value in pairs}


def battle() -> bytes:
    """A fight of two hundred."""
    half = FIGURES // 2
    sides = {
        "good": {"figures": [{"id": "rider", "profile": "rider-of-rohan", "count": half}]},
        "evil": {"figures": [{"id": "uruk", "profile": "uruk-hai", "count": half}]},
    }
    return json.dumps({"battle": {"site": {}, "sides": sides}, "answer": {"by": "app"}}).encode()


def everybody(siege: Siege, kind: str, doors: Sequence[Door]) -> list[Awaitable[object]]:
    """All of one kind."""
    body = battle()
    # Half of those who join scan a card of the game, the others guess.
    codes = [door.removeprefix("/j/") for door, _ in doors[:5]] + [f"AAAA-AAA{n}" for n in range(2, 7)]
    if kind == "joins":
        return [siege.joins(codes)]
    if kind == "phones":
        return [siege.phone(number, *door) for number, door in enumerate(doors)]
    many: dict[str, tuple[int, Callable[[int], Awaitable[object]]]] = {
        "half-open": (HALF_OPEN, lambda _: siege.half_open()),
        "uploads": (2 * UPLOADS, lambda number: siege.upload(is_chunked=number % 2 == 1)),
        "crumbs": (CRUMBLED, lambda _: siege.crumbs()),
        "slow bodies": (SLOW_BODIES, lambda _: siege.slow_body()),
        "quick fights": (FIGHTS, lambda _: siege.fight(body)),
        "streams": (STREAMS, lambda _: siege.stream()),
    }
    number, work = many[kind]
    return [siege.again_and_again(kind, partial(work, n)) for n in range(number)]


def besiege(port: int, kinds: Sequence[str], doors: Sequence[Door], pipe: Connection) -> None:
    """In a process of its own: begin, and go on until something comes by the pipe; sends what was told."""

    async def work() -> Told:
        told = Told()
        siege = Siege(port, told)
        tasks = [asyncio.ensure_future(one) for kind in kinds for one in everybody(siege, kind, doors)]
        while not pipe.poll():
            await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        for found in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(found, Exception):
                told.note("broke off", repr(found))
        return told

    # Those who besiege have computers of their own: what they need is not taken of the server's share.
    if hasattr(os, "setsid"):
        os.setsid()
    pipe.send(asyncio.run(work()))

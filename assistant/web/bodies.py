"""What a request carries: taken in before a worker is, up to what its sender may send and at a fair pace."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from assistant.web.bounds import SocketBounds

IN_MEMORY = 1_048_576

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]


class TooLarge(Exception):
    """More than its sender may send."""


class TooSlow(Exception):
    """It does not come in, or not fast enough."""


class HungUp(Exception):
    """Whoever sent it is gone."""


async def read_body(receive: Receive, most: int, bounds: SocketBounds) -> IO[bytes]:
    """The whole body; what is small stays in memory."""
    loop, got = asyncio.get_running_loop(), 0
    begun = loop.time()
    # A file that is closed when it is let go of: the environment of the request owns it.
    body: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    try:
        while True:
            limit = begun + bounds.body_seconds + got / bounds.body_pace
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

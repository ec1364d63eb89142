"""What is no request, or an odd one: it is refused or answered, and the server goes on without a word."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from assistant.web import SocketBounds
from assistant.web.connections import Connection, Connections
from tests.web.loops import in_a_loop
from tests.web.wires import Gate, Wire, header

Besiege = Callable[..., Gate]
HUNG_UP = 0
GET = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/v1/quick HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
NO_REQUESTS: dict[str, bytes] = {
    "nothing": b"\r\n\r\n\r\n\r\nx\r\n\r\n",
    "one word": b"HELLO\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "an unknown version": b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    "http/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "a letter that is none, in the path": b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    "a NUL in the path": b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    "a NUL in a header": b"GET / HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n",
    "a NUL in a name": b"GET / HTTP/1.1\r\nHost: x\r\nX\x00: a\r\n\r\n",
    "a header without a colon": b"GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n",
    "a space before the colon": b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
    "a header that goes on and on": b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 200_000,
    "an address that goes on and on": b"GET /" + b"x" * 200_000,
    "many headers": b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 20_000,
    "a few more headers than anybody sends": b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 100 + b"\r\n",
    "a body in crumbs": POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 1000,
    "two lengths": GET + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "two lengths in one line": GET + b"Content-Length: 2, 3\r\n\r\n{}",
    "a length below nothing": GET + b"Content-Length: -1\r\n\r\n",
    "a length in words": GET + b"Content-Length: two\r\n\r\n{}",
    "a length of 5,000 digits": GET + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "a length with a sign": GET + b"Content-Length: +2\r\n\r\n{}",
    "a length, and pieces": GET + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "pieces, and a length": GET + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
    "an unknown encoding": GET + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "two encodings": GET + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "a piece of no size": GET + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "a piece of no size, asked for a header": header("/", "HEAD", Transfer_Encoding="chunked") + b"zz\r\n",
    "a piece that is longer than it says": POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("sent", NO_REQUESTS.values(), ids=NO_REQUESTS.keys())
def test_what_is_no_request_is_refused_and_the_server_goes_on(sent: bytes, besieged: Besiege) -> None:
    gate = besieged()
    assert refused_with(gate.wire(), sent) in (400, HUNG_UP)
    assert gate.answers()


def refused_with(wire: Wire, sent: bytes) -> int:
    """The status with which it is refused, though not all of it may have been read."""
    with suppress(ConnectionError):
        wire.say(sent)
        return wire.hear(has_body=False).status
    # Whoever still sends may not hear it.
    return HUNG_UP


ODD: dict[str, tuple[bytes, int]] = {
    "the whole address": (b"GET http://127.0.0.1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 200),
    "a NUL, encoded": (header("/%00"), 404),
    "half an encoding": (header("/%"), 404),
    "letters that are none, encoded": (header("/%ff%fe"), 404),
    "a way upwards": (header("/static/x/..%2f..%2fserver.py"), 404),
    "nothing but a question": (header("/?"), 200),
    "everything": (b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 404),
    "a tunnel": (b"CONNECT example.org:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 404),
    "an unknown method": (header("/health", "BREW"), 405),
    "another protocol": (header("/health", Connection="Upgrade", Upgrade="websocket"), 400),
    "an old browser": (b"GET /health HTTP/1.0\r\n\r\n", 200),
    "the same length twice": (POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400),
    "a trailer": (POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: y\r\n\r\n", 400),
}


@pytest.mark.parametrize(("sent", "status"), ODD.values(), ids=ODD.keys())
def test_what_is_odd_but_a_request_is_answered(sent: bytes, status: int, besieged: Besiege) -> None:
    gate = besieged()
    assert gate.wire().say(sent).hear().status == status
    assert gate.answers()


def test_nothing_that_follows_two_lengths_is_taken_for_a_request(besieged: Besiege) -> None:
    """A proxy that believed the other length would have let it pass as a body."""
    wire = besieged().wire()
    said = b"Content-Length: 40\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    wire.say(GET + said + header("/master"))
    assert wire.hear().status == 400
    assert (wire.held, wire.is_hung_up()) == (b"", True)


def test_names_that_may_pose_as_others_are_left_out(besieged: Besiege) -> None:
    """`X_Forwarded_For` would be told apart from `X-Forwarded-For` by nobody in the app."""
    gate = besieged(proxies=("127.0.0.1",))
    raw = b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\nX_Forwarded_For: 10.9.9.9\r\n\r\n"
    gate.wire().say(raw).hear(has_body=False)
    assert [one.holder.address for one in gate.hub.listening()] == ["127.0.0.1"]


def test_an_answer_that_is_ready_just_as_the_rest_is_refused_is_not_sent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    said = GET + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert in_a_loop(answered_meanwhile(said, b"zz\r\n")).startswith(b"HTTP/1.1 400 ")
    assert caplog.get_records("call") == []


async def answered_meanwhile(header: bytes, rest: bytes) -> bytes:
    """What is heard on a connection when the app answers at the moment the rest arrives."""
    is_asked, is_ready = asyncio.Event(), asyncio.Event()

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        is_asked.set()
        await is_ready.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    config = Config(app, log_config=None, log_level="error", ws="none", lifespan="off", interface="asgi3")
    held = Connections(SocketBounds())
    ours, theirs = socket.socketpair()
    with theirs:
        _, connection = await asyncio.get_running_loop().connect_accepted_socket(
            lambda: Connection(held, config, ServerState(), {}), ours
        )
        connection.data_received(header)
        await is_asked.wait()
        is_ready.set()
        connection.data_received(rest)
        reader, writer = await asyncio.open_connection(sock=theirs)
        heard = await reader.read()
        writer.close()
        return heard

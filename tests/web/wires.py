"""Raw sockets to a real server: what no browser sends can be sent as well."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from assistant.web.hub import Hub
from assistant.web.server import Server

PATIENCE = 20.0
HEAD_END = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Heard:
    """One answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(json.loads(self.body)["error"]["code"])


@dataclass(slots=True)
class Wire:
    """A connection from an address of this computer."""

    port: int
    home: str = "127.0.0.1"
    link: socket.socket = field(init=False)
    held: bytes = b""

    def __post_init__(self) -> None:
        self.link = socket.create_connection(
            ("127.0.0.1", self.port), PATIENCE, source_address=(self.home, 0)
        )

    def say(self, said: bytes) -> Wire:
        """Send these bytes as they are."""
        self.link.sendall(said)
        return self

    def ask(self, path: str = "/health", method: str = "GET", **headers: str) -> Wire:
        """Send a request without a body."""
        return self.say(header(path, method, **headers))

    def hear(self, *, has_body: bool = True) -> Heard:
        """The next answer, whole."""
        while HEAD_END not in self.held:
            self._more()
        head, _, self.held = self.held.partition(HEAD_END)
        first, *lines = head.decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines)
        headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        status = int(first.split(" ")[1])
        body = self._body(headers) if has_body and status >= 200 else b""
        return Heard(status, headers, body)

    def is_hung_up(self) -> bool:
        """Whether the server ends the connection without another word; waits for it."""
        try:
            return self.link.recv(65_536) == b""
        except ConnectionError:
            return True

    def close(self) -> None:
        """Hang up."""
        self.link.close()

    def _body(self, headers: dict[str, str]) -> bytes:
        if "content-length" not in headers:
            return self.until_end()
        length = int(headers["content-length"])
        while len(self.held) < length:
            self._more()
        body, self.held = self.held[:length], self.held[length:]
        return body

    def until_end(self) -> bytes:
        """All that is still said before the server hangs up."""
        while (part := self.link.recv(65_536)) != b"":
            self.held += part
        return self.held

    def _more(self) -> None:
        part = self.link.recv(65_536)
        if not part:
            raise ConnectionError("hung up before an answer was whole")
        self.held += part


def header(path: str = "/health", method: str = "GET", **headers: str) -> bytes:
    """The header of a request; names are written with underscores."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def chunk(part: bytes) -> bytes:
    """A piece of a body whose length nobody knows."""
    return b"%x\r\n%b\r\n" % (len(part), part)


def told_by(answer: Heard) -> Any:
    """What an answer says, as JSON."""
    return json.loads(answer.body)


HOLD = "X-Hold"


class Held:
    """Around an app: requests that say so are at work until they are let go."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self.began = threading.Semaphore(0)
        self.let_go = threading.Event()

    def __call__(self, environ: Any, start_response: Any) -> Any:
        if f"HTTP_{HOLD.upper().replace('-', '_')}" in environ:
            self.began.release()
            assert self.let_go.wait(PATIENCE)
        return self._app(environ, start_response)


class Gate:
    """A running server with its streams, and connections to it that are closed after the test."""

    def __init__(self, server: Server, hub: Hub, opened: ExitStack, held: Held) -> None:
        self.server = server
        self.hub = hub
        self.held = held
        self._opened = opened

    def wire(self, home: str = "127.0.0.1") -> Wire:
        """A new connection from an address."""
        made = Wire(self.server.port, home)
        self._opened.callback(made.close)
        return made

    def answers(self, home: str = "127.0.0.1") -> bool:
        """Whether somebody from there is answered on a new connection."""
        return self.wire(home).ask().hear().status == 200

    def holds(self, home: str = "127.0.0.1", **headers: str) -> Wire:
        """A connection with a request that is at work until it is let go."""
        wire = self.wire(home).ask(**{HOLD: "yes"}, **headers)
        assert self.held.began.acquire(timeout=PATIENCE)
        return wire

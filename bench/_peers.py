"""The server that ours took the place of, for comparison: waitress with a thread for every stream."""

from __future__ import annotations

import gc
import socket
import sys
from typing import Any, Protocol

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]

from assistant.web import hub_of
from assistant.web.server import TURN, Server

SERVERS = ("uvicorn", "waitress")
THREADS = 64


class Serving(Protocol):
    """What benchmarks ask of a server."""

    port: int

    def run(self) -> None:
        """Answer until it is stopped."""

    def stop(self) -> None:
        """End `run`."""


class Waitress:
    """Waitress as it was set up here, with room for some more streams."""

    def __init__(self, app: Flask, listening: socket.socket, streams: int) -> None:
        self.port: int = listening.getsockname()[1]
        self._hub = hub_of(app)
        self._sockets: dict[int, object] = {}
        self._is_stopping = False
        self._waitress: Any = create_server(
            app,
            map=self._sockets,
            sockets=[listening],
            threads=THREADS + streams,
            channel_request_lookahead=1,
            connection_limit=1000,
            clear_untrusted_proxy_headers=True,
            ident=None,
        )

    def run(self) -> None:
        """Answer requests until `stop`."""
        sys.setswitchinterval(TURN)
        gc.collect()
        gc.freeze()
        while not self._is_stopping:
            wasyncore.loop(timeout=1, use_poll=True, map=self._sockets, count=1)
        self._hub.close()
        self._waitress.task_dispatcher.shutdown()
        wasyncore.close_all(self._sockets, ignore_all=True)

    def stop(self) -> None:
        """End `run`."""
        self._is_stopping = True
        self._waitress.pull_trigger()


def serving(name: str, app: Flask, listening: socket.socket, streams: int) -> Serving:
    """The app on one of the two."""
    return Server(app, listening) if name == "uvicorn" else Waitress(app, listening, streams)

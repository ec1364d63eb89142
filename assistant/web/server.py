"""The web server: uvicorn with our bounds, stopped from any thread or signal without hanging."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
from collections.abc import Collection, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, cast

import uvicorn
from flask import Flask
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from assistant.kernel.errors import Illegal
from assistant.web import behind
from assistant.web.addresses import EVERYWHERE
from assistant.web.bounds import SocketBounds
from assistant.web.bridge import Bridge
from assistant.web.claims import plain
from assistant.web.connections import Connection, Connections
from assistant.web.hub import Hub

if sys.platform != "win32":
    import resource

BACKLOG = 1024
# So many are let in before the loop turns to those who are in already: a crowd at the door holds nobody up.
AT_ONCE = 8
# Files that the database, the log and others may have open beside connections.
SPARE_FILES = 100
# How long those who are being answered have when the server stops.
LAST_SECONDS = 5
# A phone that walked out of range never says goodbye; this is how long we go on sending to it.
UNHEARD_MILLISECONDS = 30_000
# Seconds a thread may keep the interpreter while others wait.
TURN = 0.0005
# What is thrown away in circles is looked for this often: each look holds all answers up.
COLLECTED = (20_000, 20, 20)


def listen(host: str, port: int) -> socket.socket:
    """A socket on which the server will answer, or a sentence on why not."""
    try:
        family, address = _resolve(host, port)
        dual = family == socket.AF_INET6 and host in EVERYWHERE and socket.has_dualstack_ipv6()
        opened = socket.create_server(address, family=family, backlog=BACKLOG, dualstack_ipv6=dual)
    except (OSError, OverflowError) as error:
        raise _refusal(error, host, port) from error
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MILLISECONDS)
    return opened


class Server:
    """Answers on an open socket until it is told to stop; forwarded addresses are believed of `proxies`."""

    def __init__(self, app: Flask, listening: socket.socket, proxies: Collection[str] = ()) -> None:
        self.port: int = listening.getsockname()[1]
        self._listening = listening
        self._app = behind(app)
        bounds = self._app.bounds
        self._workers = ThreadPoolExecutor(bounds.workers, thread_name_prefix="worker")
        self._connections = Connections(within_reach(bounds), proxies)
        bridge: Any = Bridge(app, bounds, self._workers, self._app.allowed)
        config = Config(
            ProxyHeadersMiddleware(bridge, [plain(one) for one in proxies]) if proxies else bridge,
            http=cast(Any, partial(Connection, self._connections)),
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            backlog=AT_ONCE,
            timeout_keep_alive=bounds.idle_seconds,
            timeout_graceful_shutdown=LAST_SECONDS,
        )
        self._uvicorn = Uvicorn(config, self._connections, self._app.hub)

    def run(self) -> None:
        """Answer requests until `stop`; returns when every thread has ended."""
        # Many threads share one interpreter: short turns keep a quick answer from queueing behind long ones.
        sys.setswitchinterval(TURN)
        _settle()
        try:
            asyncio.run(self._uvicorn.serve([self._listening]))
        finally:
            self._app.hub.close()
            self._workers.shutdown(cancel_futures=True)

    def stop(self) -> None:
        """End `run`; takes no lock, so a signal handler may call it, and again while it ends."""
        self._uvicorn.should_exit = True


class Uvicorn(uvicorn.Server):
    """uvicorn, that leaves signals to the command, and connections and streams in order."""

    def __init__(self, config: Config, connections: Connections, hub: Hub) -> None:
        super().__init__(config)
        self._connections = connections
        self._hub = hub

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Whoever started the server hears them."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """The loop takes in as many at once as it says may wait; the system lets far more wait."""
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(BACKLOG)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % 10 == 0:
            self._connections.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Streams first: the server waits for its answers, and a stream would never end by itself.

        Nor would it get any further with those whose requests are not whole yet.
        """
        self._hub.close()
        self._connections.let_go()
        await super().shutdown(sockets)


def within_reach(bounds: SocketBounds) -> SocketBounds:
    """No more connections than the system lets us have open; we ask it for as many as there are to be."""
    if sys.platform == "win32":
        return bounds
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = bounds.connections + SPARE_FILES
    if soft < wanted:
        # A system that refuses leaves it as it was.
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return replace(bounds, connections=min(bounds.connections, max(1, soft - SPARE_FILES)))


def _settle() -> None:
    """Spare the collector what lives as long as the program: walking it all would hold every answer up."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


def _resolve(host: str, port: int) -> tuple[int, tuple[str, int]]:
    found = socket.getaddrinfo(host or "0.0.0.0", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    # localhost may be two addresses; the older kind is the one that everything else understands.
    family, _, _, _, address = sorted(found, key=lambda one: one[0] != socket.AF_INET)[0]
    return family, (str(address[0]), int(address[1]))


def _refusal(error: OSError | OverflowError, host: str, port: int) -> Illegal:
    code = getattr(error, "errno", None)
    if code == errno.EADDRINUSE:
        return Illegal(
            "port-taken",
            f"Port {port} is already in use, perhaps by an assistant that is still running.",
            do=f"Stop that one, or choose another port: assistant serve --port {port + 1}",
        )
    if code in (errno.EACCES, errno.EPERM):
        return Illegal(
            "port-forbidden",
            f"The system does not let you use port {port}.",
            do="Choose a port above 1024: assistant serve --port 8090",
        )
    if isinstance(error, OverflowError):
        return Illegal("no-such-port", f"There is no port {port}.", do="Choose one from 1024 to 65535.")
    return Illegal(
        "no-such-host",
        f"This computer has no address {host}.",
        do="Leave --host out to be reached on every network, or use 127.0.0.1 for this computer only.",
    )

"""The web server: waitress with room for streams, stopped from any thread or signal without hanging."""

from __future__ import annotations

import errno
import gc
import socket
import sys

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]

from assistant.kernel.errors import Illegal
from assistant.web import hub_of
from assistant.web.addresses import EVERYWHERE

THREADS = 64
CONNECTIONS = 1000
# A phone that walked out of range never says goodbye; this is how long we go on sending to it.
UNHEARD_MILLISECONDS = 30_000
# Seconds a thread may keep the interpreter while others wait.
TURN = 0.0005


def listen(host: str, port: int) -> socket.socket:
    """A socket on which the server will answer, or a sentence on why not."""
    try:
        family, address = _resolve(host, port)
        dual = family == socket.AF_INET6 and host in EVERYWHERE and socket.has_dualstack_ipv6()
        opened = socket.create_server(address, family=family, backlog=1024, dualstack_ipv6=dual)
    except (OSError, OverflowError) as error:
        raise _refusal(error, host, port) from error
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MILLISECONDS)
    return opened


class Server:
    """Answers on an open socket until it is told to stop."""

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        self.port: int = listening.getsockname()[1]
        self._hub = hub_of(app)
        self._sockets: dict[int, object] = {}
        self._is_stopping = False
        self._waitress = create_server(
            app,
            map=self._sockets,
            sockets=[listening],
            threads=THREADS,
            channel_request_lookahead=1,
            connection_limit=CONNECTIONS,
            clear_untrusted_proxy_headers=True,
            ident=None,
        )

    def run(self) -> None:
        """Answer requests until `stop`; returns when every thread has ended."""
        # Many threads share one interpreter: short turns keep a quick answer from queueing behind long ones.
        sys.setswitchinterval(TURN)
        _settle()
        try:
            while not self._is_stopping:
                # poll where there is one: select fails at 1024 open files.
                wasyncore.loop(timeout=1, use_poll=True, map=self._sockets, count=1)
        finally:
            # Streams first: the server waits for its threads, and a stream would never end by itself.
            self._hub.close()
            self._waitress.task_dispatcher.shutdown()
            wasyncore.close_all(self._sockets, ignore_all=True)

    def stop(self) -> None:
        """End `run`; takes no lock, so a signal handler may call it, and again while it ends."""
        if self._is_stopping:
            return
        self._is_stopping = True
        self._waitress.pull_trigger()


def _settle() -> None:
    """Spare the collector what lives as long as the program: walking it all would hold every answer up."""
    gc.collect()
    gc.freeze()


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

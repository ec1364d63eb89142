"""By which names the server may be called: a foreign name that leads here is a trick, and is not answered."""

from __future__ import annotations

import socket
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, request

from assistant.kernel.errors import Illegal

# What home routers put behind the name of a computer.
ENDINGS = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")


def own_names(others: Collection[str] = ()) -> frozenset[str]:
    """The names of this computer, and others that it was given."""
    computer = socket.gethostname().lower()
    first = computer.partition(".")[0]
    mine = [computer, *(first + ending for ending in ENDINGS)] if first else []
    return frozenset((*mine, *map(name_in, others)))


def install(app: Flask, names: Collection[str]) -> None:
    """Answer only those who call the server by an address or one of these names."""

    @app.before_request
    def refuse_strange_names() -> None:
        called = name_in(request.host)
        if not (is_address(called) or called in names or f".{called}".endswith(".localhost")):
            raise Illegal(
                "unknown-host",
                f'This computer does not go by the name "{called[:80]}".',
                do="Use an address that the start page shows, or start it with --host-name and this name.",
            )


def name_in(host: str) -> str:
    """The name in `name:port`, as it is compared; nothing where there is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    """Whether it is a number: no foreign site can make one lead here, whichever network it came by."""
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True

"""A request as Flask expects it, and its answer; what is short is read whole: readers hold no worker."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask

AT_ONCE = 1_048_576

Scope = Mapping[str, Any]
Headers = list[tuple[bytes, bytes]]


@dataclass(slots=True)
class Answer:
    """What the app answered."""

    status: int
    headers: Headers
    rest: Iterator[bytes]
    """What was not read yet."""
    close: Callable[[], None]
    """To be called once no more is wanted of it."""
    begun: bytes = b""
    is_whole: bool = True
    """Whether nothing is left to read."""


def environment(scope: Scope) -> dict[str, Any]:
    """The environment of a request; names with an underscore are left out, for they may pose as others."""
    server, client = scope.get("server") or ("", 0), scope.get("client") or ("", 0)
    made: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path_of(scope["raw_path"])).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").upper().replace("-", "_")
        if b"_" in raw or name in ("TRANSFER_ENCODING", "CONTENT_LENGTH"):
            continue
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        said, joint = value.decode("latin-1"), "; " if name == "COOKIE" else ", "
        made[key] = f"{made[key]}{joint}{said}" if key in made else said
    return made


def path_of(target: bytes) -> bytes:
    """The path of what was asked for; to proxies the whole address is said."""
    if target.startswith((b"http://", b"https://")):
        return b"/" + target.split(b"/", 3)[3] if target.count(b"/") > 2 else b"/"
    return target


def ask(app: Flask, environ: dict[str, Any]) -> Answer:
    """The app's answer, of which nothing has been read."""
    said: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        said.append((status, headers))
        return lambda data: None

    parts = app(environ, start_response)
    status, headers = said[-1]
    close: Callable[[], None] = getattr(parts, "close", lambda: None)
    return Answer(int(status.split(" ", 1)[0]), encoded(headers), iter(parts), close)


def read_beginning(answer: Answer) -> None:
    """Read all that is short, and the beginning of what is long."""
    read, length = list[bytes](), 0
    try:
        for part in answer.rest:
            read.append(part)
            length += len(part)
            if length >= AT_ONCE:
                answer.is_whole = False
                break
    except BaseException:
        answer.close()
        raise
    answer.begun = b"".join(read)
    if answer.is_whole:
        answer.close()


def encoded(headers: Iterable[tuple[str, str]]) -> Headers:
    """Headers as they go over the line."""
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]

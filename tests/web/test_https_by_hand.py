"""Some browsers make https of an address that is typed by hand: we have none, and nobody waits to hear so."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable

import pytest

from assistant.web.server import Server
from tests.web.conftest import PATIENCE


def test_a_browser_that_tries_https_hears_at_once_that_there_is_none(serve: Callable[..., Server]) -> None:
    secure = ssl.create_default_context()
    line = socket.create_connection(("127.0.0.1", serve().port), timeout=PATIENCE)
    # Not a TimeoutError: the server ends it, and the browser falls back or says so.
    with line, pytest.raises((ssl.SSLError, ConnectionResetError)):
        secure.wrap_socket(line, server_hostname="127.0.0.1")

"""`assistant serve` as a process of its own: how it starts, what it says, how it stops."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from assistant.cli.serve import can_show_browser
from assistant.kernel.errors import Illegal
from assistant.web.server import listen

COMMAND = [sys.executable, "-m", "assistant", "serve", "--no-browser"]
SECONDS = 20

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the command in an instance folder of its own; whatever still runs after the test is ended."""
    started: list[subprocess.Popen[str]] = []

    def popen(*arguments: str, encoding: str = "utf-8") -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*COMMAND, "--instance", str(tmp_path / "instance"), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding=encoding,
            env={**os.environ, "PYTHONIOENCODING": encoding, "NO_COLOR": "1"},
        )
        started.append(process)
        return process

    yield popen
    for process in started:
        process.kill()
        process.communicate()


def told(process: subprocess.Popen[str]) -> str:
    """What the server says until it is ready."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("Ctrl-C"):
            break
    return "".join(lines)


def port_in(text: str) -> int:
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", text)
    assert found, text
    return int(found[1])


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_and_stops_in_order_with_streams_open(start: Start, how: signal.Signals) -> None:
    process = start("--port", "0")
    port = port_in(told(process))
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request("GET", "/stream")
    with connection.getresponse() as stream:
        assert stream.status == 200
        process.send_signal(how)
        said, _ = process.communicate(timeout=SECONDS)
    connection.close()
    assert process.returncode == 0
    assert said == "Stopped. Everything recorded is safe.\n"


def test_a_second_server_on_the_same_campaigns_is_told_where_the_first_is(start: Start) -> None:
    first = start("--port", "0")
    port = port_in(told(first))
    second = start("--port", "0")
    said, _ = second.communicate(timeout=SECONDS)
    assert second.returncode == 2
    assert f"the server at http://127.0.0.1:{port}/" in said
    assert "Traceback" not in said


def test_a_taken_port_is_a_sentence(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start("--host", "127.0.0.1", "--port", str(port))
        said, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    assert f"Port {port} is already in use" in said
    assert f"assistant serve --port {port + 1}" in said
    assert "Traceback" not in said


def test_a_console_without_block_characters_still_shows_the_address(start: Start) -> None:
    process = start("--port", "0", encoding="ascii")
    said = told(process)
    assert port_in(said)
    assert "?" not in said


def test_a_server_for_this_computer_says_that_phones_cannot_come(start: Start) -> None:
    assert "Phones cannot reach this computer" in told(start("--port", "0", "--host", "127.0.0.1"))


def test_the_help_has_every_option_and_an_example(start: Start) -> None:
    said, _ = start("--help").communicate(timeout=SECONDS)
    for word in ("--host", "--port", "--no-browser", "--instance", "8090", "Example: assistant serve"):
        assert word in said


def test_an_address_that_is_not_ours_is_a_sentence() -> None:
    with pytest.raises(Illegal, match=r"This computer has no address 203\.0\.113\.77"):
        listen("203.0.113.77", 0)


def test_a_browser_is_opened_only_where_somebody_may_see_it() -> None:
    assert can_show_browser("win32", {})
    assert can_show_browser("darwin", {})
    assert can_show_browser("linux", {"DISPLAY": ":0"})
    assert can_show_browser("linux", {"WAYLAND_DISPLAY": "wayland-0"})
    assert not can_show_browser("linux", {})
    assert not can_show_browser("linux", {"DISPLAY": ":10", "SSH_CONNECTION": "1.2.3.4"})

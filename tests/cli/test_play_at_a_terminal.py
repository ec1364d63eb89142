"""`campaign play` where somebody types: lines can be corrected, and leaving in any way says how to go on."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from assistant.cli.common import INSTANCE_VARIABLE
from tests.cli.conftest import Assistant

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60
"""Seconds after which nobody believes any more that something comes."""
LONG = 10
"""Seconds after which somebody presses a key again."""
LEFT, UP = "\x1b[D", "\x1b[A"


@dataclass(frozen=True, slots=True)
class Terminal:
    """A process at a terminal, and the end of it at which somebody sits."""

    process: subprocess.Popen[bytes]
    screen: int

    def read(self, until: str) -> str:
        """What appears, up to some words."""
        seen = b""
        while until.encode() not in seen:
            is_there, _, _ = select.select([self.screen], [], [], PATIENCE)
            assert is_there, f"nothing more after {seen!r}"
            more = os.read(self.screen, 4096)
            assert more, seen
            seen += more
        return seen.decode()

    def break_off(self) -> None:
        """Ctrl-C, and again where nothing comes of it: who is just about to wait for a key misses one."""
        for _ in range(PATIENCE // LONG):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.screen], [], [], LONG)[0]:
                return

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.screen, keys.encode())


@pytest.fixture
def terminal(assistant: Assistant, tmp_path: Path) -> Iterator[Terminal]:
    """A game of ten, at its first prompt."""
    assert assistant("campaign", "new", "Summer", "--players", 10).code == 0
    screen, inside = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "assistant", "campaign", "play", "summer"],
        cwd=ROOT,
        env={**os.environ, INSTANCE_VARIABLE: str(tmp_path / "instance"), "TERM": "dumb"},
        stdin=inside,
        stdout=inside,
        stderr=inside,
        start_new_session=True,
        # Whoever runs the tests in the background has told them to ignore a Ctrl-C, and so their children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        os.close(inside)
        found = Terminal(process, screen)
        found.read("\n> ")
        yield found
        process.kill()
    os.close(screen)


def test_a_line_is_corrected_with_the_arrow_keys_and_an_earlier_one_brought_back(terminal: Terminal) -> None:
    terminal.type(f"histry 1{LEFT}{LEFT}{LEFT}{LEFT}o\r")
    assert "1. The game begins with 10 players" in terminal.read("\n> ")
    terminal.type(f"{UP}\r")
    assert "1. The game begins with 10 players" in terminal.read("\n> ")


def test_whoever_breaks_off_at_the_prompt_is_told_how_to_go_on(terminal: Terminal) -> None:
    terminal.break_off()
    assert "All is kept; go on with: assistant campaign play summer" in terminal.read("Stopped.")
    assert terminal.process.wait() == 130

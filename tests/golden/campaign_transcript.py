"""Whole campaigns that can be read aloud, told again line by line through `assistant campaign play`.

A transcript begins with remarks and the options of `campaign new`, and a blank line. Then it goes on with

    > what the game master types, a command or the answer to a question
    # why that is so, for whoever checks it by hand
    and everything else as the assistant prints it

Lines that begin with > or # are taken as they stand; everything else is written anew by the rules of today.
Times of the day are not told: they are never the same.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from assistant.cli import main as assistant
from assistant.cli.common import INSTANCE_VARIABLE, actor

FOLDER = Path(__file__).resolve().parent / "campaigns"
NEW = "new: "
TYPED = "> "
LONGEST = 10_000
TIME = re.compile(r"\b[0-2][0-9]:[0-5][0-9]\b")


def campaigns() -> list[Path]:
    """All of them, by name."""
    return sorted(FOLDER.glob("*.txt"))


@dataclass(frozen=True, slots=True)
class Line:
    """What the game master typed, and the remarks that follow it."""

    typed: str
    remarks: tuple[str, ...] = ()


def read(text: str) -> tuple[str, tuple[Line, ...]]:
    """The opening of a transcript, and what was typed."""
    opening, _, body = text.partition("\n\n")
    lines: list[Line] = []
    for line in body.splitlines():
        if line.startswith(TYPED.strip()):
            lines.append(Line(line[len(TYPED) :]))
        elif line.startswith("#"):
            last = lines.pop()
            lines.append(Line(last.typed, (*last.remarks, line)))
    return opening, tuple(lines)


@dataclass
class Typist:
    """Stands in for the keyboard and writes what is typed into the transcript, on a line of its own."""

    lines: Iterator[Line]
    paper: StringIO = field(default_factory=StringIO)

    def isatty(self) -> bool:
        """Nothing is echoed besides."""
        return True

    def readline(self) -> str:
        line = next(self.lines, None)
        if line is None:
            return ""
        if self._stands_after() != TYPED:
            self.paper.write(f"\n{TYPED}")
        self.paper.write("\n".join((line.typed, *line.remarks, "")))
        return f"{line.typed}\n"

    def _stands_after(self) -> str:
        """What has been printed on the line so far."""
        end = self.paper.tell()
        self.paper.seek(max(0, end - LONGEST))
        return self.paper.read().rpartition("\n")[2]


def retell(text: str) -> str:
    """The whole transcript as the assistant tells it today."""
    opening, lines = read(text)
    (options,) = (line.removeprefix(NEW) for line in opening.splitlines() if line.startswith(NEW))
    told = play(shlex.split(options), iter(lines))
    # A prompt ends with a blank that nobody sees.
    told = TIME.sub("hh:mm", told).replace(f"({actor()}, hh:mm)", "(game master, hh:mm)")
    body = "\n".join(line.rstrip() for line in told.splitlines())
    return f"{opening}\n\n{body}\n"


def play(options: Sequence[str], lines: Iterator[Line]) -> str:
    """Make a campaign and play it; all that was printed and typed."""
    typist = Typist(lines)
    with tempfile.TemporaryDirectory() as folder, _typed_by(typist), _kept_in(folder):
        assistant(["campaign", "new", *options])
        assistant(["campaign", "play", options[0]])
    return typist.paper.getvalue()


@contextmanager
def _kept_in(folder: str) -> Iterator[None]:
    """As in the usual place: nobody must name the folder to go on, so the assistant does not either."""
    before = os.environ.get(INSTANCE_VARIABLE)
    os.environ[INSTANCE_VARIABLE] = folder
    try:
        yield
    finally:
        os.environ.pop(INSTANCE_VARIABLE)
        if before is not None:
            os.environ[INSTANCE_VARIABLE] = before


@contextmanager
def _typed_by(typist: Typist) -> Iterator[None]:
    keyboard: Any = typist
    held, sys.stdin = sys.stdin, keyboard
    try:
        with redirect_stdout(typist.paper), redirect_stderr(typist.paper):
            yield
    finally:
        sys.stdin = held


def main(names: Sequence[str]) -> None:
    """Print transcripts as they are told today; all of them when none is named."""
    for path in [FOLDER / name for name in names] or campaigns():
        print(retell(path.read_text(encoding="utf-8")), end="")


if __name__ == "__main__":
    main(sys.argv[1:])

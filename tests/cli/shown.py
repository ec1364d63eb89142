"""What the pages show of commands and their output, and the same commands run in a folder of their own."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.cli.common import INSTANCE_VARIABLE

ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND = re.compile(r"(?P<indent> {3,})\$ (?P<command>assistant .*)")
LEFT_OUT = "..."
MOMENT = re.compile(r"\d{8}-\d{6}")
# Both streams as one terminal shows them, and what is typed stands behind its question.
AT_A_TERMINAL = """
import sys

class Typed:
    def __init__(self, lines): self.lines = lines
    def readline(self, *_):
        line = self.lines.readline()
        sys.stdout.write(line)
        return line
    def __getattr__(self, name): return getattr(self.lines, name)

sys.stderr = sys.stdout
sys.stdin = Typed(sys.stdin)
from assistant.cli import main
main(sys.argv[1:])
"""


@dataclass(frozen=True, slots=True)
class Example:
    """A command as a page shows it, with what it is said to print."""

    line: int
    command: str
    shown: tuple[str, ...]

    @property
    def arguments(self) -> list[str]:
        """As a shell parts them, without what a shell does itself."""
        return shlex.split(self.command.partition(" > ")[0])[1:]

    @property
    def parts(self) -> tuple[str, ...]:
        """What stands between the dots, in words: where a page breaks its lines is its own affair."""
        parts, part = list[str](), list[str]()
        for line in self.shown:
            if line.strip() == LEFT_OUT:
                parts.append(in_words(part))
                part = []
            else:
                part.append(line)
        return (*parts, in_words(part))

    def differs(self, printed: str) -> str:
        """The first part that is not printed where it is shown; nothing if all are."""
        words, at = in_words([printed]), 0
        *before, last = self.parts
        for number, part in enumerate(before):
            found = words.find(part, at)
            if found < 0 or (number == 0 and part and found > 0):
                return part
            at = found + len(part)
        is_end = words[at:].strip() == last if not before else words[at:].endswith(last)
        return "" if is_end else last


def in_words(lines: Sequence[str]) -> str:
    """Words with one blank between any two; moments are all the same."""
    return MOMENT.sub("20260101-120000", " ".join(" ".join(lines).split()))


def examples(page: Path) -> Iterator[Example]:
    """Every command of a page with the lines that follow it in its block."""
    lines = page.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if found := COMMAND.fullmatch(line):
            yield Example(number + 1, found["command"], tuple(_shown(lines[number + 1 :], found["indent"])))


def _shown(lines: Sequence[str], indent: str) -> Iterator[str]:
    for line in lines:
        if not line.startswith(indent) or COMMAND.fullmatch(line):
            return
        yield line.removeprefix(indent)


@dataclass(frozen=True, slots=True)
class Folder:
    """A fresh copy of the project, in which commands are run as its pages show them."""

    path: Path

    @classmethod
    def fresh(cls, path: Path) -> Folder:
        (path / "assistant").symlink_to(ROOT / "assistant")
        for name in ("rosters", "scenarios"):
            shutil.copytree(ROOT / name, path / name)
        (path / "tests").symlink_to(ROOT / "tests")
        return cls(path)

    def run(self, arguments: Sequence[str], typed: str = "") -> str:
        """What a command prints in this folder; it must succeed."""
        done = subprocess.run(
            [sys.executable, "-P", "-c", AT_A_TERMINAL, *arguments],
            cwd=self.path,
            env={**os.environ, "PYTHONPATH": str(self.path), INSTANCE_VARIABLE: str(self.path / "instance")},
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, (arguments, done.stdout[-2000:], done.stderr[-2000:])
        return done.stdout

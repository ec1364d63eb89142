"""Every transcript comes out today as it was written down."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.rules.game import RingOfPower
from tests.golden.transcript import read, retell, settle, transcripts

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_the_transcript_is_told_as_it_was(
    path: Path, game: RingOfPower, request: pytest.FixtureRequest
) -> None:
    told = retell(path.read_text(encoding="utf-8"), game)
    settle(path, told, bless=request.config.getoption("--bless"))


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_the_transcript_says_what_it_is_about_and_goes_to_the_end(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert sum(line.startswith("? ") for line in lines) == sum(line.startswith("> ") for line in lines)
    assert lines[-1].startswith("= ")


def test_a_changed_answer_tells_another_story(game: RingOfPower) -> None:
    (path,) = (path for path in transcripts() if path.stem == "worked-example")
    written = path.read_text(encoding="utf-8")
    other = written.replace("> 1 2 3 4 4 6\n", "> 1 2 3 4 5 6\n")
    told = retell(other, game)
    assert "= good wins, good 6 to evil 2\n" in told
    assert told not in (other, written)


def test_remarks_and_answers_are_kept_as_they_stand() -> None:
    given = read("good: eomer\nevil: orc\n\n! said\n? asked\n> 1 2\n# why\n# and why\n! said\n> 3\n")
    assert [(reply.text, reply.remarks) for reply in given.replies] == [
        ("1 2", ("# why", "# and why")),
        ("3", ()),
    ]


def test_the_order_of_a_set_changes_nothing() -> None:
    """Two processes that hash strings differently tell every transcript alike."""
    told = [
        subprocess.run(
            [sys.executable, "-m", "tests.golden.transcript"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "4242")
    ]
    assert told[0] == told[1]
    assert told[0].count(b"= ") >= len(transcripts())

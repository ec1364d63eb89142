"""The command as a process of its own: what a script sees."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "tests" / "examples" / "eomer-rides-down-lurtz.json"


def run(*arguments: object, typed: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """`python -m assistant` with some arguments."""
    return subprocess.run(
        [sys.executable, "-m", "assistant", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        input=typed.encode(),
        capture_output=True,
        check=False,
    )


def test_a_battle_is_resolved() -> None:
    done = run("resolve", EXAMPLE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["winner"] == "good"


def test_a_map_is_drawn(tmp_path: Path) -> None:
    # In a process of its own: nothing else has brought in the modules it needs.
    done = run("map", "--table", "south", "-o", tmp_path / "south.svg")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_missing_file_exits_two_with_one_line(tmp_path: Path) -> None:
    done = run("resolve", tmp_path / "nowhere.json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1


def test_a_console_without_accents_shows_question_marks_and_does_not_fail() -> None:
    done = run("resolve", EXAMPLE, "--log", PYTHONIOENCODING="koi8-r", PYTHONUTF8="0")
    assert done.returncode == 0
    assert b"?omer: 2 dice" in done.stdout


def test_a_reader_that_goes_away_is_no_failure_of_ours() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "assistant", "scenario", "house-rules"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    assert b"Traceback" not in said
    assert b"Something went wrong" not in said


def test_a_fight_is_fought_over_pipes() -> None:
    done = run("fight", "--good", "eomer", "--evil", "2 orc", typed="35\n12\n\n12\n")
    assert done.returncode == 0
    assert b"Good wins (OUT-03)." in done.stdout


def test_two_processes_do_not_write_at_once(tmp_path: Path) -> None:
    instance = ("--instance", tmp_path)
    assert run("campaign", "new", "Summer", *instance).returncode == 0
    fight = [sys.executable, "-m", "assistant", "fight", "--good", "eomer", "--evil", "2 orc"]
    with subprocess.Popen(
        [*fight, "--campaign", "summer", *map(str, instance)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        # The first line stands there once the database is held.
        assert process.stdout.readline().startswith("Éomer".encode())
        refused = run("campaign", "undo", "summer", *instance)
        shown = run("campaign", "show", "summer", *instance)
        process.stdin.write(b"q\n")
        process.stdin.close()
        process.stdout.read()
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"assistant fight in summer" in refused.stderr
    assert shown.returncode == 0


def test_a_fault_of_ours_is_a_sentence_with_a_file_to_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # As in an installation from which a file was lost.
    monkeypatch.setitem(COMMANDS, "roster", "assistant.cli.lost")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(SystemExit) as stop:
        main(["roster", "export"])
    assert stop.value.code == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "Something went wrong inside the assistant" in said.err
    assert "Traceback" not in said.err
    (details,) = tmp_path.glob("assistant-error-*.txt")
    assert str(details) in said.err
    assert "No module named 'assistant.cli.lost'" in details.read_text(encoding="utf-8")

"""The command as a user runs it: arguments in, what is printed and the exit code out."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from assistant.cli import main
from assistant.cli.common import INSTANCE_VARIABLE


@dataclass(frozen=True, slots=True)
class Run:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)

    def refused(self, *said: str) -> None:
        """Exit 2, something useful on standard error, and nothing else anywhere."""
        assert self.code == 2, self
        assert self.out == "", self
        assert self.err.strip(), self
        assert "Traceback" not in self.err
        for words in said:
            assert words in self.err, self.err


Assistant = Callable[..., Run]


def run_main(capsys: pytest.CaptureFixture[str], *arguments: object) -> Run:
    """A command in this process, and what it printed."""
    capsys.readouterr()
    code: object = 0
    try:
        main([str(argument) for argument in arguments])
    except SystemExit as stop:
        code = stop.code
    assert isinstance(code, int)
    printed = capsys.readouterr()
    return Run(code, printed.out, printed.err)


@pytest.fixture
def assistant(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Assistant:
    """Runs a command in this process, with a database of its own and what somebody types."""
    monkeypatch.setenv(INSTANCE_VARIABLE, str(tmp_path / "instance"))

    def run(*arguments: object, typed: str = "") -> Run:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return run_main(capsys, *arguments)

    return run


@pytest.fixture
def battle(tmp_path: Path) -> Callable[..., Path]:
    """Writes a battle of Éomer against two orcs, spoiled or changed as a test wishes."""

    def write(name: str = "battle.json", **changes: Any) -> Path:
        content: dict[str, Any] = {
            "site": {},
            "house_rules": {},
            "sides": {
                "good": {"figures": [{"id": "eomer", "profile": "eomer"}]},
                "evil": {"figures": [{"id": "o", "profile": "orc", "count": 2}]},
            },
        }
        for path, value in changes.items():
            *parents, last = path.split("__")
            place = content
            for parent in parents:
                place = place[parent]
            place[last] = value
        file = tmp_path / name
        file.write_text(json.dumps(content), encoding="utf-8")
        return file

    return write

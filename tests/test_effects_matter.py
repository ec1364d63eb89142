"""Every effect has a test that fails when the effect does nothing.

The tests of all effects run in one process of their own, effect by effect, because silencing an effect
changes what every other test would see.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.rules.effects.registry import EFFECTS, forget_built
from assistant.rules.reminders import UPKEEP

EVERYTHING = sorted({*EFFECTS, *UPKEEP})
ROOT = Path(__file__).resolve().parent.parent
QUIETLY = ("-qqx", "--tb=no", "--no-summary", "-p", "no:cacheprovider", "-p", "no:xdist")


def marks(function: ast.FunctionDef) -> Iterator[str]:
    """The effects that a test is marked with."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.effect":
            yield from (ast.literal_eval(argument) for argument in decorator.args)


def marked() -> dict[str, list[str]]:
    """The tests of each effect, as pytest names them."""
    found: dict[str, list[str]] = {}
    folders = (ROOT / "tests" / "rules", ROOT / "tests" / "running")
    for path in sorted(path for folder in folders for path in folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for name in marks(node):
                    found.setdefault(name, []).append(f"{path}::{node.name}")
    return found


class Verdict:
    """Hears how tests go; an error on the way to a test proves nothing and does not count."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.failed:
            self.failed.append(report.nodeid)


def failures_without(name: str, tests: list[str]) -> list[str]:
    """Which of the tests fails first when the effect does nothing."""
    effects, upkeep, verdict = dict(EFFECTS), dict(UPKEEP), Verdict()
    pytest.main([*QUIETLY, "--without-effect", name, *tests], plugins=[verdict])
    EFFECTS.update(effects)
    UPKEEP.update(upkeep)
    forget_built()
    return verdict.failed


def test_every_effect_has_a_test_that_fails_when_it_does_nothing() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.test_effects_matter"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    failures: dict[str, list[str]] = json.loads(run.stdout.splitlines()[-1])
    assert sorted(failures) == sorted(EVERYTHING)
    assert [name for name in EVERYTHING if not failures[name]] == [], "no marked test misses these"


def test_marks_name_effects_that_exist() -> None:
    assert set(marked()) <= set(EVERYTHING)


if __name__ == "__main__":
    tests = marked()
    print(
        json.dumps(
            {name: failures_without(name, tests[name]) if name in tests else [] for name in EVERYTHING}
        )
    )

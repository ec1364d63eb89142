"""The oldest packages that are allowed: what `python3 run.py lowest` installs, and what it tests."""

from __future__ import annotations

import re
import tomllib

import pytest

import run
from tests.front_door.conftest import HERE


def test_every_package_is_taken_at_its_lower_bound() -> None:
    settings = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = settings["project"]["dependencies"]
    assert all(re.fullmatch(r"[a-z0-9-]+>=\d[\d.]*", one) for one in wanted), wanted
    assert run.lowest_packages() == [one.replace(">=", "==") for one in wanted]


def test_click_is_new_enough_for_what_the_commands_use() -> None:
    # With 8.1 every mistyped command ended in a traceback: it has neither Choice[T] nor NoArgsIsHelpError.
    assert "click==8.2" in run.lowest_packages()


def test_no_bound_is_above_what_is_locked() -> None:
    locked = dict(
        re.findall(r"^([a-z0-9-]+)==([\d.]+)", (HERE / "requirements.txt").read_text(), re.MULTILINE)
    )
    for one in run.lowest_packages():
        name, _, version = one.partition("==")
        assert parts(version) <= parts(locked[name]), one


def parts(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_what_is_tested_with_them_is_there() -> None:
    assert [path for path in run.TELLING if not (HERE / path).exists()] == []
    assert {"tests/cli", "tests/ledger", "tests/packs"} <= {*run.TELLING}


def test_without_internet_it_says_that_it_needs_it() -> None:
    with pytest.raises(run.Fault, match="cannot be combined with --offline"):
        run.lowest([], offline=True)


def test_the_help_and_the_guide_for_contributors_name_it() -> None:
    assert "  lowest [ARGS]" in run.HELP
    assert "python3 run.py lowest" in (HERE / "CONTRIBUTING.md").read_text(encoding="utf-8")

"""The lock files: everything pinned and hashed, and nothing that belongs to one computer."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.front_door.conftest import HERE


def pins(lock: str) -> dict[str, str]:
    """The packages of one of our lock files with their pins."""
    text = (HERE / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", text, re.MULTILINE))


def test_the_lock_for_development_contains_the_lock_for_running() -> None:
    assert pins("requirements.txt").items() <= pins("requirements-dev.txt").items()


def test_every_dependency_is_locked() -> None:
    settings = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {
        "requirements.txt": settings["project"]["dependencies"],
        "requirements-dev.txt": settings["dependency-groups"]["dev"],
    }
    for lock, requirements in wanted.items():
        names = {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in requirements}
        assert names <= pins(lock).keys(), f"run: python3 run.py lock ({lock})"


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_a_lock_names_no_server_and_no_folder_and_says_how_it_was_made(lock: str) -> None:
    text = (HERE / lock).read_text(encoding="utf-8")
    assert "python3 run.py lock" in text
    assert not re.search(r"://|--index|--find-links|@ |file:|^-e", text, re.MULTILINE)


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_package_has_a_hash(lock: str) -> None:
    blocks = re.split(r"\n(?=[a-z0-9])", (HERE / lock).read_text(encoding="utf-8"))[1:]
    assert blocks
    assert all("--hash=sha256:" in block for block in blocks)

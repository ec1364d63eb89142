"""Every promise of docs/security.md names a test, and that test is there."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PAGE = (TESTS.parent / "docs" / "security.md").read_text(encoding="utf-8")
PROMISED = PAGE.split("## What is promised")[1].split("## What is not promised")[0]
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


def promises() -> list[str]:
    """The rows of the tables, without their heads."""
    rows = [line for line in PROMISED.splitlines() if line.startswith("| ")]
    return [row for row in rows if row != "| promise | test |" and not row.startswith("| ---")]


def test_every_promise_names_a_test() -> None:
    assert len(promises()) > 30
    assert [row for row in promises() if not NAMED.search(row)] == []


def test_every_test_that_a_promise_names_is_there() -> None:
    named = NAMED.findall(PROMISED)
    sources = {file: (TESTS / file).read_text(encoding="utf-8") for file, _ in named}
    assert [(file, test) for file, test in named if f"\ndef {test}(" not in sources[file]] == []

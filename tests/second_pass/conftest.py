"""Where the tables of the second pass are read."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

Row = dict[str, str]

HERE = Path(__file__).parent


def read_table(path: Path) -> list[Row]:
    """Read a table with a header; every cell is text."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test marked with tables once for each of their rows, named by its line in the rulebook."""
    marker = metafunc.definition.get_closest_marker("rows_of")
    if marker is None:
        return
    rows = [row for name in marker.args for row in read_table(HERE / name)]
    metafunc.parametrize("row", rows, ids=map(_name, rows))


def _name(row: Row) -> str:
    line = row.get("line") or row["first_line"]
    thing = row.get("id") or row.get("profile") or row.get("base") or ""
    return f"line {line} {thing}".strip()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rows_of(*tables): this test runs once for each row of these tables")


@pytest.fixture
def table() -> Callable[[str], list[Row]]:
    """A table of this folder by its file name."""
    return lambda name: read_table(HERE / name)

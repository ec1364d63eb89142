"""A file whose chain was made anew after it was altered: sound, and yet no campaign of this game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.cli.common import DATABASE
from assistant.packs.where import DEFAULT_SCENARIO, home
from tests.cli.conftest import Assistant
from tests.fuzz.spoiling import chained

DEMO = home() / "scenarios" / DEFAULT_SCENARIO / "demo.jsonl"


@pytest.fixture
def lines() -> list[dict[str, Any]]:
    """The lines of an exported campaign: what it is, its deeds, and the end."""
    return [json.loads(line) for line in DEMO.read_text(encoding="utf-8").splitlines()]


def written(lines: list[dict[str, Any]], file: Path) -> Path:
    """The file with a chain that holds."""
    chained(lines[0], lines[1:-1], lines[-1])
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return file


def test_deeds_of_figures_that_never_were_are_refused_and_nothing_is_imported(
    lines: list[dict[str, Any]], tmp_path: Path, assistant: Assistant
) -> None:
    fact = next(
        one for line in lines[1:-1] for one in line["facts"] if "condition" in one and one.get("figures")
    )
    fact["figures"] = ["nobody-of-ours"]
    refused = assistant("campaign", "import", written(lines, tmp_path / "forged.jsonl"))
    refused.refused("tells of things that this assistant does not know")
    assert assistant("campaign", "list", "--json").json == {"campaigns": []}


def test_a_deed_that_cannot_be_done_again_is_a_difference(
    lines: list[dict[str, Any]], tmp_path: Path, assistant: Assistant
) -> None:
    arrivals = (line for line in lines[1:-1] if line["kind"] == "arrive")
    arrival = next(line for line in arrivals if line["setup"]["joins"])
    arrival["setup"]["joins"] = "nobody-of-ours"
    assert assistant("campaign", "import", written(lines, tmp_path / "forged.jsonl")).code == 0
    assert (tmp_path / "instance" / DATABASE).is_file()
    again = assistant("campaign", "replay", "the demo")
    assert again.code == 2
    assert f"deed {arrival['seq']}" in (again.out + again.err).lower()

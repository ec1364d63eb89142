"""A battle file that the rules refuse: the file, the place in it, what is wrong and what would be right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Assistant


@pytest.mark.parametrize("command", ["resolve", "odds"])
@pytest.mark.parametrize(
    ("good", "evil", "site", "hides", "told"),
    [
        (
            "man-of-dale",
            "ruffian",
            {"attacker": "evil"},
            False,
            "sides.evil.figures: e.1 will not move into this fight: bullies attack only those they "
            "outnumber, or hobbits (ABL-BULLIES); Leave such figures out",
        ),
        (
            "gondor-foot",
            "orc",
            {},
            True,
            "sides.good.hides: Only characters by themselves hide (CMB-04); Leave out that they hide.",
        ),
        (
            "merry",
            "orc",
            {"fortress": "good"},
            True,
            "sides.good.hides: Nobody hides behind walls or in a tower (CMB-04); Leave out that they hide.",
        ),
    ],
)
def test_the_place_in_the_file_is_told(
    assistant: Assistant,
    tmp_path: Path,
    command: str,
    good: str,
    evil: str,
    site: dict[str, Any],
    hides: bool,
    told: str,
) -> None:
    ours: dict[str, Any] = {"figures": [{"id": "g", "profile": good, "count": 1 if good == "merry" else 3}]}
    ours |= {"hides": True} if hides else {}
    theirs = {"figures": [{"id": "e", "profile": evil, "count": 2}]}
    file = tmp_path / "battle.json"
    file.write_text(json.dumps({"site": site, "sides": {"good": ours, "evil": theirs}}), encoding="utf-8")
    refused = assistant(command, file)
    assert refused.code == 2
    assert refused.err.startswith(f"{file}: {told}")

"""What was recorded is shown by a terminal and never obeyed by it."""

from __future__ import annotations

from pathlib import Path

from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger
from tests.cli.conftest import Assistant

TOLD = "\x1b[31mred\x07\x9b2J\u202eback\nnext"


def test_no_command_prints_signs_that_a_terminal_obeys(assistant: Assistant, tmp_path: Path) -> None:
    assistant("campaign", "new", "Summer")
    with Ledger.open(tmp_path / "instance" / "campaigns.sqlite") as ledger:
        draft = Draft("divide", TOLD, TOLD, {}, [], [], [TOLD])
        ledger.append("summer", draft, key="first")
        ledger.begin("summer", kind="fight", title=TOLD, actor="x", setup={}, base_seq=1, key="second")
    for words in (("show", "summer"), ("show", "summer", "--deed", 1), ("list",), ("call-off", "summer")):
        shown = assistant("campaign", *words)
        assert shown.code == 0, shown
        assert "[31mred2Jback next" in shown.out
        assert not set(shown.out) & set("\x1b\x07\x9b\u202e")

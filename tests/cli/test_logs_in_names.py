"""What the terminal tells of a fight outside a campaign has names in it, with their accents."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Assistant
from tests.cli.test_fight import lines

EXAMPLE = Path(__file__).parent.parent / "examples" / "battle-1.json"


def test_the_log_of_a_quick_fight_has_names_and_no_ids(assistant: Assistant) -> None:
    out = assistant("quick", "eomer, gandalf the white, 3 riders of rohan", "4 orc", "--seed", 1, "--log").out
    assert "Éomer" in out
    assert "Gandalf the White" in out
    for figure in ("eomer", "gandalf-the-white", "rider-of-rohan", "orc.1"):
        assert figure not in out


def test_the_log_of_a_resolved_file_has_names_with_numbers_and_its_json_the_ids(assistant: Assistant) -> None:
    told = assistant("resolve", EXAMPLE, "--log").out
    assert "Angbor" in told
    for figure in ("angbor", "gothmog", "e0.", "g1."):
        assert figure not in told
    # Seven elves of one line of the file and five of the next; four Haradrim in one.
    assert "Armored Elf 1–12: 2 dice at 3+" in told
    assert "Good allocates 1 hit each to Armored Elf 1–4 (ALC-01)." in told
    assert "4 5 4 1 for Haradrim Foot 4 (6+)" in told
    assert "Off the table: Armored Elf 1, Haradrim Foot 1–4 and Gothmog" in told
    assert all(figure in assistant("resolve", EXAMPLE).out for figure in ("angbor", "e0.4", "g1.5"))


def test_the_log_of_a_fight_at_the_terminal_has_names(assistant: Assistant) -> None:
    # Nobody is challenged; Théoden hits, and the orcs miss.
    who = ("fight", "--good", "theoden", "--evil", "2 orc")
    out = assistant(*who, typed=lines(*[""] * 12)).out
    assert "Théoden" in out
    assert "theoden" not in out


def test_an_id_of_one_letter_is_not_taken_for_a_word_of_the_log(assistant: Assistant, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    sides = {
        "good": {
            "figures": [{"id": "a", "profile": "aragorn"}, {"id": "g", "profile": "gondor-foot", "count": 9}]
        },
        "evil": {"figures": [{"id": "o", "profile": "orc", "count": 2}]},
    }
    path.write_text(json.dumps({"sides": sides}), encoding="utf-8")
    told = assistant("resolve", path, "--seed", 1, "--log").out
    assert "Good is led by a: leadership" in told
    assert "Aragorn (a):" in told

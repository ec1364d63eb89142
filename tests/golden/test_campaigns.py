"""Every campaign comes out today as it was written down."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden.campaign_transcript import Line, campaigns, read, retell
from tests.golden.transcript import settle

ROOT = Path(__file__).resolve().parent.parent.parent
WARS = ("war of saruman", "war of the north", "war of the ring")


def told(name: str) -> str:
    (path,) = (path for path in campaigns() if path.stem == name)
    return path.read_text(encoding="utf-8")


def last_turn(text: str) -> int:
    return max(map(int, re.findall(r"^Turn (\d+): ", text, flags=re.MULTILINE)))


@pytest.mark.parametrize("path", campaigns(), ids=lambda path: path.stem)
def test_the_campaign_is_told_as_it_was(path: Path, request: pytest.FixtureRequest) -> None:
    again = retell(path.read_text(encoding="utf-8"))
    settle(path, again, bless=request.config.getoption("--bless"))


@pytest.mark.parametrize("path", campaigns(), ids=lambda path: path.stem)
def test_the_campaign_says_what_it_is_about_and_goes_to_the_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "The game is over on turn" in text
    assert "went wrong" not in text
    assert text.rstrip().rpartition("\n")[2].startswith("All is kept")


def test_the_ring_is_destroyed_after_three_wars_and_the_darkness_in_more_than_twenty_five_turns() -> None:
    text = told("the-ring-is-destroyed")
    assert last_turn(text) > 25
    for war in WARS:
        assert f"> declare {war} by " in text
    assert 'Darkness reaches 24" beyond Mordor' in text
    assert "Good wins: the Ring is destroyed at Cracks of Doom." in text


def test_saruman_wins_when_the_ring_was_ten_turns_at_isengard() -> None:
    text = told("saruman-keeps-the-ring")
    # Brought there on turn 2, so the tenth turn after it is turn 12.
    assert "The game is over on turn 12: Saruman (Ben) wins: the Ring is at Isengard for 10" in text


def test_five_bases_are_a_conquest_and_the_most_status_comes_first() -> None:
    # 12 elves slain and 40 for Rivendell: 52 points for the Goblin King.
    assert "Evil wins: 5 of 5 bases. Goblin King (Player 7) is first of all." in told("five-bases-fall")
    assert "    52  Goblin King" in told("five-bases-fall")


def test_when_time_is_up_and_good_has_not_prevailed_the_first_of_the_minions_is_the_winner() -> None:
    assert "of the minions Khamûl (Player 2) is the overall winner with 3 status points" in told("time-is-up")


def test_what_was_typed_and_remarked_is_kept_as_it_stands() -> None:
    opening, lines = read("# about\nnew: X\n\nsaid\n> next\n# why\nsaid\n>\n> 12\n")
    assert opening == "# about\nnew: X"
    assert lines == (Line("next", ("# why",)), Line(""), Line("12"))


def test_the_order_of_a_set_changes_nothing() -> None:
    """Two processes that hash strings differently tell a campaign alike."""
    printed = [
        subprocess.run(
            [sys.executable, "-m", "tests.golden.campaign_transcript", "time-is-up.txt"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "4242")
    ]
    assert printed[0] == printed[1]
    assert b"The game is over" in printed[0]

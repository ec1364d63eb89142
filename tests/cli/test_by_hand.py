"""`assistant campaign adjust`, `add-figures`, `rename`, `change-seat`, `what-if` and `chronicle`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Assistant

SAVE = Path(__file__).resolve().parents[1] / "campaign" / "saves" / "first-running-game.jsonl"
KEPT = "a-kept-campaign"


@pytest.fixture
def running(assistant: Assistant) -> Assistant:
    """The command, with a game on turn 2 in mid-combat."""
    assert assistant("campaign", "import", str(SAVE)).code == 0
    assert assistant("campaign", "undo", KEPT).code == 0
    return assistant


def figure(assistant: Assistant, name: str) -> dict[str, Any]:
    shown = assistant("campaign", "show", KEPT, "--json").json
    found: dict[str, Any] = next(one for one in shown["figures"] if one["id"] == name)
    return found


def test_many_figures_are_set_right_at_once_with_a_reason(running: Assistant) -> None:
    done = running(
        "campaign", "adjust", KEPT, "2 rider of Rohan, eomer", "--of", "rohan-21-theoden",
        "--condition", "eliminated", "--reason", "miscounted",
    )  # fmt: skip
    assert "By hand: 2 Riders of Rohan and Éomer (Rohan at Edoras) are eliminated.\n" in done.out
    assert figure(running, "eomer")["condition"] == "eliminated"


def test_who_was_only_counted_is_named_also_at_a_retry(running: Assistant) -> None:
    words = (
        "adjust",
        KEPT,
        "2 orc, orc-7, faramir",
        "--place",
        "edoras",
        "--reason",
        "moved",
        "--key",
        "once",
    )
    first = running("campaign", *words)
    # Orc 7 was named, and there is only one Faramir.
    picked = first.out.splitlines()[1]
    assert picked.startswith("Picked out of several: orc-")
    assert "orc-7," not in picked
    assert "faramir" not in picked
    assert picked.count("orc-") == 2
    assert running("campaign", *words).out == first.out


def test_figures_are_moved_mounted_and_handed_over(running: Assistant) -> None:
    done = running(
        "campaign", "adjust", KEPT, "faramir", "--place", "edoras", "--commander", "rohan", "--mounted",
        "--ready", "--reason", "he fled",
    )  # fmt: skip
    assert "By hand: Faramir is mounted and ready to move, at Edoras, under" in done.out
    assert figure(running, "faramir")["mounted"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("eomer", "--reason", "x"), "Nothing is to change"),
        (("eomer", "--mounted", "--reason", " "), "Say why"),
        (("nobody", "--mounted", "--reason", "x"), "'nobody' is nobody among them"),
        (("0 orc", "--mounted", "--reason", "x"), "'0 orc' is nobody; name one or more"),
        (("eomer", "--of", "rohan-99", "--mounted", "--reason", "x"), "There is no force"),
    ],
)
def test_what_makes_no_sense_is_refused(running: Assistant, words: tuple[str, ...], said: str) -> None:
    refused = running("campaign", "adjust", KEPT, *words)
    assert (refused.code, said in refused.err) == (2, True)


def test_figures_are_added_and_named_and_a_retry_does_it_once(running: Assistant) -> None:
    words = ("add-figures", KEPT, "2", "orc", "--place", "barad-dur", "--reason", "spares", "--key", "once")
    first = running("campaign", *words, "--commander", "mouth-of-sauron")
    assert "By hand: 2 Orcs at Barad-dûr" in first.out
    assert running("campaign", *words, "--commander", "mouth-of-sauron").out == first.out
    assert "Orc 32 is called Gorgol" in running("campaign", "rename", KEPT, "orc-32", "Gorgol").out


def test_a_seat_changes_hands_and_its_dice_stay(running: Assistant) -> None:
    taken = running("campaign", "change-seat", KEPT, "seat-2", "--player", "Cid")
    assert "Cid takes over from " in taken.out
    again = running("campaign", "change-seat", KEPT, "seat-2", "--dice", "app", "--reason", "his die is lost")
    assert "Cid: " in again.out
    assert "because: his die is lost" in running("campaign", "show", KEPT).out
    refused = running("campaign", "change-seat", KEPT, "seat-2")
    assert (refused.code, "Give --player or --dice" in refused.err) == (2, True)


def test_a_what_if_copy_has_the_same_past(running: Assistant) -> None:
    made = running("campaign", "what-if", KEPT, "Boromir lives", "--upto", "1")
    assert made.out == "Boromir lives is ready, with 1 entry of the same past. Its id is boromir-lives.\n"
    assert "as it was written" in running("campaign", "verify", "boromir-lives").out


def test_the_chronicle_can_be_read_aloud(running: Assistant) -> None:
    page = running("campaign", "chronicle", KEPT).out
    assert page.startswith("# A kept campaign\n\n## Turn 1\n")
    assert "Boromir, Merry and Pippin met" in page
    assert "## How it stands" in page
    told = running("campaign", "chronicle", KEPT, "--json").json
    assert [one["title"] for one in told["chapters"]] == ["Turn 1", "Turn 2"]


def test_the_history_says_who_did_what_when_and_the_clock_looks_ahead(running: Assistant) -> None:
    shown = running("campaign", "show", KEPT, "--turn", "18").out
    assert "Éomer at Eastfold to Edoras  [anna, " in shown
    assert "turn 18 ends at" in shown

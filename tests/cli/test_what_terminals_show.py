"""What was recorded is shown by a terminal and never obeyed by it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.campaign.demo import demo_file
from assistant.campaign.service import Service
from assistant.cli.common import load_game
from assistant.kernel.codec import encode
from assistant.ledger.exchange import read_export
from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger
from assistant.rules.book import PlaceId
from assistant.rules.deeds.meeting import Meet
from tests.cli.conftest import Assistant, Run

TOLD = "\x1b[31mred\x07\x9b2J\u202eback\nnext"
SHOWN = "[31mred2Jback next"


def obeys(run: Run) -> set[str]:
    """The signs in what a command printed that a terminal obeys."""
    return set(run.out + run.err) & set("\x1b\x07\x9b\u202e\r")


@pytest.fixture
def noted(assistant: Assistant, tmp_path: Path) -> Assistant:
    """The demo's game, in which a player has noted about a contact what a terminal would obey."""
    assistant("campaign", "new", "Another")
    shipped = demo_file("war-of-the-ring")
    assert shipped is not None
    with Ledger.open(tmp_path / "instance" / "campaigns.sqlite") as ledger:
        told, entries = read_export(shipped)
        setup = {name: value for name, value in told.setup.items() if name != "demo"}
        ledger.adopt(replace(told, id="summer", setup=setup), entries, as_name="Summer")
        service = Service(ledger, load_game())
        campaign = service.campaign("summer")
        forces = service.world(campaign).war.forces.values()
        good, evil = (
            next(one.id for one in forces if (one.commander, one.place) == (commander, "lake-town"))
            for commander in ("dwarves", "khamul")
        )
        met = encode(Meet((good,), (evil,), PlaceId("lake-town"), note=TOLD))
        service.begin(campaign, "meet", met, actor="Anna", key="they-met")
    return assistant


@pytest.mark.parametrize("typed", ["where", "due", "history", "deed 284", "next", "fight 1", "due\nfight x"])
def test_a_terminal_shows_what_players_noted_and_obeys_none_of_it(typed: str, noted: Assistant) -> None:
    shown = noted("campaign", "play", "summer", typed=f"{typed}\n")
    assert shown.code == 0, shown
    assert not obeys(shown)
    assert SHOWN in shown.out
    assert not [line for line in shown.out.splitlines() if line.startswith("next)")]


def test_a_json_document_keeps_every_sign_and_a_terminal_obeys_none(noted: Assistant, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "instance" / "campaigns.sqlite") as ledger:
        ledger.append("another", Draft("divide", TOLD, TOLD, {}, [], [], [TOLD]), key="first")
    shown = noted("campaign", "show", "another", "--json")
    assert not obeys(shown)
    assert TOLD in [one["title"] for one in shown.json["history"]]


def test_a_refusal_shows_what_was_typed_and_a_terminal_obeys_none_of_it(assistant: Assistant) -> None:
    for words in (("campaign", "show", TOLD), (TOLD,), ("rules", "show", TOLD), ("way", "--from", TOLD)):
        shown = assistant(*words)
        assert shown.code == 2
        assert not obeys(shown), words


def test_no_command_prints_signs_that_a_terminal_obeys(assistant: Assistant, tmp_path: Path) -> None:
    assistant("campaign", "new", "Summer")
    with Ledger.open(tmp_path / "instance" / "campaigns.sqlite") as ledger:
        draft = Draft("divide", TOLD, TOLD, {}, [], [], [TOLD])
        ledger.append("summer", draft, key="first")
        ledger.begin("summer", kind="fight", title=TOLD, actor="x", setup={}, base_seq=1, key="second")
    for words in (("show", "summer"), ("show", "summer", "--deed", 1), ("list",), ("call-off", "summer")):
        shown = assistant("campaign", *words)
        assert shown.code == 0, shown
        assert SHOWN in shown.out
        assert not obeys(shown)

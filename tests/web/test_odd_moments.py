"""A campaign whose deeds were written at no moment that can be read: it is played on all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from click.testing import CliRunner

from assistant.campaign.service import Service
from assistant.cli import cli
from assistant.ledger.chain import entry_hash
from assistant.ledger.records import Campaign, Entry
from tests.web.table import Visitor

Come = Callable[..., Visitor]


def written_at(at: str, campaign: Campaign, entries: Sequence[Entry]) -> Iterator[Entry]:
    """The same deeds, each written at this moment, in a chain that holds."""
    last = campaign.genesis
    for entry in entries:
        moved = replace(entry, at=at, previous=last)
        last = entry_hash(moved)
        yield replace(moved, hash=last)


@pytest.mark.parametrize("at", ["yesterday", "", "2026-11-18T10:00:00", "0001-01-01T00:00:00Z"])
def test_every_page_of_a_campaign_with_odd_moments_is_shown(
    come: Come, played: Service, trial: Campaign, at: str
) -> None:
    entries = played.ledger.entries(trial.id)
    odd = played.ledger.adopt(trial, tuple(written_at(at, trial, entries)), as_name="Odd")
    master = come("master")
    for page in ("console", "board", "history", "fights"):
        answer = master.client.get(f"/c/{odd.id}/{page}")
        assert answer.status_code == 200, page
    assert master.client.get("/").status_code == 200
    folder = str(played.ledger.path.parent)
    for command in ("show", "list"):
        which = [odd.id] if command == "show" else []
        shown = CliRunner().invoke(cli, ["campaign", command, *which, "--instance", folder])
        assert shown.exit_code == 0, shown.output

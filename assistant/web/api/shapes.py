"""How deeds, questions and entries look as JSON."""

from __future__ import annotations

from typing import Any

from assistant.campaign.desk import Standing
from assistant.campaign.knowing import heard_by
from assistant.campaign.playing import Table
from assistant.campaign.reached import in_address
from assistant.kernel.codec import encode
from assistant.ledger.records import Entry
from assistant.web.access import power_in


def recorded(here: Table, entry: Entry) -> dict[str, Any]:
    """A deed that is done, for whoever asked."""
    return {
        "recorded": {
            "seq": entry.seq,
            "kind": entry.kind,
            "title": entry.title,
            "actor": entry.actor,
            "at": entry.at,
            "log": [*heard_by(here, power_in(here), entry.log)],
            "undoes": entry.undoes,
        }
    }


def opened(standing: Standing) -> dict[str, Any]:
    """A deed that waits for an answer."""
    return {
        "open": {
            "id": in_address(standing.id),
            "title": standing.title,
            "step": standing.step,
            "revision": standing.revision,
            "request": encode(standing.request),
            "asked": [*standing.asked],
            "mine": standing.is_mine,
            "log": [*standing.log],
        }
    }

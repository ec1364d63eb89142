"""A fight under way when the rules of the assistant were changed: its page says so and offers the way on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.web import create_app
from tests.web.conftest import KEYS
from tests.web.table import Visitor, code_of

Come = Callable[..., Visitor]


@pytest.fixture
def fight(come: Come, played: Service) -> str:
    """A fight with two answers, the second to a question that is asked otherwise by now."""
    master = come("master")
    at: dict[str, Any] = master.post("contacts/opening-1/fight").get_json()["open"]
    for _ in range(2):
        sent = {"step": at["step"], "revision": at["revision"], "answer": {"by": "app"}}
        at = master.post(f"fights/{at['id']}/answers", **sent).get_json()["open"]
    pending = played.ledger.pending(at["id"])
    first, second = pending.answers
    assert isinstance(second, dict)
    changed = [first, {**second, "asked": "roll good another-purpose 4"}]
    played.ledger.put_answers(pending.id, changed, expect_step=2)
    return pending.id


@pytest.fixture
def restarted(played: Service) -> Service:
    """The assistant started anew on the same campaigns: it has nothing in memory."""
    return Service(played.ledger, played.game)


def enter(service: Service, door: str) -> FlaskClient:
    client = create_app(service, addresses=[], keys=KEYS).test_client()
    client.get(door)
    return client


def test_the_game_master_takes_it_back_to_what_can_still_be_used(
    fight: str, restarted: Service, trial: Campaign
) -> None:
    master = enter(restarted, f"/master?passphrase={KEYS.passphrase}")
    page = master.get(f"/c/{trial.id}/fights/{fight}")
    assert page.status_code == 200
    assert "The rules have changed since this began" in page.text
    assert "Take it back to what can still be used" in page.text
    rewound = master.post(f"/api/v1/campaigns/{trial.id}/fights/{fight}/rewind", json={})
    assert rewound.get_json()["open"]["step"] == 1
    assert "The rules have changed" not in master.get(f"/c/{trial.id}/fights/{fight}").text


def test_a_commander_waits_for_the_game_master_and_the_list_still_opens(
    fight: str, restarted: Service, trial: Campaign
) -> None:
    phone = enter(restarted, f"/j/{code_of(restarted, trial, 'saruman')}")
    page = phone.get(f"/c/{trial.id}/fights/{fight}").text
    assert "the game master" in page
    assert "Take it back to what can still be used" not in page
    assert phone.get(f"/c/{trial.id}/fights").status_code == 200
    assert phone.post(f"/api/v1/campaigns/{trial.id}/fights/{fight}/rewind", json={}).status_code == 403

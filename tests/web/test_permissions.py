"""Every address, walked as everybody: the server keeps the written table, whatever a page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import IntegerConverter, Rule

from assistant.campaign.permissions import kinds_of_seats
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.rules.core.deed import DEEDS
from assistant.web import create_app
from assistant.web.access import RANK
from assistant.web.routes import ROUTES
from tests.web.conftest import KEYS
from tests.web.table import Visitor, begun, code_of

Come = Callable[..., Visitor]

# How far each of them may go by the table; somebody else's seat is a seat of another game.
RANKS = {"nobody": 0, "elsewhere": 0, "projector": 1, "rohan": 2, "assistant": 3, "master": 4}
# Streams never end, and these change who is asking.
NOT_WALKED = {"stream.stream", "joining.leave", "joining.come_in", "joining.enter", "joining.master_enter"}
REFUSALS = {"who-are-you", "passphrase-needed", "for-the-master"}


@pytest.fixture
def app(played: Service) -> Flask:
    """The app of the trial."""
    return create_app(played, addresses=[], keys=KEYS)


def addresses(app: Flask, campaign: str) -> Iterator[tuple[str, str, str]]:
    """Every address of the app with its endpoint and method, its blanks filled in."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            if rule.endpoint not in NOT_WALKED:
                found = app.url_map.bind("").build(rule.endpoint, filled(rule, campaign), method=method)
                yield rule.endpoint, method, found


def filled(rule: Rule, campaign: str) -> dict[str, Any]:
    values: dict[str, Any] = {name: f"some-{name}" for name in rule.arguments}
    if "campaign" in values:
        values["campaign"] = campaign
    for name in rule._converters:
        if isinstance(rule._converters[name], IntegerConverter):
            values[name] = 1
    if "asked" in values:
        values["name"] = "app.css"
    return values


def refused(answer: Any) -> bool:
    """Whether the gate itself refused, not something behind it."""
    if answer.status_code not in (401, 403):
        return False
    told = answer.get_json(silent=True)
    return bool(told) and told["error"]["code"] in REFUSALS


def test_every_address_stands_in_the_table(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert endpoints == set(ROUTES)


@pytest.mark.parametrize("who", RANKS)
def test_the_gate_opens_exactly_as_the_table_says(
    who: str, app: Flask, come: Come, played: Service, trial: Campaign
) -> None:
    other = begun(played, "Another game")
    visitor = come("" if who in ("nobody", "elsewhere") else who)
    if who == "elsewhere":
        visitor.client.get(f"/j/{code_of(played, other, 'rohan')}")
    wrong: list[str] = []
    for endpoint, method, path in addresses(app, trial.id):
        answer = visitor.client.open(path, method=method, json={}, headers={"Accept": "application/json"})
        answer.close()
        needs = RANK[ROUTES[endpoint]]
        if refused(answer) != (RANKS[who] < needs):
            wrong.append(f"{method} {path} as {who}: {answer.status_code}")
        assert answer.status_code < 500, f"{method} {path} as {who}: {answer.text}"
    assert wrong == []


@pytest.mark.parametrize("kind", sorted(set(DEEDS) - set(kinds_of_seats())))
def test_a_deed_that_stands_in_no_seats_table_is_the_game_masters(kind: str, come: Come) -> None:
    answer = come("rohan").do(kind)
    assert answer.status_code == 403
    assert answer.get_json()["error"]["code"] == "for-the-master"

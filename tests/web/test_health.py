"""Is everything alive? `/health` finds out."""

from __future__ import annotations

from collections.abc import Callable
from http.client import HTTPResponse
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from assistant import __version__
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.web import create_app
from assistant.web.server import Server

Ask = Callable[..., HTTPResponse]


def test_health_names_the_version_and_counts_campaigns(client: FlaskClient, campaign: Campaign) -> None:
    answer = client.get("/health")
    assert answer.status_code == 200
    assert answer.get_json() == {
        "status": "ok",
        "version": __version__,
        "schema": 4,
        "streams": 0,
        "campaigns": 1,
        "writer": "ok",
    }


def test_health_counts_open_streams(
    serve: Callable[..., Server],
    ask: Ask,
    hear: Callable[[HTTPResponse], tuple[str, str, Any]],
) -> None:
    server = serve(beat=0.05)
    for client in ("a", "b"):
        assert hear(ask(server, f"/stream?client={client}"))[0] == "beat"
    assert b'"streams":2' in ask(server, "/health").read()


def test_health_fails_with_a_sentence_when_nothing_can_be_written(
    client: FlaskClient, ledger: Ledger
) -> None:
    ledger.close()
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.get_json()["error"]["code"] == "ledger-closed"
    assert answer.headers["Retry-After"]


def test_health_fails_with_a_sentence_when_the_database_cannot_be_read(
    client: FlaskClient, ledger: Ledger
) -> None:
    ledger.close()
    ledger.path.write_bytes(b"This is a shopping list, not a database. " * 100)
    answer = client.get("/health")
    assert answer.status_code == 503
    assert "is damaged" in answer.get_json()["error"]["sentence"]


def test_health_fails_when_the_database_lies_no_more_under_its_name(
    client: FlaskClient, ledger: Ledger
) -> None:
    ledger.path.rename(ledger.path.with_name("away.sqlite"))
    answer = client.get("/health")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "database-gone")


def test_health_fails_when_the_disk_has_no_room_for_the_next_deeds(
    client: FlaskClient, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []

    def almost_full(folder: Path) -> Any:
        asked.append(folder)
        return SimpleNamespace(total=2**40, used=2**40 - 100, free=100)

    monkeypatch.setattr("shutil.disk_usage", almost_full)
    answer = client.get("/health")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "disk-full")
    assert asked == [ledger.path.parent]


def test_health_of_a_database_opened_to_read_says_so(
    service: Service, campaign: Campaign, tmp_path: Path
) -> None:
    with Ledger.open(service.ledger.path, read_only=True) as readable:
        client = create_app(Service(readable, service.game), addresses=[]).test_client()
        assert client.get("/health").get_json()["writer"] == "read-only"

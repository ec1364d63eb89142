"""A real ledger, the app on it, and a real server where streaming matters."""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.campaign.passes import let_in
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign, Draft, Entry
from assistant.ledger.store import Ledger
from assistant.rules.book import Book
from assistant.rules.game import RingOfPower
from assistant.web import Address, SocketBounds, StreamSettings, create_app, hub_of
from assistant.web.keys import Keys
from assistant.web.server import Server, listen
from tests.web.published import BLANKS, Told
from tests.web.table import Visitor, begun, code_of
from tests.web.wires import Gate, Held

PATIENCE = 5.0
KEYS = Keys(secret="a secret of the tests", passphrase="ABCD-EFGH-JKMN")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An open, empty ledger."""
    with Ledger.open(tmp_path / "campaigns.sqlite", who="the tests") as opened:
        yield opened


@pytest.fixture
def service(ledger: Ledger) -> Service:
    """The campaigns of that ledger, for a game with an empty book."""
    return Service(ledger, RingOfPower(Book(scenario="", profiles={})))


@pytest.fixture
def campaign(ledger: Ledger) -> Campaign:
    """A campaign without deeds."""
    return ledger.create("Spring convention", "ring-of-power", {"scenario": "war-of-the-ring"}, key="spring")


@pytest.fixture
def record(ledger: Ledger) -> Callable[..., Entry]:
    """Records a deed in a campaign."""
    numbers = count()

    def append(campaign: Campaign, title: str = "The guard moves") -> Entry:
        draft = Draft(kind="move", title=title, actor="red", setup={}, answers=[], facts=[], log=[])
        return ledger.append(campaign.id, draft, key=f"deed-{next(numbers)}")

    return append


@pytest.fixture
def app(service: Service) -> Flask:
    """The app as the server would run it."""
    return create_app(service, addresses=[Address("http://192.168.1.20:8090/", "wlan0")], keys=KEYS)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a network."""
    return app.test_client()


@pytest.fixture
def serve(service: Service) -> Iterator[Callable[..., Server]]:
    """Starts real servers on free ports, and stops them after the test."""
    with ExitStack() as running:

        def start(**settings: Any) -> Server:
            app = create_app(service, addresses=[], streams=StreamSettings(**settings))
            server = Server(app, listen("127.0.0.1", 0))
            thread = threading.Thread(target=server.run)
            thread.start()
            running.callback(thread.join)
            running.callback(server.stop)
            return server

        yield start


@pytest.fixture
def besieged(service: Service, caplog: pytest.LogCaptureFixture) -> Iterator[Callable[..., Gate]]:
    """Starts real servers with bounds; none of them may ever log an error."""
    with ExitStack() as opened:

        def start(proxies: tuple[str, ...] = (), host: str = "127.0.0.1", **bounds: int) -> Gate:
            app = create_app(
                service, addresses=[], keys=KEYS, bounds=SocketBounds(**bounds), streams=StreamSettings()
            )
            held = Held(app.wsgi_app)
            app.wsgi_app = held  # type: ignore[method-assign]
            server = Server(app, listen(host, 0), proxies)
            thread = threading.Thread(target=server.run)
            thread.start()
            opened.callback(thread.join)
            opened.callback(server.stop)
            opened.callback(held.let_go.set)
            return Gate(server, hub_of(app), opened, held)

        yield start
    assert [one for one in caplog.get_records("call") if one.levelno >= logging.ERROR] == []


@pytest.fixture
def ask() -> Iterator[Callable[..., HTTPResponse]]:
    """Asks a server for a path; `close()` on the answer hangs up."""
    with ExitStack() as opened:

        def get(server: Server, path: str, **headers: str) -> HTTPResponse:
            connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            asked = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET", path, headers={"Connection": "close", **asked})
            response = connection.getresponse()
            opened.callback(response.close)
            return response

        yield get


@pytest.fixture
def hear() -> Callable[[HTTPResponse], tuple[str, str, Any]]:
    """The next event of a stream: its name, its id or "", and its data; "end" when there are no more."""

    def read(stream: HTTPResponse) -> tuple[str, str, Any]:
        fields: dict[str, str] = {}
        while line := stream.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "event" in fields:
                return fields["event"], fields.get("id", ""), json.loads(fields["data"])
        return "end", "", None

    return read


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], None]:
    """Waits for something that no event tells of."""

    def wait(is_so: Callable[[], bool]) -> None:
        limit = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < limit, "it did not come about in time"
            time.sleep(0.01)

    return wait


@pytest.fixture
def played(ledger: Ledger, war: RingOfPower) -> Service:
    """The campaigns of that ledger, for the War of the Ring."""
    return Service(ledger, war)


@pytest.fixture
def trial(played: Service) -> Campaign:
    """A ten-player game that has just begun."""
    return begun(played)


@pytest.fixture
def come(played: Service, trial: Campaign) -> Callable[..., Visitor]:
    """Lets somebody into the trial: as a commander, an assistant, the projector, the master, or as nobody."""
    app = create_app(played, addresses=[Address("http://192.168.1.20:8090/", "wlan0")], keys=KEYS)

    def enter(who: str = "") -> Visitor:
        client = app.test_client()
        if who == "master":
            client.get("/master", query_string={"passphrase": KEYS.passphrase})
        elif who == "assistant":
            client.get(f"/j/{let_in(played.ledger, trial, 'assistant', label='Helper').code}")
        elif who == "projector":
            (code,) = (one.code for one in played.ledger.passes(trial.id) if one.role == "projector")
            client.get(f"/j/{code}")
        elif who:
            client.get(f"/j/{code_of(played, trial, who)}")
        return Visitor(client, played, trial.id)

    return enter


@pytest.fixture
def told(app: Flask) -> dict[str, Any]:
    """The document as it is published."""
    answer = app.test_client().get("/api/v1/openapi.json")
    assert answer.status_code == 200
    whole: dict[str, Any] = answer.get_json()
    return whole


@pytest.fixture
def operations(told: dict[str, Any]) -> Told:
    """Every address with its method, as docs/api.md writes it."""
    return {
        (method.upper(), re.sub(r"\{(\w+)\}", lambda one: BLANKS.get(one[1], one[1].upper()), path)): one
        for path, methods in told["paths"].items()
        for method, one in methods.items()
    }

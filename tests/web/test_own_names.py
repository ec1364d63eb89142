"""By which names the server may be called: a foreign name that leads to this computer is a trick."""

from __future__ import annotations

import socket
from collections.abc import Callable
from http.client import HTTPConnection

import pytest
from flask import Flask

from assistant.campaign.service import Service
from assistant.web import create_app
from assistant.web.hosts import own_names
from assistant.web.server import Server
from tests.web.conftest import KEYS

COMPUTER = socket.gethostname().partition(".")[0].lower()


@pytest.fixture
def guarded(service: Service) -> Flask:
    """The app as `assistant serve --host-name laptop.club.example` makes it."""
    return create_app(service, addresses=[], keys=KEYS, host_names=own_names(["laptop.club.example"]))


@pytest.mark.parametrize(
    "called",
    [
        "evil.example",
        "evil.example:8090",
        "192.168.1.20.evil.example",
        "127.0.0.1.nip.io",
        "localhost.evil.example",
    ],
)
def test_a_foreign_name_that_leads_here_is_not_answered(guarded: Flask, called: str) -> None:
    client = guarded.test_client()
    for path in ("/", "/health", "/join", "/master"):
        answer = client.get(path, headers={"Host": called})
        assert (answer.status_code, called.partition(":")[0] in answer.text) == (421, True)
    posted = client.post("/join", data={"code": "x"}, headers={"Host": called, "Origin": f"http://{called}"})
    assert posted.status_code == 421


@pytest.mark.parametrize(
    "called",
    [
        *("192.168.1.20:8090", "127.0.0.1:8090", "[::1]:8090", "[fe80::1]:8090", "localhost:8090"),
        *("laptop.club.example", "LAPTOP.club.example:8090", "laptop.club.example."),
        *(f"{COMPUTER}:8090", f"{COMPUTER}.local", f"{COMPUTER}.fritz.box"),
    ],
)
def test_addresses_and_names_of_this_computer_are_answered(guarded: Flask, called: str) -> None:
    assert guarded.test_client().get("/", headers={"Host": called}).status_code == 200


# ---- asked by a program that waits to be told to go on ------------------------------------------------


@pytest.mark.parametrize(("method", "body"), [("GET", None), ("POST", b"code=x"), ("HEAD", None)])
def test_who_expects_to_be_told_to_go_on_is_answered(
    serve: Callable[..., Server], method: str, body: bytes | None
) -> None:
    connection = HTTPConnection("127.0.0.1", serve().port, timeout=20)
    headers = {"Expect": "100-continue", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, "/join", body, headers)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == (403 if method == "POST" else 200)
    connection.close()

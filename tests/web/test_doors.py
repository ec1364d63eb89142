"""Who takes the wrong door is shown the right one, and comes out where they wanted to go."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import KEYS

RIGHT = {"passphrase": KEYS.passphrase}
OWN = {"Origin": "http://localhost"}


def test_a_page_of_the_game_masters_asks_for_the_passphrase_and_goes_on_to_that_page(
    client: FlaskClient,
) -> None:
    page = client.get("/new?players=4")
    assert page.status_code == 401
    assert 'name="passphrase"' in page.text
    assert 'name="code"' not in page.text
    assert 'name="next" value="/new?players=4"' in page.text
    come = client.post("/master", data={**RIGHT, "next": "/new?players=4"}, headers=OWN)
    assert come.headers["Location"] == "/new?players=4"


def test_a_wrong_passphrase_does_not_forget_where_one_was_going(client: FlaskClient) -> None:
    page = client.post("/master", data={"passphrase": "WRONG", "next": "/new"}, headers=OWN)
    assert page.status_code == 403
    assert 'name="next" value="/new"' in page.text


@pytest.mark.parametrize(
    "elsewhere", ["//evil.example", "https://evil.example", "/\\evil.example", "new", ""]
)
def test_nobody_is_led_to_another_site(client: FlaskClient, elsewhere: str) -> None:
    come = client.post("/master", data={**RIGHT, "next": elsewhere}, headers=OWN)
    assert come.headers["Location"] == "/"


def test_the_passphrase_opens_the_door_of_the_seats_too(client: FlaskClient) -> None:
    come = client.post("/join", data={"code": KEYS.passphrase.lower()}, headers=OWN)
    assert come.headers["Location"] == "/"
    assert client.get("/new").status_code == 200


def test_a_seats_page_shows_the_game_master_where_to_come_in(client: FlaskClient) -> None:
    page = client.get("/c/spring/console")
    assert 'href="/master?next=' in page.text or 'name="passphrase"' in page.text


def test_json_that_is_nested_endlessly_is_refused_in_a_sentence(client: FlaskClient) -> None:
    for deep in (40, 100_000):
        sent = client.post(
            "/api/v1/quick", data="[" * deep + "]" * deep, content_type="application/json", headers=OWN
        )
        assert sent.status_code == 400
    assert "traceback" not in sent.text.lower()
    nested = '{"key":"12345678","battle":' + '{"a":' * 200 + "1" + "}" * 200 + "}"
    told = client.post("/api/v1/quick", data=nested, content_type="application/json", headers=OWN)
    assert (told.status_code, (told.json or {})["error"]["code"]) == (400, "too-deep")

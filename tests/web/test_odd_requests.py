"""What no browser sends is refused like anything else that is wrong, never as a fault of ours."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.web.table import Visitor

Come = Callable[..., Visitor]
NO_ADDRESS = "http://["


def test_an_origin_that_is_no_address_is_from_elsewhere(client: FlaskClient) -> None:
    answer = client.post("/join", data={"code": "x"}, headers={"Origin": NO_ADDRESS})
    assert answer.status_code == 403
    assert "This came from a page of another site" in answer.text


@pytest.mark.parametrize("page", ["/rules/CMB-04", "/terms/leadership"])
def test_a_page_that_was_come_to_from_no_address_has_no_way_back_and_is_shown(
    client: FlaskClient, page: str
) -> None:
    assert client.get(page, headers={"Referer": NO_ADDRESS}).status_code == 200


@pytest.mark.parametrize("name", ["n" * 300, "a/" * 3000 + "b"])
def test_a_name_that_no_disk_can_bear_is_not_there(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/x/{name}").status_code == 404


def test_the_odds_of_a_fight_of_nobody_are_refused(come: Come) -> None:
    master = come("master")
    contact = next(iter(master.at().world.war.contacts))
    for what_if in (False, True):
        answer = master.post(f"contacts/{contact}/odds", figures=[], what_if=what_if)
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "nobody-there")


HALF_A_LETTER = "\ud83d"


def test_half_a_letter_in_a_label_is_a_bad_field(come: Come) -> None:
    answer = come("master").post("passes", label=f"Ben {HALF_A_LETTER}")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "bad-field")


@pytest.mark.parametrize("host", ["a" * 300, "a..b"])
@pytest.mark.parametrize("page", ["/join", "/c/nowhere/seat", f"/rules?find={'x' * 300}"])
def test_a_server_name_that_cannot_be_one_is_refused_and_never_breaks(
    client: FlaskClient, host: str, page: str
) -> None:
    answer = client.get(page, environ_overrides={"HTTP_HOST": host})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "not-understood")

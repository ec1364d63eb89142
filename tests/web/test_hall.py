"""What a full hall does to it: any number of players, names of all sorts, and hands that try things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from assistant.campaign.passes import let_in
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.web import Address, create_app
from tests.web.conftest import KEYS
from tests.web.table import Visitor, begun

Come = Callable[..., Visitor]
SCRIPT = "<script>alert('Gollum')</script>"
PAGES = ("console", "history", "by-hand", "seats", "seats/cards", "board", "fights", "meet", "papers")
SEAT_PAGES = ("seat", "seat/forces", "seat/coming", "seat/goals", "seat/chart")
NAMES = (
    "Þórr \U0001f9d9\u200d♂️ Ægisson",
    "عائشة",
    "&lt;b&gt; & 'quotes' \"and\" {{ 7 * 7 }}",
    "W" * 40,
)


def master_of(service: Service, campaign: Campaign) -> Visitor:
    app = create_app(service, addresses=[Address("http://192.168.1.20:8090/", "wlan0")], keys=KEYS)
    client = app.test_client()
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    return Visitor(client, service, campaign.id)


@pytest.mark.parametrize("players", [2, 17])
def test_every_page_is_there_for_the_smallest_and_the_largest_table(players: int, played: Service) -> None:
    campaign = begun(played, players=players)
    master = master_of(played, campaign)
    assert [page for page in PAGES if master.page(page).status_code != 200] == []
    for one in played.ledger.passes(campaign.id):
        phone = Visitor(master.client.application.test_client(), played, campaign.id)
        assert phone.client.get(f"/j/{one.code}").status_code == 302
        pages = SEAT_PAGES if one.role == "seat" else ("board",)
        assert [page for page in pages if phone.page(page).status_code != 200] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_player_may_be_called_anything(name: str, come: Come) -> None:
    master = come("master")
    seat = next(one for one in master.at().world.war.seats.values() if "gondor" in one.commanders)
    changed = master.do("change-seat", seat=seat.id, player=name, dice="app")
    assert changed.status_code == 200, changed.get_json()
    for page in ("console", "seats", "history"):
        shown = master.page(page)
        assert shown.status_code == 200
        assert str(escape(name)) in shown.text


@pytest.mark.parametrize(("typed", "kept"), [("Bilbo\n Baggins", "Bilbo Baggins"), ("\u202eSam\x00", "Sam")])
def test_a_name_is_kept_as_one_line_with_nothing_unseen_in_it(typed: str, kept: str, come: Come) -> None:
    master = come("master")
    seat = next(iter(master.at().world.war.seats.values()))
    assert master.do("change-seat", seat=seat.id, player=typed).status_code == 200
    assert master.at().world.war.seats[seat.id].player == kept


@pytest.mark.parametrize("name", ["", "   ", "\x00", "x" * 500])
def test_a_name_that_cannot_be_shown_is_refused_in_a_sentence(name: str, come: Come) -> None:
    master = come("master")
    seat = next(iter(master.at().world.war.seats.values()))
    refused = master.do("change-seat", seat=seat.id, player=name, dice="app")
    assert refused.status_code in (400, 409), refused.get_json()
    assert refused.get_json()["error"]["sentence"]


def test_a_force_has_a_name_that_fits_a_phone(come: Come) -> None:
    gondor = come("gondor")
    refused = gondor.do("divide", force="gondor-14-denethor", figures=["gondor-foot-1"], name="x" * 100)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (400, "too-long")


def test_no_text_that_anybody_types_becomes_a_script(come: Come, played: Service, trial: Campaign) -> None:
    master = come("master")
    helper = let_in(played.ledger, trial, "assistant", label=f"A {SCRIPT}")
    seat = next(one for one in master.at().world.war.seats.values() if "gondor" in one.commanders)
    assert master.do("change-seat", seat=seat.id, player=SCRIPT[:40], dice="app").status_code == 200
    figures = ["gondor-foot-1", "gondor-foot-2"]
    divided = master.do("divide", force="gondor-14-denethor", figures=figures, name=SCRIPT[:40])
    assert divided.status_code == 200, divided.get_json()
    parted = master.do("part", contact="opening-1", why=SCRIPT)
    assert parted.status_code == 200, parted.get_json()
    gondor = come("gondor")
    shown = [master.page(page).text for page in PAGES] + [gondor.page(page).text for page in SEAT_PAGES]
    shown.append(master.client.get("/").text)
    shown.append(master.client.get(f"/c/{trial.id}/history", query_string={"find": SCRIPT}).text)
    shown.append(
        master.client.post("/join", data={"code": SCRIPT}, headers={"Origin": "http://localhost"}).text
    )
    assert [text for text in shown if "<script>alert" in text] == []
    assert any("&lt;script&gt;alert" in text for text in shown)
    assert helper.label == f"A {SCRIPT}"


def test_a_file_too_large_is_refused_before_it_is_read(come: Come) -> None:
    client = come("master").client
    sent = client.post("/api/v1/restore", data=b"x" * (9 * 1024 * 1024), content_type="application/json")
    assert sent.status_code == 413
    assert sent.get_json()["error"]["sentence"]


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_a_wrong_method_is_told_which_are_right(method: str, come: Come) -> None:
    client: FlaskClient = come("master").client
    answer: Any = client.open("/api/v1/restore", method=method, json={})
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert answer.get_json()["error"]["sentence"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"text"', b'{"kind": 7}', b'{"kind": "march"}', b"\xff"])
def test_what_is_no_command_is_refused_in_a_sentence(body: bytes, come: Come) -> None:
    gondor = come("gondor")
    path = f"/api/v1/campaigns/{gondor.campaign}/deeds"
    refused = gondor.client.post(path, data=body, content_type="application/json")
    assert refused.status_code == 400, refused.get_json()
    assert refused.get_json()["error"]["sentence"]

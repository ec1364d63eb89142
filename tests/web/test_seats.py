"""The page of the seats: every code to scan and to type, who is connected, codes given out anew, cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from assistant.campaign.passes import seat_passes
from assistant.campaign.service import Service
from assistant.campaign.views.seats import seats_view
from assistant.ledger.records import Campaign
from assistant.web import Address, create_app
from assistant.web.keys import mark_of
from assistant.web.qr import qr_svg
from tests.web.conftest import KEYS
from tests.web.table import Visitor, code_of

Come = Callable[..., Visitor]
WLAN = Address("http://192.168.1.20:8090/", "wlan0")
WIRE = Address("http://10.0.4.7:8090/", "eth0")


def master_at(service: Service, *addresses: Address) -> FlaskClient:
    client = create_app(service, addresses=addresses, keys=KEYS).test_client()
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    return client


def invitation(address: Address, code: str) -> str:
    """What the QR code of a seat leads to: it bears a mark that the code was scanned, and not guessed."""
    return f"{address.url}j/{code}?s={mark_of(KEYS, code)}"


def test_every_seat_has_its_code_its_commanders_and_a_qr_code_that_leads_in(
    come: Come, played: Service, trial: Campaign
) -> None:
    page = come("master").page("seats").text
    for seat in played.world(trial).war.seats.values():
        code = code_of(played, trial, seat.commanders[0])
        assert f'<p class="code">{code}</p>' in page
        assert str(qr_svg(invitation(WLAN, code))) in page
    assert "Khamûl, Easterling King, Mouth of Sauron, Buhrdûr" in page
    assert page.count('class="card"') == 11


def test_codes_lead_to_the_network_that_the_game_master_chooses(played: Service, trial: Campaign) -> None:
    client, code = master_at(played, WLAN, WIRE), code_of(played, trial, "rohan")
    first = client.get(f"/c/{trial.id}/seats").text
    assert str(qr_svg(invitation(WLAN, code))) in first
    chosen = client.get(f"/c/{trial.id}/seats", query_string={"address": WIRE.url}).text
    assert str(qr_svg(invitation(WIRE, code))) in chosen
    assert str(qr_svg(invitation(WLAN, code))) not in chosen
    strange = client.get(f"/c/{trial.id}/seats", query_string={"address": "http://evil.example/"}).text
    assert str(qr_svg(invitation(WLAN, code))) in strange


def test_an_address_that_phones_cannot_reach_is_named(played: Service, trial: Campaign) -> None:
    client = master_at(played, Address("http://127.0.0.1:8090/", "this computer", "here"))
    assert "Phones cannot reach this address" in client.get(f"/c/{trial.id}/seats").text


def test_the_codes_stay_the_same_from_look_to_look(come: Come) -> None:
    master = come("master")
    codes = [re.findall(r'class="code">([^<]+)<', master.page("seats").text) for _ in range(2)]
    assert codes[0] == codes[1]
    assert len(set(codes[0])) == 11


def test_who_is_connected_is_counted_by_code(come: Come, played: Service, trial: Campaign) -> None:
    at = come("master").at()
    rohan = code_of(played, trial, "rohan")
    view = seats_view(at, [rohan, rohan, "XXXX-XXXX"])
    assert [one.screens for one in view.seats if one.code == rohan] == [2]
    assert view.connected == 1


def test_a_seat_is_issued_anew_from_the_page(come: Come, played: Service, trial: Campaign) -> None:
    master, phone, code = come("master"), come("rohan"), code_of(played, trial, "rohan")
    fresh = master.post(f"passes/{code}/reissue").get_json()["pass"]
    assert fresh["code"] != code
    assert fresh["label"] == next(
        seat.player for seat in played.world(trial).war.seats.values() if "rohan" in seat.commanders
    )
    assert phone.page("seat").status_code == 401
    assert code not in master.page("seats").text
    again = master.post(f"passes/{code}/reissue")
    assert (again.status_code, again.get_json()["error"]["code"]) == (404, "no-such-pass")


def test_assistants_are_added_shown_and_withdrawn(come: Come) -> None:
    master = come("master")
    made = master.post("passes", label="Ben <b>", area="south").get_json()["pass"]
    page = master.page("seats").text
    assert "Ben &lt;b&gt;" in page
    assert "Helps at the South table" in page
    path = f"/api/v1/campaigns/{master.campaign}/passes/{made['code']}"
    assert master.client.delete(path, json={}).status_code == 200
    assert made["code"] not in master.page("seats").text


def test_codes_of_another_campaign_cannot_be_touched(come: Come, played: Service, trial: Campaign) -> None:
    other = played.new("Another", {"scenario": "war-of-the-ring"}, key="another")
    code = code_of(played, trial, "rohan")
    answer = come("master").client.post(
        f"/api/v1/campaigns/{other.id}/passes/{code}/reissue", json={"key": "a-key-of-its-own"}
    )
    assert answer.status_code == 404


def test_a_player_gives_the_seat_to_another_and_takes_real_dice(come: Come) -> None:
    master = come("master")
    done = master.do("change-seat", seat="seat-3", player="Greta", dice="by-hand")
    assert done.status_code == 200
    page = master.page("seats").text
    assert "Greta" in page
    assert "real dice" in page
    phone = come("witch-king").client
    assert '<span class="quiet">Greta</span>' in phone.get("/").text


@pytest.mark.parametrize("who", ["", "rohan", "projector", "assistant"])
def test_codes_are_shown_to_nobody_but_the_game_master(who: str, come: Come) -> None:
    for page in ("seats", "seats/cards"):
        answer = come(who).page(page)
        assert answer.status_code in (401, 403)
        assert 'class="code"' not in answer.text


def test_the_cards_carry_name_commanders_code_and_address(
    come: Come, played: Service, trial: Campaign
) -> None:
    page = come("master").page("seats/cards").text
    assert page.count('class="cut-card"') == 11
    assert code_of(played, trial, "rohan") in page
    # Where the column is narrow an address breaks before its port, not within it.
    assert page.replace("<wbr>", "").count("192.168.1.20:8090") >= 11
    assert "The big screen" in page


def test_an_assistant_is_not_led_to_a_door_that_is_shut(come: Come, trial: Campaign) -> None:
    assert f'href="/c/{trial.id}/seats"' in come("master").page("history").text
    assert f'href="/c/{trial.id}/seats"' not in come("assistant").page("history").text


def test_two_who_look_for_the_first_time_at_once_see_the_same_codes(played: Service, trial: Campaign) -> None:
    bare = played.new("Bare", {"scenario": "war-of-the-ring"}, key="bare")
    seats = tuple(played.world(trial).war.seats.values())
    with ThreadPoolExecutor(8) as pool:
        seen = [*pool.map(lambda _: seat_passes(played.ledger, bare, seats), range(8))]
    assert len(played.ledger.passes(bare.id)) == 11
    assert len({frozenset(one.code for one in those) for those in seen}) == 1

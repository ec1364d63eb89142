"""Coming in: codes, cookies, the passphrase, and whoever tries to guess."""

from __future__ import annotations

import re
from collections.abc import Callable
from http.client import HTTPResponse
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from assistant.campaign.passes import LETTERS, let_in, new_code, reissue, withdraw
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.web import create_app
from assistant.web.access import cookie_name
from assistant.web.claims import home_of
from assistant.web.guessing import Guesses, TooManyTries
from assistant.web.keys import Keys
from assistant.web.limits import Limits
from assistant.web.server import Server
from tests.web.conftest import KEYS
from tests.web.table import Visitor, code_of

Come = Callable[..., Visitor]
LIMITS = Limits()
FREE_TRIES, FORGETTING = LIMITS.wrong_codes, LIMITS.seconds_per_wrong_code
MOST_AT_ONCE = LIMITS.wrong_codes_of_all_per_minute


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


# ---- codes ---------------------------------------------------------------------------------------------


def test_a_code_is_one_of_hundreds_of_thousands_of_millions_and_reads_well() -> None:
    assert len(LETTERS) ** 8 > 800_000_000_000
    assert not set("01IOL") & set(LETTERS)
    assert re.fullmatch(r"[A-Z2-9]{4}-[A-Z2-9]{4}", new_code())


@pytest.mark.parametrize("typed", ["{}", " {} ", "{}."], ids=["as shown", "with spaces", "with a stop"])
def test_a_code_is_taken_however_it_is_typed(
    typed: str, come: Come, played: Service, trial: Campaign
) -> None:
    code = code_of(played, trial, "rohan")
    for spelled in (code, code.lower(), code.replace("-", ""), code.replace("-", " ")):
        client = come().client
        answer = client.post("/join", data={"code": typed.format(spelled)}, headers=same_site())
        assert answer.headers["Location"] == f"/c/{trial.id}"


def test_a_wrong_code_is_refused_beside_the_field_and_what_was_typed_is_kept(come: Come) -> None:
    answer = come().client.post("/join", data={"code": "ABCD-<b>"}, headers=same_site())
    assert answer.status_code == 403
    assert "No seat has this code." in answer.text
    assert 'value="ABCD-&lt;b&gt;"' in answer.text
    assert "<b>" not in answer.text


def test_a_second_seat_joins_the_first_on_the_same_phone(
    come: Come, played: Service, trial: Campaign
) -> None:
    phone = come("rohan")
    phone.client.get(f"/j/{code_of(played, trial, 'gondor')}")
    assert phone.do("say-done", commanders=["rohan"]).status_code == 200
    assert phone.do("say-done", commanders=["gondor"]).status_code == 200


def test_a_phone_that_comes_back_after_days_is_still_in(come: Come) -> None:
    phone = come("rohan").client
    cookie = phone.get_cookie(cookie_name(KEYS))
    assert cookie is not None
    assert cookie.max_age is not None or cookie.expires is not None


def test_whoever_leaves_is_out(come: Come) -> None:
    phone = come("rohan")
    phone.client.post("/leave", headers=same_site())
    assert phone.page("seat").status_code == 401


# ---- a seat that was given out anew --------------------------------------------------------------------


def test_a_phone_whose_seat_was_issued_anew_is_told_why_and_where_to_type_the_new_code(
    come: Come, played: Service, trial: Campaign
) -> None:
    phone = come("rohan")
    fresh = reissue(played.ledger, trial, code_of(played, trial, "rohan"))
    answer = phone.page("seat")
    assert answer.status_code == 401
    assert "Your seat has a new code" in answer.text
    assert 'action="/join"' in answer.text
    phone.client.get(f"/j/{fresh.code}")
    assert phone.page("seat").status_code == 200


def test_an_assistant_whose_code_was_withdrawn_is_out(come: Come, played: Service, trial: Campaign) -> None:
    helper = come("assistant")
    (code,) = (one.code for one in played.ledger.passes(trial.id) if one.role == "assistant")
    withdraw(played.ledger, trial, code)
    assert helper.page("console").status_code == 401


def test_screens_hear_of_it_at_once_when_a_code_is_replaced(
    service: Service,
    campaign: Campaign,
    serve: Callable[..., Server],
    ask: Callable[..., HTTPResponse],
    hear: Callable[[HTTPResponse], tuple[str, str, Any]],
) -> None:
    code = let_in(service.ledger, campaign, "assistant", label="Ben").code
    stream = ask(serve(), f"/stream?campaign={campaign.id}")
    reissue(service.ledger, campaign, code)
    assert hear(stream) == ("stir", "", {"campaign": campaign.id})


# ---- cookies and other sites ---------------------------------------------------------------------------


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(come: Come) -> None:
    client = come().client
    answer = client.get("/master", query_string={"passphrase": KEYS.passphrase})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert KEYS.passphrase not in cookie


def test_a_cookie_signed_with_another_secret_opens_nothing(
    come: Come, played: Service, trial: Campaign
) -> None:
    master = come("master").client
    cookie = master.get_cookie(cookie_name(KEYS))
    assert cookie is not None
    forged = Keys("another secret", KEYS.passphrase)
    other = create_app(played, addresses=[], keys=forged).test_client()
    for name in (cookie_name(KEYS), cookie_name(forged)):
        other.set_cookie(name, cookie.value)
    assert other.get(f"/c/{trial.id}/console").status_code == 401


def test_another_passphrase_makes_the_game_masters_cookie_worthless(
    come: Come, played: Service, trial: Campaign
) -> None:
    cookie = come("master").client.get_cookie(cookie_name(KEYS))
    assert cookie is not None
    other = create_app(played, addresses=[], keys=Keys(KEYS.secret, "ANOT-HER2-HERE")).test_client()
    other.set_cookie(cookie_name(KEYS), cookie.value)
    assert other.get(f"/c/{trial.id}/console").status_code == 401


def test_two_assistants_on_one_computer_do_not_end_each_others_games() -> None:
    """A browser keeps one set of cookies for all ports of a computer."""
    assert cookie_name(KEYS) != cookie_name(Keys("another secret", KEYS.passphrase))


@pytest.mark.parametrize("path", ["/join", "/master", "/leave"])
def test_forms_of_other_sites_are_refused(path: str, come: Come) -> None:
    client = come().client
    data = {"code": "ABCD-2345", "passphrase": KEYS.passphrase}
    for headers in ({"Origin": "http://elsewhere.example"}, {"Origin": "null"}, {}):
        answer = client.post(path, data=data, headers=headers)
        assert answer.status_code == 403
        assert "Set-Cookie" not in answer.headers


def test_the_browser_that_the_server_opens_is_let_in_and_shown_a_campaign_if_one_is_named(
    come: Come, trial: Campaign
) -> None:
    client = come().client
    named = client.get("/master", query_string={"passphrase": KEYS.passphrase, "campaign": trial.id})
    assert named.headers["Location"] == f"/c/{trial.id}"
    assert client.get(f"/c/{trial.id}/console").status_code == 200


@pytest.mark.parametrize("named", ["//elsewhere.example/", "http://elsewhere.example", "../../x"])
def test_it_leads_nobody_to_another_site(named: str, come: Come) -> None:
    answer = come().client.get("/master", query_string={"passphrase": KEYS.passphrase, "campaign": named})
    assert answer.headers["Location"].startswith("/c/")
    assert urlsplit(answer.headers["Location"]).netloc == ""


def test_a_script_without_an_origin_takes_a_code_away_and_is_told_what_a_form_lacks(
    come: Come, played: Service, trial: Campaign
) -> None:
    master = come("master")
    code = let_in(played.ledger, trial, "assistant", label="Ben").code
    path = f"/api/v1/campaigns/{trial.id}/passes/{code}"
    elsewhere = master.client.delete(path, headers={"Origin": "http://elsewhere.example"})
    assert elsewhere.status_code == 403
    assert master.client.delete(path).get_json() == {"withdrawn": code}
    form = master.client.post(f"/api/v1/campaigns/{trial.id}/backups", data={"note": "x"})
    assert form.status_code == 403
    assert "without saying from which page" in form.get_json()["error"]["sentence"]
    assert "application/json" in form.get_json()["error"]["do"]


# ---- guessing ------------------------------------------------------------------------------------------


def same_site() -> dict[str, str]:
    return {"Origin": "http://localhost"}


def guess(client: FlaskClient, code: str = "AAAA-AAAA", address: str = "10.0.0.9") -> Any:
    return client.post(
        "/join", data={"code": code}, headers=same_site(), environ_base={"REMOTE_ADDR": address}
    )


def test_after_twenty_wrong_codes_one_waits_and_is_told_how_long(come: Come) -> None:
    client = come().client
    for _ in range(FREE_TRIES):
        assert "No seat has this code" in guess(client).text
    answer = guess(client)
    assert "Too many wrong codes were tried." in answer.text
    assert re.search(r"Wait \d+ seconds", answer.text)


def test_not_even_the_right_code_is_looked_at_while_one_waits(
    come: Come, played: Service, trial: Campaign
) -> None:
    client, code = come().client, code_of(played, trial, "rohan")
    for _ in range(FREE_TRIES):
        guess(client)
    assert "Too many" in guess(client, code).text
    assert guess(client, code, "10.0.0.10").status_code == 302


def test_a_valid_code_between_wrong_ones_does_not_wipe_them_away(
    come: Come, played: Service, trial: Campaign
) -> None:
    """Four wrong and one right, again and again: a player who guesses the seats of others.

    Whoever has joined has tries of their own, beside those of the address, but only once.
    """
    client, code = come().client, code_of(played, trial, "rohan")
    looked_at = 0
    for _ in range(12):
        looked_at += sum("No seat has this code" in guess(client).text for _ in range(4))
        guess(client, code)
    assert looked_at == 4 + FREE_TRIES


def test_wrong_codes_of_seats_do_not_keep_the_game_master_out(come: Come) -> None:
    client = come().client
    for number in range(FREE_TRIES):
        assert client.get(f"/j/WRONG-{number}").status_code == 409
    assert client.get("/j/WRONG-99").status_code == 429
    right = client.post("/master", data={"passphrase": KEYS.passphrase}, headers=same_site())
    assert right.status_code == 302


def test_wrong_passphrases_are_counted_too_and_keep_no_seat_out(
    come: Come, played: Service, trial: Campaign
) -> None:
    client = come().client
    for _ in range(FREE_TRIES):
        client.post("/master", data={"passphrase": "WRONG"}, headers=same_site())
    right = client.post("/master", data={"passphrase": KEYS.passphrase}, headers=same_site())
    assert (right.status_code, "Too many" in right.text) == (403, True)
    assert client.get(f"/j/{code_of(played, trial, 'rohan')}").status_code == 302


def test_the_passphrase_is_not_tried_out_at_the_door_of_the_seats_while_that_one_waits(come: Come) -> None:
    client = come().client
    for _ in range(FREE_TRIES):
        guess(client)
    assert "Too many" in guess(client, KEYS.passphrase).text
    assert guess(client, KEYS.passphrase, "10.0.0.10").headers["Location"] == "/"


def test_ten_people_behind_one_address_mistype_twice_each_and_nobody_waits() -> None:
    guesses = Guesses(LIMITS, Clock())
    for _ in range(10):
        guesses.book("10.0.0.1")
        guesses.book("10.0.0.1")
    with pytest.raises(TooManyTries) as refused:
        guesses.book("10.0.0.1")
    assert refused.value.seconds == FORGETTING


def test_the_longest_wait_is_twenty_seconds_however_long_somebody_guesses() -> None:
    clock = Clock()
    guesses, waits = Guesses(LIMITS, clock), list[float]()
    for _ in range(500):
        try:
            guesses.book("10.0.0.9")
        except TooManyTries as refused:
            waits.append(refused.seconds)
            clock.now += refused.seconds
    assert waits
    assert max(waits) <= FORGETTING + 0.001


def test_one_phone_that_guesses_keeps_nobody_else_waiting() -> None:
    guesses = Guesses(LIMITS, Clock())
    for number in range(10 * MOST_AT_ONCE):
        try:
            guesses.book("10.0.0.9")
        except TooManyTries:
            guesses.book(f"10.0.{number % 250}.{number // 250}")
            guesses.was_right(f"10.0.{number % 250}.{number // 250}")


def test_in_a_flood_from_many_addresses_who_was_wrong_waits_and_who_was_not_is_let_in() -> None:
    clock = Clock()
    guesses = Guesses(LIMITS, clock)
    for number in range(MOST_AT_ONCE):
        guesses.book(f"10.0.{number}.1")
    with pytest.raises(TooManyTries):
        guesses.book("10.0.0.1")
    guesses.book("10.9.9.9")
    guesses.was_right("10.9.9.9")
    clock.now += 60
    guesses.book("10.0.0.1")
    guesses.book("10.0.0.1")


def test_a_network_of_the_newer_addresses_counts_as_one() -> None:
    assert home_of("fd00::1:2:3:4") == home_of("fd00::ffff:2:3:9")
    assert home_of("fd00:1::1") != home_of("fd00:2::1")
    assert home_of("::ffff:10.0.0.9") == home_of("10.0.0.9")


def test_nine_hours_of_guessing_try_as_little_as_the_page_of_permissions_says() -> None:
    clock = Clock()
    guesses, tried = Guesses(LIMITS, clock), 0
    while clock.now < 1000.0 + 9 * 3600:
        try:
            guesses.book("10.0.0.9")
            tried += 1
        except TooManyTries as refused:
            clock.now += refused.seconds
    assert tried <= 1640
    assert 30_000_000 < len(LETTERS) ** 8 / (1640 * 15) < 35_000_000

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
from assistant.web.guessing import FREE_TRIES, LONGEST_WAIT, MOST_AT_ONCE, Guesses, TooManyTries
from assistant.web.keys import Keys
from assistant.web.server import Server
from tests.web.conftest import KEYS
from tests.web.table import Visitor, code_of

Come = Callable[..., Visitor]


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


# ---- guessing ------------------------------------------------------------------------------------------


def same_site() -> dict[str, str]:
    return {"Origin": "http://localhost"}


def guess(client: FlaskClient, code: str = "AAAA-AAAA", address: str = "10.0.0.9") -> Any:
    return client.post(
        "/join", data={"code": code}, headers=same_site(), environ_base={"REMOTE_ADDR": address}
    )


def test_after_five_wrong_codes_one_waits_and_is_told_how_long(come: Come) -> None:
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


def test_the_qr_address_and_the_passphrase_count_their_wrong_tries_too(come: Come) -> None:
    client = come().client
    for number in range(FREE_TRIES):
        assert client.get(f"/j/WRONG-{number}").status_code == 409
    assert client.get("/j/WRONG-9").status_code == 429
    right = client.post("/master", data={"passphrase": KEYS.passphrase}, headers=same_site())
    assert right.status_code == 403
    assert "Too many" in right.text


def test_every_wrong_try_doubles_the_wait_up_to_five_minutes() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    waits = []
    for _ in range(FREE_TRIES + 12):
        guesses.was_wrong("10.0.0.9")
        try:
            guesses.refuse_if_guessing("10.0.0.9")
        except TooManyTries as refused:
            waits.append(refused.seconds)
            clock.now += refused.seconds
    assert waits[:4] == [2, 4, 8, 16]
    assert waits[-1] == LONGEST_WAIT


def test_whoever_comes_in_starts_afresh() -> None:
    guesses = Guesses(Clock())
    for _ in range(FREE_TRIES):
        guesses.was_wrong("10.0.0.9")
    with pytest.raises(TooManyTries):
        guesses.refuse_if_guessing("10.0.0.9")
    guesses.was_right("10.0.0.9")
    guesses.refuse_if_guessing("10.0.0.9")


def test_a_flood_from_many_addresses_makes_everyone_wait_a_minute_at_most() -> None:
    clock = Clock()
    guesses = Guesses(clock)
    for number in range(MOST_AT_ONCE):
        guesses.was_wrong(f"10.0.{number}.1")
    with pytest.raises(TooManyTries) as refused:
        guesses.refuse_if_guessing("10.9.9.9")
    assert 0 < refused.value.seconds <= 60
    clock.now += refused.value.seconds
    guesses.refuse_if_guessing("10.9.9.9")


def test_a_whole_night_of_guessing_tries_next_to_nothing_of_all_codes() -> None:
    clock = Clock()
    guesses, tried = Guesses(clock), 0
    while clock.now < 1000.0 + 12 * 3600:
        try:
            guesses.refuse_if_guessing("10.0.0.9")
        except TooManyTries as refused:
            clock.now += refused.seconds
            continue
        guesses.was_wrong("10.0.0.9")
        tried += 1
    assert tried / len(LETTERS) ** 8 * 20 < 1e-7

"""A guesser behind the same address keeps no honest phone out, and gains no try by it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from assistant.campaign.passes import reissue
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.web import Address, Limits, create_app
from assistant.web.claims import home_of
from assistant.web.guessing import CROWD, Guesses, TooManyTries
from assistant.web.keys import Keys, is_scanned, mark_of
from tests.web.conftest import KEYS
from tests.web.table import Visitor, begun, code_of

Come = Callable[..., Visitor]
OWN = {"Origin": "http://localhost"}
TRIES = Limits().wrong_codes


@pytest.fixture
def hall(played: Service, trial: Campaign) -> Flask:
    """The app of a game, to which all come from one address."""
    return create_app(played, addresses=[Address("http://192.168.1.20:8090/", "wlan0")], keys=KEYS)


def guessed(client: FlaskClient, code: str = "AAAA-AAAA", mark: str = "") -> Any:
    return client.get(f"/j/{code}", query_string={"s": mark} if mark else {})


def guess_until_refused(client: FlaskClient) -> None:
    while guessed(client).status_code != 429:
        pass


def test_a_scan_of_our_picture_comes_in_while_a_guesser_holds_all_tries(
    hall: Flask, played: Service, trial: Campaign
) -> None:
    guess_until_refused(hall.test_client())
    for commander in ("rohan", "gondor", "saruman"):
        code, phone = code_of(played, trial, commander), hall.test_client()
        assert guessed(phone, code, mark_of(KEYS, code)).headers["Location"] == f"/c/{trial.id}"


def test_the_pictures_on_the_pages_carry_what_lets_a_scan_in(
    hall: Flask, played: Service, trial: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[str]()

    def draw(text: str) -> str:
        drawn.append(text)
        return ""

    monkeypatch.setattr("assistant.web.seating.qr_svg", draw)
    master = create_app(
        played, addresses=[Address("http://192.168.1.20:8090/", "wlan0")], keys=KEYS
    ).test_client()
    master.get("/master", query_string={"passphrase": KEYS.passphrase})
    for page in ("seats", "seats/cards"):
        assert master.get(f"/c/{trial.id}/{page}").status_code == 200
    code = code_of(played, trial, "rohan")
    (address,) = {one for one in drawn if f"/j/{code}" in one}
    guess_until_refused(hall.test_client())
    path = address.removeprefix("http://192.168.1.20:8090")
    assert hall.test_client().get(path).headers["Location"] == f"/c/{trial.id}"


def test_a_made_up_mark_is_a_guess_like_any_other(hall: Flask, played: Service, trial: Campaign) -> None:
    guesser, code = hall.test_client(), code_of(played, trial, "rohan")
    told = [guessed(guesser, "AAAA-AAAA", f"AAAAAAAA{n:02}").status_code for n in range(TRIES + 5)]
    assert told == [409] * TRIES + [429] * 5
    assert guessed(guesser, code, "AAAAAAAAAA").status_code == 429
    assert guessed(guesser, code, mark_of(Keys("another secret", ""), code)).status_code == 429
    assert guessed(guesser, code, mark_of(KEYS, code_of(played, trial, "gondor"))).status_code == 429


def test_a_picture_printed_before_there_were_marks_is_taken_as_it_was(
    hall: Flask, played: Service, trial: Campaign
) -> None:
    code = code_of(played, trial, "rohan")
    assert guessed(hall.test_client(), code).headers["Location"] == f"/c/{trial.id}"


def test_a_picture_of_a_code_that_was_replaced_lets_nobody_in_and_counts_for_nobody(
    hall: Flask, played: Service, trial: Campaign
) -> None:
    old = code_of(played, trial, "rohan")
    reissue(played.ledger, trial, old)
    phone = hall.test_client()
    assert {guessed(phone, old, mark_of(KEYS, old)).status_code for _ in range(TRIES + 1)} == {409}
    assert guessed(phone).status_code == 409


def test_a_mark_is_short_and_is_of_one_code_however_it_is_written() -> None:
    mark = mark_of(KEYS, "ABCD-2345")
    assert re.fullmatch(r"[A-Z2-7]{10}", mark)
    assert is_scanned(KEYS, "abcd2345", mark)
    assert not is_scanned(KEYS, "ABCD-2346", mark)
    assert not is_scanned(KEYS, "ABCD-2345", "")
    assert not is_scanned(KEYS, "ABCD-2345", "ä")


def test_whoever_waits_is_told_that_the_picture_works(hall: Flask) -> None:
    guesser = hall.test_client()
    guess_until_refused(guesser)
    typed = guesser.post("/join", data={"code": "AAAA-AAAA"}, headers=OWN)
    assert "Scanning the QR code of your seat works at once." in typed.text
    assert int(guessed(guesser).headers["Retry-After"]) in range(1, 21)


def test_who_has_joined_adds_a_seat_while_a_guesser_holds_the_tries_of_the_address(
    hall: Flask, played: Service, trial: Campaign
) -> None:
    phone = hall.test_client()
    guessed(phone, code_of(played, trial, "rohan"))
    guess_until_refused(hall.test_client())
    added = phone.post("/join", data={"code": code_of(played, trial, "gondor")}, headers=OWN)
    assert added.headers["Location"] == f"/c/{trial.id}"


def test_whoever_is_in_a_demo_only_has_no_tries_of_their_own(hall: Flask) -> None:
    guesser = hall.test_client()
    guess_until_refused(guesser)
    assert guesser.post("/api/v1/demo", json={"key": "a-demo-more"}).status_code == 200
    assert guessed(guesser).status_code == 429


def test_a_seat_that_guesses_the_codes_of_others_has_tries_of_its_own_once(
    hall: Flask, played: Service, trial: Campaign
) -> None:
    code, looked_at = code_of(played, trial, "rohan"), 0
    for _ in range(4):
        phone = hall.test_client()
        guessed(phone, code, mark_of(KEYS, code))
        looked_at += sum(guessed(phone).status_code == 409 for _ in range(TRIES + 5))
    assert looked_at == TRIES


def test_a_hundred_phones_behind_one_address_join_and_play_undisturbed_beside_a_guesser(
    played: Service,
) -> None:
    """Ten games of ten seats: each phone scans its code and says twice that it is done."""
    app = create_app(played, addresses=[], keys=KEYS)
    guesser, told = app.test_client(), list[int]()
    guess_until_refused(guesser)
    for number in range(10):
        campaign = begun(played, f"Game {number}")
        for seat in played.world(campaign).war.seats.values():
            phone = Visitor(app.test_client(), played, campaign.id)
            code = code_of(played, campaign, seat.commanders[0])
            told.append(guessed(phone.client, code, mark_of(KEYS, code)).status_code)
            told.append(phone.page("seat").status_code)
            for done in (True, False):
                said = phone.do("say-done", commanders=[*seat.commanders], done=done)
                told.append(said.status_code)
            guess_until_refused(guesser)
    assert (len(told), set(told)) == (400, {200, 302})


# ---- addresses of a link ------------------------------------------------------------------------------


def test_phones_on_one_link_are_counted_one_by_one() -> None:
    assert home_of("fe80::1:2:3:4") != home_of("fe80::1:2:3:5")
    assert home_of("fe80::1:2:3:4%eth0") == home_of("fe80::1:2:3:4")
    guesses = Guesses(Limits(), lambda: 1000.0)
    for _ in range(TRIES):
        guesses.book("fe80::1")
    with pytest.raises(TooManyTries):
        guesses.book("fe80::1")
    guesses.book("fe80::2%wlan0")


def test_one_device_that_takes_address_after_address_of_a_link_is_stopped_all_the_same() -> None:
    now = [1000.0]
    guesses, tried = Guesses(Limits(wrong_codes_of_all_per_minute=100_000), lambda: now[0]), 0
    for number in range(5 * CROWD * TRIES):
        try:
            guesses.book(f"fe80::{number:x}")
            tried += 1
        except TooManyTries:
            now[0] += 0.001
    assert tried == CROWD * TRIES

"""Deeds per seat and minute: generous to play, an end to floods, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import pytest

from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.web import Address, Limits, create_app
from assistant.web.pace import SWEPT_EVERY, Pace, Share, TooFast
from tests.web.conftest import KEYS
from tests.web.table import Visitor, begun, code_of

Come = Callable[..., Visitor]
SEAT = Share("Anna", at_once=60, per_minute=120)
FEW = Limits(deeds_at_once=3, deeds_per_minute=1, leading_deeds_at_once=5, leading_deeds_per_minute=1)


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def strict(played: Service, trial: Campaign) -> Callable[..., Visitor]:
    """Lets a commander, or the game master, into a trial that has room for few deeds."""
    app = create_app(played, addresses=[Address("http://192.168.1.20:8090/", "wlan0")], keys=KEYS, limits=FEW)

    def enter(who: str) -> Visitor:
        client = app.test_client()
        if who == "master":
            client.get("/master", query_string={"passphrase": KEYS.passphrase})
        else:
            client.get(f"/j/{code_of(played, trial, who)}")
        return Visitor(client, played, trial.id)

    return enter


def say_done(seat: Visitor, commander: str, key: str = "", done: bool = True) -> Any:
    setup = {"kind": "say-done", "commanders": [commander], "done": done}
    return seat.post("deeds", kind="say-done", setup=setup, key=key or uuid4().hex)


# ---- the pace -----------------------------------------------------------------------------------------


def test_so_much_is_done_at_once_and_then_at_a_pace() -> None:
    clock = Clock()
    pace = Pace(clock)
    for _ in range(60):
        pace.spend([SEAT])
    with pytest.raises(TooFast) as refused:
        pace.spend([SEAT])
    clock.now += refused.value.seconds
    pace.spend([SEAT])


def test_a_flood_of_an_hour_does_as_much_as_the_pace_says() -> None:
    clock, done = Clock(), 0
    pace = Pace(clock)
    while clock.now < 1000.0 + 3600:
        try:
            pace.spend([SEAT])
            done += 1
        except TooFast:
            clock.now += 0.1
    assert 120 * 60 <= done <= 120 * 60 + 61


def test_what_does_not_fit_into_one_share_is_counted_in_none() -> None:
    clock = Clock()
    pace, narrow = Pace(clock), Share("narrow", 1, 60)
    pace.spend([SEAT, narrow])
    for _ in range(100):
        with pytest.raises(TooFast):
            pace.spend([SEAT, narrow])
    for _ in range(59):
        pace.spend([SEAT])


def test_what_is_forgotten_takes_no_room() -> None:
    clock = Clock()
    pace = Pace(clock)
    for number in range(500):
        pace.spend([Share(f"seat {number}", 60, 120)])
    clock.now += SWEPT_EVERY
    pace.spend([SEAT])
    assert len(pace) == 1


def test_a_hundred_honest_phones_behind_one_address_play_an_hour_without_a_refusal(
    played: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of a hundred seats taps six times in every minute, and has a long fight in every ten."""
    app, counted = create_app(played, addresses=[], keys=KEYS), list[Sequence[Share]]()
    with monkeypatch.context() as patched:
        patched.setattr(Pace, "spend", lambda pace, shares: counted.append(shares))
        for number in range(10):
            campaign = begun(played, f"Game {number}")
            for seat in played.world(campaign).war.seats.values():
                phone = Visitor(app.test_client(), played, campaign.id)
                phone.client.get(f"/j/{code_of(played, campaign, seat.commanders[0])}")
                assert say_done(phone, seat.commanders[0]).status_code == 200
    assert len(counted) == 100
    clock = Clock()
    pace = Pace(clock)
    for second in range(3600):
        clock.now = 1000.0 + second
        for number, shares in enumerate(counted):
            # Forty answers, one a second.
            is_fighting = (second + 37 * number) % 600 < 40
            if is_fighting or (second + 11 * number) % 60 < 6:
                pace.spend(shares)


# ---- at the door ---------------------------------------------------------------------------------------


def test_a_seat_that_floods_is_told_to_wait_and_nothing_is_written(strict: Come) -> None:
    rohan = strict("rohan")
    for done in (True, False, True):
        assert say_done(rohan, "rohan", done=done).status_code == 200
    head = rohan.at().seen
    refused = say_done(rohan, "rohan", done=False)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (429, "too-fast")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert f"Wait {refused.headers['Retry-After']} seconds" in refused.get_json()["error"]["do"]
    assert rohan.at().seen == head


def test_another_seat_behind_the_same_address_goes_on(strict: Come) -> None:
    rohan, gondor = strict("rohan"), strict("gondor")
    while say_done(rohan, "rohan").status_code == 200:
        pass
    assert say_done(gondor, "gondor").status_code == 200


def test_two_phones_of_one_seat_share_its_pace(strict: Come) -> None:
    one, other = strict("rohan"), strict("rohan")
    while say_done(one, "rohan").status_code == 200:
        pass
    assert say_done(other, "rohan").status_code == 429


def test_a_retry_of_what_was_done_is_answered_however_fast(
    strict: Come, played: Service, trial: Campaign
) -> None:
    rohan, key = strict("rohan"), uuid4().hex
    first = say_done(rohan, "rohan", key)
    while say_done(rohan, "rohan").status_code == 200:
        pass
    for _ in range(5):
        assert say_done(rohan, "rohan", key).get_json() == first.get_json()
    restarted = create_app(played, addresses=[], keys=KEYS, limits=FEW).test_client()
    restarted.get(f"/j/{code_of(played, trial, 'rohan')}")
    later = Visitor(restarted, played, trial.id)
    while say_done(later, "rohan").status_code == 200:
        pass
    assert say_done(later, "rohan", key).get_json() == first.get_json()


def test_a_refused_command_is_done_when_it_is_sent_again_with_its_key(
    strict: Come, played: Service, trial: Campaign
) -> None:
    rohan, key = strict("rohan"), uuid4().hex
    while say_done(rohan, "rohan").status_code == 200:
        pass
    assert say_done(rohan, "rohan", key).status_code == 429
    rested = create_app(played, addresses=[], keys=KEYS).test_client()
    rested.get(f"/j/{code_of(played, trial, 'rohan')}")
    assert say_done(Visitor(rested, played, trial.id), "rohan", key).status_code == 200


def test_answers_without_a_key_count_as_well(strict: Come) -> None:
    saruman = strict("saruman")
    at = saruman.post("contacts/opening-1/fight").get_json()["open"]
    answers = f"/api/v1/campaigns/{saruman.campaign}/fights/{at['id']}/answers"
    codes = [
        saruman.client.post(answers, json={"step": 0, "revision": 0, "answer": {"by": "app"}}).status_code
        for _ in range(4)
    ]
    assert codes[-1] == 429


def test_the_game_master_is_not_counted(strict: Come) -> None:
    master = strict("master")
    assert all(say_done(master, "rohan", done=n % 2 == 0).status_code == 200 for n in range(8))


def test_all_demos_from_one_address_share_a_pace(played: Service, trial: Campaign) -> None:
    app, told = create_app(played, addresses=[], keys=KEYS, limits=FEW), list[int]()
    for _ in range(3):
        client = app.test_client()
        demo = client.post("/api/v1/demo", json={"key": uuid4().hex}).get_json()["campaign"]["id"]
        visitor = Visitor(client, played, demo)
        told += [say_done(visitor, "rohan", done=n % 2 == 0).status_code for n in range(3)]
    assert told.count(429) == 9 - FEW.leading_deeds_at_once

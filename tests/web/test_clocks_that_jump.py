"""The laptop's clock is set back or forward while phones are in the game."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.web.table import Visitor

Come = Callable[..., Visitor]
HOUR = 3600
DAY = 24 * HOUR
real = time.time


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the clock off by so many seconds."""

    def by(seconds: float) -> None:
        monkeypatch.setattr("time.time", lambda: real() + seconds)

    return by


SetClock = Callable[[float], None]
JUMPS = {"an hour back": -HOUR, "a day back": -DAY, "fifty years back": -50 * 365 * DAY, "a day on": DAY}


@pytest.mark.parametrize("jump", JUMPS)
def test_nobody_is_put_out_by_a_clock_that_is_set_otherwise(
    come: Come, set_clock: SetClock, jump: str
) -> None:
    visitors = [come("rohan"), come("master"), come("projector")]
    set_clock(JUMPS[jump])
    assert [one.page("board").status_code for one in visitors] == [200, 200, 200]
    assert visitors[0].do("say-done", commanders=["rohan"]).status_code == 200
    assert visitors[1].page("console").status_code == 200


def test_whoever_joins_while_the_clock_is_wrong_stays_in_when_it_is_set_right(
    come: Come, set_clock: SetClock
) -> None:
    for wrong in (-20 * DAY, DAY):
        set_clock(wrong)
        visitor = come("rohan")
        set_clock(0)
        assert visitor.page("seat").status_code == 200


def test_a_month_later_a_cookie_opens_nothing_and_opens_again_if_that_was_a_mistake(
    come: Come, set_clock: SetClock
) -> None:
    visitor = come("rohan")
    set_clock(31 * DAY)
    assert visitor.page("seat").status_code == 401
    set_clock(0)
    assert visitor.page("seat").status_code == 200


def test_a_browser_keeps_its_cookie_for_a_month_by_its_own_clock(come: Come, set_clock: SetClock) -> None:
    set_clock(-50 * 365 * DAY)
    told = come().client.get("/master", query_string={"passphrase": "ABCD-EFGH-JKMN"}).headers["Set-Cookie"]
    assert f"Max-Age={30 * DAY}" in told
    assert "Expires" not in told

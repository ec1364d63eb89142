"""Whoever asks for odds keeps nobody else waiting for long; nothing is begun for those who have gone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from assistant.campaign.chances import Oracle
from assistant.kernel.errors import Illegal
from assistant.web.api.line import MOST, MOST_EACH, Line
from tests.support import Fights
from tests.web.table import Visitor
from tests.web.test_quick import battle

Come = Callable[..., Visitor]


def test_one_address_asks_for_a_few_odds_at_once_and_others_are_not_held_up() -> None:
    line = Line()
    with ExitStack() as waiting:
        for _ in range(MOST_EACH):
            waiting.enter_context(line.place_for("10.0.0.1"))
        with pytest.raises(Illegal, match="other fights are being worked out"), line.place_for("10.0.0.1"):
            pass
        with line.place_for("10.0.0.2"):
            pass
    with line.place_for("10.0.0.1"):
        pass


def test_the_line_has_an_end() -> None:
    line = Line()
    with ExitStack() as waiting:
        for number in range(MOST):
            waiting.enter_context(line.place_for(f"10.0.0.{number}"))
        with pytest.raises(Illegal), line.place_for("10.0.1.1"):
            pass


def test_whose_turn_does_not_come_is_told_so_and_what_is_known_waits_for_nobody(fights: Fights) -> None:
    oracle, at_work, go_on = Oracle(longest_wait=0.05), threading.Event(), threading.Event()
    known = fights.setup("3 gondor-foot", "3 orc")
    before = oracle.chances(fights.game, known)

    def holds_the_turn() -> bool:
        at_work.set()
        return go_on.wait(10)

    long = threading.Thread(
        target=lambda: oracle.chances(
            fights.game, fights.setup("4 gondor-foot", "3 orc"), is_wanted=holds_the_turn
        )
    )
    long.start()
    assert at_work.wait(10)
    with pytest.raises(Illegal, match="other fights are being worked out"):
        oracle.chances(fights.game, fights.setup("5 gondor-foot", "3 orc"))
    assert oracle.chances(fights.game, known) == before
    go_on.set()
    long.join()
    assert oracle.chances(fights.game, fights.setup("5 gondor-foot", "3 orc")).odds.trials >= 0


def test_nothing_is_begun_for_a_browser_that_has_gone(come: Come) -> None:
    client, asked = come().client, {"battle": battle(), "odds": True}

    def ask_as(has_gone: bool) -> Any:
        known = {"waitress.client_disconnected": lambda: has_gone}
        return client.post("/api/v1/quick", json=asked, environ_overrides=known)

    refused = ask_as(has_gone=True)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (503, "odds-busy")
    assert ask_as(has_gone=False).status_code == 200

"""Whoever asks for odds keeps nobody else waiting for long; nothing is begun for those who have gone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from assistant.campaign.chances import Oracle
from assistant.kernel.errors import Illegal
from assistant.web.environ import HAS_GONE
from tests.support import Fights
from tests.web.table import Visitor
from tests.web.test_quick import battle

Come = Callable[..., Visitor]


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
        known = {HAS_GONE: lambda: has_gone}
        return client.post("/api/v1/quick", json=asked, environ_overrides=known)

    refused = ask_as(has_gone=True)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (503, "busy")
    assert ask_as(has_gone=False).status_code == 200

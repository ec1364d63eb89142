"""The clock after the end of a game."""

from __future__ import annotations

from datetime import UTC, timedelta

from assistant.campaign.clock import clock
from assistant.campaign.service import Service
from assistant.campaign.views.clock import clock_shown
from assistant.ledger.records import Campaign
from assistant.rules.deeds.ending import EndGame
from assistant.rules.war import War
from tests.campaign.games import do, go_on
from tests.campaign.test_running_game import MORNING, at


def test_the_clock_stands_still_once_the_game_has_ended(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 3)
    do(clerk, begun, EndGame("time"))
    entries = [
        at(entry, minutes)
        for entry, minutes in zip(clerk.ledger.entries(begun.id), (0, 5, 10, 20, 30), strict=True)
    ]
    time, later = clock(entries), MORNING + timedelta(minutes=90)
    assert time is not None
    # Turn 1 took twenty minutes. Turn 2 began at 10:20 and the game ended at 10:30; it is 11:30.
    assert list(time.lines(later, 5, UTC)) == [
        "Turn 2 began at 10:20, 10 minutes of it played; the game ended at 10:30, played 30 minutes in all.",
        "A turn took 20 minutes.",
    ]
    assert (time.is_over_time(later), time.ends(5, later)) == (False, None)
    shown = clock_shown(entries, War(turn=2), 10, later)
    assert shown is not None
    assert (shown.so_far, shown.played, shown.this, shown.later) == ("10 minutes", "30 minutes", None, None)
    # A page counts on only while less than this has passed since the last deed.
    assert shown.rest == 0

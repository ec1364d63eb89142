"""Odds are told as surely as the trials bear out, and no surer."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.campaign.chances import Chances
from assistant.simulate.odds_tally import Method, Odds, Tally


def chances(good: int, evil: int, draw: int = 0, method: Method = "resolver") -> Chances:
    """Of so many trials each side won so many."""
    nobody = {"good": np.ones(1), "evil": np.ones(1)}
    tally = Tally({"good": float(good), "evil": float(evil), "draw": float(draw)}, nobody)  # type: ignore[arg-type]
    return Chances(Odds.of(tally, good + evil + draw, method))


@pytest.mark.parametrize(
    ("found", "short", "words"),
    [
        (chances(24, 0), "Good >87 % · draw <13 % · evil <13 %", "Good wins over 8 in 10."),
        (chances(0, 60), "Good <5 % · draw <5 % · evil >95 %", "Evil wins over 9 in 10."),
        (chances(120, 0), "Good >97 % · draw <3 % · evil <3 %", "Good is all but certain to win."),
        (
            chances(10_000, 0, method="vectorised"),
            "Good >99 % · draw <1 % · evil <1 %",
            "Good is all but certain to win.",
        ),
        (chances(1, 0, method="exact"), "Good 100 % · draw 0 % · evil 0 %", "Good is certain to win."),
        (
            chances(12, 12),
            "Good 50 % · draw <13 % · evil 50 %",
            "Good wins about 5 in 10, evil about 5 in 10; under 2 in 10 are drawn.",
        ),
    ],
)
def test_what_never_came_in_few_trials_is_not_told_as_all_but_impossible(
    found: Chances, short: str, words: str
) -> None:
    assert found.short() == short
    assert found.words()[1] == words

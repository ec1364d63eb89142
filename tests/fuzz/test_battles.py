"""Fights as nobody means them: each is refused in a sentence, or comes to its end and can be told."""

from __future__ import annotations

import pytest

from tests.fuzz.battles import Battles
from tests.fuzz.conftest import Begin

SEEDS, EACH = (1, 2), 60


@pytest.mark.parametrize("seed", SEEDS)
def test_every_fight_that_may_begin_comes_to_an_end_and_is_told(seed: int, begin: Begin) -> None:
    battles = Battles(begin(seed))
    ends = battles.go(EACH)
    assert battles.run.tally.faults == []
    ended = {way for way in ends.ways if way.endswith(": ended")}
    assert {"quick: ended", "battle: ended", "fight: ended", "contact: ended"} <= ended
    assert ends.ways.total() == EACH


def test_a_fight_that_cannot_be_gone_on_with_is_a_fault(begin: Begin) -> None:
    battles = Battles(begin(3))
    battles.hall.app.view_functions["api.answer"] = lambda **parts: ({"error": {"code": "no-way-on"}}, 409)
    battles.go(20)
    assert any("cannot be gone on with" in one for one in battles.run.tally.faults)

"""The odds of fights with crews, which the resolver itself fights again and again."""

from __future__ import annotations

import pytest

from assistant.simulate.odds import odds
from tests.support import Fights


@pytest.mark.parametrize("evil", ["mumak", "bolt-shooter", "ship, orc", "spider-queen", "2 engineer"])
def test_figures_with_lives_or_choices_are_left_to_the_resolver(fights: Fights, evil: str) -> None:
    found = odds(fights.game, fights.setup("gondor-foot", evil), trials=20, seed=1)
    assert found.method == "resolver"


def test_a_fight_without_them_is_computed_as_ever(fights: Fights) -> None:
    assert odds(fights.game, fights.setup("gondor-foot", "orc")).method == "exact"


def test_a_mumak_of_one_crewman_falls_as_often_as_one_failed_defense(fights: Fights) -> None:
    # One die at 4+ hits in 1/2, and 3+ fails in 1/3: good wins 1/6 of the time unless the foot falls as well.
    # The mumak's one die at 3+ hits in 2/3, 4+ fails in 1/2: 1/3. So 1/6 * 2/3 = 1/9, evil 5/6 * 1/3 = 5/18.
    setup = fights.setup("gondor-foot", "mumak", evil_engines={"mumak": {"crew": 1}})
    found = odds(fights.game, setup, trials=4000, seed=5)
    # Four standard errors of 4000 trials are at most 4 * sqrt(0.28 * 0.72 / 4000) = 0.028.
    assert found.win["good"] == pytest.approx(1 / 9, abs=0.028)
    assert found.win["evil"] == pytest.approx(5 / 18, abs=0.028)

"""Odds that are computed are those of every fall of the dice."""

from __future__ import annotations

from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assistant.rules.combat.setup import SIDES
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import odds
from assistant.simulate.odds_exact import falls_of, hits_of
from assistant.simulate.odds_tally import Method
from tests.simulate.armies import fights_of
from tests.simulate.oracle import assert_equal, every_fall
from tests.support import Fights


def test_one_rohan_foot_against_one_orc_as_computed_by_hand(game: RingOfPower, fights: Fights) -> None:
    found = odds(game, fights.setup("rohan-foot", "orc"))
    orc_falls, man_falls = 1 / 2 * 5 / 6, 1 / 3 * 2 / 3
    assert found.method == "exact"
    assert found.win["good"] == pytest.approx(orc_falls * (1 - man_falls), abs=1e-12)
    assert found.win["evil"] == pytest.approx(man_falls * (1 - orc_falls), abs=1e-12)
    assert sum(found.win.values()) == pytest.approx(1, abs=1e-12)
    # The beaten orc has fallen already: nobody is left for further losses.
    assert found.losses["evil"].mean == pytest.approx(orc_falls, abs=1e-12)
    assert (found.losses["evil"].p10, found.losses["evil"].p50, found.losses["evil"].p90) == (0, 0, 1)


@pytest.mark.parametrize("method", ["exact", "vectorised", "resolver"])
def test_those_out_of_reach_behind_walls_are_counted_among_the_losses(
    game: RingOfPower, fights: Fights, method: Method
) -> None:
    # One of three foot, 2 dice at 4+ and 4+ to defend, against an Uruk-hai, 1 die at 4+ and 5+ to defend.
    setup = fights.setup("1 of 3 rohan-foot", "uruk-hai", fortress="good")
    found = odds(game, setup, methods=(method,), trials=800, seed=1)
    man_falls, uruk_stands = 1 / 2 * 1 / 2, (1 - 1 / 2 * 2 / 3) ** 2
    # He alone falls in a draw; if the Uruk-hai stands, the walls fall and all three are lost.
    mean = man_falls * (uruk_stands * 3 + (1 - uruk_stands) * 1)
    assert found.losses["good"].mean == pytest.approx(mean, abs=1e-12 if method == "exact" else 0.12)


@pytest.mark.parametrize(
    ("good", "evil", "site"),
    [
        ("rohan-foot", "2 orc", {}),
        ("rohan-foot, eomer on foot", "orc", {"darkness": True}),
        ("rider-of-rohan", "uruk-hai", {}),
        ("iron-guard", "morgul-knight", {}),
        ("iron-guard", "serpent-guard", {}),
        ("2 rohan-foot", "giant-spider, orc", {}),
        ("rohan-foot", "uruk-hai-berserker, orc", {}),
        ("rohan-foot", "orc, lurtz", {"fortress": "evil"}),
        ("rohan-foot", "orc, lurtz", {"fortress": "evil", "tower": True}),
        ("gandalf-the-white on foot", "saruman", {"good_duels": [["gandalf-the-white", "saruman"]]}),
    ],
)
def test_a_computed_fight_is_every_fall_of_its_dice(
    game: RingOfPower, fights: Fights, good: str, evil: str, site: dict[str, Any]
) -> None:
    setup = fights.setup(good, evil, **site)
    found = odds(game, setup)
    assert found.method == "exact"
    assert_equal(found, every_fall(game, setup))


@given(st.data())
@settings(max_examples=30)
def test_any_two_figures_whose_odds_are_computed_meet_every_fall_of_their_dice(
    game: RingOfPower, data: st.DataObject
) -> None:
    setup = data.draw(fights_of(game.book, most=1, dice=1))
    found = odds(game, setup, trials=1)
    assume(found.method == "exact")
    assert_equal(found, every_fall(game, setup))


@pytest.mark.parametrize(
    ("good", "evil", "site"),
    [
        ("20 rohan-foot, eomer", "25 orc, lurtz", {}),
        ("6 rider-of-rohan, theoden", "15 uruk-hai", {"terrain": "woods"}),
        ("8 gondor-foot, boromir", "20 orc, 2 troll", {"fortress": "good", "tower": True}),
        ("3 dwarf-warrior", "30 goblin, 2 cave-troll", {"terrain": "caves"}),
        ("gandalf-the-white, 9 rohan-foot", "saruman, 9 uruk-hai",
         {"evil_duels": [["saruman", "gandalf-the-white"]]}),
    ],
)  # fmt: skip
def test_computed_and_simulated_odds_agree(
    game: RingOfPower, fights: Fights, good: str, evil: str, site: dict[str, Any]
) -> None:
    setup = fights.setup(good, evil, **site)
    computed = odds(game, setup)
    simulated = odds(game, setup, trials=40_000, seed=1, methods=["vectorised"])
    assert (computed.method, simulated.method) == ("exact", "vectorised")
    for result, chance in computed.win.items():
        assert simulated.win[result] == pytest.approx(chance, abs=5 * 0.5 / 200)
    for side in SIDES:
        assert simulated.losses[side].mean == pytest.approx(computed.losses[side].mean, abs=0.1)
        assert abs(simulated.losses[side].p50 - computed.losses[side].p50) <= 1


def test_hits_of_unequal_dice_are_all_their_falls() -> None:
    chances = np.array([1 / 6, 1 / 2, 5 / 6])
    expected = np.zeros(4)
    for fall in product((0, 1), repeat=3):
        expected[sum(fall)] += np.prod(np.where(fall, chances, 1 - chances))
    assert hits_of(chances) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("takers", [1, 3, 40, 50])
def test_a_volley_of_forty_dice_is_what_a_dice_library_says(takers: int) -> None:
    found = falls_of(hits_of(np.full(40, 1 / 2)), np.full(takers, 2 / 3), [False] * takers, [True] * takers)
    assert found[:, 0] == pytest.approx(library_volley(takers), abs=1e-12)


def library_volley(takers: int) -> list[float]:
    """Hits at 4+ shared out evenly; whoever fails one of its saves at 5+ falls."""
    hits = 40 @ (icepool.d6 >= 4)

    def falls(number: int) -> Any:
        each, more = divmod(number, takers)
        fallen = [(taken @ (icepool.d6 < 5)) >= 1 for taken in (each + 1, each)]
        return more @ fallen[0] + (takers - more) @ fallen[1]

    die = hits.map(falls)
    return [float(die.probability(number)) for number in range(takers + 1)]

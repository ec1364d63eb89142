"""Random fights over the whole book: all end, and every ability and effect has its say in some of them."""

from __future__ import annotations

from random import Random

import pytest

from assistant.rules.combat.check import check_setup
from assistant.rules.combat.rounds import MOST_ROUNDS
from assistant.rules.effects.registry import EFFECTS
from assistant.rules.game import RingOfPower
from assistant.simulate.census import Census, borne_abilities, census, combat_effects
from assistant.simulate.random_fights import Dealer, with_every_ability

FIGHTS = 1500


@pytest.fixture(scope="module")
def counted(game: RingOfPower) -> Census:
    """Enough fights for the rarest to be met; ten thousand are fought by `python3 run.py bench fights`."""
    return census(game, FIGHTS, seed=1)


def test_every_random_fight_ends(counted: Census) -> None:
    assert counted.fights == FIGHTS
    # No single round has been seen to ask more than thirty; one reading lets a drawn fight go on for some.
    assert counted.most_questions < 30 * MOST_ROUNDS


def test_every_effect_ability_profile_and_place_is_met(counted: Census, game: RingOfPower) -> None:
    assert counted.missing(game.book) == ()


def test_the_report_lists_every_effect_and_ability(counted: Census, game: RingOfPower) -> None:
    said = {line.split()[-1] for line in counted.lines(game.book)}
    assert {*combat_effects(), *borne_abilities(game.book)} <= said


def test_an_effect_that_never_speaks_would_be_missed(game: RingOfPower) -> None:
    assert f"effect {combat_effects()[0]}" in Census().missing(game.book)


def test_the_same_seed_deals_the_same_fights(game: RingOfPower) -> None:
    first, second = (Dealer(game.book, Random(7)) for _ in range(2))
    assert [first.fight() for _ in range(20)] == [second.fight() for _ in range(20)]


def test_what_is_dealt_may_be_declared(game: RingOfPower) -> None:
    book = with_every_ability(game.book)
    dealer = Dealer(book, Random(3))
    for _ in range(50):
        check_setup(book, dealer.fight())


def test_listening_leaves_the_effects_as_they_were(game: RingOfPower) -> None:
    before = {name: dict(vars(cls)) for name, cls in EFFECTS.items()}
    census(game, 3, seed=2)
    assert {name: dict(vars(cls)) for name, cls in EFFECTS.items()} == before

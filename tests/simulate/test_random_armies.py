"""On random small battles the odds are the frequencies of the resolver."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from re import escape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import RuleId
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import odds
from assistant.simulate.random_fights import Dealer
from tests.simulate.armies import fights_of, hidden_fights_of
from tests.simulate.oracle import assert_near, by_chance

# Derandomised: the same fights every time. More of them says more than more of each.
EXAMPLES, HIDDEN, RUNS = 25, 8, 150
DEALT, RUNS_DEALT, SERVED = 30, 250, 12
# Readings that change how dice are rolled, given out, counted or paid for.
BEARING = (
    "AMB-012", "AMB-014", "AMB-015", "AMB-016", "AMB-018", "AMB-019", "AMB-026", "AMB-027", "AMB-030",
    "AMB-078", "AMB-079", "AMB-080", "AMB-081", "AMB-083", "AMB-091", "AMB-092", "AMB-093", "CON-056",
    "CON-059", "CON-067",
)  # fmt: skip


@given(st.data())
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_odds_are_the_frequencies_of_the_resolver(game: RingOfPower, data: st.DataObject) -> None:
    setup = data.draw(fights_of(game.book, most=5))
    readings = {
        rule: data.draw(st.sampled_from([*game.book.house_rules[RuleId(rule)].readings]))
        for rule in data.draw(st.lists(st.sampled_from(BEARING), max_size=4, unique=True))
    }
    setup = replace(setup, house_rules=readings)
    if is_understood(game, setup):
        assert_near(odds(game, setup, trials=20_000, seed=1), by_chance(game, setup, RUNS), RUNS)


@given(st.data())
@settings(max_examples=HIDDEN)
def test_odds_of_those_who_hide_are_the_frequencies_of_the_resolver(
    game: RingOfPower, data: st.DataObject
) -> None:
    setup = data.draw(hidden_fights_of(game.book, most=3))
    if is_understood(game, setup):
        found = odds(game, setup, trials=20_000, seed=1)
        assert found.no_fight > 0
        assert_near(found, by_chance(game, setup, RUNS), RUNS)


def is_understood(game: RingOfPower, setup: FightSetup) -> bool:
    """Whether anything but the resolver itself knows the odds: one trial shows it."""
    try:
        return odds(game, setup, trials=1, seed=1).method != "resolver"
    except Illegal as refused:
        with pytest.raises(Illegal, match=escape(str(refused))):
            by_chance(game, setup, 1)
    return False


def test_odds_are_those_of_the_resolver_also_with_wizardry_duels_and_things_borne(game: RingOfPower) -> None:
    dealer = Dealer(game.book, Random(11), most=4)
    dealt = (setup for setup in iter(dealer.fight, None) if is_understood(game, setup))
    for setup in islice(dealt, DEALT):
        truth = by_chance(game, setup, RUNS_DEALT)
        assert_near(odds(game, setup, trials=20_000, seed=1), truth, RUNS_DEALT)


def test_weapons_with_recruits_are_dealt_and_fare_as_the_resolver_has_it(game: RingOfPower) -> None:
    dealer = Dealer(game.book, Random(5), most=6)
    served = (
        setup
        for setup in iter(dealer.fight, None)
        if any(service.recruits for side in SIDES for service in setup.side(side).engines.values())
        and is_understood(game, setup)
    )
    for setup in islice(served, SERVED):
        truth = by_chance(game, setup, RUNS)
        assert_near(odds(game, setup, trials=20_000, seed=1), truth, RUNS)

"""Where a side has several forces the odds know who helps whom, as the resolver does."""

from __future__ import annotations

import pytest

from assistant.rules.combat.setup import FightSetup
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import odds
from tests.rules.battles import Rows, declared, one
from tests.simulate.oracle import assert_near, every_fall

TRIALS = 40_000
SITUATIONS: dict[str, tuple[Rows, Rows]] = {
    "each force has its own taskmaster's three": (
        [one("rohan-foot")],
        [one("orc-taskmaster", force="A"), one("orc", force="B"), one("orc", id="two", force="A")],
    ),
    "the marshal raises one orc and not the other": (
        [one("rohan-foot", count=2)],
        [one("orc", force="B"), one("orc", id="his", force="A"), one("dark-marshal", force="A")],
    ),
    "of two corsairs one has a bosun": (
        [one("rohan-foot")],
        [one("corsair", force="X"), one("corsair", id="two", force="Y"), one("corsair-bosun", force="Y")],
    ),
    "a taskmaster who stands by helps all the same": (
        [one("rohan-foot")],
        [one("orc", count=2), one("orc-taskmaster", count=1, in_reach=0)],
    ),
    "veterans lose a captain of their own in the ambush": (
        [one("faramir", force="A"), one("osgiliath-veteran", force="A")],
        [one("morgul-stalker"), one("gorbag")],
    ),
    "an ambush fells the bosun of one of two alike": (
        [one("elf-sentinel", count=1)],
        [one("corsair-bosun", force="Y"), one("corsair", force="Y"), one("corsair", id="far", force="X")],
    ),
}


def fight(game: RingOfPower, situation: str) -> FightSetup:
    good, evil = SITUATIONS[situation]
    return declared(game, good, evil)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_forces_are_simulated_as_they_are_resolved(game: RingOfPower, situation: str) -> None:
    setup = fight(game, situation)
    found = odds(game, setup, trials=TRIALS, seed=1, methods=["vectorised"])
    assert found.method == "vectorised"
    assert_near(found, every_fall(game, setup), TRIALS)


def test_odds_are_computed_with_the_standard_in_another_force(game: RingOfPower) -> None:
    # One foot against one orc: leadership 3 or 4 wins either way, and the orc's 4 (Witch-king) draws with 4.
    def chance(force: str) -> float:
        rohan = [one("gamling", force="A", mounted=False), one("theoden", force=force, mounted=False)]
        setup = declared(game, rohan, [one("witch-king", mounted=False)])
        found = odds(game, setup, methods=["exact"])
        assert found.method == "exact"
        assert_near(found, every_fall(game, setup), 10**9)
        return found.win["good"]

    assert chance("A") > chance("B")

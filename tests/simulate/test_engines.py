"""The odds of fights with crews, beasts and engines: many at once, as the resolver would fight them."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.simulate.odds import odds
from tests.simulate.oracle import assert_near, by_chance, every_fall
from tests.support import Fights

RUNS = 500
WALLS: dict[str, Any] = {"fortress": "good", "tower": True}


@pytest.mark.parametrize(
    ("good", "evil", "keys"),
    [
        ("3 gondor-foot", "mumak, 2 haradrim-foot", {}),
        ("eomer, 6 rider-of-rohan", "2 mumak, 4 haradrim-foot", {}),
        ("4 elf-sentinel, 2 rider-of-rohan", "2 mumak, 3 haradrim-foot", {}),
        ("4 elf-sentinel, 3 gondor-foot", "bolt-shooter, 3 orc", {}),
        ("4 gondor-foot, gondor-bolt-shooter", "6 orc, bolt-shooter", {}),
        ("trebuchet, 4 gondor-foot", "siege-catapult, 12 orc", WALLS),
        (
            "3 gondor-foot",
            "siege-catapult, 6 orc",
            {**WALLS, "evil_engines": {"siege-catapult": {"crew": 1, "recruits": ["orc.1", "orc.2"]}}},
        ),
        (
            "2 gondor-foot, trebuchet",
            "12 orc",
            {**WALLS, "good_engines": {"trebuchet": {"crew": 2, "recruits": ["gondor-foot.1"]}}},
        ),
        ("3 elf-sentinel", "battering-ram, 4 orc", {**WALLS, "evil_allocation": ["battering-ram"]}),
        ("trebuchet, 4 gondor-foot", "2 battering-ram, 9 orc", WALLS),
        ("5 gondor-foot", "ship, 3 orc", {}),
        ("faramir, 5 gondor-foot", "spider-queen, 3 orc", {}),
        ("3 gondor-foot", "2 engineer, 4 orc", WALLS),
        ("dwarf-ballista, 2 dwarf-warrior", "12 orc, mumak", {"house": {"AMB-092": "separately"}}),
    ],
)
def test_crews_beasts_and_engines_fare_as_the_resolver_has_it(
    fights: Fights, good: str, evil: str, keys: dict[str, Any]
) -> None:
    setup = fights.setup(good, evil, **keys)
    found = odds(fights.game, setup, trials=20_000, seed=1)
    assert found.method != "resolver"
    assert_near(found, by_chance(fights.game, setup, RUNS), RUNS)


@pytest.mark.parametrize(("use", "orcs"), [("gate", 8), ("fight", 4), ("wait", 8), ("rerolls", 8)])
def test_what_a_ram_is_used_for_is_in_the_odds(fights: Fights, use: str, orcs: int) -> None:
    engines = {"battering-ram": {"use": use}}
    setup = fights.setup("4 gondor-foot", f"battering-ram, {orcs} orc", evil_engines=engines, **WALLS)
    found = odds(fights.game, setup, trials=20_000, seed=1)
    assert found.method == "vectorised"
    assert_near(found, by_chance(fights.game, setup, RUNS), RUNS)


def test_a_charge_at_the_gate_is_in_the_odds_with_the_two_who_die_of_it(fights: Fights) -> None:
    setup = fights.setup(
        "3 gondor-foot", "2 engineer, 6 orc", evil_engines={"engineer.1": {"use": "gate"}}, **WALLS
    )
    found = odds(fights.game, setup, trials=20_000, seed=1)
    assert found.method == "vectorised"
    assert found.losses["evil"].p10 >= 2
    assert_near(found, by_chance(fights.game, setup, RUNS), RUNS)


def test_a_fight_without_them_is_computed_as_ever(fights: Fights) -> None:
    assert odds(fights.game, fights.setup("gondor-foot", "orc")).method == "exact"


def test_a_mumak_of_one_crewman_falls_as_often_as_one_failed_defense(fights: Fights) -> None:
    # One die at 4+ hits in 1/2, and 3+ fails in 1/3: good wins 1/6 of the time unless the foot falls as well.
    # The mumak's one die at 3+ hits in 2/3, 4+ fails in 1/2: 1/3. So 1/6 * 2/3 = 1/9, evil 5/6 * 1/3 = 5/18.
    setup = fights.setup("gondor-foot", "mumak", evil_engines={"mumak": {"crew": 1}})
    found = odds(fights.game, setup, trials=40_000, seed=5)
    # Four standard errors of 40,000 trials are at most 4 * sqrt(0.28 * 0.72 / 40000) = 0.009.
    assert found.win["good"] == pytest.approx(1 / 9, abs=0.009)
    assert found.win["evil"] == pytest.approx(5 / 18, abs=0.009)


def test_a_stampede_is_in_the_odds_to_the_last_fall_of_the_dice(fights: Fights) -> None:
    setup = fights.setup("gondor-foot", "mumak, dog", evil_engines={"mumak": {"crew": 1}})
    found = odds(fights.game, setup, trials=200_000, seed=5)
    assert_near(found, every_fall(fights.game, setup), 200_000)

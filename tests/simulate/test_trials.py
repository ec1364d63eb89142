"""Odds that are simulated come near those of every fall of the dice, rule by rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import Boost
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import NotByThese, odds, trials_of_the_resolver
from tests.rules.battles import declared, one
from tests.simulate.oracle import assert_near, by_chance, every_fall
from tests.support import Fights

TRIALS = 40_000

SITUATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "ambushers strike before a rider who may lose the mount": ("elf-sentinel", "warg-rider", {}),
    "ambushers of both sides strike together": ("elf-sentinel", "orc, morgul-stalker", {}),
    "whoever falls to the ambush strikes no more": ("rohan-foot, drar", "morgul-stalker", {}),
    "an ambush that fells the rider takes the point of pikes": (
        "elf-sentinel", "uruk-hai-pikeman, morgul-stalker", {}
    ),
    "veterans whose captain fell in the ambush strike single": (
        "faramir, osgiliath-veteran", "morgul-stalker, gorbag", {}
    ),
    "hobbits throw stones and then strike as well": ("hobbit", "warg-rider", {}),
    "hits of the ambush count towards everyone once": (
        "2 rohan-foot", "morgul-stalker, orc", {"good_allocation": ["rohan-foot.2"]}
    ),
    "hits of the ambush count by themselves": (
        "2 rohan-foot", "morgul-stalker, orc", {"house": {"AMB-092": "separately"}}
    ),
    "a terrible hit makes the tough roll once more": ("iron-guard", "morgul-knight", {}),
    "a terrible hit spoils even a rescued defense": (
        "iron-guard", "morgul-knight", {"house": {"AMB-018": "terror-again"}}
    ),
    "hits of two kinds go where their turn is": (
        "axeman-of-lossarnach, rohan-foot", "orc, black-numenorean", {}
    ),
    "a taskmaster lends misses again": ("rohan-foot", "orc-taskmaster, orc", {}),
    "dark leadership lends failures again": ("rohan-foot", "dark-marshal, orc", {}),
    "poisoned weapons": ("rohan-foot", "serpent-guard, orc", {}),
    "a berserker is spent and counts": (
        "rohan-foot", "uruk-hai-berserker, orc", {"house": {"AMB-093": "both-count"}}
    ),
    "the wounded do not count": ("boromir", "orc", {"house": {"AMB-026": "do-not-count"}}),
    "a fallen leader no longer leads": ("aragorn, rohan-foot", "orc", {"house": {"AMB-081": "lost"}}),
    "a shaman makes a draw of a narrow defeat": ("rohan-foot", "orc, goblin-shaman", {}),
    "walls fall and the pursuit takes its toll": (
        "rohan-foot", "orc, lurtz", {"fortress": "evil", "tower": True, "house": {"AMB-083": "taken"}}
    ),
    "shadows reach the first who love them": ("rohan-foot", "shadow-lord, orc", {}),
}  # fmt: skip


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_situation_is_simulated_as_it_is_resolved(
    game: RingOfPower, fights: Fights, situation: str
) -> None:
    good, evil, keys = SITUATIONS[situation]
    setup = fights.setup(good, evil, **keys)
    found = odds(game, setup, trials=TRIALS, seed=1, methods=["vectorised"])
    assert (found.method, found.trials) == ("vectorised", TRIALS)
    assert_near(found, every_fall(game, setup), TRIALS)


def test_more_army_than_a_tower_has_room_for_is_lost_with_the_walls(
    game: RingOfPower, fights: Fights
) -> None:
    setup = fights.setup("9 gondor-militia", "16 uruk-hai", place="helms-deep", holder="good")
    found = odds(game, setup, trials=5_000, seed=1, methods=["vectorised"])
    assert game.book.places[PlaceId("helms-deep")].tower_room == 6
    assert_near(found, by_chance(game, setup, 300), 300)


def test_the_same_seed_gives_the_same_odds(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup("5 elf-sentinel", "5 warg-rider, dark-marshal")
    first, again, another = (odds(game, setup, trials=500, seed=seed) for seed in (7, 7, -7))
    assert first == again
    assert first != another


def test_without_a_seed_chance_decides(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup("5 elf-sentinel", "5 warg-rider, dark-marshal")
    assert odds(game, setup, trials=2_000) != odds(game, setup, trials=2_000)


def test_trials_in_several_helpings_are_all_counted(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup("200 elf-sentinel", "150 orc, 50 warg-rider")
    found = odds(game, setup, trials=4_001, seed=1)
    assert found.trials == 4_001
    assert sum(found.win.values()) == pytest.approx(1)
    assert found.win["good"] > 0.99


def test_an_effect_that_asks_in_the_middle_is_left_to_the_resolver(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup("2 rohan-foot", "hasharin")
    found = odds(game, setup, trials=50, seed=1)
    assert (found.method, found.trials) == ("resolver", 50)
    assert found == odds(game, setup, trials=50, seed=1)


@pytest.mark.parametrize(("figures", "trials"), [(9, 500), (99, 160), (999, 100)])
def test_the_resolver_fights_less_often_the_more_figures_there_are(
    fights: Fights, figures: int, trials: int
) -> None:
    assert trials_of_the_resolver(fights.setup(f"{figures} rohan-foot", "hasharin")) == trials


def test_figures_of_a_sort_with_different_numbers_are_left_to_the_resolver_after_an_ambush(
    game: RingOfPower, fights: Fights
) -> None:
    setup = fights.setup("elf-sentinel", "shadow-lord, 6 orc")
    assert odds(game, setup, trials=20, seed=1).method == "resolver"


def test_nobody_may_be_hit_and_nobody_falls(game: RingOfPower, fights: Fights) -> None:
    found = odds(game, fights.setup("rohan-foot", "uruk-hai-berserker"))
    assert found.losses["evil"].mean == 1
    assert found.win["good"] == 0


def test_more_magic_than_a_wizard_has_is_refused(game: RingOfPower, fights: Fights) -> None:
    setup = fights.setup("rohan-foot", "saruman")
    evil = replace(setup.evil, wizardry={FigureId("saruman"): Boost(dice=9)})
    with pytest.raises(Illegal, match="wizardry"):
        odds(game, replace(setup, evil=evil))


def test_a_method_that_cannot_do_it_is_not_silently_replaced_by_another(game: RingOfPower) -> None:
    # Worm may turn on his master, which only the resolver knows.
    setup = declared(game, [one("ranger")], [one("sharkey"), one("worm"), one("ruffian")])
    with pytest.raises(NotByThese):
        odds(game, setup, methods=["exact", "vectorised"])
    assert odds(game, setup, trials=1, seed=1).method == "resolver"

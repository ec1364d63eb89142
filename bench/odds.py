"""Odds of forty against forty with six abilities, beside the resolver, bare numpy and two dice libraries."""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random

import dyce
import icepool  # type: ignore[import-untyped]
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assistant.packs.battle import parse_battle
from assistant.packs.load import load_book
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import odds
from assistant.simulate.odds_exact import falls_of, hits_of
from assistant.simulate.odds_stage import Stage
from assistant.simulate.resolve import resolve

TRIALS = 10_000
RESOLVED = 30
VOLLEY = 40
TIMES = 7
AT_LEAST_TIMES_THE_RESOLVER = 30
AT_MOST_TIMES_BARE_NUMPY = 6

# Furious charge, axes and pikes against poison, tough and terror.
ARMIES = {
    "good": {
        "clansman-of-lamedon": 12, "axeman-of-lossarnach": 10, "galadhrim-guard": 8, "knight-of-gondor": 9,
        "imrahil": 1,
    },
    "evil": {
        "serpent-guard": 12, "black-numenorean": 12, "morgul-knight": 8, "uruk-hai": 7, "gothmog": 1,
    },
}  # fmt: skip


def battle(game: RingOfPower) -> FightSetup:
    """Forty against forty."""
    sides = {
        side: {"figures": [{"id": name, "profile": name, "count": number} for name, number in army.items()]}
        for side, army in ARMIES.items()
    }
    return parse_battle(json.dumps({"sides": sides}), "bench", game.book).setup


def seconds(work: Callable[[], object], times: int = TIMES) -> float:
    """The least processor time of several runs: what the others took on top was somebody else's."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


def bare(stage: Stage, trials: int) -> None:
    """The same dice without a single ability: faces, hits, round robin, saves, losses, and who wins."""
    random = np.random.default_rng(1)
    fallen = {}
    for side, enemy in (SIDES, SIDES[::-1]):
        dice, targets = int(stage.tables[enemy].dice.sum()), stage.companies[side].size
        rounds = -(-dice // targets)
        hits = (random.integers(1, 7, (trials, dice), dtype=np.uint8) >= 4).sum(axis=1)
        failed = random.integers(1, 7, (trials, rounds * targets), dtype=np.uint8) < 5
        failed &= np.arange(rounds * targets) < hits[:, None]
        fallen[side] = failed.reshape(trials, rounds, targets).any(axis=1).sum(axis=1)
    np.bincount(np.sign(fallen["evil"] - fallen["good"]) + 1, minlength=3)


def our_volley() -> list[float]:
    """Forty dice at 4+ against forty saves of 5+: how likely each number of fallen is."""
    hits, saves = hits_of(np.full(VOLLEY, 1 / 2)), np.full(VOLLEY, 2 / 3)
    return [float(chance) for chance in falls_of(hits, saves, [False] * VOLLEY, [True] * VOLLEY)[:, 0]]


def icepool_volley() -> list[float]:
    hits = VOLLEY @ (icepool.d6 >= 4)
    return [float(chance) for chance in hits.map(lambda number: number @ (icepool.d6 < 5)).probabilities()]


def dyce_volley() -> list[float]:
    d6 = dyce.H(6)
    hits = VOLLEY @ d6.ge(4)
    # By default it leaves out what is all but impossible, and would not be exact.
    fallen = dyce.expand(
        lambda hit: hit.outcome @ d6.lt(5) if hit.outcome else 0, hits, min_path_probability=Fraction(0)
    )
    return [float(chance) for _, chance in fallen.probability_items()]


LIBRARIES: dict[str, Callable[[], list[float]]] = {"icepool": icepool_volley, "dyce": dyce_volley}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=TRIALS)
    trials = parser.parse_args().trials
    warnings.simplefilter("ignore", dyce.lifecycle.ExperimentalWarning)
    game = RingOfPower(load_book(effects=parameters()))
    setup = battle(game)
    stage = Stage.at_once(game.book, setup)

    method = odds(game, setup, trials=trials, seed=1).method
    ours = seconds(lambda: odds(game, setup, trials=trials, seed=1)) / trials
    random = Random(1)
    resolver = seconds(lambda: resolve(game, setup, None, random), RESOLVED)
    numpy = seconds(lambda: bare(stage, trials)) / trials
    print(f"40 against 40, {trials} trials, six abilities ({method}):")
    print(f"  odds        {1 / ours:>9,.0f} battles/s")
    print(f"  resolver    {1 / resolver:>9,.0f} battles/s: odds are {resolver / ours:,.0f} times as fast")
    print(f"  bare numpy  {1 / numpy:>9,.0f} battles/s: odds take {ours / numpy:.1f} times as long")

    volley = seconds(our_volley)
    print("A volley of 40 dice on 40 targets, computed:")
    print(f"  odds        {1000 * volley:>9.2f} ms")
    kept = resolver / ours >= AT_LEAST_TIMES_THE_RESOLVER and ours / numpy <= AT_MOST_TIMES_BARE_NUMPY
    for name, work in LIBRARIES.items():
        library, agrees = seconds(work), np.allclose(work(), our_volley(), atol=1e-12)
        says = "the same answer" if agrees else "ANOTHER ANSWER"
        times = f"odds are {library / volley:,.0f} times as fast"
        print(f"  {name:<11} {1000 * library:>9.2f} ms: {times}, {says}")
        kept = kept and agrees and volley < library
    print("All within bounds." if kept else "Out of bounds.")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())

"""What the odds must agree with: the resolver itself, on every fall of the dice or on many by chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod, sqrt
from random import Random

from assistant.kernel.asking import Allocate, Allocated, Answer, Choose, Chosen, Die, Request, Roll, Rolled
from assistant.kernel.procedure import Waiting, advance
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.core.fact import Fact
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.simulate.answerers import UNTOLD
from assistant.simulate.odds import Odds
from assistant.simulate.resolve import resolve

Key = tuple[str, int, int]
# Whoever serves a weapon does not fight, and is not lost.
UNHURT = ("fit", "serving")


@dataclass(frozen=True)
class Truth:
    """How likely each result with its losses of good and of evil is."""

    chances: dict[Key, float]

    def win(self, result: str) -> float:
        return sum(chance for key, chance in self.chances.items() if key[0] == result)

    def losses(self, side: FightingSide) -> dict[int, float]:
        found: dict[int, float] = defaultdict(float)
        for (_, good, evil), chance in self.chances.items():
            found[good if side == "good" else evil] += chance
        return found

    def mean(self, side: FightingSide) -> float:
        return sum(number * chance for number, chance in self.losses(side).items())

    def deviation(self, side: FightingSide) -> float:
        mean = self.mean(side)
        return sqrt(sum((number - mean) ** 2 * chance for number, chance in self.losses(side).items()))

    def percentile(self, side: FightingSide, part: float) -> int:
        total = 0.0
        for number, chance in sorted(self.losses(side).items()):
            total += chance
            if total >= part - 1e-9:
                return number
        raise AssertionError("chances that do not add up")


def every_fall(game: RingOfPower, setup: FightSetup) -> Truth:
    """Every fall of the dice, by the resolver; only for fights with a handful of them."""
    chances: dict[Key, float] = defaultdict(float)
    open_ends: list[tuple[tuple[Answer, ...], float]] = [((), 1.0)]
    while open_ends:
        answers, chance = open_ends.pop()
        at = advance(game.fight(setup), World(), game.apply, answers)
        if isinstance(at, Waiting):
            open_ends += [((*answers, answer), chance * part) for answer, part in answers_to(at.request)]
        else:
            chances[key_of(game, setup, at.result, at.facts)] += chance
    return Truth(dict(chances))


def answers_to(request: Request) -> Iterator[tuple[Answer, float]]:
    """All that may be answered, and how likely it is; people take what is proposed, and keep their points."""
    match request:
        case Roll():
            for faces in product(*map(faces_of, request.dice)):
                yield Rolled(tuple(face for face, _ in faces)), prod(part for _, part in faces)
        case Choose():
            yield Chosen(UNTOLD.get(request.purpose, request.options[0])), 1.0
        case Allocate():
            yield Allocated(request.proposal), 1.0


def faces_of(die: Die) -> list[tuple[int, float]]:
    """The faces that make a difference: all without a target, else a failure, a one apart, and a success."""
    if die.need is None:
        return [(face, 1 / 6) for face in range(1, 7)]
    fails = die.need - 1
    if not any("ones" in reason for reason in die.reasons):
        return [(1, fails / 6), (6, 1 - fails / 6)]
    return [(1, 1 / 6), *([(2, (fails - 1) / 6)] if fails > 1 else []), (6, 1 - fails / 6)]


def key_of(game: RingOfPower, setup: FightSetup, outcome: Outcome, facts: tuple[Fact, ...]) -> Key:
    world = World()
    for fact in facts:
        world = game.apply(world, fact)
    good, evil = (
        sum(world.figures[one.figure].condition not in UNHURT for one in setup.side(side).everyone)
        for side in SIDES
    )
    return outcome.winner or "draw", good, evil


def by_chance(game: RingOfPower, setup: FightSetup, runs: int, seed: int = 1) -> Truth:
    """Many falls of the dice, by the resolver."""
    random = Random(seed)
    chances: dict[Key, float] = defaultdict(float)
    for _ in range(runs):
        played = resolve(game, setup, None, random).played
        chances[key_of(game, setup, played.done.result, played.done.facts)] += 1 / runs
    return Truth(dict(chances))


def deviation(chance: float) -> float:
    return sqrt(max(0.0, chance * (1 - chance)))


def assert_near(odds: Odds, truth: Truth, runs: int, errors: float = 5) -> None:
    """The odds are the truth within so many standard errors of a sample of so many runs."""
    for result, chance in odds.win.items():
        spread = max(deviation(chance), deviation(truth.win(result)))
        assert abs(chance - truth.win(result)) <= errors * spread / sqrt(runs) + 1 / runs, (odds, truth)
    for side in SIDES:
        allowed = errors * truth.deviation(side) / sqrt(runs) + errors * errors / runs
        assert abs(odds.losses[side].mean - truth.mean(side)) <= allowed, (odds, truth)


def assert_equal(odds: Odds, truth: Truth) -> None:
    """The odds are the truth to the last digits."""
    for result, chance in odds.win.items():
        assert abs(chance - truth.win(result)) < 1e-12, (odds, truth)
    for side in SIDES:
        spread = odds.losses[side]
        assert abs(spread.mean - truth.mean(side)) < 1e-12, (odds, truth)
        assert (spread.p10, spread.p50, spread.p90) == tuple(
            truth.percentile(side, part) for part in (0.1, 0.5, 0.9)
        )

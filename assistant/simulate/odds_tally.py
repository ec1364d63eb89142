"""What many fights come to: how often each side wins, and how many figures it costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assistant.kernel.codec import Json
from assistant.rules.combat.setup import SIDES, FightingSide

Method = Literal["exact", "vectorised", "resolver"]
Result = Literal["good", "evil", "draw"]
Weights = NDArray[np.float64]

RESULTS: tuple[Result, ...] = (*SIDES, "draw")
# A sum of many probabilities that should be a tenth may fall short of it by its last digits.
HAIR = 1e-9


@dataclass(frozen=True, slots=True)
class Tally:
    """Weights of the results and of the number of figures lost: probabilities, or counts of trials."""

    win: Mapping[Result, float]
    losses: Mapping[FightingSide, Weights]
    no_fight: float = 0.0
    """Of the draws, those in which nobody came to blows."""

    @classmethod
    def of_no_fight(cls) -> Tally:
        """CMB-05: nobody wins, and nobody is lost."""
        return cls({"good": 0.0, "evil": 0.0, "draw": 1.0}, {side: np.ones(1) for side in SIDES}, 1.0)

    @property
    def only_result(self) -> Result:
        """How the one fight ended that this is about."""
        return max(RESULTS, key=lambda result: self.win[result])

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            {result: self.win[result] + other.win[result] for result in RESULTS},
            {side: _sum(self.losses[side], other.losses[side]) for side in SIDES},
            self.no_fight + other.no_fight,
        )

    def __mul__(self, factor: float) -> Tally:
        return Tally(
            {result: weight * factor for result, weight in self.win.items()},
            {side: weights * factor for side, weights in self.losses.items()},
            self.no_fight * factor,
        )


def _sum(one: Weights, two: Weights) -> Weights:
    total = np.zeros(max(one.size, two.size))
    total[: one.size] += one
    total[: two.size] += two
    return total


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number is distributed: on average, at best, in the middle, and at worst."""

    mean: float
    p10: int
    p50: int
    p90: int

    @classmethod
    def of(cls, weights: Weights) -> Spread:
        """From the weight of each number; a percentile is the least number that reaches it."""
        share = weights / weights.sum()
        reached = np.cumsum(share)
        p10, p50, p90 = (int(np.argmax(reached >= part - HAIR)) for part in (0.1, 0.5, 0.9))
        return cls(float(share @ np.arange(share.size)), p10, p50, p90)

    def to_json(self) -> dict[str, Json]:
        return {"mean": self.mean, "p10": self.p10, "p50": self.p50, "p90": self.p90}


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a fight, how they were found, and what they leave out."""

    trials: int
    method: Method
    win: Mapping[Result, float]
    losses: Mapping[FightingSide, Spread]
    by_hand: tuple[str, ...] = ()
    results: tuple[Result, ...] = field(default=(), repr=False)
    """How each fight ended, where they were fought one by one."""
    no_fight: float = 0.0
    """How likely it is that those who hide are not found; a script sees it as a draw, people do not."""

    @classmethod
    def of(
        cls,
        tally: Tally,
        trials: int,
        method: Method,
        by_hand: tuple[str, ...] = (),
        results: tuple[Result, ...] = (),
    ) -> Odds:
        total = sum(tally.win.values())
        win = {result: tally.win[result] / total for result in RESULTS}
        losses = {side: Spread.of(tally.losses[side]) for side in SIDES}
        return cls(trials, method, win, losses, by_hand, results, tally.no_fight / total)

    def error(self, result: Result) -> float:
        """The standard error of a chance; what was never seen in the trials is not taken for impossible."""
        if self.method == "exact":
            return 0.0
        number = self.trials + 4
        chance = (self.win[result] * self.trials + 2) / number
        return sqrt(chance * (1 - chance) / number)

    def difference(self, other: Odds, result: Result) -> tuple[float, float]:
        """By how much another fight ends so more often, and the standard error of that.

        Fights that were fought one by one with the same dice are compared one by one: what luck has done to
        both does not count.
        """
        pairs = [
            (one == result, two == result) for one, two in zip(self.results, other.results, strict=False)
        ]
        if not pairs:
            apart = other.win[result] - self.win[result]
            return apart, hypot(self.error(result), other.error(result))
        mean = sum(two - one for one, two in pairs) / len(pairs)
        # As for a single chance, what was never seen is not taken for impossible.
        number = len(pairs) + 4
        turned = (sum(one != two for one, two in pairs) + 2) / number
        return mean, sqrt((turned - mean * mean) / number)

    def to_json(self) -> dict[str, Json]:
        """As the command prints it."""
        document: dict[str, Json] = {
            "trials": self.trials,
            "method": self.method,
            "win": {result: self.win[result] for result in RESULTS},
            "losses": {side: self.losses[side].to_json() for side in SIDES},
        }
        if self.method == "exact":
            document["exact"] = True
        else:
            document["standard_error"] = {result: self.error(result) for result in RESULTS}
        if self.no_fight:
            document["no_fight"] = self.no_fight
        if self.by_hand:
            document["by_hand"] = list(self.by_hand)
        return document

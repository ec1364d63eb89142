"""MAG-05: what points of wizardry are best spent on."""

from __future__ import annotations

from dataclasses import replace

from assistant.rules.book import Line
from assistant.rules.combat.setup import Boost

FACES = 6
NEVER = FACES + 1
BEST = 2


def best_use(line: Line, points: int) -> Boost:
    """MAG-05, MAG-06: one point after the other where it strikes the most hits, on a die if all are alike."""
    boost = Boost()
    for _ in range(points):
        boost = _better(line, boost)
    return boost


def best_next(line: Line, boost: Boost) -> str:
    """What the next point is best spent on after those spent so far."""
    return "dice" if _better(line, boost).dice > boost.dice else "attack"


def _better(line: Line, boost: Boost) -> Boost:
    more = replace(boost, dice=boost.dice + 1), replace(boost, attack=boost.attack + 1)
    return max(more, key=lambda one: strikes(_boosted(line, one)))


def _boosted(line: Line, boost: Boost) -> Line:
    attack = max(BEST, (line.attack or NEVER) - boost.attack)
    return replace(line, dice=line.dice + boost.dice, attack=attack)


def strikes(line: Line) -> float:
    """The hits it strikes on average by its printed numbers."""
    return line.dice * (NEVER - (line.attack or NEVER)) / FACES

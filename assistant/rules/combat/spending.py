"""MAG-05: what points of wizardry may improve, and what they are best spent on."""

from __future__ import annotations

from dataclasses import replace

from assistant.rules.book import Line
from assistant.rules.combat.muster import BEST_TARGET, Fighter
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import Boost
from assistant.rules.effects.registry import in_play

FACES = 6
NEVER = FACES + 1
IMPROVED = ("dice", "attack", "defense")


def line_to_improve(me: Combatant, scene: Scene) -> Line:
    """MAG-04, CMB-09: who is neutralised, or never strikes a blow, has only a defense to improve."""
    barred = me.neutralised or any(found.cannot_strike(me, scene) for found in in_play(me, scene))
    return replace(me.line, attack=None) if barred else me.line


def improvable(fighter: Fighter, line: Line) -> tuple[str, ...]:
    """MAG-06: what another point still changes: no attack and no defense gets better than 2+.

    Walls that make a defense as good as can be may be broken before the blows: what is printed counts too.
    """
    saves = [save.need for save in fighter.saves.values() if save.need is not None]
    defense = (line.defense or BEST_TARGET) - fighter.me.boost.defense
    helps = {
        "dice": line.attack is not None,
        "attack": line.attack is not None and fighter.need > BEST_TARGET,
        "defense": bool(saves) and max(*saves, defense) > BEST_TARGET,
    }
    return tuple(one for one in IMPROVED if helps[one])


def best_use(line: Line, points: int) -> Boost:
    """MAG-05, MAG-06: one point after the other on what is best next, as long as anything is."""
    boost = Boost()
    while boost.points < points and (best := best_next(line, boost)):
        boost = plus(boost, best)
    return boost


def best_next(line: Line, boost: Boost) -> str | None:
    """Where the next point strikes the most hits, on a die if all are alike; who never strikes: defense."""
    if line.attack is not None:
        return max(("dice", "attack"), key=lambda one: strikes(_boosted(line, plus(boost, one))))
    can_save_better = line.defense is not None and line.defense - boost.defense > BEST_TARGET
    return "defense" if can_save_better else None


def plus(boost: Boost, what: str) -> Boost:
    """The points spent so far and one more."""
    return replace(boost, **{what: getattr(boost, what) + 1})


def _boosted(line: Line, boost: Boost) -> Line:
    attack = max(BEST_TARGET, (line.attack or NEVER) - boost.attack)
    return replace(line, dice=line.dice + boost.dice, attack=attack)


def strikes(line: Line) -> float:
    """The hits it strikes on average by its printed numbers."""
    return line.dice * (NEVER - (line.attack or NEVER)) / FACES

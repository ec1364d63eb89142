"""Figures that may fail more than once: crews of weapons and beasts, and hulls."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.kernel.asking import count_of
from assistant.kernel.evidence import enforced
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Lives
from assistant.rules.effects.registry import in_play
from assistant.rules.fight.facts import LivesLost, Suffered


def lives_of(one: Combatant, scene: Scene) -> Lives | None:
    """How often a figure may fail before it is gone, if more than once."""
    return next(filter(None, (found.lives(one, scene) for found in in_play(one, scene))), None)


def heads_of(lives: Lives | None) -> int:
    """ART-02: as how many figures it is given hits and counted."""
    return lives.left if lives and lives.apart else 1


def failures_of(lives: Lives, passed: Sequence[bool]) -> int:
    """DEF-01: how many lives these rolls cost; those hit apart take the hits in turn, and fall once."""
    failed = [place for place, saved in enumerate(passed) if not saved]
    return len({place % lives.left for place in failed} if lives.apart else failed)


def wear(desk: RulesDesk, fight: Fight, one: Combatant, lives: Lives, failures: int) -> int:
    """ART-03, PPL-MUMAKIL-01: each failure costs a life, and the last one the figure; how many were lost."""
    lost = min(failures, lives.left)
    left = lives.left - lost
    stepped_in = desk.world.figures[one.id].recruits[:lost]
    desk.record(LivesLost(one.id, lost, lives.why.source, stepped_in))
    desk.say(f"{one.id} loses {count_of(lost, lives.what, lives.several)}, {left} left, {lives.why}.")
    if stepped_in:
        desk.say(f"Eliminated: {', '.join(stepped_in)}, serving {one.id} ({enforced('ART-04')}).")
    if lives.apart:
        fight.casualties[one.side] += lost
    if not left:
        desk.record(Suffered((one.id,), "eliminated", f"no {lives.several} left"))
        rule = enforced("ART-03") if lives.apart else lives.why.rule
        desk.say(f"{one.id} has no {lives.several} left and is removed ({rule}).")
        fight.casualties[one.side] += not lives.apart
    return lost

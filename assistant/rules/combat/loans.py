"""Re-rolls that one figure lends its whole force, so many and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import FightingSide
from assistant.rules.effects.hooks import Loan, LoanKey
from assistant.rules.effects.registry import carried


def borrowed(
    fight: Fight,
    desk: RulesDesk,
    side: FightingSide,
    which: Literal["missed", "failed"],
    dice: Mapping[int, Combatant],
    easiest: Callable[[int], int],
) -> dict[int, str]:
    """Which of the dice are rolled again by loan, the likeliest to succeed first, and why."""
    taken: dict[int, str] = {}
    for loan in loans_of(fight.scene(desk), side):
        if loan.which != which or loan.in_defeat:
            continue
        left = loan.number - fight.lent.get(loan.key, 0)
        able = [index for index in dice if index not in taken and loan.is_for(dice[index])]
        lent = sorted(able, key=easiest)[: max(0, left)]
        taken |= dict.fromkeys(lent, str(loan.why))
        fight.lent[loan.key] = fight.lent.get(loan.key, 0) + len(lent)
    return taken


def loans_of(scene: Scene, side: FightingSide) -> Iterator[Loan]:
    """Once to each force, however many in it bring the same."""
    seen: set[LoanKey] = set()
    for holder in scene.everyone(side):
        for found in carried(holder.profile, holder.mounted):
            loan = found.lends_rerolls(holder, scene)
            if loan is not None and loan.key not in seen:
                seen.add(loan.key)
                yield loan

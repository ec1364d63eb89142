"""Those who storm walls keep some of the defenders from doubling their dice; their owner says whom."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.kernel.asking import Item, Taker
from assistant.kernel.evidence import asked
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.muster import muster
from assistant.rules.combat.scene import Scene
from assistant.rules.combat.setup import FightingSide, other
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.registry import in_play


@dataclass(frozen=True, slots=True)
class Storm:
    """How many may be kept from doubling, who could be, the best of them first, and why."""

    number: int
    defenders: tuple[FigureId, ...]
    why: Reason

    @property
    def proposed(self) -> frozenset[FigureId]:
        """Those with the most dice."""
        return frozenset(self.defenders[: self.number])


def storm_by(scene: Scene, side: FightingSide) -> Storm | None:
    """PPL-BERSERKERS-01: one defender for each of a side who storms the walls."""
    reasons = [
        why
        for one in scene.hosts[side].combatants
        for found in in_play(one, scene)
        if (why := found.storms(one, scene))
    ]
    defenders = [fighter for fighter in muster(scene).sides[other(side)] if fighter.dice] if reasons else []
    if not defenders:
        return None
    best = sorted(defenders, key=lambda fighter: -fighter.dice)
    number = min(len(reasons), len(best))
    return Storm(number, tuple(fighter.me.id for fighter in best), reasons[0])


def storm(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """The owner of the stormers names the defenders."""
    found = storm_by(fight.scene(desk), side)
    if found is None:
        return
    picked = yield from desk.allocate(
        fight.seat(side),
        "storm",
        "who of the defenders does not double the dice",
        [Item("storm")] * found.number,
        [Taker(figure, most=1) for figure in found.defenders],
        (),
        asked(found.why.rule),
    )
    fight.stormed = frozenset(map(FigureId, picked))
    desk.say(f"Kept from doubling their dice: {', '.join(picked)}, {found.why}.")

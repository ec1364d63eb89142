"""Allocating hits: the owner of the force that was hit gives them out among those in reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.kernel.asking import Item, Taker, count_of
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.muster import Fighter
from assistant.rules.combat.setup import FightingSide


def allocate(
    desk: RulesDesk, fight: Fight, side: FightingSide, targets: Sequence[Fighter], hits: Sequence[Item]
) -> Procedure[Mapping[FigureId, tuple[Item, ...]]]:
    """ALC-01..ALC-03: freely, but everyone once before anyone twice."""
    eligible = [fighter.me.id for fighter in targets if fighter.cannot_be_hit is None]
    together = fight.house["AMB-092"] == "together"
    takers = [Taker(figure, fight.hits_taken.get(figure, 0) if together else 0) for figure in eligible]
    if not takers:
        if hits:
            desk.say(f"Nobody of {side} may be given a hit.")
        return {}
    shares = yield from desk.allocate(
        fight.seat(side),
        "hits",
        f"give out {count_of(len(hits), 'hit', 'hits')}",
        hits,
        takers,
        fight.orders(side).allocation,
        asked("ALC-01"),
        enforced("ALC-02"),
        enforced("ALC-03"),
    )
    taken: dict[FigureId, list[Item]] = {}
    for name, hit in zip(shares, hits, strict=True):
        figure = FigureId(name)
        taken.setdefault(figure, []).append(hit)
        fight.hits_taken[figure] = fight.hits_taken.get(figure, 0) + 1
    return {figure: tuple(items) for figure, items in taken.items()}

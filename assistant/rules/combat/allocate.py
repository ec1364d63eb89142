"""Allocating hits: the owner of the force that was hit gives them out among those in reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.kernel.asking import Item, Taker, count_of
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.lives import heads_of
from assistant.rules.combat.muster import Fighter
from assistant.rules.combat.setup import FightingSide

Named = Mapping[int, FigureId]


def name_victims(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    strikers: Sequence[Fighter],
    targets: Sequence[Fighter],
    hits: Sequence[Item],
) -> Procedure[Named]:
    """ABL-ASSASSIN: for each who may, their owner names who takes the first of their hits."""
    named: dict[int, FigureId] = {}
    eligible = [fighter.me.id for fighter in targets if fighter.cannot_be_hit is None]
    for fighter in strikers:
        own = [index for index, hit in enumerate(hits) if hit.source == fighter.me.id]
        if fighter.chooses_victim and own and eligible:
            why = f"{fighter.me.id} names who takes one of the hits, {fighter.chooses_victim}."
            victim = yield from desk.choose(
                fight.seat(side), "victim", why, eligible, asked(fighter.chooses_victim.rule)
            )
            named[own[0]] = FigureId(victim)
            desk.say(f"{fighter.me.id} strikes at {victim}, {fighter.chooses_victim}.")
    return named


def allocate(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    targets: Sequence[Fighter],
    hits: Sequence[Item],
    named: Named,
) -> Procedure[Mapping[FigureId, tuple[Item, ...]]]:
    """ALC-01..ALC-03: freely, but everyone once before anyone twice."""
    taken: dict[FigureId, list[Item]] = {}
    for index, figure in named.items():
        _give(fight, taken, figure, hits[index])
    free = [hit for index, hit in enumerate(hits) if index not in named]
    eligible = [fighter.me.id for fighter in targets if fighter.cannot_be_hit is None]
    if free and not eligible:
        desk.say(f"Nobody of {side} may be given a hit.")
    heads = {fighter.me.id: heads_of(fighter.lives) for fighter in targets}
    together = fight.house["AMB-092"] == "together"
    held = {
        figure: fight.hits_taken.get(figure, 0) if together else len(taken.get(figure, ()))
        for figure in eligible
    }
    shares = yield from desk.allocate(
        fight.seat(side),
        "hits",
        f"give out {count_of(len(free), 'hit', 'hits')}",
        free if eligible else (),
        [Taker(figure, holds, heads=heads[figure]) for figure, holds in held.items()],
        fight.orders(side).allocation,
        asked("ALC-01"),
        enforced("ALC-02"),
        enforced("ALC-03"),
    )
    for name, hit in zip(shares, free, strict=False):
        _give(fight, taken, FigureId(name), hit)
    return {figure: tuple(items) for figure, items in taken.items()}


def _give(fight: Fight, taken: dict[FigureId, list[Item]], figure: FigureId, hit: Item) -> None:
    taken.setdefault(figure, []).append(hit)
    fight.hits_taken[figure] = fight.hits_taken.get(figure, 0) + 1

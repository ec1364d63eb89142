"""The beaten choose: who is lost, and who finds room in a tower."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from assistant.kernel.asking import Item, Taker
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.scene import Combatant
from assistant.rules.combat.setup import FightingSide, SideSetup
from assistant.rules.effects.hooks import Fate

LOSSES, TOWER = "losses", "tower"


def by_fate(ends: Iterable[tuple[Combatant, Fate]]) -> dict[Fate, list[FigureId]]:
    """Figures by what becomes of them, as listed."""
    grouped: dict[Fate, list[FigureId]] = {}
    for one, fate in ends:
        grouped.setdefault(fate, []).append(one.id)
    return grouped


def pick(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    purpose: str,
    why: str,
    number: int,
    figures: Sequence[FigureId],
    rule: str,
    heads: Mapping[FigureId, int] | None = None,
) -> Procedure[tuple[FigureId, ...]]:
    """The owner names some of the figures, each once; the order given beforehand is the proposal.

    Where all must be taken there is nothing to ask.
    """
    most = {figure: heads[figure] if heads else 1 for figure in figures}
    if number >= sum(most.values()):
        enforced(rule)
        return tuple(figure for figure in figures for _ in range(most[figure]))
    picked = yield from desk.allocate(
        fight.seat(side),
        purpose,
        why,
        [Item(purpose)] * number,
        [Taker(figure, most=most[figure], heads=most[figure]) for figure in figures],
        _in_turn(fight.orders(side), purpose, figures),
        asked(rule),
    )
    return tuple(map(FigureId, picked))


def _in_turn(orders: SideSetup, purpose: str, figures: Sequence[FigureId]) -> Sequence[FigureId]:
    """Who is lost first; a tower saves those first who would be given a hit last."""
    if purpose == LOSSES:
        return (*orders.extra_losses, *orders.allocation)
    told = [figure for figure in orders.allocation if figure in figures]
    untold = [figure for figure in figures if figure not in told]
    return [*reversed(told + untold)] if told else figures

"""Figures that come to the table in the middle of a fight."""

from __future__ import annotations

from itertools import chain, count, islice

from assistant.kernel.ids import FigureId
from assistant.rules.book import ProfileId
from assistant.rules.combat.fight import RulesDesk
from assistant.rules.combat.scene import Combatant
from assistant.rules.combat.setup import Entrant
from assistant.rules.core.facts import Enlisted
from assistant.rules.world import Figure


def enrol(desk: RulesDesk, beside: Combatant, profile: ProfileId, number: int) -> tuple[Entrant, ...]:
    """So many of a profile on foot beside a friend, named like it and numbered unless there is only one."""
    is_alone = number == 1 and all(one.profile != profile for one in desk.world.figures.values())
    names = chain([FigureId(profile)] * is_alone, (FigureId(f"{profile}.{n}") for n in count(1)))
    free = tuple(islice((name for name in names if name not in desk.world.figures), number))
    desk.record(Enlisted(tuple(Figure(name, beside.side, profile, mounted=False) for name in free)))
    return tuple(
        Entrant(name, profile, mounted=False, terrain=beside.terrain, force=beside.force) for name in free
    )

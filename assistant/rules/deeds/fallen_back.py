"""OUT-07: the beaten fall back once from a lost fight, in whichever force they are after it."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.rules.core.deed import RulesDesk
from assistant.rules.kit import Kit
from assistant.rules.reminders import due_as
from assistant.rules.retreats import has_to_fall_back, retreat_key
from assistant.rules.turn.facts import ReminderHeeded
from assistant.rules.war import Force, ForceId
from assistant.rules.world import World


def require_fallen_back(kit: Kit, world: World, force: Force) -> None:
    """Who has still to fall back does so before joining others, who have not lost that fight."""
    if due_as(kit, world, retreat_key(force)) is not None:
        raise Illegal(
            "not-seen-to",
            f"{force.does('was', 'were')} beaten and {force.agrees('has', 'have')} still to fall back "
            f"({enforced('OUT-07')}).",
            do="See to that first, among what is due, or skip it.",
        )


def have_fallen_back(desk: RulesDesk, forces: Iterable[ForceId]) -> None:
    """Forces of those who have fallen back already: nobody asks them again."""
    for force in map(desk.world.war.forces.__getitem__, forces):
        if has_to_fall_back(desk.world, force):
            desk.record(ReminderHeeded(retreat_key(force), "done"))

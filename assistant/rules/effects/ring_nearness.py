"""HUN-02: who is near the ringbearer, and since when."""

from __future__ import annotations

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.effects.ring_worn import bearer_of
from assistant.rules.kit import Kit
from assistant.rules.reminders import things_with
from assistant.rules.vicinity import near
from assistant.rules.world import Figure, World

CORRUPTS = "ring-corrupts"


def beside_bearer(kit: Kit, world: World) -> tuple[FigureId, ...]:
    """Who stands so near the ringbearer that the Ring works on them, if the scenario has it so."""
    bearer = bearer_of(world)
    if bearer is None:
        return ()
    reaches = [int(given["inches"]) for _, given in things_with(kit.scenario, CORRUPTS)]
    found = (one.id for inches in reaches for one in near(kit, world, bearer.id, inches))
    return tuple(dict.fromkeys(found))


def has_stayed(world: World, one: Figure, turns: int) -> bool:
    """Whether somebody was near the ringbearer so many turns ago already, and ever since."""
    stayed = world.war.beside.get(one.id, world.war.turn) <= world.war.turn - turns
    return stayed and bool(enforced("HUN-02"))

"""Where the Ring is, in one sentence for the game master; no other screen is told."""

from __future__ import annotations

from assistant.rules.captives import place_of
from assistant.rules.deeds.holding import GONE
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.standing import where_at
from assistant.rules.world import World


def ring_line(kit: Kit, world: World) -> str:
    """Frodo bears the Ring at Isengard, captive of Saruman; Gothmog bears it for the Witch-king."""
    ring = world.war.ring
    if ring.destroyed:
        return "The Ring is destroyed."
    if ring.bearer is None:
        return "Nobody bears the Ring."
    who = name_of(kit, world, world.figures[ring.bearer])
    if world.figures[ring.bearer].condition in GONE:
        return f"{who} bore the Ring and is gone; nobody has taken it up."
    force = world.war.force_of(ring.bearer)
    place = ring.kept_at or (force.place if force else place_of(world, ring.bearer))
    where = f" {where_at(kit, place)}" if place else ""
    captor = kit.scenario.commanders[ring.captor].name if ring.captor else who
    held = ", captive of" if ring.bearer in world.war.captives else " for"
    captive = f"{held} {captor}" if captor != who else ""
    worn = ", and wears it" if ring.worn else ""
    return f"{who} bears the Ring{where}{captive}{worn}."


__all__ = ["ring_line"]

"""SCN-20: which side moves first, and what the table hears when the other does not wait."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.evidence import warned
from assistant.rules.arrivals import CommanderId
from assistant.rules.kit import Kit
from assistant.rules.standing import side_of, waited_for
from assistant.rules.world import World


def before_them(kit: Kit, world: World, commander: CommanderId | None) -> str:
    """SCN-20: that a commander is to wait for the side that moves first, and for whom; nothing if not."""
    first, known = kit.scenario.moves_first, kit.scenario.commanders
    if world.war.phase != "movement" or commander is None or known[commander].side == first:
        return ""
    late = [one for one in waited_for(kit, world) if known[one].side == first]
    if not late:
        return ""
    others = len(late) - 1
    who = known[late[0]].name + (f" and {others} other{'s' if others > 1 else ''}" if others else "")
    return f"{first} moves first, and {who} {'are' if others else 'is'} not done yet ({warned('SCN-20')})."


def moves_ahead(kit: Kit, world: World, commander: CommanderId | None) -> Iterator[str]:
    """SCN-20: what is told when someone moves, or is done, too early; once a turn is enough."""
    moved = (one for one in world.war.forces.values() if one.has_moved(world.war.turn))
    if any(side_of(kit, world, one) not in (kit.scenario.moves_first, "uncontrolled") for one in moved):
        return
    if line := before_them(kit, world, commander):
        yield f"Mind: {line}"

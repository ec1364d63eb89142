"""Who is near whom in the running game: by measuring where the table measures, else by the place."""

from __future__ import annotations

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil
from assistant.rules.kit import Kit
from assistant.rules.measuring import how_measured, is_measured, measured
from assistant.rules.standing import members
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.near import is_close, near_to

MIL = 1000


def near(kit: Kit, world: World, figure: FigureId, inches: int) -> tuple[Figure, ...]:
    """Everyone within so many inches; of those who are not measured, everyone at the same place."""
    home = world.war.force_of(figure)
    if home is None:
        return ()
    standing = {one.id: one for one in measured(kit, world)}
    me = standing.get(figure)
    close = set(
        near_to(me, tuple(standing.values()), Mil(inches * MIL), how_measured(kit, world)) if me else ()
    )
    found: list[Figure] = []
    for force in world.war.forces.values():
        for one in members(world, force):
            is_known = me is not None and one.id in standing
            if one.id != figure and (one.id in close if is_known else force.place == home.place):
                found.append(one)
    return tuple(found)


def stands_close(kit: Kit, world: World, force: Force, inches: int) -> bool:
    """Whether everyone of a force is so near to everyone else; nobody knows where it is not measured."""
    if not is_measured(world, force):
        return True
    standing = tuple(measured(kit, world, (force,)))
    return is_close(standing, Mil(inches * MIL), how_measured(kit, world))

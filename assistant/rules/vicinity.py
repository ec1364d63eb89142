"""Who is near whom in the running game: by measuring where the table measures, else by the place."""

from __future__ import annotations

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil
from assistant.rules.kit import Kit
from assistant.rules.measuring import apart, how_measured, is_measured, measured
from assistant.rules.standing import members
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.near import is_close, near_to
from assistant.table.survey import REACH

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


def in_each_others_reach(kit: Kit, world: World, one: Force, other: Force) -> bool:
    """CMB-02: whether two forces are in combat range: by measure, else at the same place."""
    if not is_measured(world, one) or not is_measured(world, other):
        return one.place == other.place and one.afield == other.afield
    gap = apart(kit, world, one, other)
    return gap is not None and gap <= REACH


def stands_close(kit: Kit, world: World, force: Force, inches: int) -> bool:
    """Whether everyone of a force is so near to everyone else; nobody knows where it is not measured."""
    if not is_measured(world, force):
        return True
    standing = tuple(measured(kit, world, (force,)))
    return is_close(standing, Mil(inches * MIL), how_measured(kit, world))

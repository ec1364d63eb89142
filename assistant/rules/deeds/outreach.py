"""MOV-01: the ground that a force can come to this turn, by everything that a march of it is judged by."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.kernel.inches import Mil
from assistant.rules.deeds.goals import tethers
from assistant.rules.deeds.stillness import going_of
from assistant.rules.kit import Kit
from assistant.rules.moving.reaching import outset, reach_of
from assistant.rules.war import Force
from assistant.rules.world import World
from assistant.table.outlines import Shape
from assistant.table.reach import near_to

MIL = 1000


def reach_of_force(kit: Kit, world: World, force: Force) -> Mapping[str, Shape]:
    """A shape for each table that it gets onto, no farther from a place than those are bound who go.

    Nothing where the map does not know where it stands.
    """
    going = going_of(kit, world, force)
    begun = outset(kit, world, force, going)
    shapes = reach_of(kit, begun) if begun else {}
    atlas = kit.scenario.atlas
    for _, tether in tethers(kit, world, going):
        if atlas.sheet_of(tether.place) is not None:
            shapes = near_to(atlas, shapes, tether.place, Mil(tether.inches * MIL))
    return shapes

"""FOR-06: who of a side is behind the walls that are fought for, besides those who fight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup
from assistant.rules.grounds import may_be_inside
from assistant.rules.kit import Kit
from assistant.rules.measuring import is_measured
from assistant.rules.standing import members, side_of
from assistant.rules.war import Contact, Force
from assistant.rules.world import World


def with_garrison(kit: Kit, world: World, met: Contact, setup: FightSetup) -> FightSetup:
    """The fight with those who are lost too if the walls fall: the wounded, and forces that met nobody."""
    setup = _without(setup)
    side = setup.site.fortress
    if side is None or setup.site.at == "field":
        return setup
    orders = setup.side(side)
    named = {one.figure for one in orders.everyone}
    fighting = [world.war.forces[one] for one in met.on(side)]
    others = [*_others(kit, world, met, side)]
    sure = [*fighting, *(one for one in others if is_measured(world, one))]
    inside = [
        one for force in sure for one in _within(kit, world, met, force, setup) if one.figure not in named
    ]
    doubtful = [force for force in others if not is_measured(world, force)]
    perhaps = [one for force in doubtful for one in _within(kit, world, met, force, setup)]
    outside = [
        one.figure
        for one in orders.everyone
        if one.figure in world.figures and not may_be_inside(kit, world, met.place, one.figure)
    ]
    told = replace(orders, inside=tuple(inside), perhaps_inside=tuple(perhaps), outside=tuple(outside))
    return setup.with_side(side, told)


def _without(setup: FightSetup) -> FightSetup:
    """Who is behind walls is on record, whatever was said of it."""
    for side in SIDES:
        nobody = replace(setup.side(side), inside=(), perhaps_inside=(), outside=())
        setup = setup.with_side(side, nobody)
    return setup


def _others(kit: Kit, world: World, met: Contact, side: FightingSide) -> Iterator[Force]:
    """Forces of the side at the place that have met nobody; who hides is not given away by a question."""
    for force in world.war.within(met.place):
        is_free = not force.hidden and world.war.contact_of(force.id) is None
        if is_free and members(world, force) and side_of(kit, world, force) == side:
            yield force


def _within(kit: Kit, world: World, met: Contact, force: Force, setup: FightSetup) -> Iterator[Entrant]:
    """Those of a force behind the walls, or in the tower if that is assaulted."""
    for one in members(world, force):
        if one.in_tower == (setup.site.at == "tower") and may_be_inside(kit, world, met.place, one.id):
            yield Entrant(
                one.id, one.profile, one.mounted, setup.site.terrain, force=force.id, people=one.people
            )

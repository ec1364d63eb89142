"""What a fight was fought with and under, by the names that an undo looks for."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.ids import FigureId
from assistant.rules.combat.setup import SIDES, Entrant, FightSetup
from assistant.rules.core.resources import mind_of, use_of
from assistant.rules.effects.darkness import darkness_now
from assistant.rules.kit import Kit
from assistant.rules.war import ForceId
from assistant.rules.world import World


def fought_with(kit: Kit, world: World, setup: FightSetup) -> tuple[str, ...]:
    """The things that count for who bears them, the darkness, and the minds of the ensnared; nothing else."""
    minds = (mind for one in _everyone(setup) for mind in _snared(world, one))
    darkness = darkness_now(kit, world) if setup.site.darkness else None
    powers = (use_of(darkness.power),) if darkness else ()
    return tuple(dict.fromkeys((*things_borne(world, setup), *minds, *powers)))


def things_borne(world: World, setup: FightSetup) -> tuple[str, ...]:
    """The things that somebody in a fight bears and has a use for there."""
    bears = {one.figure: one.bears for one in _everyone(setup)}
    return tuple(
        key
        for key, bearer in world.war.things.items()
        if key.partition("@")[0] in bears.get(FigureId(bearer), ())
    )


def _everyone(setup: FightSetup) -> Iterator[Entrant]:
    for side in SIDES:
        yield from setup.side(side).everyone


def _snared(world: World, entrant: Entrant) -> Iterator[str]:
    """ITM-PALANTIR-03: the mind of a commander whose figures fight worse for it."""
    force = world.war.forces.get(ForceId(entrant.force)) if entrant.ensnared else None
    if force and force.commander:
        yield mind_of(force.commander)

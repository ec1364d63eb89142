"""WAR-01..03, WAR-06, WAR-09, WAR-10: what binds commanders before their wars; warned of, not measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.kernel.evidence import warned
from assistant.rules.arrivals import CommanderId, Limit, March, in_force, limits_in_force
from assistant.rules.book import PlaceId
from assistant.rules.kit import Kit
from assistant.rules.standing import forces_of, members
from assistant.rules.war import Force
from assistant.rules.world import Figure, World


@dataclass(frozen=True, slots=True)
class Strain:
    """How many of a commander's figures stand where they may be too far from home."""

    limit: Limit
    commander: CommanderId
    away: int

    @property
    def may_be_broken(self) -> bool:
        return self.away > self.limit.figures


def binding(kit: Kit, world: World) -> tuple[Limit, ...]:
    """What binds commanders until their wars are declared, as the table reads it."""
    limits = limits_in_force(kit.scenario.limits, kit.house(world))
    return tuple(one for one in limits if one.until not in world.war.events)


def strains(kit: Kit, world: World) -> tuple[Strain, ...]:
    """Every limit in force for every commander it binds, with how many figures may break it."""
    return tuple(
        Strain(limit, commander, sum(1 for _ in _away(kit, world, limit, commander)))
        for limit in binding(kit, world)
        for commander in limit.commanders
    )


def _away(kit: Kit, world: World, limit: Limit, commander: CommanderId) -> Iterator[Figure]:
    """Figures not at home nor near it; who comes in on a march of its own does not count."""
    near = {*kit.scenario.commanders[commander].home, *limit.near}
    bound = {place for one in _marches(kit, world) if one.commander == commander for place in one.start}
    for force in forces_of(world, commander):
        if force.place in near or force.place in bound or not _counts_there(kit, limit, force.place):
            continue
        yield from (one for one in members(world, force) if _counts(kit, limit, one))


def _counts_there(kit: Kit, limit: Limit, place: PlaceId) -> bool:
    known = kit.book.places.get(place)
    return limit.table is None or known is None or known.table == limit.table


def _counts(kit: Kit, limit: Limit, figure: Figure) -> bool:
    profile = kit.book.profiles[figure.profile]
    if figure.profile in limit.exempt:
        return False
    return not limit.races or profile.race in limit.races or profile.people in limit.races


def _marches(kit: Kit, world: World) -> tuple[March, ...]:
    rows = in_force(kit.scenario.marches, kit.house(world))
    return tuple(one for one in rows if one.until not in world.war.events)


def warnings(kit: Kit, world: World, force: Force, came_from: PlaceId) -> Iterator[str]:
    """What the table should mind after a force has come from a place; nobody has measured."""
    if force.commander is None:
        return
    for march in _marches(kit, world):
        going = [one for one in members(world, force) if one.profile not in march.exempt]
        strays = came_from in march.start and force.place not in (came_from, march.to)
        if march.commander == force.commander and going and strays:
            cited = ", ".join(map(warned, march.rules))
            yield f"Mind: {march.text} ({cited})"
    for strain in strains(kit, world):
        if strain.commander == force.commander and strain.may_be_broken:
            cited = ", ".join(map(warned, strain.limit.rules))
            yield f"Mind: {strain.limit.text} {strain.away} are away from home. ({cited})"

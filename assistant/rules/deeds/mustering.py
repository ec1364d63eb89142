"""Where those who arrive may be set down, and whom they join unless their owner minds."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.kit import Kit
from assistant.rules.landing import landings
from assistant.rules.schedule import Due
from assistant.rules.standing import beside, is_on_table, members
from assistant.rules.war import Force, ForceId
from assistant.rules.world import Figure, World


def on_table(world: World, profiles: Collection[ProfileId]) -> Iterator[Figure]:
    """Everyone of these profiles who is neither dead nor gone."""
    return (one for one in world.figures.values() if one.profile in profiles and is_on_table(one))


def offered_places(kit: Kit, world: World, one: Due) -> tuple[PlaceId, ...]:
    """The places themselves: the shore for who comes by sea, and wherever the figure stands they come to."""
    found: dict[PlaceId, None] = {}
    for place in one.places:
        found.update(dict.fromkeys(_stands_for(kit, world, one, place)))
    return tuple(found)


def _stands_for(kit: Kit, world: World, one: Due, place: PlaceId) -> tuple[PlaceId, ...]:
    spot = kit.scenario.spots.get(place)
    if spot is None:
        return (place,)
    if spot.lands:
        side = kit.scenario.commanders[one.commander].side
        return landings(spot, kit.house(world), lambda port: world.war.holder(port) == side)
    if spot.beside is None:
        return (place,)
    force = beside(kit, world, place)
    return (force.place,) if force else ()


def hosts(kit: Kit, world: World, one: Due) -> tuple[ForceId, ...]:
    """The forces that they come to, wherever these are."""
    return tuple(force.id for spot in one.places if (force := beside(kit, world, spot)))


def garrison(kit: Kit, world: World, one: Due, place: PlaceId) -> ForceId | None:
    """The largest force of their commander there that can take newcomers; whom they come to first of all."""
    first = (world.war.forces[host] for host in hosts(kit, world, one))
    called = [force for force in first if _can_take(world, one, force)]
    there = [force for force in world.war.within(place) if _can_take(world, one, force)]
    there.sort(key=lambda force: -len(members(world, force)))
    return next((force.id for force in (*called, *there)), None)


def _can_take(world: World, one: Due, force: Force) -> bool:
    """Not a force that hides, rests, has met an enemy or has moved: newcomers would share its lot."""
    turn = world.war.turn
    busy = force.hidden or max(force.moved, force.fought, force.regrouping) >= turn
    return (
        force.commander == one.commander
        and not busy
        and bool(members(world, force))
        and not _met(world, force)
    )


def _met(world: World, force: Force) -> bool:
    return any(force.id in (*met.good, *met.evil) for met in world.war.contacts.values())

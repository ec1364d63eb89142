"""Captives: in whose hands, where, and what becomes of them."""

from __future__ import annotations

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Side
from assistant.rules.kit import Kit
from assistant.rules.standing import members, side_of
from assistant.rules.war import Force
from assistant.rules.world import World


def guards_of(kit: Kit, world: World, captive: FigureId) -> Force | None:
    """The enemy force that leads a captive away."""
    force = world.war.force_of(captive)
    if force is None or side_of(kit, world, force) == world.figures[captive].side:
        return None
    return force


def is_among_foes(kit: Kit, world: World, figure: FigureId) -> bool:
    """Whether it stands in a force of the other side; whom nobody controls may go with anyone."""
    force = guards_of(kit, world, figure)
    return force is not None and are_foes(side_of(kit, world, force), world.figures[figure].side)


def are_foes(one: Side, other: Side) -> bool:
    """Good and evil; whoever is uncontrolled is of neither side."""
    return {one, other} == {"good", "evil"}


def captor_of(kit: Kit, world: World, captive: FigureId) -> CommanderId:
    """Whoever has the force that leads the captive away; else whoever took it."""
    force = guards_of(kit, world, captive)
    return world.war.captives[captive] if force is None or force.commander is None else force.commander


def place_of(world: World, captive: FigureId) -> PlaceId | None:
    """Where a captive is, as far as anyone said."""
    if captive in world.war.kept:
        return world.war.kept[captive]
    force = world.war.force_of(captive)
    return force.place if force is not None else None


def has_taken_ring(world: World) -> Force | None:
    """The force of a servant of evil who bears the Ring himself, by the word of the table."""
    bearer = world.war.ring.bearer
    if bearer is None or bearer in world.war.captives or world.figures[bearer].side != "evil":
        return None
    return world.war.force_of(bearer)


def captives_in(world: World, force: Force) -> tuple[FigureId, ...]:
    """The captives a force leads away."""
    return tuple(one for one in force.figures if one in world.war.captives)


def may_take_along(world: World, captive: FigureId) -> tuple[Force, ...]:
    """HUN-01: the captor's forces in the place where a captive is kept: any of them may lead it on."""
    place, captor = world.war.kept.get(captive), world.war.captives.get(captive)
    there = world.war.within(place) if place is not None else ()
    return tuple(one for one in there if one.commander == captor and members(world, one))


def is_unguarded(kit: Kit, world: World, captive: FigureId) -> bool:
    """Nobody of the captor's force is left, or the place where it is kept is in the hands of its friends."""
    if captive in world.war.kept:
        return world.war.holder(world.war.kept[captive]) == world.figures[captive].side
    force = guards_of(kit, world, captive)
    return force is None or not members(world, force)


def owner_of(kit: Kit, world: World, figure: FigureId) -> CommanderId | None:
    """Whose lists bring a figure: the commander it goes back to."""
    profile = world.figures[figure].profile
    lists = (
        *((one.commander, one.figures) for one in kit.scenario.starts),
        *((one.commander, one.figures) for one in kit.scenario.arrivals),
    )
    for commander, figures in lists:
        if any(profile in one.profiles for one in figures):
            return commander
    return None

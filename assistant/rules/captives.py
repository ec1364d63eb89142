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
    return guards_at(world, place, captor) if place is not None and captor is not None else ()


def guards_at(world: World, place: PlaceId, captor: CommanderId) -> tuple[Force, ...]:
    """HUN-01: the captor's forces at a place who can lead a captive."""
    return tuple(one for one in world.war.within(place) if one.commander == captor and members(world, one))


def can_keep(kit: Kit, world: World, captor: CommanderId, place: PlaceId) -> bool:
    """HUN-01, STA-02: a captive is kept only where the captor's own side holds the place."""
    side = kit.scenario.commanders[captor].side
    holders = [holder for one in kit.book.regions_of(place) if (holder := world.war.holder(one)) is not None]
    return side in holders and not any(are_foes(side, one) for one in holders)


def is_unguarded(kit: Kit, world: World, captive: FigureId) -> bool:
    """None of its captor's force is left; or where it is kept, its friends hold the place, or nobody does."""
    if (place := world.war.kept.get(captive)) is not None:
        own = world.figures[captive].side
        watched = any(
            are_foes(side_of(kit, world, one), own) for one in world.war.within(place) if members(world, one)
        )
        held = world.war.holder(place)
        return held == own or not (watched or can_keep(kit, world, world.war.captives[captive], place))
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

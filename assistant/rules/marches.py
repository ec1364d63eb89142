"""WAR-03, WAR-10, REI-S14: newcomers on a march of their own, from where they came in to where it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced, warned
from assistant.kernel.ids import FigureId
from assistant.kernel.remembering import remembered
from assistant.rules.arrivals import CommanderId, March, in_force
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.effects.regions import is_in
from assistant.rules.kit import Kit
from assistant.rules.march.facts import MarchFollowed
from assistant.rules.moving.company import walkers
from assistant.rules.moving.routes import journey
from assistant.rules.scenario import Scenario
from assistant.rules.standing import forces_of, members, still_in
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.ground import ground

BESIDE = 6000
"""How far from the shortest way a place may lie at which a host on its march halts."""
ON_THE_WAY, BROKEN_OFF = 0, -1
GOING_ON = "march-on"
"""What a table is reminded of while some are on a march."""


def marches_in_force(kit: Kit, world: World, commander: CommanderId | None = None) -> tuple[March, ...]:
    """The marches that nobody is free of yet, or those of one commander."""
    rows = in_force(kit.scenario.marches, kit.house(world))
    return tuple(
        one for one in rows if one.until not in world.war.events and commander in (None, one.commander)
    )


def beginning(
    kit: Kit, world: World, commander: CommanderId, place: PlaceId, figures: Sequence[FigureId]
) -> Iterator[MarchFollowed]:
    """Those of the newcomers at a place who are bound for somewhere from there."""
    for march in marches_in_force(kit, world, commander):
        bound = tuple(one for one in figures if _is_bound(kit, world, march, world.figures[one], place))
        if bound:
            yield MarchFollowed(bound)


def arriving(kit: Kit, world: World) -> Iterator[MarchFollowed]:
    """Those who have come to the end of their march, however they came there."""
    for march in marches_in_force(kit, world):
        there = tuple(
            one.id
            for force in forces_of(world, march.commander)
            if force.inside == march.to
            for one in members(world, force)
            if world.war.marching.get(one.id) == ON_THE_WAY
        )
        if there:
            yield MarchFollowed(there, world.war.turn)


def is_on_the_way(kit: Kit, world: World, force: Force, one: Figure) -> bool:
    """WAR-03, WAR-10: whether a figure is on its march, and so outside every count."""
    for march in marches_in_force(kit, world, force.commander) if force.commander else ():
        if _is_bound(kit, world, march, one, force.inside):
            for rule in march.rules:
                enforced(rule)
            return True
    return False


def _is_bound(kit: Kit, world: World, march: March, one: Figure, at: PlaceId | None) -> bool:
    """Whether a figure came in to go straight to the end of a march, and is on the way there.

    Who was put on the table by hand is taken for a newcomer where such as he come in, as in older games.
    """
    if one.profile in march.exempt:
        return False
    known = world.war.marching.get(one.id)
    if known is not None or at not in march.start:
        return known == ON_THE_WAY
    return (march.commander, at, one.profile) in _newcomers(kit.scenario)


@remembered
def _newcomers(scenario: Scenario) -> frozenset[tuple[CommanderId, PlaceId, ProfileId]]:
    """Who comes in where, whenever that is."""
    return frozenset(
        (one.commander, place, profile)
        for one in scenario.arrivals
        for place in one.places
        for each in one.figures
        for profile in each.profiles
    )


def key_of_going_on(force: Force, turn: int) -> str:
    """Under which name it is seen to that a force goes on with its march on a turn."""
    return f"{GOING_ON} {force.id}@{turn}"


def idle(kit: Kit, world: World) -> Iterator[tuple[March, Force, tuple[FigureId, ...]]]:
    """WAR-03, WAR-10: who is on a march, may move and has not, and of whom the table has said nothing."""
    for march in marches_in_force(kit, world) if GOING_ON not in world.war.silenced else ():
        for force in forces_of(world, march.commander):
            is_held = force.inside == march.to or world.war.contact_of(force.id) is not None
            if is_held or key_of_going_on(force, world.war.turn) in world.war.heeded:
                continue
            still = still_in(world, force)
            if bound := tuple(one.id for one in still if _is_bound(kit, world, march, one, force.inside)):
                yield march, force, bound


def strayings(
    kit: Kit, world: World, force: Force, came_from: PlaceId
) -> Iterator[tuple[str, MarchFollowed | None]]:
    """What is said to a force that has left the straight way of its march, or leaves its end too soon.

    With it who has broken off the march, and counts from now on as any other.
    """
    if force.commander is None:
        return
    for march in marches_in_force(kit, world, force.commander):
        bound = tuple(one for one in members(world, force) if _is_bound(kit, world, march, one, came_from))
        has_strayed = _has_strayed(kit, world, march, force, came_from, bound)
        if has_strayed or _leaves_early(kit, world, march, force):
            off = MarchFollowed(tuple(one.id for one in bound), BROKEN_OFF) if has_strayed else None
            yield f"Mind: {march.text} ({', '.join(map(warned, march.rules))})", off


def _has_strayed(
    kit: Kit, world: World, march: March, force: Force, came_from: PlaceId, bound: Sequence[Figure]
) -> bool:
    """Whether those who are bound for its end have come to a place that lies off the way there."""
    if not bound or force.place in (came_from, march.to):
        return False
    atlas = kit.scenario.atlas
    sheet = atlas.sheet_of(force.place)
    if sheet is None or atlas.sheet_of(came_from) is None or atlas.sheet_of(march.to) is None:
        return True
    try:
        way = journey(kit.book, atlas, walkers(kit, world, bound), came_from, march.to).way
    except Illegal:
        # Some of them do not move at all; whoever lets them march all the same knows that.
        return True
    land = ground(sheet)
    line = [point for table, point in way.line if table == sheet.id] if way else []
    return not any(land.gap_to(point, force.place) <= BESIDE for point in line)


def _leaves_early(kit: Kit, world: World, march: March, force: Force) -> bool:
    """REI-S14: whether any of them have not stayed their turns in the land where the march ends."""
    if not march.stays or march.within is None or is_in(kit, force, march.within):
        return False
    came = [world.war.marching.get(one.id, ON_THE_WAY) for one in members(world, force)]
    return any(turn > 0 and world.war.turn <= turn + march.stays for turn in came)

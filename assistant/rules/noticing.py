"""Events that can be seen to have come about from where figures stand."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import Event, Reached, Weakened
from assistant.rules.book import PlaceId
from assistant.rules.kit import Kit
from assistant.rules.standing import by_any_name, figures_of, forces_of, members
from assistant.rules.war import Force, ForceId
from assistant.rules.world import Figure, World


def noticed(kit: Kit, world: World) -> Iterator[Event]:
    """Those that have come about and that nobody has said yet.

    What a later one implies came before it, though the table has struck it out: nobody can date it anew.
    """
    came = {*world.war.events}.union(*(kit.scenario.events[one].implies for one in world.war.events))
    for event in kit.scenario.events.values():
        if event.id in came or (event.after and event.after not in world.war.events):
            continue
        if (event.reached and has_reached(kit, world, event.reached)) or (
            event.weakened and event.weakened.leaves and is_weakened(kit, world, event.weakened)
        ):
            yield event


def has_reached(kit: Kit, world: World, reached: Reached) -> bool:
    """REI-E17..E21: whether enough of the figures stand at one of the places."""
    return any(True for _ in _turns_reached(kit, world, reached))


def when_reached(kit: Kit, world: World, event: Event) -> int:
    """REI-E17..E21: the turn on which enough of the figures came there, though it is said only now."""
    turns = _turns_reached(kit, world, event.reached) if event.reached else ()
    return max(1, min(turns, default=world.war.turn))


def _turns_reached(kit: Kit, world: World, reached: Reached) -> Iterator[int]:
    """For each of the places where enough of the figures stand, the turn on which the last needed came."""
    for place in reached.places:
        came = sorted(
            _came_on(world, force, one)
            for force in world.war.within(place)
            for one in members(world, force)
            if _is_meant(kit, reached, one)
        )
        if len(came) >= reached.number:
            yield came[reached.number - 1]


def _came_on(world: World, force: Force, one: Figure) -> int:
    """The turn on which a figure came to where it is, as far as that is known; else this one."""
    war = world.war
    if one.id in war.lots:
        # Whoever joined others came when he last moved, not when they came.
        return war.marks_of(force, (one.id,)).moved or war.turn
    return war.came.get(force.id, war.turn)


def reached_by(kit: Kit, world: World, event: Event) -> tuple[ForceId, ...]:
    """The forces by whose coming to a place an event comes about, if anyone said that they came."""
    forces = (world.war.force_of(one) for one in who_reached(kit, world, event))
    return tuple(dict.fromkeys(force.id for force in forces if force is not None))


def who_reached(kit: Kit, world: World, event: Event) -> tuple[FigureId, ...]:
    """Those by whose coming to a place an event comes about."""
    if event.reached is None or not has_reached(kit, world, event.reached):
        return ()
    return tuple(
        one.id
        for place in event.reached.places
        for one in figures_of(world, world.war.within(place))
        if _is_meant(kit, event.reached, one)
    )


def _is_meant(kit: Kit, reached: Reached, figure: Figure) -> bool:
    return figure.profile in reached.who or kit.book.profiles[figure.profile].race == reached.race


def is_weakened(kit: Kit, world: World, weak: Weakened) -> bool:
    """REI-E03, AMB-067: too few army figures or forces, and the leader on the table, perhaps away."""
    names = by_any_name(kit, weak.who)
    leader = next((one for one in _figures(world, weak) if one.profile in names), None)
    if leader is None:
        return False
    force = world.war.force_of(leader.id)
    if weak.leaves is not None and (force is None or _has_stayed(kit, force, weak.leaves)):
        return False
    enforced("AMB-067")
    return _armies(kit, world, weak) < weak.fewer_than


def _has_stayed(kit: Kit, force: Force, home: PlaceId) -> bool:
    """In a place or about a part of it; who stands in the field about the whole of it has left."""
    return force.inside == home or (force.place != home and home in kit.book.regions_of(force.place))


def _armies(kit: Kit, world: World, weak: Weakened) -> int:
    if kit.house(world)["AMB-067"] == "forces":
        return sum(
            any(not kit.book.profiles[one.profile].is_character for one in members(world, force))
            for force in forces_of(world, weak.commander)
        )
    return sum(not kit.book.profiles[one.profile].is_character for one in _figures(world, weak))


def _figures(world: World, weak: Weakened) -> Iterator[Figure]:
    for force in forces_of(world, weak.commander):
        yield from members(world, force)

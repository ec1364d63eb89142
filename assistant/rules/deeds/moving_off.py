"""FEL-07: the move that a force makes at once: to a place in reach, or towards one that is farther off."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.inches import Point, inches
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.placing import about, follow, put, say_unmeasured, say_where, set_out_again
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.grounds import nearest_place, places_at
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved
from assistant.rules.moving.reaching import outset, turns_of, way_by_map
from assistant.rules.retreats import ONE_MOVE, is_water
from assistant.rules.standing import is_measured, members, place_name
from assistant.rules.war import Force, Spot
from assistant.rules.world import World

STAY, TOWARDS = "stay", "towards"
FARTHEST = 6
"""Turns to the farthest place towards which they may set out."""
BEFORE_THE_FIRST = 0
"""The turn of this move: that of the first turn is still to come."""


def move_off(kit: Kit, desk: RulesDesk, force: Force) -> Procedure[str]:
    """Asks where to, and goes there; in words where they are off to, nothing if they stay."""
    turns = _turns(kit, desk.world, force)
    near, far = _in_reach(kit, force, turns), _farther(kit, force, turns)
    seat, why = (
        seat_for(force.commander),
        f"{force.name} may make a move at once with the captives: where to?",
    )
    options = (STAY, *near, *((TOWARDS,) if far else ()))
    answer = yield from desk.choose(seat, "move-off", why, options, asked("FEL-07"))
    if answer == STAY:
        return ""
    if answer != TOWARDS:
        _go_to(kit, desk, force, PlaceId(answer))
        return f"to {place_name(kit, PlaceId(answer))}"
    ask = f"{force.does('goes', 'go')} as far as one move leads: towards which place?"
    goal = PlaceId((yield from desk.choose(seat, "move-towards", ask, far, asked("FEL-07"))))
    _go_towards(kit, desk, force, goal)
    return f"towards {place_name(kit, goal)}"


def _turns(kit: Kit, world: World, force: Force) -> Mapping[str, int] | None:
    """How far off every place is by the map; nothing off the map, where the table sees it."""
    begun = outset(kit, world, force, members(world, force))
    try:
        return turns_of(kit, begun, FARTHEST) if begun else None
    except Illegal:
        # Some of them do not move at all, so the force stays.
        return {}


def _in_reach(kit: Kit, force: Force, turns: Mapping[str, int] | None) -> tuple[PlaceId, ...]:
    """It is one move, so only what one move reaches."""
    there = _on_the_same_table(kit, force)
    return tuple(one for one in there if turns is None or turns.get(one, FARTHEST) <= ONE_MOVE)


def _farther(kit: Kit, force: Force, turns: Mapping[str, int] | None) -> tuple[PlaceId, ...]:
    there = _on_the_same_table(kit, force)
    return tuple(one for one in there if turns is not None and turns.get(one, ONE_MOVE) > ONE_MOVE)


def _on_the_same_table(kit: Kit, force: Force) -> tuple[PlaceId, ...]:
    here = kit.book.places.get(force.place)
    others = (one for one in kit.book.places.values() if here and one.table == here.table and one != here)
    return tuple(one.id for one in others if not is_water(kit, one.id))


def _go_to(kit: Kit, desk: RulesDesk, force: Force, place: PlaceId) -> None:
    was_measured = is_measured(desk.world, force)
    desk.record(ForceMoved(force.id, place, BEFORE_THE_FIRST))
    if was_measured:
        set_out_again(kit, desk, force.id)


def _go_towards(kit: Kit, desk: RulesDesk, force: Force, goal: PlaceId) -> None:
    """MOV-01: as far as the first move leads on the way there."""
    found = way_by_map(kit, desk.world, force, members(desk.world, force), goal)
    if found is None or found.way is None:
        return
    table, at = found.way.stops[0]
    where = f"{inches(at.x)},{inches(at.y)} on {kit.scenario.atlas.sheets[table].name}"
    desk.say(f"{force.does('gets', 'get')} as far as {where} ({enforced('MOV-01')}).")
    if is_measured(desk.world, force):
        _stand_about(kit, desk, force, table, at)
        return
    spot = Spot(table, at.x, at.y)
    inside = [one for one in places_at(kit, spot) if one in kit.book.places]
    near = inside[0] if inside else nearest_place(kit, spot, force.place) or force.place
    desk.record(ForceMoved(force.id, near, BEFORE_THE_FIRST, not inside))
    say_where(kit, desk, desk.world.war.forces[force.id])


def _stand_about(kit: Kit, desk: RulesDesk, force: Force, table: str, at: Point) -> None:
    """A measured force stands in ranks about the point to which its way has led."""
    try:
        spots = about(kit, desk.world, force, table, at)
    except Illegal as refused:
        say_unmeasured(desk, force, refused)
        return
    put(desk, members(desk.world, force), table, spots)
    follow(kit, desk, desk.world.war.forces[force.id])

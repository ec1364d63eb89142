"""OUT-07: the beaten fall back from the victors: to a place, or over measured ground."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin
from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.inches import Mil, Point
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_forces
from assistant.rules.deeds.bearing import take_up_wounded
from assistant.rules.deeds.checks import living_force, place_in, require_free, require_running
from assistant.rules.deeds.goals import require_dry, require_may_enter, require_somewhere
from assistant.rules.deeds.marching import leave_mounts, mind_distance
from assistant.rules.deeds.pace import pace_of
from assistant.rules.deeds.shifting import MIL, measured_force, move_block, spot_of
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved, ForcesMarked
from assistant.rules.measuring import base_of
from assistant.rules.moving.journeys import Leg, ground_of_table, others_on, rule_on
from assistant.rules.moving.reaching import how_far
from assistant.rules.retreats import require_beaten, require_not_the_enemys, retreat_key
from assistant.rules.standing import members, place_name
from assistant.rules.turn.facts import ReminderHeeded
from assistant.rules.war import Force, ForceId
from assistant.rules.world import Figure, World
from assistant.table.passing import first_within
from assistant.table.setting_out import Other, is_free, radius

DIRECTIONS = 24
SHORTEST = 500
TOUCH = 5
"""Who only touches another's base is not held by it."""


@deed
class Withdraw(Deed):
    """OUT-07: a beaten force stands at another place after its retreat; that is not its move."""

    force: ForceId
    place: PlaceId
    kind: Literal["withdraw"] = "withdraw"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force, name = living_force(world, self.force), place_name(kit, place_in(kit, self.place))
        require_may_fall_back(world, force)
        require_somewhere(kit, self.place, name)
        require_dry(kit, world, members(world, force), self.place)
        require_may_enter(kit, world, members(world, force), self.place)
        require_not_the_enemys(kit, world, force, self.place)
        return Opening(
            f"{force.does('falls', 'fall')} back to {name}", (force.id, *force.figures), encode(self)
        )

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        if (yield from take_up_wounded(kit, desk, desk.world.war.forces[self.force])):
            force = desk.world.war.forces[self.force]
            far = how_far(kit, desk.world, force, members(desk.world, force), self.place)
            withdraw(kit, desk, force, self.place)
            mind_distance(desk, far)
        desk.record(ReminderHeeded(retreat_key(desk.world.war.forces[self.force]), "done"))

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, self.force)


def require_may_fall_back(world: World, force: Force) -> None:
    """OUT-07, MOV-13: the beaten fall back once, and not out of the next fight."""
    require_beaten(world, force)
    if world.war.heeded.get(retreat_key(force)) == "done":
        raise Illegal(
            "fallen-back",
            f"{force.does('has', 'have')} fallen back already, and {force.agrees('regroups', 'regroup')} "
            f"({enforced('OUT-07')}).",
            do="Undo that retreat to change it, or let the game master set it right by hand.",
        )
    require_free(world, force)


def withdraw(kit: Kit, desk: RulesDesk, force: Force, place: PlaceId) -> None:
    """A beaten force comes to a place."""
    desk.record(ForceMoved(force.id, place, force.moved))
    leave_mounts(kit, desk, members(desk.world, force), place)
    desk.say(f"{force.does('falls', 'fall')} back to {place_name(kit, place)} ({enforced('OUT-07')}).")


def stay_in_the_field(kit: Kit, desk: RulesDesk, force: Force) -> None:
    """AMB-033: a beaten force gets no further than the field about its place."""
    desk.record(ForcesMarked((force.id,), "afield", desk.world.war.turn))
    where, cited = place_name(kit, force.place), enforced("AMB-033")
    regroups = force.agrees("regroups", "regroup")
    desk.say(f"{force.does('falls', 'fall')} back into the field about {where} and {regroups} ({cited}).")


@deed
class FallBack(Deed):
    """OUT-07, AMB-033: a beaten force goes a full move away from the victors, or as far as it can."""

    force: ForceId
    kind: Literal["fall-back"] = "fall-back"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force = measured_force(world, self.force)
        require_may_fall_back(world, force)
        return Opening(f"{force.does('falls', 'fall')} back", (force.id, *force.figures), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        if (yield from take_up_wounded(kit, desk, desk.world.war.forces[self.force])):
            fall_back(kit, desk, desk.world.war.forces[self.force])
        desk.record(ReminderHeeded(retreat_key(desk.world.war.forces[self.force]), "done"))

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, self.force)


def fall_back(kit: Kit, desk: RulesDesk, force: Force) -> None:
    """A beaten force goes back over measured ground."""
    leg = retreat(kit, desk.world, force)
    if leg is None:
        stays = force.agrees("stays where it is", "stay where they are")
        desk.say(f"{force.does('has', 'have')} no way out, and {stays} ({enforced('AMB-033')}).")
        return
    move_block(kit, desk, force, (leg,))
    gone = hypot(leg.points[1].x - leg.points[0].x, leg.points[1].y - leg.points[0].y)
    near = place_name(kit, desk.world.war.forces[force.id].place)
    stands, cited = force.agrees("stands", "stand"), enforced("OUT-07")
    desk.say(f'{force.does("falls", "fall")} back {gone / MIL:.3g}" and {stands} near {near} ({cited}).')


def retreat(kit: Kit, world: World, force: Force) -> Leg | None:
    """OUT-07: of all straight ways as long as the ground allows, the one that gets furthest away."""
    start = spot_of(kit, world, force)
    here = Point(Mil(start.x), Mil(start.y))
    foes = [one for one in others_on(kit, world, start.table, force) if one.is_foe]
    there, full = members(world, force), pace_of(kit, world, members(world, force)).clear
    if full is None:
        return None
    land = ground_of_table(kit, start.table)
    best: tuple[float, Point] | None = None
    for number in range(DIRECTIONS):
        angle = radians(number * 360 / DIRECTIONS)
        reach = full * MIL
        end = _toward(here, angle, reach)
        if land is not None:
            while reach >= SHORTEST and not land.is_on(end):
                reach -= SHORTEST
                end = _toward(here, angle, reach)
            leg = Leg(start.table, (here, end))
            reach = min(reach, rule_on(kit, world, force, there, (leg,)).reach)
        reach = min(reach, _unhindered(kit, world, there, angle, reach, foes))
        end = _toward(here, angle, reach)
        base = base_of(kit.book.profiles[there[0].profile], there[0].mounted)
        if land is not None and not is_free(land, end, base, ()):
            continue
        away = min((hypot(end.x - foe.at.x, end.y - foe.at.y) for foe in foes), default=reach)
        if reach >= SHORTEST and (best is None or away > best[0]):
            best = away, end
    return Leg(start.table, (here, best[1])) if best else None


def _unhindered(
    kit: Kit, world: World, there: Sequence[Figure], angle: float, reach: float, foes: Sequence[Other]
) -> float:
    """AMB-033: how far all of them get before one would pass through an enemy."""
    first = world.war.spots[there[0].id]
    for one in there:
        spot = world.war.spots[one.id]
        if spot.table != first.table:
            continue
        at = Point(Mil(spot.x), Mil(spot.y))
        way = (at, _toward(at, angle, reach))
        mine = radius(base_of(kit.book.profiles[one.profile], one.mounted))
        for foe in foes:
            met = first_within(way, foe.at, mine + radius(foe.base) - TOUCH)
            if met is not None and met < reach:
                enforced("AMB-033")
                reach = met
    return reach


def _toward(here: Point, angle: float, reach: float) -> Point:
    return Point(Mil(round(here.x + reach * sin(angle))), Mil(round(here.y + reach * cos(angle))))

"""PLC-BLACKGATE-01..04: walls that face one way: against whom they count, who mans them, and their fall."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.inches import Mil, Point, mils
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import FightingSide, SideSetup, other
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.pace import pace_of
from assistant.rules.deeds.placing import about, follow, put, say_unmeasured
from assistant.rules.effects.marching import Rampart
from assistant.rules.effects.registry import resolve
from assistant.rules.fight.facts import WallsBroken
from assistant.rules.house import place_under
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved
from assistant.rules.measuring import base_of, is_measured
from assistant.rules.moving.journeys import Leg, ground_of_table, rule_on
from assistant.rules.standing import members, place_name, side_of
from assistant.rules.war import Contact, Force
from assistant.rules.world import Figure, World
from assistant.table.setting_out import radius

GATE = "gate"


def rampart_at(kit: Kit, world: World, place: PlaceId) -> Rampart | None:
    """The walls of a place that face one way, unless they have been broken down."""
    known = kit.book.places.get(place)
    if known is None or place in world.breached:
        return None
    effects = filter(None, map(resolve, place_under(kit.house(world), known).traits))
    return next(filter(None, (effect.rampart() for effect in effects)), None)


def is_assaulted(kit: Kit, world: World, contact: Contact, holder: FightingSide) -> bool:
    """PLC-BLACKGATE-01: whether those who come against its holder come from outside; unmeasured, they do."""
    rampart = rampart_at(kit, world, contact.place)
    if rampart is None:
        return False
    foes = (world.war.forces[one] for one in contact.on(other(holder)))
    found = any(_is_outside(kit, world, one, rampart) for force in foes for one in members(world, force))
    if found:
        enforced(str(rampart.why.rule))
    return found


def _is_outside(kit: Kit, world: World, one: Figure, rampart: Rampart) -> bool:
    spot = world.war.spots.get(one.id)
    land = ground_of_table(kit, spot.table) if spot else None
    if spot is None or land is None:
        return True
    return rampart.outside not in land.places_at(Point(Mil(spot.x), Mil(spot.y)))


def who_mans(kit: Kit, world: World, place: PlaceId, orders: SideSetup) -> SideSetup:
    """PLC-BLACKGATE-02, CON-071: of the measured defenders only those so near the wall or gate fight."""
    rampart = rampart_at(kit, world, place)
    if rampart is None:
        return orders
    there = tuple(
        one for one in orders.figures if _is_near(kit, world, world.figures[one.figure], place, rampart)
    )
    return replace(orders, figures=there or orders.figures)


def _is_near(kit: Kit, world: World, one: Figure, place: PlaceId, rampart: Rampart) -> bool:
    spot = world.war.spots.get(one.id)
    land = ground_of_table(kit, spot.table) if spot else None
    if spot is None or land is None:
        return True
    enforced("PLC-BLACKGATE-02"), enforced("CON-071")
    reach = mils(rampart.inches) + radius(base_of(kit.book.profiles[one.profile], one.mounted))
    gap = land.gap_to_walls(Point(Mil(spot.x), Mil(spot.y)), place)
    return gap is not None and gap <= reach


def remind(kit: Kit, desk: RulesDesk, contact: Contact, holder: FightingSide | None) -> None:
    """PLC-BLACKGATE-02: where nobody measures, the table leaves out who stands too far back."""
    rampart = rampart_at(kit, desk.world, contact.place)
    if rampart is None or holder is None:
        return
    forces = (desk.world.war.forces[one] for one in contact.on(holder))
    if not all(is_measured(desk.world, one) for one in forces):
        near = f"within {rampart.inches} inches of wall and gate"
        desk.say(f"Only defenders {near} fight ({asked('PLC-BLACKGATE-02')}).")


def fall(kit: Kit, desk: RulesDesk, contact: Contact, loser: FightingSide | None) -> None:
    """PLC-BLACKGATE-03, PLC-BLACKGATE-04: the gate is destroyed, and those who did not count give way."""
    rampart = rampart_at(kit, desk.world, contact.place)
    if rampart is None or loser is None:
        return
    desk.record(WallsBroken(contact.place, GATE, ()))
    desk.say(f"{place_name(kit, contact.place)} is destroyed ({enforced('PLC-BLACKGATE-03')}).")
    for force in list(_left(kit, desk.world, contact, loser, rampart)):
        _give_way(kit, desk, force, rampart)
        desk.say(
            f"{force.does('gives', 'give')} way a full move to the east, "
            f"out of {place_name(kit, rampart.clears)} ({enforced('PLC-BLACKGATE-04')})."
        )


def _left(kit: Kit, world: World, contact: Contact, loser: FightingSide, rampart: Rampart) -> Iterator[Force]:
    """Those about it; who is measured outside is not behind the wall that fell."""
    near = (contact.place, rampart.clears)
    for force in world.war.forces.values():
        there = members(world, force)
        if force.place not in near or not there or side_of(kit, world, force) != loser:
            continue
        if not is_measured(world, force) or not all(_is_outside(kit, world, one, rampart) for one in there):
            yield force


def _give_way(kit: Kit, desk: RulesDesk, force: Force, rampart: Rampart) -> None:
    """Measured, as far as the ground lets them go; else to the land beyond."""
    if not is_measured(desk.world, force):
        desk.record(ForceMoved(force.id, rampart.refuge, force.moved))
        return
    there = members(desk.world, force)
    first = desk.world.war.spots[there[0].id]
    start = Point(Mil(first.x), Mil(first.y))
    full = pace_of(kit, desk.world, there).clear or 0
    land = ground_of_table(kit, first.table)
    east = Mil(min(start.x + mils(full), land.sheet.width if land else start.x + mils(full)))
    leg = Leg(first.table, (start, Point(east, start.y)))
    reach = rule_on(kit, desk.world, force, there, (leg,)).reach
    try:
        at = about(kit, desk.world, force, first.table, Point(Mil(start.x + reach), start.y))
    except Illegal as refused:
        desk.record(ForceMoved(force.id, rampart.refuge, force.moved))
        say_unmeasured(desk, force, refused)
        return
    put(desk, there, first.table, at, 90)
    follow(kit, desk, desk.world.war.forces[force.id])

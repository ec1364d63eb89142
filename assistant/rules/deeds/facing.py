"""Where those are set out who have met an enemy already, and those who stand near and look on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, cos, pi, sin

from assistant.kernel.evidence import enforced
from assistant.kernel.inches import Mil, Point
from assistant.rules.arrivals import in_force
from assistant.rules.kit import Kit
from assistant.rules.measuring import base_of, how_measured, is_measured, stands
from assistant.rules.moving.journeys import ground_of_table, others_on
from assistant.rules.scenario import FirstContact
from assistant.rules.standing import members
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.bases import GRAINS_PER_MIL, Base, Standing
from assistant.table.ground import Ground
from assistant.table.setting_out import APART, Other, around, is_firm, is_free, radius, sees

MIL = 1000
DIRECTIONS = 24
HAIR = 20

Ranks = tuple[str, list[Point]]


def where_they_face(kit: Kit, world: World, force: Force) -> Ranks | None:
    """FEL-04, FEL-05: beside whom they have met, or as far off as the scenario says; else nothing."""
    return _looking_on(kit, world, force) or _beside_foes(kit, world, force)


def _beside_foes(kit: Kit, world: World, force: Force) -> Ranks | None:
    """In ranks against the enemies they have met; of a fight at walls the table knows better."""
    contact = world.war.contact_of(force.id)
    if contact is None or _is_walled(kit, force):
        return None
    enemies = contact.evil if force.id in contact.good else contact.good
    foe = next((one for name in enemies if _stands_all(world, one := world.war.forces[name])), None)
    if foe is None:
        return None
    leader = stands(kit, world, foe)[0]
    land = ground_of_table(kit, leader.table)
    met = {(spot.x, spot.y) for one in members(world, foe) if (spot := world.war.spots.get(one.id))}
    others = [
        replace(one, is_foe=one.is_foe and (one.at.x, one.at.y) not in met)
        for one in others_on(kit, world, leader.table, force)
    ]
    spots = around(land, leader.at, _bases(kit, members(world, force)), others, beside=True) if land else None
    if spots is None:
        return None
    for rule in _opening(kit, world, contact.place):
        enforced(rule)
    return leader.table, spots


def _opening(kit: Kit, world: World, place: str) -> Iterator[str]:
    """What the scenario quotes for forces it sets down in contact there."""
    for meeting in in_force(kit.scenario.first_contacts, kit.house(world)):
        if meeting.place == place:
            yield from meeting.rules


def _looking_on(kit: Kit, world: World, force: Force) -> Ranks | None:
    """Those who may join the first fight stand their inches off the force they would join."""
    there = members(world, force)
    for meeting in in_force(kit.scenario.first_contacts, kit.house(world)):
        if not meeting.joined_from or not any(one.profile == meeting.joined_by for one in there):
            continue
        friends = _friends(world, meeting)
        if friends is None or friends.id == force.id or not _stands_all(world, friends):
            return None
        return _stood_off(kit, world, force, stands(kit, world, friends)[0], meeting.joined_from)
    return None


def onlookers(kit: Kit, world: World, force: Force) -> tuple[Force, ...]:
    """FEL-05: measured forces that have not moved and stand off this one, set out first or not."""
    for meeting in in_force(kit.scenario.first_contacts, kit.house(world)):
        friends = _friends(world, meeting) if meeting.joined_from else None
        if friends is not None and friends.id == force.id:
            return tuple(
                one
                for one in world.war.forces.values()
                if one.id != force.id
                and any(each.profile == meeting.joined_by for each in members(world, one))
                and is_measured(world, one)
                and not one.moved
            )
    return ()


def _friends(world: World, meeting: FirstContact) -> Force | None:
    """The force of good that has met the enemy and has not fought yet."""
    for contact in world.war.contacts.values():
        for name in contact.good if contact.is_opening else ():
            force = world.war.forces[name]
            if any(one.profile == meeting.good for one in members(world, force)):
                return force
    return None


def _stood_off(kit: Kit, world: World, force: Force, friend: Standing, inches: float) -> Ranks | None:
    """The leader exactly so far away, the others at his side, off everyone else and on the same ground."""
    land = ground_of_table(kit, friend.table)
    if land is None:
        return None
    there = members(world, force)
    bases, others = _bases(kit, there), others_on(kit, world, friend.table, force)
    lead = max(range(len(there)), key=lambda n: kit.book.profiles[there[n].profile].leadership)
    edges = radius(friend.base) + radius(bases[lead]) if how_measured(kit, world) == "edge" else 0
    far = ceil(inches * MIL + edges)
    found = [
        row
        for n in range(DIRECTIONS)
        if _is_open(land, row := _row(friend.at, far, 2 * pi * n / DIRECTIONS, bases, lead), bases, others)
        and sees(land, friend.at, row[lead])
    ]
    if not found:
        return None
    enforced("FEL-05")
    return friend.table, min(
        found, key=lambda row: sum(str(force.place) not in land.places_at(at) for at in row)
    )


def _row(middle: Point, far: int, angle: float, bases: Sequence[Base], lead: int) -> list[Point]:
    """The leader at the end of the line, and to his left and right whoever goes with him."""
    out, aside = (sin(angle), cos(angle)), (cos(angle), -sin(angle))
    spots, reach = {lead: (middle.x + out[0] * far, middle.y + out[1] * far)}, [0.0, 0.0]
    rest = [n for n in range(len(bases)) if n != lead]
    for side, n in enumerate(rest):
        step = radius(bases[lead]) + radius(bases[n]) + HAIR + reach[side % 2]
        reach[side % 2] += 2 * radius(bases[n]) + HAIR
        way = step if side % 2 else -step
        spots[n] = (spots[lead][0] + aside[0] * way, spots[lead][1] + aside[1] * way)
    return [Point(Mil(round(x)), Mil(round(y))) for x, y in (spots[n] for n in range(len(bases)))]


def _is_open(land: Ground, row: Sequence[Point], bases: Sequence[Base], others: Sequence[Other]) -> bool:
    """Nobody joins or meets anyone by standing there."""
    wide = [replace(one, base=Base(2 * (one.base.outer + APART * GRAINS_PER_MIL))) for one in others]
    return all(
        is_firm(land, at, base) and is_free(land, at, base, wide) for at, base in zip(row, bases, strict=True)
    )


def _is_walled(kit: Kit, force: Force) -> bool:
    sheet = kit.scenario.atlas.sheet_of(force.place)
    return sheet is not None and sheet.footprints[force.place].has_walls


def _stands_all(world: World, force: Force) -> bool:
    return bool(members(world, force)) and is_measured(world, force)


def _bases(kit: Kit, figures: Sequence[Figure]) -> list[Base]:
    return [base_of(kit.book.profiles[one.profile], one.mounted) for one in figures]

"""CMB-01: a measured force that goes to where an enemy stands comes to stand beside him."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from assistant.kernel.evidence import enforced
from assistant.kernel.inches import Point
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import SIDES
from assistant.rules.kit import Kit
from assistant.rules.measuring import stands
from assistant.rules.moving.reaching import Approach
from assistant.rules.standing import side_of
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.bases import Base

UNLED = "uncontrolled"
CLOSE = 6000
"""Who comes in so near an enemy has come to him; the last inches within a place are not counted."""


def enemy_there(kit: Kit, world: World, force: Force, place: PlaceId, come: Approach) -> Point | None:
    """Where the nearest measured enemy at a place stands; nobody who hides comes to fight."""
    sheet, own = kit.scenario.atlas.sheet_of(place), side_of(kit, world, force)
    if sheet is None or force.hidden or own not in SIDES:
        return None
    found = [
        one.at
        for other in world.war.forces.values()
        if other.place == place and not other.hidden and side_of(kit, world, other) not in (own, UNLED)
        for one in stands(kit, world, other)
        if one.table == sheet.id and (come.at is None or _far(come.at, one.at) <= CLOSE)
    ]
    return min(found, key=lambda at: _far(come.at or found[0], at), default=None)


def lead_on(
    kit: Kit, figures: Sequence[Figure], bases: Sequence[Base], spots: list[Point], foe: Point
) -> None:
    """FRC-04: characters alone stand where their leader does, so he goes first."""
    profiles = [kit.book.profiles[one.profile] for one in figures]
    if not all(one.is_character for one in profiles):
        return
    enforced("FRC-04")
    leader = max(range(len(figures)), key=lambda number: profiles[number].leadership)
    alike = [number for number, base in enumerate(bases) if base == bases[leader]]
    first = min(alike, key=lambda number: _far(spots[number], foe))
    spots[leader], spots[first] = spots[first], spots[leader]


def _far(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)

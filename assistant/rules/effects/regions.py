"""Places that lie inside others."""

from __future__ import annotations

from assistant.kernel.evidence import enforced
from assistant.rules.book import PlaceId, Side
from assistant.rules.kit import Kit
from assistant.rules.standing import members, side_of
from assistant.rules.world import World

PART_OF = "part-of"
NEVER_TAKEN = "tower-never-taken"


def is_within(kit: Kit, place: PlaceId, region: PlaceId) -> bool:
    """Whether a place is the region, or a part of it, however deep."""
    seen: set[PlaceId] = set()
    while place not in seen:
        if place == region:
            return True
        seen.add(place)
        place = _around(kit, place)
    return False


def regions_of(kit: Kit, place: PlaceId) -> frozenset[PlaceId]:
    """A place and everything it lies in."""
    found: set[PlaceId] = set()
    while place not in found:
        found.add(place)
        place = _around(kit, place)
    return frozenset(found)


def _around(kit: Kit, place: PlaceId) -> PlaceId:
    """What a place is part of; itself if of nothing."""
    known = kit.book.places.get(place)
    for trait in known.traits if known else ():
        if trait.name == PART_OF:
            return PlaceId(str(dict(trait.params)["place"]))
    return place


def holds_out(kit: Kit, world: World, place: PlaceId, side: Side) -> bool:
    """AMB-047: whether someone in a tower that cannot be taken keeps the whole place from falling."""
    known = kit.book.places.get(place)
    if known is None or not any(trait.name == NEVER_TAKEN for trait in known.traits):
        return False
    enforced("AMB-047")
    if kit.house(world)["AMB-047"] != "when-orthanc-falls":
        return False
    there = [force for force in world.war.at(place) if side_of(kit, world, force) == side]
    return any(one.in_tower for force in there for one in members(world, force))

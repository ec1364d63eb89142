"""Places that lie inside others."""

from __future__ import annotations

from collections.abc import Collection

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.rules.book import PlaceId, Side
from assistant.rules.kit import Kit
from assistant.rules.standing import is_measured, members, side_of
from assistant.rules.war import Force
from assistant.rules.world import World
from assistant.table.ground import ground

NEVER_TAKEN = "tower-never-taken"


def is_within(kit: Kit, place: PlaceId, region: PlaceId) -> bool:
    """Whether a place is the region, or a part of it, however deep."""
    return region in kit.book.regions_of(place)


def lies_in(kit: Kit, place: PlaceId | None, regions: Collection[PlaceId]) -> bool:
    """Whether a place is one of several, or a part of one of them; nowhere is in none."""
    return any(one in regions for one in kit.book.regions_of(place))


def is_in(kit: Kit, force: Force, region: PlaceId) -> bool:
    """Whether a force is in a region by its place; in the field about a place it is in its land."""
    return is_within(kit, force.place, region) and not (force.afield and force.place == region)


def regions_of(kit: Kit, place: PlaceId) -> frozenset[PlaceId]:
    """A place and everything it lies in."""
    return frozenset(kit.book.regions_of(place))


def is_inside(kit: Kit, world: World, force: Force, region: PlaceId) -> bool | None:
    """Whether a force is in a region: by measuring, by the place; None at a place on the border."""
    known = kit.book.places.get(region)
    sheet = kit.scenario.atlas.sheets.get(known.table) if known else None
    if sheet is not None and region in sheet.footprints and is_measured(world, force):
        return any(_stands_in(kit, world, one.id, sheet.id, region) for one in members(world, force))
    if is_in(kit, force, region):
        return True
    if sheet is None or region not in sheet.footprints or force.place not in sheet.footprints:
        return False
    land = ground(sheet)
    if land.gap(force.place, region) > 0:
        return False
    return land.is_inside(force.place, region) or None


def is_clear_of(kit: Kit, place: PlaceId, region: PlaceId, inches: int = 0) -> bool:
    """Whether the tables show a place further than so far from a region; never what is only described."""
    home, there = (kit.book.places.get(one) for one in (place, region))
    if home is None or there is None or is_within(kit, place, region):
        return False
    sheet = kit.scenario.atlas.sheets.get(there.table)
    if home.table != there.table or sheet is None:
        return home.table != there.table
    is_drawn = place in sheet.footprints and region in sheet.footprints
    return is_drawn and ground(sheet).gap(place, region) > inches * 1000


def _stands_in(kit: Kit, world: World, figure: FigureId, table: str, region: PlaceId) -> bool:
    spot = world.war.spots[figure]
    at = Point(Mil(spot.x), Mil(spot.y))
    return spot.table == table and ground(kit.scenario.atlas.sheets[table]).gap_to(at, region) == 0


def is_never_taken(kit: Kit, place: PlaceId) -> bool:
    """AMB-047: whether a place has a tower that no assault takes."""
    known = kit.book.places.get(place)
    return known is not None and any(trait.name == NEVER_TAKEN for trait in known.traits)


def holds_out(kit: Kit, world: World, place: PlaceId, side: Side) -> bool:
    """AMB-047: whether someone in a tower that cannot be taken keeps the whole place from falling."""
    if not is_never_taken(kit, place):
        return False
    enforced("AMB-047")
    if kit.house(world)["AMB-047"] != "when-orthanc-falls":
        return False
    there = [force for force in world.war.at(place) if side_of(kit, world, force) == side]
    return any(one.in_tower for force in there for one in members(world, force))

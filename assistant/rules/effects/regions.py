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
from assistant.rules.world import Figure, World
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


def is_tower(kit: Kit, place: PlaceId) -> bool:
    """Whether a place is itself such a tower, not the walls about one."""
    return is_never_taken(kit, place) and not kit.book.places[place].has_tower


def holds_out(kit: Kit, world: World, place: PlaceId, side: Side) -> bool:
    """AMB-047: whether someone in a tower that cannot be taken keeps the whole place from falling.

    PLC-ISENGARD-02: the tower itself does not fall by any reading.
    """
    if not is_never_taken(kit, place):
        return False
    if is_tower(kit, place):
        enforced("PLC-ISENGARD-02")
    else:
        enforced("AMB-047")
        if kit.house(world)["AMB-047"] != "when-orthanc-falls":
            return False
    near = (force for force in world.war.forces.values() if _shares_tower(kit, force.place, place))
    there = (force for force in near if side_of(kit, world, force) == side)
    return any(_sits_in_tower(kit, force, one) for force in there for one in members(world, force))


def _shares_tower(kit: Kit, one: PlaceId, other: PlaceId) -> bool:
    """Whether one of two places lies in the other, and both have the tower that is never taken."""
    have_it = is_never_taken(kit, one) and is_never_taken(kit, other)
    return have_it and (is_within(kit, one, other) or is_within(kit, other, one))


def _sits_in_tower(kit: Kit, force: Force, figure: Figure) -> bool:
    """Who went into it when the walls fell, or marched to it as to a place of its own."""
    return figure.in_tower or (not force.afield and is_tower(kit, force.place))

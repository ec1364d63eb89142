"""Where measured figures stand: in which places, and in whose walls."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.rules.book import PlaceId, Side
from assistant.rules.kit import Kit
from assistant.rules.war import Spot
from assistant.rules.world import World
from assistant.table.ground import Ground, ground

WATER = ("river", "bay")


def land_at(kit: Kit, spot: Spot) -> Ground | None:
    """The ground of the table a spot is on; nothing where no map of it is drawn."""
    sheet = kit.scenario.atlas.sheets.get(spot.table)
    return ground(sheet) if sheet else None


def places_at(kit: Kit, spot: Spot) -> tuple[PlaceId, ...]:
    """The places a spot lies in."""
    land = land_at(kit, spot)
    found = land.places_at(Point(Mil(spot.x), Mil(spot.y))) if land else ()
    return tuple(PlaceId(one) for one in found)


def width_of(kit: Kit, table: str, place: str) -> float:
    """How much ground a place has on a table; none where it is not drawn."""
    sheet = kit.scenario.atlas.sheets.get(table)
    return ground(sheet).footprint(place).area if sheet and place in sheet.footprints else 0.0


def may_be_inside(kit: Kit, world: World, place: PlaceId, figure: FigureId) -> bool:
    """Whether a figure stands in a place; of whom nobody measured, only where its force is said to be."""
    spot, force = world.war.spots.get(figure), world.war.force_of(figure)
    is_drawn = kit.scenario.atlas.sheet_of(place) is not None
    if spot is None or not is_drawn or land_at(kit, spot) is None:
        return force is None or not force.afield or force.place != place
    return place in places_at(kit, spot)


def nearest_place(kit: Kit, spot: Spot, now: PlaceId) -> PlaceId | None:
    """After which place open ground is called: the nearest, but no water, and in no land but the spot's."""
    land, here = land_at(kit, spot), places_at(kit, spot)
    if land is None:
        return None
    at = Point(Mil(spot.x), Mil(spot.y))
    known = [PlaceId(one) for one in land.sheet.footprints if PlaceId(one) in kit.book.places]
    lands = {land for one in kit.book.places for land in kit.book.regions_of(one)[1:]}
    near = [
        one
        for one in known
        if kit.book.places[one].rank not in WATER
        and not (one in lands and kit.book.places[one].rank == "region")
        and all(each in (one, *here) for each in kit.book.regions_of(one))
    ]
    return min(near, key=lambda one: (land.gap_to(at, one), one != now), default=None)


def ground_fought_for(kit: Kit, world: World, fighters: Mapping[FigureId, Side]) -> PlaceId | None:
    """The place of a measured fight: walls with their holders in them, else the narrowest with anyone."""
    found: dict[PlaceId, tuple[bool, float]] = {}
    for one, side in fighters.items():
        if (spot := world.war.spots.get(one)) is None:
            continue
        for place in places_at(kit, spot):
            if place not in kit.book.places:
                continue
            is_held = kit.book.places[place].is_fortress and world.war.holder(place) == side
            was_held, _ = found.get(place, (False, 0.0))
            found[place] = is_held or was_held, width_of(kit, spot.table, place)
    return min(found, key=lambda one: (not found[one][0], found[one][1]), default=None)

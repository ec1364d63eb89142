"""Firm ground beside water: where boats are drawn up."""

from __future__ import annotations

import shapely
from shapely.ops import nearest_points

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import Atlas
from assistant.table.ground import ground
from assistant.table.links import crossing
from assistant.table.room import NOWHERE

ASHORE = 700
"""Mils from the water's edge, so that a base stands dry."""


def bank_near(atlas: Atlas, river: str, table: str, at: Point) -> tuple[str, Point] | None:
    """The bank of a river nearest to a point, or to where one comes onto its table from another."""
    sheet = atlas.sheet_of(river)
    if sheet is None:
        return None
    land = ground(sheet)
    water = land.footprint(river)
    if table != sheet.id:
        head = min(shapely.get_coordinates(water), key=lambda one: -one[1])
        over = crossing(atlas, table, sheet.id, at, Point(Mil(round(head[0])), Mil(round(head[1]))))
        if over is None:
            return None
        at = over[1]
    by_water, _ = nearest_points(water, shapely.Point(at.x, at.y))
    firm = land.area.difference(land.closed(NOWHERE)).buffer(-ASHORE)
    if firm.is_empty:
        return None
    dry, _ = nearest_points(firm, by_water)
    return sheet.id, Point(Mil(round(dry.x)), Mil(round(dry.y)))

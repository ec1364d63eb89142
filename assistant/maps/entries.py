"""Where figures come onto a table: an arrow in from the edge, towards the ground they begin on."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.maps.built import Place
from assistant.maps.svg import Pen, group
from assistant.table.atlas import Footprint, Sheet

ARROW = "M-30-95h60v105h50L0 95-80 10h50z"
"""Points down, with its middle at the origin."""
IN = 130
"""Units from the edge of the table to the middle of an arrow."""


def entries(pen: Pen, sheet: Sheet, known: Mapping[str, Place]) -> str:
    """An arrow for every spot at which one comes onto this table."""
    return group(
        "entries", (_arrow(pen, one) for id, one in sheet.footprints.items() if one.is_entry and id in known)
    )


def _arrow(pen: Pen, one: Footprint) -> str:
    if one.at is None:
        return ""
    x, y = pen.at(one.at.x, one.at.y)
    # From the edge that lies nearest, straight towards the spot.
    ways = (
        (x, -90, IN, y),
        (pen.width - x, 90, pen.width - IN, y),
        (y, 0, x, IN),
        (pen.height - y, 180, x, pen.height - IN),
    )
    _, turn, at_x, at_y = min(ways)
    return f'<g transform="translate({at_x} {at_y})rotate({turn})"><path class="entry" d="{ARROW}"/></g>'

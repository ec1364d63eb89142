"""A table as one SVG: the land, what stands on it, and the names, in layers that a page can hide."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from assistant.maps.built import Place, crossings, grounds, places, roads, walls
from assistant.maps.frame import MARGIN, frame, grid, links, scale_and_compass
from assistant.maps.land import areas, fading, relief, water
from assistant.maps.names import Names, View
from assistant.maps.style import style
from assistant.maps.svg import Pen, group
from assistant.table.atlas import NO_ATLAS, Atlas, Sheet
from assistant.table.ground import ground as ground_of

NEAR_TEXT = 84
FAR_SHARE = 30
MID_SHARE = 84


def draw_map(
    sheet: Sheet, known: Mapping[str, Place], *, atlas: Atlas = NO_ATLAS, upon: str = "", styled: bool = True
) -> str:
    """The whole map; `upon` are layers over the land, `styled` says whether the style sheet comes with it."""
    pen = Pen(sheet.width, sheet.height)
    box = f"{-MARGIN} {-MARGIN} {pen.width + 2 * MARGIN} {pen.height + 2 * MARGIN}"
    about = f"Map of the {sheet.name}"
    own = f"<style>{style()}</style>" if styled else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rop-map" viewBox="{box}" role="img"'
        f' aria-label="{escape(about)}"><title>{escape(about)}</title>'
        f"{own}{land(sheet, known, atlas)}{_clipped(sheet, upon)}</svg>"
    )


def _clipped(sheet: Sheet, upon: str) -> str:
    return f'<g clip-path="url(#{sheet.id}-edge)">{upon}</g>' if upon else ""


def land(sheet: Sheet, known: Mapping[str, Place], atlas: Atlas) -> str:
    """Everything that does not change during a game."""
    ground = ground_of(sheet)
    pen = Pen(sheet.width, sheet.height)
    clip = f"{sheet.id}-edge"
    inner = "".join(
        (
            areas(pen, ground), water(pen, ground), grid(pen), grounds(pen, ground, known),
            roads(pen, ground), relief(pen, ground, known), crossings(pen, ground), walls(pen, ground),
            places(pen, ground, known),
        )
    )  # fmt: skip
    return (
        f'<defs><clipPath id="{clip}"><rect width="{pen.width}" height="{pen.height}"/></clipPath>'
        f"{fading(sheet)}</defs>"
        f'<rect class="paper" x="{-MARGIN}" y="{-MARGIN}" width="{pen.width + 2 * MARGIN}"'
        f' height="{pen.height + 2 * MARGIN}"/><g clip-path="url(#{clip})">{inner}</g>'
        f"{frame(pen, sheet)}{links(pen, sheet, atlas)}{names(sheet, known)}{_scale(pen, sheet)}"
    )


def names(sheet: Sheet, known: Mapping[str, Place]) -> str:
    """The names three times over: for a close look, for a screen, and for a phone."""
    ground = ground_of(sheet)
    pen = Pen(sheet.width, sheet.height)
    views = (
        View("near", 1.0, 0),
        View("mid", max(1.0, pen.width / MID_SHARE / NEAR_TEXT), 30),
        View("far", max(1.0, pen.width / FAR_SHARE / NEAR_TEXT), 85),
    )
    return group("all-names", (Names(pen, ground, known, view).layer() for view in views))


def _scale(pen: Pen, sheet: Sheet) -> str:
    return scale_and_compass(pen, 260, pen.height - 140) if not sheet.inset_of else ""

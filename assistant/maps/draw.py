"""A table as one SVG: the land, whoever stands on it, and the names over both, each a layer of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape

from assistant.maps.badges import badges, battlefields
from assistant.maps.built import Place, crossings, grounds, places, roads, walls
from assistant.maps.entries import entries
from assistant.maps.frame import MARGIN, frame, grid, links, measures, scale_and_compass
from assistant.maps.key import KEY_SHARE, key
from assistant.maps.land import areas, earth, relief, shading, water
from assistant.maps.names import Names
from assistant.maps.pieces import NOBODY, Scene, boxes, figures
from assistant.maps.style import style, style_by_night
from assistant.maps.svg import Pen, group
from assistant.maps.views import SIGN, Crowd, views
from assistant.table.atlas import NO_ATLAS, Atlas, Sheet
from assistant.table.ground import ground as ground_of

Known = Mapping[str, Place]


def draw_map(
    sheet: Sheet,
    known: Known,
    *,
    atlas: Atlas = NO_ATLAS,
    scene: Scene = NOBODY,
    halo: Collection[str] = (),
    upon: str = "",
    with_key: bool = False,
    styled: bool = True,
) -> str:
    """The whole map: `upon` lies between land and figures, `halo` names the forces whose reach is shown."""
    body = (
        land(sheet, known, atlas, titled=not with_key)
        + _clipped(f"{sheet.id}-edge", upon)
        + over(sheet, known, scene, atlas=atlas, halo=halo)
    )
    look = style() if styled else ""
    return _sheet_of_paper(sheet, body, with_key=with_key, look=look, is_crowded=bool(scene.tokens))


def bare_land(sheet: Sheet, known: Known, atlas: Atlas, *, by_night: bool = False) -> str:
    """All that does not change during a game, as a drawing of its own; names and figures come over it."""
    look = style_by_night() if by_night else style()
    return _sheet_of_paper(sheet, land(sheet, known, atlas), with_key=False, look=look, is_crowded=False)


def _sheet_of_paper(sheet: Sheet, body: str, *, with_key: bool, look: str, is_crowded: bool) -> str:
    pen = Pen(sheet.width, sheet.height)
    wide = pen.width + 2 * MARGIN
    below = round(wide * KEY_SHARE) if with_key else 0
    high = pen.height + 2 * MARGIN + below
    about = escape(f"Map of the {sheet.name}")
    own = f"<style>{look}</style>" if look else ""
    explained = key(pen, sheet, figures=is_crowded) if with_key else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rop-map" viewBox="{-MARGIN} {-MARGIN} {wide} {high}"'
        f' role="img" aria-label="{about}"><title>{about}</title>{own}'
        f'<rect class="paper" x="{-MARGIN}" y="{-MARGIN}" width="{wide}" height="{high}"/>'
        f"{body}{explained}</svg>"
    )


def _edge(pen: Pen, id: str) -> str:
    return f'<clipPath id="{id}"><rect width="{pen.width}" height="{pen.height}"/></clipPath>'


def _clipped(id: str, upon: str) -> str:
    """Nothing is drawn beyond the edge of the table."""
    return f'<g clip-path="url(#{id})">{upon}</g>' if upon else ""


def land(sheet: Sheet, known: Known, atlas: Atlas, *, titled: bool = True) -> str:
    """Everything that does not change during a game, except the names."""
    ground = ground_of(sheet)
    pen = Pen(sheet.width, sheet.height)
    inner = "".join(
        (
            earth(pen), areas(pen, ground), grounds(pen, ground, known), water(pen, ground), grid(pen),
            roads(pen, ground), relief(pen, ground, known), crossings(pen, ground), walls(pen, ground),
            places(pen, ground, known),
        )
    )  # fmt: skip
    edge = f"{sheet.id}-edge"
    scaled = scale_and_compass(pen, ground) if not sheet.inset_of else ""
    return (
        f"<defs>{_edge(pen, edge)}{shading(sheet)}</defs>{_clipped(edge, inner)}"
        f"{frame(pen, sheet.name if titled else '')}{links(pen, sheet, atlas)}"
        f"{entries(pen, sheet, known)}{scaled}"
    )


def over(
    sheet: Sheet, known: Known, scene: Scene = NOBODY, *, atlas: Atlas = NO_ATLAS, halo: Collection[str] = ()
) -> str:
    """Whoever stands on the land, and over them the names, which keep off figures where they can.

    Only what names a wide land lies under them, where figures fill it.
    """
    pen, ground = Pen(sheet.width, sheet.height), ground_of(sheet)
    standing = figures(pen, sheet.id, scene, halo=halo)
    fights = battlefields(pen, sheet.id, scene)
    layers, beneath = [], []
    keep_off = () if sheet.inset_of else measures(pen, ground)
    gates = [link for link in atlas.links_from(sheet.id) if sheet.inset_of and link.start == link.end]
    for view in views(pen):
        crowd = Crowd()
        crowd.add(boxes(pen, sheet.id, scene))
        signs = list(badges(pen, sheet.id, scene, view, fights))
        crowd.add((sign.box for sign in signs), SIGN)
        names = Names(pen, ground, known, view, crowd, () if view.is_distant else keep_off, gates)
        written = names.written_out()
        beneath.append(group(f"names {view.name}", names.beneath) if names.beneath else "")
        layers.append(group(f"names {view.name}", (*(sign.drawn for sign in signs), written)))
    edge = f"{sheet.id}-over"
    kept_in = f"<defs>{_edge(pen, edge)}</defs>{_clipped(edge, standing)}" if standing else ""
    lands = group("land-names", beneath) if any(beneath) else ""
    return lands + kept_in + group("all-names", layers)

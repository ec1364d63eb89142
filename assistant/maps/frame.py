"""The edge of the map: neat line, foot grid, scale bar and compass, and the name of the table."""

from __future__ import annotations

import math
from html import escape

from assistant.maps.svg import MILS_PER_UNIT, Pen, group, path
from assistant.maps.views import Box
from assistant.table.atlas import Atlas, Sheet
from assistant.table.ground import Ground
from assistant.table.ink import ink

MARGIN = 170
FOOT = 1200
BORDER = 36
MEASURES = (1400, 900)
"""Units: the room that scale bar and compass take together."""
ASIDE = 300


def grid(pen: Pen) -> str:
    """A faint line every foot, to set up the table by."""
    lines = [f"M{x} 0v{pen.height}" for x in range(FOOT, pen.width, FOOT)]
    lines += [f"M0 {pen.height - y}h{pen.width}" for y in range(FOOT, pen.height, FOOT)]
    return path("".join(lines), "grid z2")


def frame(pen: Pen, title: str) -> str:
    """A neat line, a border of half feet in black and white, and the feet numbered along it."""
    w, h = pen.width, pen.height
    numbers = []
    for foot in range(0, w // FOOT + 1):
        numbers.append(_number(foot, foot * FOOT, h + BORDER + 82))
    for foot in range(1, h // FOOT + 1):
        numbers.append(_number(foot, -BORDER - 54, h - foot * FOOT + 24))
    return group(
        "frame-layer",
        (
            path(_half_feet(w, h), "plate z2"),
            f'<rect class="frame" width="{w}" height="{h}"/>',
            f'<rect class="frame thin" x="{-BORDER}" y="{-BORDER}" width="{w + 2 * BORDER}"'
            f' height="{h + 2 * BORDER}"/>',
            group("numbers z2", numbers),
            _title(pen, title) if title else "",
        ),
    )


def _half_feet(w: int, h: int) -> str:
    """Every other half foot of the border, from the south-west corner on."""
    half = FOOT // 2
    across = [
        f"M{x} {y}h{min(half, w - x)}v{BORDER}h{-min(half, w - x)}z"
        for y in (-BORDER, h)
        for x in range(0, w, FOOT)
    ]
    upright = [
        f"M{x} {h - y}v{-min(half, h - y)}h{BORDER}v{min(half, h - y)}z"
        for x in (-BORDER, w)
        for y in range(0, h, FOOT)
    ]
    return "".join(across + upright)


def _number(foot: int, x: int, y: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="66" text-anchor="middle">{foot}\'</text>'


def _title(pen: Pen, title: str) -> str:
    return (
        f'<text class="z2" x="{pen.width // 2}" y="-62" font-size="96" text-anchor="middle"'
        f' letter-spacing=".14em">{escape(title)}</text>'
    )


def links(pen: Pen, sheet: Sheet, atlas: Atlas) -> str:
    """Where one walks off the table: along the edge outside the neat line, at a gate beside its mark."""
    parts, told = [], set[str]()
    for link in atlas.links_from(sheet.id):
        there = atlas.sheets[link.to].name
        (ax, ay), (bx, by) = pen.at(link.start.x, link.start.y), pen.at(link.end.x, link.end.y)
        if (ax, ay) == (bx, by):
            parts.append(f'<circle class="hollow" cx="{ax}" cy="{ay}" r="24"/>')
        elif ay == by:
            middle = (3 * ax + bx) // 4 // FOOT * FOOT + FOOT // 2
            parts.append(path(f"M{ax} {ay + (15 if ay else -15)}H{bx}", "joins"))
            if there in told:  # an edge in pieces is one edge to the eye
                continue
            told.add(there)
            parts.append(
                f'<text x="{middle}" y="{ay + (112 if ay else -60)}" font-size="72" text-anchor="middle"'
                f' class="of-road">to the {escape(there)}</text>'
            )
    return group("links" if sheet.inset_of else "links z2", parts)


def measures(pen: Pen, ground: Ground) -> tuple[Box, Box]:
    """Where scale bar and compass lie: on the quietest ground along the southern edge."""
    wide, tall = MEASURES
    starts = range(60, max(pen.width - wide, 61), ASIDE)

    def drawn(west: int) -> float:
        edges = (west, 0, west + wide, tall)
        return round(ink(ground).in_box(*(edge * MILS_PER_UNIT for edge in edges)), 2)

    west, foot = min(starts, key=drawn), pen.height
    return (west, foot - 260, west + wide, foot), (west + 480, foot - tall, west + 920, foot - 260)


def scale_and_compass(pen: Pen, ground: Ground) -> str:
    """A bar of one foot in inches, and a rose with north up."""
    x, y = round(measures(pen, ground)[0][0]) + 100, pen.height - 150
    bar = [
        f'<rect class="{kind}" x="{x + n * 200}" y="{y}" width="200" height="26"/>'
        for n, kind in enumerate(["plate", "hollow"] * 3)
    ]
    numbers = [
        f'<text x="{x + inches * 100}" y="{y - 24}" font-size="66" text-anchor="middle">{inches}"</text>'
        for inches in (0, 6, 12)
    ]
    return group("scale z2", (*bar, *numbers, _rose(x + 600, y - 400)))


def _rose(x: int, y: int) -> str:
    """Sixteen points: the great winds before the small ones, each half in light and half in shade."""
    ticks = "".join(f"M{_round(0, -158, n * 11.25)}L{_round(0, -172, n * 11.25)}" for n in range(32))
    small = "".join(_point(turn, 118, 26) for turn in (45, 135, 225, 315))
    great = "".join(_point(turn, 214, 40) for turn in (0, 90, 180, 270))
    return (
        f'<g transform="translate({x} {y})"><circle class="rose" r="172"/>'
        '<circle class="frame thin" r="158"/>'
        f'<path class="frame thin" d="{ticks}"/>{small}{great}<circle class="hollow" r="16"/>'
        '<text y="-232" font-size="92" text-anchor="middle">N</text></g>'
    )


def _point(turn: float, long: int, wide: int) -> str:
    tip, left, right = _round(0, -long, turn), _round(-wide, -wide, turn), _round(wide, -wide, turn)
    return f'<path class="hollow" d="M{tip}L{left}L0 0z"/><path class="plate" d="M{tip}L{right}L0 0z"/>'


def _round(x: float, y: float, turn: float) -> str:
    """A spot turned about the middle, clockwise, in degrees."""
    sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    return f"{round(x * cos - y * sin)} {round(x * sin + y * cos)}"

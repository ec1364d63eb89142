"""The edge of the map: neat line, foot grid, scale bar and compass, and the name of the table."""

from __future__ import annotations

from html import escape

from assistant.maps.svg import Pen, group, path
from assistant.table.atlas import Atlas, Sheet

MARGIN = 170
FOOT = 1200


def grid(pen: Pen) -> str:
    """A faint line every foot, to set up the table by."""
    lines = [f"M{x} 0v{pen.height}" for x in range(FOOT, pen.width, FOOT)]
    lines += [f"M0 {pen.height - y}h{pen.width}" for y in range(FOOT, pen.height, FOOT)]
    return path("".join(lines), "grid z2")


def frame(pen: Pen, sheet: Sheet) -> str:
    """A double neat line with the feet numbered along it."""
    w, h = pen.width, pen.height
    numbers = []
    for foot in range(0, w // FOOT + 1):
        numbers.append(_number(foot, foot * FOOT, h + 112))
    for foot in range(1, h // FOOT + 1):
        numbers.append(_number(foot, -90, h - foot * FOOT + 24))
    return group(
        "frame-layer",
        (
            f'<rect class="frame" width="{w}" height="{h}"/>',
            f'<rect class="frame thin" x="-30" y="-30" width="{w + 60}" height="{h + 60}"/>',
            group("numbers z2", numbers),
            _title(pen, sheet),
        ),
    )


def _number(foot: int, x: int, y: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="66" text-anchor="middle">{foot}\'</text>'


def _title(pen: Pen, sheet: Sheet) -> str:
    return (
        f'<text x="{pen.width // 2}" y="-60" font-size="96" text-anchor="middle" letter-spacing=".14em">'
        f"{escape(sheet.name)}</text>"
    )


def links(pen: Pen, sheet: Sheet, atlas: Atlas) -> str:
    """Where one walks off the table: along the edge outside the neat line, at a gate beside its mark."""
    parts = []
    for link in atlas.links_from(sheet.id):
        there = atlas.sheets[link.to].name
        (ax, ay), (bx, by) = pen.at(link.start.x, link.start.y), pen.at(link.end.x, link.end.y)
        if (ax, ay) == (bx, by):
            name = escape(link.name or there)
            anchor = "end" if ax > pen.width - 400 else "start"
            x = ax + (-44 if anchor == "end" else 44)
            if sheet.inset_of:
                parts.append(
                    f'<text x="{x}" y="{ay - 50}" font-size="70" text-anchor="{anchor}">{name}</text>'
                )
            parts.append(f'<circle class="hollow" cx="{ax}" cy="{ay}" r="24"/>')
        elif ay == by:
            middle = (3 * ax + bx) // 4 // FOOT * FOOT + FOOT // 2
            parts.append(path(f"M{ax} {ay + (15 if ay else -15)}H{bx}", "joins"))
            parts.append(
                f'<text x="{middle}" y="{ay + (112 if ay else -60)}" font-size="60" text-anchor="middle"'
                f' class="of-road">to the {escape(there)}</text>'
            )
    return group("links z2", parts)


def scale_and_compass(pen: Pen, x: int, y: int) -> str:
    """A bar of one foot in inches, and where north is; both stand where the map has room for them."""
    bar = [
        f'<rect class="{kind}" x="{x + n * 200}" y="{y}" width="200" height="26"/>'
        for n, kind in enumerate(["plate", "hollow"] * 3)
    ]
    numbers = [
        f'<text x="{x + inches * 100}" y="{y - 24}" font-size="66" text-anchor="middle">{inches}"</text>'
        for inches in (0, 6, 12)
    ]
    cx, cy = x + 600, y - 330
    rose = (
        f'<g transform="translate({cx} {cy})"><circle class="frame thin" r="118"/>'
        '<path class="hollow" d="M0-190L34-34 118 0 34 34 0 118-34 34-118 0-34-34z"/>'
        '<path class="plate" d="M0-190L34-34 0 0zM118 0L34 34 0 0zM0 118L-34 34 0 0zM-118 0L-34-34 0 0z"/>'
        '<text y="-206" font-size="84" text-anchor="middle">N</text></g>'
    )
    return group("scale z2", (*bar, *numbers, rose))

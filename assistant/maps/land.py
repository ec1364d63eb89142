"""What the earth is made of: sea with water-lines, ridges of peaks, crowns of woods, tufts of marsh."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from assistant.kernel.inches import Point
from assistant.maps.svg import Pen, group, path
from assistant.table.atlas import Feature, Sheet
from assistant.table.curves import speck
from assistant.table.ground import Ground
from assistant.table.outlines import (
    Shape,
    centre_line,
    corridors,
    crest,
    depth,
    footprints,
    hatched,
    joined,
    rings,
    shore_lines,
    steps_inward,
    strewn,
)

SHORES = (260, 560, 900, 1290, 1730, 2220)
SLOPES = (650, 1500)
"""How far inside a range the ground is drawn a shade higher."""
FREE = frozenset({"road", "path", "river", "stream", "lake", "sea", "wall", "gate", "island"})
HEIGHTS = frozenset({"mountain"})
ONE_PEAK = 25_000_000
"""A mountain that covers less is drawn as one peak."""
FLAG = 100
"""Units: the stones of a floor are an inch deep and two wide."""
NARROW = 1300
"""A ridge that is nowhere wider is drawn as one broken crest."""
CRAG = 480
"""Mils from one tooth of it to the next."""
UNDER = ("hills", "sand", "rough", "rocky", "woods", "marsh", "caves")


def areas(pen: Pen, ground: Ground) -> str:
    """The tints of the ground, mountains last, as they lie on one another."""
    features = [one for one in ground.sheet.features if one.kind in UNDER or one.kind == "mountain"]
    return group("areas", (_area(pen, ground, one) for one in features))


def _area(pen: Pen, ground: Ground, one: Feature) -> str:
    shape, tint = joined(ground, [one]), _tint(ground, one)
    drawn = path(pen.paths(rings(shape), closed=True), tint)
    if tint == "mountain":
        higher = (pen.paths(rings(step, 40), closed=True) for step in steps_inward(shape, SLOPES))
        drawn += "".join(path(data, "slope") for data in higher)
    if tint == "rock":
        drawn += path(pen.paths(hatched(shape, 230)), "hatch")
    if tint == "caves" and ground.sheet.is_walled:
        drawn += path(_flagstones(pen), "flags z2")
    return drawn


def _flagstones(pen: Pen) -> str:
    """Joints between the stones of a floor, every course half a stone further than the last."""
    rows = range(FLAG, pen.height, FLAG)
    joints = (
        f"M{x} {y}v{-FLAG}"
        for y in (*rows, pen.height)
        for x in range(FLAG * (y // FLAG % 2 + 1), pen.width, 2 * FLAG)
    )
    return "".join((*(f"M0 {y}h{pen.width}" for y in rows), *joints))


def earth(pen: Pen) -> str:
    """The bare land, a shade warmer than the paper around the map."""
    return f'<rect class="earth" width="{pen.width}" height="{pen.height}"/>'


def _tint(ground: Ground, one: Feature) -> str:
    """Underground, what would be a mountain is the solid rock."""
    return "rock" if one.kind == "mountain" and ground.sheet.is_walled else one.kind


def water(pen: Pen, ground: Ground) -> str:
    """Rivers, lakes and seas as one water with one bank; islands are cut out; lines along the coasts."""
    features = ground.sheet.features
    wet = joined(ground, [one for one in features if one.kind in ("sea", "lake", "river")])
    dry = joined(ground, [one for one in features if one.kind == "island"])
    streams = [pen.path(centre_line(one)) for one in features if one.kind == "stream"]
    outline = pen.paths(rings(wet.difference(dry)), closed=True)
    parts = [path(outline, "bank"), path("".join(streams), "stream"), path(outline, "water")]
    for one in features:
        if one.kind in ("sea", "lake"):
            for number, lines in enumerate(shore_lines(ground, one.id, SHORES), start=1):
                parts.append(path(pen.paths(lines), f"shore s{number}{' z2' if number > 3 else ''}"))
    return group("water-layer", parts)


def shading(sheet: Sheet) -> str:
    """Peaks are light above and one with the ground at their foot."""
    return (
        f'<linearGradient id="{sheet.id}-fade" x1="0" y1="0" x2="0" y2="1">'
        '<stop class="light" offset=".35"/><stop class="foot" offset="1"/></linearGradient>'
    )


def relief(pen: Pen, ground: Ground, known: Collection[str]) -> str:
    """Everything that stands up from the ground, kept off roads, water and places."""
    settled = [id for id, one in ground.sheet.footprints.items() if one.at and id in known]
    free = corridors(ground, FREE, 380).union(footprints(ground, settled, 250))
    low = free.union(corridors(ground, HEIGHTS, 0))
    parts: list[str] = []
    for one in ground.sheet.features:
        match one.kind:
            case "woods":
                parts.append(_woods(pen, ground, one, free))
            case "marsh":
                spots = _spots(ground, one, (1500, 900), free, 350, salt=3)
                parts.append(path("".join(_tuft(pen, spot) for spot in spots), "tuft z2"))
            case "hills":
                parts.extend(_humps(pen, ground, one, free))
            case "rocky" | "rough":
                spots = _spots(ground, one, (1700, 1150), low, 300, salt=5)
                parts.append(path("".join(_stone(pen, spot) for spot in spots), "stones z2"))
            case "sand":
                spots = _spots(ground, one, (1000, 700), free, 200, salt=6)
                parts.append(path("".join(_dot(pen, spot) for spot in spots), "dots z2"))
            case "mountain" if not ground.sheet.is_walled:
                parts.extend(_peaks(pen, ground, one, free))
            case _:
                pass
    return group("relief", parts)


def _spots(
    ground: Ground, one: Feature, spacing: tuple[int, int], free: Shape, margin: int, salt: int
) -> list[Point]:
    shape = joined(ground, [one])
    return strewn(shape, spacing, jitter=0.3, keep_off=free, margin=margin, salt=salt)


CROWNS = (
    "q-26-6-20-32q0-30 28-30q24-22 44 2q30 4 22 32q0 28-30 26q-22 14-44 2z",
    "q-22-8-16-28q4-26 26-26q22-14 38 4q24 6 16 30q-6 22-28 20q-20 10-36 0z",
    "q-18-4-14-24q2-22 22-22q20-12 32 4q20 6 12 26q-4 18-24 16q-16 8-28 0z",
)


SHADES = ("q18 8 32-6", "q14 6 24-4", "q10 6 20-4")


def _woods(pen: Pen, ground: Ground, one: Feature, free: Shape) -> str:
    """Small crowns in loose rows, no two neighbours alike."""
    spots = _spots(ground, one, (1150, 850), free, 420, salt=1)
    drawn, shaded = [], []
    for spot in spots:
        x, y = pen.at(spot.x, spot.y)
        kind = int((speck(x, y, 9) + 1) * 1.499)
        drawn.append(f"M{x - 22} {y + 26}{CROWNS[kind]}")
        shaded.append(f"M{x - 6} {y + 12}{SHADES[kind]}")
    return path("".join(drawn), "crown") + path("".join(shaded), "shade z2")


def _tuft(pen: Pen, spot: Point) -> str:
    x, y = pen.at(spot.x, spot.y)
    return f"M{x - 34} {y}h68M{x} {y - 8}v-34M{x - 14} {y - 8}l-12-24M{x + 14} {y - 8}l12-24"


def _stone(pen: Pen, spot: Point) -> str:
    x, y = pen.at(spot.x, spot.y)
    lean = round(speck(x, y, 4) * 10)
    return f"M{x - 24} {y + 8}l{14 + lean}-22 16 4 14 20"


def _dot(pen: Pen, spot: Point) -> str:
    x, y = pen.at(spot.x, spot.y)
    return f"M{x} {y}h0"


def _humps(pen: Pen, ground: Ground, one: Feature, free: Shape) -> Iterator[str]:
    spots = _spots(ground, one, (1700, 1000), free, 350, salt=2)
    outline, hatch = [], []
    for spot in spots:
        x, y = pen.at(spot.x, spot.y)
        half = 48 + round(speck(x, y, 7) * 12)
        outline.append(f"M{x - half} {y + 14}q{half}-66 {2 * half} 0")
        hatch.append(f"M{x + half // 2} {y - 2}l6 16M{x + half // 2 - 18} {y - 6}l5 16")
    yield path("".join(outline), "hump z2")
    yield path("".join(hatch), "hatch z3")


def _peaks(pen: Pen, ground: Ground, one: Feature, free: Shape) -> Iterator[str]:
    """Peaks from north to south, each before the one behind it, hatched away from the light."""
    shape = joined(ground, [one])
    if one.is_area and shape.area < ONE_PEAK and shape.difference(free).area > 0.6 * shape.area:
        x, y = pen.at(shape.centroid.x, shape.centroid.y)
        yield f'<g fill="url(#{ground.sheet.id}-fade)">{_peak(x, y + 40, 2.0)}</g>'
        return
    if not one.is_area and max(one.widths) <= NARROW:
        yield from _crags(pen, one, free)
        return
    spots = _spots(ground, one, (1750, 1250), free, 420, salt=8)
    yield f'<g fill="url(#{ground.sheet.id}-fade)">'
    for spot, inside in zip(spots, _depths(shape, spots), strict=True):
        x, y = pen.at(spot.x, spot.y)
        yield _peak(x, y, min(1.0, inside / 2600))
    yield "</g>"


def _crags(pen: Pen, one: Feature, free: Shape) -> Iterator[str]:
    """A ridge like a razor: a broken crest, and strokes down both its sides, the longer ones in the shade."""
    spots = [pen.at(spot.x, spot.y) for spot in crest(one, CRAG, free)]
    half = max(one.widths) / 20
    edge, strokes = [], []
    for (ax, ay), (bx, by) in pairwise(spots):
        long = math.dist((ax, ay), (bx, by))
        if not 0 < long < 3 * CRAG / 10:  # a way leads through
            continue
        nx, ny = -(by - ay) / long, (bx - ax) / long
        if nx + 0.4 * ny < 0:  # the light comes from the north-west
            nx, ny = -nx, -ny
        mx, my = (ax + bx) / 2, (ay + by) / 2
        out = half * (0.16 + 0.3 * abs(speck(ax, ay, 15)))
        edge.append(f"M{ax} {ay}L{round(mx + nx * out)} {round(my + ny * out)}L{bx} {by}")
        for at, far in ((0.2, 0.95), (0.5, 1.2), (0.8, 0.85)):
            x, y = ax + (bx - ax) * at + nx * 8, ay + (by - ay) * at + ny * 8
            reach = half * (far + 0.25 * speck(round(x), round(y), 16))
            strokes.append(f"M{round(x)} {round(y)}l{round(nx * reach)} {round(ny * reach + 6)}")
        x, y = mx - nx * 10, my - ny * 10
        strokes.append(f"M{round(x)} {round(y)}l{round(-nx * half * 0.55)} {round(-ny * half * 0.55)}")
    yield path("".join(edge), "crag")
    yield path("".join(strokes), "scarp z2")


def _depths(shape: Shape, spots: Sequence[Point]) -> list[float]:
    return depth(shape, spots) if spots else []


def _peak(x: int, y: int, height: float) -> str:
    """One mountain: two flanks that are not quite straight, and strokes down the eastern one."""
    tall = round(95 + 105 * height + 18 * speck(x, y, 11))
    wide = round(66 + 44 * height + 10 * speck(x, y, 12))
    lean = round(14 * speck(x, y, 13))
    base = y + 45
    up, out = round(tall * 0.52), round((wide + lean) * 0.58)
    down, aside = round(tall * 0.44), round((wide - lean) * 0.36)
    outline = (
        f"M{x - wide} {base}l{out}{-up} {wide + lean - out}{-(tall - up)} {aside} {down}"
        f" {wide - lean - aside} {tall - down}"
    )
    strokes = []
    count = 4 + round(2 * height)
    for n in range(count):
        share = (n + 0.6) / (count + 0.6)
        # Down from the eastern flank, shorter and steeper towards its foot.
        sx = (
            x
            + lean
            + round(aside * min(share / 0.44, 1) + (wide - lean - aside) * max(share - 0.44, 0) / 0.56)
        )
        sy = base - tall + round(tall * share)
        long = round((base - sy) * (0.62 - 0.25 * share))
        strokes.append(f"M{sx} {sy}l{-round(long * 0.28)} {long}")
    dark = (
        f"M{x + lean} {base - tall}l{aside} {down} {wide - lean - aside} {tall - down}"
        f"L{x + round(lean * 0.4) + 6} {base}l{-round(wide * 0.16)}{-round(tall * 0.36)}z"
    )
    return (
        f'<path class="peak" d="{outline}"/><path class="dark" d="{dark}"/>'
        f'<path class="hatch z2" d="{"".join(strokes)}"/>'
    )

"""What hands have made: roads, fords and bridges, walls, towers, and places by their rank."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from assistant.kernel.inches import Point
from assistant.maps.svg import Pen, group, path
from assistant.table.atlas import CROSSINGS, Feature, Footprint
from assistant.table.ground import GATE_REACH, Ground
from assistant.table.outlines import NOTHING, Line, centre_line, rings, strewn

STEPS = "".join(f"M{x} {y}h0" for y in (-62, -21, 21, 62) for x in (-24, 24))
"""Stones in the water, in the direction of the way across."""
MERLON = 340
"""Mils from one merlon of a wall to the next, about."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a map should know of a place: its name, its rank, and whether it is a main base or a realm."""

    id: str
    name: str
    rank: str
    is_base: bool = False
    has_border: bool = False


def roads(pen: Pen, ground: Ground) -> str:
    """Roads dashed on a pale bed; ways through mountains dotted; underground a way is a bridge of planks."""
    features = ground.sheet.features
    made = "".join(pen.path(centre_line(one)) for one in features if one.kind == "road")
    ways = "".join(pen.path(centre_line(one)) for one in features if one.kind == "path")
    if ground.sheet.is_walled:
        return group("roads", (path(ways, "deck"), path(ways, "planks")))
    return group("roads", (path(made + ways, "road-bed"), path(made, "road"), path(ways, "way")))


def crossings(pen: Pen, ground: Ground) -> str:
    """Fords as stepping marks, bridges as decks, shallows as ripples, falls as a white comb."""
    return group("crossings", (_crossing(pen, ground, one) for one in ground.sheet.features))


def _crossing(pen: Pen, ground: Ground, one: Feature) -> str:
    if one.kind == "falls":
        (ax, ay), (bx, by) = (pen.at(p.x, p.y) for p in one.points[:2])
        strokes = [
            f"M{round(ax + (bx - ax) * n / 5)} {round(ay + (by - ay) * n / 5) - 22}l-6 48" for n in range(6)
        ]
        return path("".join(strokes), "falls")
    if one.kind not in CROSSINGS:
        return ""
    shape = next((cover.shape for cover in ground.covers if cover.feature == one.id), None)
    if shape is None:  # a ford away from any water
        return ""
    if one.kind == "shallows":
        spots = strewn(shape, (420, 420), jitter=0.25, keep_off=NOTHING, margin=150, salt=21)
        return path("".join(_ripple(pen, spot) for spot in spots), "shallows")
    middle = shape.centroid
    x, y = pen.at(middle.x, middle.y)
    angle = _flow(pen, ground, x, y)
    if one.kind == "bridge":
        return (
            f'<g transform="translate({x} {y})rotate({angle})">'
            '<path class="bridge" d="M-30-75h60v150h-60z"/>'
            '<path class="crossing" d="M-44-82h88M-44 82h88"/></g>'
        )
    return f'<g transform="translate({x} {y})rotate({angle})"><path class="crossing steps" d="{STEPS}"/></g>'


def _ripple(pen: Pen, spot: Point) -> str:
    x, y = pen.at(spot.x, spot.y)
    return f"M{x - 16} {y}q8-9 16 0t16 0"


def _flow(pen: Pen, ground: Ground, x: int, y: int) -> int:
    """The direction in which the water runs there, in degrees of the drawing; a deck lies across it."""
    best, angle = math.inf, 0
    for one in ground.sheet.features:
        if one.kind in ("river", "stream"):
            line = [pen.at(*spot) for spot in centre_line(one)]
            for a, b in zip(line, line[4:], strict=False):
                far = math.dist(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), (x, y))
                if far < best:
                    best, angle = far, round(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])))
    return angle


def walls(pen: Pen, ground: Ground) -> str:
    """Walls that belong to no place's ring, with the towers of their gates."""
    parts = []
    for one in ground.sheet.features:
        if one.kind == "wall":
            course = [pen.at(p.x, p.y) for p in one.points]
            parts.append(path(_crenels(course), "wall"))
        if one.kind == "gate":
            posts = (pen.at(p.x, p.y) for p in (one.points[0], one.points[-1]))
            parts.append(path(pen.path([(p.x, p.y) for p in one.points]), "road-bed"))
            parts.extend(
                f'<rect class="keep" x="{x - 26}" y="{y - 26}" width="52" height="52"/>' for x, y in posts
            )
    return group("walls", parts)


def _crenels(course: list[tuple[int, int]]) -> str:
    """A crenellated line along an open course."""
    drawn = []
    for a, b in pairwise(course):
        length = math.dist(a, b)
        count = max(2, round(length / (MERLON / 20) / 2) * 2)
        nx, ny = -(b[1] - a[1]) / length * 16, (b[0] - a[0]) / length * 16
        for n in range(count + 1):
            x, y = a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count
            out = 1 if n % 4 in (1, 2) else 0
            drawn.append(f"{round(x + nx * out)} {round(y + ny * out)}")
    return "M" + "L".join(drawn)


def grounds(pen: Pen, ground: Ground, known: Mapping[str, Place]) -> str:
    """The ground each place takes up, and the borders of realms; roads and trees come on top."""
    return group("grounds", (_ground(pen, ground, one, place) for one, place in _known(ground, known)))


def _known(ground: Ground, known: Mapping[str, Place]) -> Iterator[tuple[Footprint, Place]]:
    """Places that have a shape of their own."""
    for id, one in ground.sheet.footprints.items():
        if id in known and not one.near and not one.feature:
            yield one, known[id]


def _ground(pen: Pen, ground: Ground, one: Footprint, place: Place) -> str:
    outline = pen.paths(rings(ground.footprint(one.place), 15), closed=True)
    if one.at:
        return path(outline, "inside" if one.has_walls else "ground")
    return path(outline, "border z2") if place.has_border else ""


def places(pen: Pen, ground: Ground, known: Mapping[str, Place]) -> str:
    """The walls and tower of each place, or the sign of its rank."""
    return group("places", (_place(pen, ground, one, place) for one, place in _known(ground, known)))


def _place(pen: Pen, ground: Ground, one: Footprint, place: Place) -> str:
    if not one.at:
        return ""
    inner = []
    if one.has_walls:
        outline = rings(ground.footprint(one.place), 15)
        inner.append(path("".join(_battlements(pen, ring, one.gates) for ring in outline), "wall"))
        inner.extend(_gate(pen, gate, one) for gate in one.gates)
    if one.tower:
        x, y = pen.at(one.tower.x, one.tower.y)
        inner.append(_tower(x, y, round(one.tower_radius / 10)))
    else:
        inner.append(sign(place.rank, *pen.at(one.at.x, one.at.y), size=sign_size(one)))
    return f'<g class="place rank-{place.rank}" data-place="{place.id}">{"".join(inner)}</g>'


def _battlements(pen: Pen, ring: Line, gates: tuple[Point, ...]) -> str:
    """A crenellated line along a ring, open where the gates are."""
    around = _evenly([pen.at(x, y) for x, y in ring], MERLON / 20)
    cx = sum(x for x, _ in around) / len(around)
    cy = sum(y for _, y in around) / len(around)
    open_at = [pen.at(gate.x, gate.y) for gate in gates]
    drawn, pen_down = [], False
    for number, (x, y) in enumerate(around):
        if any(math.dist((x, y), gate) < GATE_REACH / 10 for gate in open_at):
            pen_down = False
            continue
        out = 1 + (14 if number % 4 in (1, 2) else 0) / max(math.dist((x, y), (cx, cy)), 1)
        px, py = round(cx + (x - cx) * out), round(cy + (y - cy) * out)
        drawn.append(f"{'L' if pen_down else 'M'}{px} {py}")
        pen_down = True
    return "".join(drawn)


def _evenly(ring: list[tuple[int, int]], step: float) -> list[tuple[float, float]]:
    """Spots along a ring at even steps, a multiple of four, so that merlons meet where the ring closes."""
    total = sum(math.dist(a, b) for a, b in pairwise(ring))
    count = max(8, round(total / step / 4) * 4)
    found: list[tuple[float, float]] = []
    walked, want = 0.0, 0.0
    for a, b in pairwise(ring):
        length = math.dist(a, b)
        while length and want <= walked + length and len(found) <= count:
            share = (want - walked) / length
            found.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
            want += total / count
        walked += length
    return [*found, found[0]]


def _gate(pen: Pen, gate: Point, one: Footprint) -> str:
    """Two posts on either side of the opening."""
    x, y = pen.at(gate.x, gate.y)
    cx, cy = pen.at(one.at.x, one.at.y) if one.at else (x, y - 1)
    length = math.dist((x, y), (cx, cy)) or 1
    tx, ty = -(y - cy) / length * GATE_REACH / 10, (x - cx) / length * GATE_REACH / 10
    posts = [(round(x + tx), round(y + ty)), (round(x - tx), round(y - ty))]
    return "".join(_post(px, py, 16) for px, py in posts)


def _post(x: int, y: int, half: int) -> str:
    return f'<rect class="keep" x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}"/>'


def _tower(x: int, y: int, size: int) -> str:
    """A tower seen from the front, as tall as its room is wide."""
    w = round(size * 0.5)
    top, foot = y - round(size * 1.1), y + round(size * 0.8)
    m = round(w * 2 / 5)
    gap = m // 2
    last = 2 * w - 2 * gap - m - (2 * w - 3 * m)
    crown = f"M{x - w} {foot}V{top}h{m}v{m}h{gap}v-{m}h{2 * w - 3 * m}v{m}h{gap}v-{m}h{last}V{foot}z"
    return (
        f'<circle class="ground" cx="{x}" cy="{y}" r="{size}"/>'
        f'<path class="keep" d="{crown}"/><path class="solid" d="M{x - 9} {foot}v-30q9-16 18 0v30z"/>'
    )


SIGNS: Mapping[str, str] = {
    "town": '<path class="mark" d="M-70 40v-44l32-30 32 30v44zM6 40v-60l34-32 34 32v60z"/>'
    '<path class="solid" d="M-46 40v-24h16v24zM32 40v-28h16v28z"/>',
    "haven": '<path class="mark" d="M-64 44v-50q0-60 64-78q64 18 64 78v50z"/>'
    '<path class="mark" d="M-26 44v-38q0-34 26-44q26 10 26 44v38z"/>',
    "ruin": '<path class="mark" d="M-64 44v-72h24v72zM-16 44v-104l24 14v90zM38 44v-54l24-12v66z"/>'
    '<path class="crossing" d="M-76 44h152"/>',
    "lair": '<path class="mark" d="M-74 44q-8-96 74-100q82 4 74 100z"/>'
    '<path class="solid" d="M-36 44q-4-54 36-58q40 4 36 58z"/>',
    "camp": '<path class="mark" d="M-78 40l42-78 42 78zM-2 40l40-72 40 72z"/>'
    '<path class="solid" d="M-46 40l10-28 10 28zM28 40l10-26 10 26z"/>',
    "mountain": '<path class="mark" d="M-66 44v-46h132v46zM-44-2v-40h88v40z"/>'
    '<path class="solid" d="M-18 44v-30q18-26 36 0v30z"/>',
    "fortress": '<path class="mark" d="M-60 44v-90h24v20h24v-20h24v20h24v-20h24v90z"/>'
    '<path class="solid" d="M-14 44v-26q14-20 28 0v26z"/>',
    "ford": '<path class="crossing" d="M-20-56l40 112M20-56l-40 112"/>',
    "pass": '<path class="mark" d="M-54 34l54-84 54 84z"/>',
    "forest": '<path class="crossing" d="M0 46v-30M-34 16h68l-34-62z"/>',
}


def sign_size(one: Footprint) -> float:
    """How large the sign of a place is drawn: more room, larger sign."""
    return min(1.7, max(0.8, one.radius / 1900))


def sign(rank: str, x: int, y: int, size: float = 1.0) -> str:
    """The sign of a rank; regions, rivers and roads have none."""
    drawn = SIGNS.get(rank)
    scaled = f"scale({size:.2g})" if abs(size - 1) > 0.05 else ""
    return f'<g transform="translate({x} {y}){scaled}">{drawn}</g>' if drawn else ""

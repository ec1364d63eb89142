"""Figures on the map: side is shape, base is true to size, and each state has its own small mark."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations

from assistant.kernel.inches import Point
from assistant.maps.svg import Pen, group, path
from assistant.maps.views import Box
from assistant.table.atlas import Device
from assistant.table.bases import GRAINS_PER_MIL, Standing
from assistant.table.outlines import Shape, around, between, reach_of, rings, together
from assistant.table.survey import REACH, survey

HALO = 260
SEAM = 520

# Each device in a square of 100 by 100 around the middle.
DEVICES: Mapping[Device, str] = {
    "horse": "M-28 40l6-44q-14 0-20 10l-6-10q14-34 44-40l-2-10 14 8q30 18 30 86z",
    "tree": "M-5 42v-26q-30 4-32-20q-16-22 10-32q20-24 44-4q28 4 22 30q2 24-34 26v26z",
    "star": "M0-44l11 30 32 0-26 19 10 32-27-19-27 19 10-32-26-19 32 0z",
    "hammer": "M-34-34h68v26h-24v50h-20v-50h-24z",
    "leaf": "M-30 38q-16-64 62-76q8 74-46 70l-10 14z",
    "eye": "M-44 0q44-44 88 0q-44 44-88 0zM0-22q-12 22 0 44q12-22 0-44z",
    "hand": "M-22 40l-8-44 10-2 4 18v-44h11v38l3-44h11v44l5-38 10 2-3 40 8-12 9 6-16 36z",
    "serpent": "M-34 30q-4-26 22-24q24 0 20-18q-6-16-26-6l-6-14q34-18 48 10q8 34-30 36q-14 0-10 14z",
    "moon": "M16-42q-48 8-44 48q8 38 50 34q-34-14-34-42q2-28 28-40z",
    "swan": "M-40 26q12 14 44 10q38-6 34-40q-10 18-30 16q-14-28 4-38l-14-10q-26 18-12 50q-12 2-26 12z",
    "axe": "M-6 42v-84h12v10q26-14 32-2q6 22-4 34q-14-6-28-2v44z",
    "flame": "M0 44q-34-6-30-38q4-20 16-30q0 16 8 20q-4-28 14-42q-2 22 14 34q22 36-22 56z",
    "skull": "M-30 0q-4-40 30-42q34 2 30 42l-12 8v26h-36v-26zM-20-8q0-8 8-8q8 0 8 8q0 8-8 8q-8 0-8-8z"
    "M4-8q0-8 8-8q8 0 8 8q0 8-8 8q-8 0-8-8z",
    "sun": "M0-44l9 22 22-9-9 22 22 9-22 9 9 22-22-9-9 22-9-22-22 9 9-22-22-9 22-9-9-22 22 9z",
    "spider": "M-10-16h20v32h-20zM-10-10l-28-18M-10 0h-34M-10 10l-28 20M10-10l28-18M10 0h34M10 10l28 20",
    "dot": "M-16 0q0-16 16-16q16 0 16 16q0 16-16 16q-16 0-16-16z",
}


@dataclass(frozen=True, slots=True)
class Token:
    """A figure as the map shows it."""

    standing: Standing
    name: str = ""
    device: Device = "dot"
    initials: str = ""
    is_mounted: bool = False
    is_wounded: bool = False
    is_hidden: bool = False
    is_regrouping: bool = False
    is_ringbearer: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A force: whose it is, and who is in it."""

    id: str
    side: str
    figures: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Who stands on the tables, which of them are forces, and which forces fight."""

    tokens: tuple[Token, ...] = ()
    groups: tuple[Group, ...] = ()
    contacts: tuple[tuple[str, ...], ...] = ()
    """Forces that fight one another, by their ids."""
    pinned: frozenset[str] = frozenset()

    def at(self, table: str) -> dict[str, Token]:
        """The figures of one table, by their ids."""
        return {one.standing.id: one for one in self.tokens if one.standing.table == table}

    def members(self, table: str) -> dict[str, list[Token]]:
        """Who of each force stands on a table."""
        here = self.at(table)
        return {force.id: [here[id] for id in force.figures if id in here] for force in self.groups}


NOBODY = Scene()


def measured(tokens: Sequence[Token]) -> Scene:
    """A scene of which everything is known by measuring."""
    seen = survey([one.standing for one in tokens])
    return Scene(
        tokens=tuple(tokens),
        groups=tuple(Group(force.id, force.side, force.figures) for force in seen.forces),
        contacts=tuple(combat.forces for combat in seen.combats),
        pinned=frozenset(seen.pinned),
    )


def figures(pen: Pen, table: str, scene: Scene, *, halo: Collection[str] = ()) -> str:
    """Reach, outlines, contacts and figures of one table."""
    here = scene.at(table)
    members = scene.members(table)
    forces = [force for force in scene.groups if members[force.id]]
    meetings = [[members[id] for id in ids if members.get(id)] for ids in scene.contacts]
    return (
        group("reaches z2", (_halo(pen, members[force.id]) for force in forces if force.id in halo))
        + group("forces", (_outline(pen, force, members[force.id]) for force in forces))
        + group("contacts", (_seam(pen, sides) for sides in meetings))
        + group("figures", (_token(pen, one, one.standing.id in scene.pinned) for one in here.values()))
    )


def boxes(pen: Pen, table: str, scene: Scene) -> Iterator[Box]:
    """The room that each figure takes up on the drawing."""
    for one in scene.at(table).values():
        x, y = pen.at(one.standing.at.x, one.standing.at.y)
        r = radius(one) / 10
        yield x - r, y - r, x + r, y + r


def _circles(tokens: Sequence[Token]) -> list[tuple[Point, float]]:
    return [(one.standing.at, radius(one)) for one in tokens]


def radius(token: Token) -> float:
    """How far a figure reaches from its middle, in mils; none is too small to see."""
    return max(token.standing.base.outer / GRAINS_PER_MIL, 200.0)


def _halo(pen: Pen, tokens: Sequence[Token]) -> str:
    """CMB-02: the six inches within which a fight reaches."""
    return path(pen.paths(rings(reach_of(_circles(tokens), REACH), 30), closed=True), "reach")


def _outline(pen: Pen, force: Group, tokens: Sequence[Token]) -> str:
    data = pen.paths(rings(around(_circles(tokens), HALO), 30), closed=True)
    title = f"<title>{escape(force.name)}</title>" if force.name else ""
    id = escape(force.id, quote=True)
    return f'<path class="force {force.side}" data-force="{id}" d="{data}">{title}</path>'


def _seam(pen: Pen, sides: Sequence[Sequence[Token]]) -> str:
    return path(pen.paths(rings(seam(sides), 30), closed=True), "contact")


def seam(sides: Sequence[Sequence[Token]]) -> Shape:
    """Where enemies meet: the ground that both claim, or a line between them if they stand apart."""
    found = [
        between(_circles(one), _circles(other), SEAM)
        for one, other in combinations(sides, 2)
        if one[0].standing.side != other[0].standing.side
    ]
    return together(found)


def _token(pen: Pen, one: Token, is_pinned: bool) -> str:
    x, y = pen.at(one.standing.at.x, one.standing.at.y)
    which = f'data-figure="{escape(one.standing.id, quote=True)}" transform="translate({x} {y})"'
    title = f"<title>{escape(one.name or one.standing.id)}</title>"
    return f'<g class="{_classes(one)}" {which}>{title}{_drawn(one, is_pinned)}</g>'


def example(one: Token, *, is_pinned: bool = False) -> str:
    """A figure that is nobody, for the key of a map."""
    return f'<g class="{_classes(one)}">{_drawn(one, is_pinned)}</g>'


def _classes(one: Token) -> str:
    states = {"hidden": one.is_hidden, "regrouping": one.is_regrouping, "bearer": one.is_ringbearer}
    return " ".join(("token", one.standing.side, *(name for name, holds in states.items() if holds)))


def _drawn(one: Token, is_pinned: bool) -> str:
    """Its base, what it is, and the marks of its state."""
    r = round(radius(one) / 10)
    inner = [_shape(one, r)]
    if one.initials:
        size, down = round(r * 0.8), round(r * 0.26)
        inner.append(f'<circle class="ring" r="{size}"/>')
        inner.append(f'<text class="z2" y="{down}" font-size="{size}">{escape(one.initials)}</text>')
    else:
        device = DEVICES[one.device]
        inner.append(f'<path class="device z2" transform="scale({r / 72:.2g})" d="{device}"/>')
    if one.is_mounted:
        inner.append(f'<path class="bar" d="M{-r} {r + 10}h{2 * r}"/>')
    if one.is_wounded:
        wide, deep = round(r * 0.3), round(r * 0.5)
        inner.append(f'<path class="notch" d="M{-wide} {-r - 4}l{wide} {deep} {wide}{-deep}z"/>')
    if is_pinned:
        inner.append(f'<path class="pin z2" d="M{r - 14} {-r - 10}h28M{r} {-r - 24}v28"/>')
    return "".join(inner)


def _shape(one: Token, r: int) -> str:
    """Good is a circle, evil a diamond, uncontrolled a square; a rectangular base keeps its own outline."""
    base = one.standing.base
    if not base.is_round:
        half_w, half_l = (round(size / 2 / GRAINS_PER_MIL / 10) for size in (base.width, base.length))
        turn = f' transform="rotate({one.standing.facing})"' if one.standing.facing else ""
        corner = f'x="{-half_w}" y="{-half_l}" width="{2 * half_w}" height="{2 * half_l}"'
        return f'<rect class="base-shape" {corner}{turn}/>'
    match one.standing.side:
        case "good":
            return f'<circle class="base-shape" r="{r}"/>'
        case "evil":
            d = round(r * 1.18)
            return f'<path class="base-shape" d="M0{-d}L{d} 0 0 {d}{-d} 0z"/>'
        case _:
            d = round(r * 0.9)
            return f'<path class="base-shape" d="M{-d}{-d}h{2 * d}v{2 * d}h{-2 * d}z"/>'

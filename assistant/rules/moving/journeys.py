"""Moves on a measured table: the way as stretches of ground, and the word of everyone who would go it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from assistant.kernel.inches import Mil, Point
from assistant.rules.kit import Kit
from assistant.rules.measuring import base_of
from assistant.rules.moving.company import walkers
from assistant.rules.moving.footing import Stretch
from assistant.rules.moving.paths import Ruling, Way, judge
from assistant.rules.standing import members, side_of
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.ground import Ground, Piece, ground
from assistant.table.setting_out import Other

INTO = 1500
"""How far into a place those come who are halted in it."""


@dataclass(frozen=True, slots=True)
class Leg:
    """The part of a way that lies on one table."""

    table: str
    points: tuple[Point, ...]


def ground_of_table(kit: Kit, table: str) -> Ground | None:
    """The ground of a table; nothing where the scenario has no map of it."""
    sheet = kit.scenario.atlas.sheets.get(table)
    return ground(sheet) if sheet else None


def over(kit: Kit, leg: Leg) -> tuple[Stretch, ...]:
    """What a leg leads over; clear ground where nobody has drawn the table."""
    land = ground_of_table(kit, leg.table)
    if land is not None:
        return stretches(land, leg.points)
    return (Stretch("clear", round(sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(leg.points)))),)


def entered(kit: Kit, legs: Sequence[Leg]) -> tuple[str, ...]:
    """The places that a way leads into, in order, without those in which it begins."""
    way = [stretch for leg in legs for stretch in over(kit, leg)]
    inside = way[0].places if way else ()
    return tuple(dict.fromkeys(place for one in way for place in one.places if place not in inside))


def as_far_as_into(kit: Kit, legs: Sequence[Leg], place: str) -> tuple[Leg, ...]:
    """A way that ends soon after it comes into a place."""
    for number, leg in enumerate(legs):
        gone = 0
        for stretch in over(kit, leg):
            if place in stretch.places:
                return (*legs[:number], Leg(leg.table, _cut(leg.points, gone + min(stretch.length, INTO))))
            gone += stretch.length
    return tuple(legs)


def _cut(points: Sequence[Point], most: float) -> tuple[Point, ...]:
    """The first inches of a path."""
    found, left = [points[0]], most
    for a, b in pairwise(points):
        length = hypot(b.x - a.x, b.y - a.y)
        if length >= left:
            share = left / length if length else 0.0
            return (
                *found,
                Point(Mil(round(a.x + (b.x - a.x) * share)), Mil(round(a.y + (b.y - a.y) * share))),
            )
        found.append(b)
        left -= length
    return tuple(found)


def stretches(land: Ground, path: Sequence[Point]) -> tuple[Stretch, ...]:
    """A path cut where the ground changes, as the rules know it."""
    return tuple(
        Stretch(one.kind, one.length, _belongs_to(land, one), one.places, _is_navigable(land, one.feature))
        for one in land.pieces(path)
    )


def _belongs_to(land: Ground, one: Piece) -> str:
    """The feature underfoot; of a gate the place that it is the gate of."""
    return land.gate_keepers().get(one.feature, one.feature) if one.kind == "gate" else one.feature


def _is_navigable(land: Ground, feature: str) -> bool:
    found = land.sheet.feature(feature) if feature else None
    return found is not None and found.is_navigable


def rule_on(kit: Kit, world: World, force: Force, going: Sequence[Figure], legs: Sequence[Leg]) -> Ruling:
    """Whether these figures may go this way in one move, from table to table, and what forbids it."""
    land, end = ground_of_table(kit, legs[-1].table), legs[-1].points[-1]

    def gap(place: str) -> int | None:
        return int(land.gap_to(end, place)) if land and place in land.sheet.footprints else None

    way = Way(
        tuple(stretch for leg in legs for stretch in over(kit, leg)),
        gap,
        _held(kit, world, force),
        gates_kept(kit, world, force),
        _crowd(world, force),
    )
    return judge(kit.book, walkers(kit, world, going), way)


def _held(kit: Kit, world: World, force: Force) -> frozenset[str]:
    """Places where an enemy of this force stands."""
    own = side_of(kit, world, force)
    return frozenset(
        str(one.inside)
        for one in world.war.forces.values()
        if one.inside and members(world, one) and side_of(kit, world, one) != own and not one.hidden
    )


def gates_kept(kit: Kit, world: World, force: Force) -> frozenset[str]:
    """TER-01: places not its own side's, where an enemy stands who can keep the gates."""
    own = side_of(kit, world, force)
    return frozenset(
        str(one.place)
        for one in world.war.forces.values()
        if side_of(kit, world, one) != own
        and not one.hidden
        and not one.afield
        and world.war.holder(one.place) != own
        and one.place not in world.breached
        and any(figure.condition == "fit" and not figure.in_tower for figure in members(world, one))
    )


def _crowd(world: World, force: Force) -> dict[str, int]:
    """How many others stand in each place."""
    found: dict[str, int] = {}
    for one in world.war.forces.values():
        if one.id != force.id:
            found[str(one.place)] = found.get(str(one.place), 0) + len(members(world, one))
    return found


def others_on(kit: Kit, world: World, table: str, force: Force) -> list[Other]:
    """Everyone measured on a table who is not of this force."""
    own, spots = side_of(kit, world, force), world.war.spots
    found: list[Other] = []
    for other in world.war.forces.values():
        if other.id == force.id or not any(one in spots for one in other.figures):
            continue
        is_foe = side_of(kit, world, other) != own
        found += [
            Other(
                Point(Mil(spot.x), Mil(spot.y)),
                base_of(kit.book.profiles[one.profile], one.mounted),
                is_foe,
            )
            for one in members(world, other)
            if (spot := spots.get(one.id)) is not None and spot.table == table
        ]
    return found

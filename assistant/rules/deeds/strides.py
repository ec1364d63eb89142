"""MOV-01: how far each figure of a measured force goes when its block comes to stand somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import hypot, isfinite

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.inches import Mil, Point, inches
from assistant.rules.book import PlaceId
from assistant.rules.deeds.closing_in import enemy_there
from assistant.rules.deeds.columns import slots, strung_out
from assistant.rules.deeds.placing import about, at_place
from assistant.rules.kit import Kit
from assistant.rules.measuring import base_of
from assistant.rules.moving.company import walkers
from assistant.rules.moving.footing import Stretch, footing
from assistant.rules.moving.journeys import Leg, ground_of_table, others_on, over
from assistant.rules.moving.own_ways import OwnWays, own_ways
from assistant.rules.moving.rates import Walker, rates, unlike
from assistant.rules.moving.reaching import approach, legs_of
from assistant.rules.moving.routes import Journey
from assistant.rules.names import name_of
from assistant.rules.war import Force, Spot
from assistant.rules.world import Figure, World
from assistant.table.bases import Base
from assistant.table.setting_out import is_free

HALTS_THERE, HALTS_SHORT = range(0, 1751, 250), range(2000, 3001, 250)
"""How far before the end of its way a block may halt: within an inch of who stands there, or a little off."""


@dataclass(frozen=True, slots=True)
class Stride:
    """Where figures stood, as seen on the table that their way leads to, and how far any of them may go."""

    table: str
    stood: tuple[Point, ...]
    most: int
    own: OwnWays

    def longest(self, spots: Sequence[Point]) -> tuple[int, float]:
        """Who would go furthest to stand so, by number, and how far round whatever is in between."""
        most, number = max((far, -number) for number, far in enumerate(self.own.far(spots)))
        return -number, most

    def gap(self, number: int, to: Point) -> float:
        """How far a spot is from where one of them stood, as the crow flies."""
        at = self.stood[number]
        return hypot(to.x - at.x, to.y - at.y)

    def widest(self, spots: Sequence[Point]) -> tuple[int, float]:
        """Who stood furthest from where he shall stand, by number, and how far as the crow flies."""
        most, number = max((self.gap(number, to), -number) for number, to in enumerate(spots))
        return -number, most

    def allows(self, spots: Sequence[Point]) -> bool:
        """Whether everyone gets to the spot that is meant for it."""
        # No way is shorter than the straight one, which is quickly told.
        return self.widest(spots)[1] <= self.most + 1 and self.longest(spots)[1] <= self.most + 1


def stride(kit: Kit, world: World, going: Sequence[Figure], legs: Sequence[Leg]) -> Stride:
    """FRC-02: no figure goes further than the slowest of them may on a way over such ground."""
    way = [stretch for leg in legs for stretch in over(kit, leg) if len(leg.points) > 1]
    who = unlike(walkers(kit, world, going))
    paces = [_most(kit, one, way) for one in who]
    east = north = 0
    for before, after in pairwise(legs):
        east += after.points[0].x - before.points[-1].x
        north += after.points[0].y - before.points[-1].y
    spots = [world.war.spots[one.id] for one in going]
    table = legs[-1].table
    tables = {leg.table for leg in legs}

    def seen(one: Spot) -> Point:
        """Who stands on a table that the way does not touch is seen where it begins on the last one."""
        if one.table not in tables:
            return legs[-1].points[0]
        if one.table == table:
            return Point(Mil(one.x), Mil(one.y))
        return Point(Mil(one.x + east), Mil(one.y + north))

    stood = tuple(map(seen, spots))
    # Whoever judged the way has allowed its whole length.
    most = max(int(min(paces, default=0)), sum(one.length for one in way))
    return Stride(table, stood, most, own_ways(kit, who, spots, legs, way))


def _most(kit: Kit, one: Walker, way: Sequence[Stretch]) -> Fraction:
    """The inches of one move over such ground, by the reading of mixed ground that is played (AMB-029)."""
    steps = [footing(kit.book, one.me, stretch) for stretch in way]
    is_hard = any(step.walk == "difficult" for step in steps) and one.me.house["AMB-029"] != "pro-rata"
    is_road = bool(steps) and all(step.is_road for step in steps)
    return rates(kit.book, one, way).of("difficult" if is_hard else "clear", is_road) or Fraction(0)


def in_order(
    kit: Kit, going: Sequence[Figure], known: Stride, spots: Sequence[Point], *, but_leader: bool = False
) -> list[Point]:
    """The same spots, with those who stood ahead still ahead, so that nobody goes further than needed."""
    east = sum(to.x - at.x for at, to in zip(known.stood, spots, strict=True))
    north = sum(to.y - at.y for at, to in zip(known.stood, spots, strict=True))

    def ahead(at: Point) -> int:
        return at.x * east + at.y * north

    profiles = [kit.book.profiles[one.profile] for one in going]
    sizes: list[Base | None] = [
        base_of(profile, one.mounted) for profile, one in zip(profiles, going, strict=True)
    ]
    if but_leader:
        sizes[max(range(len(going)), key=lambda number: profiles[number].leadership)] = None
    found = list(spots)
    for size in dict.fromkeys(sizes):
        alike = [number for number, one in enumerate(sizes) if one == size]
        best = sorted((spots[number] for number in alike), key=ahead)
        for number, at in zip(sorted(alike, key=lambda one: ahead(known.stood[one])), best, strict=True):
            found[number] = at
    return _changed(known, sizes, found)


def _changed(known: Stride, sizes: Sequence[Base | None], spots: list[Point]) -> list[Point]:
    """Whoever has furthest to go changes with another of his size, as long as both then go less far."""
    for _ in spots:
        last, far = known.widest(spots)
        alike = (number for number, size in enumerate(sizes) if size == sizes[last] and number != last)
        swaps = [(max(known.gap(last, spots[one]), known.gap(one, spots[last])), one) for one in alike]
        best, other = min(swaps, default=(far, last))
        if best >= far:
            break
        spots[last], spots[other] = spots[other], spots[last]
    return spots


def come_to(
    kit: Kit, world: World, force: Force, going: Sequence[Figure], place: PlaceId, found: Journey | None
) -> tuple[str, list[Point]]:
    """MOV-01: where those stand who march to a place: in ranks in it, or as their block touches it.

    Nobody goes further than he may; else they are told how far they get.
    """
    come, legs = approach(place, found), legs_of(found)
    table, ranks = at_place(kit, world, force, place, going, come)
    if not legs:
        return table, ranks
    known = stride(kit, world, going, legs)
    if known.allows(ranks):
        return table, ranks
    foe, end = enemy_there(kit, world, force, place, come), legs[-1].points[-1]
    shut = place if come.is_shut else None

    def first_of(tries: Iterable[list[Point]]) -> list[Point] | None:
        """Where all of them get to and can stand."""
        able = (spots for spots in tries if known.allows(spots))
        return next((one for one in able if _stand(kit, world, force, going, table, one, shut)), None)

    def blocks(to: Point, shorts: Iterable[int]) -> list[list[Point]]:
        return [_as_a_block(known, to, short) for short in shorts]

    stand = first_of([in_order(kit, going, known, ranks)])
    if foe is None:
        stand = stand or first_of(_closed_up(kit, world, force, going, known, end))
    for way in ((*legs[-1].points, foe), legs[-1].points) if foe else (legs[-1].points,):
        stand = stand or first_of(blocks(way[-1], HALTS_THERE))
        stand = stand or in_column(kit, world, force, going, known, way, shut)
    stand = stand or first_of(blocks(end, HALTS_SHORT))
    if stand is None:
        raise too_far(kit, world, going, known, ranks, blocks(end, HALTS_SHORT)[-1][0])
    return table, stand


def _closed_up(
    kit: Kit, world: World, force: Force, going: Sequence[Figure], known: Stride, end: Point
) -> list[list[Point]]:
    """Ranks about the end of the way, if there is room for them."""
    try:
        spots = about(kit, world, force, known.table, end, going)
    except Illegal:
        return []
    return [in_order(kit, going, known, spots)]


def in_column(
    kit: Kit,
    world: World,
    force: Force,
    going: Sequence[Figure],
    known: Stride,
    way: Sequence[Point],
    shut: PlaceId | None = None,
    *,
    led: bool = False,
) -> list[Point] | None:
    """Where they stand who string out along a way, as far as each of them gets; nothing if they part.

    Characters alone stand where their leader does (FRC-04): he goes first, as wherever he is to be `led`.
    """
    profiles = [kit.book.profiles[one.profile] for one in going]
    leader = max(range(len(going)), key=lambda number: profiles[number].leadership)
    bases = [base_of(kit.book.profiles[one.profile], one.mounted) for one in going]
    land, others = ground_of_table(kit, known.table), others_on(kit, world, known.table, force)
    # Behind the first point of the way there is room where they stand now.
    back = sorted(known.stood, key=lambda at: hypot(at.x - way[0].x, at.y - way[0].y))

    def free(base: Base, at: Point) -> bool:
        return land is None or (is_free(land, at, base, others) and shut not in land.places_at(at))

    first = leader if led or all(one.is_character for one in profiles) else None
    return strung_out(known.own, bases, known.most + 1, (*slots(way, bases), *back), free, first)


def too_far(
    kit: Kit,
    world: World,
    going: Sequence[Figure],
    known: Stride,
    spots: Sequence[Point],
    to: Point | None,
) -> Illegal:
    """MOV-01: who would go further than it may, and where the first of them could go."""
    number, far = known.longest(spots)
    who, first = name_of(kit, world, going[number]), name_of(kit, world, going[0])
    most = inches(Mil(known.most))
    nearer = f"{first} could come to {inches(to.x)},{inches(to.y)}" if to else "Halt sooner"
    told = f'may not go {inches(Mil(round(far)))}"' if isfinite(far) else "finds no way there"
    return Illegal(
        "too-far",
        f'{who} {told}: goes {most}" on this way ({enforced("MOV-01")}).',
        do=f"{nearer}, or part the force. The game master may overrule that with a reason.",
    )


def _as_a_block(known: Stride, end: Point, short: int) -> list[Point]:
    """Everyone goes as the foremost, who comes so far short of the end of the way, or as near as he may."""
    front = min(known.stood, key=lambda at: hypot(end.x - at.x, end.y - at.y))
    far = hypot(end.x - front.x, end.y - front.y)
    part = max(0.0, min(far, known.most) - short) / far if far else 0.0
    east, north = int((end.x - front.x) * part), int((end.y - front.y) * part)
    return [Point(Mil(at.x + east), Mil(at.y + north)) for at in known.stood]


def _stand(
    kit: Kit,
    world: World,
    force: Force,
    going: Sequence[Figure],
    table: str,
    spots: Sequence[Point],
    shut: PlaceId | None,
) -> bool:
    """Whether they can stand so: on firm ground, on nobody, and not within walls whose gates are shut."""
    land = ground_of_table(kit, table)
    if land is None:
        return True
    others = others_on(kit, world, table, force)
    return all(
        is_free(land, at, base_of(kit.book.profiles[one.profile], one.mounted), others)
        and shut not in land.places_at(at)
        for one, at in zip(going, spots, strict=True)
    )

"""MOV-01: whether a measured force gets to a place in one move, by the way that the tables know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced, warned
from assistant.kernel.inches import Mil, Point, inches
from assistant.rules.book import PlaceId
from assistant.rules.effects.hooks import Reason
from assistant.rules.kit import Kit
from assistant.rules.moving.company import walkers
from assistant.rules.moving.journeys import Leg, entered, gates_kept
from assistant.rules.moving.rates import Walker, unlike
from assistant.rules.moving.routes import Journey, Start, journey, reach_from, turns_from, why_slain
from assistant.rules.standing import members, place_name
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.outlines import Shape

FAR = 3
"""Turns up to which a way is told; what is farther is only far."""


def start_of(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> Start | None:
    """Where they stand, for a block is somewhere as soon as its first figure is; unmeasured, their place.

    None on a table without a map.
    """
    spots = [world.war.spots[one.id] for one in going if one.id in world.war.spots]
    if not spots:
        return str(force.place)
    mapped = all(spot.table in kit.scenario.atlas.sheets for spot in spots)
    return tuple((spot.table, Point(Mil(spot.x), Mil(spot.y))) for spot in spots) if mapped else None


@dataclass(frozen=True, slots=True)
class Outset:
    """Everything that decides how far a force gets: who goes, from where, and whose gates are shut."""

    who: tuple[Walker, ...]
    start: Start
    kept: frozenset[str]


def outset(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> Outset | None:
    """How a force sets out as it stands; none on a table without a map."""
    start = start_of(kit, world, force, going)
    if start is None:
        return None
    return Outset(unlike(walkers(kit, world, going)), start, gates_kept(kit, world, force))


def turns_of(kit: Kit, one: Outset, most: int) -> Mapping[str, int] | None:
    """MOV-01: the turns to every place so near; none off the map."""
    return turns_from(kit.book, kit.scenario.atlas, one.who, one.start, most, one.kept)


def deaths_of(kit: Kit, one: Outset) -> Mapping[str, Reason]:
    """PLC-PATHSOFTHEDEAD-02: the places that some of those who set out would die of coming to, and why."""
    found = ((str(place), why_slain(kit.book, one.who, str(place))) for place in kit.book.places)
    return {place: why for place, why in found if why is not None}


def reach_of(kit: Kit, one: Outset) -> Mapping[str, Shape]:
    """MOV-01: the ground that a force can come to this turn, bound to no place."""
    return reach_from(kit.book, kit.scenario.atlas, one.who, one.start, one.kept)


def how_far(kit: Kit, world: World, force: Force, going: Sequence[Figure], place: PlaceId) -> str:
    """MOV-01: what the map says against a march that nobody has measured; nothing where it is near enough."""
    sheet, begun = kit.scenario.atlas.sheet_of(place), outset(kit, world, force, going)
    if sheet is None or begun is None:
        return ""
    try:
        turns = turns_of(kit, begun, FAR)
    except Illegal:
        # Some of them do not move at all; whoever lets them march all the same knows that.
        return ""
    if turns is None or turns.get(place, FAR + 1) <= 1:
        return ""
    return too_far(turns.get(place))


def too_far(turns: int | None) -> str:
    """In words how far off a place is that is not within this turn's move."""
    warned("MOV-01")
    if turns is None:
        return f"The map knows no way there within {FAR} turns."
    return f"By the map that is {turns} turns away, not one."


def way_to(kit: Kit, world: World, force: Force, going: Sequence[Figure], place: PlaceId) -> Journey | None:
    """How measured figures get to a place from where they stand; none where the tables cannot say."""
    start, atlas = start_of(kit, world, force, going), kit.scenario.atlas
    if start is None or isinstance(start, str) or atlas.sheet_of(place) is None:
        return None
    who = unlike(walkers(kit, world, going))
    return journey(kit.book, atlas, who, start, place, gates_kept(kit, world, force))


def way_by_map(
    kit: Kit, world: World, force: Force, going: Sequence[Figure], place: PlaceId
) -> Journey | None:
    """How they would get to a place by the map, measured or not; none if it cannot say."""
    begun = outset(kit, world, force, going)
    if begun is None or kit.scenario.atlas.sheet_of(place) is None:
        return None
    try:
        return journey(kit.book, kit.scenario.atlas, begun.who, begun.start, place, begun.kept)
    except Illegal:
        # Some of them do not move at all; whoever lets them march all the same knows that.
        return None


def places_on(kit: Kit, found: Journey | None) -> tuple[str, ...]:
    """The places that a way leads into, in order, without those in which it begins."""
    return entered(kit, [leg for leg in legs_of(found) if len(leg.points) > 1])


def legs_of(found: Journey | None) -> tuple[Leg, ...]:
    """A way in one leg for each table that it leads over."""
    line = found.way.line if found is not None and found.way is not None else ()
    parts = groupby(line, key=itemgetter(0))
    return tuple(Leg(table, tuple(at for _, at in part)) for table, part in parts)


def within_a_move(kit: Kit, world: World, force: Force) -> tuple[str, ...]:
    """MOV-01: the places that a force could come to in one move by the map."""
    begun = outset(kit, world, force, members(world, force))
    try:
        turns = turns_of(kit, begun, 1) if begun else None
    except Illegal:
        turns = None
    return tuple(place for place, far in (turns or {}).items() if far <= 1)


@dataclass(frozen=True, slots=True)
class Approach:
    """Where they come to a place, and whether enemies keep its gates shut."""

    at: Point | None = None
    is_shut: bool = False


def approach(place: PlaceId, found: Journey | None) -> Approach:
    """How those come to a place who go this way."""
    if found is None:
        return Approach()
    return Approach(found.way.line[-1][1] if found.way else None, place in found.kept)


def require_in_reach(kit: Kit, force: Force, place: PlaceId, found: Journey | None) -> None:
    """MOV-01: a measured force goes in one move no further than it can; the rule, and what is allowed."""
    if found is None or (found.way is not None and found.way.turns <= 1):
        return
    name, rule, overrule = place_name(kit, place), enforced("MOV-01"), "The game master may overrule that"
    if found.death is not None:
        overrule = f"Mind: {name} is death to some of them: {found.death}. {overrule}"
    if found.way is None:
        raise Illegal(
            "too-far",
            f"{force.name} may not go to {name}: the map knows no way there ({rule}).",
            do=f"Go to a place that is open to them. {overrule} with a reason.",
        )
    table, at = found.way.stops[0]
    where = f"{inches(at.x)},{inches(at.y)} on {kit.scenario.atlas.sheets[table].name}"
    raise Illegal(
        "too-far",
        f"{force.name} may not go to {name} in one move: that takes {found.way.turns} turns ({rule}).",
        do=f"On the way there this turn's move ends at {where}. {overrule} with a reason.",
    )

"""MOV-01, FRC-02: how a company goes, in the plain numbers that ways are found by, and its way anywhere."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import Citation, cite_again, enforced, overheard
from assistant.kernel.inches import Mil, Point
from assistant.kernel.remembering import remembered_under
from assistant.rules.book import Book, PlaceId, Side
from assistant.rules.effects.hooks import Effect, Reason
from assistant.rules.effects.registry import edition
from assistant.rules.house import HouseRules
from assistant.rules.moving.footing import Stretch, Walk, effects_at, flies, footing
from assistant.rules.moving.rates import Rates, Walker, may_vary, rates, unlike
from assistant.rules.moving.travel import Traveller
from assistant.rules.scenario import Scenario
from assistant.rules.starts import starts
from assistant.table.atlas import Atlas, GroundKind
from assistant.table.going import ROADS, Going
from assistant.table.ground import ground
from assistant.table.net import KINDS
from assistant.table.outlines import Shape
from assistant.table.reach import reaches_from
from assistant.table.ways import (
    LONGEST,
    Way,
    find_way,
    goal_of,
    spot_near,
    spots_at,
    turns_to,
)

ORDER: tuple[Walk, ...] = ("clear", "difficult", "whole-move", "closed")
OPEN_GROUND: tuple[GroundKind, ...] = ("clear", "woods", "hills", "marsh", "rocky", "rough")
SOON = 10
"""Turns after which every rhythm has come round."""
SLOWED: tuple[GroundKind, ...] = ("ford", "shallows", "stream")
TOLD_APART: tuple[GroundKind, ...] = ("road", *OPEN_GROUND, *SLOWED)
"""Kinds of ground that may be otherwise in a place than elsewhere."""


Kinds = frozenset[GroundKind]
Start = str | tuple[tuple[str, Point], ...]
"""A place, or points on tables."""
UNDERFOOT = ("closes", "roughens", "delays", "crosses_freely", "walks_clear")
"""What a place can say about its ground."""
PASSING = (*UNDERFOOT, "bars_entry", "slays")
"""What a place can say about those who pass over it."""


@dataclass(frozen=True, slots=True)
class Barred:
    """One of a company, by his number in it, and why a place is closed to him."""

    number: int
    why: Reason


@dataclass(frozen=True, slots=True)
class Journey:
    """Whether they get there, in how many turns and by which way, and how they go."""

    way: Way | None
    going: Going
    reasons: tuple[str, ...]
    kept: tuple[str, ...] = ()
    """Places that are closed to them because enemies keep the gates."""
    shunned: tuple[tuple[str, Reason], ...] = ()
    """Places through which no way is sought, for they would not live to tell of it."""
    death: Reason | None = None
    """Why they die where the way ends."""
    barred: Barred | None = None
    """Who of them may not come to where the way ends, and why; it leads to the edge then."""
    astray: Barred | None = None
    """Who of them may not be where they set out from."""


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What keeps a company from its straight way: whose gates are shut in it, and where they would die."""

    turns: int
    """How many turns that way takes."""
    kept: tuple[str, ...]
    shunned: tuple[tuple[str, Reason], ...]


def journey(
    book: Book, atlas: Atlas, walkers: Sequence[Walker], start: Start, end: str, kept: Collection[str] = ()
) -> Journey:
    """The quickest way from somewhere to a place, until it is touched, or within walls that are not shut.

    Whoever may not be where he stands can leave it all the same.
    """
    going, reasons = going_of(book, atlas, walkers, kept, end)
    left, shut = _left_behind(book, atlas, walkers, start), _shut(atlas, walkers, kept)
    going = replace(going, closed_places=going.closed_places.difference(left) | shut)
    way = find_way(atlas, going, _spots(atlas, start), goal_of(atlas, going, end))
    deadly = {place: why for place in _places(atlas) if (why := why_slain(book, walkers, place))}
    shunned = tuple((place, why) for place, why in deadly.items() if place != end)
    mes = [one.me for one in walkers]
    return Journey(
        way, going, reasons, tuple(sorted(shut)), shunned, deadly.get(end),
        barred=first_barred(effects_at(book, (end,)), mes),
        astray=next(iter(left.values()), None),
    )  # fmt: skip


def passed_through(book: Book, atlas: Atlas, found: Journey, start: str, end: str) -> tuple[str, ...]:
    """The places that a way leads through, in order, but for those in which it begins and ends."""
    line = found.way.line if found.way is not None else ()
    passed: dict[str, None] = {}
    for table, part in groupby(line, key=itemgetter(0)):
        for piece in ground(atlas.sheets[table]).pieces([point for _, point in part]):
            passed |= dict.fromkeys(piece.places)
    return tuple(one for one in passed if one not in (start, end) and PlaceId(one) in book.places)


def _left_behind(book: Book, atlas: Atlas, walkers: Sequence[Walker], start: Start) -> dict[str, Barred]:
    """The places they set out from that are closed to one of them."""
    if isinstance(start, str):
        places = {start: None}
    else:
        places = {place: None for table, at in start for place in ground(atlas.sheets[table]).places_at(at)}
    mes = [one.me for one in walkers]
    found = ((place, first_barred(effects_at(book, (place,)), mes)) for place in places)
    return {place: barred for place, barred in found if barred is not None}


def first_barred(effects: Iterable[Effect], those: Sequence[Traveller]) -> Barred | None:
    """Who is the first that the rules of a place do not let in."""
    for effect in effects:
        for number, me in enumerate(those):
            if why := effect.bars_entry(me):
                return Barred(number, why)
    return None


def hindrance(
    book: Book, atlas: Atlas, walkers: Sequence[Walker], start: Start, end: str, found: Journey
) -> Hindrance | None:
    """What stands in a shorter way than theirs, or in the only one; nothing where no such way exists."""
    shunned = [place for place, _ in found.shunned]
    going = replace(found.going, closed_places=found.going.closed_places.difference(found.kept, shunned))
    # What a place itself forbids stays closed, also where death or a shut gate are not what keeps them out.
    barred = [one for one in (*found.kept, *shunned) if _is_barred(book, walkers, one)]
    going = replace(going, closed_places=going.closed_places.union(barred))
    way = find_way(atlas, going, _spots(atlas, start), goal_of(atlas, going, end))
    if way is None or (found.way is not None and found.way.turns <= way.turns):
        return None
    passed = {place for table, at in way.line for place in ground(atlas.sheets[table]).places_at(at)}
    kept = tuple(one for one in found.kept if one in passed and (one != end or found.way is None))
    deaths = tuple((place, why) for place, why in found.shunned if place in passed)
    return Hindrance(way.turns, kept, deaths) if kept or deaths else None


def why_slain(book: Book, walkers: Iterable[Walker], place: str) -> Reason | None:
    """PLC-PATHSOFTHEDEAD-02: why some of them die of coming to a place; nothing where all live."""
    deadly = tuple(effects_at(book, (place,), "slays"))
    afoot = [one.me for one in walkers if not flies(one.me)] if deadly else ()
    found = (effect.slays(me) for effect in deadly for me in afoot)
    return next(filter(None, found), None)


def turns_from(
    book: Book,
    atlas: Atlas,
    walkers: Sequence[Walker],
    start: Start,
    most: int,
    kept: Collection[str] = (),
) -> Mapping[str, int] | None:
    """MOV-01: the turns to every place so near, from a place or points on tables; none off the map."""
    spots = _spots(atlas, start)
    return turns_to(atlas, going_of(book, atlas, walkers, kept)[0], spots, most) if spots else None


def _spots(atlas: Atlas, start: Start) -> tuple[int, ...]:
    if isinstance(start, str):
        return spots_at(atlas, start, touching=False)
    return tuple(sorted({spot_near(atlas, table, point) for table, point in start}))


def kept_at_start(scenario: Scenario, house: HouseRules, side: Side) -> frozenset[str]:
    """TER-01: where enemies of a side stand when the game begins; they keep the gates there."""
    return frozenset(
        str(one.place)
        for one in starts(scenario, house=house)
        if one.place is not None
        and one.commander is not None
        and scenario.commanders[one.commander].side != side
    )


def reach_from(
    book: Book, atlas: Atlas, walkers: Sequence[Walker], start: Start, kept: Collection[str] = ()
) -> Mapping[str, Shape]:
    """MOV-01: all the ground they can come to this turn, from the middle of a place or from points on tables.

    A shape for each table that they get onto; none off the map.
    """
    going, _ = going_of(book, atlas, walkers, kept)
    spots = _spots(atlas, start)
    return reaches_from(atlas, going, spots) if spots else {}


def going_of(
    book: Book, atlas: Atlas, walkers: Sequence[Walker], kept: Collection[str] = (), end: str = ""
) -> tuple[Going, tuple[str, ...]]:
    """FRC-02: the slowest decides how far, and what is closed to one of them is closed to all.

    Where they would die is as good as closed, unless it is the very place that they are sent to.
    """
    if not (those := unlike(walkers)):
        raise Illegal(
            "goes-nowhere", "They do not get anywhere: nobody of them walks.", do="Let someone carry them."
        )
    # One march asks this several times over, and its replay asks it again; where it ends matters to few.
    fatal = end if end and why_slain(book, those, end) else ""
    found, cited = _heard_going(book, atlas, those, frozenset(kept), fatal)
    cite_again(cited)
    return found


def _key_of_going(
    book: Book, atlas: Atlas, walkers: tuple[Walker, ...], kept: frozenset[str], end: str
) -> Hashable:
    return edition(), id(book), id(atlas), tuple(one.key() for one in walkers), kept, end


@remembered_under(_key_of_going, most=256)
def _heard_going(
    book: Book, atlas: Atlas, walkers: tuple[Walker, ...], kept: frozenset[str], end: str
) -> tuple[tuple[Going, tuple[str, ...]], tuple[Citation, ...]]:
    return overheard(lambda: _going_of(book, atlas, walkers, kept, end))


def _going_of(
    book: Book, atlas: Atlas, walkers: tuple[Walker, ...], kept: frozenset[str], end: str
) -> tuple[Going, tuple[str, ...]]:
    found = [rates(book, one) for one in walkers]
    for one in found:
        if one.why_none is not None or one.clear is None:
            why = one.why_none or "it does not move"
            raise Illegal("goes-nowhere", f"They do not get anywhere: {why}.", do="Leave such figures out.")
    walks = _walks(book, walkers, KINDS)
    # Where a place has nothing to say the ground is as it is everywhere.
    outspoken = [place for place in _places(atlas) if _speaks(book, place, *PASSING)]
    closed = set(_shut(atlas, walkers, kept))
    keeps_to_road, eased, free = (set[str]() for _ in range(3))
    for place in outspoken:
        here = _walks(book, walkers, TOLD_APART, place) if _speaks(book, place, *UNDERFOOT) else walks
        is_deadly = place != end and why_slain(book, walkers, place) is not None
        if is_deadly or _is_barred(book, walkers, place) or here["road"] == "closed":
            closed.add(place)
        elif here["clear"] == "closed":
            keeps_to_road.add(place)
        if any(walks[kind] == "difficult" and here[kind] == "clear" for kind in OPEN_GROUND):
            eased.add(place)
        if any(walks[kind] == "whole-move" and here[kind] == "clear" for kind in SLOWED):
            free.add(place)
    going = Going(
        clear=_least(found, "clear"),
        difficult=_least(found, "difficult") if all(one.difficult for one in found) else None,
        road_bonus=Mil(min(one.road_bonus for one in found)),
        hard=_kinds(walks, "difficult"),
        closed=_kinds(walks, "closed"),
        slow=_kinds(walks, "whole-move"),
        capped=walkers[0].me.house["AMB-029"] != "pro-rata",
        closed_places=frozenset(closed),
        road_only_places=frozenset(keeps_to_road),
        eased_places=frozenset(eased),
        free_places=frozenset(free),
        sober_places=(calm := _sober_places(book, atlas)),
        sober=_sober(book, walkers, found, calm),
        rhythm=_rhythm(book, walkers),
    )
    return going, tuple(dict.fromkeys(reason for one in found for reason in one.reasons))


def _sober_places(book: Book, atlas: Atlas) -> frozenset[str]:
    """PLC-CARADHRAS-06: the places through which nobody hastens."""
    return frozenset(
        place
        for place in _places(atlas)
        if any(effect.denies_haste() for effect in effects_at(book, (place,), "denies_haste"))
    )


def _sober(
    book: Book, walkers: Sequence[Walker], hasty: Sequence[Rates], places: Collection[str]
) -> tuple[Mil, Mil | None] | None:
    """The inches of those who must not hasten; nothing where they are as fast as ever."""
    if not places:
        return None
    there = (Stretch("clear", 1, "", (min(places),)),)
    found = [rates(book, one, there) for one in walkers]
    hard = _least(found, "difficult") if all(one.difficult for one in found) else None
    usual = _least(hasty, "difficult") if all(one.difficult for one in hasty) else None
    slower = (_least(found, "clear"), hard)
    return None if slower == (_least(hasty, "clear"), usual) else slower


def kept_out(book: Book, atlas: Atlas, walkers: Sequence[Walker]) -> tuple[Kinds, Kinds, frozenset[str]]:
    """What one of them cannot go over, what takes them a whole move, and where they may not come in."""
    those = unlike(walkers)
    if not those:
        # Whoever is only carried goes by the game master's word, over any ground.
        return frozenset(), frozenset(), frozenset()
    walks = _walks(book, those, KINDS)
    barred = (place for place in _places(atlas) if _is_barred(book, those, place))
    return _kinds(walks, "closed"), _kinds(walks, "whole-move"), frozenset(barred)


def _places(atlas: Atlas) -> list[str]:
    return [place for sheet in atlas.sheets.values() for place in sheet.footprints]


def _speaks(book: Book, place: str, *hooks: str) -> bool:
    return next(effects_at(book, (place,), *hooks), None) is not None


def _rhythm(book: Book, walkers: Sequence[Walker]) -> tuple[tuple[Mil, Mil | None], ...]:
    """PPL-ORCDRUMMER-01: the inches of this turn and those that follow, if they are not always the same."""

    def on(turn: int) -> tuple[Mil, Mil | None]:
        later = (replace(one, me=replace(one.me, turn=one.me.turn + turn)) for one in walkers)
        found = [rates(book, one) for one in later]
        hard = _least(found, "difficult") if all(one.difficult for one in found) else None
        return _least(found, "clear"), hard

    if not may_vary(walkers):
        return ()
    first = tuple(on(turn) for turn in range(SOON))
    return tuple(on(turn) for turn in range(LONGEST)) if len(set(first)) > 1 else ()


def _shut(atlas: Atlas, walkers: Sequence[Walker], kept: Collection[str]) -> frozenset[str]:
    """TER-01: of the places enemies keep those that have gates, unless everyone flies over them."""
    if not kept or all(flies(one.me) for one in walkers):
        return frozenset()
    gated = {place for sheet in atlas.sheets.values() for place in ground(sheet).gate_keepers().values()}
    if shut := gated.intersection(kept):
        enforced("TER-01")
    return frozenset(shut)


def _walks(
    book: Book, walkers: Sequence[Walker], kinds: Iterable[GroundKind], *places: str
) -> dict[GroundKind, Walk]:
    """How the one who gets over it worst goes over each kind of ground, anywhere or in a place."""
    stretches = ((kind, Stretch(kind, 1, "", places)) for kind in kinds)
    return {
        kind: max((footing(book, one.me, stretch).walk for one in walkers), key=ORDER.index)
        for kind, stretch in stretches
    }


def _is_barred(book: Book, walkers: Sequence[Walker], place: str) -> bool:
    strict = effects_at(book, (place,), "bars_entry")
    return any(effect.bars_entry(one.me) for effect in strict for one in walkers)


def _least(found: Sequence[Rates], ground: str) -> Mil:
    rate = min(Fraction(getattr(one, ground) or 0) for one in found)
    return Mil(int(rate))


def _kinds(walks: dict[GroundKind, Walk], walk: Walk) -> frozenset[GroundKind]:
    return frozenset(
        kind for kind, one in walks.items() if one == walk and not (kind in ROADS and walk == "difficult")
    )

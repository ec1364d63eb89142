"""How far a force can go, and by which way it gets anywhere: turn by turn over the net of the tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from assistant.kernel.inches import Mil, Point
from assistant.table.atlas import NONE, Atlas, GroundKind
from assistant.table.ground import WALL_WIDTH, ground
from assistant.table.net import MESH, Ints, Net, bits, net

ROADS = frozenset[GroundKind]({"road", "bridge"})
BUILT = np.uint32(bits({"tower", "wall"}))
GATES = np.uint32(bits({"gate"}))
ASSAULT = 1000 + WALL_WIDTH // 2
"""CMB-01: so near the middle of a wall one fights those behind it: an inch from its face."""
LONGEST = 60
"""Turns after which a way is not looked for any more."""


@dataclass(frozen=True, slots=True)
class Going:
    """How a force goes, in plain numbers: what its rules say about the kinds of ground."""

    clear: Mil
    difficult: Mil | None
    road_bonus: Mil = NONE
    hard: frozenset[GroundKind] = frozenset()
    """Kinds of ground that are difficult for it."""
    closed: frozenset[GroundKind] = frozenset()
    slow: frozenset[GroundKind] = frozenset()
    """Kinds that take a whole move to cross."""
    capped: bool = True
    """Whether one inch of difficult ground makes the whole move difficult; otherwise inch by inch."""
    closed_places: frozenset[str] = frozenset()
    road_only_places: frozenset[str] = frozenset()
    """Places in which it must keep to the road."""
    eased_places: frozenset[str] = frozenset()
    """Places in which no ground is difficult for it."""
    free_places: frozenset[str] = frozenset()
    """Places in which it crosses water at its usual pace."""
    sober_places: frozenset[str] = frozenset()
    """Places through which nobody hastens: a move that touches one is made at the sober rates."""
    sober: tuple[Mil, Mil | None] | None = None
    """Inches in clear and difficult ground without haste, where that makes a difference."""
    rhythm: tuple[tuple[Mil, Mil | None], ...] = ()
    """Where not every turn is like the first: the inches of each turn, clear and difficult, in order."""

    def on(self, turn: int) -> Going:
        """How it goes after so many turns."""
        if not self.rhythm:
            return self
        clear, difficult = self.rhythm[turn % len(self.rhythm)]
        return replace(self, clear=clear, difficult=difficult)

    def soberly(self) -> Going | None:
        """How it goes through places where nobody hastens; nothing where it goes no slower there."""
        if self.sober is None or not self.sober_places:
            return None
        clear, difficult = self.sober
        return replace(self, clear=clear, difficult=difficult, sober=None)


@dataclass(frozen=True, slots=True)
class Way:
    """A way found: how many turns it takes, where each of them ends, and the line it follows."""

    turns: int
    stops: tuple[tuple[str, Point], ...]
    line: tuple[tuple[str, Point], ...]
    over: tuple[str, ...]
    """The features it follows or crosses, in order."""


@dataclass(frozen=True)
class _Steps:
    """Which steps of the net a going may take, in each manner of going, and where it may halt."""

    hard: Ints
    by_road: Ints
    easy: Ints
    """Over ground that is not difficult."""
    dry: Ints
    """Over any ground that does not take a whole move."""
    slow: Ints
    standing: Ints
    hasty: Ints
    """Steps that touch no place in which nobody hastens."""

    def in_haste(self) -> _Steps:
        """Those of them that can be taken in haste."""
        return replace(
            self,
            by_road=self.by_road & self.hasty,
            easy=self.easy & self.hasty,
            dry=self.dry & self.hasty,
            slow=self.slow & self.hasty,
        )


@lru_cache(maxsize=64)
def _steps(atlas: Atlas, going: Going) -> _Steps:
    web = net(atlas)
    closed, hard, slow = (np.uint32(bits(kinds)) for kinds in (going.closed, going.hard, going.slow))
    if going.difficult is None:
        closed |= hard
    shut = np.zeros(web.size, dtype=bool)
    for place in going.closed_places:
        shut[web.within(place, 0)] = True
    for place in going.road_only_places:
        inside = web.within(place, 0)
        shut[inside[(web.stands[inside] & np.uint32(bits(ROADS))) == 0]] = True
    eased = np.zeros(web.size, dtype=bool)
    for place in going.eased_places:
        eased[web.within(place, 0)] = True
    free = np.zeros(web.size, dtype=bool)
    for place in going.free_places:
        free[web.within(place, MESH)] = True
    calm = np.zeros(web.size, dtype=bool)
    for place in going.sober_places if going.sober is not None else ():
        calm[web.within(place, 0)] = True
    is_open = ((web.under & closed) == 0) & ~shut[web.ends]
    is_hard = ((web.under & hard) != 0) & ~(eased[web.starts] & eased[web.ends])
    is_slow = ((web.under & slow) != 0) & is_open & ~(free[web.starts] & free[web.ends])
    dry = is_open & ~is_slow
    return _Steps(
        hard=is_hard,
        by_road=dry & ((web.under & ~np.uint32(bits(ROADS))) == 0),
        easy=dry & ~is_hard,
        dry=dry,
        slow=is_slow,
        standing=(web.stands & (slow | closed)) == 0,
        hasty=~(calm[web.starts] | calm[web.ends]),
    )


@dataclass(frozen=True)
class _Spread:
    """How far each spot is in one turn, by one manner of going, and from where it was reached."""

    far: Ints
    came: Ints


def _spread(web: Net, sources: Ints, allowed: Ints, costs: Ints, limit: float, unknown: Ints) -> _Spread:
    """From the sources over allowed steps as far as the limit; costs are as long as the steps, or longer.

    `unknown` is endless for every spot that is looked for, and less than nothing for those one need not find.
    """
    far = unknown.copy()
    came = np.full(web.size, -1, dtype=np.int64)
    touched = np.zeros(web.size, dtype=bool)
    far[sources] = 0
    front = sources
    while len(front):
        first = web.offsets[front]
        counts = web.offsets[front + 1] - first
        steps = np.repeat(first - (np.cumsum(counts) - counts), counts)
        steps += np.arange(len(steps))
        steps = steps[allowed[steps]]
        reached = far[web.starts[steps]] + costs[steps]
        ends = web.ends[steps]
        better = np.flatnonzero((reached < far[ends] - 1e-6) & (reached <= limit))
        steps, reached, ends = steps[better], reached[better], ends[better]
        np.minimum.at(far, ends, reached)
        best = reached <= far[ends] + 1e-6
        came[ends[best]] = web.starts[steps[best]]
        touched[ends] = True
        front = np.flatnonzero(touched)
        touched[front] = False
    return _Spread(far, came)


def _turn(web: Net, going: Going, steps: _Steps, sources: Ints, unknown: Ints) -> Iterator[_Spread]:
    """One turn's move in every manner, in haste, and through places where nobody hastens.

    Where one has been on an earlier turn is no longer unknown: to come there again helps nobody.
    """
    if (sober := going.soberly()) is None:
        yield from _manners(web, going, steps, sources, unknown)
    else:
        yield from _manners(web, going, steps.in_haste(), sources, unknown)
        yield from _manners(web, sober, steps, sources, unknown)


def _manners(web: Net, going: Going, steps: _Steps, sources: Ints, unknown: Ints) -> Iterator[_Spread]:
    """All by road, over clear ground, over any, or across water."""
    lengths = web.lengths
    if going.road_bonus:
        yield _spread(web, sources, steps.by_road, lengths, going.clear + going.road_bonus, unknown)
    if going.capped or going.difficult is None:
        yield _spread(web, sources, steps.easy, lengths, going.clear, unknown)
        if going.difficult is not None:
            yield _spread(web, sources, steps.dry, lengths, going.difficult, unknown)
    else:
        costs = np.where(steps.hard, lengths * (going.clear / max(going.difficult, 1)), lengths)
        yield _spread(web, sources, steps.dry, costs, going.clear, unknown)
    yield _spread(web, sources, steps.slow, lengths, max(going.clear, 4 * MESH), unknown)


def left_over(atlas: Atlas, going: Going, sources: Sequence[int]) -> tuple[Ints, Ints]:
    """What is left of this turn's move at every spot, less than nothing beyond it; and where one may halt."""
    web, steps = net(atlas), _steps(atlas, going)
    left = np.full(web.size, -1.0)
    unknown = np.full(web.size, np.inf)
    spreads = _turn(web, going, steps, np.unique(np.array(sources, dtype=np.int64)), unknown)
    for one, limit in zip(spreads, _limits(going), strict=True):
        np.maximum(left, np.where(np.isfinite(one.far), limit - one.far, -1.0), out=left)
    return left, steps.standing


def _limits(going: Going) -> list[float]:
    found: list[float] = [float(going.clear + going.road_bonus)] if going.road_bonus else []
    found.append(float(going.clear))
    if going.capped and going.difficult is not None:
        found.append(float(going.difficult))
    found.append(float(max(going.clear, 4 * MESH)))
    sober = going.soberly()
    return found if sober is None else [*found, *_limits(sober)]


class _Flood:
    """Where one can stand after so many turns, and by which manner of going one came there."""

    def __init__(self, atlas: Atlas, going: Going, sources: Sequence[int]) -> None:
        self.web, self.going, self.steps = net(atlas), going, _steps(atlas, going)
        self.when = np.full(self.web.size, -1, dtype=np.int64)
        self.manner = np.full(self.web.size, -1, dtype=np.int64)
        self.taken: list[list[_Spread]] = []
        self._new = np.array(sorted(set(sources)), dtype=np.int64)
        self.when[self._new] = 0

    def rise(self) -> bool:
        """One turn more; whether it led anywhere new."""
        if not len(self._new):
            return False
        unknown = np.where(self.when < 0, np.inf, -np.inf)
        going = self.going.on(len(self.taken))
        spreads = list(_turn(self.web, going, self.steps, self._new, unknown))
        self.taken.append(spreads)
        found_now = []
        for number, one in enumerate(spreads):
            found = np.flatnonzero(np.isfinite(one.far) & (self.when < 0) & self.steps.standing)
            self.when[found] = len(self.taken)
            self.manner[found] = number
            found_now.append(found)
        self._new = np.concatenate(found_now)
        return bool(len(self._new))


@lru_cache(maxsize=1024)
def turns_to(atlas: Atlas, going: Going, sources: tuple[int, ...], most: int) -> Mapping[str, int]:
    """Every place of the tables that can be touched within so many turns, and on which of them."""
    flood = _Flood(atlas, going, sources)
    for _ in range(most):
        flood.rise()
    found = {}
    for place in (place for sheet in atlas.sheets.values() for place in sheet.footprints):
        reached = flood.when[list(goal_of(atlas, going, place))]
        if (reached >= 0).any():
            found[place] = int(reached[reached >= 0].min())
    return found


def find_way(atlas: Atlas, going: Going, sources: Sequence[int], targets: Sequence[int]) -> Way | None:
    """The way of fewest turns from any source to any target; none if it cannot be gone at all."""
    flood = _Flood(atlas, going, sources)
    goal = np.zeros(flood.web.size, dtype=bool)
    goal[list(targets)] = True
    when, manner, taken = flood.when, flood.manner, flood.taken
    while not goal[when >= 0].any():
        if len(taken) >= LONGEST or not flood.rise():
            return None
    hits = np.flatnonzero(goal & (when >= 0))
    last = hits[np.argmin(when[hits])]
    if len(taken):
        here = [(taken[-1][manner[hit]].far[hit], hit) for hit in hits if when[hit] == len(taken)]
        last = min(here)[1] if here else last
    return _told(atlas, flood.web, taken, when, manner, int(last))


def _told(atlas: Atlas, web: Net, taken: list[list[_Spread]], when: Ints, manner: Ints, last: int) -> Way:
    """The way backwards from its end, each turn by the manner in which it was gone."""
    spots, stops = [last], [last]
    while when[spots[-1]] > 0:
        turn, how = int(when[spots[-1]]), int(manner[spots[-1]])
        came = taken[turn - 1][how].came
        while (back := int(came[spots[-1]])) >= 0:
            spots.append(back)
        stops.append(spots[-1])
    spots.reverse()
    line = tuple((web.sheet_of(spot), _point(web, spot)) for spot in spots)
    return Way(
        turns=int(when[last]),
        stops=tuple((web.sheet_of(spot), _point(web, spot)) for spot in reversed(stops[:-1])),
        line=line,
        over=_features(atlas, line),
    )


def _point(web: Net, spot: int) -> Point:
    return Point(Mil(round(float(web.xs[spot]))), Mil(round(float(web.ys[spot]))))


def _features(atlas: Atlas, line: Sequence[tuple[str, Point]]) -> tuple[str, ...]:
    """Every feature underfoot, once, in the order it is met."""
    found: dict[str, None] = {}
    for table, point in line:
        land = ground(atlas.sheets[table])
        if id := land.feature_at(point):
            found[id] = None
    return tuple(found)


def goal_of(atlas: Atlas, going: Going, place: str) -> tuple[int, ...]:
    """TER-01, CMB-01: where one has come to a place: touching it, within its walls, or beside shut ones."""
    sheet = atlas.sheet_of(place)
    if sheet is None or not sheet.footprints[place].has_walls:
        return spots_at(atlas, place, touching=True)
    web = net(atlas)
    if place in going.closed_places:
        return tuple(map(int, web.within(place, ASSAULT)))
    inside = web.within(place, 0)
    firm = inside[(web.stands[inside] & (BUILT | GATES)) == 0]
    return tuple(map(int, firm)) or spots_at(atlas, place, touching=True)


def spots_at(atlas: Atlas, place: str, *, touching: bool) -> tuple[int, ...]:
    """The spots of a place: all that touch it, or the one in its middle if it has one."""
    web = net(atlas)
    sheet = atlas.sheet_of(place)
    if sheet is None:
        return ()
    one = sheet.footprints[place]
    found = web.within(place, MESH if touching else 0)
    if one.at and not touching:
        inside = found[(web.stands[found] & BUILT) == 0]
        far = (web.xs[inside] - one.at.x) ** 2 + (web.ys[inside] - one.at.y) ** 2
        return (int(inside[np.argmin(far)]),) if len(inside) else ()
    return tuple(map(int, found)) or (web.nearest(sheet.id, _middle(atlas, place)),)


def spot_near(atlas: Atlas, table: str, point: Point) -> int:
    """The spot of the net nearest to a point."""
    return net(atlas).nearest(table, point)


def _middle(atlas: Atlas, place: str) -> Point:
    sheet = atlas.sheet_of(place)
    assert sheet is not None
    middle = ground(sheet).footprint(place).representative_point()
    return Point(Mil(round(middle.x)), Mil(round(middle.y)))

"""How a force goes, in plain numbers, and which steps of the net that lets it take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from assistant.kernel.inches import Mil
from assistant.table.atlas import NONE, Atlas, GroundKind
from assistant.table.net import MESH, Ints, Net, bits, net

ROADS = frozenset[GroundKind]({"road", "bridge"})


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

    def at_any_pace(self) -> Going:
        """The same ground under the feet of those who go not an inch."""
        difficult, sober = self.difficult, self.sober
        return replace(
            self,
            clear=NONE,
            difficult=None if difficult is None else NONE,
            road_bonus=NONE,
            capped=True,
            sober=None if sober is None else (NONE, None),
            rhythm=(),
        )

    def soberly(self) -> Going | None:
        """How it goes through places where nobody hastens; nothing where it goes no slower there."""
        if self.sober is None or not self.sober_places:
            return None
        clear, difficult = self.sober
        return replace(self, clear=clear, difficult=difficult, sober=None)


@dataclass(frozen=True)
class Steps:
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
    at_road: Ints
    """Spots that lie at a road."""
    at_water: Ints
    """Spots that lie at water which takes a whole move."""

    def in_haste(self) -> Steps:
        """Those of them that can be taken in haste."""
        return replace(
            self,
            by_road=self.by_road & self.hasty,
            easy=self.easy & self.hasty,
            dry=self.dry & self.hasty,
            slow=self.slow & self.hasty,
        )


def steps_of(atlas: Atlas, going: Going) -> Steps:
    """However fast they are, those to whom the same ground is closed, hard and slow take the same steps."""
    return _at_any_pace(atlas, going.at_any_pace())


@lru_cache(maxsize=64)
def _at_any_pace(atlas: Atlas, going: Going) -> Steps:
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
    by_road = dry & ((web.under & ~np.uint32(bits(ROADS))) == 0)
    return Steps(
        hard=is_hard,
        by_road=by_road,
        easy=dry & ~is_hard,
        dry=dry,
        slow=is_slow,
        standing=(web.stands & (slow | closed)) == 0,
        hasty=~(calm[web.starts] | calm[web.ends]),
        at_road=_starts(web, by_road),
        at_water=_starts(web, is_slow),
    )


def _starts(web: Net, steps: Ints) -> Ints:
    """Which spots some of these steps set out from."""
    found = np.zeros(web.size, dtype=bool)
    found[web.starts[np.flatnonzero(steps)]] = True
    return found

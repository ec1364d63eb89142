"""Where a force can stand after so many turns: over the net of the tables, turn by turn and step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.table.atlas import Atlas
from assistant.table.going import Going, Steps, steps_of
from assistant.table.net import MESH, Ints, Net, net


@dataclass(frozen=True)
class Spread:
    """The spots reached in one turn by one manner of going, in order: how far each is, and from where."""

    spots: Ints
    far: Ints
    came: Ints

    def far_to(self, spot: int) -> float:
        """How far it is to a spot that was reached."""
        return float(self.far[np.searchsorted(self.spots, spot)])

    def back(self, spot: int) -> int | None:
        """From where a spot was reached; nothing where this turn began."""
        at = int(np.searchsorted(self.spots, spot))
        return int(self.came[at]) if at < len(self.spots) and self.spots[at] == spot else None


def _spread(
    web: Net,
    sources: Ints,
    allowed: Ints,
    costs: Ints,
    limit: float,
    far: Ints,
    firm: Ints | None = None,
) -> Spread:
    """From the sources over allowed steps as far as the limit; costs are as long as the steps, or longer.

    `far` is endless for every spot that is looked for, and less than nothing for those one need not find; it
    is written into, and left as it was. `firm` are the spots where allowed steps begin, if those are few.
    """
    came = np.empty(web.size, dtype=np.int64)
    touched, ever = (np.zeros(web.size, dtype=bool) for _ in range(2))
    before = far[sources]
    far[sources] = 0
    front = sources if firm is None else sources[firm[sources]]
    while len(front):
        first = web.offsets[front]
        counts = web.offsets[front + 1] - first
        steps = np.repeat(first - (np.cumsum(counts) - counts), counts)
        steps += np.arange(len(steps))
        # Most steps lead back to where one has been: those are seen through first.
        steps = steps[far[web.ends[steps]] > 0]
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
        ever[front] = True
    spots = np.flatnonzero(ever)
    found = Spread(spots, far[spots], came[spots])
    far[spots] = np.inf
    far[sources] = before
    return found


def _turn(web: Net, going: Going, steps: Steps, sources: Ints, unknown: Ints) -> Iterator[Spread]:
    """One turn's move in every manner, in haste, and through places where nobody hastens.

    Where one has been on an earlier turn is no longer unknown: to come there again helps nobody.
    """
    if (sober := going.soberly()) is None:
        yield from _manners(web, going, steps, sources, unknown)
    else:
        yield from _manners(web, going, steps.in_haste(), sources, unknown)
        yield from _manners(web, sober, steps, sources, unknown)


def _manners(web: Net, going: Going, steps: Steps, sources: Ints, unknown: Ints) -> Iterator[Spread]:
    """All by road, over clear ground, over any, or across water."""
    lengths = web.lengths
    if going.road_bonus:
        limit = going.clear + going.road_bonus
        yield _spread(web, sources, steps.by_road, lengths, limit, unknown, steps.at_road)
    if going.capped or going.difficult is None:
        yield _spread(web, sources, steps.easy, lengths, going.clear, unknown)
        if going.difficult is not None:
            yield _spread(web, sources, steps.dry, lengths, going.difficult, unknown)
    else:
        costs = np.where(steps.hard, lengths * (going.clear / max(going.difficult, 1)), lengths)
        yield _spread(web, sources, steps.dry, costs, going.clear, unknown)
    yield _spread(web, sources, steps.slow, lengths, max(going.clear, 4 * MESH), unknown, steps.at_water)


def left_over(atlas: Atlas, going: Going, sources: Sequence[int]) -> tuple[Ints, Ints]:
    """What is left of this turn's move at every spot, less than nothing beyond it; and where one may halt."""
    web, steps = net(atlas), steps_of(atlas, going)
    left = np.full(web.size, -1.0)
    unknown = np.full(web.size, np.inf)
    begun = np.unique(np.array(sources, dtype=np.int64))
    spreads = _turn(web, going, steps, begun, unknown)
    for one, limit in zip(spreads, _limits(going), strict=True):
        left[one.spots] = np.maximum(left[one.spots], limit - one.far)
        left[begun] = np.maximum(left[begun], limit)
    return left, steps.standing


def _limits(going: Going) -> list[float]:
    found: list[float] = [float(going.clear + going.road_bonus)] if going.road_bonus else []
    found.append(float(going.clear))
    if going.capped and going.difficult is not None:
        found.append(float(going.difficult))
    found.append(float(max(going.clear, 4 * MESH)))
    sober = going.soberly()
    return found if sober is None else [*found, *_limits(sober)]


class Flood:
    """Where one can stand after so many turns, and by which manner of going one came there."""

    def __init__(self, atlas: Atlas, going: Going, sources: Sequence[int]) -> None:
        self.web, self.going, self.steps = net(atlas), going, steps_of(atlas, going)
        self.when = np.full(self.web.size, -1, dtype=np.int64)
        self.manner = np.full(self.web.size, -1, dtype=np.int64)
        self.taken: list[list[Spread]] = []
        self._new = np.array(sorted(set(sources)), dtype=np.int64)
        self.when[self._new] = 0
        self._unknown = np.where(self.when < 0, np.inf, -np.inf)

    def rise(self) -> bool:
        """One turn more; whether it led anywhere new."""
        if not len(self._new):
            return False
        going = self.going.on(len(self.taken))
        spreads = list(_turn(self.web, going, self.steps, self._new, self._unknown))
        self.taken.append(spreads)
        found_now = []
        for number, one in enumerate(spreads):
            found = one.spots[(self.when[one.spots] < 0) & self.steps.standing[one.spots]]
            self.when[found] = len(self.taken)
            self.manner[found] = number
            found_now.append(found)
        self._new = np.concatenate(found_now)
        self._unknown[self._new] = -np.inf
        return bool(len(self._new))

"""One side as columns of arrays: a column for each who can be given a hit by itself.

That is a figure; or, of a weapon, each of its crew, who are hit and fall one by one (ART-02). The first of
them stands for the weapon: it has its dice, and is the last to fall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from assistant.kernel.asking import Taker
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import share_along
from assistant.rules.combat.lives import heads_of
from assistant.rules.combat.muster import Fighter
from assistant.rules.combat.setup import FightingSide, SideSetup
from assistant.simulate.odds_table import Bools, Ints


@dataclass(frozen=True, slots=True)
class State:
    """A side at some moment of one fight: which columns stand and ride, and lives its beasts have lost."""

    standing: Bools
    mounted: Bools
    worn: Ints

    @classmethod
    def of(cls, company: Company) -> State:
        """As they come."""
        standing = np.ones(company.size, dtype=np.bool_)
        return cls(standing, company.mounted, np.zeros(company.beasts.size, dtype=np.int64))


States = Mapping[FightingSide, State]
SortOf = Callable[[Fighter, int], int]
"""Of a figure and of which of its heads: a number that only its like share."""


@dataclass(frozen=True)
class Company:
    """One side in listed order: who rides, the order of taking hits, and who is of a sort."""

    names: tuple[FigureId, ...]
    """Whose column it is."""
    mounted: Bools
    queue: Ints
    losses: Ints
    """The order in which the beaten lose more."""
    is_army: Bools
    is_weapon: Bools
    is_first: Bools
    """Whether it is the first column of its figure."""
    is_told: Bools
    """Whether the figure came to the fight by itself; crews who dropped a ram have not."""
    sort: Ints
    beasts: Ints
    """Columns of those who may fail more often than once before they are gone."""
    lives: Ints
    """How often each of these may fail."""

    @property
    def size(self) -> int:
        return len(self.names)

    @cached_property
    def columns(self) -> Mapping[FigureId, slice]:
        """Those of each figure."""
        first = np.flatnonzero(self.is_first).tolist()
        return {self.names[start]: slice(start, end) for start, end in pairwise((*first, self.size))}

    @cached_property
    def crews(self) -> Sequence[slice]:
        """The columns of weapons that have several."""
        return [some for some in self.columns.values() if some.stop - some.start > 1]

    @property
    def is_plain(self) -> bool:
        """Whether every column is a figure with one life, and came by itself."""
        return bool(self.is_first.all() and self.is_told.all() and not self.beasts.size)

    def close_ranks(self, standing: Bools, given: Ints | None) -> None:
        """Of every crew the first columns stand, so many as are left, and share the hits they were given."""
        for crew in self.crews:
            left = standing[:, crew].sum(axis=1, keepdims=True)
            place = np.arange(crew.stop - crew.start)
            standing[:, crew] = place < left
            if given is not None:
                held = given[:, crew].sum(axis=1, keepdims=True)
                heads = np.maximum(1, left)
                given[:, crew] = held // heads + (place < held % heads)


def company_of(
    orders: SideSetup, fighters: Sequence[Fighter], told: Collection[FigureId], sort_of: SortOf
) -> Company:
    """Those of a side who stand before the first blow; `told` are the figures whose loss is counted."""
    heads = {fighter.me.id: heads_of(fighter.lives) for fighter in fighters}
    owners = [(fighter, head) for fighter in fighters for head in range(heads[fighter.me.id])]
    names = tuple(fighter.me.id for fighter, _ in owners)
    profiles = [fighter.me.profile for fighter, _ in owners]
    beasts = [index for index, (one, _) in enumerate(owners) if one.lives and not one.lives.apart]
    takers = [Taker(name, heads=number) for name, number in heads.items()]
    rides = {one.figure: one.mounted for one in orders.figures}

    def along(order: Sequence[FigureId]) -> Ints:
        turns = Counter[str]()
        starts = {name: names.index(name) for name in heads}
        queue = []
        for name in share_along(order, len(names), takers):
            queue.append(starts[FigureId(name)] + turns[name])
            turns[name] += 1
        return _ints(queue)

    return Company(
        names=names,
        mounted=_bools(rides[name] for name in names),
        queue=along(orders.allocation),
        losses=along((*orders.extra_losses, *orders.allocation)),
        is_army=_bools(not profile.is_character for profile in profiles),
        is_weapon=_bools(profile.kind == "artillery" for profile in profiles),
        is_first=_bools(head == 0 for _, head in owners),
        is_told=_bools(name in told for name in names),
        sort=_ints(sort_of(one, head) for one, head in owners),
        beasts=_ints(beasts),
        lives=_ints(one.left for index in beasts if (one := owners[index][0].lives)),
    )


def _bools(values: Iterable[bool]) -> Bools:
    return np.array([*values], dtype=np.bool_)


def _ints(values: Iterable[int]) -> Ints:
    return np.array([*values], dtype=np.int64)

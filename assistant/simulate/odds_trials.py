"""Many fights at once: every step of the resolver as arithmetic on arrays with a row for each trial.

Arrays about figures have one row for all trials as long as these agree, and one each once they differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.simulate.odds_stage import Company, Stage
from assistant.simulate.odds_table import Bools, Ints, Lender, Table, draw
from assistant.simulate.odds_volley import is_simple, volley

# Whether there is one, another besides me, or a third: effects ask for no greater numbers.
ENOUGH = 3
# So many counts up to that are the digits of one whole number of 63 bits.
FIT_IN_A_NUMBER = 31


@dataclass(slots=True)
class Ranks:
    """One side in all trials: who stands and rides, how many hits each was given, and the casualties."""

    company: Company
    trials: int
    standing: Bools
    mounted: Bools
    casualties: Ints
    given: Ints | None = None
    by_sort: bool = False

    @classmethod
    def of(cls, company: Company, trials: int) -> Ranks:
        standing = np.ones((1, company.size), dtype=np.bool_)
        return cls(company, trials, standing, company.mounted[None, :], np.zeros(trials, dtype=np.int64))

    @property
    def rows(self) -> Ints:
        """Where each figure's numbers stand in the table: at first one's own, later those of one's sort."""
        if self.by_sort:
            return 2 * self.company.sort + self.mounted
        return np.arange(self.company.size)[None, :]

    def part(self, which: Ints) -> Ranks:
        """Some of the trials."""
        given = None if self.given is None else self.given[which]
        standing, mounted = self._wide(self.standing)[which], self._wide(self.mounted)[which]
        return Ranks(self.company, which.size, standing, mounted, self.casualties[which], given, by_sort=True)

    def widen(self) -> None:
        """From here on every trial has a row of its own."""
        self.standing, self.mounted = self._wide(self.standing).copy(), self._wide(self.mounted).copy()

    def put(self, which: Ints, part: Ranks) -> None:
        """What became of some of the trials."""
        self.standing[which], self.mounted[which] = part.standing, part.mounted
        self.casualties[which] = part.casualties

    def _wide(self, about_figures: Bools) -> Bools:
        return np.broadcast_to(about_figures, (self.trials, self.company.size))

    def number_standing(self, among: Bools) -> Ints:
        found: Ints = self._wide(self.standing & among).sum(axis=1)
        return found


@dataclass(frozen=True, slots=True)
class Hits:
    """The hits of one volley in striking order: in which trial, of which kind, and which of its trial's."""

    trial: Ints
    kind: Ints
    rank: Ints

    def __len__(self) -> int:
        return len(self.trial)

    def only(self, which: Bools) -> Hits:
        return Hits(self.trial[which], self.kind[which], self.rank[which])


Lent = dict[str, Ints]


@dataclass(slots=True)
class Trials:
    """Fights under way, all at the same step."""

    stage: Stage
    random: Generator
    ranks: Mapping[FightingSide, Ranks]
    lent: Lent = field(default_factory=dict)

    @classmethod
    def of(cls, stage: Stage, number: int, random: Generator) -> Trials:
        return cls(stage, random, {side: Ranks.of(stage.companies[side], number) for side in SIDES})

    @property
    def number(self) -> int:
        return self.ranks["good"].trials

    def fight(self) -> None:
        """CMB-06..CMB-08: those who strike early, then the others with whoever is left."""
        tables = self.stage.tables
        early = {side: tables[side].strikes_early[self.ranks[side].rows] for side in SIDES}
        late = {side: ~tables[side].strikes_first[self.ranks[side].rows] for side in SIDES}
        if not any(early[side].any() for side in SIDES):
            self._finish(tables, late, at_once=all(map(is_simple, tables.values())))
            return
        self._exchange(tables, early, more_to_come=True)
        for side in SIDES:
            self._spend(side, tables[side], ~late[side])
            self.ranks[side].widen()
        for signature, which in self.alike():
            part = self._part(which)
            part._finish(self.stage.tables_by_sort(signature, *self.state(which[0])), late)
            for side in SIDES:
                self.ranks[side].put(which, part.ranks[side])

    def alike(self, *, with_the_fallen: bool = False) -> Iterator[tuple[bytes, Ints]]:
        """The trials in groups that no effect can tell apart, and what the trials of a group share."""
        sorts = 2 * self.stage.sorts
        start = np.arange(self.number)[:, None] * 2 * sorts
        cells = [
            (start + 2 * ranks.company.sort + ranks.mounted + np.where(ranks.standing, 0, sorts)).ravel()
            for ranks in self.ranks.values()
        ]
        number = np.bincount(np.concatenate(cells), minlength=self.number * 2 * sorts)
        seen = np.minimum(number, ENOUGH).astype(np.uint8).reshape(self.number, -1)
        told = seen if with_the_fallen else seen[:, :sorts]
        group = _groups(told)
        order = np.argsort(group, kind="stable")
        for which in np.split(order, np.flatnonzero(np.diff(group[order])) + 1):
            yield told[which[0]].tobytes(), which

    def _part(self, which: Ints) -> Trials:
        return Trials(
            self.stage,
            self.random,
            {side: self.ranks[side].part(which) for side in SIDES},
            {why: number[which] for why, number in self.lent.items()},
        )

    def state(self, trial: int) -> tuple[dict[FightingSide, Bools], dict[FightingSide, Bools]]:
        standing = {side: self.ranks[side].standing[trial] for side in SIDES}
        return standing, {side: self.ranks[side].mounted[trial] for side in SIDES}

    def _finish(
        self,
        tables: Mapping[FightingSide, Table],
        strikers: Mapping[FightingSide, Bools],
        *,
        at_once: bool = False,
    ) -> None:
        """The last exchange, and those who leave after it."""
        rows = {side: self.ranks[side].rows for side in SIDES}
        if at_once:
            self._volleys(tables)
        else:
            self._exchange(tables, strikers)
        for side in SIDES:
            self._spend(side, tables[side], np.ones((1, 1), dtype=np.bool_), rows[side])

    def _spend(self, side: FightingSide, table: Table, who: Bools, rows: Ints | None = None) -> None:
        """AMB-093: those who give themselves up by striking leave when they have struck.

        `rows` are theirs from before the blows, where these may have cost some their mounts.
        """
        ranks = self.ranks[side]
        rows = ranks.rows if rows is None else rows
        gone = ranks.standing & table.is_spent[rows] & who
        ranks.casualties += (gone & table.spent_counts[rows]).sum(axis=1)
        ranks.standing = ranks.standing & ~gone

    def _volleys(self, tables: Mapping[FightingSide, Table]) -> None:
        """The exchange of two sides as they came, in far less time."""
        for side in SIDES:
            ranks = self.ranks[side]
            toll = volley(self.random, self.number, tables[other(side)], tables[side], ranks.company)
            ranks.casualties += toll.fallen.sum(axis=1)
            ranks.standing, ranks.mounted = ranks.standing & ~toll.fallen, ranks.mounted & ~toll.thrown

    def _exchange(
        self,
        tables: Mapping[FightingSide, Table],
        strikers: Mapping[FightingSide, Bools],
        *,
        more_to_come: bool = False,
    ) -> None:
        """CMB-07: all strike before anyone falls."""
        hits = {}
        for side in SIDES:
            hits[other(side)] = self._strike(tables[side], self.ranks[side], strikers[side])
        targets = {}
        for side in SIDES:
            hits[side], targets[side] = self._allocate(tables[side], self.ranks[side], hits[side])
        for side in SIDES:
            if more_to_come and self.stage.fight.house["AMB-092"] == "together":
                cells = hits[side].trial * self.ranks[side].company.size + targets[side]
                self.ranks[side].given = _count(cells, self.ranks[side])
            self._defend(tables[side], self.ranks[side], hits[side], targets[side])

    def _strike(self, table: Table, ranks: Ranks, strikers: Bools) -> Hits:
        """CMB-10..CMB-12: dice in the order of their figures, with a column for each."""
        figures = ranks.rows
        columns = table.dice[figures].max(axis=0)
        owner = np.repeat(np.arange(columns.size), columns)
        nth = np.arange(owner.size) - np.repeat(np.cumsum(columns) - columns, columns)
        rows = figures[:, owner]
        is_rolled = (ranks.standing & strikers)[:, owner] & (nth < table.dice[rows])
        rolls = draw(self.random, (ranks.trials, owner.size))
        hit = (rolls < table.attack[rows, 0]) & is_rolled
        lenders = [lender for lender in table.lenders if lender.which == "missed"]
        if lenders:
            able = np.flatnonzero((rolls < table.attack[rows, 2]) & is_rolled & ~hit)
            row = np.broadcast_to(rows, hit.shape).ravel()[able]
            lent = self._borrow(lenders, able // owner.size, row, table.need[row])
            hit.ravel()[able] = lent & (rolls.ravel()[able] < table.attack[row, 1])
        number = hit.sum(axis=1)
        trial = np.repeat(np.arange(ranks.trials), number)
        column = np.flatnonzero(hit) - trial * owner.size
        kind = table.kind[_at(rows, trial, column)]
        return Hits(trial, kind, np.arange(trial.size) - np.repeat(np.cumsum(number) - number, number))

    def _allocate(self, table: Table, ranks: Ranks, hits: Hits) -> tuple[Hits, Ints]:
        """ALC-01..ALC-03: along the queue, everyone once before anyone twice, with what they hold already."""
        queue = ranks.company.queue
        able = (ranks.standing & ~table.cannot_be_hit[ranks.rows])[:, queue]
        if len(able) == 1:
            takers = queue[able[0]]
            if not takers.size:
                return hits.only(np.zeros(len(hits), dtype=np.bool_)), takers
            return hits, takers[hits.rank % takers.size]
        number = able.sum(axis=1)
        hits = hits.only(number[hits.trial] > 0)
        catching_up, behind = _catching_up(able, None if ranks.given is None else ranks.given[:, queue])
        turn = hits.rank - behind[hits.trial]
        place = _nth(able, hits.trial, turn % number[hits.trial])
        late = np.flatnonzero(turn < 0)
        if late.size:
            place[late] = _nth(catching_up, hits.trial[late], hits.rank[late]) % queue.size
        return hits, queue[place]

    def _defend(self, table: Table, ranks: Ranks, hits: Hits, target: Ints) -> None:
        """DEF-01..DEF-06: a die for each hit; a rider's first failure costs the mount."""
        figure = _at(ranks.rows, hits.trial, target)
        row = table.save_row(figure, hits.kind)
        rolls = draw(self.random, len(hits))
        failed = rolls >= table.save[row, 0]
        lenders = [lender for lender in table.lenders if lender.which == "failed"]
        if lenders:
            able = np.flatnonzero(failed & (rolls < table.save[row, 2]))
            ease = table.save_need[row[able]] * ranks.company.size + target[able]
            lent = self._borrow(lenders, hits.trial[able], figure[able], ease)
            failed[able[lent & (rolls[able] < table.save[row[able], 1])]] = False
        failures = np.flatnonzero(failed)
        cell = hits.trial[failures] * ranks.company.size + target[failures]
        rides = table.rides[figure[failures]]
        lasting = ~(rides & _is_first(cell, ranks.trials * ranks.company.size))
        fallen = _mark(cell[lasting], ranks)
        counted = _mark(cell[lasting & table.counts[row[failures]]], ranks)
        ranks.casualties += counted.sum(axis=1)
        ranks.standing = ranks.standing & ~fallen
        if rides.any():
            ranks.mounted = ranks.mounted & ~_mark(cell[rides], ranks)

    def _borrow(self, lenders: list[Lender], trial: Ints, row: Ints, ease: Ints) -> Bools:
        """Which dice are rolled again by loan: the easiest first, so many in each trial."""
        lent = np.zeros(trial.size, dtype=np.bool_)
        order = np.lexsort((ease, trial))
        for lender in lenders:
            used = self.lent.setdefault(lender.why, np.zeros(self.number, dtype=np.int64))
            able = order[lender.is_for[row[order]] & ~lent[order]]
            number = np.bincount(trial[able], minlength=self.number)
            rank = np.arange(able.size) - np.repeat(np.cumsum(number) - number, number)
            left = np.maximum(0, lender.number - used)
            lent[able[rank < left[trial[able]]]] = True
            used += np.minimum(left, number)
        return lent


def _groups(seen: NDArray[np.uint8]) -> Ints:
    """A number for each row, the same for equal rows; columns that never differ need no comparing."""
    differing = np.ascontiguousarray(seen[:, (seen != seen[0]).any(axis=0)])
    if differing.shape[1] <= FIT_IN_A_NUMBER:
        return differing @ (np.int64(ENOUGH + 1) ** np.arange(differing.shape[1]))
    return np.unique(differing, axis=0, return_inverse=True)[1].reshape(-1)


def _at(about_figures: Ints, trial: Ints, figure: Ints) -> Ints:
    """What is said of a figure in a trial, or in all of them."""
    return about_figures[0, figure] if len(about_figures) == 1 else about_figures[trial, figure]


def _count(cells: Ints, ranks: Ranks) -> Ints:
    shape = (ranks.trials, ranks.company.size)
    return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)


def _mark(cells: Ints, ranks: Ranks) -> Bools:
    marked = np.zeros(ranks.trials * ranks.company.size, dtype=np.bool_)
    marked[cells] = True
    return marked.reshape(ranks.trials, ranks.company.size)


def _is_first(cells: Ints, size: int) -> Bools:
    """Whether a cell is named for the first time."""
    turn = np.arange(cells.size)
    first = np.zeros(size, dtype=np.int64)
    # Of several values for one cell the last stays: from the back, that is the first.
    first[cells[::-1]] = turn[::-1]
    is_first: Bools = first[cells] == turn
    return is_first


def _nth(marked: Bools, trial: Ints, number: Ints) -> Ints:
    """The column of the nth mark in a trial's row."""
    marks = np.flatnonzero(marked)
    size = marked.reshape(len(marked), -1).sum(axis=1)
    start = np.cumsum(size) - size
    width = marked[0].size
    found: Ints = marks[start[trial] + number] - trial * width
    return found


def _catching_up(able: Bools, given: Ints | None) -> tuple[Bools, Ints]:
    """The turns, level by level, of those who were given fewer hits than others, and how many they are."""
    if given is None:
        return able[:, :0], np.zeros(len(able), dtype=np.int64)
    most = np.where(able, given, 0).max(axis=1)
    levels = np.arange(most.max(initial=0))
    turns = able[:, None, :] & (given[:, None, :] <= levels[:, None]) & (levels < most[:, None])[:, :, None]
    flat = turns.reshape(len(able), -1)
    behind: Ints = flat.sum(axis=1)
    return flat, behind

"""Many fights at once: every step of the resolver as arithmetic on arrays with a row for each trial.

Arrays about figures have one row for all trials as long as these agree, and one each once they differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator

from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.effects.hooks import LoanKey
from assistant.simulate.odds_amok import trample
from assistant.simulate.odds_arrays import ENOUGH, at, catching_up, count, groups, is_first, mark, nth
from assistant.simulate.odds_company import Company, State, States
from assistant.simulate.odds_stage import Stage
from assistant.simulate.odds_table import SIDES_OF_A_DIE, Bools, Ints, Lender, Table, draw
from assistant.simulate.odds_volley import is_simple, volley


@dataclass(slots=True)
class Ranks:
    """One side in all trials: who stands and rides, how many hits each was given, and the casualties.

    `worn` are the lives that its beasts have lost, with a column for each of them.
    """

    company: Company
    trials: int
    standing: Bools
    mounted: Bools
    casualties: Ints
    worn: Ints
    given: Ints | None = None
    by_sort: bool = False

    @classmethod
    def of(cls, company: Company, trials: int, casualties: int) -> Ranks:
        standing = np.ones((1, company.size), dtype=np.bool_)
        worn = np.zeros((trials, company.beasts.size), dtype=np.int64)
        return cls(company, trials, standing, company.mounted[None, :], np.full(trials, casualties), worn)

    @property
    def rows(self) -> Ints:
        """Where each figure's numbers stand in the table: at first one's own, later those of one's sort."""
        if self.by_sort:
            return 2 * self.company.sort + self.mounted
        return np.arange(self.company.size)[None, :]

    @property
    def shape(self) -> tuple[int, int]:
        return self.trials, self.company.size

    def part(self, which: Ints) -> Ranks:
        """Some of the trials."""
        given = None if self.given is None else self.given[which]
        standing, mounted = self.whole(self.standing)[which], self.whole(self.mounted)[which]
        casualties, worn = self.casualties[which], self.worn[which]
        return Ranks(self.company, which.size, standing, mounted, casualties, worn, given, by_sort=True)

    def widen(self) -> None:
        """From here on every trial has a row of its own."""
        self.standing, self.mounted = self.whole(self.standing).copy(), self.whole(self.mounted).copy()

    def put(self, which: Ints, part: Ranks) -> None:
        """What became of some of the trials."""
        self.standing[which], self.mounted[which] = part.standing, part.mounted
        self.casualties[which], self.worn[which] = part.casualties, part.worn
        if self.given is not None and part.given is not None:
            self.given[which] = part.given

    def whole(self, about_figures: Bools) -> Bools:
        """With a row for every trial."""
        return np.broadcast_to(about_figures, (self.trials, self.company.size))

    def take(self, cells: Ints) -> None:
        """Hits are given out: what each holds counts when more are."""
        given = count(cells, self.shape)
        self.given = given if self.given is None else self.given + given

    def wear(self, failures: Ints) -> Bools:
        """PPL-MUMAKIL-01: lives are lost, so many of each; which columns fall by it."""
        beasts = self.company.beasts
        self.worn = self.worn + failures[:, beasts]
        fallen = np.zeros((self.trials, self.company.size), dtype=np.bool_)
        fallen[:, beasts] = self.standing[:, beasts] & (self.worn >= self.company.lives)
        return fallen

    def close(self) -> None:
        """ART-03: the crews that are left close ranks."""
        if self.company.crews:
            self.standing = self.standing.copy()
            self.company.close_ranks(self.standing, self.given)

    def number_standing(self, among: Bools) -> Ints:
        found: Ints = self.whole(self.standing & among).sum(axis=1)
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


Lent = dict[LoanKey, Ints]


@dataclass(slots=True)
class Trials:
    """Fights under way, all at the same step."""

    stage: Stage
    random: Generator
    ranks: Mapping[FightingSide, Ranks]
    lent: Lent = field(default_factory=dict)

    @classmethod
    def of(cls, stage: Stage, number: int, random: Generator) -> Trials:
        casualties = stage.fight.casualties
        ranks = {side: Ranks.of(stage.companies[side], number, casualties[side]) for side in SIDES}
        return cls(stage, random, ranks)

    @property
    def number(self) -> int:
        return self.ranks["good"].trials

    def fight(self) -> None:
        """CMB-06..CMB-08: those who strike early, then the others with whoever is left."""
        tables = self.stage.tables
        early = {side: tables[side].strikes_early[self.ranks[side].rows] for side in SIDES}
        late = {side: ~tables[side].strikes_first[self.ranks[side].rows] for side in SIDES}
        if not any(early[side].any() for side in SIDES):
            beasts = any(self.ranks[side].company.beasts.size for side in SIDES)
            self._finish(tables, late, at_once=not beasts and all(map(is_simple, tables.values())))
            return
        self._exchange(tables, early, more_to_come=True)
        for side in SIDES:
            self._spend(side, tables[side], ~late[side])
            self.ranks[side].widen()
        for signature, which in self.alike():
            part = self.part(which)
            part._finish(self.stage.tables_by_sort(signature, self.states(which[0])), late)
            self.put(which, part)

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
        worn = [ranks.worn.astype(np.uint8) for ranks in self.ranks.values()]
        told = np.hstack([seen if with_the_fallen else seen[:, :sorts], *worn])
        group = groups(told)
        order = np.argsort(group, kind="stable")
        for which in np.split(order, np.flatnonzero(np.diff(group[order])) + 1):
            yield told[which[0]].tobytes(), which

    def part(self, which: Ints) -> Trials:
        return Trials(
            self.stage,
            self.random,
            {side: self.ranks[side].part(which) for side in SIDES},
            {key: number[which] for key, number in self.lent.items()},
        )

    def put(self, which: Ints, part: Trials) -> None:
        """What became of some of the trials."""
        for side in SIDES:
            self.ranks[side].put(which, part.ranks[side])
        for key, number in part.lent.items():
            self.lent.setdefault(key, np.zeros(self.number, dtype=np.int64))[which] = number

    def states(self, trial: int) -> States:
        """How a trial stands; it has a row of its own."""
        return {
            side: State(ranks.standing[trial], ranks.mounted[trial], ranks.worn[trial])
            for side, ranks in self.ranks.items()
        }

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
        trample(self)
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
            ranks.close()

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
            hits[side], targets[side] = self.allocate(tables[side], self.ranks[side], hits[side])
        for side in SIDES:
            more = more_to_come or self.ranks[side].company.beasts.size > 0
            self.suffer(side, tables[side], hits[side], targets[side], more_to_come=more)

    def suffer(
        self, side: FightingSide, table: Table, hits: Hits, target: Ints, *, more_to_come: bool
    ) -> None:
        """Hits given out are defended; AMB-092: they count when more are given out."""
        ranks = self.ranks[side]
        if more_to_come and self.stage.fight.house["AMB-092"] == "together":
            ranks.take(hits.trial * ranks.company.size + target)
        self._defend(table, ranks, hits, target)
        ranks.close()

    def strike_own(self, side: FightingSide, table: Table) -> None:
        """PPL-MUMAKIL-03: a die of hits that nobody struck, given out and defended after all others."""
        number = self.random.integers(1, SIDES_OF_A_DIE + 1, self.number)
        trial = np.repeat(np.arange(self.number), number)
        rank = np.arange(trial.size) - np.repeat(np.cumsum(number) - number, number)
        hits = Hits(trial, np.full(trial.size, table.bare), rank)
        hits, target = self.allocate(table, self.ranks[side], hits)
        self.suffer(side, table, hits, target, more_to_come=True)

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
        kind = table.kind[at(rows, trial, column)]
        return Hits(trial, kind, np.arange(trial.size) - np.repeat(np.cumsum(number) - number, number))

    def allocate(self, table: Table, ranks: Ranks, hits: Hits) -> tuple[Hits, Ints]:
        """ALC-01..ALC-03: along the queue, everyone once before anyone twice, with what they hold already."""
        queue = ranks.company.queue
        able = (ranks.standing & ~table.cannot_be_hit[ranks.rows])[:, queue]
        if len(able) == 1 and ranks.given is None:
            takers = queue[able[0]]
            if not takers.size:
                return hits.only(np.zeros(len(hits), dtype=np.bool_)), takers
            return hits, takers[hits.rank % takers.size]
        number = able.sum(axis=1)
        hits = hits.only(number[hits.trial] > 0)
        late_turns, behind = catching_up(able, None if ranks.given is None else ranks.given[:, queue])
        turn = hits.rank - behind[hits.trial]
        place = nth(able, hits.trial, turn % number[hits.trial])
        late = np.flatnonzero(turn < 0)
        if late.size:
            place[late] = nth(late_turns, hits.trial[late], hits.rank[late]) % queue.size
        return hits, queue[place]

    def _defend(self, table: Table, ranks: Ranks, hits: Hits, target: Ints) -> None:
        """DEF-01..DEF-06: a die for each hit; a rider's first failure costs the mount."""
        figure = at(ranks.rows, hits.trial, target)
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
        if ranks.company.beasts.size:
            is_beast = np.isin(target[failures], ranks.company.beasts)
            worn = failures[is_beast]
            worn_out = ranks.wear(count(hits.trial[worn] * ranks.company.size + target[worn], ranks.shape))
            ranks.casualties += worn_out.sum(axis=1)
            ranks.standing = ranks.standing & ~worn_out
            failures = failures[~is_beast]
        cell = hits.trial[failures] * ranks.company.size + target[failures]
        rides = table.rides[figure[failures]]
        lasting = ~(rides & is_first(cell, ranks.trials * ranks.company.size))
        fallen = mark(cell[lasting], ranks.shape)
        counted = mark(cell[lasting & table.counts[row[failures]]], ranks.shape)
        ranks.casualties += counted.sum(axis=1)
        ranks.standing = ranks.standing & ~fallen
        if rides.any():
            ranks.mounted = ranks.mounted & ~mark(cell[rides], ranks.shape)

    def _borrow(self, lenders: list[Lender], trial: Ints, row: Ints, ease: Ints) -> Bools:
        """Which dice are rolled again by loan: the easiest first, so many in each trial."""
        lent = np.zeros(trial.size, dtype=np.bool_)
        order = np.lexsort((ease, trial))
        for lender in lenders:
            used = self.lent.setdefault(lender.key, np.zeros(self.number, dtype=np.int64))
            able = order[lender.is_for[row[order]] & ~lent[order]]
            number = np.bincount(trial[able], minlength=self.number)
            rank = np.arange(able.size) - np.repeat(np.cumsum(number) - number, number)
            left = np.maximum(0, lender.number - used)
            lent[able[rank < left[trial[able]]]] = True
            used += np.minimum(left, number)
        return lent

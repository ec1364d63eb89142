"""A whole side strikes at another in many trials at once, where all of them start from the same lines.

Arrays have a row for each die, hit or figure and a column for each trial: sums along whole rows are quick.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from assistant.simulate.odds_company import Company
from assistant.simulate.odds_table import Bools, Ints, Table, draw

# Half the size of other whole numbers, as there is one for each hit and trial.
Numbers = NDArray[np.int32]


class Toll(NamedTuple):
    """What a volley did, with a row for each trial and a column for each figure."""

    fallen: Bools
    thrown: Bools


def is_simple(table: Table) -> bool:
    """Whether every die of a side decides for itself, and everyone who falls counts."""
    return not table.lenders and bool(table.counts.all())


def volley(random: Generator, trials: int, strikers: Table, targets: Table, company: Company) -> Toll:
    """CMB-10 to DEF-06: all dice of the strikers, given out along the queue of the company and defended."""
    takers = company.queue[~targets.cannot_be_hit[company.queue]]
    struck, kinds = _hits(random, trials, strikers)
    most = int(struck[-1].max()) if len(struck) and takers.size else 0
    failed = _failures(random, targets, takers[np.arange(most) % max(1, takers.size)], struck, kinds)
    hurt = np.zeros((takers.size, trials), dtype=np.bool_)
    fallen = np.zeros_like(hurt)
    on_foot = ~targets.rides[takers][:, None]
    for start in range(0, most, max(1, takers.size)):
        now = failed[start : start + takers.size]
        some = slice(len(now))
        fallen[some] |= now & (on_foot[some] | hurt[some])
        hurt[some] |= now
    return Toll(_of_all(company, takers, fallen), _of_all(company, takers, hurt & ~on_foot))


def _hits(random: Generator, trials: int, table: Table) -> tuple[Numbers, Ints]:
    """How many hits there are after each run of dice of one kind, and of what kind the runs are."""
    owner = np.repeat(np.arange(table.dice.size), table.dice)
    kind = table.kind[owner]
    starts = np.flatnonzero(np.diff(kind, prepend=-1))
    if not starts.size:
        return np.zeros((0, trials), dtype=np.int32), starts
    rolls = draw(random, (owner.size, trials))
    hit = rolls < table.attack[owner, :1]
    return np.add.reduceat(hit, starts, axis=0, dtype=np.int32).cumsum(axis=0, dtype=np.int32), kind[starts]


def _failures(random: Generator, table: Table, target: Ints, struck: Numbers, kinds: Ints) -> Bools:
    """Whether the defense against each hit fails: a row for the first hit of every trial, and so on."""
    rank = np.arange(target.size, dtype=np.int32)[:, None]
    rolls = draw(random, (target.size, struck.shape[1]))
    failed = np.zeros(rolls.shape, dtype=np.bool_)
    for before, kind in zip(struck[::-1], kinds[::-1], strict=True):
        saved = table.save[table.save_row(target, kind), :1]
        np.copyto(failed, rolls >= saved, where=rank < before)
    return failed


def _of_all(company: Company, takers: Ints, marked: Bools) -> Bools:
    """What is said of the takers, said of the whole company."""
    everyone = np.zeros((company.size, marked.shape[1]), dtype=np.bool_)
    everyone[takers] = marked
    return everyone.T

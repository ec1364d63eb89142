"""Arithmetic on arrays with a row for each trial, or one row for all of them."""

from __future__ import annotations

from math import log2

import numpy as np
from numpy.typing import NDArray

from assistant.simulate.odds_table import Bools, Ints

# Whether there is one, another besides me, or a third: effects ask for no greater numbers.
ENOUGH = 3
# Counts are the digits of one whole number, if they fit.
BITS_OF_A_NUMBER = 63

Shape = tuple[int, int]


def groups(seen: NDArray[np.uint8]) -> Ints:
    """A number for each row, the same for equal rows; columns that never differ need no comparing."""
    differing = np.ascontiguousarray(seen[:, (seen != seen[0]).any(axis=0)])
    base = int(differing.max(initial=ENOUGH)) + 1
    if differing.shape[1] * log2(base) < BITS_OF_A_NUMBER:
        return differing @ (np.int64(base) ** np.arange(differing.shape[1]))
    return np.unique(differing, axis=0, return_inverse=True)[1].reshape(-1)


def at(about_figures: Ints, trial: Ints, figure: Ints) -> Ints:
    """What is said of a figure in a trial, or in all of them."""
    return about_figures[0, figure] if len(about_figures) == 1 else about_figures[trial, figure]


def count(cells: Ints, shape: Shape) -> Ints:
    """How often each cell is named."""
    return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)


def mark(cells: Ints, shape: Shape) -> Bools:
    """Which cells are named."""
    marked = np.zeros(shape[0] * shape[1], dtype=np.bool_)
    marked[cells] = True
    return marked.reshape(shape)


def is_first(cells: Ints, size: int) -> Bools:
    """Whether a cell is named for the first time."""
    turn = np.arange(cells.size)
    first = np.zeros(size, dtype=np.int64)
    # Of several values for one cell the last stays: from the back, that is the first.
    first[cells[::-1]] = turn[::-1]
    is_first: Bools = first[cells] == turn
    return is_first


def nth(marked: Bools, trial: Ints, number: Ints) -> Ints:
    """The column of the nth mark in a trial's row."""
    marks = np.flatnonzero(marked)
    size = marked.reshape(len(marked), -1).sum(axis=1)
    start = np.cumsum(size) - size
    width = marked[0].size
    found: Ints = marks[start[trial] + number] - trial * width
    return found


def catching_up(able: Bools, given: Ints | None) -> tuple[Bools, Ints]:
    """The turns, level by level, of those who were given fewer hits than others, and how many they are."""
    if given is None:
        return able[:, :0], np.zeros(len(able), dtype=np.int64)
    most = np.where(able, given, 0).max(axis=1)
    levels = np.arange(most.max(initial=0))
    turns = able[:, None, :] & (given[:, None, :] <= levels[:, None]) & (levels < most[:, None])[:, :, None]
    flat = turns.reshape(len(able), -1)
    behind: Ints = flat.sum(axis=1)
    return flat, behind

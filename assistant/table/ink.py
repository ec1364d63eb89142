"""How much is drawn on a table, coarsely: names and measures look for where the map is quiet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from assistant.table.ground import Ground

GRAIN = 500
"""Mils: the side of one cell."""
THICKEN = 150
"""Thin streams and walls must not slip between two cells."""
WEIGHTS: Mapping[str, float] = {
    "road": 3, "path": 3, "river": 4, "stream": 3, "ford": 4, "bridge": 5, "passage": 4, "shallows": 4,
    "falls": 4, "wall": 6, "gate": 6, "tower": 6, "mountain": 1, "woods": 1, "marsh": 0.5, "hills": 0.5,
    "rocky": 0.5,
}  # fmt: skip
"""What a name over each kind would spoil; what is not listed is only a tint."""
SHORE = 4.0
OPEN = frozenset({"sea", "lake"})
"""Water on which a name may lie: only its shore is a line."""


class Ink:
    """The sum of all that is drawn in any upright box, told at once."""

    def __init__(self, ground: Ground) -> None:
        wide, high = (max(1, -(-side // GRAIN)) for side in (ground.sheet.width, ground.sheet.height))
        xs, ys = np.meshgrid((np.arange(wide) + 0.5) * GRAIN, (np.arange(high) + 0.5) * GRAIN)
        top = ground.highest(xs.ravel(), ys.ravel(), thicken=THICKEN).reshape(high, wide)
        weights = np.array([WEIGHTS.get(cover.kind, 0.0) for cover in ground.covers] + [0.0])
        wet = np.array([cover.kind in OPEN for cover in ground.covers] + [False])[top]
        drawn = weights[top]
        drawn[:, 1:][wet[:, 1:] != wet[:, :-1]] += SHORE
        drawn[1:, :][wet[1:, :] != wet[:-1, :]] += SHORE
        self._sums = np.zeros((high + 1, wide + 1))
        self._sums[1:, 1:] = drawn.cumsum(axis=0).cumsum(axis=1)

    def in_box(self, west: float, south: float, east: float, north: float) -> float:
        """What a box covers, on the average of its cells: 0 where the map is quiet."""
        high, wide = (size - 1 for size in self._sums.shape)
        left, right = (min(max(round(side / GRAIN), 0), wide) for side in (west, east))
        low, up = (min(max(round(side / GRAIN), 0), high) for side in (south, north))
        right, up = max(right, min(left + 1, wide)), max(up, min(low + 1, high))
        cells = max((right - left) * (up - low), 1)
        sums = self._sums
        return float(sums[up, right] - sums[low, right] - sums[up, left] + sums[low, left]) / cells


@lru_cache(maxsize=16)
def ink(ground: Ground) -> Ink:
    """What is drawn on a table, looked at once."""
    return Ink(ground)

"""AMB-028: many figures at once as arrays, and the exact answer to "is this pair within so much?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Any, Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from assistant.kernel.inches import Mil
from assistant.table.bases import GRAINS_PER_MIL, POINT, Standing

Measure = Literal["edge", "centre"]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Corners of a turned base lie on whole grains; what a square root loses is far less than this part of one.
SLACK = 1 / 100


@dataclass(frozen=True, slots=True)
class Bodies:
    """Figures by their number: where their centres stand and the circles inside and around their bases."""

    x: Ints
    y: Ints
    inner: Ints
    outer: Ints
    shapes: NDArray[Any]
    """The outlines of rectangular bases, in grains; nothing for round ones."""

    @classmethod
    def of(cls, figures: Sequence[Standing], measure: Measure = "edge") -> Bodies:
        bases = [figure.base if measure == "edge" else POINT for figure in figures]
        # By identity: most figures share a few bases, and thousands of comparisons would be felt.
        distinct = {id(base): base for base in bases}
        circles = {key: (base.inner, base.outer) for key, base in distinct.items()}
        shapes = np.full(len(figures), None, dtype=object)
        if not all(base.is_round for base in distinct.values()):
            for number, (figure, base) in enumerate(zip(figures, bases, strict=True)):
                if not base.is_round:
                    shapes[number] = shapely.Polygon(base.corners(figure.at, figure.facing))
        x, y = np.array([(figure.at.x, figure.at.y) for figure in figures], dtype=np.int64).T.copy()
        inner, outer = np.array([circles[id(base)] for base in bases], dtype=np.int64).T.copy()
        return cls(x * GRAINS_PER_MIL, y * GRAINS_PER_MIL, inner, outer, shapes)

    def within(self, reach: Mil, left: Ints, right: Ints) -> Bools:
        """Whether the bases of each pair are that near, the limit itself included."""
        limit = reach * GRAINS_PER_MIL
        apart = (self.x[left] - self.x[right]) ** 2 + (self.y[left] - self.y[right]) ** 2
        near: Bools = apart <= (limit + self.outer[left] + self.outer[right]) ** 2
        sure = apart <= (limit + self.inner[left] + self.inner[right]) ** 2
        for number in np.flatnonzero(near & ~sure):
            near[number] = self.gap(int(left[number]), int(right[number])) <= limit + SLACK
        return near

    def gap(self, left: int, right: int) -> float:
        """From edge to edge, in grains."""
        gap = shapely.distance(self._outline(left), self._outline(right))
        return float(gap) - sum(int(self.outer[one]) for one in (left, right) if self.shapes[one] is None)

    def _outline(self, one: int) -> Any:
        return self.shapes[one] if self.shapes[one] is not None else shapely.Point(self.x[one], self.y[one])


def least_gap(ones: Sequence[Standing], others: Sequence[Standing], measure: Measure = "edge") -> Mil | None:
    """The shortest way from any of these to any of those, rounded up; none if no table has both."""
    if not ones or not others:
        return None
    bodies = Bodies.of((*ones, *others), measure)
    pairs = product(enumerate(ones), enumerate(others, start=len(ones)))
    gaps = [bodies.gap(left, right) for (left, one), (right, other) in pairs if one.table == other.table]
    return Mil(max(0, ceil(min(gaps) / GRAINS_PER_MIL - SLACK))) if gaps else None

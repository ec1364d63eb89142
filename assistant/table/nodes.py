"""Figures gathered into nodes, so that thousands on one spot cost no more than one.

A node holds figures of one kind that stand on the same point, or, where a table is crowded, in the same small
square. Two nodes are within reach for sure, or for sure not, or their figures must be looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from assistant.kernel.inches import Mil
from assistant.table.bases import GRAINS_PER_MIL
from assistant.table.bodies import Bodies, Bools, Ints

CHUNK = 1 << 20
SQUARE_OF_ONE_INCH = 707 * GRAINS_PER_MIL
"""Any two points of such a square are within an inch of one another."""
CROWDED = 24
SMALL_SQUARE = 250 * GRAINS_PER_MIL


def numbered(*columns: Ints) -> Ints:
    """Rows that agree in every column get the same number, from 0 on."""
    number = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        low = column.min(initial=0)
        values = column - low
        span = int(values.max(initial=0)) + 1
        if span > (1 << 62) // (len(values) + 1):
            values = np.unique(values, return_inverse=True)[1]
            span = len(values)
        number = np.unique(number * span + values, return_inverse=True)[1].astype(np.int64)
    return number


@dataclass(frozen=True, slots=True)
class Nodes:
    """Figures by node: the box of their centres, their least and largest base, and who they are."""

    kind: Ints
    west: Ints
    east: Ints
    south: Ints
    north: Ints
    inner: Ints
    outer: Ints
    members: Ints
    """The figures of every node, one node after the other."""
    first: Ints
    count: Ints

    @classmethod
    def of(cls, bodies: Bodies, who: Ints, kind: Ints, square: int) -> Nodes:
        """Gather some figures; those of different kinds (one for each of `who`) stay apart."""
        x, y = bodies.x[who], bodies.y[who]
        node = numbered(x // square, y // square, kind)
        order = np.argsort(node, kind="stable")
        first = np.flatnonzero(np.diff(node[order], prepend=-1))
        sorted_x, sorted_y, members = x[order], y[order], who[order]
        return cls(
            kind[order][first],
            np.minimum.reduceat(sorted_x, first),
            np.maximum.reduceat(sorted_x, first),
            np.minimum.reduceat(sorted_y, first),
            np.maximum.reduceat(sorted_y, first),
            np.minimum.reduceat(bodies.inner[members], first),
            np.maximum.reduceat(bodies.outer[members], first),
            members,
            first,
            np.diff(first, append=len(who)),
        )

    @classmethod
    def thinned(cls, bodies: Bodies, who: Ints, kind: Ints, world: Ints) -> Nodes:
        """One node for each point; where too many points share a square inch, one for each small square."""
        nodes = cls.of(bodies, who, kind, 1)
        worlds = world[nodes.members[nodes.first]]
        square = numbered(nodes.west // SQUARE_OF_ONE_INCH, nodes.south // SQUARE_OF_ONE_INCH, worlds)
        if np.bincount(square).max(initial=0) <= CROWDED:
            return nodes
        return cls.of(bodies, who, kind, SMALL_SQUARE)

    @property
    def body(self) -> Ints:
        """The first figure of each node."""
        return self.members[self.first]

    def spread(self) -> Ints:
        """The node of each member, in the order of `members`."""
        return np.repeat(np.arange(len(self.first)), self.count)

    def pairs(self, left: Ints, right: Ints, other: Nodes) -> Iterator[tuple[Ints, Ints]]:
        """Every figure of one node with every figure of the other, for each pair of nodes, in portions."""
        sizes = self.count[left] * other.count[right]
        ends = np.cumsum(sizes)
        for low in range(0, int(ends[-1]) if len(ends) else 0, CHUNK):
            place = np.arange(low, min(low + CHUNK, int(ends[-1])))
            pair = np.searchsorted(ends, place, side="right")
            within = place - (ends - sizes)[pair]
            wide = other.count[right[pair]]
            yield (
                self.members[self.first[left[pair]] + within // wide],
                other.members[other.first[right[pair]] + within % wide],
            )


@dataclass(frozen=True, slots=True)
class Verdict:
    """Pairs of nodes that are within reach for sure, and pairs that need a closer look."""

    left: Ints
    right: Ints
    sure: Bools


def judge(nodes: Nodes, others: Nodes, reach: Mil, left: Ints, right: Ints) -> Verdict:
    """What boxes and circles say of pairs of nodes; those out of reach are dropped."""
    limit = reach * GRAINS_PER_MIL
    far, near = np.zeros(len(left), dtype=np.int64), np.zeros(len(left), dtype=np.int64)
    for low, high in (("west", "east"), ("south", "north")):
        ahead = getattr(others, high)[right] - getattr(nodes, low)[left]
        behind = getattr(nodes, high)[left] - getattr(others, low)[right]
        far += np.maximum(ahead, behind) ** 2
        near += np.maximum(np.maximum(-ahead, -behind), 0) ** 2
    sure = far <= (limit + nodes.inner[left] + others.inner[right]) ** 2
    maybe = near <= (limit + nodes.outer[left] + others.outer[right]) ** 2
    return Verdict(left[maybe], right[maybe], sure[maybe])


@dataclass(frozen=True, slots=True)
class Layout:
    """Worlds, such as tables or combats, laid side by side so far apart that they never meet."""

    shift: NDArray[np.float64]

    @classmethod
    def of(cls, bodies: Bodies, world: Ints, gap: float) -> Layout:
        """How far each figure is shifted east."""
        count = int(world.max(initial=0)) + 1
        west, east = np.full(count, np.inf), np.full(count, -np.inf)
        np.minimum.at(west, world, bodies.x)
        np.maximum.at(east, world, bodies.x)
        used = west <= east
        width = np.where(used, east - west, 0) + gap
        starts = np.cumsum(width) - width
        return cls((starts - np.where(used, west, 0))[world])


@dataclass(frozen=True, slots=True)
class Alike:
    """Nodes of about the same size, so that one large base does not widen every search."""

    which: Ints
    points: NDArray[np.object_]
    bound: float
    """How far a base may stretch from the centre of its node."""

    def near(self, others: Alike, reach: Mil) -> tuple[Ints, Ints]:
        """Pairs with nodes of another size that may be within reach; more than are, never fewer."""
        distance = reach * GRAINS_PER_MIL + self.bound + others.bound + 1
        tree = shapely.STRtree(others.points)
        left, right = tree.query(self.points, predicate="dwithin", distance=distance)
        return self.which[left], others.which[right]


def by_size(nodes: Nodes, reach: Mil, shift: NDArray[np.float64]) -> list[Alike]:
    """Nodes with their centres, each world shifted east; sizes double from class to class."""
    across = np.hypot(nodes.east - nodes.west, nodes.north - nodes.south) / 2
    bound = nodes.outer + across + 1
    size = np.ceil(np.log2(bound / (reach * GRAINS_PER_MIL))).clip(min=0)
    centres = np.stack((nodes.west + nodes.east, nodes.south + nodes.north), axis=1) / 2
    centres[:, 0] += shift[nodes.body]
    points = np.asarray(shapely.points(centres), dtype=np.object_)
    return [
        Alike(which, points[which], float(bound[which].max()))
        for one in np.unique(size)
        for which in (np.flatnonzero(size == one),)
    ]


def neighbours(nodes: Nodes, reach: Mil, shift: NDArray[np.float64]) -> Verdict:
    """Pairs of different nodes within reach, each once."""
    classes = by_size(nodes, reach, shift)
    found = [one.near(other, reach) for number, one in enumerate(classes) for other in classes[number:]]
    left, right = (np.concatenate(column) for column in zip(*found, strict=True))
    # Nodes of one size find each other from both ends, and each finds itself; those of two sizes do not.
    twice = (size := _size_of(nodes, classes))[left] == size[right]
    once = ~twice | (left < right)
    return judge(nodes, nodes, reach, left[once], right[once])


def _size_of(nodes: Nodes, classes: list[Alike]) -> Ints:
    size = np.zeros(len(nodes.first), dtype=np.int64)
    for number, alike in enumerate(classes):
        size[alike.which] = number
    return size


def reachable(nodes: Nodes, others: Nodes, reach: Mil, shift: NDArray[np.float64]) -> Verdict:
    """Pairs of a node and one of the others within reach."""
    found = [
        one.near(other, reach)
        for other in by_size(others, reach, shift)
        for one in by_size(nodes, reach, shift)
    ]
    left, right = (np.concatenate(column) for column in zip(*found, strict=True))
    return judge(nodes, others, reach, left, right)


def components(count: int, left: Ints, right: Ints) -> Ints:
    """What hangs together by pairs: everyone's label is the lowest number it is joined to."""
    label = np.arange(count)
    while True:
        low, high = label[left], label[right]
        apart = low != high
        if not apart.any():
            return label
        left, right = left[apart], right[apart]
        np.minimum.at(label, np.maximum(low, high)[apart], np.minimum(low, high)[apart])
        while not np.array_equal(further := label[label], label):
            label = further

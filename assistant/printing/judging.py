"""Sides with what stands on them, and how good they look: large type, full columns, little torn."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from assistant.printing.flow import Band, Setting
from assistant.printing.side import Plan
from assistant.printing.units import Unit

TORN, TORN_WIDE = 0.3, 1.0
"""What a section costs that begins on one side and ends on another; tables are mostly wide."""
TORN_WITHIN = 0.3
"""What it costs where it only goes on in the next column."""
CLOSE = 1.5
"""What it would cost to leave no air at all between lines."""
WASTE = 2.0
"""What a side would cost whose columns end at very different depths, in points of size."""
SHORT = 1.2
"""What a side would cost that is left empty but should be full."""
HOLLOW, SEEN = 6.0, 0.08
"""What a column of a chart's front would cost that is empty beside a full one, from where it is seen."""


class Mode(NamedTuple):
    """A way to pour: across pages or not, sections whole or not; and the points of size it may cost."""

    across: bool
    whole: bool
    cost: float


class Filled(NamedTuple):
    """A side with what was poured into it."""

    plan: Plan
    bands: list[Band]
    setting: Setting

    @property
    def left(self) -> float:
        """How much of the side is empty below its last band."""
        return self.plan.frame.h - (self.bands[-1].y + self.bands[-1].depth if self.bands else 0.0)

    @property
    def white(self) -> float:
        """What air widens on the side, at least: the gaps and padding in the fullest column of each band."""
        padding = 2 * self.setting.type.text_padding
        return sum(
            max(sum(atom.gap + padding * len(atom.units) for atom in column[1:]) for column in band.columns)
            for band in self.bands
        )


def score(sides: list[Filled], mode: Mode, number: int = 0) -> float:
    """How good sides are, in points of type size; all but the last should be full, or the number given."""
    waste = sum(band.waste / side.plan.frame.h for side in sides for band in side.bands)
    # One side half empty is uglier than two that lack a quarter.
    short = sum(part * (1 + part) for part in map(emptiness, sides[: number or -1]))
    torn = sum(
        TORN_WIDE if wide else TORN
        for one, other in pairwise(sides)
        for _, wide in sections_of(one) & sections_of(other)
    )
    fronts = sides[: number - 1] if number else ()
    hollow = sum(max(0.0, band.hollow / side.plan.frame.h - SEEN) for side in fronts for band in side.bands)
    within = sum(band.torn for side in sides for band in side.bands)
    cost = mode.cost + WASTE * waste + HOLLOW * hollow + SHORT * short + torn + TORN_WITHIN * within
    type_ = sides[0].setting.type
    return type_.size - CLOSE * max(0.0, 1 - type_.air) - cost


def emptiness(side: Filled) -> float:
    """How much of a side is left, as a part of it."""
    return side.left / side.plan.frame.h


def sections_of(side: Filled) -> set[tuple[int, bool]]:
    """The sections that stand on a side, in part at least, and whether they are wide."""
    return {(unit.section, unit.wide) for units in groups_of(side) for unit in units}


def groups_of(side: Filled) -> list[tuple[Unit, ...]]:
    """What stands on a side, as it was poured."""
    return [atom.units for band in side.bands for column in band.columns for atom in column]

"""Who stands within so many inches of whom, exactly; limits are inclusive."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assistant.kernel.inches import Mil
from assistant.table.bases import Standing
from assistant.table.bodies import Bodies, Measure


def near_to(one: Standing, others: Sequence[Standing], reach: Mil, measure: Measure) -> tuple[str, ...]:
    """Those of the others who stand that near, on the same table."""
    beside = [other for other in others if other.table == one.table and other.id != one.id]
    if not beside:
        return ()
    bodies, numbers = Bodies.of([one, *beside], measure), np.arange(1, len(beside) + 1)
    near = bodies.within(reach, np.zeros_like(numbers), numbers)
    return tuple(other.id for other, is_near in zip(beside, near, strict=True) if is_near)


def is_close(figures: Sequence[Standing], reach: Mil, measure: Measure) -> bool:
    """Whether each stands that near to each of the others."""
    if len({one.table for one in figures}) > 1:
        return False
    if len(figures) < 2:
        return True
    left, right = np.triu_indices(len(figures), 1)
    return bool(Bodies.of(figures, measure).within(reach, left, right).all())

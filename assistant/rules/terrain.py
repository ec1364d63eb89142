"""The terrain chart: what each kind of ground does to those who move over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.evidence import data

Passage = Literal["free", "by gates", "by paths", "at crossings", "characters only"]


@dataclass(frozen=True, slots=True)
class Ground:
    """One row of the terrain chart, in our words."""

    name: str
    difficult: bool
    passage: Passage
    text: str
    rule: str


CHART = (
    Ground(
        "Fortress walls",
        False,
        "by gates",
        "Closed but for the gates, and for an assault.",
        "TER-01",
    ),
    Ground("Hills", True, "free", "Difficult.", "TER-02"),
    Ground("Marsh", True, "free", "Difficult; some marshes have rules of their own.", "TER-03"),
    Ground("Caves, tunnels", True, "free", "Difficult, but not for miners and burrowers.", "TER-04"),
    Ground("Mountains", True, "by paths", "Closed but for marked paths and passes.", "TER-05"),
    Ground("Soft sand", True, "free", "Difficult, but not for camel riders.", "TER-06"),
    Ground(
        "Towers",
        False,
        "characters only",
        "Hold characters; an army where the place says so.",
        "TER-07",
    ),
    Ground("Rivers", False, "at crossings", "Closed but for bridges, fords and broad shallows.", "TER-08"),
    Ground("Roads", False, "free", 'Cancel difficult ground; 2" more for a whole move on it.', "TER-09"),
    Ground("Rocks", True, "free", "Difficult, and closed to chariots.", "TER-10"),
    Ground("Streams", False, "at crossings", "Crossing one takes a whole move.", "TER-11"),
    Ground("Woods", True, "free", "Difficult.", "TER-12"),
)


def terrain_chart() -> tuple[Ground, ...]:
    """Every row, in the rulebook's order."""
    for ground in CHART:
        data(ground.rule)
    return CHART

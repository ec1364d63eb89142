"""The state of a campaign: every figure, the house rules chosen, and how the game stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.book import ProfileId, Side
from assistant.rules.war import War

Condition = Literal["fit", "wounded", "captured", "paralyzed", "dispersed", "eliminated"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure on the table, or the memory of one."""

    id: FigureId
    side: Side
    profile: ProfileId
    mounted: bool
    condition: Condition = "fit"
    regrouping: bool = False


@dataclass(frozen=True, slots=True)
class World:
    """A fold of facts; only `apply` makes a new one."""

    figures: Mapping[FigureId, Figure] = field(default_factory=dict)
    house_rules: Mapping[str, str] = field(default_factory=dict)
    fights: int = 0
    war: War = field(default_factory=War)

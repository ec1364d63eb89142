"""What has happened, in the past tense; the stored `kind` never changes its meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.book import Side
from assistant.rules.war_facts import WarFact
from assistant.rules.world import Condition, Figure


@dataclass(frozen=True, slots=True)
class Enlisted:
    """Figures came into play."""

    figures: tuple[Figure, ...]
    kind: Literal["enlisted"] = "enlisted"


@dataclass(frozen=True, slots=True)
class Dismounted:
    """DEF-05: figures lost their mounts."""

    figures: tuple[FigureId, ...]
    kind: Literal["dismounted"] = "dismounted"


@dataclass(frozen=True, slots=True)
class Suffered:
    """Figures of one side met the same end in the same way."""

    figures: tuple[FigureId, ...]
    condition: Condition
    cause: str
    kind: Literal["suffered"] = "suffered"


@dataclass(frozen=True, slots=True)
class Mounted:
    """MNT-03..11: figures have mounts."""

    figures: tuple[FigureId, ...]
    kind: Literal["mounted"] = "mounted"


@dataclass(frozen=True, slots=True)
class Regrouped:
    """OUT-08: figures that regrouped are ready again."""

    figures: tuple[FigureId, ...]
    kind: Literal["regrouped"] = "regrouped"


@dataclass(frozen=True, slots=True)
class Recovered:
    """ABL-PARALYZE-2: figures are themselves again."""

    figures: tuple[FigureId, ...]
    kind: Literal["recovered"] = "recovered"


@dataclass(frozen=True, slots=True)
class FightEnded:
    """OUT-01..04: the score of a combat and who took part; no winner is a draw."""

    good_casualties: int
    good_leadership: int
    evil_casualties: int
    evil_leadership: int
    winner: Side | None
    fought: tuple[FigureId, ...] = ()
    kind: Literal["fight-ended"] = "fight-ended"


@dataclass(frozen=True, slots=True)
class WallsFell:
    """FOR-06: the holders of a fortress or tower lost it."""

    holder: Side
    into_tower: tuple[FigureId, ...]
    kind: Literal["walls-fell"] = "walls-fell"


@dataclass(frozen=True, slots=True)
class Retreated:
    """OUT-07, OUT-08: the beaten went back, a full move or as far as they could, and regroup."""

    figures: tuple[FigureId, ...]
    how: Literal["full-move", "blocked"]
    kind: Literal["retreated"] = "retreated"


@dataclass(frozen=True, slots=True)
class HouseRuleChosen:
    """The table settled on a reading."""

    rule: str
    reading: str
    kind: Literal["house-rule-chosen"] = "house-rule-chosen"


Fact = (
    Enlisted
    | Dismounted
    | Suffered
    | Recovered
    | FightEnded
    | WallsFell
    | Retreated
    | HouseRuleChosen
    | Mounted
    | Regrouped
    | WarFact
)

"""What has happened, in the past tense; the stored `kind` never changes its meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId, ProfileId, Side
from assistant.rules.war_facts import WarFact
from assistant.rules.world import Condition, Figure


@dataclass(frozen=True, slots=True)
class Enlisted:
    """Figures came into play."""

    figures: tuple[Figure, ...]
    kind: Literal["enlisted"] = "enlisted"


@dataclass(frozen=True, slots=True)
class Dismounted:
    """DEF-05, MNT-02: figures lost their mounts, in combat or by going where no mount can go."""

    figures: tuple[FigureId, ...]
    how: Literal["in-combat", "left-outside"] = "in-combat"
    kind: Literal["dismounted"] = "dismounted"


FROM_AMBUSH = "from ambush"
PARALYZED_AND_BEATEN = "lost while paralyzed"
ONLY_STRIKES = "only strikes"
"""Causes that the telling of a fight knows."""


@dataclass(frozen=True, slots=True)
class Suffered:
    """Figures of one side met the same end in the same way."""

    figures: tuple[FigureId, ...]
    condition: Condition
    cause: str
    kind: Literal["suffered"] = "suffered"


@dataclass(frozen=True, slots=True)
class Mounted:
    """MNT-03..11: figures have mounts; `again` those that they lost in combat."""

    figures: tuple[FigureId, ...]
    again: bool = False
    kind: Literal["mounted"] = "mounted"


@dataclass(frozen=True, slots=True)
class LivesLost:
    """ART-03, PPL-MUMAKIL-01: a weapon or beast lost crew, or a hull was hit; who stepped in goes first."""

    figure: FigureId
    number: int
    cause: str
    recruits: tuple[FigureId, ...] = ()
    """ART-04: of those lost, the ones who had stepped in."""
    kind: Literal["lives-lost"] = "lives-lost"


@dataclass(frozen=True, slots=True)
class CrewReplaced:
    """ART-04: infantry stepped in to serve a weapon."""

    weapon: FigureId
    figures: tuple[FigureId, ...]
    kind: Literal["crew-replaced"] = "crew-replaced"


@dataclass(frozen=True, slots=True)
class GateTried:
    """ART-19: a ram ran at a gate in vain; the next try is easier."""

    figure: FigureId
    kind: Literal["gate-tried"] = "gate-tried"


@dataclass(frozen=True, slots=True)
class WallsBroken:
    """ART-19, ART-22: a gate was smashed or a wall breached."""

    place: str | None
    what: str
    by: tuple[FigureId, ...]
    kind: Literal["walls-broken"] = "walls-broken"


@dataclass(frozen=True, slots=True)
class LeftTower:
    """TOW-04: figures came out of their tower."""

    figures: tuple[FigureId, ...]
    kind: Literal["left-tower"] = "left-tower"


@dataclass(frozen=True, slots=True)
class Recovered:
    """ABL-PARALYZE-2: figures are themselves again."""

    figures: tuple[FigureId, ...]
    kind: Literal["recovered"] = "recovered"


@dataclass(frozen=True, slots=True)
class Duelled:
    """MAG-01..04: wizards tried each other's strength; the loser neither strikes nor leads in this fight."""

    own: FigureId
    enemy: FigureId
    loser: FigureId | None
    kind: Literal["duelled"] = "duelled"


@dataclass(frozen=True, slots=True)
class FightEnded:
    """OUT-01..04: the score of a combat and who took part; no winner is a draw.

    Of a fight that was reported after it was fought at the table, the leadership is not known.
    """

    good_casualties: int
    good_leadership: int
    evil_casualties: int
    evil_leadership: int
    winner: Side | None
    fought: tuple[FigureId, ...] = ()
    turn: int | None = None
    reported: bool = False
    attacker: Side | None = None
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
class Called:
    """PPL-EAGLES-01, PPL-DEADARMY-01: a power that comes once in the game was called."""

    by: FigureId
    what: ProfileId
    figures: tuple[FigureId, ...]
    kind: Literal["called"] = "called"


@dataclass(frozen=True, slots=True)
class Stayed:
    """ABL-PARALYZE-2, ABL-VENERABLE: figures that may not move in the turn after this fight."""

    figures: tuple[FigureId, ...]
    cause: str
    kind: Literal["stayed"] = "stayed"


@dataclass(frozen=True, slots=True)
class Readied:
    """OUT-08: the turn of regrouping or resting is over."""

    figures: tuple[FigureId, ...]
    kind: Literal["readied"] = "readied"


@dataclass(frozen=True, slots=True)
class Turned:
    """HUN-03: figures are on another side now, or nobody's, or came to their senses."""

    figures: tuple[FigureId, ...]
    side: Side
    kind: Literal["turned"] = "turned"


@dataclass(frozen=True, slots=True)
class Carried:
    """ABL-HERO-3, AMB-059: the wounded or captives are carried, at this speed; by nobody when set down."""

    figures: tuple[FigureId, ...]
    by: tuple[FigureId, ...]
    speed: Literal["full", "half"]
    kind: Literal["carried"] = "carried"


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """ABL-HERO-5: nobody carried the wounded; the enemy may slay or capture them."""

    figures: tuple[FigureId, ...]
    kind: Literal["left-behind"] = "left-behind"


@dataclass(frozen=True, slots=True)
class Mending:
    """HEA-02: wounded while they defended a place of healing; they recover there in a full turn."""

    figures: tuple[FigureId, ...]
    place: PlaceId
    kind: Literal["mending"] = "mending"


@dataclass(frozen=True, slots=True)
class Correction:
    """How a figure stands by the game master's word; what is not said stays as it is."""

    figure: FigureId
    condition: Condition | None = None
    mounted: bool | None = None
    regrouping: bool | None = None

    def __str__(self) -> str:
        said: list[str] = [self.condition] if self.condition else []
        said += [] if self.mounted is None else ["mounted" if self.mounted else "on foot"]
        said += [] if self.regrouping is None else ["regrouping" if self.regrouping else "ready to move"]
        return f"is {' and '.join(said)}"


@dataclass(frozen=True, slots=True)
class Overruled:
    """The game master decided otherwise and said why; a ruling on a deed concerns everyone in it."""

    reason: str
    figures: tuple[Correction, ...]
    deed: int | None = None
    winner: Literal["good", "evil", "draw"] | None = None
    concerns: tuple[FigureId, ...] = ()
    kind: Literal["overruled"] = "overruled"


@dataclass(frozen=True, slots=True)
class HouseRuleChosen:
    """The table settled on a reading."""

    rule: str
    reading: str
    too_late: bool = False
    """At a turn's start: arrivals of this turn came by the former reading already, and the others do too."""
    kind: Literal["house-rule-chosen"] = "house-rule-chosen"


Fact = (
    Enlisted
    | Dismounted
    | Suffered
    | LivesLost
    | CrewReplaced
    | GateTried
    | WallsBroken
    | LeftTower
    | Recovered
    | Called
    | Stayed
    | Readied
    | Turned
    | Carried
    | LeftBehind
    | Mending
    | Duelled
    | FightEnded
    | WallsFell
    | Retreated
    | Overruled
    | HouseRuleChosen
    | Mounted
    | WarFact
)

"""What hooks answer: numbers and powers, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from assistant.kernel.ids import FigureId, RuleId
from assistant.rules.world import Condition

if TYPE_CHECKING:
    from assistant.rules.book import ProfileId
    from assistant.rules.combat.scene import Combatant

Again = Literal["missed", "failed", "ones", "nothing"]
Scope = Literal["fight", "force", "near"]
LoanKey = tuple[str, str]
AGAIN: dict[Again, str] = {"missed": "misses", "failed": "failures", "ones": "ones"}


@dataclass(frozen=True, slots=True)
class Modifier:
    """A number with its reason: positive is better for whom it is about."""

    amount: int
    source: str
    rule: RuleId

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.source} ({self.rule})"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something holds, without a number of its own; `also` are other rules it rests on."""

    source: str
    rule: RuleId
    also: tuple[RuleId, ...] = ()

    def __str__(self) -> str:
        return f"{self.source} ({', '.join((*self.also, self.rule))})"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Which dice are rolled again and why; "nothing" says why a re-roll one might expect does not happen."""

    which: Again
    why: Reason

    def __str__(self) -> str:
        return str(self.why) if self.which == "nothing" else f"{AGAIN[self.which]} rolled again: {self.why}"


@dataclass(frozen=True, slots=True)
class Loan:
    """Dice of one force that may be rolled again: so many, of one race or of all."""

    which: Literal["missed", "failed"]
    number: int
    race: str | None
    force: str
    why: Reason
    in_defeat: bool = False
    """Whether they are rolled again only once the fight is known to be lost."""

    @property
    def key(self) -> LoanKey:
        """To which force it is made, and why."""
        return self.force, str(self.why)

    def is_for(self, one: Combatant) -> bool:
        return one.force == self.force and self.race in (None, one.profile.race)


@dataclass(frozen=True, slots=True)
class Fate:
    """What failing a defense means, and why."""

    condition: Condition
    why: Reason | None = None


@dataclass(frozen=True, slots=True)
class Lives:
    """How often a figure may fail before it is gone; `apart`, each of these is hit and counted by itself."""

    left: int
    what: str
    apart: bool
    why: Reason
    several: str = "crew"


@dataclass(frozen=True, slots=True)
class Ramming:
    """What a ram can do at a gate: help so many strike, or smash it on so many dice together."""

    figures: int
    target: int
    dice: int
    easier: int
    crew: str
    why: Reason


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge that breaks a gate or a weak wall on this or more, and whether anyone may light it."""

    target: int
    lit_by_anyone: bool
    why: Reason


@dataclass(frozen=True, slots=True)
class Brood:
    """Newcomers after a round of combat: a die of so many sides, and never more in play than this."""

    profile: str
    sides: int
    most: int
    why: Reason


@dataclass(frozen=True, slots=True)
class Spent:
    """A figure that gives itself up by striking, and whether the enemy may count it."""

    counts: bool
    why: Reason
    condition: Condition = "eliminated"


@dataclass(frozen=True, slots=True)
class Aim:
    """Its owner says who takes its hits: the first of them, or every one."""

    every_hit: bool
    why: Reason


@dataclass(frozen=True, slots=True)
class Call:
    """Figures that come to a fight when they are called, once in the game."""

    profile: ProfileId
    number: int
    why: Reason


@dataclass(frozen=True, slots=True)
class Revenge:
    """A beaten figure that turns on another of its side: slain on this face or higher."""

    victim: FigureId
    need: int
    why: Reason

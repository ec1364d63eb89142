"""The state of a campaign: every figure, the house rules chosen, and how the game stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId, ProfileId, Side
from assistant.rules.war import War

Condition = Literal["fit", "wounded", "captured", "paralyzed", "dispersed", "serving", "eliminated"]
OFF_TABLE: tuple[Condition, ...] = ("eliminated", "dispersed", "captured")
ON_THEIR_FEET: tuple[Condition, ...] = ("fit", "wounded")


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure on the table, or the memory of one."""

    id: FigureId
    side: Side
    profile: ProfileId
    mounted: bool
    condition: Condition = "fit"
    regrouping: bool = False
    stays: bool = False
    left_behind: bool = False
    hurt: bool = False
    """ABL-HERO: whether it was wounded when it was taken captive, which nobody has healed since."""
    mending_at: PlaceId | None = None
    fought_in: int | None = None
    fought_after: Side | None = None
    """AMB-024: whose movement brought about the fight it was last in, if that was said."""
    lives_lost: int = 0
    """Crew killed, or wounds a hull has taken."""
    recruits: tuple[FigureId, ...] = ()
    """ART-04: infantry who have stepped in to serve this weapon."""
    tries: int = 0
    """ART-19: how often it has run at a gate in vain."""
    in_tower: bool = False
    unhorsed: bool = False
    """MNT-10: whether it lost its mount in combat and has none since."""
    unhorsed_in: int = 0
    """The turn in which it last lost a mount, wherever that was."""
    remounted_in: int = 0
    """MNT-11: the turn in which it last got a lost mount back."""
    people: str = ""
    """The people it came with, where its profile serves several."""


@dataclass(frozen=True, slots=True)
class World:
    """A fold of facts; only `apply` makes a new one."""

    figures: Mapping[FigureId, Figure] = field(default_factory=dict)
    house_rules: Mapping[str, str] = field(default_factory=dict)
    fights: int = 0
    called: tuple[ProfileId, ...] = ()
    breached: tuple[str, ...] = ()
    """Places whose gate or wall is broken."""
    war: War = field(default_factory=War)

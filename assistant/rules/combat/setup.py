"""A fight as it is declared: who takes part, where, and what each side has decided beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId, ProfileId, Side, Terrain

Position = Literal["field", "walls", "tower"]
FightingSide = Literal["good", "evil"]
SIDES: tuple[FightingSide, ...] = ("good", "evil")


def other(side: FightingSide) -> FightingSide:
    """The side across the table."""
    return "evil" if side == "good" else "good"


@dataclass(frozen=True, slots=True)
class Site:
    """Where a fight happens; `fortress` names the side that holds the walls."""

    terrain: Terrain = "clear"
    place: PlaceId | None = None
    holder: Side | None = None
    fortress: FightingSide | None = None
    tower: bool = False
    at: Position = "field"
    darkness: bool = False
    resumed: bool = False
    water: bool = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """CMB-02: a figure in reach of the enemy, and the ground it stands on."""

    figure: FigureId
    profile: ProfileId
    mounted: bool
    terrain: Terrain
    bears: tuple[str, ...] = ()
    near: tuple[FigureId, ...] = ()


@dataclass(frozen=True, slots=True)
class Boost:
    """MAG-05: wizardry points spent on one's own dice, attack and defense."""

    dice: int = 0
    attack: int = 0
    defense: int = 0

    @property
    def points(self) -> int:
        return self.dice + self.attack + self.defense


@dataclass(frozen=True, slots=True)
class SideSetup:
    """One side's figures in listed order, and what it decides before the dice."""

    figures: tuple[Entrant, ...]
    allocation: tuple[FigureId, ...] = ()
    extra_losses: tuple[FigureId, ...] = ()
    wizardry: Mapping[FigureId, Boost] = field(default_factory=dict)
    duels: tuple[tuple[FigureId, FigureId], ...] = ()


@dataclass(frozen=True, slots=True)
class FightSetup:
    """All that a fight starts from; dice are not part of it."""

    good: SideSetup
    evil: SideSetup
    site: Site = Site()
    house_rules: Mapping[str, str] = field(default_factory=dict)

    def side(self, side: FightingSide) -> SideSetup:
        return self.good if side == "good" else self.evil

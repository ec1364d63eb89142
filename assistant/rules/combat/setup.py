"""A fight as it is declared: who takes part, where, and what each side has decided beforehand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId, ProfileId, Side, Terrain

Position = Literal["field", "walls", "tower"]
FightingSide = Literal["good", "evil"]
Use = Literal["rerolls", "gate", "fight", "wait", "weak-wall", "hold"]
SIDES: tuple[FightingSide, ...] = ("good", "evil")


def other(side: FightingSide) -> FightingSide:
    """The side across the table."""
    return "evil" if side == "good" else "good"


@dataclass(frozen=True, slots=True)
class Site:
    """Where a fight happens; `fortress` names who holds the walls, `attacker` who moved into contact."""

    terrain: Terrain = "clear"
    place: PlaceId | None = None
    holder: Side | None = None
    fortress: FightingSide | None = None
    tower: bool = False
    at: Position = "field"
    darkness: bool = False
    resumed: bool = False
    water: bool = False
    breached: bool = False
    weak_wall: bool = False
    attacker: FightingSide | None = None


@dataclass(frozen=True, slots=True)
class ByHand:
    """What the game master adds to a figure's numbers by the table's word, and why."""

    why: str
    dice: int = 0
    attack: int = 0
    defense: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """CMB-02: a figure in reach of the enemy, and the ground it stands on."""

    figure: FigureId
    profile: ProfileId
    mounted: bool
    terrain: Terrain
    bears: tuple[str, ...] = ()
    near: tuple[FigureId, ...] = ()
    cover: bool = False
    force: str = ""
    is_told: bool = field(default=False, compare=False)
    """Whether somebody said how it comes; else its profile did, and the table knows better."""
    people: str = ""
    """The people it belongs to here, where its profile serves several."""
    ensnared: bool = False
    """ITM-PALANTIR-03: whether its commander was ensnared again in the turn before."""
    by_hand: ByHand | None = None
    body: str = ""
    """FRC-01: the force it is one with, where forces of several names stand within an inch of each other."""


@dataclass(frozen=True, slots=True)
class Service:
    """ART-02, ART-04, ART-18: who serves a weapon, who steps in, and what it is used for; None: not said."""

    crew: int | None = None
    recruits: tuple[FigureId, ...] = ()
    use: Use | None = None
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Boost:
    """MAG-05: wizardry points spent on one's own dice, attack and defense."""

    dice: int = 0
    attack: int = 0
    defense: int = 0

    @property
    def points(self) -> int:
        return self.dice + self.attack + self.defense

    def __str__(self) -> str:
        spent = {"dice": self.dice, "attack": self.attack, "defense": self.defense}
        return ", ".join(f"{points} on {what}" for what, points in spent.items() if points)


@dataclass(frozen=True, slots=True)
class SideSetup:
    """One side's figures in listed order, and what it decides before the dice; `hides` None: not yet."""

    figures: tuple[Entrant, ...]
    allocation: tuple[FigureId, ...] = ()
    extra_losses: tuple[FigureId, ...] = ()
    wizardry: Mapping[FigureId, Boost] = field(default_factory=dict)
    duels: tuple[tuple[FigureId, FigureId], ...] = ()
    engines: Mapping[FigureId, Service] = field(default_factory=dict)
    reserve: tuple[Entrant, ...] = ()
    hides: bool | None = None
    is_asked: bool = False
    """CMB-04: whether it is asked if it hides also where nobody has said who attacks."""
    victims: tuple[FigureId, ...] = ()
    """ABL-ASSASSIN: enemies whom those who may choose strike at, the first who still stands."""
    captures: tuple[FigureId, ...] | None = None
    """AMB-058: of the beaten who may be taken alive, those whom this side carries off; None: not said."""
    inside: tuple[Entrant, ...] = ()
    """FOR-06: behind the same walls, and without part in the fight, as the wounded are."""
    perhaps_inside: tuple[Entrant, ...] = ()
    """Forces of the side at the place that met nobody: the table says where, if the walls fall."""
    outside: tuple[FigureId, ...] = ()
    """Those of the fight who are known to be outside the walls their side holds."""

    @property
    def everyone(self) -> tuple[Entrant, ...]:
        """CMB-02: those in reach, and those of their forces who are not and only stand by."""
        return self.figures + self.reserve

    @property
    def concerned(self) -> tuple[Entrant, ...]:
        """Everyone to whom the fight may do something."""
        return self.everyone + self.inside + self.perhaps_inside


@dataclass(frozen=True, slots=True)
class FightSetup:
    """All that a fight starts from; dice are not part of it."""

    good: SideSetup
    evil: SideSetup
    site: Site = Site()
    house_rules: Mapping[str, str] = field(default_factory=dict)
    turn: int | None = None

    def side(self, side: FightingSide) -> SideSetup:
        return self.good if side == "good" else self.evil

    def with_side(self, side: FightingSide, orders: SideSetup) -> FightSetup:
        """The same fight with other orders for a side."""
        return replace(self, good=orders) if side == "good" else replace(self, evil=orders)

    def on_ground(self, terrain: Terrain) -> FightSetup:
        """The same fight with everyone on such ground."""

        def moved(side: SideSetup) -> SideSetup:
            return replace(side, figures=tuple(replace(one, terrain=terrain) for one in side.figures))

        site = replace(self.site, terrain=terrain)
        return replace(self, site=site, good=moved(self.good), evil=moved(self.evil))

    def with_entrants(self, names: Collection[FigureId], **changes: Any) -> FightSetup:
        """The same fight with some figures told of otherwise."""

        def told(side: SideSetup) -> SideSetup:
            figures = (replace(one, **changes) if one.figure in names else one for one in side.figures)
            return replace(side, figures=tuple(figures))

        return replace(self, good=told(self.good), evil=told(self.evil))

    def together(self, side: FightingSide) -> FightSetup:
        """FRC-01: the same fight with all forces of a side within an inch of each other, as one."""
        orders = self.side(side)
        first = next((one.force for one in orders.figures), "")
        figures, reserve = (
            tuple(replace(one, body=first) for one in some) for some in (orders.figures, orders.reserve)
        )
        return self.with_side(side, replace(orders, figures=figures, reserve=reserve))

    def hiding(self, side: FightingSide | None) -> FightSetup:
        """CMB-04: the same fight with a side in hiding, if any is named."""
        return self if side is None else self.with_side(side, replace(self.side(side), hides=True))

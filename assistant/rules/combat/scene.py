"""A fight as the effects see it: who stands where, on what, against whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assistant.kernel.ids import FigureId
from assistant.rules.book import Line, Place, Profile, ProfileId, Terrain
from assistant.rules.circumstances import Because
from assistant.rules.combat.setup import Boost, ByHand, FightingSide, Site, other
from assistant.rules.house import HouseRules

if TYPE_CHECKING:
    from assistant.rules.effects.hooks import Effect


@dataclass(frozen=True, slots=True)
class Combatant:
    """A figure in this fight; `mounted` is how it fights, which walls may change."""

    id: FigureId
    side: FightingSide
    profile: Profile
    mounted: bool
    terrain: Terrain
    boost: Boost
    neutralised: bool = False
    near: tuple[FigureId, ...] = ()
    circumstances: Because = ()
    bears: tuple[str, ...] = ()
    cover: bool = False
    lives_lost: int = 0
    recruits: int = 0
    ensnared: bool = False
    force: str = ""
    on_difficult: bool = False
    by_hand: ByHand | None = None

    @property
    def crew_left(self) -> int:
        """ART-02: who serves it now; nobody, if it has no crew to begin with."""
        return self.profile.crew.size - self.lives_lost + self.recruits if self.profile.crew else 0

    @property
    def has_full_crew(self) -> bool:
        """ART-12, ART-17: whether nobody of its crew is missing."""
        return self.profile.crew is None or self.crew_left >= self.profile.crew.size

    @property
    def line(self) -> Line:
        """DEF-05: the line it fights by as it stands here."""
        return self.profile.line_when(self.mounted)

    def is_of(self, people_or_race: str) -> bool:
        """Whether the figure belongs to a people or race."""
        return people_or_race in (self.profile.people, self.profile.race)


@dataclass(frozen=True, slots=True)
class Host:
    """One side's combatants and what effects ask about them as a whole, counted once."""

    combatants: tuple[Combatant, ...]
    has_mounted: bool
    """Whether its forces include anyone mounted, in reach of the enemy or not."""

    @classmethod
    def of(cls, combatants: Iterable[Combatant], behind: Iterable[Combatant] = ()) -> Host:
        members = tuple(combatants)
        return cls(
            members,
            has_mounted=any(one.mounted for one in (*members, *behind)),
        )


@dataclass(frozen=True, slots=True)
class Scene:
    """One exchange of blows, before the dice."""

    site: Site
    place: Place | None
    house: HouseRules
    hosts: Mapping[FightingSide, Host]
    magic_bearers: frozenset[FightingSide]
    auras: tuple[tuple[Combatant, Effect], ...] = ()
    helped: Mapping[FigureId, tuple[FigureId, ...]] = field(default_factory=dict)
    """Whom the owner of an engine has chosen to help with it."""
    stormed: frozenset[FigureId] = frozenset()
    """Defenders whom the enemy has chosen to keep from doubling their dice."""
    slain: frozenset[ProfileId] = frozenset()
    """Characters who had been slain before this fight."""
    standing_by: Mapping[FightingSide, tuple[Combatant, ...]] = field(default_factory=dict)
    """CMB-02: those of each side's forces who have no enemy in reach."""
    outside: frozenset[FigureId] = frozenset()
    """Holders of the walls who are known to stand outside them."""

    def friends(self, me: Combatant) -> Host:
        return self.hosts[me.side]

    def foes(self, me: Combatant) -> Host:
        return self.hosts[other(me.side)]

    def force_of(self, me: Combatant) -> tuple[Combatant, ...]:
        """FRC-01: all of my force, also those without an enemy in reach; a side has one unless it says so."""
        return tuple(one for one in self.everyone(me.side) if one.force == me.force)

    def everyone(self, side: FightingSide) -> tuple[Combatant, ...]:
        """CMB-02: those of a side who fight, and then those who stand by."""
        return (*self.hosts[side].combatants, *self.standing_by.get(side, ()))

    def fights(self, me: Combatant) -> bool:
        """CMB-02: whether I have an enemy in reach, and do not only stand by."""
        return any(one.id == me.id for one in self.hosts[me.side].combatants)

    def faces_magic_weapon(self, me: Combatant) -> bool:
        """CON-067: a character with a magic weapon is in the fight against me, still standing or not."""
        return other(me.side) in self.magic_bearers

    def is_behind_walls(self, side: FightingSide) -> bool:
        """FOR-03, TOW-05: the holders of a fortress or tower that is being assaulted."""
        return self.site.fortress == side and self.site.at != "field"

    def is_walled(self, me: Combatant) -> bool:
        """FOR-03: whether I stand inside the walls that are assaulted, and not in the field before them."""
        return self.is_behind_walls(me.side) and me.id not in self.outside

"""One fight as it runs: its declared setup, who still stands, and what has befallen everyone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import get_args

from assistant.kernel.ids import FigureId, Seat
from assistant.kernel.procedure import Desk
from assistant.rules.book import Book, Profile
from assistant.rules.circumstances import Circumstances, profile_in
from assistant.rules.combat.muster import assemble
from assistant.rules.combat.scene import Combatant, Host, Scene
from assistant.rules.combat.setup import SIDES, Boost, Entrant, FightingSide, FightSetup, SideSetup, other
from assistant.rules.facts import Fact
from assistant.rules.house import HouseRules, profile_under
from assistant.rules.world import Condition, World

RulesDesk = Desk[World, Fact]

FIT: tuple[Condition, ...] = ("fit",)
PARALYZED: tuple[Condition, ...] = ("paralyzed",)
WOUNDED: tuple[Condition, ...] = ("wounded",)


@dataclass(slots=True)
class Fight:
    """The working notes of one run; everything here follows from the setup and the answers."""

    book: Book
    setup: FightSetup
    house: HouseRules
    hits_taken: dict[FigureId, int] = field(default_factory=dict)
    has_struck: set[FigureId] = field(default_factory=set)
    neutralised: set[FigureId] = field(default_factory=set)
    casualties: dict[FightingSide, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    lent: dict[str, int] = field(default_factory=dict)

    def seat(self, side: FightingSide) -> Seat:
        """Who answers for a side."""
        return Seat(side)

    def orders(self, side: FightingSide) -> SideSetup:
        return self.setup.side(side)

    def profile_of(self, entrant: Entrant, side: FightingSide) -> tuple[Profile, tuple[str, ...]]:
        """A figure's numbers by the house rules and as things stand here, and why they differ from print."""
        profile = profile_under(self.house, self.book.profiles[entrant.profile])
        if not profile.alternatives:
            return profile, ()
        enemies = (self.book.profiles[foe.profile] for foe in self.orders(other(side)).figures)
        foes = {name for foe in enemies for name in (foe.people, foe.race)}
        return profile_in(Circumstances(entrant.bears, self.setup.site.place, foes), profile)

    def combatants(
        self, desk: RulesDesk, side: FightingSide, conditions: Collection[Condition] = FIT
    ) -> tuple[Combatant, ...]:
        """Those of a side who still stand, in listed order, as they are now."""
        orders = self.orders(side)
        return tuple(
            Combatant(
                id=entrant.figure,
                side=side,
                profile=(found := self.profile_of(entrant, side))[0],
                circumstances=found[1],
                near=entrant.near,
                mounted=desk.world.figures[entrant.figure].mounted,
                terrain=entrant.terrain,
                boost=orders.wizardry.get(entrant.figure, Boost()),
                neutralised=entrant.figure in self.neutralised,
            )
            for entrant in orders.figures
            if desk.world.figures[entrant.figure].condition in conditions
        )

    def _magic_bearers(self) -> frozenset[FightingSide]:
        return frozenset(
            side
            for side in SIDES
            for entrant in self.orders(side).figures
            if (profile := self.profile_of(entrant, side)[0]).magic_weapon and profile.is_character
        )

    def scene(self, desk: RulesDesk, conditions: Collection[Condition] = FIT) -> Scene:
        """The fight as it stands."""
        site = self.setup.site
        place = self.book.places[site.place] if site.place else None
        bare = Scene(site, place, self.house, {side: Host.of(()) for side in SIDES}, self._magic_bearers())
        return assemble(bare, {side: self.combatants(desk, side, conditions) for side in SIDES})

    def lineup(self, desk: RulesDesk) -> Scene:
        """Everyone who came to the fight, still standing or not."""
        return self.scene(desk, get_args(Condition))

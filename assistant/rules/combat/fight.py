"""One fight as it runs: its declared setup, who still stands, and what has befallen everyone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from assistant.kernel.ids import FigureId, Seat
from assistant.kernel.procedure import Desk
from assistant.rules.book import Book, Profile, ProfileId
from assistant.rules.circumstances import Because, Circumstances, profile_in
from assistant.rules.combat.muster import assemble
from assistant.rules.combat.scene import Combatant, Host, Scene
from assistant.rules.combat.setup import SIDES, Boost, Entrant, FightingSide, FightSetup, SideSetup, other
from assistant.rules.core.fact import Fact
from assistant.rules.effects.hooks import LoanKey
from assistant.rules.effects.registry import brought_by
from assistant.rules.house import HouseRules, place_under, profile_under
from assistant.rules.world import Condition, Figure, World

RulesDesk = Desk[World, Fact]
Numbered = tuple[Profile, Because]

FIT: tuple[Condition, ...] = ("fit",)
PARALYZED: tuple[Condition, ...] = ("paralyzed",)
WOUNDED: tuple[Condition, ...] = ("wounded",)
SERVING: tuple[Condition, ...] = ("serving",)
GONE: tuple[Condition, ...] = ("eliminated", "dispersed")


@dataclass(frozen=True, slots=True)
class FailedSave:
    """A defense die that failed by itself, and might be rolled again once all is lost (AMB-038)."""

    figure: FigureId
    need: int
    mounted: bool


@dataclass(slots=True)
class Fight:
    """The working notes of one run; everything here follows from the setup and the answers."""

    book: Book
    setup: FightSetup
    house: HouseRules
    hits_taken: dict[FigureId, int] = field(default_factory=dict)
    has_struck: set[FigureId] = field(default_factory=set)
    neutralised: set[FigureId] = field(default_factory=set)
    driven_off: set[FigureId] = field(default_factory=set)
    casualties: dict[FightingSide, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    lent: dict[LoanKey, int] = field(default_factory=dict)
    boosts: dict[FigureId, Boost] = field(default_factory=dict)
    failed: dict[FightingSide, list[FailedSave]] = field(default_factory=lambda: {one: [] for one in SIDES})
    helped: dict[FigureId, tuple[FigureId, ...]] = field(default_factory=dict)
    stormed: frozenset[FigureId] = frozenset()
    stampeded: set[FigureId] = field(default_factory=set)
    hidden: Mapping[FigureId, frozenset[FigureId]] = field(default_factory=dict)
    """Those of whom some enemies see nothing, with these: hits of theirs cannot fall on them."""
    in_ambush: bool = False
    """Whether the exchange under way is the one of those who strike first."""
    numbers: dict[tuple[FightingSide, Entrant], Numbered] = field(default_factory=dict)
    numbered_in: FightSetup | None = None
    scenes: dict[object, Scene] = field(default_factory=dict, init=False)
    seen: tuple[World, FightSetup] | None = field(default=None, init=False)

    def seat(self, side: FightingSide) -> Seat:
        """Who answers for a side."""
        return Seat(side)

    def orders(self, side: FightingSide) -> SideSetup:
        return self.setup.side(side)

    def present(self, side: FightingSide) -> tuple[Entrant, ...]:
        """Those of a side who came to blows, whatever became of them then."""
        return tuple(one for one in self.orders(side).figures if one.figure not in self.driven_off)

    def is_hidden(self, figure: FigureId, enemy: FigureId) -> bool:
        """Whether hits of this enemy cannot fall on a figure."""
        return enemy in self.hidden.get(figure, ())

    def came(self) -> frozenset[FigureId]:
        """All of both sides who came to blows."""
        return frozenset(one.figure for side in SIDES for one in self.present(side))

    def bring(self, side: FightingSide, entrants: Iterable[Entrant]) -> None:
        """Figures on the table join the fight."""
        orders = replace(self.orders(side), figures=(*self.orders(side).figures, *entrants))
        self.setup = self.setup.with_side(side, orders)

    def profile_of(self, entrant: Entrant, side: FightingSide) -> Numbered:
        """A figure's numbers, worked out once for as long as nobody joins or leaves the declared fight."""
        if self.numbered_in is not self.setup:
            self.numbers, self.numbered_in = {}, self.setup
        found = self.numbers.get((side, entrant))
        if found is None:
            found = self.numbers[side, entrant] = self._profile_of(entrant, side)
        return found

    def _profile_of(self, entrant: Entrant, side: FightingSide) -> Numbered:
        """The numbers by the house rules and as things stand here, and why they differ from print."""
        profile = profile_under(self.house, self.book.profiles[entrant.profile])
        if entrant.people:
            profile = replace(profile, people=entrant.people)
        if brought := brought_by(entrant.bears):
            profile = replace(profile, traits=(*profile.traits, *brought))
        if not profile.alternatives:
            return profile, ()
        enemies = (self.book.profiles[foe.profile] for foe in self.orders(other(side)).figures)
        foes = {name for foe in enemies for name in (foe.people, foe.race)}
        here = Circumstances(
            bears=entrant.bears,
            places=self.book.regions_of(self.setup.site.place),
            foes=foes,
            near_water=self.setup.site.water,
            in_cover=entrant.cover or self.book.is_difficult(entrant.terrain),
        )
        return profile_in(here, profile, self.book.gear)

    def combatants(
        self, desk: RulesDesk, side: FightingSide, conditions: Collection[Condition] = FIT
    ) -> tuple[Combatant, ...]:
        """Those of a side who still stand, in listed order, as they are now."""
        figures = desk.world.figures
        return tuple(
            self._combatant(side, entrant, figures[entrant.figure])
            for entrant in self.present(side)
            if figures[entrant.figure].condition in conditions
        )

    def reserves(self, side: FightingSide, desk: RulesDesk | None = None) -> tuple[Combatant, ...]:
        """CMB-02: those of a side's forces who have no enemy in reach; at a desk, those still standing."""
        figures = desk.world.figures if desk else {}
        there = (one for one in self.orders(side).reserve if one.figure not in self.driven_off)
        return self.as_declared(
            side, (one for one in there if one.figure not in figures or figures[one.figure].condition in FIT)
        )

    def as_declared(self, side: FightingSide, entrants: Iterable[Entrant]) -> tuple[Combatant, ...]:
        """Figures as they were told of, before anything happened."""
        return tuple(
            self._combatant(side, one, Figure(one.figure, side, one.profile, one.mounted)) for one in entrants
        )

    def _combatant(self, side: FightingSide, entrant: Entrant, figure: Figure) -> Combatant:
        profile, circumstances = self.profile_of(entrant, side)
        spent = self.orders(side).wizardry.get(entrant.figure, Boost())
        return Combatant(
            id=entrant.figure,
            side=side,
            profile=profile,
            circumstances=circumstances,
            near=entrant.near,
            bears=entrant.bears,
            cover=entrant.cover,
            mounted=figure.mounted,
            lives_lost=figure.lives_lost,
            recruits=len(figure.recruits),
            ensnared=entrant.ensnared,
            by_hand=entrant.by_hand,
            force=entrant.body or entrant.force,
            terrain=entrant.terrain,
            on_difficult=self.book.is_difficult(entrant.terrain),
            boost=self.boosts.get(entrant.figure, spent),
            neutralised=entrant.figure in self.neutralised,
        )

    def _magic_bearers(self) -> frozenset[FightingSide]:
        return frozenset(
            side
            for side in SIDES
            for entrant in self.present(side)
            if (profile := self.profile_of(entrant, side)[0]).magic_weapon and profile.is_character
        )

    def scene(self, desk: RulesDesk, conditions: Collection[Condition] = FIT) -> Scene:
        """The fight as it stands, put together once for as long as nothing happens in it."""
        if self.seen is None or self.seen[0] is not desk.world or self.seen[1] is not self.setup:
            self.scenes, self.seen = {}, (desk.world, self.setup)
        # These only ever grow; of points of wizardry a figure spends one after the other.
        grown = len(self.neutralised), len(self.driven_off), len(self.helped)
        key = (tuple(conditions), grown, tuple(self.boosts.values()), self.stormed)
        if key not in self.scenes:
            self.scenes[key] = self._scene(desk, conditions)
        return self.scenes[key]

    def _scene(self, desk: RulesDesk, conditions: Collection[Condition]) -> Scene:
        bare = replace(
            self._bare(),
            helped=dict(self.helped),
            stormed=self.stormed,
            slain=self._slain(desk),
            standing_by={side: self.reserves(side, desk) for side in SIDES},
        )
        return assemble(bare, {side: self.combatants(desk, side, conditions) for side in SIDES})

    def declared(self) -> Scene:
        """The fight as it was declared, with those who stand by, before anything happens."""
        return assemble(
            self._bare(), {side: self.as_declared(side, self.orders(side).everyone) for side in SIDES}
        )

    def _bare(self) -> Scene:
        site = self.setup.site
        place = place_under(self.house, self.book.places[site.place]) if site.place else None
        outside = frozenset(self.orders(site.fortress).outside) if site.fortress else frozenset()
        nobody = {side: Host.of(()) for side in SIDES}
        return Scene(site, place, self.house, nobody, self._magic_bearers(), outside=outside)

    def _slain(self, desk: RulesDesk) -> frozenset[ProfileId]:
        """Characters lost to the game who have no part in this fight."""
        here = {one.figure for side in SIDES for one in self.orders(side).everyone}
        return frozenset(
            one.profile
            for one in desk.world.figures.values()
            if one.condition == "eliminated"
            and one.id not in here
            and self.book.profiles[one.profile].is_character
        )

    def lineup(self, desk: RulesDesk) -> Scene:
        """Everyone who came to blows, still standing or not."""
        return self.scene(desk, get_args(Condition))

"""A fight set up for many trials: its figures, and the resolver's own numbers for any state of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from assistant.kernel.asking import Taker
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Desk, share_along
from assistant.rules.book import Book
from assistant.rules.combat.by_hand import left_to_the_table
from assistant.rules.combat.defend import fell
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.leading import leadership
from assistant.rules.combat.muster import Muster, muster
from assistant.rules.combat.scene import Combatant
from assistant.rules.combat.setup import SIDES, Boost, FightingSide, FightSetup
from assistant.rules.combat.storming import storm_by
from assistant.rules.effects.hooks import Effect, Fate
from assistant.rules.effects.registry import in_play, overrides
from assistant.rules.house import HouseRules
from assistant.rules.world import Figure, World
from assistant.simulate.odds_table import Bools, Ints, RowOf, Table, tables

States = Mapping[FightingSide, Bools]


def fight_of(book: Book, setup: FightSetup, neutralised: frozenset[FigureId] = frozenset()) -> Fight:
    """The working notes of a fight after its duels."""
    house = HouseRules(book.house_rules, setup.house_rules)
    return Fight(book, setup, house, neutralised=set(neutralised))


@dataclass(frozen=True, slots=True)
class Company:
    """One side in listed order: who rides, the order of taking hits, and who is of a sort."""

    mounted: Bools
    queue: Ints
    is_army: Bools
    sort: Ints

    @property
    def size(self) -> int:
        return len(self.queue)


@dataclass(frozen=True)
class Stage:
    """A fight after its duels, before any other die."""

    fight: Fight
    _mustered: dict[bytes, Mapping[FightingSide, Table]] = field(default_factory=dict)

    @cached_property
    def _sort(self) -> Mapping[FigureId, int]:
        """Figures of a side that nothing tells apart are of a sort; whoever others stand near is unique."""
        numbers: dict[object, int] = {}
        found: dict[FigureId, int] = {}
        for side in SIDES:
            orders = self.fight.orders(side)
            near = {friend for one in orders.figures for friend in one.near}
            for one in orders.figures:
                nobody_else = one.figure if one.near or one.figure in near else None
                boost = orders.wizardry.get(one.figure, Boost())
                is_out = one.figure in self.fight.neutralised
                is_stormed = one.figure in self.fight.stormed
                kind = (side, one.profile, one.people, one.terrain, one.cover, one.bears, one.ensnared)
                sort = (kind, boost, is_out, is_stormed, nobody_else)
                found[one.figure] = numbers.setdefault(sort, len(numbers))
        return found

    @property
    def sorts(self) -> int:
        return max(self._sort.values()) + 1

    @cached_property
    def companies(self) -> Mapping[FightingSide, Company]:
        return {side: self._company(side) for side in SIDES}

    def _company(self, side: FightingSide) -> Company:
        orders = self.fight.orders(side)
        names = [one.figure for one in orders.figures]
        place = {name: index for index, name in enumerate(names)}
        turns = share_along(orders.allocation, len(names), [Taker(name) for name in names])
        profiles = [self.fight.book.profiles[one.profile] for one in orders.figures]
        return Company(
            mounted=np.array([one.mounted for one in orders.figures], dtype=np.bool_),
            queue=np.array([place[FigureId(name)] for name in turns], dtype=np.int64),
            is_army=np.array([not profile.is_character for profile in profiles], dtype=np.bool_),
            sort=np.array([self._sort[name] for name in names], dtype=np.int64),
        )

    @cached_property
    def everyone(self) -> States:
        return {side: np.ones(self.companies[side].size, dtype=np.bool_) for side in SIDES}

    @cached_property
    def nobody(self) -> States:
        return {side: np.zeros(self.companies[side].size, dtype=np.bool_) for side in SIDES}

    @cached_property
    def mounted(self) -> States:
        return {side: self.companies[side].mounted for side in SIDES}

    def desk(self, standing: States, mounted: States) -> RulesDesk:
        """A desk with these figures standing and riding; what is recorded there is forgotten."""
        figures = {
            one.figure: Figure(one.figure, side, one.profile, bool(rides), "fit" if fit else "eliminated")
            for side in SIDES
            for one, fit, rides in zip(
                self.fight.orders(side).figures, standing[side], mounted[side], strict=True
            )
        }
        return Desk(World(figures), lambda world, fact: world)

    @cached_property
    def muster(self) -> Muster:
        """Everyone as they come."""
        return muster(self.fight.scene(self.desk(self.everyone, self.mounted)))

    @cached_property
    def tables(self) -> Mapping[FightingSide, Table]:
        """The numbers of everyone as they come, a row for each."""
        place = {
            one.figure: index for side in SIDES for index, one in enumerate(self.fight.orders(side).figures)
        }
        size = max(company.size for company in self.companies.values())
        return self._tables(self.muster, lambda one: place[one.id], size)

    def tables_by_sort(
        self, signature: bytes, standing: States, mounted: States
    ) -> Mapping[FightingSide, Table]:
        """The numbers of those who still stand, a row for each sort on foot and one for its riders.

        States with the same signature have the same numbers, and are mustered once.
        """
        if signature not in self._mustered:
            desk = self.desk(standing, mounted)

            def row_of(one: Combatant) -> int:
                return 2 * self._sort[one.id] + desk.world.figures[one.id].mounted

            ready = muster(self.fight.scene(desk))
            self._mustered[signature] = self._tables(ready, row_of, 2 * self.sorts)
        return self._mustered[signature]

    def _tables(self, ready: Muster, row_of: RowOf, size: int) -> Mapping[FightingSide, Table]:
        twice = self.fight.house["AMB-018"] == "terror-again"
        return tables(ready, row_of, size, self._counts, spoils_twice=twice)

    def _counts(self, fate: Fate) -> bool:
        """Whether the resolver counts such an end as a casualty."""
        trial = Fight(self.fight.book, self.fight.setup, self.fight.house)
        fell(Desk(World(), lambda world, fact: world), trial, "good", (FigureId(""),), fate)
        return trial.casualties["good"] > 0

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What acts in this fight and is left to the table."""
        return tuple(left_to_the_table(self.desk(self.everyone, self.mounted), self.fight))

    @cached_property
    def _turners(self) -> Mapping[FightingSide, Sequence[tuple[int, Combatant, Effect]]]:
        scene = self.muster.scene
        return {
            side: [
                (index, one, effect)
                for index, one in enumerate(scene.hosts[side].combatants)
                for effect in in_play(one, scene)
                if overrides(effect, "turns_defeat")
            ]
            for side in SIDES
        }

    def can_turn_defeat(self, side: FightingSide) -> bool:
        """Whether anyone of a side may ever make a draw of a defeat."""
        return bool(self._turners[side])

    def turns_defeat(self, side: FightingSide, margin: int) -> Bools:
        """Who can make a draw of a defeat by so many points."""
        able = np.zeros(self.companies[side].size, dtype=np.bool_)
        for index, one, effect in self._turners[side]:
            able[index] |= effect.turns_defeat(one, self.muster.scene, margin) is not None
        return able

    def leadership(self, side: FightingSide, standing: States, mounted: States) -> int:
        """What leadership adds to a side's score when the fight has come to this."""
        return leadership(self.desk(standing, mounted), self.fight, side)

    @cached_property
    def fixed_leadership(self) -> Mapping[FightingSide, int] | None:
        """Both sides' leadership if neither the fallen nor lost mounts can change it."""
        extremes = [
            {side: self.leadership(side, standing, mounted) for side in SIDES}
            for standing, mounted in (
                (self.everyone, self.mounted),
                (self.everyone, self.nobody),
                (self.nobody, self.mounted),
            )
        ]
        return extremes[0] if all(found == extremes[0] for found in extremes) else None


def stage_of(fight: Fight) -> Stage:
    """A fight after its duels, with what is chosen before the blows as it would be proposed."""
    trial = Stage(fight)
    scene = fight.scene(trial.desk(trial.everyone, trial.mounted))
    storms = (found for side in SIDES if (found := storm_by(scene, side)))
    fight.stormed = frozenset(figure for found in storms for figure in found.proposed)
    return Stage(fight)

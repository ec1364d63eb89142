"""A fight set up for many trials: its figures, and the resolver's own numbers for any state of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Desk
from assistant.rules.book import Book
from assistant.rules.combat.by_hand import left_to_the_table
from assistant.rules.combat.defend import fell
from assistant.rules.combat.fight import SERVING, Fight, RulesDesk
from assistant.rules.combat.leading import leadership
from assistant.rules.combat.lives import heads_of
from assistant.rules.combat.muster import Muster, muster
from assistant.rules.combat.scene import Combatant
from assistant.rules.combat.setup import SIDES, Boost, FightingSide, FightSetup
from assistant.rules.effects.hooks import Effect, Fate
from assistant.rules.effects.registry import in_play, overrides
from assistant.rules.house import HouseRules
from assistant.rules.world import World
from assistant.simulate.odds_company import Company, State, States, company_of
from assistant.simulate.odds_opening import Opening, enlisted
from assistant.simulate.odds_table import Bools, RowsOf, Table, tables

UNHURT = ("fit", "serving")


def fight_of(book: Book, setup: FightSetup, neutralised: frozenset[FigureId] = frozenset()) -> Fight:
    """The working notes of a fight after its duels."""
    house = HouseRules(book.house_rules, setup.house_rules)
    return Fight(book, setup, house, neutralised=set(neutralised))


@dataclass(frozen=True)
class Stage:
    """A fight before its first blow, with the figures as they then are."""

    fight: Fight
    world: World
    told: frozenset[FigureId]
    """Those who came by themselves, and whose loss is counted."""
    _mustered: dict[object, Mapping[FightingSide, Table]] = field(default_factory=dict)

    @classmethod
    def at_once(cls, book: Book, setup: FightSetup, world: World | None = None) -> Stage:
        """As if nothing happened before the blows."""
        return cls(fight_of(book, setup), enlisted(book, setup, world or World()), _told(setup))

    @classmethod
    def of(cls, opening: Opening, setup: FightSetup) -> Stage:
        return cls(opening.fight, opening.world, _told(setup))

    @cached_property
    def muster(self) -> Muster:
        """Everyone as they come."""
        return muster(self.fight.scene(_desk(self.world)))

    @cached_property
    def _sort(self) -> Mapping[tuple[FigureId, int], int]:
        """Figures of a side that nothing tells apart are of a sort; whoever others stand near is unique.

        So is everyone of a crew, and whoever may fail more often than once.
        """
        numbers: dict[object, int] = {}
        found: dict[tuple[FigureId, int], int] = {}
        for side in SIDES:
            orders = self.fight.orders(side)
            near = {friend for one in orders.figures for friend in one.near}
            helped = {figure for names in self.fight.helped.values() for figure in names}
            lives = {fighter.me.id: fighter.lives for fighter in self.muster.sides[side]}
            for one in (one for one in orders.figures if one.figure in lives):
                nobody_else = one.figure if one.near or one.figure in near else None
                boost = orders.wizardry.get(one.figure, Boost())
                is_out = one.figure in self.fight.neutralised
                is_picked = one.figure in self.fight.stormed, one.figure in helped
                kind = (
                    *(side, one.body or one.force, one.profile, one.people),
                    *(one.terrain, one.cover, one.bears, one.ensnared, one.by_hand),
                )
                for head in range(heads_of(lives[one.figure])):
                    alone = (one.figure, head) if lives[one.figure] else nobody_else
                    sort = (kind, boost, is_out, is_picked, alone)
                    found[one.figure, head] = numbers.setdefault(sort, len(numbers))
        return found

    @property
    def sorts(self) -> int:
        return max(self._sort.values()) + 1

    @cached_property
    def companies(self) -> Mapping[FightingSide, Company]:
        return {
            side: company_of(
                self.fight.orders(side),
                self.muster.sides[side],
                self.told,
                lambda fighter, head: self._sort[fighter.me.id, head],
            )
            for side in SIDES
        }

    @cached_property
    def everyone(self) -> States:
        """Both sides as they come."""
        return {side: State.of(company) for side, company in self.companies.items()}

    def desk(self, states: States) -> RulesDesk:
        """A desk with these figures standing and riding; what is recorded there is forgotten."""
        figures = dict(self.world.figures)
        for side, company in self.companies.items():
            state = states[side]
            worn = dict(zip((company.names[beast] for beast in company.beasts), state.worn, strict=True))
            for name, columns in company.columns.items():
                heads = columns.stop - columns.start
                left = int(state.standing[columns].sum())
                lost = int(worn.get(name, heads - left if heads > 1 else 0))
                before = figures[name]
                figures[name] = replace(
                    before,
                    mounted=bool(state.mounted[columns.start]),
                    condition="fit" if left else "eliminated",
                    lives_lost=before.lives_lost + lost,
                )
        return _desk(replace(self.world, figures=figures))

    @cached_property
    def tables(self) -> Mapping[FightingSide, Table]:
        """The numbers of everyone as they come, a row for each."""
        size = max(company.size for company in self.companies.values())
        return self._tables(self.muster, self._columns_of, size)

    def _columns_of(self, one: Combatant) -> Sequence[int]:
        columns = self.companies[one.side].columns[one.id]
        return range(columns.start, columns.stop)

    def tables_by_sort(
        self, signature: bytes, states: States, also: tuple[tuple[()], ...] = ()
    ) -> Mapping[FightingSide, Table]:
        """The numbers of those who still stand, a row for each sort on foot and one for its riders.

        States with the same signature have the same numbers, and are mustered once; `also` are kinds of hits
        that nobody strikes.
        """
        key = signature, also
        if key not in self._mustered:
            desk = self.desk(states)

            def rows_of(one: Combatant) -> Sequence[int]:
                rides = desk.world.figures[one.id].mounted
                sort = self.companies[one.side].sort
                return [2 * int(sort[column]) + rides for column in self._columns_of(one)]

            ready = muster(self.fight.scene(desk), also)
            self._mustered[key] = self._tables(ready, rows_of, 2 * self.sorts)
        return self._mustered[key]

    def _tables(self, ready: Muster, rows_of: RowsOf, size: int) -> Mapping[FightingSide, Table]:
        twice = self.fight.house["AMB-018"] == "terror-again"
        return tables(ready, rows_of, size, self._counts, spoils_twice=twice)

    def _counts(self, fate: Fate) -> bool:
        """Whether the resolver counts such an end as a casualty."""
        trial = Fight(self.fight.book, self.fight.setup, self.fight.house)
        fell(_desk(World()), trial, "good", (FigureId(""),), fate)
        return trial.casualties["good"] > 0

    def serving(self, side: FightingSide) -> int:
        """ART-04: how many of a side serve an engine instead of fighting."""
        return len(self.fight.combatants(_desk(self.world), side, SERVING))

    def lost_before(self, side: FightingSide) -> int:
        """How many of those who came are lost before the first blow."""
        figures = (self.world.figures[one.figure] for one in self.fight.orders(side).everyone)
        return sum(one.condition not in UNHURT and one.id in self.told for one in figures)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What acts in this fight and is left to the table."""
        return tuple(left_to_the_table(self.desk(self.everyone), self.fight))

    def amok(self, side: FightingSide) -> Bools:
        """Which beasts of a side turn on their own when their last life is lost."""
        company, scene = self.companies[side], self.muster.scene
        by_name = {one.id: one for one in scene.hosts[side].combatants}
        able = (
            any(overrides(effect, "runs_amok") for effect in in_play(by_name[company.names[beast]], scene))
            for beast in company.beasts
        )
        return np.array([*able], dtype=np.bool_)

    @cached_property
    def _turners(self) -> Mapping[FightingSide, Sequence[tuple[int | None, Combatant, Effect]]]:
        scene = self.muster.scene
        return {
            side: [
                (columns[one.id].start if one.id in columns else None, one, effect)
                for columns in (self.companies[side].columns,)
                for one in scene.everyone(side)
                for effect in in_play(one, scene)
                if overrides(effect, "turns_defeat")
            ]
            for side in SIDES
        }

    def can_turn_defeat(self, side: FightingSide) -> bool:
        """Whether anyone of a side may ever make a draw of a defeat."""
        return bool(self._turners[side])

    def turns_defeat(self, side: FightingSide, margin: int) -> Bools:
        """Who can make a draw of a defeat by so many points; the last column is for those who stand by."""
        able = np.zeros(self.companies[side].size + 1, dtype=np.bool_)
        for index, one, effect in self._turners[side]:
            at = self.companies[side].size if index is None else index
            able[at] |= effect.turns_defeat(one, self.muster.scene, margin) is not None
        return able

    def leadership(self, side: FightingSide, states: States) -> int:
        """What leadership adds to a side's score when the fight has come to this."""
        return leadership(self.desk(states), self.fight, side)

    @cached_property
    def fixed_leadership(self) -> Mapping[FightingSide, int] | None:
        """Both sides' leadership if neither the fallen nor lost mounts can change it."""
        everyone = self.everyone.items()
        on_foot = {side: replace(one, mounted=np.zeros_like(one.mounted)) for side, one in everyone}
        fallen = {side: replace(one, standing=~one.standing) for side, one in everyone}
        extremes = [
            {side: self.leadership(side, states) for side in SIDES}
            for states in (self.everyone, on_foot, fallen)
        ]
        return extremes[0] if all(found == extremes[0] for found in extremes) else None


def _told(setup: FightSetup) -> frozenset[FigureId]:
    return frozenset(one.figure for side in SIDES for one in setup.side(side).everyone)


def _desk(world: World) -> RulesDesk:
    return Desk(world, lambda world, fact: world)

"""What a bot might want to do just now: proposals, most of them sensible, some of them not allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from assistant.kernel.ids import FigureId, RuleId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import HouseRule, PlaceId
from assistant.rules.captives import may_take_along, place_of
from assistant.rules.combat.proposal import with_proposals
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import Battle, ReportedBattle, proposed
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.declaring import Decide, Declare, UsePower
from assistant.rules.deeds.gathering import Divide, HandOver, Hide, Unite
from assistant.rules.deeds.holding import BringHome, CorrectPoints, SetFree, TakePlace
from assistant.rules.deeds.last_turn import SetLastTurn
from assistant.rules.deeds.leading_on import TakeAlong
from assistant.rules.deeds.leaving import LeaveCompany
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.deeds.mustering import offered_places
from assistant.rules.deeds.reminding import SwitchReminder
from assistant.rules.deeds.renaming import ChangeSeat, Rename
from assistant.rules.deeds.reporting import ReportedFight, can_be_wounded
from assistant.rules.deeds.retreating import Withdraw
from assistant.rules.deeds.riding import RideAlong
from assistant.rules.deeds.ring_passing import PassRing
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.deeds.searching import Search
from assistant.rules.deeds.setting_right import HandThing, SettleEvent, borne_things
from assistant.rules.deeds.settling import SettleHouseRule
from assistant.rules.deeds.showing import ShowStandings
from assistant.rules.effects.campaign_powers import powers_in_play, why_not
from assistant.rules.kit import Kit
from assistant.rules.reminders import UPKEEP
from assistant.rules.scoring import awards_on
from assistant.rules.standing import Awaited, forces_of, members, side_of
from assistant.rules.table_word.facts import Correction
from assistant.rules.war import Contact, Force
from assistant.rules.world import Condition, World
from assistant.simulate.crowd_quests import persons_of_note, places_of_note, places_that_call

T = TypeVar("T")
WHY = "so the table says"
CONDITIONS: tuple[Condition, ...] = ("fit", "wounded", "eliminated", "captured", "dispersed", "paralyzed")
TAKEN_IN_PASSING = 0.04
WAR = 0.03
READ_OTHERWISE = 4
"""One house rule in so many is not read as usual, another share of them in each game."""
FATES: tuple[Condition, ...] = ("eliminated", "wounded")


@dataclass(frozen=True, slots=True)
class Whims:
    """Proposals on the world as it stands."""

    kit: Kit
    world: World
    random: Random

    def _perhaps(self, chance: float) -> bool:
        return self.random.random() < chance

    def _some(self, options: Sequence[T]) -> tuple[T, ...]:
        return tuple(self.random.sample(options, k=self.random.randint(1, len(options))))

    def forces_of(self, commander: CommanderId) -> tuple[Force, ...]:
        return forces_of(self.world, commander)

    # ---- turn start ----------------------------------------------------------------------------------

    def arriving(self, one: Awaited) -> Iterator[Any]:
        """Ways in which figures that are due may come, the fancy ones first."""
        offered = [kind for each in one.due.figures for kind in each.profiles]
        fancy = Arrive(
            one.key,
            kinds=tuple(self.random.sample(offered, k=min(len(offered), 1))) if self._perhaps(0.5) else (),
            mounted=bool(one.due.may_mount) and self._perhaps(0.5),
            instead=bool(one.due.instead) and self._perhaps(0.3),
            apart=self._perhaps(0.3),
        )
        spots = [
            self.kit.scenario.spots[place] for place in one.due.places if place in self.kit.scenario.spots
        ]
        named = [*one.due.places, *(place for spot in spots for place in spot.lands)]
        # Where no place is named they come to any of their homes.
        places = named or [*offered_places(self.kit, self.world, one.due)]
        for place in self.random.sample(places, k=len(places)):
            yield replace(fancy, place=place)
        for place in places:
            yield Arrive(one.key, place=place)
        for force in forces_of(self.world, one.due.commander):
            for figure in members(self.world, force):
                if figure.profile in one.due.may_mount:
                    yield Arrive(one.key, rider=figure.id)

    def politics(self) -> Iterator[Any]:
        """Wars, events, choices, powers."""
        scenario = self.kit.scenario
        for event in scenario.events.values():
            if event.id not in self.world.war.events and self._perhaps(0.06):
                by = self.random.choice(event.declared_by) if event.declared_by else None
                yield Declare(event.id, by)
        for supply in scenario.supplies:
            if supply.key not in self.world.war.choices and self._perhaps(0.5):
                yield Decide(supply.key, self.random.choice((supply.full, supply.scarce)))
        for power in powers_in_play(self.kit, self.world):
            # Few chances come, so most are taken; the others are tried to be refused. Wars take their time:
            # much is bound to the peace before them.
            chance = WAR if power.id.startswith(tuple(scenario.events)) else 0.5
            if self._perhaps(0.02 if why_not(self.kit, self.world, power) else chance):
                yield UsePower(power.id)

    # ---- movement ------------------------------------------------------------------------------------

    def marching(self, force: Force) -> Iterator[Any]:
        """A force moves, parts, joins, hides or changes hands."""
        there = members(self.world, force)
        # Those on whom a rule turns are seldom idle.
        if self._perhaps(0.6 if self._of_note([force]) else 0.3):
            some = tuple(one.id for one in self._some(there)) if self._perhaps(0.2) else ()
            yield March(force.id, self._goal(force), some)
        if self._perhaps(0.04):
            yield Divide(force.id, tuple(one.id for one in self._some(there)))
        beside = [one.id for one in self.world.war.at(force.place) if one.id != force.id]
        if beside and self._perhaps(0.1):
            yield Unite((force.id, self.random.choice(beside)))
        if self._perhaps(0.01):
            yield HandOver(force.id, self.random.choice([None, *self.kit.scenario.commanders]))
        if self._perhaps(0.02):
            yield LeaveCompany((self.random.choice(there).id,))
        if self._perhaps(0.03):
            yield Hide(force.id, hidden=not force.hidden)
        hidden = [one.id for one in self.world.war.at(force.place) if one.hidden]
        if hidden and self._perhaps(0.6):
            yield Search(force.id, self.random.choice(hidden))
        if self._perhaps(0.03):
            near = (one for body in self.world.war.at(force.place) for one in members(self.world, body))
            riders = [one.id for one in near if one.mounted]
            rider = self.random.choice(riders) if riders and self._perhaps(0.8) else None
            yield RideAlong((self.random.choice(there).id,), rider)

    def _goal(self, force: Force) -> PlaceId:
        """Anywhere, but often where an enemy is, where some rule sends them, or a captive's way home."""
        own = side_of(self.kit, self.world, force)
        goals = [one.place for one in self.kit.scenario.ring_victories if one.winner == own]
        if goals and self.world.war.ring.bearer in force.figures and self._perhaps(0.3):
            return self.random.choice(goals)
        kinds = [one.profile for one in members(self.world, force)]
        calls = places_that_call(self.kit, kinds)
        if calls and self._perhaps(0.3 if self._of_note([force]) else 0.05):
            return self.random.choice(calls)
        quests = places_of_note(self.kit, force.commander)
        if quests and self._perhaps(0.6 if self._of_note([force]) else 0.1):
            return self.random.choice(quests)
        foes = [one for one in self.world.war.forces.values() if side_of(self.kit, self.world, one) != own]
        if foes and self._perhaps(0.5):
            return self.random.choice((self._perhaps(0.5) and self._of_note(foes)) or foes).place
        home = self.kit.scenario.commanders[force.commander].home if force.commander else ()
        if home and self._perhaps(0.2):
            return self.random.choice(home)
        return self.random.choice([*self.kit.scenario.place_names, *self.kit.scenario.spots])

    def _of_note(self, forces: Sequence[Force]) -> list[Force]:
        """Those with somebody whose fate some rule turns on."""
        persons = frozenset(persons_of_note(self.kit))
        return [one for one in forces if any(each.profile in persons for each in members(self.world, one))]

    def meeting(self) -> Iterator[Any]:
        """Enemies at one place often meet."""
        for place in dict.fromkeys(force.place for force in self.world.war.forces.values()):
            there = [force for force in self.world.war.at(place) if members(self.world, force)]
            good, evil = (
                [force for force in there if side_of(self.kit, self.world, force) in (side, "uncontrolled")]
                for side in SIDES
            )
            if good and evil and self._perhaps(0.7):
                ours, theirs = self._some(good[:3]), self._some(evil[:3])
                attacker = self.random.choice((None, *SIDES))
                yield Meet(
                    tuple(one.id for one in ours), tuple(one.id for one in theirs), place, attacker=attacker
                )

    # ---- combat --------------------------------------------------------------------------------------

    def fighting(self, contact: Contact) -> Iterator[Any]:
        """A contact is fought, entered as it came out, or was none."""
        if self._perhaps(0.05):
            yield Part(contact.id, WHY)
        setup = proposed(self.kit, self.world, contact)
        if self._perhaps(0.2):
            setup = self._thinned(setup)
        setup = with_proposals(self.kit.book, setup)
        if self._perhaps(0.15):
            yield ReportedBattle(contact.id, self._report(setup))
        yield Battle(contact.id, setup)
        yield Part(contact.id, WHY)

    def _thinned(self, setup: FightSetup) -> FightSetup:
        """Not everyone is in reach."""
        good, evil = (
            replace(side, figures=self._some(side.figures) if side.figures else ())
            for side in (setup.good, setup.evil)
        )
        return replace(setup, good=good, evil=evil)

    def _report(self, setup: FightSetup) -> ReportedFight:
        everyone = [one for side in SIDES for one in setup.side(side).figures]
        heroes = can_be_wounded(self.kit, self.world, setup)
        ends: dict[FigureId, Condition] = {
            one.figure: self.random.choice(FATES if one.figure in heroes else FATES[:1])
            for one in everyone
            if self._perhaps(0.3)
        }
        winner = self.random.choice((*SIDES, None))
        beaten = next((side for side in SIDES if winner is not None and side != winner), None)
        left = beaten and any(one.figure not in ends for one in setup.side(beaten).figures)
        return ReportedFight(setup, ends, (), winner, beaten if left else None, "full-move", False)

    def aftermath(self) -> Iterator[Any]:
        """The beaten fall back, places change hands, captives are brought home or freed."""
        places = [*self.kit.scenario.place_names]
        for force in self.world.war.forces.values():
            if force.fought == self.world.war.turn and self._perhaps(0.3):
                yield Withdraw(force.id, self.random.choice(places))
        for place in places:
            yield from self._taking(place)
            yield from self._taken_in_passing(place)
        for captive, captor in self.world.war.captives.items():
            if self._perhaps(0.3):
                homes = self.kit.scenario.commanders[captor].home or tuple(places)
                # Where a captive is already it can be kept, and nowhere else.
                yield BringHome(captive, place_of(self.world, captive) or self.random.choice(homes))
            for force in may_take_along(self.world, captive):
                if self._perhaps(0.3):
                    yield TakeAlong(captive, force.id)
            if self._perhaps(0.05):
                yield SetFree(captive)
        if self._perhaps(0.02):
            yield PassRing(self.random.choice([*self.world.figures]), reason="so the table has it")
        if self.world.war.kept and self._perhaps(0.05):
            yield PassRing(self.random.choice([*self.world.war.kept]), reason="so the captives have it")
        if self._perhaps(0.001):
            yield PassRing(None, destroyed=True)

    def _taking(self, place: PlaceId) -> Iterator[Any]:
        there = [force for force in self.world.war.at(place) if members(self.world, force)]
        for side in SIDES:
            ours = [one for one in there if side_of(self.kit, self.world, one) == side]
            if (
                ours
                and len(ours) == len(there)
                and self.world.war.holder(place) != side
                and self._perhaps(0.6)
            ):
                takers = dict.fromkeys(one.commander for one in ours if one.commander is not None)
                yield TakePlace(place, side, tuple(takers) if self._perhaps(0.5) else ())

    def _taken_in_passing(self, place: PlaceId) -> Iterator[Any]:
        """STA-03: entered when whoever took it has gone on, and nobody says yet whose points it earns."""
        if not any(awards_on(self.kit, self.world, "place-taken", place)):
            return
        is_empty = not any(members(self.world, force) for force in self.world.war.at(place))
        if is_empty and self.world.war.holder(place) != "evil" and self._perhaps(TAKEN_IN_PASSING):
            yield TakePlace(place, "evil")

    # ---- by hand -------------------------------------------------------------------------------------

    def by_hand(self) -> Iterator[Any]:
        """One thing set right."""
        yield self.random.choice(
            (
                self._adjust,
                self._adjust,
                self._add,
                self._rename,
                self._reseat,
                self._points,
                self._switch,
                self._settle,
                self._rule,
                self._hand,
                self._event,
                self._show,
                self._close,
            )
        )()

    def _hand(self) -> HandThing:
        things = borne_things(self.kit, self.world)
        return HandThing(self.random.choice([*things]), self.random.choice([*self.world.figures]), WHY)

    def _event(self) -> SettleEvent:
        event = self.random.choice([*self.kit.scenario.events])
        return SettleEvent(event, event not in self.world.war.events, WHY)

    def _show(self) -> ShowStandings:
        return ShowStandings(not self.world.war.standings_shown)

    def _close(self) -> SetLastTurn:
        return SetLastTurn(self.world.war.turn + 1 if self.world.war.last_turn is None else None)

    def _adjust(self) -> Adjust:
        deed = Adjust(self._figures(), WHY)
        match self.random.randrange(5):
            case 0:
                return replace(deed, condition=self.random.choice(CONDITIONS))
            case 1:
                return replace(deed, mounted=self._perhaps(0.5))
            case 2:
                return replace(deed, place=self.random.choice([*self.kit.scenario.place_names]))
            case 3:
                return replace(deed, force=self.random.choice([*self.world.war.forces]))
            case _:
                return replace(deed, commander=self.random.choice([*self.kit.scenario.commanders]))

    def _figures(self) -> tuple[FigureId, ...]:
        """Up to three; half the time of those whom a table speaks about most."""
        persons = persons_of_note(self.kit)
        noted = [one.id for one in self.world.figures.values() if one.profile in persons]
        some = noted if noted and self._perhaps(0.5) else [*self.world.figures]
        return tuple(self.random.sample(some, k=min(len(some), self.random.randint(1, 3))))

    def _add(self) -> AddFigures:
        return AddFigures(
            self.random.choice([*self.kit.book.profiles]),
            self.random.randint(1, 4),
            self.random.choice([None, *self.kit.scenario.commanders]),
            self.random.choice([*self.kit.scenario.place_names]),
            WHY,
        )

    def _rename(self) -> Rename:
        return Rename(self.random.choice([*self.world.figures]), self.random.choice(("Snaga", "")))

    def _reseat(self) -> ChangeSeat:
        seat = self.random.choice([*self.world.war.seats])
        return ChangeSeat(seat, self.random.choice(("Carla", "Dora")), self.random.choice(("app", "by-hand")))

    def _points(self) -> CorrectPoints:
        return CorrectPoints(
            self.random.choice([*self.kit.scenario.commanders]), self.random.randint(-5, 5), WHY
        )

    def _switch(self) -> SwitchReminder:
        off = self.world.war.silenced
        return (
            SwitchReminder(self.random.choice(off), on=True)
            if off
            else SwitchReminder(
                self.random.choice([name for name, one in UPKEEP.items() if not one.brings_figures]), on=False
            )
        )

    def _settle(self) -> SettleHouseRule:
        rule = self.random.choice([*self.kit.book.house_rules])
        return SettleHouseRule(rule, self.random.choice([*self.kit.book.house_rules[rule].readings]))

    def _rule(self) -> Ruling:
        condition = self.random.choice(CONDITIONS)
        return Ruling(WHY, tuple(Correction(one, condition=condition) for one in self._figures()))


def readings(house_rules: Mapping[RuleId, HouseRule], seed: int, game: int) -> dict[str, str]:
    """How a table reads the rulebook where it can be read in several ways: mostly as everyone does."""
    rules = Random(seed).sample([*house_rules.values()], k=len(house_rules))
    random = Random(f"{seed} {game}")
    return {
        rule.id: random.choice([one for one in rule.readings if one != rule.default])
        for rule in rules[game % READ_OTHERWISE :: READ_OTHERWISE]
    }

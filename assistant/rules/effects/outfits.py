"""Mounts and arms: who may have them where, and who gets a lost mount back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId, RuleId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Place
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.deeds.things import bearers, key_for
from assistant.rules.effects.mounts import STEEDS
from assistant.rules.fight.facts import Mounted
from assistant.rules.kit import Kit
from assistant.rules.names import name_of, names_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, some_of, upkeep
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.scoring import homes_of
from assistant.rules.standing import members
from assistant.rules.war import Force
from assistant.rules.wording import one_such
from assistant.rules.world import Figure, World

TRAIT = "outfits"
MOUNT = "mount"


@upkeep("outfitting", "Mounts and arms to be had", phase="combat", trait=TRAIT)
class Outfitting(Upkeep):
    """MNT-03..05, MNT-07: mounts and arms for those who may have them at a place, told once a visit.

    A mount lost there makes that due again.
    """

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        who = str(given.get("who", "")).split()
        for thing in str(given["gives"]).split() if who else ():
            for force in world.war.within(place.id):
                able = [
                    one
                    for one in members(world, force)
                    if one.condition == "fit" and one.profile in who and _wants(world, one, thing)
                ]
                if able:
                    names = " ".join(one.id for one in able)
                    gear = one_such(kit.book.gear.get(thing, thing))
                    yield Reminder(
                        key=f"{self.name} {thing} {place.id} {names}@{force.moved}{_since_lost(able, thing)}",
                        about=self.name,
                        title=f"{names_of(kit, world, able)} may have {gear}",
                        commander=force.commander,
                        rules=_cited(kit, place, given),
                        figures=tuple(one.id for one in able),
                        place=place.id,
                        given={"thing": thing},
                    )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        thing, seat = reminder.word("thing"), seat_for(reminder.commander)
        why = f"At {kit.book.places[reminder.here].name}: {reminder.title}. Who takes it?"
        most = 1 if key_for(kit, thing, reminder.figures[0]) == thing else len(reminder.figures)
        chosen = yield from some_of(desk, seat, self.name, why, reminder.figures, most, reminder.rules)
        if chosen and (thing == MOUNT or thing in STEEDS):
            desk.record(Mounted(chosen))
        for one in chosen if thing != MOUNT else ():
            desk.record(ThingPassed(key_for(kit, thing, one), one))
        if chosen:
            for rule in reminder.rules:
                enforced(rule)
            who, gear = _names(kit, desk, chosen), kit.book.gear.get(thing, thing)
            desk.title = f"{who}: {gear}"
            desk.say(f"{desk.title} ({', '.join(reminder.rules)}).")


def _names(kit: Kit, desk: RulesDesk, figures: Sequence[FigureId]) -> str:
    return names_of(kit, desk.world, [desk.world.figures[one] for one in figures])


@upkeep("receiving", "What comes to its bearer", phase="combat", trait=TRAIT)
class Receiving(Upkeep):
    """ITM-ANDURIL-01: a thing that someone receives on coming to a place, and need not ask for."""

    comes_by_itself = is_owed = True

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        who = str(given.get("who", "")).split()
        named = {one.id: one.name for one in kit.scenario.things}
        for thing in str(given.get("receives", "")).split():
            there = [(force, one) for force in world.war.within(place.id) for one in members(world, force)]
            for force, one in there:
                if one.profile in who and _wants(world, one, thing):
                    yield Reminder(
                        key=f"{self.name} {thing} {one.id}",
                        about=self.name,
                        title=f"{name_of(kit, world, one)} receives {named.get(thing, thing)}",
                        commander=force.commander,
                        rules=_cited(kit, place, given),
                        figures=(one.id,),
                        place=place.id,
                        given={"thing": thing},
                    )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (bearer,) = reminder.figures
        desk.record(ThingPassed(key_for(kit, reminder.word("thing"), bearer), bearer))
        desk.say(f"{reminder.title} ({', '.join(map(enforced, reminder.rules))}).")
        yield from ()


def _wants(world: World, one: Figure, thing: str) -> bool:
    if thing == MOUNT or thing in STEEDS:
        return not one.mounted
    return one.id not in bearers(world, thing)


def _since_lost(able: Sequence[Figure], thing: str) -> str:
    """The turn on which any of them last lost a mount, where it is one that they may have."""
    lost = max(one.unhorsed_in for one in able) if thing == MOUNT or thing in STEEDS else 0
    return f" {lost}" if lost else ""


def _cited(kit: Kit, place: Place, given: Params) -> tuple[RuleId, ...]:
    """The rule by which these persons have it; where none is named, whatever the place has about outfits."""
    if named := str(given.get("rule", "")):
        return rules(named)
    return tuple(rule for rule in kit.book.place_rules[TRAIT].rules if rule in place.rules)


@upkeep("remounting", "Lost mounts are replaced", phase="combat")
class Remounting(Upkeep):
    """MNT-10, MNT-11: who began and ends the turn at home, or at a place that says so, and did not fight."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        left = self._left(kit, world)
        for force in world.war.forces.values() if left else ():
            fit = (one for one in members(world, force) if one.unhorsed and one.condition == "fit")
            riders = [one for one in fit if self._is_at_rest(world, force, one)]
            if riders and self._is_at_home(kit, world, force):
                yield self.each_turn(
                    world,
                    force.id,
                    title=f"{names_of(kit, world, riders)} may mount again",
                    commander=force.commander,
                    rules=rules("MNT-10", "MNT-11"),
                    figures=tuple(one.id for one in riders),
                    place=force.place,
                    note=f"On this turn {left} more may, wherever they are.",
                )

    def _left(self, kit: Kit, world: World) -> int:
        """MNT-11: how many may still mount again this turn, whoever and wherever they are."""
        limits = [int(given["each_turn"]) for _, given in _remounting_places(kit)]
        done = sum(one.remounted_in == world.war.turn for one in world.figures.values())
        return max(0, max(limits, default=0) - done)

    def _is_at_home(self, kit: Kit, world: World, force: Force) -> bool:
        home = homes_of(kit, world, force.commander) if force.commander else ()
        return force.inside in home or any(force.inside == place.id for place, _ in _remounting_places(kit))

    def _is_at_rest(self, world: World, force: Force, one: Figure) -> bool:
        marks, met = world.war.marks_of(force, (one.id,)), world.war.contact_of(force.id)
        fights = met is not None and met.turn <= world.war.turn
        enforced("MNT-10")
        return not fights and max(marks.moved, marks.fought) < world.war.turn

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        most = min(self._left(kit, desk.world), len(reminder.figures))
        seat, why = seat_for(reminder.commander), f"{reminder.title}, {most} at most. Who?"
        chosen = yield from some_of(desk, seat, self.name, why, reminder.figures, most, reminder.rules)
        if chosen:
            desk.record(Mounted(chosen, again=True))
            desk.title = f"Mounted again: {_names(kit, desk, chosen)}"
            desk.say(f"{desk.title} ({enforced('MNT-10')}, {enforced('MNT-11')}).")


def _remounting_places(kit: Kit) -> Sequence[tuple[Place, dict[str, int | str]]]:
    return [
        (place, given)
        for place in kit.book.places.values()
        for trait in place.traits
        if trait.name == TRAIT and "after" in (given := dict(trait.params))
    ]

"""What the general rules make due: the wounded heal or are carried, riders remount, wraiths return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId, RuleId, Seat
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Place, PlaceId, Profile, Trait
from assistant.rules.carrying import carrying_speed
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.recruiting import form, seat_for
from assistant.rules.facts import Carried, LeftBehind, Mounted, Recovered
from assistant.rules.healing import Patient, is_healed, return_turn
from assistant.rules.kit import Kit
from assistant.rules.reminders import Reminder, Upkeep, upkeep
from assistant.rules.standing import members, place_name
from assistant.rules.war import Force
from assistant.rules.war_facts import ThingPassed
from assistant.rules.world import Figure, World

NOBODY_ELSE = "nobody-else"
MOST_CARRIERS = 4


def names(kit: Kit, world: World, figures: Sequence[Figure]) -> str:
    """Aragorn, Legolas: figures as the table calls them."""
    return ", ".join(world.war.names.get(one.id) or kit.book.profiles[one.profile].name for one in figures)


def trait_of(profile: Profile, name: str) -> Trait | None:
    """A profile's ability of this name."""
    return next((trait for trait in profile.traits if trait.name == name), None)


def rules(*ids: str) -> tuple[RuleId, ...]:
    """Rule ids as they are cited."""
    return tuple(map(RuleId, ids))


@upkeep("healing", "The wounded recover")
class Healing(Upkeep):
    """HEA-01, HEA-02: one full turn at a place of healing, without moving or fighting."""

    def due_at(self, kit: Kit, world: World, place: Place) -> Iterator[Reminder]:
        if place.healing is None:
            return
        house = kit.house(world)
        for force in world.war.at(place.id):
            for one in members(world, force):
                if one.condition != "wounded":
                    continue
                patient = _patient(kit, world, force, one, place)
                if is_healed(patient, kit.book.profiles[one.profile], world.war.turn, house):
                    yield Reminder(
                        key=f"{self.name} {one.id}@{world.war.turn}",
                        about=self.name,
                        title=f"{names(kit, world, (one,))} recovers at {place.name}",
                        commander=force.commander,
                        rules=rules("HEA-02" if patient.defended else "HEA-01"),
                        figures=(one.id,),
                        place=place.id,
                    )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        desk.record(Recovered(reminder.figures))
        desk.say(f"{reminder.title} ({', '.join(reminder.rules)}).")
        yield from ()


def _patient(kit: Kit, world: World, force: Force, one: Figure, place: Place) -> Patient:
    """The turn of the wound, of the coming or of a fight is not the full turn of rest."""
    return Patient(
        figure=one.id,
        place=place,
        holder=world.war.holder(place.id),
        since=max(world.war.since.get(one.id, 0), force.moved, force.fought),
        companions=tuple(kit.book.profiles[other.profile] for other in members(world, force)),
        defended=one.mending_at == place.id,
    )


@upkeep("ethereal", "Dispersed wraiths return")
class Returning(Upkeep):
    """ABL-ETHEREAL-2, PPL-RINGWRAITH-04, PPL-RINGWRAITH-05: after some turns, one a turn."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        house = kit.house(world)
        ready = [
            one
            for one in world.figures.values()
            if one.condition == "dispersed"
            and return_turn(world.war.since.get(one.id, 0), house) <= world.war.turn
        ]
        ready.sort(key=lambda one: (world.war.since.get(one.id, 0), one.id))
        if ready:
            who = names(kit, world, ready[:1])
            behind = f" {len(ready) - 1} more wait for the next turns." if len(ready) > 1 else ""
            yield Reminder(
                key=f"{self.name}@{world.war.turn}",
                about=self.name,
                title=f"{who} returns",
                commander=_commander(kit, world, ready[0]),
                rules=rules("PPL-RINGWRAITH-04", "PPL-RINGWRAITH-05"),
                figures=(ready[0].id,),
                note=f"Only one returns each turn.{behind}",
            )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (figure,) = reminder.figures
        places = self._places(kit, desk.world, desk.world.figures[figure])
        where = places[0]
        if len(places) > 1:
            why = f"{reminder.title}: where?"
            where = PlaceId((yield from desk.choose(seat_for(reminder.commander), "return", why, places)))
        desk.record(Recovered((figure,)))
        form(kit, desk, reminder.commander, where, (figure,))
        desk.say(f"{reminder.title} at {place_name(kit, where)} ({enforced('PPL-RINGWRAITH-04')}).")

    def _places(self, kit: Kit, world: World, one: Figure) -> tuple[PlaceId, ...]:
        """Home, or the place the ability names, while no enemy holds it."""
        trait = trait_of(kit.book.profiles[one.profile], self.name)
        commander = _commander(kit, world, one)
        home = kit.scenario.commanders[commander].home if commander else ()
        named = PlaceId(str(dict(trait.params).get("at", ""))) if trait else PlaceId("")
        wanted = dict.fromkeys((*home, *((named,) if named in kit.book.places else ())))
        free = tuple(place for place in wanted if world.war.holder(place) in (None, one.side))
        return free or tuple(wanted) or (next(iter(kit.book.places)),)


@upkeep("outfits", "Mounts and arms", phase="combat")
class Outfitting(Upkeep):
    """MNT-03..05, MNT-07, MNT-10, MNT-11: mounts and arms for those who may have them at a place."""

    def due_at(self, kit: Kit, world: World, place: Place) -> Iterator[Reminder]:
        for number, trait in enumerate(one for one in place.traits if one.name == self.name):
            given = dict(trait.params)
            gives = str(given.get("gives", "")).split()
            who = tuple(str(given.get("who", "")).split())
            after_loss = given.get("after") is not None
            for force in world.war.at(place.id):
                able = [
                    one
                    for one in members(world, force)
                    if one.condition == "fit"
                    and (not who or one.profile in who)
                    and self._wants(kit, world, one, gives, after_loss)
                    and max(force.moved, force.fought) < world.war.turn
                ]
                if able:
                    yield Reminder(
                        key=f"{self.name} {place.id} {number} {force.id}@{world.war.turn}",
                        about=self.name,
                        title=f"{place.name}: {names(kit, world, able)} may take {' and '.join(gives)}",
                        commander=force.commander,
                        rules=rules("MNT-10", "MNT-11") if after_loss else rules("MNT-03"),
                        figures=tuple(one.id for one in able),
                        place=place.id,
                        note=f"{given.get('each_turn', 0)} {' '.join(gives)}",
                    )

    def _wants(self, kit: Kit, world: World, one: Figure, gives: Sequence[str], after_loss: bool) -> bool:
        profile = kit.book.profiles[one.profile]
        if after_loss:
            return profile.starts_mounted and not one.mounted
        if "mount" in gives:
            return not one.mounted
        return any(world.war.things.get(thing) != one.id for thing in gives)

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        most, *gives = reminder.note.split()
        number = min(int(most) or len(reminder.figures), len(reminder.figures))
        why = f"{reminder.title}, {number} at most. Who?"
        seat = seat_for(reminder.commander)
        chosen = yield from _some_of(desk, seat, "outfit", why, reminder.figures, number, reminder.rules)
        if not chosen:
            return
        if "mount" in gives:
            desk.record(Mounted(chosen))
        for thing in gives:
            if thing != "mount":
                for one in chosen:
                    desk.record(ThingPassed(thing, one))
        desk.say(f"{', '.join(chosen)}: {' and '.join(gives)}.")


@upkeep("carrying", "The wounded are carried or left", phase="movement")
class Carrying(Upkeep):
    """ABL-HERO-3: who lies wounded goes only with others, one at half speed, two at full."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for force in world.war.forces.values():
            helpless = [
                one
                for one in members(world, force)
                if one.condition == "wounded" and one.id not in world.war.carried
            ]
            able = [one for one in members(world, force) if self._can_carry(kit, world, one)]
            for one in helpless if able else ():
                yield Reminder(
                    key=f"{self.name} {one.id}@{world.war.turn}",
                    about=self.name,
                    title=f"{names(kit, world, (one,))} lies wounded: who carries?",
                    commander=force.commander,
                    rules=rules("ABL-HERO-3"),
                    figures=(one.id,),
                )

    def _can_carry(self, kit: Kit, world: World, one: Figure) -> bool:
        busy = any(one.id in by for by in world.war.carried.values())
        return one.condition == "fit" and kit.book.profiles[one.profile].is_character and not busy

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (figure,) = reminder.figures
        force = desk.world.war.force_of(figure)
        assert force is not None
        able = [one.id for one in members(desk.world, force) if self._can_carry(kit, desk.world, one)]
        load = [kit.book.profiles[desk.world.figures[figure].profile]]
        why = f"{reminder.title} One carries at half speed, two at full; a hobbit or goblin counts half."
        seat = seat_for(reminder.commander)
        carriers = yield from _some_of(desk, seat, "carry", why, able, MOST_CARRIERS, reminder.rules)
        speed = carrying_speed([kit.book.profiles[desk.world.figures[one].profile] for one in carriers], load)
        if speed is None:
            desk.record(LeftBehind((figure,)))
            desk.say(f"{figure} is left behind ({enforced('ABL-HERO-5')}).")
            return
        desk.record(Carried((figure,), carriers, speed))
        desk.say(f"{', '.join(carriers)} carry {figure} at {speed} speed.")


def _some_of(
    desk: RulesDesk,
    seat: Seat,
    purpose: str,
    why: str,
    figures: Sequence[FigureId],
    most: int,
    cited: Sequence[RuleId],
) -> Procedure[tuple[FigureId, ...]]:
    """Up to so many of the figures, one after another, until nobody else is wanted."""
    taken: list[FigureId] = []
    while len(taken) < most and (left := [one for one in figures if one not in taken]):
        answer = yield from desk.choose(seat, purpose, why, (*left, NOBODY_ELSE), *cited)
        if answer == NOBODY_ELSE:
            break
        taken.append(FigureId(answer))
    return tuple(taken)


def _commander(kit: Kit, world: World, one: Figure) -> CommanderId | None:
    force = world.war.force_of(one.id)
    return force.commander if force else None

"""What the rules make due: the wounded heal and are carried; wraiths return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Profile, Trait
from assistant.rules.carrying import Speed, carrying_speed
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.letting_go import lay_down
from assistant.rules.deeds.recruiting import form, seat_for
from assistant.rules.fight.facts import Carried, Recovered
from assistant.rules.grounds import may_be_inside
from assistant.rules.healing import Patient, is_healed, return_turn
from assistant.rules.kit import Kit
from assistant.rules.moving.company import bearers_of, borne_at, burdens_of, is_borne
from assistant.rules.names import name_of, names_of
from assistant.rules.places_of_healing import is_place_of_healing
from assistant.rules.reminders import Reminder, Upkeep, rules, some_of, upkeep
from assistant.rules.scoring import homes_of
from assistant.rules.standing import members, where_at
from assistant.rules.war import Force
from assistant.rules.wording import join
from assistant.rules.world import Figure, World

MOST_CARRIERS = 4


def trait_of(profile: Profile, name: str) -> Trait | None:
    """A profile's ability of this name."""
    return next((trait for trait in profile.traits if trait.name == name), None)


# ---- healing -------------------------------------------------------------------------------------------


@upkeep("healing", "The wounded recover")
class Healing(Upkeep):
    """HEA-01, HEA-02: one full turn at a place of healing, without moving or fighting."""

    comes_by_itself = is_owed = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        house = kit.house(world)
        for force in world.war.forces.values():
            if force.place not in kit.book.places or kit.book.places[force.place].healing is None:
                continue
            for one in members(world, force):
                if one.condition != "wounded" or not may_be_inside(kit, world, force.place, one.id):
                    continue
                patient = _patient(kit, world, force, one)
                if is_healed(patient, kit.book.profiles[one.profile], world.war.turn, house):
                    yield self.each_turn(
                        world,
                        one.id,
                        title=f"{name_of(kit, world, one)} recovers at {patient.place.name}",
                        commander=force.commander,
                        rules=rules("HEA-02" if patient.defended else "HEA-01"),
                        figures=(one.id,),
                        place=force.place,
                    )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        desk.record(Recovered(reminder.figures))
        desk.say(f"{reminder.title} ({', '.join(reminder.rules)}).")
        yield from ()


def _patient(kit: Kit, world: World, force: Force, one: Figure) -> Patient:
    """HEA-01: the turn of a wound, a coming, a fight of its own or the place won back is no full rest."""
    place, moved = kit.book.places[force.place], world.war.marks_of(force, (one.id,)).moved
    won_back = _won_back(world, place.id, one)
    return Patient(
        figure=one.id,
        place=place,
        holder=world.war.holder(place.id),
        since=max(world.war.since.get(one.id, 0), moved, one.fought_in or 0, won_back),
        companions=tuple(kit.book.profiles[other.profile] for other in members(world, force)),
        defended=one.mending_at == place.id,
    )


def _won_back(world: World, place: PlaceId, one: Figure) -> int:
    """The last turn that the enemy had a part of before its own side won the place back."""
    rows = [row for row in world.war.tenures if row.place == place]
    freed = [now.first - 1 for was, now in pairwise(rows) if now.side == one.side != was.side]
    return max(freed, default=0)


# ---- wraiths -------------------------------------------------------------------------------------------


@upkeep("returning", "Dispersed wraiths return")
class Returning(Upkeep):
    """ABL-ETHEREAL-2, PPL-RINGWRAITH-04, PPL-RINGWRAITH-05: after some turns, one a turn in all."""

    comes_by_itself = is_owed = True
    ability = "ethereal"
    bound = "leash"
    kindred = "wraith"

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        ready = self._ready(kit, world)
        if not ready:
            return
        longest = world.war.since.get(ready[0].id, 0)
        first = [one for one in ready if world.war.since.get(one.id, 0) == longest]
        owners, waiting = {_commander(world, one) for one in first}, len(ready) - 1
        more = f"; {waiting} more {'waits' if waiting == 1 else 'wait'}" if waiting else ""
        yield Reminder(
            key=f"{self.name}@{world.war.turn}",
            about=self.name,
            title=f"{join((name_of(kit, world, one) for one in first), 'or')} returns",
            commander=owners.pop() if len(owners) == 1 else None,
            rules=rules("PPL-RINGWRAITH-04", "PPL-RINGWRAITH-05"),
            figures=tuple(one.id for one in first),
            note=f"One returns each turn{more}.",
        )

    def _ready(self, kit: Kit, world: World) -> list[Figure]:
        """Whose time has come, the longest dispersed first."""
        house, since = kit.house(world), world.war.since
        ready = [
            one
            for one in world.figures.values()
            if one.condition == "dispersed"
            and return_turn(since.get(one.id, 0), house) <= world.war.turn
            and self._places(kit, world, one)
        ]
        return sorted(ready, key=lambda one: (since.get(one.id, 0), one.id))

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        figure, seat = reminder.figures[0], seat_for(reminder.commander)
        if len(reminder.figures) > 1:
            why = f"{reminder.title}: they were dispersed on the same turn. Who is first?"
            answer = yield from desk.choose(seat, "who-returns", why, reminder.figures, *reminder.rules)
            figure = FigureId(answer)
        desk.title = f"{name_of(kit, desk.world, desk.world.figures[figure])} returns"
        commander = _commander(desk.world, desk.world.figures[figure])
        where, *others = self._places(kit, desk.world, desk.world.figures[figure])
        if others:
            seat, why = seat_for(commander), f"{desk.title}: where?"
            where = PlaceId((yield from desk.choose(seat, "return", why, (where, *others), *reminder.rules)))
        desk.record(Recovered((figure,)))
        form(kit, desk, commander, where, (figure,))
        cited = f"{enforced('PPL-RINGWRAITH-04')}, {enforced('PPL-RINGWRAITH-05')}"
        desk.say(f"{desk.title} {where_at(kit, where)} ({cited}).")

    def _places(self, kit: Kit, world: World, one: Figure) -> tuple[PlaceId, ...]:
        """Where it may return, places in enemy hands last; nowhere, where AMB-037 has it gone for good."""
        profile, reading = kit.book.profiles[one.profile], kit.house(world)["AMB-037"]
        is_kindred = profile.race == self.kindred
        if not is_kindred and reading == "not-stated":
            return ()
        wanted = self._home(kit, world, one)
        if not is_kindred and reading == "own-lair":
            wanted = self._lair(profile)
        free = [place for place in wanted if world.war.holder(place) in (None, one.side)]
        return tuple(dict.fromkeys((*free, *wanted)))

    def _home(self, kit: Kit, world: World, one: Figure) -> tuple[PlaceId, ...]:
        """PPL-RINGWRAITH-04: at its home base, or where the ability says."""
        trait = trait_of(kit.book.profiles[one.profile], self.ability)
        told = dict(trait.params) if trait else {}
        commander = _commander(world, one)
        home = homes_of(kit, world, commander) if commander else ()
        return (*home, PlaceId(str(told["at"]))) if "at" in told else home

    def _lair(self, profile: Profile) -> tuple[PlaceId, ...]:
        """AMB-037: the place that it is bound to."""
        bound = trait_of(profile, self.bound)
        return (PlaceId(str(dict(bound.params)["place"])),) if bound else ()


def _commander(world: World, one: Figure) -> CommanderId | None:
    force = world.war.force_of(one.id)
    return force.commander if force else None


# ---- the helpless --------------------------------------------------------------------------------------


@upkeep("carrying", "The wounded are carried or stay", phase="movement")
class Carrying(Upkeep):
    """ABL-HERO-3: who lies wounded goes only with others, one at half speed, two at full."""

    comes_first = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for force in world.war.forces.values():
            there = members(world, force)
            for one in there:
                if one.condition != "wounded" or self._is_seen_to(kit, world, one):
                    continue
                if not any(self._can_carry(kit, world, other, one) for other in there):
                    continue
                heals = _heals_at(kit, world, force, one)
                lies = f"{name_of(kit, world, one)} lies wounded"
                # Asked once a turn, and again when one of those has fallen or parted who were to carry.
                able = bearers_of(world, one.id) if borne_at(kit, world, one) else ()
                lost = (by for by in world.war.carried.get(one.id, ()) if by not in able)
                yield self.each_turn(
                    world,
                    " ".join((one.id, *lost)),
                    title=f"{lies} where the wounded heal: who carries?"
                    if heals
                    else f"{lies}: who carries?",
                    deed=lies,
                    commander=force.commander,
                    rules=rules("ABL-HERO-3"),
                    figures=(one.id,),
                    is_offer=heals,
                )

    def _is_seen_to(self, kit: Kit, world: World, one: Figure) -> bool:
        """Whether all who were to carry still do, or those who are left go at full speed."""
        told, able = world.war.carried.get(one.id, ()), bearers_of(world, one.id)
        speed = borne_at(kit, world, one)
        return speed == "full" or (speed == "half" and len(able) == len(told))

    def _can_carry(self, kit: Kit, world: World, one: Figure, wounded: Figure) -> bool:
        """Whose hands are free, or not yet full: one man carries two hobbits (ABL-HERO-4)."""
        if one.condition != "fit" or not kit.book.profiles[one.profile].is_character:
            return False
        return (
            not _carried_by(kit, world, (one.id,), wounded)
            or _speed_with(kit, world, (one.id,), wounded) is not None
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (figure,) = reminder.figures
        who = name_of(kit, desk.world, desk.world.figures[figure])
        force = desk.world.war.force_of(figure)
        assert force is not None
        wounded, there = desk.world.figures[figure], members(desk.world, force)
        able = [one.id for one in there if self._can_carry(kit, desk.world, one, wounded)]
        why = f"{reminder.title} One carries at half speed, two at full; a hobbit or goblin counts half."
        seat = seat_for(reminder.commander)

        def speed_with(carriers: Sequence[FigureId]) -> Speed | None:
            return _speed_with(kit, desk.world, carriers, wounded)

        carriers = yield from some_of(
            desk,
            seat,
            "carry",
            why,
            able,
            MOST_CARRIERS,
            reminder.rules,
            lambda taken: speed_with(taken) == "full",
        )
        speed = speed_with(carriers)
        if speed is None:
            desk.title = f"{who} stays where he lies"
            desk.say(f"{desk.title} ({enforced('ABL-HERO-3')}).")
            return
        desk.record(Carried((figure,), carriers, speed))
        # Whom they parted from, and have come back to with full hands, they do not take up again.
        others = (desk.world.figures[one] for one in burdens_of(desk.world, carriers) if one != figure)
        lay_down(desk, [one.id for one in others if not is_borne(kit, desk.world, one)])
        verb = "carries" if len(carriers) == 1 else "carry"
        bearers = names_of(kit, desk.world, [desk.world.figures[one] for one in carriers])
        desk.title = f"{bearers} {verb} {who} at {speed} speed"
        desk.say(f"{desk.title} ({enforced('ABL-HERO-3')}).")


def _heals_at(kit: Kit, world: World, force: Force, one: Figure) -> bool:
    """HEA-01, HEA-03: whether it is in a place of healing that the enemy does not hold."""
    place = kit.book.places.get(force.inside) if force.inside else None
    if place is None or world.war.holder(place.id) not in (None, one.side):
        return False
    return is_place_of_healing(place, kit.book.profiles[one.profile], (), kit.house(world))


def _carried_by(kit: Kit, world: World, carriers: Sequence[FigureId], wounded: Figure) -> list[FigureId]:
    """Whom they carry beside this one, of all whom they were told to carry."""
    others = (world.figures[one] for one in burdens_of(world, carriers) if one != wounded.id)
    return [one.id for one in others if is_borne(kit, world, one)]


def _speed_with(kit: Kit, world: World, carriers: Sequence[FigureId], wounded: Figure) -> Speed | None:
    """How fast they go with one more whom they carry, beside those whom they carry already."""
    shared = _carried_by(kit, world, carriers, wounded)
    hands = dict.fromkeys((*carriers, *(by for one in shared for by in bearers_of(world, one))))
    profiles = kit.book.profiles
    return carrying_speed(
        [profiles[world.figures[one].profile] for one in hands],
        [profiles[world.figures[one].profile] for one in (wounded.id, *shared)],
    )

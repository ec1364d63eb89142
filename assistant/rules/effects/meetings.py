"""Who has met whom without anybody saying so: found by measuring, or because a guardian keeps the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.kernel.evidence import enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Place
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.shifting import joining, news
from assistant.rules.deeds.who_meets import contact_of, is_allowed
from assistant.rules.effects.entering import GATE_OPENED, PASSING, keeper_of, was_opened
from assistant.rules.kit import Kit
from assistant.rules.measuring import Encounter, in_reach
from assistant.rules.meeting.facts import ForcesMet
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.standing import is_on_table, members, place_name, side_of
from assistant.rules.turn.facts import PowerUsed
from assistant.rules.war import Contact, Force, ForceId, all_do
from assistant.rules.wording import join
from assistant.rules.world import World


@upkeep("meetings", "Forces have met by measure", phase=None)
class Meetings(Upkeep):
    """CMB-01: whom measuring finds within an inch of an enemy is proposed as a contact, with one answer."""

    is_owed = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for meet in self._found(kit, world):
            forces = world.war.forces
            have = all_do([forces[one] for one in meet.good], "has", "have")
            others = join(forces[one].name for one in meet.evil)
            mover = forces[(meet.evil if meet.attacker == "evil" else meet.good)[0]]
            where = place_name(kit, meet.place)
            yield self.each_turn(
                world,
                " ".join((*meet.good, *meet.evil)),
                title=f"{have} met {others} at {where}: they stand within 1 inch",
                commander=mover.commander,
                rules=rules("CMB-01"),
                place=meet.place,
            )

    def _found(self, kit: Kit, world: World) -> Iterator[Meet]:
        """The contacts that could be said, as the deed that says them."""
        for one in news(kit, world) if world.war.spots else ():
            good, evil = (tuple(world.war.forces[name] for name in side) for side in (one.good, one.evil))
            meet = contact_of(kit, world, good, evil, good[0].place)
            if meet is not None and _is_near(kit, world, one, meet):
                # Whoever is left out of it does not say where it is fought.
                yield replace(meet, place=world.war.forces[meet.good[0]].place)

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        named = reminder.key.removeprefix(f"{self.name} ").partition("@")[0].split()
        for meet in self._found(kit, desk.world):
            if [*meet.good, *meet.evil] == named:
                enforced("CMB-01")
                yield from meet.bring_about(kit, desk)


@upkeep("joiners", "Others have come to a fight", phase="movement")
class Joiners(Upkeep):
    """CMB-01: whom measuring finds within an inch of those who have met is proposed as joining them."""

    is_owed = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for one in joining(kit, world) if world.war.spots else ():
            have = all_do([world.war.forces[force] for force in one.forces], "has", "have")
            met = world.war.contacts[one.contact]
            others = join(world.war.forces[force].name for force in (*met.good, *met.evil))
            yield self.each_turn(
                world,
                " ".join((one.contact, *one.forces)),
                title=f"{have} come to the fight of {others}: within 1 inch",
                commander=world.war.forces[one.forces[0]].commander,
                rules=rules("CMB-01"),
                place=met.place,
            )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        contact, *named = reminder.key.removeprefix(f"{self.name} ").partition("@")[0].split()
        for one in joining(kit, desk.world):
            if (one.contact, [*one.forces]) == (contact, named):
                met = desk.world.war.contacts[one.contact]
                desk.record(ForcesMet(replace(met, good=(*met.good, *one.good), evil=(*met.evil, *one.evil))))
                names = join(desk.world.war.forces[force].name for force in one.forces)
                desk.say(f"{names} in contact {contact} too ({enforced('CMB-01')}).")
        yield from ()


def _is_near(kit: Kit, world: World, one: Encounter, meet: Meet) -> bool:
    """Whether those who are left of an encounter are still within an inch of each other."""
    if (meet.good, meet.evil) == (one.good, one.evil):
        return True
    return in_reach(kit, world, Contact("", meet.good, meet.evil, meet.place, world.war.turn)) is not None


@upkeep("guardians", "Whoever passes must fight", phase=None, trait="guardian")
class Guardians(Upkeep):
    """PLC-CIRITHUNGOL-02: who passes a guardian's lair must fight it there."""

    is_owed = True

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        if given["on"] != PASSING:
            return
        keeper = keeper_of(world, place.id, str(given["profile"]))
        for force in world.war.within(place.id) if keeper else ():
            assert keeper is not None
            meet = _against(kit, world, force, keeper)
            if force.id != keeper.id and members(world, force) and is_allowed(kit, world, meet):
                yield self.each_turn(
                    world,
                    force.id,
                    title=f"{force.name} must fight {keeper.name} in {place.name}",
                    commander=force.commander,
                    rules=rules("PLC-CIRITHUNGOL-02"),
                    place=place.id,
                    figures=force.figures,
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        force = desk.world.war.force_of(reminder.figures[0])
        (given,) = (
            dict(one.params)
            for one in kit.book.places[reminder.here].traits
            if one.name == self.trait and dict(one.params)["on"] == PASSING
        )
        keeper = keeper_of(desk.world, reminder.here, str(given["profile"]))
        assert force is not None
        assert keeper is not None
        enforced("PLC-CIRITHUNGOL-02")
        yield from _against(kit, desk.world, force, keeper).bring_about(kit, desk)


@upkeep("gate-guards", "Who guards a gate strikes as it opens", phase=None, trait="guardian")
class GateGuards(Upkeep):
    """PLC-MORIA-07: whoever guards a gate attacks those who open it, so many times in a game."""

    is_owed = True

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        if given["on"] != GATE_OPENED or len(world.war.powers.get(_struck(place), ())) >= int(given["times"]):
            return
        guard = _guard(world, str(given["profile"]))
        for force in tuple(world.war.forces.values()) if guard else ():
            assert guard is not None
            has_opened = world.war.turn in world.war.powers.get(was_opened(force.id, place.id), ())
            if has_opened and is_allowed(kit, world, _strikes(guard, force, place)):
                yield self.each_turn(
                    world,
                    force.id,
                    title=f"{guard.does('attacks', 'attack')} {force.name} at {place.name}",
                    commander=force.commander,
                    rules=rules("PLC-MORIA-07"),
                    place=place.id,
                    figures=force.figures,
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        place = kit.book.places[reminder.here]
        (given,) = (dict(one.params) for one in place.traits if one.name == self.trait)
        force, guard = desk.world.war.force_of(reminder.figures[0]), _guard(desk.world, str(given["profile"]))
        assert force is not None
        assert guard is not None
        desk.record(PowerUsed(_struck(place), desk.world.war.turn))
        enforced("PLC-MORIA-07")
        yield from _strikes(guard, force, place).bring_about(kit, desk)


def _struck(place: Place) -> str:
    return f"struck {place.id}"


def _guard(world: World, profile: str) -> Force | None:
    """The force of one who guards a gate, wherever about it he lurks."""
    found = (one for one in world.figures.values() if one.profile == profile and one.condition == "fit")
    return next((world.war.force_of(one.id) for one in found if is_on_table(one)), None)


def _strikes(guard: Force, force: Force, place: Place) -> Meet:
    return Meet((force.id,), (guard.id,), place.id, "", "evil")


def _against(kit: Kit, world: World, force: Force, keeper: Force) -> Meet:
    """The guardian stands on the other side, whoever comes."""
    own: tuple[ForceId, ...] = (force.id,)
    if side_of(kit, world, force) == "evil":
        return Meet((keeper.id,), own, force.place, "", "evil")
    return Meet(own, (keeper.id,), force.place, "", "good")

"""Who has met whom without anybody saying so: found by measuring, or because a guardian keeps the way."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Place, PlaceId
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.shifting import attacker_of, news
from assistant.rules.kit import Kit
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.standing import is_on_table, members, place_name, side_of
from assistant.rules.war import Force, ForceId
from assistant.rules.wording import join
from assistant.rules.world import World

PASSING = "passing"


@upkeep("meetings", "Forces have met by measure", phase=None)
class Meetings(Upkeep):
    """CMB-01: whom measuring finds within an inch of an enemy is proposed as a contact, with one answer."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for meet in self._found(kit, world):
            forces = world.war.forces
            ones, others = (join(forces[one].name for one in side) for side in (meet.good, meet.evil))
            mover = forces[(meet.evil if meet.attacker == "evil" else meet.good)[0]]
            have, where = "has" if len(meet.good) == 1 else "have", place_name(kit, meet.place)
            yield self.each_turn(
                world,
                " ".join((*meet.good, *meet.evil)),
                title=f"{ones} {have} met {others} at {where}: they stand within 1 inch",
                commander=mover.commander,
                rules=rules("CMB-01"),
                place=meet.place,
            )

    def _found(self, kit: Kit, world: World) -> Iterator[Meet]:
        """The contacts that could be said, as the deed that says them."""
        for one in news(kit, world) if world.war.spots else ():
            place = world.war.forces[one.good[0]].place
            meet = Meet(one.good, one.evil, place, "", attacker_of(world, one))
            if is_allowed(kit, world, meet):
                yield meet

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        named = reminder.key.removeprefix(f"{self.name} ").partition("@")[0].split()
        for meet in self._found(kit, desk.world):
            if [*meet.good, *meet.evil] == named:
                enforced("CMB-01")
                yield from meet.perform(kit, desk)


def is_allowed(kit: Kit, world: World, meet: Meet) -> bool:
    """Whether nothing speaks against a contact."""
    try:
        meet.plan(kit, world)
    except Illegal:
        return False
    return True


@upkeep("guardians", "Whoever passes must fight", phase=None, trait="guardian")
class Guardians(Upkeep):
    """PLC-CIRITHUNGOL-02: who passes a guardian's lair must fight it there."""

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        if given["on"] != PASSING:
            return
        keeper = _keeper(world, place.id, str(given["profile"]))
        for force in world.war.at(place.id) if keeper else ():
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
            for one in kit.book.places[PlaceId(reminder.place)].traits
            if one.name == self.trait and dict(one.params)["on"] == PASSING
        )
        keeper = _keeper(desk.world, PlaceId(reminder.place), str(given["profile"]))
        assert force is not None
        assert keeper is not None
        enforced("PLC-CIRITHUNGOL-02")
        yield from _against(kit, desk.world, force, keeper).perform(kit, desk)


def _keeper(world: World, place: PlaceId, profile: str) -> Force | None:
    """The force of a guardian who is at home and alive."""
    for force in world.war.at(place):
        if any(one.profile == profile and is_on_table(one) for one in members(world, force)):
            return force
    return None


def _against(kit: Kit, world: World, force: Force, keeper: Force) -> Meet:
    """The guardian stands on the other side, whoever comes."""
    own: tuple[ForceId, ...] = (force.id,)
    if side_of(kit, world, force) == "evil":
        return Meet((keeper.id,), own, force.place, "", "evil")
    return Meet(own, (keeper.id,), force.place, "", "good")

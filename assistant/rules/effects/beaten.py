"""OUT-07: the beaten are asked where they fall back to, once, until they have gone or regrouped."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.bearing import take_up_wounded
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.deeds.retreating import fall_back, stay_in_the_field, withdraw
from assistant.rules.kit import Kit
from assistant.rules.measuring import is_measured
from assistant.rules.reminders import Reminder, Upkeep, rules, upkeep
from assistant.rules.retreats import has_to_fall_back, refuges, retreat_key
from assistant.rules.standing import members, place_name
from assistant.rules.world import World

IN_THE_FIELD = "in-the-field"


@upkeep("falling-back", "The beaten fall back", phase=None)
class FallingBack(Upkeep):
    """OUT-07, AMB-033: a full move away from the victors, or as far as they can."""

    is_owed = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for force in world.war.forces.values():
            # Who is attacked where he regroups fights first.
            is_free = world.war.contact_of(force.id) is None
            if is_free and has_to_fall_back(world, force) and members(world, force):
                where = place_name(kit, force.place)
                yield Reminder(
                    key=retreat_key(force),
                    about=self.name,
                    title=f"{force.name}, beaten at {where}: where do they fall back to?",
                    deed=f"{force.does('falls', 'fall')} back from {where}",
                    commander=force.commander,
                    rules=rules("OUT-07", "OUT-08"),
                    figures=tuple(one.id for one in members(world, force)),
                    place=force.place,
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        force = next(one for one in desk.world.war.forces.values() if retreat_key(one) == reminder.key)
        if not (yield from take_up_wounded(kit, desk, force)):
            return
        force = desk.world.war.forces[force.id]
        if is_measured(desk.world, force):
            fall_back(kit, desk, force)
            return
        chosen, free = IN_THE_FIELD, refuges(kit, desk.world, force)
        if free:
            why = f"{force.does('falls', 'fall')} back a full move, away from the victors: where to?"
            options = (*free, IN_THE_FIELD)
            chosen = yield from desk.choose(
                seat_for(force.commander), "retreat", why, options, *reminder.rules
            )
        if chosen != IN_THE_FIELD:
            withdraw(kit, desk, force, PlaceId(chosen))
            return
        stay_in_the_field(kit, desk, force)

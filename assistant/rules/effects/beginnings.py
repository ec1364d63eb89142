"""Where those begin whom the scenario lets stand anywhere along a stretch of the table."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.placing import set_out_again
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.kit import Kit
from assistant.rules.names import names_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.scenario import Thing
from assistant.rules.standing import is_measured, members, place_name, where_at
from assistant.rules.war import Force
from assistant.rules.war_facts import ForceMoved
from assistant.rules.world import World

TRAIT = "begins-along"
BEFORE_THE_FIRST = 0
"""The turn of a move that is none."""


@upkeep("beginning", "Where they begin", thing=TRAIT)
class Beginning(Upkeep):
    """FEL-03: before they have moved, a force that begins along a river is put where its commander likes."""

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        for force in world.war.at(PlaceId(str(given["along"]))) if world.war.turn == 1 else ():
            if not force.moved and not force.fought and members(world, force):
                yield Reminder(
                    key=f"{self.name} {force.id}",
                    about=self.name,
                    title=f"{_who(kit, world, force)} may begin anywhere along the {_stretch(kit, force)}",
                    commander=force.commander,
                    rules=rules("FEL-03"),
                    figures=force.figures,
                    place=str(given["or"]),
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        force = desk.world.war.force_of(reminder.figures[0])
        assert force is not None
        options = (force.place, *map(PlaceId, reminder.place.split()))
        seat, why = seat_for(reminder.commander), f"{reminder.title}: where?"
        place = PlaceId((yield from desk.choose(seat, self.name, why, options, asked("FEL-03"))))
        verb = "begins" if len(members(desk.world, force)) == 1 else "begin"
        desk.title = f"{_who(kit, desk.world, force)} {verb} {where_at(kit, place)}"
        desk.say(f"{desk.title} ({enforced('FEL-03')}).")
        if place == force.place:
            return
        was_measured = is_measured(desk.world, force)
        desk.record(ForceMoved(force.id, place, BEFORE_THE_FIRST))
        if was_measured:
            set_out_again(kit, desk, force.id)


def _who(kit: Kit, world: World, force: Force) -> str:
    return names_of(kit, world, members(world, force))


def _stretch(kit: Kit, force: Force) -> str:
    """East bank of the Anduin, in the middle of a sentence."""
    name = place_name(kit, force.place)
    return f"{name[:1].lower()}{name[1:]}"

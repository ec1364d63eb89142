"""Where those begin whom the scenario lets stand anywhere in a land or along a river."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.placing import set_out_again
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved
from assistant.rules.names import names_of
from assistant.rules.reminders import Reminder, Upkeep, upkeep
from assistant.rules.scenario import Spot
from assistant.rules.standing import is_measured, members, where_at
from assistant.rules.war import Force
from assistant.rules.world import World

BEFORE_THE_FIRST = 0
"""The turn of a move that is none."""


@upkeep("beginning", "Where they begin")
class Beginning(Upkeep):
    """FEL-03, SCN-S06, SCN-S09: who begins anywhere in a land is put where its commander likes."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        if world.war.turn != 1:
            return
        for spot in kit.scenario.spots.values():
            for force in world.war.at(spot.id) if spot.begins else ():
                if not force.moved and not force.fought and members(world, force):
                    yield Reminder(
                        key=f"{self.name} {force.id}",
                        about=self.name,
                        title=f"{_who(kit, world, force)} may begin {_wherever(kit, spot)}",
                        commander=force.commander,
                        rules=spot.rules[:1],
                        figures=force.figures,
                        place=spot.id,
                    )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        force = desk.world.war.force_of(reminder.figures[0])
        assert force is not None
        options = (force.place, *kit.scenario.spots[reminder.here].begins)
        seat, why = seat_for(reminder.commander), f"{reminder.title}: where?"
        place = PlaceId((yield from desk.choose(seat, self.name, why, options, *map(asked, reminder.rules))))
        verb = "begins" if len(members(desk.world, force)) == 1 else "begin"
        desk.title = f"{_who(kit, desk.world, force)} {verb} {where_at(kit, place)}"
        desk.say(f"{desk.title} ({', '.join(map(enforced, reminder.rules))}).")
        if place == force.place:
            return
        was_measured = is_measured(desk.world, force)
        desk.record(ForceMoved(force.id, place, BEFORE_THE_FIRST))
        if was_measured:
            set_out_again(kit, desk, force.id)


def _who(kit: Kit, world: World, force: Force) -> str:
    return names_of(kit, world, members(world, force))


def _wherever(kit: Kit, spot: Spot) -> str:
    """Anywhere west of the mountains; anywhere along the east bank, whose name does not say so itself."""
    said = where_at(kit, spot.id)
    name = said.removeprefix("at ")
    return said if name == said else f"anywhere along the {name[:1].lower()}{name[1:]}"

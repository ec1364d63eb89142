"""WAR-03, WAR-10: those who came in on a march of their own go on with it, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.rules.kit import Kit
from assistant.rules.marches import GOING_ON, idle, key_of_going_on
from assistant.rules.reminders import Reminder, Upkeep, upkeep
from assistant.rules.standing import place_name
from assistant.rules.world import World


@upkeep(GOING_ON, "Newcomers on their march", phase="movement")
class GoingOn(Upkeep):
    """WAR-03, WAR-10: they march directly, at their maximum move; who stays counts as any other."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for march, force, figures in idle(kit, world):
            yield Reminder(
                key=key_of_going_on(force, world.war.turn),
                about=self.name,
                title=f"{force.does('marches', 'march')} on to {place_name(kit, march.to)}",
                commander=march.commander,
                rules=march.rules,
                figures=figures,
                place=force.place,
                note=f"{march.text} Who stays counts towards the limit from then on.",
            )

"""PLC-FANGORN-10, AMB-001: on turn 1 a commander is asked for a standing choice, before figures come."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.evidence import asked
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import Supply
from assistant.rules.core.deed import RulesDesk
from assistant.rules.course import supply_under
from assistant.rules.deeds.declaring import decide
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.kit import Kit
from assistant.rules.reminders import Reminder, Upkeep, rules, upkeep
from assistant.rules.world import World

YES, NO, NOT_NOW = "yes", "no", "not-now"


@upkeep("deciding", "Standing choices")
class Deciding(Upkeep):
    """AMB-001: asked on turn 1, before anything comes; who says nothing may decide on any later turn."""

    is_for_good = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for supply in kit.scenario.supplies if world.war.turn == 1 else ():
            if supply.key not in world.war.choices:
                yield Reminder(
                    key=f"{self.name} {supply.key}",
                    about=self.name,
                    title=supply.name,
                    commander=supply.commander,
                    rules=rules("PLC-FANGORN-10", "AMB-001"),
                    given={"supply": supply.key},
                    note="Before his figures come: what has come does not change by it.",
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        supply = _supply(kit, desk.world, reminder.word("supply"))
        # Who has all without a word can spare the wood only now; everybody else may wait.
        # Nobody gives away for good by a mere Enter what he could keep.
        options = (YES, NO) if supply.default == supply.full else (NOT_NOW, YES)
        seat, cited = seat_for(reminder.commander), map(asked, reminder.rules)
        answer = yield from desk.choose(seat, self.name, supply.name, options, *cited)
        if answer == NOT_NOW:
            desk.title = f"{supply.name} Not now"
            desk.say("That may be decided on any later turn.")
            return
        value = supply.full if answer == YES else supply.scarce
        desk.title = f"{supply.name} {value.capitalize()}"
        decide(kit, desk, supply.key, value)


def _supply(kit: Kit, world: World, key: str) -> Supply:
    found = next(one for one in kit.scenario.supplies if one.key == key)
    return supply_under(kit.house(world), found)

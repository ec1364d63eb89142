"""The table settles on a reading of a house rule, before the game or in the middle of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.almanac import due_until
from assistant.rules.core.deed import Deed, RulesDesk, stored_as
from assistant.rules.core.facts import HouseRuleChosen
from assistant.rules.deeds.arriving import told
from assistant.rules.house import check_choice
from assistant.rules.kit import Kit
from assistant.rules.standing import awaited
from assistant.rules.world import World


@stored_as("house-rule")
@dataclass(frozen=True, slots=True)
class SettleHouseRule(Deed):
    """From now on a rule is read so."""

    rule: str
    reading: str
    # The stored form is that of the fact it records.
    kind: Literal["house-rule-chosen"] = "house-rule-chosen"

    def plan(self, kit: Kit, world: World) -> Opening:
        check_choice(kit.book.house_rules, self.rule, self.reading)
        if world.house_rules.get(self.rule) == self.reading:
            raise Illegal(
                "settled-already",
                f"{self.rule} reads {self.reading} already.",
                do="There is nothing to record.",
            )
        return Opening(f"House rule {self.rule}: {self.reading}", (self.rule,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        before = {one.key: one.due for one in awaited(kit, desk.world)}
        too_late = self._comes_too_late(kit, desk.world)
        desk.record(HouseRuleChosen(self.rule, self.reading, too_late))
        desk.say(f"From now on {self.rule} reads {self.reading}.")
        if too_late:
            desk.say("What is due on this turn stays as it was: some of it has come by the former reading.")
        after = {one.key: one.due for one in awaited(kit, desk.world)}
        for word, dues, others in (("No longer due", before, after), ("Due now", after, before)):
            for key, due in dues.items():
                if key not in others:
                    who = kit.scenario.commanders[due.commander].name
                    desk.say(f"{word}: {who}, {told(kit, due.figures)}.")
        yield from ()

    def _comes_too_late(self, kit: Kit, world: World) -> bool:
        """Whether at a turn's start anyone whom this rule is about has been placed or lost already."""
        war = world.war
        return war.phase == "start" and any(
            one.turn == war.turn and self.rule in one.read_by
            for key, one in due_until(kit, world, war.turn)
            if war.arrivals.get(key, "postponed") != "postponed"
        )

"""Facts on which everything rests: figures in play, and the readings that the table has chosen."""

from __future__ import annotations

from typing import Literal

from assistant.rules.core.draft import Draft
from assistant.rules.core.fact import Fact, fact
from assistant.rules.war import Reread
from assistant.rules.world import Figure


@fact
class Enlisted(Fact):
    """Figures came into play."""

    figures: tuple[Figure, ...]
    kind: Literal["enlisted"] = "enlisted"

    def write(self, world: Draft) -> None:
        world.figures.update((figure.id, figure) for figure in self.figures)

    def changes(self) -> tuple[str, ...]:
        return tuple(figure.id for figure in self.figures)


@fact
class HouseRuleChosen(Fact):
    """The table settled on a reading."""

    rule: str
    reading: str
    too_late: bool = False
    """At a turn's start: arrivals of this turn came by the former reading already, and the others do too."""
    kind: Literal["house-rule-chosen"] = "house-rule-chosen"

    def write(self, world: Draft) -> None:
        """What was due by the former reading stays due: a new one counts from the next turn start on."""
        war = world.war
        if war.turn:
            last = war.turn - (war.phase == "start" and not self.too_late)
            former = world.house_rules.get(self.rule, "")
            war.reread.append(Reread(self.rule, former, last, tuple(war.events)))
        world.house_rules[self.rule] = self.reading

    def changes(self) -> tuple[str, ...]:
        return (self.rule,)

    def rests_on(self) -> tuple[str, ...]:
        return ()

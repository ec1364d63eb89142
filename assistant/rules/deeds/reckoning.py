"""STA-04, STA-05: points follow the facts, by whichever word of the game master those are set right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.holding import give
from assistant.rules.kit import Kit
from assistant.rules.names import names_of
from assistant.rules.scoring import for_restored, for_slain_after_all
from assistant.rules.table_word.facts import Correction
from assistant.rules.turn.facts import PointsGiven
from assistant.rules.world import Figure, World


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What is taken back and given again for those set right, and for whose death nobody has points."""

    due: tuple[PointsGiven, ...]
    unpaid: tuple[Figure, ...]

    @classmethod
    def of(cls, kit: Kit, world: World, corrected: Sequence[Correction]) -> Reckoning:
        """Asked before they are set right."""
        due = (*for_restored(kit, world, corrected), *for_slain_after_all(kit, world, corrected))
        paid = {figure for given in due for figure in given.points.figures}
        slain = _newly_slain(world, corrected) if kit.scenario.awards else ()
        return cls(due, tuple(one for one in slain if one.id not in paid))

    def settle(self, kit: Kit, desk: RulesDesk) -> None:
        """The points, told one by one; who slew those for whom there are none only the table knows."""
        give(kit, desk, self.due)
        if self.unpaid:
            who, rule = names_of(kit, desk.world, self.unpaid), enforced("STA-05")
            desk.say(f"Nobody has points for {who} ({rule}): correct the points if somebody should.")


def _newly_slain(world: World, corrected: Sequence[Correction]) -> tuple[Figure, ...]:
    """STA-04, STA-05: of good, those who are dead only by this word: nobody knows who slew them."""
    named = [world.figures[one.figure] for one in corrected if one.condition == "eliminated"]
    is_war = world.war.phase != "set-up"
    return tuple(one for one in named if is_war and one.side == "good" and one.condition != "eliminated")

"""SEQ-05: which turn is to be the day's last, if the table has agreed on one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.core.deed import Deed, RulesDesk, deed
from assistant.rules.core.resources import LAST_TURN
from assistant.rules.deeds.checks import require_running
from assistant.rules.kit import Kit
from assistant.rules.turn.facts import LastTurnSet
from assistant.rules.world import World


@deed
class SetLastTurn(Deed):
    """SEQ-05: the game closes with this turn; with none the end is open."""

    turn: int | None = None
    kind: Literal["set-last-turn"] = "set-last-turn"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.turn == world.war.last_turn:
            raise Illegal("set-already", f"{self._said} already.", do="There is nothing to change.")
        if self.turn is not None and not world.war.turn <= self.turn <= kit.scenario.turns:
            raise Illegal(
                "no-such-turn",
                f"Turn {self.turn} cannot be the last: it is turn {world.war.turn} now, "
                f"and the turn record ends with turn {kit.scenario.turns}.",
                do="Name this turn or a later one, or leave the end open.",
            )
        return Opening(self._said, (LAST_TURN,), encode(self))

    @property
    def _said(self) -> str:
        return "The end of the day is open" if self.turn is None else f"Turn {self.turn} is to be the last"

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(LastTurnSet(self.turn))
        yield from ()


def past_the_last(world: World) -> Iterator[str]:
    """SEQ-05: that no further turn is to be played, once the last one ends."""
    last = world.war.last_turn
    if last is not None and world.war.phase == "combat" and world.war.turn >= last:
        yield f"turn {last} was to be the last ({enforced('SEQ-05')})"

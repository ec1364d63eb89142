"""What everybody sees on the projector beyond the table itself, as the game master wishes."""

from __future__ import annotations

from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.core.deed import Deed, RulesDesk, deed
from assistant.rules.kit import Kit
from assistant.rules.turn.facts import StandingsShown
from assistant.rules.world import World


@deed
class ShowStandings(Deed):
    """The projector shows everybody's points, or no longer."""

    shown: bool
    kind: Literal["show-standings"] = "show-standings"

    def plan(self, kit: Kit, world: World) -> Opening:
        if world.war.standings_shown == self.shown:
            raise Illegal(
                "shown-already",
                f"The projector {_how(shown=self.shown)} already.",
                do="There is nothing to change.",
            )
        return Opening(f"The projector {_how(shown=self.shown)}", ("the standings",), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(StandingsShown(self.shown))
        yield from ()


def _how(*, shown: bool) -> str:
    return "shows the standings" if shown else "keeps the points to itself"

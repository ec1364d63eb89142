"""Places changed hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Side
from assistant.rules.core.draft import Draft
from assistant.rules.core.fact import Fact, fact
from assistant.rules.core.resources import TURN
from assistant.rules.tenures import Tenure, lasting
from assistant.rules.war import Holding


@fact
class PlaceTaken(Fact):
    """A place is in the hands of a side."""

    place: PlaceId
    side: Side
    by: tuple[CommanderId, ...]
    turn: int
    owing: tuple[str, ...] = ()
    """The forces that took it by standing there; of a base that is the sum of its parts, the parts,
    and the house rule that says which those are, if it changed hands by that.
    """
    awaits: tuple[CommanderId, ...] = ()
    """Whose arrivals stay away still, as nobody for whom they wait is back; nobody's in older games."""
    kind: Literal["place-taken"] = "place-taken"

    def write(self, world: Draft) -> None:
        """AMB-070: that a base was ever lost is remembered, whoever holds it later, or nobody did between."""
        war = world.war
        before = war.holdings.get(self.place)
        have_had_it = {row.side for row in lasting(war.tenures) if row.place == self.place}
        if {self.side, *have_had_it} >= {"good", "evil"} and self.place not in war.overrun:
            war.overrun.append(self.place)
        # Who is back in a place of his own side has not taken it: it is theirs for as long as before.
        since = before.since if before is not None and before.side == self.side else self.turn
        war.holdings[self.place] = Holding(self.side, since, self.by)
        # What is taken during a turn was not held when its arrivals were due; what is said at its start was.
        first = self.turn if war.phase == "start" else self.turn + 1
        war.tenures.append(Tenure(self.place, self.side, first, awaits=self.awaits))

    def changes(self) -> tuple[str, ...]:
        return (self.place,)

    def rests_on(self) -> tuple[str, ...]:
        return (TURN, *self.owing)


@fact
class PlaceClaimed(Fact):
    """STA-03: it was said afterwards who took a place; since when it is theirs does not change."""

    place: PlaceId
    by: tuple[CommanderId, ...]
    kind: Literal["place-claimed"] = "place-claimed"

    def write(self, world: Draft) -> None:
        holdings = world.war.holdings
        holdings[self.place] = replace(holdings[self.place], by=self.by)

    def changes(self) -> tuple[str, ...]:
        return (self.place,)

"""By hand: what a figure is called, and who sits where."""

from __future__ import annotations

from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.core.deed import Deed, RulesDesk, deed
from assistant.rules.core.resources import seat_of
from assistant.rules.deeds.calling import called, refuse_as_player
from assistant.rules.deeds.checks import figure_in
from assistant.rules.deeds.reasons import say_why
from assistant.rules.kit import Kit
from assistant.rules.names import told_apart
from assistant.rules.near import no_such
from assistant.rules.table_word.facts import FigureNamed
from assistant.rules.turn.facts import SeatsTaken
from assistant.rules.war import Dice, SeatHeld
from assistant.rules.wording import join
from assistant.rules.world import World

ROLLED: dict[Dice, str] = {"app": "rolled by the app", "by-hand": "rolled by hand"}


@deed
class Rename(Deed):
    """The table calls a figure by a name of its own; an empty one takes that back."""

    figure: FigureId
    name: str
    kind: Literal["rename"] = "rename"
    reason: str = ""

    def plan(self, kit: Kit, world: World) -> Opening:
        figure = world.figures[figure_in(world, self.figure)]
        name = called(self.name)
        _require_own_name(kit, world, figure.id, name)
        # Its own name is what this is about, so it is not told by that.
        who = told_apart(kit, figure)
        now = f"is called {name}" if name else "has no name of its own"
        if name == world.war.names.get(figure.id, ""):
            raise Illegal("nothing-changes", f"{who} {now} already.", do="Give another name.")
        return Opening(f"{who} {now}", (self.figure,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        before = desk.world.war.names.get(self.figure, "")
        desk.record(FigureNamed(self.figure, called(self.name), before=before))
        say_why(desk, self.reason)
        yield from ()


def _require_own_name(kit: Kit, world: World, figure: FigureId, name: str) -> None:
    """Nobody is called as somebody else is: a name finds one figure."""
    for other in world.figures.values():
        profile = kit.book.profiles[other.profile]
        names = (world.war.names.get(other.id, ""), profile.name if profile.is_character else "")
        if name and other.id != figure and name.casefold() in map(str.casefold, names):
            raise Illegal("name-taken", f"Somebody else is called {name}.", do="Choose another name.")


@deed
class ChangeSeat(Deed):
    """A seat changes hands in mid-game, or its dice are rolled otherwise."""

    seat: str
    player: str
    dice: Dice | None = None
    kind: Literal["change-seat"] = "change-seat"
    reason: str = ""

    def plan(self, kit: Kit, world: World) -> Opening:
        if self.seat not in world.war.seats:
            raise no_such("seat", self.seat, world.war.seats)
        if not (player := called(self.player)):
            raise Illegal("no-name", "A player needs a name.", do="Give one.")
        held = world.war.seats[self.seat]
        if player != held.player:
            others = (one.player for one in world.war.seats.values() if one.id != self.seat)
            refuse_as_player(player, others)
        elif self.dice in (None, held.dice):
            raise Illegal(
                "nothing-changes",
                f"{player} sits there already, with dice {ROLLED[held.dice]}.",
                do="Say who takes the seat, or how its dice are rolled.",
            )
        return Opening(self._title(kit, player, held), (seat_of(self.seat),), encode(self))

    def _title(self, kit: Kit, player: str, held: SeatHeld) -> str:
        """Zoe takes over from Anna: Rohan; dice are told of only where they change."""
        dice = f"dice {ROLLED[self.dice]}" if self.dice and self.dice != held.dice else ""
        if player == held.player:
            return f"{player}: {dice}"
        commands = join(kit.scenario.commanders[one].name for one in held.commanders)
        return f"{player} takes over from {held.player}: {commands}{f', {dice}' if dice else ''}"

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        held = desk.world.war.seats[self.seat]
        taken = SeatHeld(held.id, called(self.player), held.side, held.commanders, self.dice or held.dice)
        desk.record(SeatsTaken((taken,), before=(held.player,)))
        say_why(desk, self.reason)
        yield from ()

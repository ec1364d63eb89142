"""How the game went: seats, phases, events, arrivals, points and its end."""

from __future__ import annotations

from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.core.draft import Draft, put
from assistant.rules.core.fact import Fact, fact
from assistant.rules.core.resources import (
    LAST_TURN,
    STANDINGS,
    TURN,
    arrival_of,
    done_of,
    name_of_player,
    reminder_of,
    seat_of,
    use_of,
)
from assistant.rules.tenures import Tenure
from assistant.rules.war import Decision, Ending, Handling, Heeded, Phase, Points, SeatHeld


@fact
class SeatsTaken(Fact):
    """SCN-03: players took their seats, or a seat changed hands."""

    seats: tuple[SeatHeld, ...]
    kind: Literal["seats-taken"] = "seats-taken"
    before: tuple[str, ...] = ()
    """The players who sat there, whose names are free now."""

    def write(self, world: Draft) -> None:
        world.war.seats.update((seat.id, seat) for seat in self.seats)

    def changes(self) -> tuple[str, ...]:
        names = (*(seat.player for seat in self.seats), *self.before)
        return (*(seat_of(seat.id) for seat in self.seats), *map(name_of_player, names))

    def rests_on(self) -> tuple[str, ...]:
        return ()


@fact
class PhaseBegan(Fact):
    """SEQ-03: a phase of a turn began, and nobody is done with it."""

    turn: int
    phase: Phase
    beside: tuple[FigureId, ...] = ()
    """HUN-02: who stands near the ringbearer as a turn starts."""
    kind: Literal["phase-began"] = "phase-began"

    def write(self, world: Draft) -> None:
        """HUN-02: at a turn's start it shows who has stayed near the ringbearer, and who has only come."""
        war = world.war
        war.turn, war.phase, war.done = self.turn, self.phase, []
        if self.phase == "start":
            war.beside = {one: war.beside.get(one, self.turn) for one in self.beside}

    def changes(self) -> tuple[str, ...]:
        return (TURN,)


@fact
class CommandersDone(Fact):
    """SEQ-04: commanders finished their part of the phase, or took that back."""

    commanders: tuple[CommanderId, ...]
    done: bool = True
    kind: Literal["commanders-done"] = "commanders-done"

    def write(self, world: Draft) -> None:
        others = [one for one in world.war.done if one not in self.commanders]
        world.war.done = [*others, *self.commanders] if self.done else others

    def changes(self) -> tuple[str, ...]:
        return tuple(map(done_of, self.commanders))

    def rests_on(self) -> tuple[str, ...]:
        return ()


@fact
class EventCame(Fact):
    """Something happened on which arrivals and limits depend: a war was declared, a place reached."""

    event: EventId
    turn: int
    by: CommanderId | None = None
    owing: tuple[str, ...] = ()
    """The earlier events it needed, and the forces whose coming it was."""
    changed: tuple[PlaceId, ...] = ()
    """The places that had changed hands on its turn before; of older games it is not known."""
    kind: Literal["event-came"] = "event-came"

    def write(self, world: Draft) -> None:
        """SEQ-07: who comes at once finds the places as they are now, though its turn began otherwise."""
        war = world.war
        war.events[self.event] = self.turn
        for place in self.changed:
            if (held := war.holdings.get(place)) is not None:
                war.tenures.append(Tenure(place, held.side, self.turn, self.event))

    def changes(self) -> tuple[str, ...]:
        return (self.event,)

    def rests_on(self) -> tuple[str, ...]:
        return (TURN, *self.owing)


@fact
class EventUnmade(Fact):
    """Something that was thought to have come about has not."""

    event: EventId
    kind: Literal["event-unmade"] = "event-unmade"

    def write(self, world: Draft) -> None:
        war = world.war
        war.events.pop(self.event, None)
        war.tenures = [row for row in war.tenures if row.event != self.event]

    def changes(self) -> tuple[str, ...]:
        return (self.event,)


@fact
class ChoiceMade(Fact):
    """A commander decided for good."""

    choice: str
    value: str
    turn: int
    after: tuple[str, ...] = ()
    """What had brought figures on its turn before it: the turn's start, events; not known of older games."""
    kind: Literal["choice-made"] = "choice-made"

    def write(self, world: Draft) -> None:
        world.war.choices[self.choice] = Decision(self.value, self.turn, self.after)

    def changes(self) -> tuple[str, ...]:
        return (self.choice,)


@fact
class ArrivalHandled(Fact):
    """SEQ-06, SEQ-07: figures due were placed, put off by a busy table, or lost with the reason."""

    arrival: str
    how: Handling
    reason: str = ""
    owing: tuple[str, ...] = ()
    """The events, choices, chosen readings and holders of places without which they would not come so."""
    turn: int = 0
    """Of those whom the table put off with a word: for which turn."""
    kind: Literal["arrival-handled"] = "arrival-handled"

    def write(self, world: Draft) -> None:
        world.war.arrivals[self.arrival] = self.how
        put(world.war.put_off, self.arrival, self.turn or None)

    def changes(self) -> tuple[str, ...]:
        return (arrival_of(self.arrival),)

    def rests_on(self) -> tuple[str, ...]:
        return (TURN, *self.owing)


@fact
class PowerUsed(Fact):
    """A box on a commander's chart was ticked."""

    power: str
    turn: int
    owing: tuple[str, ...] = ()
    """The events without which it could not have been used."""
    kind: Literal["power-used"] = "power-used"

    def write(self, world: Draft) -> None:
        powers = world.war.powers
        powers[self.power] = (*powers.get(self.power, ()), self.turn)

    def changes(self) -> tuple[str, ...]:
        return (use_of(self.power),)

    def rests_on(self) -> tuple[str, ...]:
        return (TURN, *self.owing)


@fact
class PointsGiven(Fact):
    """STA-01..10: status points with their reason; corrections are points too."""

    points: Points
    kind: Literal["points-given"] = "points-given"

    def write(self, world: Draft) -> None:
        world.war.points.append(self.points)

    def changes(self) -> tuple[str, ...]:
        """Points only add up: taking some back does not disturb later ones."""
        return ()

    def rests_on(self) -> tuple[str, ...]:
        return ()


@fact
class ReminderHeeded(Fact):
    """What was due is done or was skipped."""

    reminder: str
    how: Heeded
    owing: tuple[str, ...] = ()
    """The forces and the place without which it would not have come so."""
    kind: Literal["reminder-heeded"] = "reminder-heeded"

    def write(self, world: Draft) -> None:
        world.war.heeded[self.reminder] = self.how

    def changes(self) -> tuple[str, ...]:
        return (reminder_of(self.reminder),)

    def rests_on(self) -> tuple[str, ...]:
        return (TURN, *self.owing)


@fact
class ReminderSwitched(Fact):
    """A kind of reminder is off for this game, or on again."""

    kind_of_reminder: str
    on: bool
    kind: Literal["reminder-switched"] = "reminder-switched"

    def write(self, world: Draft) -> None:
        others_off = [one for one in world.war.silenced if one != self.kind_of_reminder]
        world.war.silenced = others_off if self.on else [*others_off, self.kind_of_reminder]

    def changes(self) -> tuple[str, ...]:
        return (reminder_of(self.kind_of_reminder),)

    def rests_on(self) -> tuple[str, ...]:
        return ()


@fact
class LastTurnSet(Fact):
    """SEQ-05: the game is to close with this turn; with none the end is open."""

    turn: int | None
    kind: Literal["last-turn-set"] = "last-turn-set"

    def write(self, world: Draft) -> None:
        world.war.last_turn = self.turn

    def changes(self) -> tuple[str, ...]:
        return (LAST_TURN,)

    def rests_on(self) -> tuple[str, ...]:
        return ()


@fact
class StandingsShown(Fact):
    """The projector shows everybody's points, or no longer."""

    shown: bool
    kind: Literal["standings-shown"] = "standings-shown"

    def write(self, world: Draft) -> None:
        world.war.standings_shown = self.shown

    def changes(self) -> tuple[str, ...]:
        return (STANDINGS,)

    def rests_on(self) -> tuple[str, ...]:
        return ()


@fact
class GameEnded(Fact):
    """SCN-22: the game is over; play may go on if the table takes that back."""

    ending: Ending
    kind: Literal["game-ended"] = "game-ended"

    def write(self, world: Draft) -> None:
        world.war.ending, world.war.phase = self.ending, "over"

    def changes(self) -> tuple[str, ...]:
        return (TURN,)

"""What has happened in the running game, in the past tense; the stored `kind` never changes its meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId, Side
from assistant.rules.war import (
    Contact,
    Ending,
    Force,
    ForceId,
    ForceName,
    Handling,
    Heeded,
    Lot,
    Mark,
    Phase,
    Points,
    SeatHeld,
)


@dataclass(frozen=True, slots=True)
class SeatsTaken:
    """SCN-03: players took their seats, or a seat changed hands."""

    seats: tuple[SeatHeld, ...]
    kind: Literal["seats-taken"] = "seats-taken"
    before: tuple[str, ...] = ()
    """The players who sat there, whose names are free now."""


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """SEQ-03: a phase of a turn began, and nobody is done with it."""

    turn: int
    phase: Phase
    beside: tuple[FigureId, ...] = ()
    """HUN-02: who stands near the ringbearer as a turn starts."""
    kind: Literal["phase-began"] = "phase-began"


@dataclass(frozen=True, slots=True)
class CommandersDone:
    """SEQ-04: commanders finished their part of the phase, or took that back."""

    commanders: tuple[CommanderId, ...]
    done: bool = True
    kind: Literal["commanders-done"] = "commanders-done"


@dataclass(frozen=True, slots=True)
class ForceFormed:
    """FRC-05: figures became a force of their own, and left the ones they were in."""

    force: Force
    left: tuple[ForceId, ...] = ()
    kind: Literal["force-formed"] = "force-formed"


@dataclass(frozen=True, slots=True)
class FiguresJoined:
    """FRC-05: figures joined a force, and left the one they were in."""

    figures: tuple[FigureId, ...]
    force: ForceId
    left: tuple[ForceId, ...] = ()
    after: ForceName | None = None
    """Whom the force may be called after now that these are with it."""
    kind: Literal["figures-joined"] = "figures-joined"


@dataclass(frozen=True, slots=True)
class LotsKept:
    """FRC-05: figures that joined others did not do what those did: that counts if they part again."""

    figures: tuple[FigureId, ...]
    lot: Lot
    kind: Literal["lots-kept"] = "lots-kept"


@dataclass(frozen=True, slots=True)
class ForceMoved:
    """FRC-02: a force went to a place as one body, or into the field about it."""

    force: ForceId
    place: PlaceId
    turn: int
    afield: bool = False
    kind: Literal["force-moved"] = "force-moved"


@dataclass(frozen=True, slots=True)
class FiguresPlaced:
    """Figures were measured on a table, each as x, y and facing; without any they are measured no more."""

    figures: tuple[FigureId, ...]
    table: str
    at: tuple[tuple[int, int, int], ...]
    kind: Literal["figures-placed"] = "figures-placed"


@dataclass(frozen=True, slots=True)
class ForceHandedOver:
    """Another commander has a force now; without one nobody controls it."""

    force: ForceId
    commander: CommanderId | None
    kind: Literal["force-handed-over"] = "force-handed-over"


@dataclass(frozen=True, slots=True)
class ForcesMarked:
    """Forces bear a mark on a turn; turn 0 wipes it off."""

    forces: tuple[ForceId, ...]
    mark: Mark
    turn: int
    kind: Literal["forces-marked"] = "forces-marked"


@dataclass(frozen=True, slots=True)
class ForcesMet:
    """Forces came into contact and must fight."""

    contact: Contact
    kind: Literal["forces-met"] = "forces-met"


@dataclass(frozen=True, slots=True)
class ContactEnded:
    """A contact was fought out, or is none any more."""

    contact: str
    why: str
    evaded: Side | None = None
    """Who hid and was not found."""
    owing: tuple[str, ...] = ()
    """Of a fight: the things it was fought with, and the power or the snare it was fought under."""
    kind: Literal["contact-ended"] = "contact-ended"


@dataclass(frozen=True, slots=True)
class PlaceTaken:
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


@dataclass(frozen=True, slots=True)
class PlaceClaimed:
    """STA-03: it was said afterwards who took a place; since when it is theirs does not change."""

    place: PlaceId
    by: tuple[CommanderId, ...]
    kind: Literal["place-claimed"] = "place-claimed"


@dataclass(frozen=True, slots=True)
class EventCame:
    """Something happened on which arrivals and limits depend: a war was declared, a place reached."""

    event: EventId
    turn: int
    by: CommanderId | None = None
    owing: tuple[str, ...] = ()
    """The earlier events it needed, and the forces whose coming it was."""
    changed: tuple[PlaceId, ...] = ()
    """The places that had changed hands on its turn before; of older games it is not known."""
    kind: Literal["event-came"] = "event-came"


@dataclass(frozen=True, slots=True)
class EventUnmade:
    """Something that was thought to have come about has not."""

    event: EventId
    kind: Literal["event-unmade"] = "event-unmade"


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A commander decided for good."""

    choice: str
    value: str
    turn: int
    after: tuple[str, ...] = ()
    """What had brought figures on its turn before it: the turn's start, events; not known of older games."""
    kind: Literal["choice-made"] = "choice-made"


@dataclass(frozen=True, slots=True)
class ArrivalHandled:
    """SEQ-06, SEQ-07: figures due were placed, put off by a busy table, or lost with the reason."""

    arrival: str
    how: Handling
    reason: str = ""
    owing: tuple[str, ...] = ()
    """The events, choices, chosen readings and holders of places without which they would not come so."""
    turn: int = 0
    """Of those whom the table put off with a word: for which turn."""
    kind: Literal["arrival-handled"] = "arrival-handled"


@dataclass(frozen=True, slots=True)
class PowerUsed:
    """A box on a commander's chart was ticked."""

    power: str
    turn: int
    owing: tuple[str, ...] = ()
    """The events without which it could not have been used."""
    kind: Literal["power-used"] = "power-used"


@dataclass(frozen=True, slots=True)
class ThingPassed:
    """An artifact went to a figure or a place; to nobody when it is lost."""

    thing: str
    to: str
    owing: tuple[ForceId, ...] = ()
    """The force that had come where it could be had."""
    kind: Literal["thing-passed"] = "thing-passed"


@dataclass(frozen=True, slots=True)
class RodeAlong:
    """MNT-06, MNT-08: figures are carried on another's mount; on nobody's when they get down."""

    figures: tuple[FigureId, ...]
    rider: FigureId | None
    kind: Literal["rode-along"] = "rode-along"


@dataclass(frozen=True, slots=True)
class MarchFollowed:
    """WAR-03, WAR-10: newcomers are on the march they are bound to; with a turn they came to its end, with
    one below 0 they broke it off."""

    figures: tuple[FigureId, ...]
    turn: int = 0
    kind: Literal["march-followed"] = "march-followed"


@dataclass(frozen=True, slots=True)
class CaptiveTaken:
    """A captive is in a commander's hands, with a force or kept at a place; in nobody's when set free."""

    figure: FigureId
    captor: CommanderId | None
    kept_at: PlaceId | None = None
    owing: tuple[str, ...] = ()
    """The force that brought it there; of one set free, the place or the guards that hold it no longer."""
    kind: Literal["captive-taken"] = "captive-taken"


@dataclass(frozen=True, slots=True)
class FigureNamed:
    """The table calls a figure so."""

    figure: FigureId
    name: str
    kind: Literal["figure-named"] = "figure-named"
    before: str = ""
    """What it was called, which is free now."""


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """STA-01..10: status points with their reason; corrections are points too."""

    points: Points
    kind: Literal["points-given"] = "points-given"


@dataclass(frozen=True, slots=True)
class ReminderHeeded:
    """What was due is done or was skipped."""

    reminder: str
    how: Heeded
    owing: tuple[str, ...] = ()
    """The forces and the place without which it would not have come so."""
    kind: Literal["reminder-heeded"] = "reminder-heeded"


@dataclass(frozen=True, slots=True)
class ReminderSwitched:
    """A kind of reminder is off for this game, or on again."""

    kind_of_reminder: str
    on: bool
    kind: Literal["reminder-switched"] = "reminder-switched"


@dataclass(frozen=True, slots=True)
class LastTurnSet:
    """SEQ-05: the game is to close with this turn; with none the end is open."""

    turn: int | None
    kind: Literal["last-turn-set"] = "last-turn-set"


@dataclass(frozen=True, slots=True)
class StandingsShown:
    """The projector shows everybody's points, or no longer."""

    shown: bool
    kind: Literal["standings-shown"] = "standings-shown"


@dataclass(frozen=True, slots=True)
class RingPassed:
    """ITM-RING-02: the Ring has a bearer, perhaps captive, and is perhaps kept at a place."""

    bearer: FigureId | None
    captor: CommanderId | None
    kept_at: PlaceId | None
    turn: int
    destroyed: bool = False
    owing: tuple[ForceId, ...] = ()
    """The force that had come where this could be."""
    kind: Literal["ring-passed"] = "ring-passed"
    before: FigureId | None = None
    """Who bore it until then."""


@dataclass(frozen=True, slots=True)
class RingWorn:
    """ITM-RING-03: its bearer put the Ring on, or took it off."""

    on: bool
    turn: int
    kind: Literal["ring-worn"] = "ring-worn"


@dataclass(frozen=True, slots=True)
class CommanderEnsnared:
    """ITM-PALANTIR-02: a commander looked into a stone for too long."""

    commander: CommanderId
    turn: int
    fights_worse: bool = False
    kind: Literal["commander-ensnared"] = "commander-ensnared"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """SCN-22: the game is over; play may go on if the table takes that back."""

    ending: Ending
    kind: Literal["game-ended"] = "game-ended"


WarFact = (
    SeatsTaken | PhaseBegan | CommandersDone | ForceFormed | FiguresJoined | LotsKept | ForceMoved
    | FiguresPlaced | ForceHandedOver | ForcesMarked | ForcesMet | ContactEnded | PlaceTaken
    | PlaceClaimed | EventCame | EventUnmade | ChoiceMade | ArrivalHandled | PowerUsed
    | ThingPassed | RodeAlong | MarchFollowed | CaptiveTaken | FigureNamed | PointsGiven
    | ReminderHeeded | ReminderSwitched | LastTurnSet | StandingsShown | RingPassed | RingWorn
    | CommanderEnsnared | GameEnded
)  # fmt: skip

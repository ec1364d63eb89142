"""What a scenario says beyond its rosters: who commands, who starts where, who arrives when, who wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NewType

from assistant.kernel.ids import RuleId
from assistant.rules.book import PlaceId, ProfileId, Side

CommanderId = NewType("CommanderId", str)
EventId = NewType("EventId", str)
Source = Literal["regular", "scheduled", "event"]


@dataclass(frozen=True, slots=True)
class Commander:
    """One of the commanders a player may be: what they hold, and what they play for."""

    id: CommanderId
    name: str
    side: Side
    home: tuple[PlaceId, ...] = ()
    objectives: tuple[str, ...] = ()
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """A primary command on the players' list, and the commanders it can be divided into."""

    number: int
    name: str
    side: Side
    commanders: tuple[CommanderId, ...]
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Split:
    """How a command is divided among some players."""

    command: int
    groups: tuple[tuple[CommanderId, ...], ...]
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Contingent:
    """So many figures of one profile, or of one among several that the owner chooses."""

    profiles: tuple[ProfileId, ...]
    count: int
    mounted: bool | None = None
    carries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Start:
    """A force on the table when the game begins."""

    commander: CommanderId | None
    place: PlaceId
    figures: tuple[Contingent, ...]
    note: str = ""
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Rhythm:
    """The turns on which a regular arrival comes: the first, and every so many after it."""

    first: int = 1
    every: int = 1

    def falls_on(self, turn: int) -> bool:
        return turn >= self.first and (turn - self.first) % self.every == 0


@dataclass(frozen=True, slots=True)
class Reading:
    """How an arrival changes under a reading of a house rule; what is absent stays."""

    rule: RuleId
    reading: str
    cancelled: bool = False
    count: int | None = None
    rhythm: Rhythm | None = None
    turn: int | None = None
    event: EventId | None = None
    delay: int | None = None
    places: tuple[PlaceId, ...] | None = None
    figures: tuple[Contingent, ...] | None = None
    doubles_with: EventId | Literal["never"] | None = None


@dataclass(frozen=True, slots=True)
class Arrival:
    """Figures that join a commander: regularly, on a turn, or after an event."""

    commander: CommanderId
    source: Source
    places: tuple[PlaceId, ...]
    figures: tuple[Contingent, ...]
    rhythm: Rhythm | None = None
    turn: int | None = None
    event: EventId | None = None
    delay: int = 0
    doubles_with: EventId | None = None
    may_mount: tuple[ProfileId, ...] = ()
    needs_control: bool = True
    note: str = ""
    readings: tuple[Reading, ...] = ()
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that may happen once and bring arrivals: a war declared, a place reached."""

    id: EventId
    name: str
    declared_by: tuple[CommanderId, ...] = ()
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Supply:
    """A standing choice of a commander that thins their arrivals until it is made, such as fuel."""

    commander: CommanderId
    name: str
    default: str
    full: str
    regular: Rhythm
    regular_count: int
    share_of_others: tuple[int, int]
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """A deed that earns status points, and who earns double for it where."""

    id: str
    name: str
    points: int
    plus_leadership: bool = False
    only: tuple[CommanderId, ...] = ()
    doubled_for: Mapping[CommanderId, tuple[str, ...]] = field(default_factory=dict)
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Conquest:
    """A victory by taking bases: those that must all fall, and how many of the others."""

    winner: Side
    all_of: tuple[PlaceId, ...]
    any_of: tuple[PlaceId, ...]
    number: int
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class RingVictory:
    """A victory by the Ring: who brings it where, and for how many turns it must be kept."""

    winner: Side
    commanders: tuple[CommanderId, ...]
    place: PlaceId
    turns: int = 0
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Power:
    """Something a commander may do a limited number of times in a game; a box on their chart."""

    id: str
    name: str
    commander: CommanderId
    text: str
    uses: int = 1
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Artifact:
    """A thing of note: who has it at the start, and what it does in few words."""

    id: str
    name: str
    bearer: str
    text: str
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole scenario."""

    id: str
    name: str
    commanders: Mapping[CommanderId, Commander] = field(default_factory=dict)
    commands: tuple[Command, ...] = ()
    splits: tuple[Split, ...] = ()
    moves_first: tuple[CommanderId, ...] = ()
    starts: tuple[Start, ...] = ()
    events: Mapping[EventId, Event] = field(default_factory=dict)
    supplies: tuple[Supply, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    awards: tuple[Award, ...] = ()
    conquests: tuple[Conquest, ...] = ()
    ring_victories: tuple[RingVictory, ...] = ()
    powers: tuple[Power, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    turns: int = 100

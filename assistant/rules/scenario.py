"""What a scenario says beyond its rosters: who commands, who starts where, who arrives when, who wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.kernel.ids import RuleId
from assistant.rules.arrivals import (
    Arrival,
    CommanderId,
    Contingent,
    Event,
    EventId,
    Limit,
    March,
    Stop,
    Supply,
    Under,
)
from assistant.rules.book import AbilityText, PlaceId, ProfileId, Side, Trait
from assistant.table.atlas import NO_ATLAS, Atlas

Overall = Literal["side", "bearer", "status-points"]
Occasion = Literal[
    "ring-home", "captive-home", "place-taken", "army-slain", "character-slain", "character-felled",
    "home-lost",
]  # fmt: skip
Moment = Literal["start", "movement", "combat", "end"]
MarkedThing = Literal["good-character", "base", "fortress", "war"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table the scenario is played on."""

    id: str
    name: str
    width_feet: int
    height_feet: int
    terrain: tuple[str, ...] = ()
    """What is laid out on it besides the places."""


@dataclass(frozen=True, slots=True)
class OrderReading:
    """The order of movement under a reading of a house rule; none named: it is agreed at the table."""

    rule: RuleId
    reading: str
    order: tuple[CommanderId, ...]


@dataclass(frozen=True, slots=True)
class Beyond:
    """Landing places that are open to a side while it holds another place."""

    held: PlaceId
    places: tuple[PlaceId, ...]
    under: Under | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where figures come or stand that is no place on the map; some can be barred, such as a landing.

    It may be beside a figure, wherever that one stands, or stand for the places at which one may land.
    """

    id: PlaceId
    name: str
    text: tuple[str, ...] = ()
    """What charts tell of it, where its name does not say it all."""
    barred: str = ""
    beside: ProfileId | None = None
    lands: tuple[PlaceId, ...] = ()
    beyond: tuple[Beyond, ...] = ()
    begins: tuple[PlaceId, ...] = ()
    """Of a wide one the places at which those may be put who begin there."""
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Commander:
    """One of the commanders a player may be: what they hold, and what they play for."""

    id: CommanderId
    name: str
    side: Side
    home: tuple[PlaceId, ...] = ()
    peoples: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    charted_figures: Mapping[ProfileId, str] = field(default_factory=dict)
    """Figures on their chart that no force or arrival of theirs brings, each with why it is there."""
    charted_places: tuple[PlaceId, ...] = ()
    """Places on their chart besides those where they are at home."""
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
    under: Under | None = None
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class NextPlayer:
    """What one more player brings: a command as a seat of its own, or one divided among so many."""

    command: int
    into: int = 1
    under: Under | None = None
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class StartReading:
    """How a starting force changes under a reading of a house rule; what is absent stays.

    With `when_split` only where its two commanders are different players.
    """

    rule: RuleId
    reading: str
    commander: CommanderId | None = None
    place: PlaceId | None = None
    figures: tuple[Contingent, ...] | None = None
    note: str | None = None
    when_split: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """A force when the game begins; without a commander nobody controls it, without a place it waits."""

    commander: CommanderId | None
    place: PlaceId | None
    figures: tuple[Contingent, ...]
    note: str = ""
    under: Under | None = None
    readings: tuple[StartReading, ...] = ()
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstContact:
    """Forces that are set down in contact and fight before the first turn, each known by someone in it.

    With its leader out and those to be taken captive, evil may move at once; if good survives, others join.
    """

    place: PlaceId
    good: ProfileId
    evil: ProfileId
    taken: tuple[ProfileId, ...] = ()
    joined_by: ProfileId | None = None
    joined_from: float = 0
    """How many inches off those who may join them stand."""
    note: str = ""
    under: Under | None = None
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Called:
    """Figures that a rule may bring besides starts and arrivals, or another model of one that is there."""

    figures: tuple[Contingent, ...]
    text: str
    version: bool = False
    under: Under | None = None
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker to bring: so many, or so many for each of something or each figure with an ability."""

    name: str
    number: int
    each: MarkedThing | None
    ability: str | None
    text: str
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """A deed that earns status points, where it counts, and who earns double for it where."""

    id: str
    name: str
    points: int
    on: Occasion | None = None
    plus_leadership: bool = False
    shared: bool = False
    places: tuple[PlaceId, ...] = ()
    only: tuple[CommanderId, ...] = ()
    doubled_for: Mapping[CommanderId, tuple[PlaceId, ...]] = field(default_factory=dict)
    under: Under | None = None
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Conquest:
    """A victory by taking bases: those that must all fall, and how many of the others."""

    winner: Side
    all_of: tuple[PlaceId, ...]
    any_of: tuple[PlaceId, ...]
    number: int
    overall: Overall
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class RingVictory:
    """A victory by the Ring: who brings it where, for how many turns it must be kept, and who then wins."""

    winner: Side
    commanders: tuple[CommanderId, ...]
    place: PlaceId
    turns: int
    overall: Overall
    thing: str = ""
    keepers: tuple[ProfileId, ...] = ()
    """AMB-102: of whom one must live for it to be kept."""
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    """A base that has fallen when all of its parts have."""

    place: PlaceId
    parts: tuple[PlaceId, ...]
    under: Under | None = None
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Stars:
    """The turns that carry a star on the turn record."""

    turns: tuple[int, ...]
    under: Under | None = None
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class StatusRecord:
    """The commanders who have a column on the status record."""

    columns: tuple[CommanderId, ...]
    under: Under | None = None
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
    traits: tuple[Trait, ...] = ()


@dataclass(frozen=True, slots=True)
class Artifact:
    """A thing of note: who has it at the start, and what it does in few words."""

    id: str
    name: str
    bearer: str
    text: str
    rules: tuple[RuleId, ...] = ()
    traits: tuple[Trait, ...] = ()


@dataclass(frozen=True, slots=True)
class People:
    """A people or person with rules of their own, and whose charts they stand on."""

    id: str
    name: str
    commanders: tuple[CommanderId, ...]
    text: tuple[str, ...]
    rules: tuple[RuleId, ...] = ()
    traits: tuple[Trait, ...] = ()
    short: str = ""
    """The same in few words, for charts of the other side than the first."""


Thing = Artifact | Power | People
"""What may bear rules that are no figure's and no place's."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something that must not be forgotten as turns go by: when in a turn, whose it is, and what to do."""

    id: str
    at: Moment
    who: str
    text: str
    boxes: int = 0
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Wording:
    """What texts say otherwise under a reading: pairs of words as they stand, and what is said instead."""

    under: Under
    say: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole scenario."""

    id: str
    name: str
    description: str = ""
    tables: Mapping[str, Table] = field(default_factory=dict)
    place_names: Mapping[PlaceId, str] = field(default_factory=dict)
    spots: Mapping[PlaceId, Spot] = field(default_factory=dict)
    commanders: Mapping[CommanderId, Commander] = field(default_factory=dict)
    commands: tuple[Command, ...] = ()
    splits: tuple[Split, ...] = ()
    next_players: tuple[NextPlayer, ...] = ()
    moves_first: Side = "evil"
    move_order: tuple[CommanderId, ...] = ()
    order_readings: tuple[OrderReading, ...] = ()
    starts: tuple[Start, ...] = ()
    first_contacts: tuple[FirstContact, ...] = ()
    called: tuple[Called, ...] = ()
    markers: tuple[Marker, ...] = ()
    events: Mapping[EventId, Event] = field(default_factory=dict)
    limits: tuple[Limit, ...] = ()
    marches: tuple[March, ...] = ()
    supplies: tuple[Supply, ...] = ()
    stops: tuple[Stop, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    awards: tuple[Award, ...] = ()
    conquests: tuple[Conquest, ...] = ()
    ring_victories: tuple[RingVictory, ...] = ()
    wholes: tuple[Whole, ...] = ()
    stars: tuple[Stars, ...] = ()
    status_records: tuple[StatusRecord, ...] = ()
    powers: tuple[Power, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    peoples: tuple[People, ...] = ()
    thing_rules: Mapping[str, AbilityText] = field(default_factory=dict)
    dues: tuple[Due, ...] = ()
    wordings: tuple[Wording, ...] = ()
    turns: int = 100
    atlas: Atlas = field(default=NO_ATLAS, compare=False)
    hash: str = ""

    @property
    def things(self) -> tuple[Thing, ...]:
        """Artifacts, powers and peoples, each with rules of its own."""
        return (*self.artifacts, *self.powers, *self.peoples)


NO_SCENARIO = Scenario(id="", name="")

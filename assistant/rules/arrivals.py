"""Who arrives when and where: figures, rhythms, events, and what thins or stops them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NewType, Protocol, TypeVar

from assistant.kernel.ids import RuleId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.house import HouseRules

CommanderId = NewType("CommanderId", str)
EventId = NewType("EventId", str)
Source = Literal["regular", "scheduled", "event"]


@dataclass(frozen=True, slots=True)
class Under:
    """A reading of a house rule; what carries it holds under that reading only."""

    rule: RuleId
    reading: str


class _Conditional(Protocol):
    @property
    def under(self) -> Under | None: ...


C = TypeVar("C", bound=_Conditional)


def in_force(rows: Iterable[C], house: HouseRules) -> tuple[C, ...]:
    """The rows that hold under the readings the table has chosen."""
    return tuple(row for row in rows if row.under is None or house[row.under.rule] == row.under.reading)


@dataclass(frozen=True, slots=True)
class Contingent:
    """So many figures of one profile, or of one among several that the owner chooses."""

    profiles: tuple[ProfileId, ...]
    count: int = 1
    mounted: bool | None = None
    carries: tuple[str, ...] = ()
    is_rolled: bool = False
    """Whether a die decides how many come; `count` is then the most it shows."""

    @property
    def number(self) -> str:
        """How many, as it is written; half a d6, rounded up, is a d3."""
        return f"1d{self.count}" if self.is_rolled else str(self.count)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """The turns on which a regular arrival comes: the first, and every so many after it."""

    first: int = 1
    every: int = 1

    def falls_on(self, turn: int) -> bool:
        return turn >= self.first and (turn - self.first) % self.every == 0


@dataclass(frozen=True, slots=True)
class Doubling:
    """An event after which a rate doubles: by numbers, or by coming in another rhythm."""

    event: EventId
    rhythm: Rhythm | None = None
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How an arrival changes under a reading of a house rule; what is absent stays."""

    rule: RuleId
    reading: str
    rhythm: Rhythm | None = None
    turn: int | None = None
    event: EventId | None = None
    delay: int | None = None
    places: tuple[PlaceId, ...] | None = None
    figures: tuple[Contingent, ...] | None = None
    may_mount: tuple[ProfileId, ...] | None = None
    doubling: Doubling | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Pledge:
    """A thing that somebody has once an arrival has come, by which its figures are called to a fight."""

    thing: str
    to: ProfileId


@dataclass(frozen=True, slots=True)
class Arrival:
    """Figures that join a commander: regularly, on a turn, or so many turns after an event."""

    id: str
    commander: CommanderId
    source: Source
    places: tuple[PlaceId, ...] = ()
    figures: tuple[Contingent, ...] = ()
    rhythm: Rhythm | None = None
    turn: int | None = None
    event: EventId | None = None
    delay: int = 0
    doubling: Doubling | None = None
    may_mount: tuple[ProfileId, ...] = ()
    mount: str = ""
    instead: tuple[ProfileId, ...] = ()
    needs_control: bool = True
    optional: bool = False
    note: str = ""
    note_until: EventId | None = None
    note_at: PlaceId | None = None
    mounted_at: tuple[PlaceId, ...] = ()
    replaces: tuple[ProfileId, ...] = ()
    strikes: bool = False
    """Whether they only strike in a fight and are never set down."""
    pledge: Pledge | None = None
    under: Under | None = None
    readings: tuple[Reading, ...] = ()
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Reached:
    """So many of some figures, or of a race, at one of some places."""

    places: tuple[PlaceId, ...]
    who: tuple[ProfileId, ...] = ()
    race: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True)
class Weakened:
    """A commander with fewer army figures than this, and someone of theirs who perhaps has left a place."""

    commander: CommanderId
    fewer_than: int
    who: ProfileId
    leaves: PlaceId | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Something that may happen once and bring arrivals: a war declared, a place reached.

    What it implies has happened by then, whether or not anyone said so.
    """

    id: EventId
    name: str
    declared_by: tuple[CommanderId, ...] = ()
    table: str | None = None
    implies: tuple[EventId, ...] = ()
    after: EventId | None = None
    """What must have been seen to happen before."""
    reached: Reached | None = None
    weakened: Weakened | None = None
    supplied: CommanderId | None = None
    """Whose supply must be full for it to happen."""
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitReading:
    """How a limit reads under a reading of a house rule; what is absent stays."""

    rule: RuleId
    reading: str
    text: str = ""
    adds: str = ""
    """A sentence more."""
    table: str | None = None
    near: tuple[PlaceId, ...] | None = None
    spares_from: tuple[PlaceId, ...] | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """How many of a commander's figures may be far from home until an event."""

    until: EventId
    commanders: tuple[CommanderId, ...]
    figures: int
    inches: int
    exempt: tuple[ProfileId, ...]
    text: str
    near: tuple[PlaceId, ...] = ()
    of_home: bool = True
    """Whether their homes are among the places where nobody is far."""
    table: str | None = None
    races: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    """Rivers of the tables beyond which anyone counts as far, however near."""
    spares_from: tuple[PlaceId, ...] = ()
    """Kinds of figures that a commander starts with at these places never count, wherever they go."""
    under: Under | None = None
    readings: tuple[LimitReading, ...] = ()
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class March:
    """Where a commander's figures must go straight from where they arrive, until an event."""

    commander: CommanderId
    start: tuple[PlaceId, ...]
    to: PlaceId
    until: EventId
    exempt: tuple[ProfileId, ...]
    text: str
    stays: int = 0
    """For how many turns after the one on which they came they stay within the land where it ends."""
    within: PlaceId | None = None
    under: Under | None = None
    rules: tuple[RuleId, ...] = ()


def limits_in_force(limits: Iterable[Limit], house: HouseRules) -> tuple[Limit, ...]:
    """What binds the commanders, as the table reads it."""
    return tuple(_as_read(limit, house) for limit in in_force(limits, house))


def _as_read(limit: Limit, house: HouseRules) -> Limit:
    for reading in limit.readings:
        if house[reading.rule] == reading.reading:
            text = reading.text or limit.text
            limit = replace(
                limit,
                text=f"{text} {reading.adds}" if reading.adds else text,
                table=reading.table or limit.table,
                near=limit.near if reading.near is None else reading.near,
                spares_from=limit.spares_from if reading.spares_from is None else reading.spares_from,
            )
    return limit


@dataclass(frozen=True, slots=True)
class SupplyReading:
    """How a supply changes under a reading of a house rule; what is absent stays."""

    rule: RuleId
    reading: str
    default: str | None = None
    rhythm: Rhythm | None = None
    count: int | None = None
    share: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Supply:
    """A standing choice of a commander that thins their arrivals until it is made, such as fuel.

    Regular arrivals come in another rhythm and number, others in a share that is rounded up.
    """

    id: str
    commander: CommanderId
    name: str
    full: str
    scarce: str
    default: str
    rhythm: Rhythm
    count: int
    share: tuple[int, int]
    readings: tuple[SupplyReading, ...] = ()
    say: tuple[tuple[str, str], ...] = ()
    """What sheets of a game say once everything comes: words as they stand, and what is said instead."""
    rules: tuple[RuleId, ...] = ()

    @property
    def key(self) -> str:
        """What the choice is called: `saruman.fangorn`."""
        return f"{self.commander}.{self.id}"


@dataclass(frozen=True, slots=True)
class Stop:
    """What keeps a commander's figures from coming: an enemy in a place, an event, or a supply withheld."""

    commander: CommanderId
    text: str
    place: PlaceId | None = None
    event: EventId | None = None
    scarce: CommanderId | None = None
    profiles: tuple[ProfileId, ...] = ()
    keeps: bool = False
    until_back: tuple[ProfileId, ...] = ()
    """One of whom must be back in the place, whoever else has won it back; anyone will do without them."""
    under: Under | None = None
    rules: tuple[RuleId, ...] = ()

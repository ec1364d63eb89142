"""How a game stands beyond its figures: turn and phase, seats, forces, places, wars, points and the Ring."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Literal, NewType

from assistant.kernel.ids import FigureId
from assistant.kernel.remembering import remembered
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId, Side
from assistant.rules.tenures import Tenure
from assistant.rules.wording import is_plural, join

ForceId = NewType("ForceId", str)
Phase = Literal["set-up", "start", "movement", "combat", "over"]
Dice = Literal["app", "by-hand"]
Mark = Literal["moved", "fought", "regrouping", "hidden", "halted", "again", "afield"]
Handling = Literal["placed", "postponed", "lost"]
Heeded = Literal["done", "skipped"]

PHASES: tuple[Phase, ...] = ("start", "movement", "combat")


@dataclass(frozen=True, slots=True)
class SeatHeld:
    """Who plays which commanders, and how their dice are rolled."""

    id: str
    player: str
    side: Side
    commanders: tuple[CommanderId, ...]
    dice: Dice = "app"


@dataclass(frozen=True, slots=True)
class Marks:
    """The turns on which somebody last moved and fought, and through which they regroup or have halted."""

    moved: int = 0
    fought: int = 0
    regrouping: int = 0
    halted: int = 0

    def together(self, other: Marks) -> Marks:
        """The latest of each: what holds for a body that has both of them in it."""
        return Marks(
            max(self.moved, other.moved),
            max(self.fought, other.fought),
            max(self.regrouping, other.regrouping),
            max(self.halted, other.halted),
        )


@dataclass(frozen=True, slots=True)
class Lot:
    """FRC-05: the marks that a figure had itself when it joined others, and those it shares with them."""

    own: Marks
    shared: Marks

    def now(self, force: Marks) -> Marks:
        """Its own marks: those of before, but what has befallen the whole force since befell it too."""
        mine, shared = self.own, self.shared
        return Marks(
            mine.moved if force.moved == shared.moved else force.moved,
            mine.fought if force.fought == shared.fought else force.fought,
            mine.regrouping if force.regrouping == shared.regrouping else force.regrouping,
            mine.halted if force.halted == shared.halted else force.halted,
        )


@dataclass(frozen=True, slots=True)
class Namesake:
    """Someone whom a force is called after while he is with it."""

    figure: FigureId
    name: str


@dataclass(frozen=True, slots=True)
class ForceName:
    """What a force is called: after the first of these who is with it, else after its army."""

    leaders: tuple[Namesake, ...] = ()
    army: str = ""

    @property
    def now(self) -> str:
        return self.leaders[0].name if self.leaders else self.army

    def among(self, figures: Collection[FigureId]) -> ForceName:
        """The name when only these are left; nobody is called after others any longer."""
        return replace(self, leaders=tuple(one for one in self.leaders if one.figure in figures))


@dataclass(frozen=True, slots=True)
class Force:
    """FRC-01: figures that move and fight as one body, declared at a place; marks name the turn they hold."""

    id: ForceId
    name: str
    commander: CommanderId | None
    place: PlaceId
    figures: tuple[FigureId, ...]
    moved: int = 0
    fought: int = 0
    regrouping: int = 0
    hidden: bool = False
    after: ForceName | None = None
    """Whom it is called after; nobody where the table has given it a name."""

    def called_among(self, figures: Collection[FigureId]) -> Force:
        """As it is called when only these are with it: after nobody, and no army, that is not there."""
        if self.after is None:
            return self
        after = self.after.among(figures)
        names = [one.name for one in after.leaders]
        if len(figures) > len(names) or not names:
            names.append(after.army)
        return replace(self, after=after, name=self.name if self.name in names else names[0] or self.name)

    def called_as_before(self, after: ForceName | None) -> Force:
        """As it is called by these names: its army's name grows with the army."""
        by_army = self.after is not None and self.name == self.after.army
        return replace(self, after=after, name=after.army if after and by_army else self.name)

    halted: int = 0
    """The turn of which it has lost the move."""
    again: int = 0
    """The turn in which it has one more move than others."""
    afield: bool = False
    """It stands in the field about its place: beaten out of it, or measured where no place is."""

    @property
    def marks(self) -> Marks:
        """What it has done as a body."""
        return Marks(self.moved, self.fought, self.regrouping, self.halted)

    def with_marks(self, marks: Marks) -> Force:
        """As if it had done this."""
        return replace(
            self,
            moved=marks.moved,
            fought=marks.fought,
            regrouping=marks.regrouping,
            halted=marks.halted,
        )

    @property
    def is_many(self) -> bool:
        """Whether its name is a plural: Riders of Rohan go, Théoden or The Mirkwood Host goes."""
        leaders = self.after.leaders if self.after else ()
        return all(one.name != self.name for one in leaders) and is_plural(self.name)

    def agrees(self, one: str, several: str) -> str:
        """Of two forms of a word the one that goes with its name."""
        return several if self.is_many else one

    def does(self, one: str, several: str) -> str:
        """Its name and a verb that agrees with it."""
        return f"{self.name} {self.agrees(one, several)}"

    @property
    def inside(self) -> PlaceId | None:
        """The place it is in; none for who stands in the field about one."""
        return None if self.afield else self.place

    def has_moved(self, turn: int) -> bool:
        """Whether it has used up its moves of a turn."""
        return self.moved == turn and self.again != turn


def all_do(forces: Sequence[Force], one: str, several: str) -> str:
    """The names of forces, strung together, and a verb that agrees with them."""
    verb = forces[0].agrees(one, several) if len(forces) == 1 else several
    return f"{join(force.name for force in forces)} {verb}"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a figure stands on a table, in thousandths of an inch, and where a rectangular base points."""

    table: str
    x: int
    y: int
    facing: int = 0


@dataclass(frozen=True, slots=True)
class Contact:
    """Forces that have met and must fight."""

    id: str
    good: tuple[ForceId, ...]
    evil: tuple[ForceId, ...]
    place: PlaceId
    turn: int
    note: str = ""
    attacker: Side | None = None
    resumed: bool = False
    """OUT-04: whether it goes on after a draw on the turn before."""

    @property
    def is_opening(self) -> bool:
        """FEL-06: whether the scenario set them down so, to fight before the first turn."""
        return self.turn == 0

    def on(self, side: Literal["good", "evil"]) -> tuple[ForceId, ...]:
        """The forces of a side."""
        return self.good if side == "good" else self.evil


@dataclass(frozen=True, slots=True)
class Holding:
    """Who holds a place, since which turn, and which commanders took it."""

    side: Side
    since: int = 0
    by: tuple[CommanderId, ...] = ()


@dataclass(frozen=True, slots=True)
class Reread:
    """How a house rule was read up to a turn's start, before the table settled on another reading."""

    rule: str
    before: str
    """Empty where nobody had chosen, and the usual reading held."""
    last: int
    events: tuple[EventId, ...] | None = None
    """What had come about by then; not known of older games."""


@dataclass(frozen=True, slots=True)
class Points:
    """Status points with their reason; the sum of these is the standing."""

    commander: CommanderId
    points: int
    award: str
    reason: str
    turn: int
    figures: tuple[FigureId, ...] = ()
    """Whose death they were given for, or taken back; not known of older games."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a commander decided for good, on which turn, and after what had brought figures on it already."""

    value: str
    turn: int
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stay:
    """STA-01, STA-02: a captor has kept a captive or the Ring at a place, which is paid for once."""

    by: CommanderId
    place: PlaceId


@dataclass(frozen=True, slots=True)
class Ring:
    """VIC-01..04: who bears the Ring; as a captive, in whose hands and where it is kept since which turn."""

    bearer: FigureId | None = None
    captor: CommanderId | None = None
    kept_at: PlaceId | None = None
    since: int = 0
    destroyed: bool = False
    worn: int = 0
    """ITM-RING-03: since which turn its bearer wears it."""
    been: tuple[Stay, ...] = ()
    """STA-01: who has kept it where since good lost it."""


@dataclass(frozen=True, slots=True)
class Snare:
    """ITM-PALANTIR-02, ITM-PALANTIR-03: when a commander was last ensnared, how often by then, how badly."""

    turn: int
    times: int
    fights_worse: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended: which side won, who first of all, who shares in it, and in which words."""

    how: str
    winner: Side | None
    overall: tuple[CommanderId, ...]
    sharing: tuple[CommanderId, ...]
    words: str
    turn: int


@dataclass(frozen=True, slots=True)
class War:
    """Everything about a running game that is not a figure's own state; only `apply` makes a new one."""

    turn: int = 0
    phase: Phase = "set-up"
    seats: Mapping[str, SeatHeld] = field(default_factory=dict)
    done: tuple[CommanderId, ...] = ()
    forces: Mapping[ForceId, Force] = field(default_factory=dict)
    formed: int = 0
    """The last number given to a force, whatever was undone: none is ever mixed up with a later one."""
    lots: Mapping[FigureId, Lot] = field(default_factory=dict)
    """What those did themselves who have joined others who did something else."""
    came: Mapping[ForceId, int] = field(default_factory=dict)
    """On which turn a force came from elsewhere to where it is; who has never left is not named."""
    contacts: Mapping[str, Contact] = field(default_factory=dict)
    met: int = 0
    """The last number given to a contact."""
    holdings: Mapping[PlaceId, Holding] = field(default_factory=dict)
    tenures: tuple[Tenure, ...] = ()
    overrun: tuple[PlaceId, ...] = ()
    reread: tuple[Reread, ...] = ()
    """House rules that were settled anew in the middle of the game: what was due before stays as it was."""
    events: Mapping[EventId, int] = field(default_factory=dict)
    choices: Mapping[str, Decision] = field(default_factory=dict)
    arrivals: Mapping[str, Handling] = field(default_factory=dict)
    put_off: Mapping[str, int] = field(default_factory=dict)
    """For which turn the table has said of an arrival that it comes later."""
    powers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    things: Mapping[str, str] = field(default_factory=dict)
    carried: Mapping[FigureId, tuple[FigureId, ...]] = field(default_factory=dict)
    riding: Mapping[FigureId, FigureId] = field(default_factory=dict)
    """MNT-06, MNT-08: who is carried on whose mount."""
    marching: Mapping[FigureId, int] = field(default_factory=dict)
    """WAR-03, WAR-10: who came in on a march of its own: 0 on the way, then the turn on which it ended."""
    captives: Mapping[FigureId, CommanderId] = field(default_factory=dict)
    kept: Mapping[FigureId, PlaceId] = field(default_factory=dict)
    """Where captives are kept who have been brought home; the others go with a force of their captor's."""
    been: Mapping[FigureId, tuple[Stay, ...]] = field(default_factory=dict)
    """STA-02: who has kept captives where since they were free."""
    since: Mapping[FigureId, int] = field(default_factory=dict)
    beside: Mapping[FigureId, int] = field(default_factory=dict)
    """HUN-02: who was near the ringbearer at the start of every turn since this one."""
    names: Mapping[FigureId, str] = field(default_factory=dict)
    spots: Mapping[FigureId, Spot] = field(default_factory=dict)
    """Where those stand whom the table measures; of all others only the place is known."""
    points: tuple[Points, ...] = ()
    heeded: Mapping[str, Heeded] = field(default_factory=dict)
    silenced: tuple[str, ...] = ()
    last_turn: int | None = None
    """SEQ-05: with which turn the game is to close, if the table has agreed on one."""
    standings_shown: bool = False
    """Whether the projector shows everybody's points."""
    ensnared: Mapping[CommanderId, Snare] = field(default_factory=dict)
    ring: Ring = Ring()
    ending: Ending | None = None

    def seat_of(self, commander: CommanderId) -> SeatHeld | None:
        """The seat that plays a commander."""
        return next((seat for seat in self.seats.values() if commander in seat.commanders), None)

    def force_of(self, figure: FigureId) -> Force | None:
        """The force a figure belongs to."""
        return _homes(self.forces).get(figure)

    def marks_of(self, force: Force, figures: Iterable[FigureId]) -> Marks:
        """FRC-05: what some of a force have done themselves, whoever they have joined."""
        lots = (self.lots.get(one) for one in figures)
        own = [lot.now(force.marks) if lot else force.marks for lot in lots]
        return reduce(Marks.together, own, Marks())

    def contact_of(self, force: ForceId) -> Contact | None:
        """The contact a force is in."""
        return next((one for one in self.contacts.values() if force in (*one.good, *one.evil)), None)

    def at(self, place: PlaceId) -> tuple[Force, ...]:
        """The forces at a place, and in the field about it."""
        return tuple(force for force in self.forces.values() if force.place == place)

    def within(self, place: PlaceId) -> tuple[Force, ...]:
        """The forces in a place, without those in the field about it."""
        return tuple(force for force in self.forces.values() if force.inside == place)

    def total(self, commander: CommanderId) -> int:
        """STA-11: a commander's status points."""
        return sum(one.points for one in self.points if one.commander == commander)

    def holder(self, place: PlaceId) -> Side | None:
        """Who holds a place, if anyone does."""
        holding = self.holdings.get(place)
        return holding.side if holding else None


@remembered
def _homes(forces: Mapping[ForceId, Force]) -> Mapping[FigureId, Force]:
    """The force of every figure; of two that claim it, the first."""
    return {figure: force for force in reversed([*forces.values()]) for figure in force.figures}

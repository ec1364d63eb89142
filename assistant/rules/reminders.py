"""What is due now by some rule: told once, then done, skipped, or switched off for the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, TypeVar

from assistant.kernel.ids import FigureId, RuleId, Seat
from assistant.kernel.procedure import Procedure
from assistant.kernel.remembering import remembered
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Place, PlaceId
from assistant.rules.kit import Kit
from assistant.rules.scenario import Scenario, Thing
from assistant.rules.war import PHASES, Phase
from assistant.rules.world import World

if TYPE_CHECKING:
    from assistant.rules.core.deed import RulesDesk

NOBODY_ELSE = "nobody-else"
Params = Mapping[str, int | str]
NOTHING: Params = {}


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something that is due: its name for good, what it is about, who sees to it, and by which rule."""

    key: str
    about: str
    title: str
    commander: CommanderId | None
    rules: tuple[RuleId, ...]
    figures: tuple[FigureId, ...] = ()
    place: PlaceId | None = None
    """Where it is due."""
    given: Params = field(default_factory=dict)
    """What else its rule needs to see to it, by name."""
    note: str = ""
    deed: str = ""
    """What is written down when it is done, where the title is a question."""
    also: tuple[str, ...] = ()
    """Other names under which it is seen to at once."""
    is_offer: bool = False
    """Whether those whom it concerns may also set out without it, though such things come first."""

    @property
    def here(self) -> PlaceId:
        """The place of what is due at one."""
        assert self.place is not None
        return self.place

    def number(self, name: str) -> int:
        return int(self.given[name])

    def word(self, name: str) -> str:
        return str(self.given[name])


class Upkeep:
    """A rule that makes something due: of the whole table, or of each place or thing that bears its trait."""

    name: ClassVar[str]
    title: ClassVar[str]
    phase: ClassVar[Phase | None]
    """When it falls due; in every phase without one."""
    comes_by_itself: ClassVar[bool] = False
    """Whether it comes about without anyone's doing, so that a table in haste need not be asked."""
    is_owed: ClassVar[bool] = False
    """Whether the rule demands it, so that nobody leaves its phase, or the turn, past it without a word."""
    comes_first: ClassVar[bool] = False
    """Whether no force of those whom it concerns sets out before it is seen to or skipped."""
    comes_before_moves: ClassVar[bool] = False
    """Whether those whom it concerns see to it before they move."""
    is_for_good: ClassVar[bool] = False
    """Whether a commander is asked for something that holds for the whole game: haste names it first."""
    is_of_its_holder: ClassVar[bool] = False
    """Whether even an answer that changes nothing is of those who took the place, and of nobody later."""
    brings_figures: ClassVar[bool] = False
    """Whether figures come by it: then a table may skip it for a turn, and never switches it off."""
    trait: ClassVar[str]
    thing: ClassVar[str]

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        """What it makes due on the table as it stands."""
        yield from ()

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        """What it makes due at a place with its trait, and what the data tells the trait."""
        yield from ()

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        """What it makes due by a thing, a power or a person with its trait, and what the data tells that."""
        yield from ()

    def each_turn(
        self,
        world: World,
        of: str,
        title: str,
        commander: CommanderId | None,
        rules: tuple[RuleId, ...],
        figures: tuple[FigureId, ...] = (),
        place: PlaceId | None = None,
        note: str = "",
        deed: str = "",
        is_offer: bool = False,
        given: Params = NOTHING,
    ) -> Reminder:
        """What is due once a turn, of a figure, a force or a place."""
        key = f"{self.name} {of}@{world.war.turn}"
        return Reminder(
            key, self.name, title, commander, rules, figures, place, given, note, deed, is_offer=is_offer
        )

    def holds(self, world: World) -> Iterator[str]:
        """What else it concerns, by name: while that is in a fight under way, nobody sees to it."""
        yield from ()

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        """See to it: ask, roll and record."""
        yield from ()


UPKEEP: dict[str, Upkeep] = {}
U = TypeVar("U", bound=Upkeep)


def upkeep(
    name: str, title: str, phase: Phase | None = "start", trait: str = "", thing: str = ""
) -> Callable[[type[U]], type[U]]:
    """Register a rule that makes something due, by what the data calls it at a place or with a thing."""

    def register(cls: type[U]) -> type[U]:
        cls.name, cls.title, cls.phase, cls.trait, cls.thing = name, title, phase, trait, thing
        UPKEEP[name] = cls()
        return cls

    return register


def due_now(kit: Kit, world: World) -> tuple[Reminder, ...]:
    """Everything due in this phase that nobody has seen to, in the order of the rules."""
    return tuple(_due(kit, world, UPKEEP.values()))


def owed_now(kit: Kit, world: World) -> tuple[Reminder, ...]:
    """What the rules demand before the phase ends; what may wait for any phase, before the turn does."""
    phases = (world.war.phase, None) if world.war.phase == PHASES[-1] else (world.war.phase,)
    return tuple(_due(kit, world, (one for one in UPKEEP.values() if one.is_owed and one.phase in phases)))


def due_first(kit: Kit, world: World, figures: Collection[FigureId]) -> Reminder | None:
    """What must be seen to before figures set out, if anything is left."""
    found = _due(kit, world, (one for one in UPKEEP.values() if one.comes_first))
    demanded = (one for one in found if not one.is_offer)
    return next((one for one in demanded if not set(one.figures).isdisjoint(figures)), None)


def due_before_moves(kit: Kit, world: World) -> tuple[Reminder, ...]:
    """What must be seen to before those whom it concerns may move."""
    return tuple(_due(kit, world, (one for one in UPKEEP.values() if one.comes_before_moves)))


def due_as(kit: Kit, world: World, key: str) -> Reminder | None:
    """What is due under this key; no rule but its own is asked."""
    one = rule_of(key)
    found = _due(kit, world, (one,) if one else ())
    return next((reminder for reminder in found if reminder.key == key), None)


def rule_of(key: str) -> Upkeep | None:
    """The rule that makes something due under a key, which begins with its name."""
    return UPKEEP.get(key.partition(" ")[0].partition("@")[0])


def _due(kit: Kit, world: World, rules: Iterable[Upkeep]) -> Iterator[Reminder]:
    if world.war.phase not in PHASES:
        return
    for one in rules:
        yield from (found for found in _of(one, kit, world) if found.key not in world.war.heeded)


def _of(one: Upkeep, kit: Kit, world: World) -> Iterator[Reminder]:
    if is_silenced(world, one) or one.phase not in (None, world.war.phase):
        return
    yield from one.due(kit, world)
    for place, given in _places_by_trait(kit.book.places).get(one.trait, ()):
        yield from one.due_at(kit, world, place, given)
    for thing, given in things_with(kit.scenario, one.thing):
        yield from one.due_by(kit, world, thing, given)


def is_silenced(world: World, one: Upkeep) -> bool:
    """Whether the table has switched it off for this game."""
    return one.name in world.war.silenced and not one.brings_figures


def silenced(world: World) -> tuple[Upkeep, ...]:
    """Every kind of reminder that is off."""
    return tuple(one for one in UPKEEP.values() if is_silenced(world, one))


@remembered
def _places_by_trait(places: Mapping[PlaceId, Place]) -> Mapping[str, Sequence[tuple[Place, Params]]]:
    found: dict[str, list[tuple[Place, Params]]] = {}
    for place in places.values():
        for trait in place.traits:
            found.setdefault(trait.name, []).append((place, dict(trait.params)))
    return found


def things_with(scenario: Scenario, trait: str) -> Sequence[tuple[Thing, Params]]:
    """The things that bear a trait, and what the data tells of it."""
    return _things_by_trait(scenario).get(trait, ())


@remembered
def _things_by_trait(scenario: Scenario) -> Mapping[str, Sequence[tuple[Thing, Params]]]:
    found: dict[str, list[tuple[Thing, Params]]] = {}
    for thing in scenario.things:
        for trait in thing.traits:
            found.setdefault(trait.name, []).append((thing, dict(trait.params)))
    return found


def rules(*ids: str) -> tuple[RuleId, ...]:
    """Rule ids as they are cited."""
    return tuple(map(RuleId, ids))


def some_of(
    desk: RulesDesk,
    seat: Seat,
    purpose: str,
    why: str,
    figures: Sequence[FigureId],
    most: int,
    cited: Sequence[RuleId],
    enough: Callable[[Sequence[FigureId]], bool] = lambda _: False,
) -> Procedure[tuple[FigureId, ...]]:
    """Up to so many of the figures, one after another, until nobody else is wanted or there are enough."""
    taken: list[FigureId] = []
    while len(taken) < most and not enough(taken) and (left := [one for one in figures if one not in taken]):
        offered = (*left, NOBODY_ELSE)
        answer = yield from desk.choose(seat, purpose, why, offered, *cited, goes_on=bool(taken))
        if answer == NOBODY_ELSE:
            break
        taken.append(FigureId(answer))
    return tuple(taken)

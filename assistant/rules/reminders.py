"""What is due now by some rule: told once, then done, skipped, or switched off for the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from assistant.kernel.ids import FigureId, RuleId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Place
from assistant.rules.kit import Kit
from assistant.rules.war import Phase
from assistant.rules.world import World

if TYPE_CHECKING:
    from assistant.rules.deeds.deed import RulesDesk


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something that is due: its name for good, what it is about, who sees to it, and by which rule."""

    key: str
    about: str
    title: str
    commander: CommanderId | None
    rules: tuple[RuleId, ...]
    figures: tuple[FigureId, ...] = ()
    place: str = ""
    note: str = ""


class Upkeep:
    """A rule that makes something due; one without a trait is asked of the whole table."""

    name: ClassVar[str]
    title: ClassVar[str]
    phase: ClassVar[Phase] = "start"

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        """What it makes due on the table as it stands."""
        yield from ()

    def due_at(self, kit: Kit, world: World, place: Place) -> Iterator[Reminder]:
        """What it makes due at a place that bears its trait."""
        yield from ()

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        """See to it."""
        yield from ()


UPKEEP: dict[str, Upkeep] = {}
U = TypeVar("U", bound=Upkeep)


def upkeep(name: str, title: str, phase: Phase = "start") -> Callable[[type[U]], type[U]]:
    """Register a rule that makes something due."""

    def register(cls: type[U]) -> type[U]:
        cls.name, cls.title, cls.phase = name, title, phase
        UPKEEP[name] = cls()
        return cls

    return register


def due_now(kit: Kit, world: World) -> tuple[Reminder, ...]:
    """Everything due in this phase that nobody has seen to, in the order of the rules."""
    if world.war.phase not in ("start", "movement", "combat"):
        return ()
    found = (reminder for one in UPKEEP.values() for reminder in _of(one, kit, world))
    return tuple(one for one in found if one.key not in world.war.heeded)


def _of(one: Upkeep, kit: Kit, world: World) -> Iterator[Reminder]:
    if one.name in world.war.silenced or one.phase != world.war.phase:
        return
    yield from one.due(kit, world)
    for place in kit.book.places.values():
        yield from one.due_at(kit, world, place)

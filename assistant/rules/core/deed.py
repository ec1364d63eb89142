"""What can be done in a campaign: a deed plans itself on the world as it is, then happens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeVar, cast, dataclass_transform

from assistant.kernel.codec import Json, decode, kind_of
from assistant.kernel.errors import Illegal
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Desk, Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.core.fact import Fact
from assistant.rules.kit import Kit
from assistant.rules.war import ForceId
from assistant.rules.world import World

RulesDesk = Desk[World, Fact]
Owners = Iterable[CommanderId | None]
By = Literal["game-master", "owner", "any-owner"]


class Deed(ABC):
    """Something done at the table; its fields are what the ledger stores of it."""

    __slots__ = ()
    done_by: ClassVar[By] = "game-master"
    """Who does it: the game master alone, a player to whom all of it belongs, or any of those it concerns."""
    is_taken_back: ClassVar[bool] = True
    """Whether a player who did it may undo it, as long as no die was cast."""

    @abstractmethod
    def plan(self, kit: Kit, world: World) -> Opening:
        """Its name, whom it keeps busy and its stored form; refuses what cannot be done now."""

    @abstractmethod
    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[object]:
        """The deed itself, on the world in which it was planned."""

    def owners(self, kit: Kit, world: World) -> Owners:
        """The commanders whom it concerns; what concerns nobody's figures is the game master's."""
        return ()

    def refuse_from_seat(  # noqa: B027 - most have nothing to refuse
        self, kit: Kit, world: World, mine: Set[CommanderId], sent: Json
    ) -> None:
        """Refuse what a player with these commanders may not say of it; what is left out says nothing."""


D = TypeVar("D", bound=Deed)
DEEDS: dict[str, type[Deed]] = {}
"""Every deed under the name that it is stored as; deeds enter themselves."""
STORED_AS: dict[str, type[Any]] = {}
"""What each is stored as: its own record, and of a fight what it starts from."""
_READERS: dict[str, Callable[[Json], Deed]] = {}


@dataclass_transform(frozen_default=True)
def deed(cls: type[D]) -> type[D]:
    """Make a class a deed, which is known by its `kind` from now on."""
    return stored_as(kind_of(made := dataclass(frozen=True, slots=True)(cls)))(made)


def stored_as(
    name: str, record: type[Any] | None = None, read: Callable[[Any], Deed] | None = None
) -> Callable[[type[D]], type[D]]:
    """Enter a deed by name: one whose record says no kind, or that is stored as another record."""

    def enter(cls: type[D]) -> type[D]:
        stored = record or cls
        DEEDS[name], STORED_AS[name] = cls, stored
        _READERS[name] = lambda setup: (
            read(decode(stored, setup)) if read else cast(Deed, decode(stored, setup))
        )
        return cls

    return enter


def stored_kind(deed: Deed) -> str:
    """The name under which a deed is stored."""
    return next(kind for kind, cls in DEEDS.items() if cls is type(deed))


def read_deed(kind: str, setup: Json) -> Deed:
    """A deed from its stored form."""
    if kind not in _READERS:
        raise Illegal("unknown-deed", f"{kind!r} is not something that can be done in this game.")
    return _READERS[kind](setup)


# ---- whose a deed is -----------------------------------------------------------------------------------


def owners_of_forces(world: World, *forces: ForceId) -> Owners:
    """The commander of each force."""
    return [world.war.forces[one].commander if one in world.war.forces else None for one in forces]


def owners_of_figures(world: World, figures: Iterable[FigureId]) -> Owners:
    """The commander of the force of each figure."""
    held = [world.war.force_of(one) for one in figures]
    return [one.commander if one else None for one in held]


def not_yours(*, is_somebodys: bool) -> Illegal:
    """The refusal of what somebody else should do."""
    if is_somebodys:
        return Illegal(
            "not-yours",
            "That belongs to another commander.",
            do="Ask that commander, or let the game master do it.",
        )
    return Illegal(
        "for-the-master", "That is for the game master to do.", do="Ask at the game master's table."
    )

"""A world while facts are written into it: copied once, however many facts follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.tenures import Tenure
from assistant.rules.war import (
    Contact,
    Decision,
    Ending,
    Force,
    ForceId,
    Handling,
    Heeded,
    Holding,
    Lot,
    Phase,
    Points,
    Reread,
    Ring,
    SeatHeld,
    Snare,
    Spot,
    Stay,
    War,
)
from assistant.rules.world import Figure, World


@dataclass(slots=True)
class WarDraft:
    """Field by field what a `War` is, open to be written to."""

    turn: int
    phase: Phase
    seats: dict[str, SeatHeld]
    done: list[CommanderId]
    forces: dict[ForceId, Force]
    formed: int
    lots: dict[FigureId, Lot]
    came: dict[ForceId, int]
    contacts: dict[str, Contact]
    met: int
    holdings: dict[PlaceId, Holding]
    tenures: list[Tenure]
    overrun: list[PlaceId]
    reread: list[Reread]
    events: dict[EventId, int]
    choices: dict[str, Decision]
    arrivals: dict[str, Handling]
    put_off: dict[str, int]
    powers: dict[str, tuple[int, ...]]
    things: dict[str, str]
    carried: dict[FigureId, tuple[FigureId, ...]]
    riding: dict[FigureId, FigureId]
    marching: dict[FigureId, int]
    captives: dict[FigureId, CommanderId]
    kept: dict[FigureId, PlaceId]
    been: dict[FigureId, tuple[Stay, ...]]
    since: dict[FigureId, int]
    beside: dict[FigureId, int]
    names: dict[FigureId, str]
    spots: dict[FigureId, Spot]
    points: list[Points]
    heeded: dict[str, Heeded]
    silenced: list[str]
    last_turn: int | None
    standings_shown: bool
    ensnared: dict[CommanderId, Snare]
    ring: Ring
    ending: Ending | None
    _homes: dict[FigureId, ForceId] | None = None

    @classmethod
    def of(cls, war: War) -> Self:
        return cls(**{name: _opened(getattr(war, name)) for name in _WAR})

    def done_writing(self) -> War:
        return War(**{name: _closed(getattr(self, name)) for name in _WAR})

    @property
    def homes(self) -> dict[FigureId, ForceId]:
        """The force of each figure, worked out at the first question."""
        if self._homes is None:
            self._homes = {one: force.id for force in self.forces.values() for one in force.figures}
        return self._homes


class Draft:
    """A world under the pen; nobody else sees it until it is done."""

    __slots__ = ("_war", "_was", "breached", "called", "fights", "figures", "house_rules")

    def __init__(self, world: World) -> None:
        self._was = world
        self._war: WarDraft | None = None
        self.figures: dict[FigureId, Figure] = dict(world.figures)
        self.house_rules: dict[str, str] = dict(world.house_rules)
        self.fights = world.fights
        self.called: list[ProfileId] = list(world.called)
        self.breached: list[str] = list(world.breached)

    @property
    def war(self) -> WarDraft:
        """Opened only when something is written of it: most facts of a fight are about figures alone."""
        if self._war is None:
            self._war = WarDraft.of(self._was.war)
        return self._war

    def done_writing(self) -> World:
        return World(
            self.figures,
            self.house_rules,
            self.fights,
            tuple(self.called),
            tuple(self.breached),
            self._was.war if self._war is None else self._war.done_writing(),
        )


_WAR = tuple(one.name for one in fields(War))


def _opened(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _closed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value

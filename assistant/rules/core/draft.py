"""A world while facts are written into it: copied once, however many facts follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, Self, TypeVar, assert_never

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
    Mark,
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
from assistant.rules.world import OFF_TABLE, Condition, Figure, World

Befalling = Literal["moved", "fought", "regrouping", "halted"]
"""The marks that a figure keeps when it leaves the force."""
K = TypeVar("K")
V = TypeVar("V")


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

    def lift(self, figures: Iterable[FigureId]) -> None:
        """Figures that have gone elsewhere stand no longer where they were measured."""
        for one in figures:
            self.spots.pop(one, None)

    def regroup(self, newcomers: Sequence[FigureId], force: Force) -> None:
        """A force with its newcomers, who leave the forces they were in."""
        leaving = set(newcomers)
        for left in dict.fromkeys(self.homes[one] for one in newcomers if one in self.homes):
            if left != force.id:
                self._keep(left, tuple(one for one in self.forces[left].figures if one not in leaving))
        self.forces[force.id] = force
        self.homes.update(dict.fromkeys(force.figures, force.id))

    def leave_force(self, figure: FigureId) -> None:
        """A figure that is locked up goes with nobody."""
        if (home := self.homes.pop(figure, None)) is not None:
            self._keep(home, tuple(one for one in self.forces[home].figures if one != figure))

    def _keep(self, force: ForceId, staying: tuple[FigureId, ...]) -> None:
        """A force with those who stay in it; without any it is gone, and meets nobody."""
        if staying:
            self.forces[force] = replace(self.forces[force].called_among(staying), figures=staying)
            return
        del self.forces[force]
        for contact in [*self.contacts.values()]:
            good, evil = (tuple(one for one in side if one != force) for side in (contact.good, contact.evil))
            if not good or not evil:
                del self.contacts[contact.id]
            else:
                self.contacts[contact.id] = replace(contact, good=good, evil=evil)

    def mark(self, force: Force, mark: Mark, turn: int) -> None:
        """A force bears a mark on a turn; turn 0 wipes it off."""
        match mark:
            case "hidden" | "afield":
                changed: dict[str, Any] = {mark: turn > 0}
            case "again":
                changed = {mark: turn}
            case "moved" | "fought" | "regrouping" | "halted":
                changed = {mark: turn}
                self.befall(force, mark, turn)
            case _:
                assert_never(mark)
        self.forces[force.id] = replace(force, **changed)

    def befall(self, force: Force, mark: Befalling, turn: int) -> None:
        """FRC-05: a mark of a force is each figure's in it; it falls away only for those who shared it."""
        for one in force.figures:
            if (lot := self.lots.get(one)) is not None:
                mine = turn if turn >= getattr(force, mark) else min(turn, getattr(lot.own, mark))
                self.lots[one] = Lot(replace(lot.own, **{mark: mine}), replace(lot.shared, **{mark: turn}))


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

    def change(self, figures: Iterable[FigureId], **changes: Any) -> None:
        """Some fields of figures."""
        for one in figures:
            self.figures[one] = replace(self.figures[one], **changes)

    def is_hurt(self, figure: FigureId) -> bool:
        """ABL-HERO: a figure that is taken captive wounded is wounded still."""
        found = self.figures[figure]
        return found.condition == "wounded" or found.hurt

    def set_down(self, figures: Iterable[FigureId]) -> None:
        """Nobody carries these any longer."""
        for one in figures:
            self.war.carried.pop(one, None)

    def fall_out(self, figures: Sequence[FigureId], condition: Condition) -> None:
        """Figures that are gone stand nowhere, and no force is called after them."""
        if condition not in OFF_TABLE:
            return
        self.war.lift(figures)
        homes, forces = self.war.homes, self.war.forces
        for home in dict.fromkeys(homes[one] for one in figures if one in homes):
            if (force := forces.get(home)) is not None:
                left = [one for one in force.figures if self.figures[one].condition not in OFF_TABLE]
                forces[home] = force.called_among(left)

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


def put(mapping: dict[K, V], key: K, value: V | None) -> None:
    """Enter it, or strike it out when there is no value."""
    if value is None:
        mapping.pop(key, None)
    else:
        mapping[key] = value

"""What became of the Ring, of captives, of things and of those who looked into stones."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.core.draft import Draft, put
from assistant.rules.core.fact import Fact, fact
from assistant.rules.core.resources import RING, TURN, mind_of, ring_with
from assistant.rules.war import ForceId, Ring, Snare, Stay


@fact
class RingPassed(Fact):
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

    def write(self, world: Draft) -> None:
        """VIC-03: in the same hands at the same place it is kept on, whichever captive has it.

        STA-01: where it has been is remembered until good has it back, whoever passes it on to whom.
        """
        was = world.war.ring
        been = was.been if self.captor is not None else ()
        stays = self.captor == was.captor and self.kept_at is not None and self.kept_at == was.kept_at
        since = was.since if been and stays else self.turn
        if self.kept_at is not None and self.captor is not None:
            been = tuple(dict.fromkeys((*been, Stay(self.captor, self.kept_at))))
        world.war.ring = Ring(self.bearer, self.captor, self.kept_at, since, self.destroyed, been=been)

    def changes(self) -> tuple[str, ...]:
        return (RING, *(ring_with(one) for one in (self.before, self.bearer) if one))

    def rests_on(self) -> tuple[str, ...]:
        """Whether its bearer is free."""
        return (TURN, *((self.bearer,) if self.bearer else ()), *self.owing)


@fact
class RingWorn(Fact):
    """ITM-RING-03: its bearer put the Ring on, or took it off."""

    on: bool
    turn: int
    kind: Literal["ring-worn"] = "ring-worn"

    def write(self, world: Draft) -> None:
        world.war.ring = replace(world.war.ring, worn=self.turn if self.on else 0)

    def changes(self) -> tuple[str, ...]:
        return (RING,)


@fact
class CaptiveTaken(Fact):
    """A captive is in a commander's hands, with a force or kept at a place; in nobody's when set free."""

    figure: FigureId
    captor: CommanderId | None
    kept_at: PlaceId | None = None
    owing: tuple[str, ...] = ()
    """The force that brought it there; of one set free, the place or the guards that hold it no longer."""
    kind: Literal["captive-taken"] = "captive-taken"

    def write(self, world: Draft) -> None:
        """STA-02: where a captive has been is remembered until it is free, whoever passes it on to whom."""
        war = world.war
        been = war.been.get(self.figure, ()) if self.captor is not None else ()
        put(war.captives, self.figure, self.captor)
        put(war.kept, self.figure, self.kept_at)
        if self.kept_at is not None:
            if self.captor is not None:
                been = tuple(dict.fromkeys((*been, Stay(self.captor, self.kept_at))))
            war.leave_force(self.figure)
        put(war.been, self.figure, been or None)

    def changes(self) -> tuple[str, ...]:
        return (self.figure,)

    def rests_on(self) -> tuple[str, ...]:
        """Whether the captive has the Ring."""
        return (TURN, ring_with(self.figure), *self.owing)


@fact
class ThingPassed(Fact):
    """An artifact went to a figure or a place; to nobody when it is lost."""

    thing: str
    to: str
    owing: tuple[ForceId, ...] = ()
    """The force that had come where it could be had."""
    kind: Literal["thing-passed"] = "thing-passed"

    def write(self, world: Draft) -> None:
        world.war.things[self.thing] = self.to

    def changes(self) -> tuple[str, ...]:
        return (self.thing,)

    def rests_on(self) -> tuple[str, ...]:
        """Who has it now, and so whether that one is free."""
        return (TURN, *((self.to,) if self.to else ()), *self.owing)


@fact
class CommanderEnsnared(Fact):
    """ITM-PALANTIR-02: a commander looked into a stone for too long."""

    commander: CommanderId
    turn: int
    fights_worse: bool = False
    kind: Literal["commander-ensnared"] = "commander-ensnared"

    def write(self, world: Draft) -> None:
        before = world.war.ensnared.get(self.commander)
        times = before.times + 1 if before else 1
        world.war.ensnared[self.commander] = Snare(self.turn, times, self.fights_worse)

    def changes(self) -> tuple[str, ...]:
        return (mind_of(self.commander),)

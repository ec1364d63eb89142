"""Places change hands, the Ring and captives are brought home, points are corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Side
from assistant.rules.deeds.checks import place_in, require_running
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.scoring import for_captive, for_place, for_ring
from assistant.rules.standing import place_name
from assistant.rules.victory import verdict
from assistant.rules.war import Points
from assistant.rules.war_facts import CaptiveTaken, PlaceTaken, PointsGiven, RingPassed
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class TakePlace:
    """A place is in the hands of a side; who took it together shares what it earns."""

    place: PlaceId
    side: Side
    by: tuple[CommanderId, ...] = ()
    kind: Literal["take-place"] = "take-place"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        place_in(kit, self.place)
        if self.place in kit.scenario.spots:
            raise Illegal("cannot-be-held", f"{place_name(kit, self.place)} is no place that can be held.")
        if world.war.holder(self.place) == self.side:
            raise Illegal("held-already", f"{self.side.capitalize()} holds {place_name(kit, self.place)}.")
        for one in self.by:
            if one not in kit.scenario.commanders:
                raise no_such("commander", one, kit.scenario.commanders)
            if kit.scenario.commanders[one].side != self.side:
                name = kit.scenario.commanders[one].name
                raise Illegal("wrong-side", f"{name} is not of {self.side}.")
        return Opening(
            f"{self.side.capitalize()} holds {place_name(kit, self.place)}", (self.place,), encode(self)
        )

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        was = desk.world.war.holder(self.place)
        desk.record(PlaceTaken(self.place, self.side, self.by, desk.world.war.turn))
        if was is not None:
            for given in for_place(kit, desk.world, self.place, self.side, self.by):
                desk.record(given)
                desk.say(said(kit, given.points))
        announce(kit, desk)
        yield from ()


@dataclass(frozen=True, slots=True)
class BringHome:
    """STA-01, STA-02: a captive, perhaps the ringbearer, is brought to a place by its captor."""

    captive: FigureId
    place: PlaceId
    kind: Literal["bring-home"] = "bring-home"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        place_in(kit, self.place)
        if self.captive not in world.war.captives:
            raise no_such("captive", self.captive, world.war.captives)
        captor = kit.scenario.commanders[world.war.captives[self.captive]].name
        title = f"{captor} brings {self.captive} to {place_name(kit, self.place)}"
        return Opening(title, (self.captive,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        war = desk.world.war
        captor, figure = war.captives[self.captive], desk.world.figures[self.captive]
        gains = [*for_captive(kit, desk.world, figure, self.place, captor)]
        if war.ring.bearer == self.captive:
            gains += for_ring(kit, desk.world, self.place, captor)
            desk.record(RingPassed(self.captive, captor, self.place, war.turn))
        for given in gains:
            desk.record(given)
            desk.say(said(kit, given.points))
        announce(kit, desk)
        yield from ()


@dataclass(frozen=True, slots=True)
class SetFree:
    """A captive is free again."""

    captive: FigureId
    kind: Literal["set-free"] = "set-free"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.captive not in world.war.captives:
            raise no_such("captive", self.captive, world.war.captives)
        return Opening(f"{self.captive} is free", (self.captive,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(CaptiveTaken(self.captive, None))
        if desk.world.war.ring.bearer == self.captive:
            desk.record(RingPassed(self.captive, None, None, desk.world.war.turn))
        yield from ()


@dataclass(frozen=True, slots=True)
class PassRing:
    """The Ring goes to another bearer, or into the fire."""

    bearer: FigureId | None
    destroyed: bool = False
    kind: Literal["pass-ring"] = "pass-ring"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.bearer is not None and self.bearer not in world.figures:
            raise no_such("figure", self.bearer, world.figures)
        title = "The Ring is destroyed" if self.destroyed else f"{self.bearer or 'Nobody'} bears the Ring"
        return Opening(title, ("the Ring",), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        captor = desk.world.war.captives.get(self.bearer) if self.bearer else None
        desk.record(RingPassed(self.bearer, captor, None, desk.world.war.turn, self.destroyed))
        announce(kit, desk)
        yield from ()


@dataclass(frozen=True, slots=True)
class CorrectPoints:
    """Points given or taken by the game master's word, with a reason."""

    commander: CommanderId
    points: int
    reason: str
    kind: Literal["correct-points"] = "correct-points"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.commander not in kit.scenario.commanders:
            raise no_such("commander", self.commander, kit.scenario.commanders)
        if not self.points or not self.reason.strip():
            raise Illegal("no-reason", "Say how many points, and why.", do="Give both.")
        name = kit.scenario.commanders[self.commander].name
        return Opening(f"{name}: {self.points:+} status points, {self.reason}", (), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        turn = desk.world.war.turn
        desk.record(PointsGiven(Points(self.commander, self.points, "", self.reason.strip(), turn)))
        yield from ()


def said(kit: Kit, points: Points) -> str:
    """Saruman: +20 status points, Helm's Deep taken."""
    return (
        f"{kit.scenario.commanders[points.commander].name}: {points.points:+} status points, {points.reason}."
    )


def announce(kit: Kit, desk: RulesDesk) -> None:
    """A victory met by this very deed is told at once; the game master confirms it."""
    if found := verdict(kit, desk.world):
        desk.say(f"Victory: {found.words} The game master confirms it.")

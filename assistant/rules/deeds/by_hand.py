"""The real table is always right: anything recorded can be set right by hand, one by one or in bulk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId, Contingent
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.checks import force_in, place_in
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.recruiting import enlist, form
from assistant.rules.facts import Correction, Overruled
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.standing import place_name
from assistant.rules.war import Dice, ForceId, SeatHeld
from assistant.rules.war_facts import CaptiveTaken, FigureNamed, FiguresJoined, SeatsTaken
from assistant.rules.world import Condition, World

MOST_AT_ONCE = 1000
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Adjust:
    """Figures are as the game master says: their condition, mount, place, force or owner."""

    figures: tuple[FigureId, ...]
    reason: str
    condition: Condition | None = None
    mounted: bool | None = None
    regrouping: bool | None = None
    place: PlaceId | None = None
    force: ForceId | None = None
    commander: CommanderId | None = None
    kind: Literal["adjust"] = "adjust"

    def plan(self, kit: Kit, world: World) -> Opening:
        if not self.figures:
            raise Illegal("no-figures", "No figure is named.", do="Name one or more.")
        for one in self.figures:
            if one not in world.figures:
                raise no_such("figure", one, world.figures)
        require_reason(self.reason)
        if self.place is not None:
            place_in(kit, self.place)
        if self.force is not None:
            force_in(world, self.force)
        if self.commander is not None and self.commander not in kit.scenario.commanders:
            raise no_such("commander", self.commander, kit.scenario.commanders)
        if not self._said(kit):
            raise Illegal("nothing-changes", "Nothing is to change.", do="Say how the figures are now.")
        who = self.figures[0] if len(self.figures) == 1 else f"{len(self.figures)} figures"
        return Opening(f"By hand: {who} {', '.join(self._said(kit))}", self.figures, encode(self))

    def _said(self, kit: Kit) -> tuple[str, ...]:
        correction = Correction(self.figures[0], self.condition, self.mounted, self.regrouping)
        said = [] if correction == Correction(self.figures[0]) else [str(correction)]
        said += [f"at {place_name(kit, self.place)}"] if self.place else []
        said += [f"in {self.force}"] if self.force else []
        said += [f"under {kit.scenario.commanders[self.commander].name}"] if self.commander else []
        return tuple(said)

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        changed = tuple(
            correction
            for one in self.figures
            if (correction := Correction(one, self.condition, self.mounted, self.regrouping))
            != Correction(one)
        )
        if changed:
            desk.record(Overruled(self.reason.strip(), changed))
        for one in self.figures:
            if one in desk.world.war.captives and desk.world.figures[one].condition != "captured":
                desk.record(CaptiveTaken(one, None))
        if self.force is not None:
            desk.record(FiguresJoined(self.figures, self.force))
        elif self.place is not None or self.commander is not None:
            self._stand_alone(kit, desk)
        desk.say(f"By hand: {self.reason.strip()}")
        yield from ()

    def _stand_alone(self, kit: Kit, desk: RulesDesk) -> None:
        """At a place or under a commander of their own they are a new force."""
        held = desk.world.war.force_of(self.figures[0])
        commander = self.commander or (held.commander if held else None)
        place = self.place or (held.place if held else None)
        if place is None:
            raise Illegal("nowhere", f"{self.figures[0]} is nowhere yet.", do="Say at which place.")
        form(kit, desk, commander, place, self.figures)


@dataclass(frozen=True, slots=True)
class AddFigures:
    """Figures beyond the scenario come into play."""

    profile: ProfileId
    count: int
    commander: CommanderId | None
    place: PlaceId
    reason: str
    mounted: bool | None = None
    kind: Literal["add-figures"] = "add-figures"

    def plan(self, kit: Kit, world: World) -> Opening:
        if self.profile not in kit.book.profiles:
            raise no_such("profile", self.profile, kit.book.profiles)
        if self.commander is not None and self.commander not in kit.scenario.commanders:
            raise no_such("commander", self.commander, kit.scenario.commanders)
        if not 1 <= self.count <= MOST_AT_ONCE:
            raise Illegal(
                "how-many", f"{self.count} figures cannot be added.", do=f"From 1 to {MOST_AT_ONCE}."
            )
        require_reason(self.reason)
        name, place = kit.book.profiles[self.profile].name, place_name(kit, place_in(kit, self.place))
        return Opening(f"By hand: {self.count} × {name} at {place}", (), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        coming = Contingent((self.profile,), self.count, self.mounted)
        form(kit, desk, self.commander, self.place, enlist(kit, desk, self.commander, (coming,)))
        desk.say(f"By hand: {self.reason.strip()}")
        yield from ()


@dataclass(frozen=True, slots=True)
class Rename:
    """The table calls a figure by a name of its own; an empty one takes that back."""

    figure: FigureId
    name: str
    kind: Literal["rename"] = "rename"

    def plan(self, kit: Kit, world: World) -> Opening:
        if self.figure not in world.figures:
            raise no_such("figure", self.figure, world.figures)
        if len(self.name.strip()) > LONGEST_NAME:
            raise Illegal("long-name", f"A name has at most {LONGEST_NAME} letters.", do="Shorten it.")
        called = f"is called {self.name.strip()}" if self.name.strip() else "has no name of its own"
        return Opening(f"{self.figure} {called}", (self.figure,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(FigureNamed(self.figure, self.name.strip()))
        yield from ()


@dataclass(frozen=True, slots=True)
class ChangeSeat:
    """A seat changes hands in mid-game, or its dice are rolled otherwise."""

    seat: str
    player: str
    dice: Dice = "app"
    kind: Literal["change-seat"] = "change-seat"

    def plan(self, kit: Kit, world: World) -> Opening:
        if self.seat not in world.war.seats:
            raise no_such("seat", self.seat, world.war.seats)
        if not 1 <= len(self.player.strip()) <= LONGEST_NAME:
            raise Illegal("no-name", f"A player's name has 1 to {LONGEST_NAME} letters.", do="Give a name.")
        return Opening(f"{self.player.strip()} takes {self.seat}", (f"seat {self.seat}",), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        held = desk.world.war.seats[self.seat]
        taken = SeatHeld(held.id, self.player.strip(), held.side, held.commanders, self.dice)
        desk.record(SeatsTaken((taken,)))
        yield from ()


def require_reason(reason: str) -> None:
    """What is done by hand says why."""
    if not reason.strip():
        raise Illegal("no-reason", "Say why.", do="A few words are enough: they stand in the history.")

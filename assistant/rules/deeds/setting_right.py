"""By the game master's word: who bears a thing, and whether a war has been declared."""

from __future__ import annotations

from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import EventId
from assistant.rules.core.deed import Deed, RulesDesk, deed
from assistant.rules.deeds.checks import figure_in, require_running
from assistant.rules.deeds.declaring import come_about
from assistant.rules.deeds.reasons import require_reason, say_why
from assistant.rules.deeds.things import key_for
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.near import no_such
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.turn.facts import EventUnmade
from assistant.rules.world import World


@deed
class HandThing(Deed):
    """A thing is borne by whom the table says, or by nobody."""

    thing: str
    bearer: FigureId | None
    reason: str
    kind: Literal["hand-thing"] = "hand-thing"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.thing not in (known := borne_things(kit, world)):
            raise no_such("thing", self.thing, known)
        if self.bearer is not None:
            figure_in(world, self.bearer)
        require_reason(self.reason)
        if world.war.things.get(self.thing, "") == (self.bearer or ""):
            raise Illegal("nothing-changes", "Nothing is to change.", do="Say who bears it now.")
        who = name_of(kit, world, world.figures[self.bearer]) if self.bearer else "nobody"
        held = (self.thing, self.bearer) if self.bearer else (self.thing,)
        return Opening(f"By hand: {known[self.thing]} is borne by {who}", held, encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        # One of many is known by its bearer: it is put down by one, and taken up by the other.
        thing, _, is_one_of_many = self.thing.partition("@")
        if is_one_of_many or not self.bearer:
            desk.record(ThingPassed(self.thing, ""))
        if self.bearer:
            desk.record(ThingPassed(key_for(kit, thing, self.bearer), self.bearer))
        say_why(desk, self.reason)
        yield from ()


def borne_things(kit: Kit, world: World) -> dict[str, str]:
    """What somebody may bear, with its name: every artifact but the Ring, and what somebody has taken up."""
    # The Ring is passed by a deed of its own, from which much follows.
    ring = {one.thing for one in kit.scenario.ring_victories}
    found = {one.id: one.name for one in kit.scenario.artifacts if one.id not in ring}
    for key, bearer in world.war.things.items():
        if key not in {*found, *ring} and bearer in world.figures:
            thing, who = key.partition("@")[0], name_of(kit, world, world.figures[FigureId(bearer)])
            found[key] = f"{kit.book.gear.get(thing, thing)} of {who}"
    return found


@deed
class SettleEvent(Deed):
    """A war has been declared after all, or it has not, whatever the rules say of who may."""

    event: EventId
    happened: bool
    reason: str
    kind: Literal["settle-event"] = "settle-event"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.event not in kit.scenario.events:
            raise no_such("event", self.event, kit.scenario.events)
        require_reason(self.reason)
        name = kit.scenario.events[self.event].name
        if self.happened == (self.event in world.war.events):
            so = "has come about" if self.happened else "has not come about"
            raise Illegal("nothing-changes", f"{name}: it {so} already.", do="Choose the other.")
        how = "has come about" if self.happened else "has not come about after all"
        return Opening(f"By hand: {name} {how}", (self.event,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        say_why(desk, self.reason)
        if self.happened:
            yield from come_about(kit, desk, self.event)
        else:
            desk.record(EventUnmade(self.event))
            desk.say("What came with it stays: set that right as well if the table says so.")

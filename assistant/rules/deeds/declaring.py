"""Wars are declared, commanders decide for good, boxes on charts are ticked, events come about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId, Event, EventId
from assistant.rules.deeds.checks import require_running
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.standing import forces_of
from assistant.rules.war_facts import ChoiceMade, EventCame, PowerUsed
from assistant.rules.world import World


def may_declare(kit: Kit, world: World, event: Event, commander: CommanderId) -> str:
    """Why a commander may not declare a war now; nothing if they may (WAR-04, WAR-07, WAR-11)."""
    if event.id in world.war.events:
        return f"The {event.name} was declared on turn {world.war.events[event.id]}."
    if commander not in event.declared_by:
        return f"{kit.scenario.commanders[commander].name} may not declare the {event.name}."
    if event.table is not None and not has_forces_on(kit, world, commander, event.table):
        table = kit.scenario.tables[event.table].name.lower()
        return f"{kit.scenario.commanders[commander].name} has no forces on the {table}."
    return ""


def has_forces_on(kit: Kit, world: World, commander: CommanderId, table: str) -> bool:
    """Whether any of a commander's forces stands at a place of a table."""
    return any(
        force.place in kit.book.places and kit.book.places[force.place].table == table
        for force in forces_of(world, commander)
    )


@dataclass(frozen=True, slots=True)
class Declare:
    """Something comes about once: a war is declared by a commander, or the table says it happened."""

    event: EventId
    commander: CommanderId | None = None
    kind: Literal["declare"] = "declare"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.event not in kit.scenario.events:
            raise no_such("event", self.event, kit.scenario.events)
        event = kit.scenario.events[self.event]
        if event.id in world.war.events:
            turn = world.war.events[event.id]
            raise Illegal("happened-already", f"{event.name}: that was on turn {turn}.")
        if event.declared_by:
            self._check_declarer(kit, world, event)
        by = f"{kit.scenario.commanders[self.commander].name}: " if self.commander else ""
        return Opening(f"{by}{event.name}", (event.id,), encode(self))

    def _check_declarer(self, kit: Kit, world: World, event: Event) -> None:
        if self.commander is None or self.commander not in kit.scenario.commanders:
            raise no_such("commander who may declare it", str(self.commander), event.declared_by)
        if why := may_declare(kit, world, event, self.commander):
            raise Illegal("may-not-declare", why)

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        event = kit.scenario.events[self.event]
        desk.record(EventCame(self.event, desk.world.war.turn, self.commander))
        for rule in event.rules:
            enforced(rule)
        for limit in kit.scenario.limits:
            if limit.until == self.event:
                desk.say(f"No longer: {limit.text}")
                break
        yield from ()


@dataclass(frozen=True, slots=True)
class Decide:
    """A standing choice of a commander, made for good (Saruman and Fangorn)."""

    choice: str
    value: str
    kind: Literal["decide"] = "decide"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        supplies = {supply.key: supply for supply in kit.scenario.supplies}
        if self.choice not in supplies:
            raise no_such("choice", self.choice, supplies)
        supply = supplies[self.choice]
        if self.value not in (supply.full, supply.scarce):
            raise no_such("answer", self.value, (supply.full, supply.scarce))
        if made := world.war.choices.get(self.choice):
            raise Illegal("decided", f"That was decided on turn {made.turn} for good: {made.value}.")
        return Opening(f"{supply.name} {self.value.capitalize()}", (self.choice,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(ChoiceMade(self.choice, self.value, desk.world.war.turn))
        yield from ()


@dataclass(frozen=True, slots=True)
class UsePower:
    """A power that can be used only so often in a game."""

    power: str
    kind: Literal["use-power"] = "use-power"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        powers = {power.id: power for power in kit.scenario.powers}
        if self.power not in powers:
            raise no_such("power", self.power, powers)
        power, used = powers[self.power], world.war.powers.get(self.power, ())
        if len(used) >= power.uses:
            raise Illegal("used-up", f"{power.name} was used on turn {used[-1]} and cannot be used again.")
        who = kit.scenario.commanders[power.commander].name
        return Opening(f"{who}: {power.name}", (f"power {self.power}",), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        power = next(one for one in kit.scenario.powers if one.id == self.power)
        desk.record(PowerUsed(self.power, desk.world.war.turn))
        for rule in power.rules:
            enforced(rule)
        desk.say(power.text)
        yield from ()

"""Powers of commanders that change the running game: wars declared, darkness released, stones used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from assistant.kernel.evidence import enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId, Event, EventId
from assistant.rules.core.fact import Fact
from assistant.rules.effects.darkness import SPREADS, ban_of, darkness_now
from assistant.rules.kit import Kit
from assistant.rules.noticing import is_weakened
from assistant.rules.scenario import Power, Thing
from assistant.rules.standing import forces_of, table_of
from assistant.rules.world import World

if TYPE_CHECKING:
    from assistant.rules.core.deed import RulesDesk

Numbers = Mapping[str, int | str]


class CampaignPower:
    """What a power needs before it is used, and what it brings about besides its tick."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        """Why it cannot be used now; nothing if it can."""
        return ""

    def is_over(self, world: World, numbers: Numbers) -> bool:
        """Whether what is left of it can never be used any more."""
        return False

    def owes(self, numbers: Numbers) -> EventId | None:
        """The event without which it could not have been used, if there is one."""
        return None

    def brings(self, kit: Kit, power: Power, numbers: Numbers) -> EventId | None:
        """The event it is the declaration of, if it is one."""
        return None

    def decides(self, kit: Kit, power: Power, numbers: Numbers) -> tuple[str, str] | None:
        """The standing choice it makes for good, if it makes one."""
        return None

    def records(self, kit: Kit, world: World, numbers: Numbers) -> Iterator[Fact]:
        """What is written down besides the tick."""
        yield from ()

    def offered(self, kit: Kit, world: World, thing: Thing, numbers: Numbers) -> Power | None:
        """What whoever has a thing, or is concerned by a person, may do with that now, if anything."""
        return None

    def holds(self, world: World, numbers: Numbers) -> Iterator[str]:
        """Whom it concerns, by name: in a fight under way they are out of its reach."""
        yield from ()

    def act(self, kit: Kit, desk: RulesDesk, power: Power, numbers: Numbers) -> Procedure[None]:
        """What is asked, rolled and recorded when it is used."""
        yield from ()

    def says(self, kit: Kit, world: World, numbers: Numbers) -> Iterator[str]:
        """What the table should know once it is used."""
        yield from ()


POWERS: dict[str, CampaignPower] = {}
P = TypeVar("P", bound=CampaignPower)


def campaign_power(name: str) -> Callable[[type[P]], type[P]]:
    """Register what a power of this name does."""

    def register(cls: type[P]) -> type[P]:
        POWERS[name] = cls()
        return cls

    return register


def parts_of(power: Power) -> Iterator[tuple[CampaignPower, Numbers]]:
    """Everything a power does in the running game."""
    for trait in power.traits:
        if trait.name in POWERS:
            yield POWERS[trait.name], dict(trait.params)


def powers_in_play(kit: Kit, world: World) -> Iterator[Power]:
    """The boxes on the charts, and what may be done besides with things and persons of the scenario."""
    yield from kit.scenario.powers
    for thing in kit.scenario.things:
        for trait in thing.traits:
            part = POWERS.get(trait.name)
            if part and (found := part.offered(kit, world, thing, dict(trait.params))) is not None:
                yield found


def power_of(kit: Kit, world: World, name: str) -> Power | None:
    """The power of this name, if it is in play."""
    return next((one for one in powers_in_play(kit, world) if one.id == name), None)


def why_not(kit: Kit, world: World, power: Power) -> str:
    """Why a power cannot be used now; nothing if it can."""
    used = world.war.powers.get(power.id, ())
    if len(used) >= power.uses:
        return f"{power.name} was used on turn {used[-1]} and cannot be used again."
    return next(
        (why for part, given in parts_of(power) if (why := part.why_not(kit, world, power, given))), ""
    )


def declaring(kit: Kit, event: EventId, commander: CommanderId | None) -> Iterator[Power]:
    """The boxes on a commander's chart that stand for the declaration of an event."""
    for power in kit.scenario.powers:
        if power.commander == commander and any(
            part.brings(kit, power, given) == event for part, given in parts_of(power)
        ):
            yield power


def may_declare(kit: Kit, world: World, event: Event, commander: CommanderId) -> str:
    """WAR-04, WAR-07, WAR-11: why a commander may not declare a war now; nothing if they may."""
    name = kit.scenario.commanders[commander].name
    if event.id in world.war.events:
        return f"The {event.name} was declared on turn {world.war.events[event.id]}."
    if commander not in event.declared_by:
        return f"{name} may not declare the {event.name} ({enforced(event.rules[0])})."
    if event.table is not None and not has_forces_on(kit, world, commander, event.table):
        table = kit.scenario.tables[event.table].name.lower()
        return f"{name} has no forces on the {table} ({enforced(event.rules[0])})."
    return ""


def has_forces_on(kit: Kit, world: World, commander: CommanderId, table: str) -> bool:
    """Whether any of a commander's forces stands on a table, at a place or a spot of it."""
    return any(table_of(kit, force.place) == table for force in forces_of(world, commander))


@campaign_power("declares")
class Declares(CampaignPower):
    """A box on the chart that is the declaration of a war."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        event = kit.scenario.events[EventId(str(numbers["event"]))]
        return may_declare(kit, world, event, power.commander)

    def brings(self, kit: Kit, power: Power, numbers: Numbers) -> EventId:
        return EventId(str(numbers["event"]))


@campaign_power("despoils")
class Despoils(CampaignPower):
    """PLC-FANGORN-10: a standing choice of its commander, made for good."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        made = self.decides(kit, power, numbers)
        decided = world.war.choices.get(made[0]) if made else None
        return f"That was decided on turn {decided.turn} for good." if decided else ""

    def decides(self, kit: Kit, power: Power, numbers: Numbers) -> tuple[str, str] | None:
        for supply in kit.scenario.supplies:
            if supply.commander == power.commander and supply.id == numbers["place"]:
                return supply.key, supply.full
        return None


@campaign_power(SPREADS)
class SpreadsDarkness(CampaignPower):
    """WAR-13: once in the game, and only after the war that it needs."""

    def owes(self, numbers: Numbers) -> EventId:
        return EventId(str(numbers["after"]))

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        event = kit.scenario.events[self.owes(numbers)]
        if event.id in world.war.events:
            return ""
        return f"The {event.name} must be declared first ({enforced('WAR-13')})."

    def says(self, kit: Kit, world: World, numbers: Numbers) -> Iterator[str]:
        if found := darkness_now(kit, world):
            name = kit.scenario.place_names[found.source]
            yield (
                f"Darkness reaches {found.inches} inches from {name} this turn and grows for "
                f"{found.left} more ({enforced('WAR-13')})."
            )
            if ban := ban_of(kit, found):
                yield ban


@campaign_power("summons")
class Summons(CampaignPower):
    """PPL-RUFFIANS-02, REI-E03: called by an event of their own when the army has dwindled."""

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        for event in kit.scenario.events.values():
            if event.weakened and event.weakened.leaves == numbers.get("leaves"):
                if (turn := world.war.events.get(event.id)) is not None:
                    return f"{event.name}: that was on turn {turn} ({enforced(event.rules[0])})."
                if not is_weakened(kit, world, event.weakened):
                    return f"Not before this: {event.name} ({enforced(event.rules[0])})."
        return ""

    def brings(self, kit: Kit, power: Power, numbers: Numbers) -> EventId | None:
        for event in kit.scenario.events.values():
            weak = event.weakened
            if weak and weak.commander == power.commander and weak.leaves == numbers.get("leaves"):
                return event.id
        return None

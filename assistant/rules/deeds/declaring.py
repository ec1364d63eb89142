"""Wars are declared, commanders decide for good, boxes on charts are ticked, events come about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from assistant.kernel.asking import Die
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.almanac import name_on
from assistant.rules.arrivals import CommanderId, Contingent, Event, EventId, in_force, limits_in_force
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed
from assistant.rules.core.resources import number_of, use_of
from assistant.rules.course import TURN_START, supply_under
from assistant.rules.deeds.arriving import told
from assistant.rules.deeds.checks import require_running
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.effects.campaign_powers import (
    declaring,
    may_declare,
    parts_of,
    power_of,
    powers_in_play,
    why_not,
)
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.noticing import reached_by, when_reached
from assistant.rules.schedule import Due
from assistant.rules.standing import awaited, preview
from assistant.rules.tenures import changed_since
from assistant.rules.turn.facts import ChoiceMade, EventCame, PowerUsed
from assistant.rules.wording import join
from assistant.rules.world import World

FACES = 6


@deed
class Declare(Deed):
    """Something comes about once: a war is declared by a commander, or the table says it happened."""

    event: EventId
    commander: CommanderId | None = None
    kind: Literal["declare"] = "declare"
    done_by: ClassVar[By] = "owner"

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
        title = event.name
        if self.commander:
            title = f"{kit.scenario.commanders[self.commander].name} declares the {event.name}"
        return Opening(title, (event.id,), encode(self))

    def _check_declarer(self, kit: Kit, world: World, event: Event) -> None:
        if self.commander is None:
            able = [one for one in event.declared_by if not may_declare(kit, world, event, one)]
            names = [kit.scenario.commanders[one].name for one in able or event.declared_by]
            raise Illegal(
                "who-declares",
                f"By whom is the {event.name} declared?",
                do=f"Say by {' or by '.join(names)}.",
            )
        if self.commander not in kit.scenario.commanders:
            raise no_such("commander who may declare it", self.commander, event.declared_by)
        if why := may_declare(kit, world, event, self.commander):
            raise Illegal("may-not-declare", why)

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        yield from come_about(kit, desk, self.event, self.commander)

    def owners(self, kit: Kit, world: World) -> Owners:
        return [self.commander]


def come_about(
    kit: Kit,
    desk: RulesDesk,
    event_id: EventId,
    commander: CommanderId | None = None,
    not_before: int = 1,
) -> Procedure[None]:
    """An event happens: limits end, rates change, and dice say how many come.

    Who came to a place on an earlier turn came then, though it is said only now.
    """
    event, war = kit.scenario.events[event_id], desk.world.war
    needed = (*_implied(kit, event_id), *filter(None, (event.after,)))
    earlier = [one for one in needed if one in war.events]
    owing = (*earlier, *reached_by(kit, desk.world, event))
    turn = max(not_before, when_reached(kit, desk.world, event), *(war.events[one] for one in earlier))
    changed = changed_since(war.tenures, turn)
    for implied in _implied(kit, event_id):
        if implied not in desk.world.war.events:
            desk.record(EventCame(implied, turn, changed=changed))
    desk.record(EventCame(event_id, turn, commander, owing, changed))
    for power in declaring(kit, event_id, commander):
        if len(war.powers.get(power.id, ())) < power.uses:
            desk.record(PowerUsed(power.id, war.turn))
    for rule in event.rules:
        enforced(rule)
    for line in _what_changes(kit, desk.world, event_id):
        desk.say(line)
    yield from _roll_for_numbers(kit, desk)
    at_once = enforced("AMB-003")
    for one in awaited(kit, desk.world):
        if _comes_with(kit, one.due, event_id):
            who = f"{kit.scenario.commanders[one.due.commander].name}, {told(kit, one.due.figures)}"
            due = f"Due at once: {who} ({at_once})." if one.due.turn == turn else f"Due now: {who}."
            desk.say(f"Cannot come: {who}. {one.due.lost}" if one.due.lost else due)


def _implied(kit: Kit, event: EventId) -> Iterator[EventId]:
    """What must have happened before, the earliest first: once the later came, nobody can date it anew."""
    for earlier in kit.scenario.events[event].implies:
        yield from _implied(kit, earlier)
        yield earlier


def _what_changes(kit: Kit, world: World, event: EventId) -> Iterator[str]:
    """WAR-05, WAR-08, WAR-12: what no longer binds, and whose arrivals grow."""
    house = kit.house(world)
    for text in dict.fromkeys(
        one.text for one in limits_in_force(kit.scenario.limits, house) if one.until == event
    ):
        yield f"No longer: {text}"
    for march in in_force(kit.scenario.marches, house):
        if march.until == event:
            yield f"No longer for {kit.scenario.commanders[march.commander].name}: {march.text}"
    for arrival in in_force(kit.scenario.arrivals, house):
        if arrival.doubling is not None and arrival.doubling.event == event:
            for rule in arrival.doubling.rules:
                enforced(rule)
            who = kit.scenario.commanders[arrival.commander].name
            yield f"From the next turn on the rate doubles: {who}, {told(kit, arrival.figures)}."


def _comes_with(kit: Kit, one: Due, event: EventId) -> bool:
    arrival = next((row for row in kit.scenario.arrivals if row.id == one.id), None)
    events = {arrival.event, *(reading.event for reading in arrival.readings)} if arrival else set()
    return event in events and not one.shut


def _roll_for_numbers(kit: Kit, desk: RulesDesk) -> Procedure[None]:
    """PPL-RUFFIANS-02: a die says how many come; half a die is rounded up."""
    for due in (*(one.due for one in awaited(kit, desk.world)), *preview(kit, desk.world, 1)):
        rolled = next((each for each in due.figures if each.is_rolled), None)
        if rolled is None or due.lost or number_of(due.id) in desk.world.war.choices:
            continue
        number = yield from _roll(kit, desk, due, rolled)
        desk.record(ChoiceMade(number_of(due.id), str(number), desk.world.war.turn))
        desk.say(f"{number} come.")


def _roll(kit: Kit, desk: RulesDesk, due: Due, rolled: Contingent) -> Procedure[int]:
    name = kit.book.profiles[rolled.profiles[0]].name
    why, rules = f"How many come, {rolled.number} {name}?", map(asked, due.rules)
    # Every die has six faces: half of one is read off it.
    enforced("SEQ-01")
    faces = yield from desk.roll(seat_for(due.commander), "numbers", why, (Die(name),), *rules)
    return -(-faces[0] * rolled.count // FACES)


@deed
class Decide(Deed):
    """A standing choice of a commander, made for good (Saruman and Fangorn)."""

    choice: str
    value: str
    kind: Literal["decide"] = "decide"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        supplies = {supply.key: supply for supply in kit.scenario.supplies}
        if self.choice not in supplies:
            raise no_such("choice", self.choice, supplies)
        supply = supply_under(kit.house(world), supplies[self.choice])
        if self.value not in (supply.full, supply.scarce):
            raise no_such("answer", self.value, (supply.full, supply.scarce))
        if made := world.war.choices.get(self.choice):
            raise Illegal("decided", f"That was decided on turn {made.turn} for good: {made.value}.")
        if self.value == supply.scarce != supply.default and world.war.turn > 1:
            raise Illegal(
                "irrevocable-choice",
                f"It has been {supply.default!r} since turn 1 and can never be {self.value!r} again.",
            )
        return Opening(f"{supply.name} {self.value.capitalize()}", (self.choice,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        decide(kit, desk, self.choice, self.value)
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return [one.commander for one in kit.scenario.supplies if one.key == self.choice]


def decide(kit: Kit, desk: RulesDesk, choice: str, value: str) -> None:
    """PLC-FANGORN-10, SEQ-06: it changes what is due from now on, not what this turn has brought already."""
    war, supply = desk.world.war, next(one for one in kit.scenario.supplies if one.key == choice)
    came = tuple(event for event, turn in war.events.items() if turn == war.turn)
    is_late = war.phase != "start" or _has_placed(kit, desk.world, supply.commander)
    desk.record(ChoiceMade(choice, value, war.turn, (*((TURN_START,) if is_late else ()), *came)))
    if is_late and value == supply.full:
        desk.say(f"What this turn has brought stays as it was; from turn {war.turn + 1} on everything comes.")
    elif value == supply.full and (events := tuple(_that_bring(kit, desk.world, supply.commander, came))):
        names = join(kit.scenario.events[one].name for one in events)
        desk.say(f"What the {names} has brought him this turn stays as it was; all else comes in full.")


def _that_bring(kit: Kit, world: World, commander: CommanderId, came: Sequence[EventId]) -> Iterator[EventId]:
    """Those of the events that bring a commander figures."""
    due = [one for one in in_force(kit.scenario.arrivals, kit.house(world)) if one.commander == commander]
    yield from (event for event in came if any(one.event == event for one in due))


def _has_placed(kit: Kit, world: World, commander: CommanderId) -> bool:
    """Whether somebody of a commander's has come since the turn began."""
    his = {name_on(one.id, world.war.turn) for one in kit.scenario.arrivals if one.commander == commander}
    return any(world.war.arrivals.get(name) == "placed" for name in his)


@deed
class UsePower(Deed):
    """A power that can be used only so often in a game, and all that follows from it."""

    power: str
    kind: Literal["use-power"] = "use-power"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        power = power_of(kit, world, self.power)
        if power is None:
            raise no_such("power", self.power, [one.id for one in powers_in_play(kit, world)])
        if why := why_not(kit, world, power):
            raise Illegal("cannot-be-used", why)
        who = kit.scenario.commanders[power.commander].name
        concerned = (name for part, given in parts_of(power) for name in part.holds(world, given))
        return Opening(f"{who}: {power.name}", (use_of(self.power), *concerned), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        power = power_of(kit, desk.world, self.power)
        assert power is not None
        owing = tuple(event for part, given in parts_of(power) if (event := part.owes(given)))
        desk.record(PowerUsed(self.power, desk.world.war.turn, owing))
        # What a thing or a person lets one do says for itself what came of it, and by which rule.
        if power in kit.scenario.powers:
            for rule in power.rules:
                enforced(rule)
            desk.say(power.text)
        for part, numbers in parts_of(power):
            if (event := part.brings(kit, power, numbers)) is not None:
                yield from come_about(kit, desk, event, power.commander)
            if (choice := part.decides(kit, power, numbers)) is not None:
                decide(kit, desk, *choice)
            for fact in part.records(kit, desk.world, numbers):
                desk.record(fact)
            yield from part.act(kit, desk, power, numbers)
            for line in part.says(kit, desk.world, numbers):
                desk.say(line)

    def owners(self, kit: Kit, world: World) -> Owners:
        return [one.commander for one in powers_in_play(kit, world) if one.id == self.power]

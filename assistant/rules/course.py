"""How a game has gone, as far as arrivals depend on it: events, choices, and who holds which place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from assistant.kernel.errors import Illegal, refuse_all
from assistant.kernel.evidence import enforced
from assistant.rules.arrivals import (
    CommanderId,
    EventId,
    Reading,
    Stop,
    Supply,
    SupplyReading,
    in_force,
)
from assistant.rules.book import PlaceId, Side
from assistant.rules.house import HouseRules
from assistant.rules.near import no_such
from assistant.rules.scenario import Scenario, Whole

TURN_START = "the turn's start"
Control = Callable[[PlaceId, int], Side | None]
Moments = Mapping[EventId, Mapping[PlaceId, Side]]
"""How places were held when an event came about, where that was not as at the start of its turn."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a commander has chosen, and from which turn on; on that turn it is too late for some who came."""

    value: str
    turn: int = 1
    after: tuple[str, ...] = ()
    """What brought figures on its turn before it was made: the turn's start, and events."""


@dataclass(frozen=True, slots=True)
class Held:
    """A place in the hands of a side, from a turn on or during some."""

    place: PlaceId
    side: Side
    first: int = 1
    last: int | None = None
    awaits: tuple[CommanderId, ...] = ()
    """Whose arrivals stay away still, as nobody for whom they wait is back in it."""


def held(rows: Iterable[Held]) -> Control:
    """Who holds a place on a turn, as far as anyone said; a later row overrules an earlier one."""
    latest_first: dict[PlaceId, list[Held]] = {}
    for row in tuple(rows)[::-1]:
        latest_first.setdefault(row.place, []).append(row)

    def holder(place: PlaceId, turn: int) -> Side | None:
        for row in latest_first.get(place, ()):
            if row.first <= turn and (row.last is None or turn <= row.last):
                return row.side
        return None

    return holder


def regained(rows: Iterable[Held]) -> Mapping[CommanderId, Control]:
    """PLC-EDORAS-03: whose places are for those who wait until somebody is back, if that matters."""
    every = tuple(rows)
    waiting = dict.fromkeys(one for row in every for one in row.awaits)
    return {one: held(row for row in every if one not in row.awaits) for one in waiting}


def as_at_the_start(place: PlaceId, turn: int) -> Side | None:
    """Nothing has changed hands."""
    return None


@dataclass(frozen=True, slots=True)
class Course:
    """How the game has gone, as far as arrivals depend on it."""

    scenario: Scenario
    house: HouseRules
    events: Mapping[EventId, int]
    control: Control
    supplies: Mapping[CommanderId, tuple[Supply, Choice]]
    stops: tuple[Stop, ...]
    wholes: tuple[Whole, ...] = ()
    moments: Moments = field(default_factory=dict)
    regained: Mapping[CommanderId, Control] = field(default_factory=dict)

    def when_came(self, event: EventId | None, turn: int) -> Course:
        """SEQ-07, AMB-003: who comes at once with an event finds places as they were held at that moment."""
        then = self.moments.get(event, {}) if event is not None else {}
        if not then or event is None or self.events.get(event) != turn:
            return self

        def control(place: PlaceId, on: int) -> Side | None:
            return then[place] if on == turn and place in then else self.control(place, on)

        return replace(self, control=control)

    def has_begun(self, event: EventId, turn: int) -> bool:
        """Whether a turn starts after the event: turn start comes before anyone can declare."""
        return event in self.events and self.events[event] < turn

    def scarce(self, commander: CommanderId, turn: int, by: str = "") -> Supply | None:
        """A supply of this commander that is short on a turn, or was for whom something brought then."""
        found = self.supplies.get(commander)
        if found is None:
            return None
        supply, choice = found
        is_made = turn > choice.turn or (turn == choice.turn and by not in choice.after)
        state = choice.value if is_made else supply.default
        return supply if state != supply.full else None

    def choice_behind(self, commander: CommanderId, turn: int) -> str | None:
        """The standing choice that bears on a commander's arrivals of a turn."""
        found = self.supplies.get(commander)
        return found[0].key if found is not None and turn >= found[1].turn else None

    def is_open(self, place: PlaceId, side: Side, turn: int) -> bool:
        """Whether nobody else holds a place; what is no place cannot be held, at most barred."""
        spot = self.scenario.spots.get(place)
        if spot is not None and not spot.barred:
            return True
        if self.control(place, turn) not in (None, side):
            return False
        return not any(self.is_overrun(whole, side, turn) for whole in self.wholes if whole.place == place)

    def is_free(self, stop: Stop, side: Side, turn: int) -> bool:
        """PLC-EDORAS-03: whether nobody else holds the place of a stop, and whoever it waits for is back."""
        assert stop.place is not None
        back = self.regained.get(stop.commander) if stop.until_back else None
        is_back = back is None or back(stop.place, turn) in (None, side)
        return is_back and self.is_open(stop.place, side, turn)

    def behind(self, places: tuple[PlaceId, ...]) -> tuple[str, ...]:
        """The places that say whether these are open: they themselves, and the parts of a base."""
        parts = (part for whole in self.wholes if whole.place in places for part in whole.parts)
        return tuple(dict.fromkeys((*places, *parts)))

    def is_overrun(self, whole: Whole, side: Side, turn: int) -> bool:
        """AMB-048: a base of several places is the enemy's once every one of them is."""
        is_lost = all(self.control(part, turn) not in (None, side) for part in whole.parts)
        if is_lost and whole.under is not None:
            enforced(whole.under.rule)
        return is_lost

    def first_supplied(self, commander: CommanderId, after: int) -> int | None:
        """The first turn after this on which a commander's supply is not short, if there is one."""
        later = range(after + 1, self.scenario.turns + 1)
        return next((turn for turn in later if self.scarce(commander, turn) is None), None)

    def first_free(self, stop: Stop, side: Side, after: int) -> int | None:
        """The first turn after this on which the place of a stop is free again, if there is one."""
        later = range(after + 1, self.scenario.turns + 1)
        return next((turn for turn in later if self.is_free(stop, side, turn)), None)


def course_of(
    scenario: Scenario,
    house: HouseRules,
    events: Mapping[EventId, int],
    choices: Mapping[str, Choice],
    control: Control,
    moments: Moments | None = None,
    regained: Mapping[CommanderId, Control] | None = None,
) -> Course:
    refuse_all(_impossible(scenario, house, events, choices))
    return Course(
        scenario=scenario,
        house=house,
        events=_with_what_they_imply(scenario, events),
        control=control,
        supplies=_supplies(scenario, house, choices),
        stops=in_force(scenario.stops, house),
        wholes=in_force(scenario.wholes, house),
        moments=moments or {},
        regained=regained or {},
    )


def _supplies(
    scenario: Scenario, house: HouseRules, choices: Mapping[str, Choice]
) -> dict[CommanderId, tuple[Supply, Choice]]:
    return {
        supply.commander: (supply, choices.get(supply.key, Choice(supply.default)))
        for supply in (supply_under(house, supply) for supply in scenario.supplies)
    }


def course_faults(
    scenario: Scenario, house: HouseRules, events: Mapping[EventId, int], choices: Mapping[str, Choice]
) -> Iterator[Illegal]:
    """Everything that cannot be so about the events and choices someone supposes.

    What a table has recorded may overrule the last of these: arrivals are worked out all the same.
    """
    faults = tuple(_impossible(scenario, house, events, choices))
    yield from faults or _unfounded(scenario, house, events, choices)


def _impossible(
    scenario: Scenario, house: HouseRules, events: Mapping[EventId, int], choices: Mapping[str, Choice]
) -> Iterator[Illegal]:
    """Names and turns that do not exist, events before those they imply, choices taken back."""
    for event, turn in events.items():
        if event not in scenario.events:
            yield no_such("event", event, scenario.events)
            continue
        yield from turn_faults(scenario, turn)
        for earlier in _implied(scenario, event):
            if events.get(earlier, turn) > turn:
                first, then = scenario.events[earlier].name, scenario.events[event].name
                yield Illegal(
                    "events-out-of-order",
                    f"{then!r} on turn {turn} cannot be before {first!r} on turn {events[earlier]}.",
                    do="Mend one of the turns.",
                )
    supplies = {supply.key: supply_under(house, supply) for supply in scenario.supplies}
    for key, choice in choices.items():
        if key not in supplies:
            yield no_such("choice", key, supplies)
        else:
            yield from _choice_faults(scenario, supplies[key], choice)


def _unfounded(
    scenario: Scenario, house: HouseRules, events: Mapping[EventId, int], choices: Mapping[str, Choice]
) -> Iterator[Illegal]:
    """PLC-FANGORN-11: an event that cannot happen while a supply is short."""
    course = Course(scenario, house, events, as_at_the_start, _supplies(scenario, house, choices), ())
    for event, turn in events.items():
        one = scenario.events[event]
        short = course.scarce(one.supplied, turn) if one.supplied is not None else None
        if short is not None:
            enforced("PLC-FANGORN-11")
            yield Illegal(
                "events-out-of-order",
                f"{one.name!r} on turn {turn} cannot be while {short.key} is {short.scarce!r}.",
                do=f"Say when it was {short.full!r}: {short.key}={short.full}@TURN.",
            )


def _implied(scenario: Scenario, event: EventId) -> tuple[EventId, ...]:
    """What must have happened before an event, and before that, as far back as it goes."""
    found: dict[EventId, None] = {}
    ahead = list(scenario.events[event].implies)
    while ahead:
        earlier = ahead.pop(0)
        if earlier not in found:
            found[earlier] = None
            ahead.extend(scenario.events[earlier].implies)
    return tuple(found)


def _choice_faults(scenario: Scenario, supply: Supply, choice: Choice) -> Iterator[Illegal]:
    """PLC-FANGORN-10: what was once opened stays open; who never opens it says so from the first turn."""
    if choice.value not in (supply.full, supply.scarce):
        yield no_such("answer", choice.value, (supply.full, supply.scarce))
    elif choice.value == supply.scarce != supply.default and choice.turn > 1:
        yield Illegal(
            "irrevocable-choice",
            f"{supply.key} is {supply.default!r} from turn 1 on and can never be {choice.value!r} again.",
            do=f"Leave the turn out if it was {choice.value!r} from the beginning.",
        )
    yield from turn_faults(scenario, choice.turn)


def turn_faults(scenario: Scenario, turn: int) -> Iterator[Illegal]:
    if not 1 <= turn <= scenario.turns:
        yield Illegal(
            "no-such-turn", f"There is no turn {turn}.", do=f"Turns run from 1 to {scenario.turns}."
        )


def _with_what_they_imply(scenario: Scenario, events: Mapping[EventId, int]) -> dict[EventId, int]:
    """The events, and those that must have happened by then because one of these has."""
    happened = dict(events)
    for event, turn in sorted(events.items(), key=lambda item: item[1]):
        for earlier in _implied(scenario, event):
            happened.setdefault(earlier, turn)
    return happened


def supply_under(house: HouseRules, supply: Supply) -> Supply:
    """The supply with the readings in force."""
    for reading in supply.readings:
        if house[reading.rule] == reading.reading:
            supply = replace(supply, **given(reading))
    return supply


def given(reading: Reading | SupplyReading) -> dict[str, Any]:
    """What a reading changes."""
    return {
        one.name: value
        for one in fields(reading)
        if one.name not in ("rule", "reading") and (value := getattr(reading, one.name)) is not None
    }

"""Arrivals turn by turn: each is worked out from the turn it is due, so that none is lost by not looking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from assistant.kernel.errors import Illegal, refuse_all
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import RuleId
from assistant.rules.arrivals import (
    Arrival,
    CommanderId,
    Contingent,
    EventId,
    Reading,
    Source,
    Stop,
    Supply,
    SupplyReading,
    in_force,
)
from assistant.rules.book import PlaceId, ProfileId, Side
from assistant.rules.house import HouseRules
from assistant.rules.near import no_such
from assistant.rules.scenario import Scenario

Control = Callable[[PlaceId, int], Side | None]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a commander has chosen, and from which turn on."""

    value: str
    turn: int = 1


@dataclass(frozen=True, slots=True)
class Held:
    """A place in the hands of a side, from a turn on or during some."""

    place: PlaceId
    side: Side
    first: int = 1
    last: int | None = None


def held(rows: Iterable[Held]) -> Control:
    """Who holds a place on a turn, as far as anyone said; a later row overrules an earlier one."""
    latest_first = tuple(rows)[::-1]

    def holder(place: PlaceId, turn: int) -> Side | None:
        for row in latest_first:
            if row.place == place and row.first <= turn and (row.last is None or turn <= row.last):
                return row.side
        return None

    return holder


def as_at_the_start(place: PlaceId, turn: int) -> Side | None:
    """Nothing has changed hands."""
    return None


@dataclass(frozen=True, slots=True)
class Due:
    """An arrival on its turn: what comes where, or why it is lost."""

    id: str
    turn: int
    commander: CommanderId
    source: Source
    places: tuple[PlaceId, ...]
    figures: tuple[Contingent, ...]
    rules: tuple[RuleId, ...]
    may_mount: tuple[ProfileId, ...] = ()
    mount: str = ""
    instead: tuple[ProfileId, ...] = ()
    optional: bool = False
    note: str = ""
    mounted_at: tuple[PlaceId, ...] = ()
    replaces: tuple[ProfileId, ...] = ()
    strikes: bool = False
    kept_since: int | None = None
    lost: str = ""


@dataclass(frozen=True, slots=True)
class TurnArrivals:
    """All that is due on one turn, in the order of the scenario's tables."""

    turn: int
    arrivals: tuple[Due, ...]


@dataclass(frozen=True, slots=True)
class _Course:
    """How the game has gone, as far as arrivals depend on it."""

    scenario: Scenario
    house: HouseRules
    events: Mapping[EventId, int]
    control: Control
    supplies: Mapping[CommanderId, tuple[Supply, Choice]]
    stops: tuple[Stop, ...]

    def has_begun(self, event: EventId, turn: int) -> bool:
        """Whether a turn starts after the event: turn start comes before anyone can declare."""
        return event in self.events and self.events[event] < turn

    def scarce(self, commander: CommanderId, turn: int) -> Supply | None:
        """A supply of this commander that is short on a turn."""
        found = self.supplies.get(commander)
        if found is None:
            return None
        supply, choice = found
        state = choice.value if turn >= choice.turn else supply.default
        return supply if state != supply.full else None

    def is_open(self, place: PlaceId, side: Side, turn: int) -> bool:
        """Whether nobody else holds a place; what is no place cannot be held, at most barred."""
        spot = self.scenario.spots.get(place)
        if spot is not None and not spot.barred:
            return True
        return self.control(place, turn) in (None, side)


def schedule(
    scenario: Scenario,
    turns: Sequence[int],
    *,
    house: HouseRules,
    events: Mapping[EventId, int] | None = None,
    choices: Mapping[str, Choice] | None = None,
    control: Control = as_at_the_start,
) -> tuple[TurnArrivals, ...]:
    """SEQ-06: the arrivals of each of these turns; an event counts from the turn it happened on."""
    course = _course(scenario, house, events or {}, choices or {}, control)
    refuse_all(fault for turn in turns for fault in _turn_faults(scenario, turn))
    enforced("SEQ-06")
    by_turn: dict[int, list[Due]] = {turn: [] for turn in turns}
    for arrival in _as_read(scenario, house):
        for one in _dues(arrival, course, max(turns, default=0)):
            if one.turn in by_turn:
                by_turn[one.turn].append(one)
    return tuple(TurnArrivals(turn, tuple(found)) for turn, found in by_turn.items())


def due(
    scenario: Scenario,
    after_turn: int,
    upto_turn: int,
    *,
    house: HouseRules,
    events: Mapping[EventId, int] | None = None,
    choices: Mapping[str, Choice] | None = None,
    control: Control = as_at_the_start,
) -> tuple[Due, ...]:
    """Everything due since the end of a turn, in turn order; turns nobody looked at are not passed over."""
    span = range(after_turn + 1, upto_turn + 1)
    found = schedule(scenario, span, house=house, events=events, choices=choices, control=control)
    return tuple(one for turn in found for one in turn.arrivals)


def _course(
    scenario: Scenario,
    house: HouseRules,
    events: Mapping[EventId, int],
    choices: Mapping[str, Choice],
    control: Control,
) -> _Course:
    refuse_all(course_faults(scenario, house, events, choices))
    made = {
        supply.commander: (supply, choices.get(supply.key, Choice(supply.default)))
        for supply in (_supply_under(house, supply) for supply in scenario.supplies)
    }
    happened = _with_what_they_imply(scenario, events)
    return _Course(scenario, house, happened, control, made, in_force(scenario.stops, house))


def course_faults(
    scenario: Scenario, house: HouseRules, events: Mapping[EventId, int], choices: Mapping[str, Choice]
) -> Iterator[Illegal]:
    """Everything that cannot be so about the events and choices of a game."""
    for event, turn in events.items():
        if event not in scenario.events:
            yield no_such("event", event, scenario.events)
            continue
        yield from _turn_faults(scenario, turn)
        for earlier in scenario.events[event].implies:
            if events.get(earlier, turn) > turn:
                first, then = scenario.events[earlier].name, scenario.events[event].name
                yield Illegal(
                    "events-out-of-order",
                    f"{then!r} on turn {turn} cannot be before {first!r} on turn {events[earlier]}.",
                    do="Mend one of the turns.",
                )
    supplies = {supply.key: _supply_under(house, supply) for supply in scenario.supplies}
    for key, choice in choices.items():
        if key not in supplies:
            yield no_such("choice", key, supplies)
        else:
            yield from _choice_faults(scenario, supplies[key], choice)


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
    yield from _turn_faults(scenario, choice.turn)


def _turn_faults(scenario: Scenario, turn: int) -> Iterator[Illegal]:
    if not 1 <= turn <= scenario.turns:
        yield Illegal(
            "no-such-turn", f"There is no turn {turn}.", do=f"Turns run from 1 to {scenario.turns}."
        )


def _with_what_they_imply(scenario: Scenario, events: Mapping[EventId, int]) -> dict[EventId, int]:
    """The events, and those that must have happened by then because one of these has."""
    happened = dict(events)
    for event, turn in sorted(events.items(), key=lambda item: item[1]):
        for earlier in scenario.events[event].implies:
            happened.setdefault(earlier, turn)
    return happened


def _supply_under(house: HouseRules, supply: Supply) -> Supply:
    """The supply with the readings in force."""
    for reading in supply.readings:
        if house[reading.rule] == reading.reading:
            supply = replace(supply, **_given(reading))
    return supply


def _as_read(scenario: Scenario, house: HouseRules) -> Iterator[Arrival]:
    """The arrivals that come at all under the readings in force, each as they have it."""
    for arrival in in_force(scenario.arrivals, house):
        for reading in arrival.readings:
            if house[reading.rule] == reading.reading:
                rules = tuple(dict.fromkeys((*arrival.rules, reading.rule)))
                arrival = replace(arrival, **_given(reading), rules=rules)
        yield arrival


def _given(reading: Reading | SupplyReading) -> dict[str, Any]:
    """What a reading changes."""
    return {
        one.name: value
        for one in fields(reading)
        if one.name not in ("rule", "reading") and (value := getattr(reading, one.name)) is not None
    }


def _dues(arrival: Arrival, course: _Course, last: int) -> Iterator[Due]:
    """An arrival on each turn it is due, up to the last of interest."""
    for turn in _turns(arrival, course, last):
        coming = _coming(arrival, turn, course)
        if coming is not None:
            for one in _unstopped(coming, course):
                yield one if one.lost else _without_idle_note(_where(one, arrival, course), arrival)


def _turns(arrival: Arrival, course: _Course, last: int) -> Iterable[int]:
    if arrival.source == "regular":
        # AMB-002: whether the first turn has a start phase at all.
        first = 2 if course.house["AMB-002"] == "from-turn-two" else 1
        return range(first, last + 1)
    if arrival.source == "scheduled":
        return (arrival.turn,) if arrival.turn is not None else ()
    if arrival.event is None or arrival.event not in course.events:
        return ()
    return (course.events[arrival.event] + _delay(arrival.event, arrival.delay, course),)


def _delay(event: EventId, turns: int, course: _Course) -> int:
    """AMB-003: whether figures come at once when a war is declared, or with the next turn start."""
    is_declared = bool(course.scenario.events[event].declared_by)
    waits = is_declared and course.house["AMB-003"] == "next-turn-start"
    return max(1, turns) if waits else turns


def _coming(arrival: Arrival, turn: int, course: _Course) -> Due | None:
    """What an arrival brings on a turn, before anyone stands in its way."""
    figures, rhythm, doubling = arrival.figures, arrival.rhythm, arrival.doubling
    changed_by: tuple[RuleId, ...] = ()
    if doubling is not None and course.has_begun(doubling.event, turn):
        changed_by += doubling.rules
        rhythm = doubling.rhythm or rhythm
        figures = figures if doubling.rhythm else _counted(figures, lambda count: 2 * count)
    supply = course.scarce(arrival.commander, turn)
    if supply is not None:
        changed_by += supply.rules
        rhythm = supply.rhythm if rhythm is not None else None
        figures = _counted(figures, _thinned(supply, is_regular=rhythm is not None))
    if rhythm is not None and not rhythm.falls_on(turn):
        return None
    return Due(
        id=arrival.id,
        turn=turn,
        commander=arrival.commander,
        source=arrival.source,
        places=arrival.places,
        figures=figures,
        rules=(*arrival.rules, *map(enforced, changed_by)),
        may_mount=arrival.may_mount,
        mount=arrival.mount,
        instead=arrival.instead,
        optional=arrival.optional,
        mounted_at=arrival.mounted_at,
        replaces=arrival.replaces,
        strikes=arrival.strikes,
        note="" if arrival.note_until and course.has_begun(arrival.note_until, turn) else arrival.note,
    )


def _without_idle_note(one: Due, arrival: Arrival) -> Due:
    """A remark about a place falls away where they cannot come there."""
    return replace(one, note="") if arrival.note_at not in (None, *one.places) else one


def _thinned(supply: Supply, *, is_regular: bool) -> Callable[[int], int]:
    """CON-008: a share is rounded up for each kind of figure, so that a lone figure still comes."""
    if is_regular:
        return lambda _: supply.count
    part, of = supply.share
    return lambda count: -(-count * part // of)


def _counted(figures: tuple[Contingent, ...], change: Callable[[int], int]) -> tuple[Contingent, ...]:
    return tuple(replace(one, count=change(one.count)) for one in figures)


def _unstopped(one: Due, course: _Course) -> Iterator[Due]:
    """What is left after everything that keeps this commander's figures away, and what is lost to it."""
    side = course.scenario.commanders[one.commander].side
    for stop in course.stops:
        if stop.commander != one.commander:
            continue
        withheld = stop.scarce is not None and course.scarce(stop.scarce, one.turn) is not None
        if withheld or (stop.event is not None and course.has_begun(stop.event, one.turn)):
            kept = tuple(each for each in one.figures if not _is_stopped(each, stop))
            if gone := tuple(each for each in one.figures if each not in kept):
                yield _lost(replace(one, figures=gone), stop.text, stop.rules)
            if gone and not kept:
                return
            one = replace(one, figures=kept)
        elif stop.place is not None and not course.is_open(stop.place, side, one.turn):
            later = range(one.turn + 1, course.scenario.turns + 1)
            freed = next((turn for turn in later if course.is_open(stop.place, side, turn)), None)
            if not stop.keeps or freed is None:
                yield _lost(one, stop.text, stop.rules)
                return
            rules = (*one.rules, *map(enforced, stop.rules))
            one = replace(one, turn=freed, kept_since=one.turn, rules=rules)
    yield one


def _is_stopped(figures: Contingent, stop: Stop) -> bool:
    return not stop.profiles or all(profile in stop.profiles for profile in figures.profiles)


def _where(one: Due, arrival: Arrival, course: _Course) -> Due:
    """SEQ-07: the places of the arrival that its owner controls; without any it is lost for good."""
    side = course.scenario.commanders[one.commander].side
    if not arrival.needs_control or not one.places:
        return one
    free = tuple(place for place in one.places if course.is_open(place, side, one.turn))
    if free == one.places:
        return one
    if free:
        return replace(one, places=free, rules=(*one.rules, enforced("SEQ-07")))
    spot = course.scenario.spots.get(one.places[0])
    if spot is not None:
        return _lost(one, spot.barred, spot.rules)
    names = [course.scenario.place_names[place] for place in one.places]
    they = f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"
    return _lost(one, f"{they} in enemy hands on turn {one.turn}: lost for good.", (RuleId("SEQ-07"),))


def _lost(one: Due, why: str, rules: Iterable[RuleId]) -> Due:
    return replace(one, lost=why, rules=(*one.rules, *map(enforced, rules)))

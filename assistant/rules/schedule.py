"""Arrivals turn by turn: each is worked out from the turn it is due, so that none is lost by not looking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from assistant.kernel.errors import refuse_all
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import RuleId
from assistant.rules.arrivals import (
    Arrival,
    CommanderId,
    Contingent,
    EventId,
    Pledge,
    Reading,
    Source,
    Stop,
    Supply,
    SupplyReading,
    Under,
    in_force,
)
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.course import (
    TURN_START,
    Control,
    Course,
    Moments,
    as_at_the_start,
    course_of,
    given,
    turn_faults,
)
from assistant.rules.course import Choice as Choice
from assistant.rules.course import Held as Held
from assistant.rules.course import course_faults as course_faults
from assistant.rules.course import held as held
from assistant.rules.course import regained as regained
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario
from assistant.rules.wording import join


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
    note_at: PlaceId | None = None
    """The only place the note is about, if there is one."""
    note_until: EventId | None = None
    """The event that lifts what the note says, at once for whoever has not come yet."""
    mounted_at: tuple[PlaceId, ...] = ()
    replaces: tuple[ProfileId, ...] = ()
    strikes: bool = False
    pledge: Pledge | None = None
    kept_since: int | None = None
    lost: str = ""
    shut: str = ""
    """Why those find no way in who were not placed in time, or whom they come to is gone; they wait."""
    needs_control: bool = False
    """Whether the enemy's hold on a place keeps them from it."""
    waits: bool = False
    """Whether what is lost now comes after all once nothing stops it any more."""
    owing: tuple[str, ...] = ()
    """The events, choices and chosen readings it comes by, and the places whose holders let it or not."""
    read_by: tuple[RuleId, ...] = ()
    """The house rules on whose readings it depends whether it comes, when, and with whom."""


@dataclass(frozen=True, slots=True)
class TurnArrivals:
    """All that is due on one turn, in the order of the scenario's tables."""

    turn: int
    arrivals: tuple[Due, ...]


def schedule(
    scenario: Scenario,
    turns: Sequence[int],
    *,
    house: HouseRules,
    events: Mapping[EventId, int] | None = None,
    choices: Mapping[str, Choice] | None = None,
    control: Control = as_at_the_start,
    moments: Moments | None = None,
    regained: Mapping[CommanderId, Control] | None = None,
    late: Mapping[str, int] | None = None,
) -> tuple[TurnArrivals, ...]:
    """SEQ-06: the arrivals of each of these turns; an event counts from the turn it happened on.

    Those who are `late` come on the turn named with them instead of their own; `moments` say how places were
    held when an event came about, where that was not as at the start of its turn, and `regained` whose they
    are for those who wait until somebody is back.
    """
    course = course_of(scenario, house, events or {}, choices or {}, control, moments, regained)
    refuse_all(fault for turn in turns for fault in turn_faults(scenario, turn))
    enforced("SEQ-06")
    by_turn: dict[int, list[Due]] = {turn: [] for turn in turns}
    for arrival in as_read(scenario, house):
        for one in _dues(arrival, course, max(turns, default=0), late or {}):
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
    moments: Moments | None = None,
    regained: Mapping[CommanderId, Control] | None = None,
    late: Mapping[str, int] | None = None,
) -> tuple[Due, ...]:
    """Everything due since the end of a turn, in turn order; turns nobody looked at are not passed over."""
    span = range(after_turn + 1, upto_turn + 1)
    found = schedule(
        scenario,
        span,
        house=house,
        events=events,
        choices=choices,
        control=control,
        moments=moments,
        regained=regained,
        late=late,
    )
    return tuple(one for turn in found for one in turn.arrivals)


def once_only(
    scenario: Scenario, house: HouseRules, events: Mapping[EventId, int]
) -> dict[str, tuple[EventId | None, int | None]]:
    """The arrivals that come a single time as they are read: by which event, and on which turn if known."""
    course = course_of(scenario, house, events, {}, as_at_the_start)
    return {
        one.id: (one.event, next(iter(_turns(one, course, 0)), None))
        for one in as_read(scenario, house)
        if one.source != "regular"
    }


def as_read(scenario: Scenario, house: HouseRules) -> Iterator[Arrival]:
    """The arrivals that come at all under the readings in force, each as they have it."""
    for arrival in in_force(scenario.arrivals, house):
        for reading in arrival.readings:
            if house[reading.rule] == reading.reading:
                rules = tuple(dict.fromkeys((*arrival.rules, reading.rule)))
                arrival = replace(arrival, **given(reading), rules=rules)
        yield arrival


def _dues(arrival: Arrival, course: Course, last: int, late: Mapping[str, int]) -> Iterator[Due]:
    """An arrival on each turn it is due, up to the last of interest."""
    for turn in (late[arrival.id],) if arrival.id in late else _turns(arrival, course, last):
        coming, then = _coming(arrival, turn, course), course.when_came(arrival.event, turn)
        if coming is not None:
            for one in _unstopped(coming, then):
                yield one if one.lost else _without_idle_note(_where(one, then), arrival)


def _turns(arrival: Arrival, course: Course, last: int) -> Iterable[int]:
    if arrival.source == "regular":
        # AMB-002: whether the first turn has a start phase at all.
        first = 2 if course.house["AMB-002"] == "from-turn-two" else 1
        return range(first, last + 1)
    if arrival.source == "scheduled":
        return (arrival.turn,) if arrival.turn is not None else ()
    if arrival.event is None or arrival.event not in course.events:
        return ()
    return (course.events[arrival.event] + _delay(arrival.event, arrival.delay, course),)


def _delay(event: EventId, turns: int, course: Course) -> int:
    """AMB-003: whether figures come at once when a war is declared, or with the next turn start."""
    is_declared = bool(course.scenario.events[event].declared_by)
    waits = is_declared and course.house["AMB-003"] == "next-turn-start"
    return max(1, turns) if waits else turns


def _coming(arrival: Arrival, turn: int, course: Course) -> Due | None:
    """What an arrival brings on a turn, before anyone stands in its way."""
    figures, rhythm, doubling = arrival.figures, arrival.rhythm, arrival.doubling
    changed_by: tuple[RuleId, ...] = ()
    owing = [*filter(None, (arrival.event, course.choice_behind(arrival.commander, turn)))]
    if doubling is not None and course.has_begun(doubling.event, turn):
        changed_by += doubling.rules
        owing.append(doubling.event)
        rhythm = doubling.rhythm or rhythm
        figures = figures if doubling.rhythm else _counted(figures, lambda count: 2 * count)
    supply = course.scarce(arrival.commander, turn, _brought_by(arrival, turn, course))
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
        pledge=arrival.pledge,
        owing=tuple(owing),
        read_by=_read_by(arrival, course),
        needs_control=arrival.needs_control,
        note_at=arrival.note_at,
        note_until=arrival.note_until,
        note="" if arrival.note_until and course.has_begun(arrival.note_until, turn) else arrival.note,
    )


def _brought_by(arrival: Arrival, turn: int, course: Course) -> str:
    """AMB-003: whether an event brings them at once, or the start of their turn."""
    event = arrival.event
    return event if event is not None and course.events.get(event) == turn else TURN_START


def _read_by(arrival: Arrival, course: Course) -> tuple[RuleId, ...]:
    """The house rules that bear on an arrival, by whichever reading."""
    found: list[Under | Reading | SupplyReading | None] = [arrival.under, *arrival.readings]
    for supply in course.scenario.supplies:
        found += supply.readings if supply.commander == arrival.commander else ()
    found += (stop.under for stop in course.scenario.stops if stop.commander == arrival.commander)
    rules = [one.rule for one in found if one is not None]
    if arrival.source == "regular":
        rules.append(RuleId("AMB-002"))
    elif arrival.event is not None and course.scenario.events[arrival.event].declared_by:
        rules.append(RuleId("AMB-003"))
    return tuple(dict.fromkeys(rules))


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


def _unstopped(one: Due, course: Course) -> Iterator[Due]:
    """What is left after everything that keeps this commander's figures away, and what is lost to it."""
    for stop in course.stops:
        if stop.commander != one.commander:
            continue
        kept = tuple(each for each in one.figures if not _is_stopped(each, stop))
        if not _holds(stop, one, course):
            if kept != one.figures or not stop.profiles:
                one = _owing(one, _behind(stop, one, course, holds=False))
            continue
        gone = replace(one, figures=tuple(each for each in one.figures if each not in kept))
        gone = _owing(gone, _behind(stop, one, course, holds=True))
        if not gone.figures and (kept or stop.profiles):
            continue
        freed = _freed(stop, one, course) if stop.keeps else None
        if freed is None:
            yield replace(_lost(gone, stop.text, stop.rules), waits=stop.keeps)
        else:
            rules = (*gone.rules, *map(enforced, stop.rules))
            later = replace(gone, turn=freed, kept_since=one.kept_since or one.turn, rules=rules)
            yield from _unstopped(later, course)
        if not kept:
            return
        one = replace(one, figures=kept)
    yield one


def _holds(stop: Stop, one: Due, course: Course) -> bool:
    """Whether what stops figures is so on the turn they are due."""
    if stop.scarce is not None:
        return course.scarce(stop.scarce, one.turn) is not None
    if stop.place is not None:
        return not course.is_free(stop, course.scenario.commanders[one.commander].side, one.turn)
    return stop.event is not None and course.has_begun(stop.event, one.turn)


def _behind(stop: Stop, one: Due, course: Course, *, holds: bool) -> tuple[str, ...]:
    """What is behind it that something stops figures, or does not: a place, an event, or a choice."""
    if stop.place is not None:
        return course.behind((stop.place,))
    found = stop.event if stop.scarce is None else course.choice_behind(stop.scarce, one.turn)
    return (found,) if found is not None and (holds or stop.scarce is not None) else ()


def _owing(one: Due, more: Iterable[str]) -> Due:
    return replace(one, owing=tuple(dict.fromkeys((*one.owing, *more))))


def _freed(stop: Stop, one: Due, course: Course) -> int | None:
    """The first later turn on which nothing stops them any more; an event stops them for good."""
    if stop.scarce is not None:
        return course.first_supplied(stop.scarce, one.turn)
    if stop.place is not None:
        return course.first_free(stop, course.scenario.commanders[one.commander].side, one.turn)
    return None


def _is_stopped(figures: Contingent, stop: Stop) -> bool:
    return not stop.profiles or all(profile in stop.profiles for profile in figures.profiles)


def _where(one: Due, course: Course) -> Due:
    """SEQ-07: the places of the arrival that its owner controls; without any it is lost for good."""
    side = course.scenario.commanders[one.commander].side
    found = only_where(
        course.scenario, one, lambda place: course.is_open(place, side, one.turn), f"on turn {one.turn}"
    )
    return _owing(found, course.behind(one.places)) if found.lost else found


def only_where(scenario: Scenario, one: Due, is_open: Callable[[PlaceId], bool], when: str) -> Due:
    """SEQ-07: an arrival at those of its places that are open to its owner; without any it is lost."""
    if not one.needs_control or not one.places:
        return one
    free = tuple(place for place in one.places if is_open(place))
    if free == one.places:
        return one
    if free:
        return replace(one, places=free, rules=(*one.rules, enforced("SEQ-07")))
    spot = scenario.spots.get(one.places[0])
    if spot is not None:
        return _lost(_owing(one, one.places), spot.barred, spot.rules)
    names = [scenario.place_names[place] for place in one.places]
    they = f"{join(names)} {'is' if len(names) == 1 else 'are'}"
    lost = f"{they} in enemy hands {when}: lost for good."
    return _lost(_owing(one, one.places), lost, (RuleId("SEQ-07"),))


def _lost(one: Due, why: str, rules: Iterable[RuleId]) -> Due:
    return replace(one, lost=why, rules=(*one.rules, *map(enforced, rules)))


def told_once(turns: Sequence[TurnArrivals]) -> tuple[TurnArrivals, ...]:
    """The same losses turn after turn in one line, at the first of them."""
    by_arrival: dict[str, list[Due]] = {}
    for one in (one for turn in turns for one in turn.arrivals):
        by_arrival.setdefault(one.id, []).append(one)
    told = {id(one): line for dues in by_arrival.values() for one, line in _runs(dues)}
    return tuple(
        replace(turn, arrivals=tuple(told[id(one)] for one in turn.arrivals if id(one) in told))
        for turn in turns
    )


def _runs(dues: Sequence[Due]) -> Iterator[tuple[Due, Due]]:
    """Each arrival that is told, with its line; one lost like the one before it is told there."""
    for why, group in groupby(dues, key=_loss):
        first, *more = group
        if not why or not more:
            yield from ((one, one) for one in (first, *more))
            continue
        turns = join(str(one.turn) for one in more)
        yield first, replace(first, lost=f"{first.lost} So on turn{'s' * (len(more) > 1)} {turns}.")


def _loss(one: Due) -> str:
    """Why it is lost, but for the turn."""
    return one.lost.replace(f" on turn {one.turn}", "")

"""Arrivals as a chart tells them: asked of the schedule itself, so that paper and screen cannot differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.campaign.wording import thing_name
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import all_figures, capital, every, places_text, small
from assistant.rules.arrivals import CommanderId, Contingent, EventId, Source
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.schedule import Choice, Due, schedule

# Late enough that every rhythm has begun, and with as many turns again to see how it goes on.
HAPPENS = 24
BEFORE, TURNS = 1, range(1, 2 * HAPPENS + 1)
NOBODY = "nobody"
NOTHING: Mapping[EventId, int] = {}
BOOKED: Mapping[Source, int] = {"regular": 0, "scheduled": 1, "event": 2}

ById = Mapping[str, Sequence[Due]]


@dataclass(frozen=True, slots=True)
class Coming:
    """One line of a reinforcement table."""

    id: str
    commander: CommanderId
    source: Source
    when: str
    what: str
    where: str
    places: tuple[PlaceId, ...]
    figures: tuple[Contingent, ...]
    may_mount: tuple[ProfileId, ...]
    instead: tuple[ProfileId, ...]
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    optional: bool = False
    thinned: bool = False
    """Whether fewer come, in brackets, while a supply is short."""
    turn: int = 0
    event: EventId | None = None
    delay: int = 0
    still: str = ""
    """What of it can come yet if it has not, where something that happened stops some of it."""


@dataclass(frozen=True, slots=True)
class _Course:
    """What the schedule says of a course of events, by the arrivals' ids: with supplies full, and short."""

    full: ById
    short: ById


def coming(material: Material) -> tuple[Coming, ...]:
    """Everything that may arrive: the regular, then by turn, then by event."""
    so_far = tuple(event for event in material.scenario.events if material.is_past(event))
    peace = _course(material)
    by_now = _course(material, dict.fromkeys(so_far, BEFORE)) if so_far else peace
    since = _course(material, dict.fromkeys(so_far, HAPPENS)) if so_far else peace
    wars = {event: _course(material, _with(material, so_far, event)) for event in material.scenario.events}
    found = (
        *_regular(material, peace, by_now, since, wars),
        *_scheduled(material, peace, by_now),
        *_by_event(material, wars),
    )
    return tuple(sorted(found, key=lambda one: (BOOKED[one.source], one.turn)))


def _with(material: Material, so_far: Sequence[EventId], event: EventId) -> Mapping[EventId, int]:
    """An event after all that has happened so far, but for what cannot be before it."""
    return {
        event: HAPPENS,
        **{one: HAPPENS if event in _implied(material, one) else BEFORE for one in so_far if one != event},
    }


def _implied(material: Material, event: EventId) -> Iterator[EventId]:
    for one in material.scenario.events[event].implies:
        yield one
        yield from _implied(material, one)


def _course(material: Material, events: Mapping[EventId, int] = NOTHING) -> _Course:
    """What comes if these events happen on these turns."""
    full = _by_id(material, events, full=True)
    if all(material.settled(supply) for supply in material.scenario.supplies):
        return _Course(full, full)
    return _Course(full, _by_id(material, events, full=False))


def _by_id(material: Material, events: Mapping[EventId, int], *, full: bool) -> ById:
    choices = {
        supply.key: Choice(material.settled(supply) or (supply.full if full else supply.scarce))
        for supply in material.scenario.supplies
    }
    # A short scenario is looked at as if it went on: rates and delays do not depend on where it ends.
    longer = replace(material.scenario, turns=max(material.scenario.turns, len(TURNS)))
    turns = schedule(longer, TURNS, house=material.house, events=events, choices=choices)
    found: dict[str, list[Due]] = {}
    for turn in turns:
        for due in turn.arrivals:
            found.setdefault(due.id, []).append(due)
    return found


def _of(dues: ById, source: Source) -> Iterator[tuple[str, Sequence[Due]]]:
    return ((name, found) for name, found in dues.items() if found[0].source == source)


def _regular(
    material: Material, peace: _Course, by_now: _Course, since: _Course, wars: Mapping[EventId, _Course]
) -> Iterator[Coming]:
    """Rates as they are since all that has happened so far, and what changes them yet."""
    for name in dict(_of(peace.full, "regular")):
        dues = _rhythm(peace.full[name], since.full[name])
        short = _rhythm(peace.short[name], since.short[name])
        if not dues:
            yield _ended(material, since.full[name][-1])
            continue
        line = _line(material, dues[0], capital(every([due.turn for due in dues])))
        changes = (
            _change(material, event, war.full[name], by_now.full[name])
            for event, war in wars.items()
            if not material.is_past(event)
        )
        rate, scarce = (_rate(material, found) for found in (dues, short))
        thinned = rate != scarce
        yield replace(
            line,
            what=f"{line.what} ({scarce})" if thinned else line.what,
            thinned=thinned,
            notes=(*line.notes, *filter(None, changes)),
        )


def _rhythm(peace: Sequence[Due], since: Sequence[Due]) -> Sequence[Due]:
    """The turns on which some come, counted from what has changed the rate, if anything has."""
    if _pattern(since) == _pattern(peace):
        return peace
    return [replace(due, turn=due.turn - HAPPENS) for due in since if due.turn > HAPPENS and not due.lost]


def _ended(material: Material, due: Due) -> Coming:
    """A rate that an event has ended for good."""
    return replace(_line(material, due, "No more"), notes=(due.lost,))


def _pattern(dues: Sequence[Due]) -> list[tuple[int, tuple[Contingent, ...]]]:
    return [(due.turn, due.figures) for due in dues if not due.lost]


def _scheduled(material: Material, peace: _Course, by_now: _Course) -> Iterator[Coming]:
    for name, dues in _of(peace.full, "scheduled"):
        due, short = dues[0], peace.short[name][0]
        line = _line(material, due, f"Turn {due.turn}", short)
        yield replace(line, turn=due.turn, still=_still(material, due, by_now.full[name]))


def _by_event(material: Material, wars: Mapping[EventId, _Course]) -> Iterator[Coming]:
    for event, war in wars.items():
        for name, found in _of(war.full, "event"):
            if _event_of(material, name) != event:
                continue
            # What so far stops is told apart, for these may have come before it did.
            alone = _course(material, {event: HAPPENS}) if any(one.lost for one in found) else war
            due, short = alone.full[name][0], alone.short[name][0]
            delay = due.turn - HAPPENS
            when = f"{event_text(material, event)}: {after_text(delay)}"
            line = _line(material, due, when, short)
            yield replace(line, event=event, delay=delay, still=_still(material, due, found))


def _event_of(material: Material, name: str) -> EventId | None:
    return next(one.event for one in material.scenario.arrivals if one.id == name)


def _still(material: Material, usual: Due, found: Sequence[Due]) -> str:
    """What is left of an arrival after what has happened so far; nothing if that stops none of it."""
    if usual.lost or not any(due.lost for due in found):
        return ""
    left = [one for due in found if not due.lost for one in due.figures]
    return all_figures(left, material.book, material.scenario) if left else NOBODY


def _line(material: Material, due: Due, when: str, short: Due | None = None) -> Coming:
    book, scenario = material.book, material.scenario
    figures = all_figures(due.figures, book, scenario, short.figures if short else ())
    notes = tuple(filter(None, (_note(material, due), _instead(material, due), _alone(material, short))))
    return Coming(
        id=due.id,
        commander=due.commander,
        source=due.source,
        when=when,
        what=figures or _right(material, due),
        where=places_text(due.places, scenario),
        places=due.places,
        figures=due.figures,
        may_mount=due.may_mount,
        instead=due.instead,
        notes=notes if figures else (),
        rules=due.rules,
        optional=due.optional,
        thinned=short is not None and short.figures != due.figures,
    )


def _note(material: Material, due: Due) -> str:
    """The remark of an arrival, and until when it holds."""
    arrival = next(one for one in material.scenario.arrivals if one.id == due.id)
    if due.note and arrival.note_until:
        if material.is_past(arrival.note_until):
            return ""
        until = material.scenario.events[arrival.note_until].name
        return f"Until the {until}: {small(due.note)}"
    return due.note


def _right(material: Material, due: Due) -> str:
    """Where nobody comes: who may do something from then on, by name unless it is the commander."""
    who = " or ".join(material.book.profiles[profile].name for profile in due.may_mount)
    if who == material.commander_name(due.commander):
        return due.note.rstrip(".")
    return f"{who} {small(due.note)}".rstrip(".")


def _instead(material: Material, due: Due) -> str:
    names = " or ".join(material.book.profiles[profile].name for profile in due.instead)
    return f"One of them may be the {names}, if none is in play." if names else ""


def _alone(material: Material, short: Due | None) -> str:
    """CON-055: that fewer cannot use what they bring, where some of a crew come while a supply is short."""
    for one in short.figures if short else ():
        for thing in one.carries:
            need, name = (
                material.book.carriers.get(thing, 1),
                thing_name(thing, material.book, material.scenario),
            )
            if one.count < need:
                cite(("CON-055", "ART-21"))
                return f"It takes {need} of them to use the {name}."
    return ""


def _rate(material: Material, dues: Sequence[Due]) -> str:
    figures = all_figures(dues[0].figures, material.book, material.scenario)
    return f"{figures}, {every([due.turn for due in dues])}"


def _change(material: Material, event: EventId, dues: Sequence[Due], usual: Sequence[Due]) -> str:
    """How an event changes a rate, or ends it."""
    then = [due for due in dues if due.turn > HAPPENS and not due.lost]
    if not then:
        name = material.scenario.events[event].name
        return f"No more once {small(name)}."
    if _pattern(dues) == _pattern(usual):
        return ""
    figures = all_figures(then[0].figures, material.book, material.scenario)
    rhythm = every([due.turn - HAPPENS for due in then])
    return f"{event_text(material, event)}: {figures}, {rhythm} from the next on."


def event_text(material: Material, event: EventId) -> str:
    """A war that is declared, or a deed."""
    found = material.scenario.events[event]
    return f"{found.name} declared" if found.declared_by else found.name


def after_text(delay: int) -> str:
    """How long after an event."""
    return {0: "that turn", 1: "the turn after"}.get(delay, f"{delay} turns after")


def of_commanders(arrivals: Iterable[Coming], commanders: Sequence[CommanderId]) -> tuple[Coming, ...]:
    """The arrivals of some commanders."""
    return tuple(one for one in arrivals if one.commander in commanders)

"""Checked rows of a schedule to its frozen data; every rule a row stands on is cited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.packs.convert import cite
from assistant.packs.figures import contingent
from assistant.packs.scenario_models import UnderRow
from assistant.packs.schedule_models import (
    AfterRow,
    ArrivalRow,
    DoublingRow,
    EventRow,
    LimitReadingRow,
    LimitRow,
    MarchRow,
    ReadingRow,
    RegularRow,
    RhythmRow,
    ScheduledRow,
    ScheduleFile,
    StopRow,
    SupplyReadingRow,
    SupplyRow,
)
from assistant.rules.arrivals import (
    Arrival,
    CommanderId,
    Contingent,
    Doubling,
    Event,
    EventId,
    Limit,
    LimitReading,
    March,
    Pledge,
    Reached,
    Reading,
    Rhythm,
    Source,
    Stop,
    Supply,
    SupplyReading,
    Under,
    Weakened,
)
from assistant.rules.book import Book, PlaceId, ProfileId


def under_of(row: UnderRow | None) -> Under | None:
    """The reading a row holds under, if it is tied to one."""
    if row is None:
        return None
    (rule,) = cite([row.rule])
    return Under(rule, row.reading)


def commanders(names: Iterable[str]) -> tuple[CommanderId, ...]:
    return tuple(map(CommanderId, names))


def places(names: Iterable[str]) -> tuple[PlaceId, ...]:
    return tuple(map(PlaceId, names))


def profiles(names: Iterable[str]) -> tuple[ProfileId, ...]:
    return tuple(map(ProfileId, names))


def figures(texts: Iterable[str]) -> tuple[Contingent, ...]:
    return tuple(map(contingent, texts))


def arrivals_of(file: ScheduleFile) -> Iterator[Arrival]:
    """All arrivals in the order of the file: regular, scheduled, after events."""
    yield from (_arrival(row, "regular") for row in file.regular)
    yield from (_arrival(row, "scheduled") for row in file.scheduled)
    yield from (_arrival(row, "event") for row in file.after)


def _arrival(row: ArrivalRow, source: Source) -> Arrival:
    return Arrival(
        id=row.id,
        commander=CommanderId(row.commander),
        source=source,
        places=places(row.places),
        figures=figures(row.figures),
        rhythm=Rhythm(row.first, row.every) if isinstance(row, RegularRow) else None,
        turn=row.turn if isinstance(row, ScheduledRow) else None,
        event=EventId(row.event) if isinstance(row, AfterRow) else None,
        delay=row.delay if isinstance(row, AfterRow) else 0,
        doubling=_doubling(row.doubling) if isinstance(row, RegularRow) else None,
        may_mount=profiles(row.may_mount),
        mount=row.mount,
        instead=profiles(row.instead),
        needs_control=row.needs_control,
        optional=row.optional,
        note=row.note,
        note_until=None if row.note_until is None else EventId(row.note_until),
        note_at=None if row.note_at is None else PlaceId(row.note_at),
        mounted_at=places(row.mounted_at),
        replaces=profiles(row.replaces),
        strikes=row.strikes,
        pledge=None if row.pledge is None else Pledge(row.pledge.thing, ProfileId(row.pledge.to)),
        under=under_of(row.under),
        readings=tuple(map(_reading, row.readings)),
        rules=cite(row.rules),
    )


def _reading(row: ReadingRow) -> Reading:
    (rule,) = cite([row.rule])
    return Reading(
        rule=rule,
        reading=row.reading,
        rhythm=_rhythm(row.rhythm),
        turn=row.turn,
        event=None if row.event is None else EventId(row.event),
        delay=row.delay,
        places=None if row.places is None else places(row.places),
        figures=None if row.figures is None else figures(row.figures),
        may_mount=None if row.may_mount is None else profiles(row.may_mount),
        doubling=_doubling(row.doubling),
        note=row.note,
    )


def _rhythm(row: RhythmRow | None) -> Rhythm | None:
    return None if row is None else Rhythm(row.first, row.every)


def _doubling(row: DoublingRow | None) -> Doubling | None:
    return None if row is None else Doubling(EventId(row.event), _rhythm(row.rhythm), cite(row.rules))


def event_of(row: EventRow) -> Event:
    """Something that may happen once."""
    return Event(
        id=EventId(row.id),
        name=row.name,
        declared_by=commanders(row.declared_by),
        table=row.table,
        implies=tuple(map(EventId, row.implies)),
        after=EventId(row.after) if row.after else None,
        reached=_reached(row),
        weakened=_weakened(row),
        supplied=None if row.supplied is None else CommanderId(row.supplied),
        rules=cite(row.rules),
    )


def _reached(event: EventRow) -> Reached | None:
    row = event.reached
    if row is None:
        return None
    return Reached(places(row.places), profiles(row.who), row.race or "", row.number)


def _weakened(event: EventRow) -> Weakened | None:
    row = event.weakened
    if row is None:
        return None
    leaves = None if row.leaves is None else PlaceId(row.leaves)
    return Weakened(CommanderId(row.commander), row.fewer_than, ProfileId(row.who), leaves)


def march_of(row: MarchRow) -> March:
    """Where figures must go straight from where they arrive."""
    return March(
        commander=CommanderId(row.commander),
        start=places(row.start),
        to=PlaceId(row.to),
        until=EventId(row.until),
        exempt=profiles(row.exempt),
        text=row.text,
        stays=row.stays,
        within=None if row.within is None else PlaceId(row.within),
        under=under_of(row.under),
        rules=cite(row.rules),
    )


def limit_of(row: LimitRow) -> Limit:
    """How many figures may be far from home until an event."""
    return Limit(
        until=EventId(row.until),
        commanders=commanders(row.commanders),
        figures=row.figures,
        inches=row.inches,
        exempt=profiles(row.exempt),
        text=row.text,
        near=places(row.near),
        of_home=row.of_home,
        table=row.table,
        races=tuple(row.races),
        beyond=tuple(row.beyond),
        spares_from=places(row.spares_from),
        under=under_of(row.under),
        readings=tuple(map(_limit_reading, row.readings)),
        rules=cite(row.rules),
    )


def _limit_reading(row: LimitReadingRow) -> LimitReading:
    (rule,) = cite([row.rule])
    near, spares = (None if one is None else places(one) for one in (row.near, row.spares_from))
    return LimitReading(rule, row.reading, row.text or "", row.adds or "", row.table, near, spares)


def supply_of(row: SupplyRow) -> Supply:
    """A standing choice that thins arrivals."""
    return Supply(
        id=row.id,
        commander=CommanderId(row.commander),
        name=row.name,
        full=row.full,
        scarce=row.scarce,
        default=row.default,
        rhythm=Rhythm(row.rhythm.first, row.rhythm.every),
        count=row.count,
        share=(row.share[0], row.share[1]),
        readings=tuple(map(_supply_reading, row.readings)),
        say=tuple(row.say.items()),
        rules=cite(row.rules),
    )


def _supply_reading(row: SupplyReadingRow) -> SupplyReading:
    (rule,) = cite([row.rule])
    share = None if row.share is None else (row.share[0], row.share[1])
    return SupplyReading(rule, row.reading, row.default, _rhythm(row.rhythm), row.count, share)


def stop_of(row: StopRow, book: Book) -> Stop:
    """What keeps figures from coming."""
    of_races = (one.id for one in book.profiles.values() if one.race in row.races)
    return Stop(
        commander=CommanderId(row.commander),
        text=row.text,
        place=None if row.place is None else PlaceId(row.place),
        event=None if row.event is None else EventId(row.event),
        scarce=None if row.scarce is None else CommanderId(row.scarce),
        profiles=tuple(dict.fromkeys((*profiles(row.profiles), *of_races))),
        keeps=row.keeps,
        until_back=profiles(row.until_back),
        under=under_of(row.under),
        rules=cite(row.rules),
    )

"""From when on a place was whose for those who arrive, and how it was held when an event came about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId, Side


@dataclass(frozen=True, slots=True)
class Tenure:
    """From which turn start on a place counted as a side's; the last row of a place is the one in force."""

    place: PlaceId
    side: Side
    first: int
    event: EventId | None = None
    """AMB-003: only for those who come at once with it, who find the place as it was at that moment."""
    awaits: tuple[CommanderId, ...] = ()
    """Whose arrivals stay away still, as nobody for whom they wait is back in it."""


def lasting(tenures: Iterable[Tenure]) -> tuple[Tenure, ...]:
    """The rows that hold for everybody."""
    return tuple(row for row in tenures if row.event is None)


def changed_since(tenures: Sequence[Tenure], turn: int) -> tuple[PlaceId, ...]:
    """The places that have changed hands since a turn's start, when its arrivals were due."""
    return tuple(dict.fromkeys(row.place for row in lasting(tenures) if row.first > turn))


def moments(tenures: Iterable[Tenure]) -> Mapping[EventId, Mapping[PlaceId, Side]]:
    """How places were held when events came about, where that was not as at the start of their turn."""
    found: dict[EventId, dict[PlaceId, Side]] = {}
    for row in tenures:
        if row.event is not None:
            found.setdefault(row.event, {})[row.place] = row.side
    return found

"""The clock as a page shows it: in words, and in numbers from which a page goes on by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from assistant.campaign.clock import LONGEST_BREAK, clock, foretold, long, time_of
from assistant.ledger.records import Entry
from assistant.rules.war import War


@dataclass(frozen=True, slots=True)
class Forecast:
    """When a turn ends at this pace: so many turns after this one."""

    turn: int
    left: int
    at: str
    is_last: bool
    """Whether the table has said that the game closes with it."""


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The time of day, since when this turn runs, how long turns take, and when which of them ends."""

    now: str
    time: str
    zone: int
    """Minutes by which the laptop's time is ahead of the world's."""
    turn: int
    since: str
    """When the turn would have begun if nobody had slept in it."""
    began: str
    so_far: str
    last: str
    """When something was last done."""
    rest: int
    """After so many seconds without a deed nobody plays."""
    day: str
    played: str
    before: int
    """Seconds that were played before this turn."""
    pace: str
    seconds: int
    """How long turns take; less than nothing before a whole one was played."""
    is_over_time: bool
    this: Forecast | None
    later: Forecast | None
    """When the day's last turn ends, or one some turns away: how far the day will go."""


def clock_shown(
    entries: Sequence[Entry], war: War, record: int, now: datetime | None = None
) -> ClockShown | None:
    """The clock of a campaign whose record has so many turns; none before its first turn."""
    time, now = clock(entries), now or datetime.now(UTC)
    if time is None:
        return None
    here = now.astimezone()
    ahead = here.utcoffset() or timedelta()
    on = foretold(war, record) - time.turn
    ends, late = time.ends(time.turn, now), time.ends(time.turn + on, now)
    is_foretold = time.pace is not None and not time.is_over
    return ClockShown(
        now=_stored(now),
        time=f"{here:%H:%M}",
        zone=int(ahead.total_seconds() // 60),
        turn=time.turn,
        since=_stored(time.turn_began + time.paused),
        began=time_of(time.turn_began, None, now),
        so_far=long(time.so_far(now)),
        last=_stored(time.last),
        rest=0 if time.is_over else int(LONGEST_BREAK.total_seconds()),
        day=time.day(now),
        played=long(time.in_all(now)),
        before=int((time.in_all(now) - time.so_far(now)).total_seconds()),
        pace=long(time.pace) if time.pace is not None else "",
        seconds=int(time.pace.total_seconds()) if time.pace is not None else -1,
        is_over_time=time.is_over_time(now),
        this=_forecast(war, time.turn, 0, ends or now, now) if is_foretold else None,
        later=_forecast(war, time.turn, on, late, now) if late is not None and on else None,
    )


def _forecast(war: War, turn: int, on: int, ends: datetime, now: datetime) -> Forecast:
    return Forecast(turn + on, on, time_of(ends, None, now), turn + on == war.last_turn)


def _stored(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

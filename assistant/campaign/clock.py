"""How long turns take, and when the game will be where at this pace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from itertools import pairwise

from assistant.kernel.asking import count_of
from assistant.kernel.errors import Illegal
from assistant.ledger.clock import moment_of
from assistant.ledger.records import Entry, live
from assistant.rules.war import War

PACE_OF = 5
"""The last so many turns set the pace."""
LATER = 5
"""So many turns on is far enough where nobody has said which turn is the last of the day."""
LONGEST_BREAK = timedelta(hours=2)
"""A longer silence is a break, not play."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When the day and the turn began, how long turns take, and how long was played."""

    today: datetime
    turn: int
    turn_began: datetime
    played: timedelta
    """Until something was last done, without breaks."""
    pace: timedelta | None

    last: datetime
    """When something was last done."""
    paused: timedelta = timedelta()
    """Breaks within this turn that are over, such as a night."""
    is_over: bool = False
    """Whether the game has ended: then the clock stands still."""

    def is_on_break(self, now: datetime) -> bool:
        """Whether nothing was done for so long that nobody plays."""
        return now - self.last >= LONGEST_BREAK

    def so_far(self, now: datetime) -> timedelta:
        """How long this turn was played; a break that is still going on is none of it."""
        return max(self._until(now) - self.turn_began - self.paused, timedelta())

    def in_all(self, now: datetime) -> timedelta:
        """How long was played in all turns, and in this one so far."""
        return self.played + max(self._until(now) - self.last, timedelta())

    def _until(self, now: datetime) -> datetime:
        return self.last if self.is_over or self.is_on_break(now) else now

    def day(self, now: datetime, zone: tzinfo | None = None) -> str:
        """Since when is played today, or since when nobody plays."""
        if self.is_over:
            return f"the game ended at {time_of(self.last, zone, now)}"
        if self.is_on_break(now):
            return f"on a break since {time_of(self.last, zone, now)}"
        return f"today since {time_of(self.today, zone, now)}"

    def is_over_time(self, now: datetime) -> bool:
        """Whether this turn has gone on for longer than turns take, by a minute at least."""
        return not self.is_over and self.pace is not None and _minutes(self.so_far(now)) > _minutes(self.pace)

    def ends(self, turn: int, now: datetime) -> datetime | None:
        """When a turn will end at this pace; nothing before a whole one was played, nor for one that is late.

        While this turn goes on for longer than the others, what comes after it moves with every minute.
        """
        if (
            self.is_over
            or self.pace is None
            or turn < self.turn
            or (turn == self.turn and self.is_over_time(now))
        ):
            return None
        this = max(self.pace - self.so_far(now), timedelta())
        return now + this + self.pace * (turn - self.turn)

    def lines(self, now: datetime, upto: int, zone: tzinfo | None = None) -> Iterator[str]:
        """The clock in words, with the end of this turn and of a later one; times as the zone has them."""
        yield (
            f"Turn {self.turn} began at {time_of(self.turn_began, zone, now)}, "
            f"{long(self.so_far(now))} of it played; "
            f"{self.day(now, zone)}, played {long(self.in_all(now))} in all."
        )
        if self.pace is None:
            yield "How long a turn takes is known after the first."
            return
        if self.is_over:
            yield f"A turn took {long(self.pace)}."
            return
        ends = [(turn, self.ends(turn, now)) for turn in dict.fromkeys((self.turn, upto))]
        said = [f"turn {turn} ends at {time_of(end, zone, now)}" for turn, end in ends if end is not None]
        if not self.is_over_time(now):
            yield f"A turn takes {long(self.pace)}: at this pace {' and '.join(said)}."
            return
        yield (
            f"A turn takes {long(self.pace)}, and this one is longer than the others: "
            f"{long(self.so_far(now))} so far{f'; if it ended now, {said[0]}' if said else ''}."
        )


def foretold(war: War, record: int) -> int:
    """The turn whose end a table wants to know: the day's last, or one some turns on in the record."""
    if war.last_turn is not None:
        return max(war.turn, war.last_turn)
    return max(war.turn, min(war.turn + LATER, record))


def require_in_record(turn: int | None, record: int) -> None:
    """Nobody foretells a turn that the turn record does not have."""
    if turn is not None and turn > record:
        raise Illegal(
            "no-more-turns", f"The turn record ends with turn {record}.", do="Name an earlier turn."
        )


def time_of(moment: datetime, zone: tzinfo | None, now: datetime | None = None) -> str:
    """21:40, with the day where it is another."""
    here = moment.astimezone(zone)
    other_day = now is not None and here.date() != now.astimezone(zone).date()
    return f"{here:%H:%M}{f' on {here:%d %B}' if other_day else ''}"


def _minutes(span: timedelta) -> int:
    """Whole minutes that have passed."""
    return max(0, int(span.total_seconds() // 60))


def long(span: timedelta) -> str:
    """13 minutes, 2 h 05."""
    minutes = _minutes(span)
    return count_of(minutes, "minute", "minutes") if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"


def clock(entries: Sequence[Entry]) -> Clock | None:
    """The clock of a campaign; none before its first turn."""
    counting, known = live(entries), _moments(entries)
    starts = list(_turn_starts(counting, known))
    if not starts:
        return None
    ended = next((entry.seq for entry in counting if _ends_the_game(entry)), None)
    moments = [known[entry.seq] for entry in entries if ended is None or entry.seq <= ended]
    breaks = [(earlier, later) for earlier, later in pairwise(moments) if later - earlier >= LONGEST_BREAK]
    lengths = [ended - begun - _paused(breaks, begun, ended) for (_, begun), (_, ended) in pairwise(starts)][
        -PACE_OF:
    ]
    first, last = moments[0], moments[-1]
    turn, begun = starts[-1]
    return Clock(
        today=breaks[-1][1] if breaks else first,
        turn=turn,
        turn_began=begun,
        played=last - first - _paused(breaks, first, last),
        pace=sum(lengths, timedelta()) / len(lengths) if lengths else None,
        last=last,
        paused=_paused(breaks, begun, last),
        is_over=ended is not None,
    )


def _moments(entries: Sequence[Entry]) -> Mapping[int, datetime]:
    """When each was written; what has no readable moment has that of the one before, or else the next."""
    read = [moment_of(entry.at) for entry in entries]
    last = next((one for one in read if one is not None), None)
    found: dict[int, datetime] = {}
    for entry, moment in zip(entries, read, strict=True):
        last = moment or last
        if last is not None:
            found[entry.seq] = last
    return found


def _ends_the_game(entry: Entry) -> bool:
    return any(isinstance(fact, dict) and fact.get("kind") == "game-ended" for fact in entry.facts)


def _paused(breaks: Sequence[tuple[datetime, datetime]], since: datetime, until: datetime) -> timedelta:
    """How long nobody played between two deeds."""
    within = (later - earlier for earlier, later in breaks if since <= earlier and later <= until)
    return sum(within, timedelta())


def _turn_starts(entries: Sequence[Entry], moments: Mapping[int, datetime]) -> Iterator[tuple[int, datetime]]:
    for entry in entries:
        for fact in entry.facts:
            if isinstance(fact, dict) and fact.get("kind") == "phase-began" and fact.get("phase") == "start":
                turn = fact.get("turn")
                if isinstance(turn, int) and entry.seq in moments:
                    yield turn, moments[entry.seq]

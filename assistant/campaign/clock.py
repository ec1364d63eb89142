"""How long turns take, and when the game will be where at this pace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from assistant.ledger.records import Entry, live

PACE_OF = 5
"""The last so many turns set the pace."""
LONGEST_BREAK = timedelta(hours=2)
"""A longer silence is a break, not play."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When the game and the turn began, how long turns take, and how long the game has been played."""

    began: datetime
    turn: int
    turn_began: datetime
    played: timedelta
    pace: timedelta | None

    def ends(self, turn: int, now: datetime) -> datetime | None:
        """When a turn will end at this pace; nothing before a whole turn was played."""
        if self.pace is None or turn < self.turn:
            return None
        this = max(self.pace - (now - self.turn_began), timedelta())
        return now + this + self.pace * (turn - self.turn)


def clock(entries: Sequence[Entry]) -> Clock | None:
    """The clock of a campaign; none before its first turn."""
    counting = live(entries)
    starts = list(_turn_starts(counting))
    if not starts:
        return None
    lengths = [
        length for (_, begun), (_, ended) in pairwise(starts) if (length := ended - begun) < LONGEST_BREAK
    ][-PACE_OF:]
    moments = [datetime.fromisoformat(entry.at) for entry in counting]
    gaps = (later - earlier for earlier, later in pairwise(moments))
    turn, begun = starts[-1]
    return Clock(
        began=starts[0][1],
        turn=turn,
        turn_began=begun,
        played=sum((gap for gap in gaps if gap < LONGEST_BREAK), timedelta()),
        pace=sum(lengths, timedelta()) / len(lengths) if lengths else None,
    )


def _turn_starts(entries: Sequence[Entry]) -> Iterator[tuple[int, datetime]]:
    for entry in entries:
        for fact in entry.facts:
            if isinstance(fact, dict) and fact.get("kind") == "phase-began" and fact.get("phase") == "start":
                turn = fact.get("turn")
                if isinstance(turn, int):
                    yield turn, datetime.fromisoformat(entry.at)

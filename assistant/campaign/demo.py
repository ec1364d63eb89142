"""The demo: a game in its middle, as if it had been played today, for whoever wants to look around."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from assistant.campaign.passes import LONG, let_in
from assistant.campaign.service import Service
from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal
from assistant.ledger import chain
from assistant.ledger.exchange import read_export
from assistant.ledger.records import Campaign, Entry, Pass
from assistant.packs.where import home

FILE = "demo.jsonl"
SETUP: Mapping[str, Json] = {"demo": True}
NAME = "The demo"
TURN = timedelta(minutes=35)
HOUR = 3600.0


def demo_file(scenario: str) -> Path | None:
    """The game that a scenario is shown with, if it has one."""
    path = home() / "scenarios" / scenario / FILE
    return path if scenario and path.is_file() else None


def new_demo(service: Service, path: Path) -> tuple[Campaign, Pass]:
    """A campaign in its middle, and the pass of its own game master."""
    told, entries = _told(path, path.stat().st_mtime_ns)
    campaign, played = as_if_played(service, told, entries, until=datetime.now(UTC), origin=uuid4().hex)
    made = service.ledger.adopt(campaign, played, as_name=NAME)
    return made, let_in(service.ledger, made, "game-master", label="Game master", length=LONG)


@lru_cache(maxsize=2)
def _told(path: Path, changed: int) -> tuple[Campaign, tuple[Entry, ...]]:
    """Read and verified once, and again when the file has changed."""
    return read_export(path)


def as_if_played(
    service: Service, campaign: Campaign, entries: Sequence[Entry], *, until: datetime, origin: str
) -> tuple[Campaign, tuple[Entry, ...]]:
    """The same deeds at a table's pace, the last of them a moment ago, so that the clock makes sense."""
    moments = tuple(_moments(service, entries, until))
    began = _stored(moments[0])
    start = chain.genesis(game=campaign.game, setup=campaign.setup, created_at=began, origin=origin)
    return (
        replace(campaign, created_at=began, origin=origin, genesis=start, head_hash=start),
        tuple(_chained(start, origin, entries, moments)),
    )


def _moments(service: Service, entries: Sequence[Entry], until: datetime) -> Iterator[datetime]:
    """When each deed was done: every turn takes as long, and its deeds come evenly."""
    turns = [0]
    for entry in entries:
        begins = any(service.game.begins(service.game.decode_fact(fact)) for fact in entry.facts)
        turns.append(turns[-1] + begins)
    last, per = turns[-1], {turn: turns[1:].count(turn) for turn in set(turns[1:])}
    seen = dict.fromkeys(per, 0)
    for turn in turns[1:]:
        # The turn that is going on has gone on for two thirds of its time.
        begun = until - TURN * (last - turn) - TURN * 2 / 3
        long = TURN * 2 / 3 if turn == last else TURN
        yield begun + long * seen[turn] / per[turn]
        seen[turn] += 1


def _chained(
    start: str, origin: str, entries: Sequence[Entry], moments: Sequence[datetime]
) -> Iterator[Entry]:
    previous = start
    for entry, moment in zip(entries, moments, strict=True):
        moved = replace(entry, at=_stored(moment), previous=previous, key=f"{origin} {entry.seq}")
        previous = chain.entry_hash(moved)
        yield replace(moved, hash=previous)


def _stored(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Demos:
    """Hands out demos to whoever asks, but not without end; any thread may ask."""

    def __init__(
        self,
        service: Service,
        *,
        most: int = 60,
        an_hour_each: int = 6,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._service = service
        self._most, self._an_hour_each = most, an_hour_each
        self._now = now
        self._made: list[tuple[float, str]] = []
        """When, and by whom."""
        self._by_key: dict[str, tuple[Campaign, Pass]] = {}
        self._guard = threading.Lock()

    def make(
        self, path: Path, *, key: str = "", who: str = "", is_master: bool = False
    ) -> tuple[Campaign, Pass]:
        """One more, or a sentence on when there will be one; the same key again gets the same demo."""
        with self._guard:
            if known := self._by_key.get(key):
                return known
            now = self._now()
            self._made = [(at, by) for at, by in self._made if now - at < HOUR]
            if not is_master:
                self._refuse_many([at for at, by in self._made if by == who], self._an_hour_each, now)
                self._refuse_more()
            self._made.append((now, who))
        made = new_demo(self._service, path)
        if key:
            self._by_key[key] = made
        return made

    def _refuse_more(self) -> None:
        if sum(one.is_demo for one in self._service.ledger.campaigns()) >= self._most:
            raise Illegal(
                "too-many-demos",
                f"There are {self._most} demos in this database already.",
                do="Start one that is thrown away afterwards: assistant demo",
            )

    def _refuse_many(self, made: Sequence[float], most: int, now: float) -> None:
        if len(made) < most:
            return
        minutes = max(1, round((made[-most] + HOUR - now) / 60))
        raise Illegal(
            "too-many-demos",
            f"{most} demos were begun within the last hour.",
            do=f"Ask the game master for a seat in one of those, or try again in {minutes} min.",
        )


__all__ = ["FILE", "NAME", "SETUP", "Demos", "demo_file", "new_demo"]

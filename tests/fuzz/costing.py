"""What an answer costs: the work for it, and the time it only waits; and what is too much of either."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.long_jobs import LONG

TASKS = Path("/proc/self/task")
MOST_TIMES = 20.0
"""So many times a plain page the slowest answer of an address may take that is no long job."""
NOISE = 0.25
"""Seconds of waiting that a disk may cause, or the machine below this one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The three clocks of a process."""

    wall: float
    work: float
    queued: float
    """Seconds for which its threads could have worked, and other programs did."""

    @classmethod
    def now(cls) -> Moment:
        """This moment."""
        return cls(time.perf_counter(), time.process_time(), _queued())

    def cost(self) -> float:
        """Seconds since then that are this program's own: a busy machine makes no answer slow, a nap does."""
        now = Moment.now()
        work = now.work - self.work
        napped = now.wall - self.wall - work - max(0.0, now.queued - self.queued)
        return work + (napped if napped > NOISE else 0.0)


def _queued() -> float:
    return sum(_queued_of(task) for task in TASKS.iterdir()) / 1e9 if TASKS.is_dir() else 0.0


def _queued_of(task: Path) -> int:
    try:
        return int((task / "schedstat").read_text(encoding="ascii").split()[1])
    except OSError:
        # The thread has ended meanwhile.
        return 0


@dataclass(frozen=True, slots=True)
class Slow:
    """The answer of its kind that took longest, and what it answered."""

    seconds: float
    told: str


def too_slow(slowest: Mapping[str, Slow], plain: float) -> Iterator[str]:
    """Each address whose slowest answer took longer than it may, as so many times a plain page."""
    for name, slow in slowest.items():
        most = LONG[name].most if name in LONG else MOST_TIMES
        if plain and slow.seconds > most * plain:
            times = f"{slow.seconds / plain:.1f} times a plain page, and may take {most:.0f}"
            yield f"{name} took {times}: {slow.told}"

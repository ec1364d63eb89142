"""Ten commanders write at once: our ledger beside a stock SQLModel engine that does the same job."""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Field, Session, SQLModel, col, create_engine, select

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger

WRITERS = 10
FACTS = '{"kind": "hit", "by": "galadhrim", "at": "lothlorien", "dice": [6, 5, 5, 2, 1, 1, 3, 4]}'

Append = Callable[[str], None]


class Deed(SQLModel, table=True):
    """What the stock engine writes: a numbered row that carries the hash of the one before."""

    id: int | None = Field(default=None, primary_key=True)
    seq: int
    key: str
    facts: str
    hash: str


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the commands took, in milliseconds, and how many were refused."""

    milliseconds: list[float]
    refused: int
    seconds: float

    @property
    def rate(self) -> float:
        """Commands that went through, per second."""
        return len(self.milliseconds) / self.seconds

    def percentile(self, part: int) -> float:
        """The time within which this many of a hundred commands were done."""
        return statistics.quantiles(self.milliseconds, n=100)[part - 1]


@dataclass(frozen=True, slots=True)
class Result:
    """One store under both loads, and whether its numbers came out right."""

    paced: Timing
    flat_out: Timing
    twice: int


def measure(append: Append, *, seconds: float, per_second: float | None) -> Timing:
    """Let ten threads write for a while, at a common pace or as fast as they can."""
    start = threading.Barrier(WRITERS)

    def write(writer: int) -> tuple[list[float], int]:
        times: list[float] = []
        refused = 0
        start.wait()
        begun = time.perf_counter()
        step = WRITERS / per_second if per_second else 0.0
        due = begun + random.random() * step
        while due < begun + seconds:
            if per_second:
                time.sleep(max(0.0, due - time.perf_counter()))
            try:
                append(f"{per_second}-{writer}-{due}")
                times.append((time.perf_counter() - due) * 1000)
            except SQLAlchemyError:
                refused += 1
            due = due + step if per_second else time.perf_counter()
        return times, refused

    with ThreadPoolExecutor(WRITERS) as pool:
        outcomes = list(pool.map(write, range(WRITERS)))
    return Timing([ms for times, _ in outcomes for ms in times], sum(n for _, n in outcomes), seconds)


def both_loads(append: Append, seconds: float, per_second: float) -> tuple[Timing, Timing]:
    """First the pace of a busy table, then flat out."""
    append("warm")
    return (
        measure(append, seconds=seconds, per_second=per_second),
        measure(append, seconds=seconds, per_second=None),
    )


def ours(folder: Path, seconds: float, per_second: float) -> Result:
    """The ledger of this project."""
    with Ledger.open(folder / "ours.sqlite", who="bench") as ledger:
        campaign = ledger.create("Bench", "toy", {}, key="bench").id

        def append(key: str) -> None:
            ledger.append(campaign, Draft("deed", "A deed", "gm", {}, [], [FACTS], ["Done."]), key=key)

        paced, flat_out = both_loads(append, seconds, per_second)
        assert not ledger.verify(campaign)
        numbers = [entry.seq for entry in ledger.entries(campaign)]
        return Result(paced, flat_out, len(numbers) - len(set(numbers)))


def stock(folder: Path, seconds: float, per_second: float) -> Result:
    """A SQLModel engine as its tutorial makes it, a session per command."""
    engine = create_engine(f"sqlite:///{folder / 'stock.sqlite'}")
    SQLModel.metadata.create_all(engine)

    def append(key: str) -> None:
        with Session(engine) as session:
            last = session.exec(select(Deed).order_by(col(Deed.seq).desc()).limit(1)).first()
            seq, before = (last.seq, last.hash) if last else (0, "")
            digest = sha256(f"{before}{key}{FACTS}".encode()).hexdigest()
            session.add(Deed(seq=seq + 1, key=key, facts=FACTS, hash=digest))
            session.commit()

    paced, flat_out = both_loads(append, seconds, per_second)
    with Session(engine) as session:
        numbers = session.exec(select(Deed.seq)).all()
    engine.dispose()
    return Result(paced, flat_out, len(numbers) - len(set(numbers)))


def report(mine: Result, theirs: Result, per_second: float) -> None:
    """Print both and their ratios."""
    print(f"{'':34}{'ledger':>10}{'stock':>10}{'stock/ledger':>14}")
    for label, a, b in (
        (f"p50 at {per_second:g} commands/s, ms", mine.paced.percentile(50), theirs.paced.percentile(50)),
        (f"p99 at {per_second:g} commands/s, ms", mine.paced.percentile(99), theirs.paced.percentile(99)),
        ("commands/s, flat out", mine.flat_out.rate, theirs.flat_out.rate),
        ("p50 flat out, ms", mine.flat_out.percentile(50), theirs.flat_out.percentile(50)),
        ("p99 flat out, ms", mine.flat_out.percentile(99), theirs.flat_out.percentile(99)),
    ):
        print(f"{label:34}{a:10.1f}{b:10.1f}{b / a:14.2f}")
    refused = (mine.paced.refused + mine.flat_out.refused, theirs.paced.refused + theirs.flat_out.refused)
    print(f"{'commands refused':34}{refused[0]:10}{refused[1]:10}")
    print(f"{'numbers given twice (forks)':34}{mine.twice:10}{theirs.twice:10}")


def main() -> int:
    """Run both in a temporary folder on the same disk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--per-second", type=float, default=50.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        mine = ours(Path(folder), options.seconds, options.per_second)
        theirs = stock(Path(folder), options.seconds, options.per_second)
    report(mine, theirs, options.per_second)
    return 1 if mine.twice or mine.paced.refused or mine.flat_out.refused else 0


if __name__ == "__main__":
    sys.exit(main())

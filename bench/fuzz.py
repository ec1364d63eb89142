"""Whatever anybody sends: requests of every role, battles fought to their ends, and spoiled files."""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assistant.packs.load import load_both
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from tests.fuzz.battles import Battles, Ends
from tests.fuzz.costing import Slow, too_slow
from tests.fuzz.files import Desk, Told
from tests.fuzz.keeping import leaks, resident
from tests.fuzz.long_jobs import LONG
from tests.fuzz.playing import Tally, run

REQUESTS, BATTLES, FILES = 20_000, 950, 2_000
TENTHS = 10
IN_MEMORY = Path("/dev/shm")


@dataclass
class Share:
    """What one process is to do."""

    number: int
    seed: int
    requests: int
    battles: int
    files: int
    told: set[str] = field(default_factory=set)
    """The faults that were told already."""


@dataclass
class Found:
    """What came of it."""

    tally: Tally = field(default_factory=Tally)
    battles: Tally = field(default_factory=Tally)
    ends: Ends = field(default_factory=Ends)
    told: Told = field(default_factory=Told)
    memory: list[list[int]] = field(default_factory=list)
    """Of each process: before the first request, and after each tenth."""
    leaks: list[str] = field(default_factory=list)
    """What is kept without end, if anything is."""
    endpoints: frozenset[str] = frozenset()

    def add(self, other: Found) -> None:
        """What another process found beside this."""
        self.tally.add(other.tally)
        self.battles.add(other.battles)
        self.ends.add(other.ends)
        self.told.add(other.told)
        self.memory += other.memory
        self.leaks += other.leaks
        self.endpoints |= other.endpoints


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--battles", type=int, default=BATTLES, help="set-ups, each played to its end")
    parser.add_argument("--files", type=int, default=FILES, help="spoiled files, of every kind as many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="so many share the work, each with a seed")
    options = parser.parse_args()

    start = time.perf_counter()
    shares = [
        Share(
            number,
            options.seed * 1000 + number,
            part(options.requests, number, options.processes),
            part(options.battles, number, options.processes),
            part(options.files, number, options.processes),
        )
        for number in range(options.processes)
    ]
    found = Found()
    with ProcessPoolExecutor(
        options.processes, mp_context=multiprocessing.get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        for one in pool.map(work, shares):
            found.add(one)
    print(*report(found), sep="\n")
    for number, fault in enumerate(all_faults(found), 1):
        print(f"Fault {number}: {fault}")
    wrong = [*out_of_bounds(found)]
    print(f"{time.perf_counter() - start:,.0f} seconds.", *wrong, sep="\n")
    print("Out of bounds." if wrong else "All within bounds.")
    return 1 if wrong else 0


def part(many: int, number: int, of: int) -> int:
    """The share of one process of so many."""
    return len(range(number, many, of))


# ---- the work ------------------------------------------------------------------------------------------


def work(share: Share) -> Found:
    """Requests, battles and files of one process, in a folder that nobody needs to find on a disk."""
    found, game = Found(), RingOfPower(*load_both(effects=parameters()))
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        if share.requests:
            ask(share, game, Path(folder), found)
        if share.battles:
            fight(share, game, Path(folder), found)
    if share.files:
        # Files that went wrong stay there, to be looked at.
        spoil(share, game, Path(tempfile.mkdtemp(prefix="fuzz-files-")), found)
    return found


def ask(share: Share, game: RingOfPower, folder: Path, found: Found) -> None:
    """All requests at one server, as of one long evening; in the end, whether it keeps what it need not."""
    memory = [resident()]
    with run(folder, game, share.seed) as at:
        found.endpoints = frozenset(one.endpoint for one in at.asker.rules)
        found.tally = at.tally
        at.warm_up(wholly=True)
        for tenth in range(1, TENTHS + 1):
            at.go(share.requests * tenth // TENTHS, looks_through=tenth == TENTHS)
            memory.append(resident())
            tell(share, f"{at.tally.requests:,} requests, {memory[-1] / 1e6:,.0f} MB", at.tally.faults)
        found.leaks = [*leaks(at)]
    found.memory = [memory]


def fight(share: Share, game: RingOfPower, folder: Path, found: Found) -> None:
    """Set-ups as nobody means them."""
    place = folder / "battles"
    place.mkdir()
    with run(place, game, share.seed) as at:
        at.warm_up()

        def told(number: int) -> None:
            if number % 100 == 0:
                tell(share, f"{number} battles, {at.tally.requests:,} requests", at.tally.faults)

        found.ends, found.battles = Battles(at).go(share.battles, told), at.tally


def spoil(share: Share, game: RingOfPower, folder: Path, found: Found) -> None:
    """As many of every kind of file."""
    desk = Desk(folder / "desk", game, share.seed)
    for number, kind in enumerate(desk.ways):
        desk.go(kind, len(range(number, share.files, len(desk.ways))))
        tell(share, f"{desk.told.files.total():,} files, up to {kind}", desk.told.faults)
    found.told = desk.told
    shutil.rmtree(folder / "desk")


def tell(share: Share, done: str, faults: list[str]) -> None:
    """How far it is, and each fault as soon as it is found."""
    print(f"process {share.number}: {done}, {len(faults)} faults", file=sys.stderr, flush=True)
    for fault in faults:
        if fault not in share.told:
            print(f"process {share.number}: {fault}", file=sys.stderr, flush=True)
            share.told.add(fault)


# ---- what is told --------------------------------------------------------------------------------------


def report(found: Found) -> Iterator[str]:
    """All that was counted and measured."""
    tally = found.tally
    yield f"{tally.requests:,} requests. By role: {counted(tally.roles)}."
    yield f"By status: {counted(tally.statuses)}."
    yield f"By address: {counted(tally.endpoints)}."
    yield f"Never reached: {', '.join(sorted(found.endpoints - tally.endpoints.keys())) or 'none'}."
    ways = found.ends.ways
    yield f"Battles: {ways.total():,} set-ups, {found.battles.requests:,} requests. {counted(ways)}."
    yield f"Files: {found.told.files.total():,}. {counted(found.told.files)}."
    yield f"Commands: {counted(found.told.ends)}."
    for memory in found.memory:
        told = " ".join(f"{one / 1e6:.0f}" for one in memory)
        yield f"Memory, in MB, at the start and after each tenth: {told}."
    if not tally.plain:
        return
    yield f"A plain page: {1000 * tally.plain_seconds:.1f} ms. The slowest answers, as so many times that:"
    for name, times in slowest(found)[:20]:
        long = f" (long: {LONG[name].why}; {LONG[name].shown})" if name in LONG else ""
        yield f"  {times:6.1f}  {name}{long}"


def counted(what: Mapping[str, int] | Mapping[int, int]) -> str:
    """The most frequent first."""
    ranked = sorted(what.items(), key=lambda one: -one[1])
    return ", ".join(f"{name} {number:,}" for name, number in ranked) or "none"


def slowest(found: Found) -> list[tuple[str, float]]:
    """Each address with the slowest of its answers, in plain pages of the same run."""
    plain = found.tally.plain_seconds
    both = all_slowest(found)
    times = ((name, slow.seconds / plain) for name, slow in both.items()) if plain else ()
    return sorted(times, key=lambda one: -one[1])


def all_slowest(found: Found) -> dict[str, Slow]:
    """Of each address the answer that took longest, whether in a battle or not."""
    both = Tally(slowest={**found.tally.slowest})
    both.add(found.battles)
    return both.slowest


def all_faults(found: Found) -> list[str]:
    """What was wrong, with how to repeat it."""
    return [*found.tally.faults, *found.battles.faults, *found.told.faults]


def out_of_bounds(found: Found) -> Iterator[str]:
    """Why this run is not clean."""
    if faults := all_faults(found):
        yield f"{len(faults)} faults."
    yield from found.leaks
    yield from too_slow(all_slowest(found), found.tally.plain_seconds)


if __name__ == "__main__":
    sys.exit(main())

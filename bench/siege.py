"""A siege: does a commander's page stay quick while others try everything to use the laptop up?"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from _besieging import ATTACKERS, HALL, Door, Told, besiege

from assistant.campaign.crowd import seating
from assistant.campaign.demo import as_if_played, demo_file
from assistant.campaign.passes import seat_passes
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.ledger.exchange import read_export
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.packs.load import load_both
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower

ROOT = Path(__file__).resolve().parents[1]
COMMANDER = "127.0.0.2"
MOST_TIMES = 3.0
MOST_PARKED = 8_000_000
PAUSE = 0.05
CALM = 0.05
GAMES = 10
FILES = 4096
ATTACKS = {
    "1,100 half-open connections": ["half-open"],
    "four uploads of a gigabyte, and four in pieces": ["uploads"],
    "four bodies in pieces of a byte": ["crumbs"],
    "760 bodies that never come": ["slow bodies"],
    "64 quick fights of 200 figures at once": ["quick fights"],
    "100 streams of nobody": ["streams"],
    "1,000 joins at once": ["joins"],
    "all of it together": [
        "half-open",
        "uploads",
        "crumbs",
        "slow bodies",
        "quick fights",
        "streams",
        "joins",
    ],
}


def prepare(folder: Path) -> tuple[str, str, list[Door]]:
    """The demo as a game that is played, and ten more; a seat's door, its page, and a hundred other doors."""
    game = RingOfPower(*load_both(effects=parameters()))
    file = demo_file(game.scenario.id)
    assert file is not None
    with Ledger.open(folder / "campaigns.sqlite", who="bench") as ledger:
        service = Service(ledger, game)
        campaign = adopted(service, file)
        mine = doors_of(service, campaign)[0][0]
        others = [door for number in range(GAMES) for door in doors_of(service, begun(service, number))]
    return mine, f"/c/{campaign.id}/seat", others


def adopted(service: Service, file: Path) -> Campaign:
    """The demo's deeds as a game that somebody plays: whoever has a demo only counts as a visitor."""
    told, entries = read_export(file)
    setup = {key: value for key, value in told.setup.items() if key != "demo"}
    game = as_if_played(
        service, replace(told, setup=setup), entries, until=datetime.now(UTC), origin=uuid4().hex
    )
    return service.ledger.adopt(*game, as_name="The ninth turn")


def begun(service: Service, number: int) -> Campaign:
    """A ten-player game that has just begun."""
    game = service.game
    assert isinstance(game, RingOfPower)
    campaign = service.new(f"Hall {number}", {"scenario": "war-of-the-ring"}, key=f"hall-{number}")
    service.begin(campaign, "begin-game", encode(BeginGame(seating(game, 10))), actor="gm", key=f"b-{number}")
    return campaign


def doors_of(service: Service, campaign: Campaign) -> list[Door]:
    """By which address each seat comes in, and one of its commanders."""
    seats = {seat.id: seat for seat in service.world(campaign).war.seats.values()}
    codes = seat_passes(service.ledger, campaign, seats.values())
    return [(f"/j/{one.code}", seats[one.seat].commanders[0]) for one in codes if one.seat in seats]


@contextmanager
def served(folder: Path) -> Iterator[tuple[int, int]]:
    """The server as everybody starts it: its port and its process."""
    command = [sys.executable, "-m", "assistant", "serve", "--no-browser", "--host", "127.0.0.1"]
    with (
        (folder / "server.log").open("wb") as log,
        subprocess.Popen(
            [*command, "--port", "0", "--instance", str(folder)],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        ) as running,
    ):  # fmt: skip
        try:
            assert running.stdout is not None
            said = next(line for line in running.stdout if "http://127.0.0.1:" in line)
            yield int(said.split("127.0.0.1:")[1].split("/")[0]), running.pid
        finally:
            running.terminate()


@dataclass
class Commander:
    """A seat's browser on a connection that stays open, from an address of its own."""

    port: int
    door: str
    page: str
    cookie: str = ""
    lost: int = 0
    connection: HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = self._connection()
        self.connection.request("GET", self.door)
        with self.connection.getresponse() as answer:
            answer.read()
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]

    def _connection(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(COMMANDER, 0))

    def looks(self) -> float:
        """Milliseconds for the page once."""
        begun = time.perf_counter()
        try:
            self.connection.request("GET", self.page, headers={"Cookie": self.cookie})
            with self.connection.getresponse() as answer:
                answer.read()
                assert answer.status == 200, answer.status
        except OSError:
            self.lost += 1
            self.connection.close()
            self.connection = self._connection()
        return (time.perf_counter() - begun) * 1000

    def looks_for(self, seconds: float) -> list[float]:
        """The same again and again, as a restless thumb would."""
        times, end = list[float](), time.perf_counter() + seconds
        while time.perf_counter() < end or len(times) < 20:
            times.append(self.looks())
            time.sleep(PAUSE)
        return times


@contextmanager
def under_siege(port: int, names: Sequence[str], doors: Sequence[Door], told: list[Told]) -> Iterator[None]:
    """Attackers at work in a process of their own; what they were told is added when they leave."""
    ours, theirs = multiprocessing.Pipe()
    running = multiprocessing.get_context("spawn").Process(target=besiege, args=(port, names, doors, theirs))
    running.start()
    try:
        yield
    finally:
        ours.send("stop")
        told.append(ours.recv())
        running.join()


def parked(process: int) -> int:
    """Bytes in files that the server has open and that no folder names any more."""
    total = 0
    for one in Path(f"/proc/{process}/fd").iterdir():
        try:
            where = one.readlink()
            total += one.stat().st_size if str(where).endswith(" (deleted)") else 0
        except OSError:
            continue
    return total


def memory(process: int) -> int:
    """Megabytes that the server holds."""
    said = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(said.split("VmRSS:")[1].split()[0]) // 1000


def await_calm(process: int) -> None:
    """What the server does beforehand, and after a siege, is over."""
    ticks, last = os.sysconf("SC_CLK_TCK"), -1.0
    while True:
        parts = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        used = (int(parts[11]) + int(parts[12])) / ticks
        if 0 <= used - last < CALM:
            return
        last = used
        time.sleep(1)


def figures(times: Sequence[float]) -> tuple[float, float]:
    """The median, and the slowest of twenty."""
    parts = statistics.quantiles(times, n=20)
    return parts[9], parts[18]


def shown(told: Told) -> str:
    """What those who asked were answered, in a line."""
    return "; ".join(
        f"{what}: " + ", ".join(f"{answer} x {number}" for answer, number in counts.most_common())
        for what, counts in told.counts.items()
    )


def besieged(
    commander: Commander,
    process: int,
    doors: Sequence[Door],
    seconds: float,
    quiet: tuple[float, float],
    attacks: Mapping[str, Sequence[str]],
) -> bool:
    """One attack after the other; whether the page and the disk held."""
    held, told = True, list[Told]()
    for name, kinds in attacks.items():
        with under_siege(commander.port, kinds, doors, told):
            time.sleep(2)
            times, lost = [*commander.looks_for(seconds / 2)], commander.lost
            most = parked(process)
            times += commander.looks_for(seconds / 2)
            most = max(most, parked(process))
        now = figures(times)
        ratios = [after / before for after, before in zip(now, quiet, strict=True)]
        is_held = max(ratios) <= MOST_TIMES and most <= MOST_PARKED and commander.lost == lost
        held = held and is_held
        print(f"{name}\n    p50 {now[0]:7.1f} ms, {ratios[0]:5.2f} times    p95 {now[1]:7.1f} ms, "
              f"{ratios[1]:5.2f} times    parked {most / 1e6:.1f} MB    memory {memory(process)} MB    "
              f"{'held' if is_held else 'NOT HELD'}\n    {shown(told[-1])}", flush=True)  # fmt: skip
        await_calm(process)
    return held


def in_the_hall(
    commander: Commander, process: int, doors: Sequence[Door], seconds: float, kinds: Sequence[str]
) -> bool:
    """A hundred honest phones behind one address; whether none of them was refused anything."""
    told = list[Told]()
    with under_siege(commander.port, ["phones"], doors, told):
        time.sleep(seconds / 2)
        with under_siege(commander.port, kinds, doors, []):
            time.sleep(seconds)
    answers = told[0].counts
    refused = sum(number for counts in answers.values() for answer, number in counts.items()
                  if not answer.startswith(("2", "3")))  # fmt: skip
    p50, p95 = figures(told[0].times)
    print(f"    a deed and its page: p50 {p50 * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms; refused: {refused}"
          f"\n    {shown(told[0])}", flush=True)  # fmt: skip
    await_calm(process)
    return refused == 0 and len(answers) == 4


def main() -> int:
    """Quiet first, then every attack, then the honest hundred."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--only", default="", help="attacks with this in their names")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    attacks = {name: kinds for name, kinds in ATTACKS.items() if options.only in name}
    with tempfile.TemporaryDirectory() as folder:
        door, page, doors = prepare(Path(folder))
        with served(Path(folder)) as (port, process):
            commander = Commander(port, door, page)
            commander.looks_for(1)
            await_calm(process)
            quiet = figures(commander.looks_for(options.seconds))
            print(
                f"a commander's page from {COMMANDER} in quiet: p50 {quiet[0]:.1f} ms, "
                f"p95 {quiet[1]:.1f} ms; besieged from {ATTACKERS}; limit {MOST_TIMES:g} times",
                flush=True,
            )
            held = besieged(commander, process, doors, options.seconds, quiet, attacks)
            if not options.only:
                print(f"a hundred phones from {HALL}", flush=True)
                held = in_the_hall(commander, process, doors, 3 * options.seconds, []) and held
                print("a hundred phones while all of it goes on", flush=True)
                kinds = ATTACKS["all of it together"]
                held = in_the_hall(commander, process, doors, 3 * options.seconds, kinds) and held
        faults = (Path(folder) / "server.log").read_text(encoding="utf-8", errors="replace")
        print(f"tracebacks in the server's window: {faults.count('Traceback')}")
    print("held" if held and "Traceback" not in faults else "NOT HELD")
    return 0 if held and "Traceback" not in faults else 1


if __name__ == "__main__":
    sys.exit(main())

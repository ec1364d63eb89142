"""Thirty live streams and a storm of reloads: how quickly are other requests still answered?"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assistant.campaign.service import Service
from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger
from assistant.rules.book import Book
from assistant.rules.game import RingOfPower
from assistant.web import Address, StreamSettings, create_app
from assistant.web.server import Server, listen

STREAMS = 30
RELOADING = 5
LIMIT = 100.0
DEEDS_PER_SECOND = 5.0
PATHS = ("/health", "/")


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one page took, in milliseconds."""

    milliseconds: list[float]

    @property
    def figures(self) -> tuple[float, float, float]:
        """The median, the slowest of a hundred, and the slowest of all."""
        parts = statistics.quantiles(self.milliseconds, n=100)
        return parts[49], parts[98], max(self.milliseconds)


def serve(folder: Path, pipe: Connection) -> None:
    """The server in a process of its own, with campaigns in which something happens all the time."""
    with Ledger.open(folder / "campaigns.sqlite", who="bench") as ledger:
        ids = [ledger.create(f"Campaign {n}", "ring-of-power", {}, key=f"c{n}").id for n in range(3)]
        service = Service(ledger, RingOfPower(Book(scenario="", profiles={})))
        # Everybody comes from one address here, and nobody has joined.
        room = StreamSettings(guests=40, visitors=40, from_one_address=40)
        app = create_app(service, addresses=[Address("http://192.168.1.20:8090/", "wlan0")], streams=room)
        server = Server(app, listen("127.0.0.1", 0))
        over = threading.Event()

        def play() -> None:
            number = 0
            while not over.wait(1 / DEEDS_PER_SECOND):
                number += 1
                draft = Draft("move", f"Move {number}", "gm", {}, [], [], [])
                ledger.append(ids[number % 3], draft, key=f"d{number}")

        def wait_for_the_end() -> None:
            pipe.recv()
            over.set()
            server.stop()

        player = threading.Thread(target=play)
        player.start()
        threading.Thread(target=wait_for_the_end).start()
        pipe.send(server.port)
        server.run()
        player.join()


def ask(port: int, path: str) -> HTTPConnection:
    """A request on a connection of its own; whoever asked reads the answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={"Connection": "close"})
    return connection


def measure(port: int, seconds: float) -> dict[str, Timing]:
    """Ask for each page in turn, as a phone would, for a while."""
    times: dict[str, list[float]] = {path: [] for path in PATHS}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for path in PATHS:
            begun = time.perf_counter()
            connection = ask(port, path)
            with connection.getresponse() as answer:
                assert answer.status == 200, answer.status
                answer.read()
            connection.close()
            times[path].append((time.perf_counter() - begun) * 1000)
            time.sleep(0.01)
    return {path: Timing(measured) for path, measured in times.items()}


def crowd(port: int, pipe: Connection) -> None:
    """Thirty streams that are read, and browsers that reload without waiting; sends the count of reloads."""
    over = threading.Event()
    reloads = 0

    def listen_on(number: int) -> None:
        with ask(port, f"/stream?client=phone-{number}").getresponse() as answer:
            while not over.is_set() and answer.readline():
                pass

    listening = [threading.Thread(target=listen_on, args=(number,)) for number in range(STREAMS)]
    for thread in listening:
        thread.start()
    pipe.send("listening")
    while not pipe.poll(0.01):
        ask(port, f"/stream?client=reloading-{reloads % RELOADING}").close()
        reloads += 1
    over.set()
    for thread in listening:
        thread.join()
    pipe.send(reloads)


@contextmanager
def process(work: Callable[..., None], *given: object) -> Iterator[Connection]:
    """Work in a process of its own, and the pipe to it: load and measure share no interpreter."""
    ours, theirs = multiprocessing.Pipe()
    running = multiprocessing.get_context("spawn").Process(target=work, args=(*given, theirs))
    running.start()
    yield ours
    running.join()


def report(alone: dict[str, Timing], crowded: dict[str, Timing]) -> float:
    """Print both and their ratios; returns the slowest answer among the streams."""
    print(f"{'':16}{'no streams':>12}{'streams':>12}{'ratio':>8}")
    for path in PATHS:
        rows = zip(("p50", "p99", "max"), alone[path].figures, crowded[path].figures, strict=True)
        for label, before, after in rows:
            print(f"{path:8}{label + ', ms':8}{before:12.1f}{after:12.1f}{after / before:8.2f}")
    return max(timing.figures[2] for timing in crowded.values())


def main() -> int:
    """Measure without streams, then with them, on the same server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, process(serve, Path(folder)) as server:
        port: int = server.recv()
        measure(port, 0.5)
        alone = measure(port, options.seconds)
        with process(crowd, port) as load:
            load.recv()
            time.sleep(1)
            crowded = measure(port, options.seconds)
            load.send("stop")
            reloads: int = load.recv()
        server.send("stop")
    print(f"{STREAMS} streams, {DEEDS_PER_SECOND:g} deeds/s, {reloads} reloads by {RELOADING} browsers")
    worst = report(alone, crowded)
    print(f"the slowest answer took {worst:.1f} ms; the limit is {LIMIT:g} ms")
    return 1 if worst >= LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())

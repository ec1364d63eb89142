"""Live streams and a storm of reloads: how quickly do our server and waitress answer others?"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import selectors
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from _peers import SERVERS, serving

from assistant.campaign.service import Service
from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger
from assistant.rules.book import Book
from assistant.rules.game import RingOfPower
from assistant.web import Address, StreamSettings, create_app
from assistant.web.server import listen

STREAMS = (30, 600)
FILES = 4096
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


def serve(folder: Path, name: str, streams: int, pipe: Connection) -> None:
    """The server in a process of its own, with campaigns in which something happens all the time."""
    with Ledger.open(folder / "campaigns.sqlite", who="bench") as ledger:
        ids = [ledger.create(f"Campaign {n}", "ring-of-power", {}, key=f"c{n}").id for n in range(3)]
        service = Service(ledger, RingOfPower(Book(scenario="", profiles={})))
        # Everybody comes from one address here, and nobody has joined.
        most = streams + 2 * RELOADING
        room = StreamSettings(most=most, guests=most, visitors=most, from_one_address=most)
        app = create_app(service, addresses=[Address("http://192.168.1.20:8090/", "wlan0")], streams=room)
        server = serving(name, app, listen("127.0.0.1", 0), most)
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


def crowd(port: int, streams: int, pipe: Connection) -> None:
    """Streams that are read, and browsers that reload without waiting; sends the counts of both."""
    open_more_files()
    over, heard, reloads = threading.Event(), [0], 0
    links = [stream_of(port, number) for number in range(streams)]
    reading = threading.Thread(target=read_all, args=(links, over, heard))
    reading.start()
    pipe.send("listening")
    while not pipe.poll(0.01):
        ask(port, f"/stream?client=reloading-{reloads % RELOADING}").close()
        reloads += 1
    over.set()
    reading.join()
    pipe.send((reloads, heard[0]))


def stream_of(port: int, number: int) -> socket.socket:
    """A stream that has begun."""
    link = socket.create_connection(("127.0.0.1", port), 60)
    link.sendall(f"GET /stream?client=phone-{number} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    begun = b""
    while b"retry:" not in begun:
        part = link.recv(4096)
        assert part, begun
        begun += part
    return link


def read_all(links: Sequence[socket.socket], over: threading.Event, heard: list[int]) -> None:
    """Read what comes by all of them, and count the deeds that are told."""
    with selectors.DefaultSelector() as chosen, ExitStack() as opened:
        for link in links:
            chosen.register(opened.enter_context(link), selectors.EVENT_READ)
        while not over.is_set():
            for key, _ in chosen.select(0.2):
                assert isinstance(key.fileobj, socket.socket)
                heard[0] += key.fileobj.recv(65_536).count(b"event: deed")


def open_more_files() -> None:
    """Six hundred streams are as many files."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard) if hard > 0 else FILES, hard))


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


def compare(streams: int, seconds: float) -> float:
    """Both servers with so many streams; returns the slowest answer of ours."""
    slowest, crowded = dict[str, float](), dict[str, dict[str, Timing]]()
    for name in SERVERS:
        with tempfile.TemporaryDirectory() as folder, process(serve, Path(folder), name, streams) as server:
            port: int = server.recv()
            measure(port, 0.5)
            alone = measure(port, seconds)
            with process(crowd, port, streams) as load:
                load.recv()
                time.sleep(1)
                crowded[name] = measure(port, seconds)
                load.send("stop")
                reloads, heard = load.recv()
            server.send("stop")
        print(f"{name}: {streams} streams, {DEEDS_PER_SECOND:g} deeds/s, {heard} told, "
              f"{reloads} reloads by {RELOADING} browsers")  # fmt: skip
        slowest[name] = report(alone, crowded[name])
    ours, theirs = (crowded[name] for name in SERVERS)
    for path in PATHS:
        rows = zip(("p50", "p99", "max"), ours[path].figures, theirs[path].figures, strict=True)
        ratios = "   ".join(f"{label} {mine / other:5.2f}" for label, mine, other in rows)
        print(f"{path:8}{SERVERS[0]} to {SERVERS[1]} among {streams} streams: {ratios}")
    return slowest[SERVERS[0]]


def main() -> int:
    """Measure without streams, then with few and with many, on the same server."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    worst = [compare(streams, options.seconds) for streams in STREAMS]
    print(f"the slowest answer among {STREAMS[0]} streams took {worst[0]:.1f} ms; the limit is {LIMIT:g} ms")
    print(f"the slowest answer among {STREAMS[1]} streams took {worst[1]:.1f} ms")
    return 1 if worst[0] >= LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())

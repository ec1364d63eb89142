"""From a tap to fifteen browsers: our app beside a bare Flask, SQLite and stream pipeline, in one run."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import queue
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import urljoin

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from _peers import SERVERS, serving
from flask import Flask, Response, jsonify, request
from waitress.server import create_server  # type: ignore[import-untyped]

from assistant.campaign.crowd import seating
from assistant.campaign.passes import seat_passes
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.ledger.store import Ledger
from assistant.packs.load import load_both
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.web import Limits, StreamSettings, create_app
from assistant.web.server import listen

BROWSERS = 15
MOST_TIMES = 3.0
FACE = ".woff"
MOST_BYTES = 150_000
COMMANDER = "rohan"


def serve_ours(folder: Path, name: str, pipe: Connection) -> None:
    """The whole app with a ten-player game; a seat says that it is done, and that it is not after all."""
    game = RingOfPower(*load_both(effects=parameters()))
    with Ledger.open(folder / "campaigns.sqlite", who="bench") as ledger:
        service = Service(ledger, game)
        campaign = service.new("Bench", {"scenario": "war-of-the-ring"}, key="bench")
        seats = seating(game, 10)
        service.begin(campaign, "begin-game", encode(BeginGame(seats)), actor="gm", key="begin")
        mine = next(seat.id for seat in seats if COMMANDER in seat.commanders)
        codes = seat_passes(ledger, campaign, seats)
        room = StreamSettings(guests=40, visitors=40, from_one_address=40)
        app = create_app(service, addresses=[], streams=room, limits=Limits(deeds_at_once=10_000))
        server = serving(name, app, listen("127.0.0.1", 0), BROWSERS)

        def wait_for_the_end() -> None:
            pipe.recv()
            server.stop()

        threading.Thread(target=wait_for_the_end, daemon=True).start()
        pipe.send((server.port, f"/j/{next(one.code for one in codes if one.seat == mine)}", campaign.id))
        server.run()


def serve_bare(folder: Path, pipe: Connection) -> None:
    """As little as it takes: one table, one commit, one queue per stream."""
    app, streams, guard = Flask("bare"), list[queue.Queue[int]](), threading.Lock()
    database = sqlite3.connect(folder / "bare.sqlite", check_same_thread=False, isolation_level=None)
    database.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")
    database.execute("CREATE TABLE deed (seq INTEGER PRIMARY KEY, body TEXT)")

    @app.post("/deeds")
    def deed() -> Response:
        with guard:
            done = database.execute("INSERT INTO deed (body) VALUES (?)", (json.dumps(request.get_json()),))
            for stream in streams:
                stream.put(done.lastrowid or 0)
        return jsonify(seq=done.lastrowid)

    @app.get("/stream")
    def stream() -> Response:
        mine: queue.Queue[int] = queue.Queue()
        streams.append(mine)

        def follow() -> Iterator[str]:
            yield "retry: 2000\n\n"
            while True:
                yield f'event: deed\ndata: {{"seq": {mine.get()}}}\n\n'

        return Response(follow(), mimetype="text/event-stream")

    server = create_server(app, host="127.0.0.1", port=0, threads=64, channel_request_lookahead=1)
    pipe.send((server.effective_port, "", ""))
    threading.Thread(target=server.run, daemon=True).start()
    pipe.recv()


@contextmanager
def process(work: Callable[..., None], *given: object) -> Iterator[Connection]:
    """Work in a process of its own, and the pipe to it: load and measure share no interpreter."""
    ours, theirs = multiprocessing.Pipe()
    running = multiprocessing.get_context("spawn").Process(target=work, args=(*given, theirs))
    running.start()
    yield ours
    ours.send("stop")
    running.join()


class Browsers:
    """Fifteen streams, and the moment at which each heard of the last deed."""

    def __init__(self, port: int) -> None:
        self.heard: queue.Queue[float] = queue.Queue()
        self.connections = [HTTPConnection("127.0.0.1", port, timeout=60) for _ in range(BROWSERS)]
        for number, connection in enumerate(self.connections):
            connection.request("GET", f"/stream?client=browser-{number}")
            answer = connection.getresponse()
            assert answer.readline().startswith(b"retry")
            threading.Thread(target=self.read, args=(answer,), daemon=True).start()

    def read(self, answer: object) -> None:
        """Note the time of every deed."""
        for line in answer:  # type: ignore[attr-defined]
            if line.startswith(b"event: deed"):
                self.heard.put(time.perf_counter())

    def last(self) -> float:
        """When the last of them has heard."""
        return max(self.heard.get(timeout=30) for _ in range(BROWSERS))


def tap(connection: HTTPConnection, path: str, body: object, headers: dict[str, str]) -> None:
    """One command, answered."""
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **headers})
    with connection.getresponse() as answer:
        told = answer.read()
        assert answer.status == 200, told


def measured(port: int, taps: int, send: Callable[[HTTPConnection, int], None]) -> list[float]:
    """Milliseconds from each tap to the last of the browsers."""
    browsers, connection = Browsers(port), HTTPConnection("127.0.0.1", port, timeout=30)
    times: list[float] = []
    for number in range(taps + 5):
        begun = time.perf_counter()
        send(connection, number)
        times.append((browsers.last() - begun) * 1000)
        time.sleep(0.02)
    return times[5:]


def come_in(port: int, door: str) -> dict[str, str]:
    """The cookie that a seat's code brings."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", door)
    answer = connection.getresponse()
    answer.read()
    return {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}


def say_done(campaign: str, cookie: dict[str, str], way: HTTPConnection, number: int) -> None:
    """A seat is done, or not done after all."""
    setup = {"kind": "say-done", "commanders": [COMMANDER], "done": number % 2 == 0}
    body = {"kind": "say-done", "setup": setup, "key": f"tap-number-{number}"}
    tap(way, f"/api/v1/campaigns/{campaign}/deeds", body, cookie)


def weigh(port: int, campaign: str, headers: dict[str, str]) -> int:
    """The bytes of a phone's first page with all its styles and scripts."""
    waiting, known, total = [f"/c/{campaign}/seat"], set[str](), 0
    while waiting:
        path = waiting.pop()
        if path in known:
            continue
        known.add(path)
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as answer:
            text = answer.read()
            assert answer.status == 200, path
        total += len(text)
        if not path.endswith(FACE):
            waiting += named_in(text.decode(), path)
    return total


def named_in(text: str, path: str) -> Iterator[str]:
    """Styles, scripts and pictures that a page or a script asks for."""
    for before in ('href="/static', 'src="/static', 'from "./', 'import "./', 'url("', 'new URL("'):
        for part in text.split(before)[1:]:
            name = before[before.index('"') + 1 :] + part.split('"')[0]
            # A browser fetches a face of a style sheet once a letter is set in it; pages name what they need.
            if before != 'url("' or not name.endswith(FACE):
                yield name if name.startswith("/") else urljoin(path, name)


def main() -> int:
    """Measure both, side by side, and weigh a phone's page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=100)
    options = parser.parse_args()
    figures: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        with process(serve_bare, Path(folder)) as bare:
            port, _, _ = bare.recv()
            figures["bare"] = measured(
                port, options.taps, lambda way, number: tap(way, "/deeds", {"number": number}, {})
            )
        for name in SERVERS:
            with process(serve_ours, Path(folder) / name, name) as served:
                port, door, campaign = served.recv()
                cookie = come_in(port, door)
                figures[name] = measured(port, options.taps, partial(say_done, campaign, cookie))
                weight = weigh(port, campaign, cookie)
    print(f"{options.taps} taps, to the last of {BROWSERS} browsers, in milliseconds")
    rows = {name: statistics.quantiles(times, n=100) for name, times in figures.items()}
    for label, at in (("p50", 49), ("p95", 94), ("p99", 98)):
        least, ours, theirs = (rows[name][at] for name in ("bare", *SERVERS))
        print(f"{label:6}bare {least:8.1f}   ours {ours:8.1f}   ratio {ours / least:6.2f}   "
              f"on waitress {theirs:8.1f}   ours to that {ours / theirs:6.2f}")  # fmt: skip
    ratio = rows["uvicorn"][94] / rows["bare"][94]
    print(f"p95 within {MOST_TIMES:g} times: {'yes' if ratio <= MOST_TIMES else 'NO'}")
    print(f"a phone's first page: {weight / 1000:.0f} kB (limit {MOST_BYTES / 1000:.0f} kB)")
    return 0 if ratio <= MOST_TIMES and weight <= MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())

"""So many requests at one hall, each answer judged, and the record looked through in the end."""

from __future__ import annotations

import gc
import gzip
import os
import random
import re
import statistics
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from assistant.rules.game import RingOfPower
from tests.fuzz.asking import Asked, Asker
from tests.fuzz.costing import Moment, Slow
from tests.fuzz.drawing import Drawer
from tests.fuzz.hall import Hall, hall
from tests.fuzz.judging import SHOWN, Judge

ANEW, LOOK, PLAIN = 2_000, 40, 100
"""After so many requests: another game, what lives is looked up, a plain page is asked."""
MOST_TOLD = 600


@dataclass
class Tally:
    """What was asked and answered."""

    requests: int = 0
    roles: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    endpoints: Counter[str] = field(default_factory=Counter)
    answers: str = ""
    """A mark of all that was asked and how it was answered: equal where two runs are."""
    faults: list[str] = field(default_factory=list)
    plain: list[float] = field(default_factory=list)
    slowest: dict[str, Slow] = field(default_factory=dict)

    def note(self, asked: Asked, endpoint: str, status: int, seconds: float) -> None:
        """One answer; of all that took long only the longest of its kind is kept."""
        self.requests += 1
        self.roles[asked.who.role] += 1
        self.statuses[status] += 1
        self.endpoints[endpoint] += 1
        one = f"{self.answers} {asked.told} {status}"
        self.answers = sha256(one.encode(errors="surrogatepass")).hexdigest()
        if endpoint not in self.slowest or seconds > self.slowest[endpoint].seconds:
            self.slowest[endpoint] = Slow(seconds, asked.told[:MOST_TOLD])

    def add(self, other: Tally) -> None:
        """Those of another run beside these."""
        self.requests += other.requests
        self.roles += other.roles
        self.statuses += other.statuses
        self.endpoints += other.endpoints
        self.faults += other.faults
        self.plain += other.plain
        for name, slow in other.slowest.items():
            known = self.slowest.get(name, slow)
            self.slowest[name] = max(slow, known, key=lambda one: one.seconds)

    @property
    def plain_seconds(self) -> float:
        """What a plain page took, as a rule."""
        return statistics.median(self.plain) if self.plain else 0.0


class Run:
    """Requests at one hall."""

    def __init__(self, at: Hall, seed: int) -> None:
        self.hall, self.random = at, Random(seed)
        self.drawer = Drawer(self.random, at.names())
        self.asker, self.judge = Asker(at, self.drawer), Judge(at.app)
        self.tally = Tally()
        self.asked = 0

    def go(self, requests: int, looks_through: bool = True) -> Tally:
        """Ask until so many were asked; what is wrong is in the tally."""
        while self.tally.requests < requests:
            if self.asked % ANEW == ANEW - 1:
                self.hall.begin_anew()
            self.go_on(1)
        if looks_through:
            self.tally.faults += self.hall.faults_of_record()
        return self.tally

    def go_on(self, draws: int) -> None:
        """So many draws more in the same game."""
        for _ in range(draws):
            self.asked += 1
            if self.asked % LOOK == 1:
                self.hall.tend()
                self.drawer.pools = self.hall.names()
            if self.asked % PLAIN == 1:
                self.ask_plainly()
            self.ask(self.asker.draw())

    def warm_up(self, wholly: bool = False) -> None:
        """The first look at each page after a start, at which templates and charts are read: not counted.

        `wholly` also once at everything that is printed and drawn.
        """
        blank = "<campaign>"
        for rule in self.asker.rules:
            if "GET" in (rule.methods or ()) and "<" not in rule.rule.replace(blank, ""):
                for who in (self.hall.master, self.hall.people[1]):
                    who.client.get(rule.rule.replace(blank, self.hall.campaign.id)).close()
        if wholly:
            self._do_all_that_is_long()
        # As the server does before it serves: what is there from the start is not looked through again.
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _do_all_that_is_long(self) -> None:
        campaign, api = self.hall.campaign.id, f"/api/v1/campaigns/{self.hall.campaign.id}"
        papers = self.hall.master.client.get(f"/c/{campaign}/papers").get_data(as_text=True)
        layers = [f"/c/{campaign}/map/{table}/layer" for table in self.hall.game.scenario.tables]
        for address in (*re.findall(r'href="([^"]+\.pdf)"', papers), *layers, f"{api}/export"):
            self.hall.master.client.get(address).close()
        commands: list[tuple[str, dict[str, Any]]] = [
            *((f"contacts/{one}/odds", {"what_if": True}) for one in self.hall.contacts()),
            ("set-out", {"key": "long-set-out"}),
            ("backups", {"key": "long-backup"}),
            ("what-if", {"key": "long-what-if"}),
        ]
        for path, said in commands:
            self.hall.master.client.post(f"{api}/{path}", json=said).close()

    def look_on(self, requests: int) -> None:
        """Pages and lists only, so that nothing is added to what the server has to remember."""
        for _ in range(requests):
            self.ask(self.asker.page())

    def ask(self, asked: Asked) -> TestResponse | None:
        """Send one request and judge its answer."""
        begun = Moment.now()
        try:
            answer = self._sent(asked)
            text = read(answer)
        except UnsendableError:
            return None
        except Exception as error:
            self.tally.faults.append(f"{asked.told}\n  raised {error!r}")
            return None
        seconds = begun.cost()
        endpoint = self._endpoint(asked)
        self.tally.note(asked, endpoint, answer.status_code, seconds)
        for fault in self.judge.faults(asked, endpoint, answer, text):
            self.tally.faults.append(f"{asked.told}\n  {fault}")
        if answer.mimetype == "text/html" and answer.status_code == 200:
            asked.who.look(text)
        answer.close()
        return answer

    def _sent(self, asked: Asked) -> TestResponse:
        headers = dict(asked.headers)
        address = {"REMOTE_ADDR": f"10.0.{self.random.randrange(200)}.{self.random.randrange(200)}"}
        if host := headers.pop("Host", None):
            address["HTTP_HOST"] = host
        try:
            ["".join((name, value)).encode("latin-1") for name, value in headers.items()]
        except UnicodeError as error:
            raise UnsendableError from error
        return asked.who.client.open(
            asked.path,
            method=asked.method,
            query_string=asked.query,
            headers=headers,
            data=asked.body,
            content_type=asked.kind or None,
            environ_overrides=address,
        )

    def _endpoint(self, asked: Asked) -> str:
        try:
            found, _ = self.hall.app.url_map.bind("localhost").match(asked.path, method=asked.method)
        except HTTPException:
            return "none"
        except Exception:
            return asked.endpoint
        return str(found)

    def ask_plainly(self) -> None:
        """A page that many look at all the time: what others take is measured by it."""
        who = next(one for one in self.hall.people if one.role.startswith("seat-"))
        page = f"/c/{self.hall.campaign.id}/seat"
        # Once before, for what is worked out for the first time.
        who.client.get(page)
        begun = Moment.now()
        who.client.get(page)
        self.tally.plain.append(begun.cost())


def read(answer: TestResponse) -> str:
    """What was answered, as text; news has no end, so nobody waits for it."""
    if answer.mimetype == "text/event-stream":
        return ""
    data = answer.get_data()
    if answer.content_encoding == "gzip":
        data = gzip.decompress(data)
    return data.decode("utf-8" if (answer.mimetype or "").startswith(SHOWN) else "latin-1")


class UnsendableError(Exception):
    """A request that no client could send."""


@contextmanager
def run(folder: Path, game: RingOfPower, seed: int) -> Iterator[Run]:
    """A run at a hall of its own; the same seed asks the same again, of a program that draws the same."""
    drawn = Random(f"the program with {seed}")
    with pytest.MonkeyPatch.context() as patched:
        # Dice, codes and ids are all made of these.
        patched.setattr(os, "urandom", drawn.randbytes)
        patched.setattr(random, "_urandom", drawn.randbytes)
        with hall(folder, game) as at:
            begun = Run(at, seed)
            with closing(begun.judge.log):
                yield begun

"""Long tasks stand in line: who plays comes first, and among the others everybody has a fair turn."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.web import Limits, create_app
from assistant.web.claims import Claimant
from assistant.web.line import GIVES_WAY_SECONDS, LONGEST_REST, Busy, Line
from tests.web.conftest import KEYS
from tests.web.table import Visitor
from tests.web.test_quick import battle

Come = Callable[..., Visitor]
ANNA, BEN = Claimant("Anna", has_joined=True), Claimant("Ben", has_joined=True)
ONE, OTHER = Claimant("10.0.0.1"), Claimant("10.0.0.2")
LIMITS = Limits()


class Hall:
    """Tasks that end when they are told to; what was begun is known in order."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.begun: list[str] = []
        self._ends: dict[str, threading.Event] = {}
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()

    def asks(self, of: Claimant, name: str) -> None:
        """A task in a thread of its own, that stands in the line when this returns."""
        self._ends[name] = threading.Event()
        inside = self._inside()
        thread = threading.Thread(target=self._work, args=(of, name))
        self._threads.append(thread)
        thread.start()
        self._await(lambda: self._inside() > inside)

    def ends(self, name: str) -> None:
        """This task is over, and whoever comes next has begun."""
        inside = self._inside()
        self._ends[name].set()
        self._await(lambda: self._inside() < inside)

    def has_begun(self, *names: str) -> bool:
        """Whether just these have begun, in this order."""
        with suppress(TimeoutError):
            self._await(lambda: len(self.begun) >= len(names))
        return self.begun == [*names]

    def close(self) -> None:
        for end in self._ends.values():
            end.set()
        for thread in self._threads:
            thread.join()

    def _work(self, of: Claimant, name: str) -> None:
        with self.line.place_for(of):
            with self._changed:
                self.begun.append(name)
                self._changed.notify_all()
            self._ends[name].wait(10)
        with self._changed:
            self._changed.notify_all()

    def _inside(self) -> int:
        return len(self.line)

    def _await(self, is_so: Callable[[], bool]) -> None:
        with self._changed:
            for _ in range(500):
                if is_so():
                    return
                self._changed.wait(0.01)
        raise TimeoutError


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A line with room for one task of a visitor and one of a seat."""
    opened = Hall(Line(LIMITS))
    yield opened
    opened.close()


def test_a_seat_does_not_wait_for_visitors(hall: Hall) -> None:
    for number in range(3):
        hall.asks(ONE, f"visitor {number}")
    hall.asks(ANNA, "Anna")
    assert hall.has_begun("visitor 0", "Anna")


def test_visitors_of_two_addresses_take_turns_however_many_one_of_them_sends(hall: Hall) -> None:
    for number in range(3):
        hall.asks(ONE, f"one {number}")
    hall.asks(OTHER, "other 0")
    hall.asks(OTHER, "other 1")
    order = ["one 0", "other 0", "one 1", "other 1", "one 2"]
    for at, name in enumerate(order):
        assert hall.has_begun(*order[: at + 1])
        hall.ends(name)


def test_seats_take_turns_too_and_come_before_visitors(hall: Hall) -> None:
    for number in range(3):
        hall.asks(ANNA, f"Anna {number}")
    hall.asks(ONE, "visitor")
    hall.asks(BEN, "Ben")
    assert hall.has_begun("Anna 0", "Anna 1")
    hall.ends("Anna 0")
    assert hall.has_begun("Anna 0", "Anna 1", "Ben")
    hall.ends("Anna 1")
    assert hall.has_begun("Anna 0", "Anna 1", "Ben", "Anna 2")


def test_one_address_has_few_places_and_others_are_let_in() -> None:
    line = Line(Limits(long_tasks_of_visitors_at_once=20, long_tasks_at_once=20))
    with ExitStack() as inside:
        for _ in range(LIMITS.long_tasks_each):
            inside.enter_context(line.place_for(ONE))
        with pytest.raises(Busy), line.place_for(ONE):
            pass
        inside.enter_context(line.place_for(OTHER))
    with line.place_for(ONE):
        assert len(line) == 1


def test_half_of_the_line_is_for_those_who_have_nobody_in_it_and_it_has_an_end() -> None:
    line = Line(Limits(long_tasks_of_visitors_at_once=20, long_tasks_at_once=20))
    with ExitStack() as inside:
        for number in range(6):
            inside.enter_context(line.place_for(Claimant(f"10.0.0.{number // 3}")))
        with pytest.raises(Busy), line.place_for(Claimant("10.0.0.0")):
            pass
        for number in range(6):
            inside.enter_context(line.place_for(Claimant(f"10.0.1.{number}")))
        with pytest.raises(Busy), line.place_for(Claimant("10.0.2.1")):
            pass
        inside.enter_context(line.place_for(ANNA))


def test_whose_turn_does_not_come_in_time_is_told_so(hall: Hall) -> None:
    line = Line(Limits(seconds_in_line=0))
    with line.place_for(ONE), pytest.raises(Busy), line.place_for(OTHER):
        pass
    with line.place_for(OTHER):
        assert len(line) == 1


def test_nothing_is_begun_for_whoever_has_gone_while_waiting() -> None:
    line = Line(LIMITS)
    with pytest.raises(Busy), line.place_for(ONE, is_there=lambda: False):
        raise AssertionError
    assert len(line) == 0


class Quiet(threading.Event):
    """Tells how long somebody was ready to wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waited: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waited.append(timeout)
        return False


@pytest.mark.parametrize(("of", "waited"), [(ONE, [GIVES_WAY_SECONDS]), (ANNA, [])])
def test_a_visitor_lets_the_pages_of_players_go_first(of: Claimant, waited: list[float]) -> None:
    line, quiet = Line(LIMITS), Quiet()
    with line.place_for(of, quiet=quiet):
        assert len(line) == 1
    assert quiet.waited == waited


@pytest.mark.parametrize(("of", "rested"), [(ONE, [0.0, 0.2, LONGEST_REST]), (ANNA, [])])
def test_between_long_tasks_of_visitors_the_laptop_rests(of: Claimant, rested: list[float]) -> None:
    now, slept = [1000.0], list[float]()
    line, quiet = Line(LIMITS, lambda: now[0], slept.append), Quiet()
    for seconds in (0.1, 60.0, 0.1):
        with line.place_for(of, quiet=quiet):
            now[0] += seconds
    assert slept == pytest.approx(rested)


@pytest.mark.parametrize(
    "path", ["/rules?find=elite", "/terms?find=wounded"], ids=["a search", "a search of terms"]
)
def test_a_visitor_who_finds_the_line_full_is_told_when_to_try_again(
    path: str, played: Service, trial: Campaign
) -> None:
    app = create_app(played, addresses=[], keys=KEYS, limits=Limits(long_tasks=1, seconds_in_line=0))
    door: Any = app.extensions["assistant-turnstile"]
    with door.line.place_for(ANNA):
        refused = app.test_client().get(path)
        quick = app.test_client().post("/api/v1/quick", json={"battle": battle()})
    assert refused.status_code == quick.status_code == 503
    assert refused.headers["Retry-After"] == quick.headers["Retry-After"] == "2"
    assert "The assistant is busy with other long tasks." in refused.text
    assert quick.get_json()["error"]["code"] == "busy"
    assert app.test_client().get(path).status_code == 200


KEY = {"key": "a-long-task"}
SHUT: dict[str, tuple[str, str, dict[str, Any] | None]] = {
    "quick.step": ("POST", "/quick/step", {"battle": battle()}),
    "api.quick": ("POST", "/api/v1/quick", {"battle": battle()}),
    "api.demo": ("POST", "/api/v1/demo", KEY),
    "papers.sheet": ("GET", "/c/trial/papers/roster.pdf", None),
    "papers.seat_chart": ("GET", "/c/trial/papers/charts/seat-6.pdf", None),
    "maps.layer": ("GET", "/c/trial/map/south/layer", None),
    "api.set_out": ("POST", "/api/v1/campaigns/trial/set-out", KEY),
    "api.arrivals": ("POST", "/api/v1/campaigns/trial/arrivals", KEY),
    "api.contact_odds": ("POST", "/api/v1/campaigns/trial/contacts/opening-1/odds", {}),
}


@pytest.mark.parametrize("endpoint", SHUT)
def test_every_long_task_stands_in_line(endpoint: str, played: Service, trial: Campaign) -> None:
    app = create_app(played, addresses=[], keys=KEYS, limits=Limits(long_tasks=1, seconds_in_line=0))
    client, door = app.test_client(), app.extensions["assistant-turnstile"]
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    method, path, body = SHUT[endpoint]
    with door.line.place_for(ANNA):
        assert client.open(path, method=method, json=body).status_code == 503
    assert client.open(path, method=method, json=body).status_code == 200

"""What takes too long is told: whether it works or only waits, and whatever else the machine does."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from flask import Response

from tests.fuzz.asking import Asked
from tests.fuzz.conftest import Begin
from tests.fuzz.costing import NOISE, Moment, too_slow

NAP = 3 * NOISE


def nap() -> None:
    threading.Event().wait(NAP)


def work() -> None:
    end = time.process_time() + NAP
    while time.process_time() < end:
        pass


@contextmanager
def a_busy_machine() -> Iterator[None]:
    """So many programs that work without end that nobody gets more than a part of a processor."""
    with ExitStack() as stack:
        for _ in range(6):
            other = stack.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            stack.callback(other.kill)
        yield


@pytest.mark.parametrize("does", [nap, work])
def test_an_answer_that_takes_too_long_is_told(does: object, begin: Begin) -> None:
    run = begin(7)

    def slow(**parts: str) -> Response:
        assert callable(does)
        does()
        return Response("At last.")

    run.warm_up()
    run.hall.app.view_functions["desk.fights"] = slow
    for _ in range(3):
        run.ask_plainly()
        run.ask(Asked(run.hall.master, "GET", f"/c/{run.hall.campaign.id}/board"))
    assert [*too_slow(run.tally.slowest, run.tally.plain_seconds)] == []
    run.ask(Asked(run.hall.master, "GET", f"/c/{run.hall.campaign.id}/fights"))
    (told,) = too_slow(run.tally.slowest, run.tally.plain_seconds)
    assert told.startswith("desk.fights took ")


def test_a_busy_machine_makes_no_answer_slow() -> None:
    with a_busy_machine():
        begun = Moment.now()
        work()
        assert NAP <= begun.cost() < NAP + NOISE

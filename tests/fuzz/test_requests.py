"""Two thousand requests of everybody: whatever is sent, no page breaks and the record stays sound."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from flask import Response

from assistant.kernel.errors import Illegal
from tests.fuzz.asking import JSON, Asked
from tests.fuzz.conftest import Begin
from tests.fuzz.drawing import MARK
from tests.fuzz.playing import Run, Tally

SEEDS, EACH = (1, 2, 3, 4), 500


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_anybody_sends_nothing_breaks_and_the_record_stays_sound(seed: int, begin: Begin) -> None:
    run = begin(seed)
    tally = run.go(EACH)
    assert tally.faults == []
    assert tally.requests == EACH
    assert {one.role for one in run.hall.people} <= tally.roles.keys()
    # The requests come through to what they are about: they do not all end at the door.
    assert tally.statuses[200] > EACH / 10
    assert tally.statuses[409] > EACH / 20
    assert len(tally.endpoints) > 50


def test_the_same_seed_asks_and_is_answered_the_same(begin: Begin) -> None:
    first, second = begin(5).go(60), begin(5).go(60)
    assert first.answers == second.answers
    assert begin(6).go(60).answers != first.answers


# ---- the judge sees what is wrong ----------------------------------------------------------------------


def judged(run: Run, answer: Response | Exception) -> Tally:
    """What is said of a state of the game that is told so, or that breaks."""

    def broken(**parts: str) -> Response:
        if isinstance(answer, Exception):
            raise answer
        return answer

    run.hall.app.view_functions["api.campaign"] = broken
    run.ask(Asked(run.hall.master, "GET", f"/api/v1/campaigns/{run.hall.campaign.id}"))
    return run.tally


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        ('{"turn": []}', "application/json", "not as the document says"),
        ('{"turn": NaN}', "application/json", "no JSON"),
        ("Traceback (most recent call last)", "text/plain", "spilled"),
        ("KeyError('figure')", "text/html", "spilled"),
        (f"<p>{MARK}", "text/html", "raw"),
    ],
)
def test_an_answer_that_is_wrong_is_a_fault(text: str, kind: str, told: str, begin: Begin) -> None:
    (fault,) = judged(begin(7), Response(text, mimetype=kind)).faults
    assert told in fault


def test_a_page_that_breaks_is_a_fault_with_its_traceback(begin: Begin) -> None:
    faults = judged(begin(7), ZeroDivisionError("the fuzz")).faults
    assert any("status 500" in one for one in faults)
    assert any("Traceback" in one for one in faults)


@pytest.mark.parametrize(
    ("code", "is_fault"),
    [
        ("damaged-database", True),
        ("database-trouble", True),
        ("database-busy", True),
        ("ledger-closed", True),
        ("busy", False),
        ("odds-busy", False),
    ],
)
@pytest.mark.parametrize("page", ["/c/{}/board", "/api/v1/campaigns/{}"])
def test_only_who_asks_too_much_at_once_may_be_put_off(
    code: str, is_fault: bool, page: str, begin: Begin
) -> None:
    def refused(**parts: str) -> Response:
        raise Illegal(code, "Not now.")

    run = begin(7)
    run.hall.app.view_functions |= {"board.board": refused, "api.campaign": refused}
    run.ask(Asked(run.hall.master, "GET", page.format(run.hall.campaign.id)))
    assert run.tally.statuses[503] == 1
    assert bool(run.tally.faults) == is_fault


def test_a_page_that_is_not_there_now_and_says_no_code_is_a_fault(begin: Begin) -> None:
    faults = judged(begin(7), Response("Come again.", 503, mimetype="text/html")).faults
    assert any("status 503" in one for one in faults)


def test_what_breaks_out_of_sight_is_a_fault_with_its_traceback(begin: Begin) -> None:
    def broken(campaign: str, seq: int) -> None:
        raise ZeroDivisionError("the fuzz")

    run = begin(7)
    run.hall.ledger.subscribe(broken)
    # Who listens is told after the answer, and before the next is written.
    for verb in ("undo", "redo"):
        said = json.dumps({"key": f"out-of-sight-{verb}"}).encode()
        path = f"/api/v1/campaigns/{run.hall.campaign.id}/{verb}"
        run.ask(Asked(run.hall.master, "POST", path, body=said, kind=JSON))
    assert run.tally.statuses == {200: 2}
    assert "Traceback" in run.tally.faults[0]


def test_a_record_that_was_changed_is_a_fault(begin: Begin) -> None:
    run = begin(7)
    assert [*run.hall.faults_of_record()] == []
    with closing(sqlite3.connect(run.hall.ledger.path, isolation_level=None)) as other:
        for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            other.execute(f"DROP TRIGGER {name}")
        other.execute("UPDATE entry SET title = 'Nothing happened' WHERE seq = 9")
    assert [*run.hall.faults_of_record()]

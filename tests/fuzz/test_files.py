"""Files that the command line reads, spoiled: each is taken or refused in a sentence, and nothing hangs."""

from __future__ import annotations

import shutil
from pathlib import Path

import click
import pytest

from assistant.rules.game import RingOfPower
from tests.fuzz.files import Desk, faults_of, run_command

EACH = {
    "battle": 100,
    "result": 30,
    "positions": 80,
    "roster sheet": 20,
    "packs": 25,
    "export": 30,
    "backup": 25,
    "database": 25,
}


@pytest.fixture
def desk(tmp_path: Path, war: RingOfPower) -> Desk:
    """Sound files, and a place to spoil them."""
    return Desk(tmp_path / "desk", war, seed=1)


@pytest.mark.parametrize("kind", EACH)
def test_a_spoiled_file_is_taken_or_refused_in_a_sentence(kind: str, desk: Desk) -> None:
    told = desk.go(kind, EACH[kind])
    assert told.faults == []
    assert told.files[kind] == EACH[kind]
    # Some are too little spoiled to be refused, and so what reads them goes on to do something.
    assert {"0", "2"} <= {one.rpartition(": ")[2] for one in told.ends}


def test_every_kind_of_file_is_spoiled(desk: Desk) -> None:
    assert EACH.keys() == desk.ways.keys()


def test_a_command_that_breaks_is_a_fault_with_its_traceback(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(_: click.Context) -> None:
        raise ZeroDivisionError("the fuzz")

    monkeypatch.setattr(click.Command, "invoke", lambda *_: break_down(*_[1:]))
    (fault,) = desk.go("battle", 1).faults
    assert "exit code 1" in fault
    assert "ZeroDivisionError" in fault


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        ((1, "", "Something went wrong."), "exit code 1"),
        ((0, "<class 'int'>", ""), "spilled"),
        ((2, "", ""), "without a word"),
        ((2, "half of it", "No."), "and yet it printed"),
    ],
)
def test_a_command_that_ends_so_is_at_fault(ended: tuple[int, str, str], told: str) -> None:
    assert [told in one for one in faults_of(["resolve", "a.json"], *ended)] == [True]


def test_what_works_on_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def work(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("tests.fuzz.files.LONGEST", 0.05)
    monkeypatch.setattr(click.Command, "invoke", work)
    code, _, err = run_command(["forces", str(tmp_path / "figures.csv")])
    assert (code, "no end" in err) == (-1, True)


def test_whatever_went_wrong_is_kept_to_be_tried_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.files.run_command", lambda words: (1, "", "It broke."))
    (fault,) = desk.go("positions", 1).faults
    kept = Path(fault.rpartition(" ")[2])
    assert [*kept.iterdir()]
    shutil.rmtree(kept)

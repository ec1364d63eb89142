"""Files that the command line reads, spoiled: each is taken or refused in a sentence, and nothing hangs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from assistant.cli import cli
from assistant.cli.common import DATABASE
from assistant.packs.where import DEFAULT_SCENARIO, home
from assistant.rules.game import RingOfPower
from assistant.web.keys import FILE as KEYS
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
    "demo": 12,
    "keys": 30,
}
FOLDERS = {"instance", "rosters"}
"""In which folder a command looks: what lies there is spoiled file by file."""
UNREAD = {"README.md"}
"""What lies in those folders for people alone."""


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


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, war: RingOfPower) -> tuple[Desk, list[list[str]]]:
    """A desk at which many files of each kind were spoiled, and the commands that would have read them."""
    ran: list[list[str]] = []

    def note(words: list[str], typed: str) -> tuple[int, str, str]:
        ran.append([*words, *typed.split()])
        return 0, "", ""

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tests.fuzz.files.run_command", note)
        desk = Desk(tmp_path_factory.mktemp("desk") / "desk", war, seed=1)
        for kind in desk.ways:
            desk.go(kind, 60)
    return desk, ran


def test_every_file_that_a_command_takes_is_spoiled(drawn: tuple[Desk, list[list[str]]]) -> None:
    desk, ran = drawn
    taken = {one for words in ran for one in taken_by(words, str(desk.folder))}
    assert {*declared(cli)} - taken == set()
    assert any("measure" in words for words in ran if words[:2] == ["campaign", "play"])
    assert EACH.keys() == desk.ways.keys()


def test_every_file_that_lies_where_commands_look_is_spoiled(drawn: tuple[Desk, list[list[str]]]) -> None:
    desk, _ = drawn
    folders = (home() / "scenarios" / DEFAULT_SCENARIO, home() / "rosters")
    lying = {one.name for folder in folders for one in folder.iterdir()} - UNREAD
    # The record of a demo is an export: it is spoiled under another name.
    lying = lying - {"demo.jsonl"} | {"campaign.jsonl", DATABASE, KEYS}
    alike = {one for one in lying if one.endswith(".toml")}
    assert lying - alike - desk.spoiled == set()
    # Of many that are alike chance does not come to each.
    assert len(alike & desk.spoiled) > len(alike) / 2


def declared(group: click.Group, above: str = "") -> Iterator[str]:
    """Every parameter of the command line that is a file to be read, after its command."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from declared(command, f"{above}{name} ")
            continue
        for one in command.params:
            is_written = "-o" in one.opts or one.name in FOLDERS
            if isinstance(one.type, click.Path) and not is_written:
                yield f"{above}{name} {one.name}"


def taken_by(words: list[str], folder: str) -> Iterator[str]:
    """Which parameters of a command line got something that lies in this folder."""
    command: click.Command | None = cli
    name, rest = "", words
    while isinstance(command, click.Group):
        name, command, rest = (
            f"{name}{rest[0]} ",
            command.get_command(click.Context(command), rest[0]),
            rest[1:],
        )
    assert command is not None
    parsed = command.make_context("", [*rest], resilient_parsing=True).params
    yield from (f"{name}{key}" for key, said in parsed.items() if folder in str(said))


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
    monkeypatch.setattr("tests.fuzz.files.run_command", lambda words, typed: (1, "", "It broke."))
    (fault,) = desk.go("positions", 1).faults
    kept = Path(fault.rpartition(" ")[2])
    assert [*kept.iterdir()]
    shutil.rmtree(kept)

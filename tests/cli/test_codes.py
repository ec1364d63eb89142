"""`assistant campaign codes`: the codes of the seats in the terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from assistant.cli import main
from assistant.cli.common import open_service


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main([*arguments])
    return capsys.readouterr().out


@pytest.fixture
def where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """A campaign with three players who have sat down."""
    from assistant.campaign.founding import Player, found

    with open_service(tmp_path, who="the tests") as service:
        found(service, "Summer", [Player("Anna", "rohan"), Player("Ben"), Player()], {}, key="summer")
    return ("--instance", str(tmp_path))


def test_every_seat_and_the_projector_has_its_code(
    where: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(capsys, "campaign", "codes", "summer", *where).splitlines()
    assert len(lines) == 4
    assert any("  Anna  (" in line and "Rohan" in line for line in lines)
    assert lines[-1].endswith("  Projector")


def test_they_are_the_same_as_json_and_the_next_time(
    where: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    first: Any = json.loads(said(capsys, "campaign", "codes", "summer", "--json", *where))
    again: Any = json.loads(said(capsys, "campaign", "codes", "summer", "--json", *where))
    assert first == again
    assert {one["role"] for one in first["codes"]} == {"seat", "projector"}
    assert len({one["code"] for one in first["codes"]}) == 4


def test_it_works_while_a_server_holds_the_database(
    where: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with open_service(Path(where[1]), who="the server"):
        assert "Anna" in said(capsys, "campaign", "codes", "summer", *where)


def test_a_campaign_of_the_terminal_has_its_codes_as_soon_as_a_server_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.campaign.passes import seat_everyone

    instance = ("--instance", str(tmp_path))
    said(capsys, "campaign", "new", "Summer", "--players", "3", *instance)
    monkeypatch.setattr("sys.stdin", io.StringIO("seats\n"))
    said(capsys, "campaign", "play", "summer", *instance)
    with open_service(tmp_path, who="the server") as service:
        seat_everyone(service)
        lines = said(capsys, "campaign", "codes", "summer", *instance).splitlines()
    assert [line for line in lines if "Player" in line] == lines[:3]


def test_a_game_that_has_not_begun_has_no_seats_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instance = ("--instance", str(tmp_path))
    said(capsys, "campaign", "new", "Bare", *instance)
    assert "Nobody sits here yet" in said(capsys, "campaign", "codes", "bare", *instance)


def test_seats_of_a_game_begun_at_the_terminal_get_their_codes_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from io import StringIO

    instance = ("--instance", str(tmp_path))
    said(capsys, "campaign", "new", "Spring", "--players", "4", *instance)
    monkeypatch.setattr("sys.stdin", StringIO(""))
    said(capsys, "campaign", "play", "spring", *instance)
    assert len(said(capsys, "campaign", "codes", "spring", *instance).splitlines()) == 5

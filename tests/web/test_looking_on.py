"""A server on a folder that cannot be written: everybody looks on, and nothing is recorded."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from assistant.rules.game import RingOfPower
from tests.web.serving import played, served


@pytest.fixture
def still(war: RingOfPower) -> Iterator[Path]:
    """A folder with a game in it, that whoever runs the server may only read."""
    folder = Path(tempfile.mkdtemp(prefix="assistant-still-"))
    played(folder, war, turns=1)
    shutil.rmtree(folder / "backups")
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def bound_by_rights() -> list[str]:
    """Rights of files bind nobody who is root, unless they give that up."""
    return ["setpriv", "--bounding-set", "-dac_override"] if os.geteuid() == 0 else []


def test_a_folder_that_is_only_to_be_read_lets_everybody_look_on(still: Path) -> None:
    before = sorted(file.name for file in still.iterdir())
    only_looked_at(still, bound_by_rights())
    assert sorted(file.name for file in still.iterdir()) == before


def test_a_disk_without_room_for_a_single_byte_lets_everybody_look_on(
    tmp_path: Path, war: RingOfPower
) -> None:
    played(tmp_path, war, turns=1)
    whole = (tmp_path / "campaigns.sqlite").read_bytes()
    only_looked_at(tmp_path, ["prlimit", "--fsize=0"])
    assert (tmp_path / "campaigns.sqlite").read_bytes() == whole


def only_looked_at(folder: Path, before: Sequence[str]) -> None:
    """A server on this folder shows everything, records nothing, and says why."""
    with served(folder, before) as server:
        assert "Nothing can be recorded." in server.said
        assert "could not be written" in server.said
        for page in ("/", "/c/trial/console", "/c/trial/board", "/c/trial/history"):
            status, text, _ = server.ask("GET", page)
            assert status == 200, (page, text)
            assert "Nothing can be recorded." in text
        setup = {"kind": "go-on", "anyway": True}
        sent = {"key": "a-key-of-mine", "kind": "go-on", "setup": setup}
        status, text, _ = server.ask("POST", "/api/v1/campaigns/trial/deeds", sent=sent)
        assert (status, '"code":"read-only"' in text) == (503, True)
        status, text, _ = server.ask("GET", "/health")
        assert '"writer":"read-only"' in text

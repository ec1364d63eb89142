"""One process writes; the others are told which."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from assistant.kernel.errors import Illegal
from assistant.ledger.lock import holder_file, noted_holder
from assistant.ledger.store import Ledger


def test_a_second_writer_is_told_who_holds_the_database(database: Path) -> None:
    with Ledger.open(database, who="the server"), pytest.raises(Illegal) as refusal:
        Ledger.open(database, who="the command line")
    assert refusal.value.code == "database-locked"
    assert f"the server (process {os.getpid()} on " in refusal.value.sentence
    assert "stop it" in refusal.value.do


def test_a_holder_may_describe_itself_better_later(database: Path) -> None:
    with Ledger.open(database, who="the server") as ledger:
        ledger.describe("the server at http://192.168.0.7:8000")
        with pytest.raises(Illegal, match=r"http://192\.168\.0\.7:8000"):
            Ledger.open(database)


def test_a_closed_ledger_lets_the_next_writer_in(database: Path) -> None:
    Ledger.open(database, who="the first").close()
    assert noted_holder(database) is None
    with Ledger.open(database, who="the second"):
        holder = noted_holder(database)
    assert holder is not None
    assert holder.who == "the second"


def test_a_refused_writer_leaves_the_holders_note_alone(database: Path) -> None:
    with Ledger.open(database, who="the server"):
        with pytest.raises(Illegal):
            Ledger.open(database, who="the command line")
        holder = noted_holder(database)
    assert holder is not None
    assert holder.who == "the server"


def test_readers_need_no_lock(database: Path) -> None:
    with Ledger.open(database), Ledger.open(database, read_only=True) as reader:
        assert reader.campaigns() == ()


def test_the_note_of_a_dead_process_blocks_nobody(database: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from assistant.ledger.store import Ledger\n"
        "Ledger.open(Path(sys.argv[1]), who='the dead server'); os._exit(9)"
    )
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", script, str(database)], cwd=root, check=False)
    left = noted_holder(database)
    assert left is not None
    assert left.who == "the dead server"
    with Ledger.open(database, who="the living") as ledger:
        assert ledger.campaigns() == ()


@pytest.mark.parametrize("note", ["", "{", "[]", json.dumps({"pid": "x"})])
def test_an_unreadable_note_still_gives_a_sentence(database: Path, note: str) -> None:
    with Ledger.open(database):
        holder_file(database).write_text(note, encoding="utf-8")
        with pytest.raises(Illegal, match="is being written by another program"):
            Ledger.open(database)


def test_a_folder_that_cannot_be_made_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(Illegal) as refusal:
        Ledger.open(tmp_path / "file" / "campaigns.sqlite")
    assert refusal.value.code == "cannot-write"


def test_a_patient_writer_waits_for_one_who_is_about_to_finish(database: Path) -> None:
    first = Ledger.open(database, who="a short command")
    waiting = threading.Event()

    def finish() -> None:
        waiting.wait()
        first.close()

    thread = threading.Thread(target=finish)
    thread.start()
    waiting.set()
    with Ledger.open(database, who="the next command", patience=30):
        holder = noted_holder(database)
    thread.join()
    assert holder is not None
    assert holder.who == "the next command"


def test_patience_ends_with_the_name_of_the_holder(database: Path) -> None:
    with Ledger.open(database, who="the server"), pytest.raises(Illegal, match="the server"):
        Ledger.open(database, who="a short command", patience=0.1)

"""Campaigns from files: what is taken in, what is refused, and that nothing here is ever lost."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from assistant.campaign.service import Service
from assistant.campaign.turn_backups import folder_of
from assistant.ledger.backup import backup
from assistant.ledger.exchange import export_campaign
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower
from assistant.web.api.bodies import LONGEST_SHEET
from assistant.web.api.restoring import safe_name
from assistant.web.uploads import LARGEST
from tests.web.table import Visitor, begun

Come = Callable[..., Visitor]
DOCS = Path(__file__).resolve().parents[2] / "docs"
HERE = {"Origin": "http://localhost"}


def send(visitor: Visitor, content: bytes, name: str = "summer.jsonl") -> Any:
    return visitor.client.post("/api/v1/restore", data={"file": (BytesIO(content), name)}, headers=HERE)


@pytest.fixture
def elsewhere(tmp_path: Path, war: RingOfPower) -> Callable[[str], tuple[bytes, bytes]]:
    """A campaign of another laptop, as an export and as a backup."""

    def make(name: str) -> tuple[bytes, bytes]:
        with Ledger.open(tmp_path / "elsewhere" / "campaigns.sqlite", who="another") as ledger:
            campaign, written = begun(Service(ledger, war), name), BytesIO()
            export_campaign(ledger, campaign.id, written)
            copy = backup(ledger, tmp_path / "copies")
            return written.getvalue(), copy.read_bytes()

    return make


Elsewhere = Callable[[str], tuple[bytes, bytes]]


@pytest.mark.parametrize("which", [0, 1], ids=["an export", "a backup"])
def test_a_campaign_of_another_laptop_is_taken_in_and_played_on(
    which: int, come: Come, elsewhere: Elsewhere, played: Service
) -> None:
    master = come("master")
    answer = send(master, elsewhere("Summer")[which]).get_json()
    (taken,) = answer["taken"]
    assert (taken["id"], taken["how"]) == ("summer", "new")
    assert taken["said"] == "Summer is here again, with 1 deed."
    there = Visitor(master.client, played, "summer")
    assert there.do("go-on", anyway=True).status_code == 200
    assert played.ledger.verify("summer") == ()


def test_what_is_here_already_is_said_and_not_doubled(come: Come, elsewhere: Elsewhere) -> None:
    master, (export, whole) = come("master"), elsewhere("Summer")
    send(master, export)
    for again in (export, whole):
        (taken,) = send(master, again).get_json()["taken"]
        assert taken["how"] == "here-already"
        assert taken["id"] == "summer"


def test_an_earlier_state_comes_as_a_copy_beside_the_game_that_went_on(
    come: Come, elsewhere: Elsewhere, played: Service
) -> None:
    master, (export, _) = come("master"), elsewhere("Summer")
    send(master, export)
    Visitor(master.client, played, "summer").do("go-on", anyway=True)
    (taken,) = send(master, export).get_json()["taken"]
    assert (taken["how"], taken["name"]) == ("copy", "Summer, restored")
    assert played.campaign("summer").head == 2
    assert played.campaign(taken["id"]).head == 1


def test_a_backup_on_the_laptop_is_taken_in_by_its_name(come: Come, played: Service, trial: Campaign) -> None:
    master = come("master")
    copy = backup(played.ledger, folder_of(played.ledger).parent, "before the siege")
    assert copy.name in master.client.get("/restore").text
    master.do("go-on", anyway=True)
    (taken,) = master.client.post("/api/v1/restore", json={"backup": copy.name}).get_json()["taken"]
    assert (taken["how"], taken["name"]) == ("copy", "Trial, restored")


@pytest.mark.parametrize("name", ["../campaigns.sqlite", "/etc/passwd", "", "nothing.sqlite"])
def test_no_other_file_of_the_laptop_can_be_named(name: str, come: Come) -> None:
    answer = come("master").client.post("/api/v1/restore", json={"backup": name})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "no-such-backup")


def altered(export: bytes) -> bytes:
    lines = export.decode().splitlines()
    entry = json.loads(lines[1])
    entry["title"] = "Frodo wins"
    return "\n".join([lines[0], json.dumps(entry), *lines[2:]]).encode()


WRONG: dict[str, Callable[[bytes, bytes], bytes]] = {
    "empty": lambda export, whole: b"",
    "a picture": lambda export, whole: b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "some text": lambda export, whole: b"Dear game master,\n",
    "other json": lambda export, whole: b'{"format": "something-else"}\n',
    "cut off": lambda export, whole: export[: len(export) // 2],
    "altered": lambda export, whole: altered(export),
    "a cut database": lambda export, whole: whole[: len(whole) // 2],
    "brackets without end": lambda export, whole: b"[" * 200_000,
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_file_is_refused_in_a_sentence_with_its_own_name(
    wrong: str, come: Come, elsewhere: Elsewhere, played: Service
) -> None:
    before = played.ledger.heads()
    answer = send(come("master"), WRONG[wrong](*elsewhere("Summer")), "my summer.dat")
    error = answer.get_json()["error"]
    assert answer.status_code == 400
    assert "my summer.dat" in error["sentence"]
    assert "/tmp" not in json.dumps(error)
    assert error["do"]
    assert played.ledger.heads() == before


def test_a_foreign_database_is_refused(come: Come, tmp_path: Path) -> None:
    path = tmp_path / "foreign.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE shopping (item TEXT)")
    connection.close()
    answer = send(come("master"), path.read_bytes(), "foreign.sqlite")
    assert answer.status_code == 400
    assert "foreign.sqlite" in answer.get_json()["error"]["sentence"]


def test_a_campaign_of_another_game_is_refused(come: Come, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "other.sqlite", who="another") as ledger:
        made, written = ledger.create("Chess", "chess", {}, key="chess"), BytesIO()
        export_campaign(ledger, made.id, written)
    answer = send(come("master"), written.getvalue())
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "foreign-campaign")
    assert "another game, chess" in answer.get_json()["error"]["sentence"]


def test_a_sound_file_that_tells_of_unknown_things_is_refused(come: Come, tmp_path: Path) -> None:
    from assistant.ledger.records import Draft

    with Ledger.open(tmp_path / "other.sqlite", who="another") as ledger:
        made, written = ledger.create("Odd", "ring-of-power", {}, key="odd"), BytesIO()
        facts: list[Any] = [{"kind": "moon-landing", "who": "sam"}]
        draft = Draft(kind="x", title="x", actor="x", setup={}, answers=[], facts=facts, log=[])
        ledger.append(made.id, draft, key="odd")
        export_campaign(ledger, made.id, written)
    answer = send(come("master"), written.getvalue())
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "foreign-campaign")


def test_a_form_without_a_file_is_told_so(come: Come) -> None:
    answer = come("master").client.post("/api/v1/restore", data={"note": "x"}, headers=HERE)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "no-file")


def test_more_than_may_be_sent_is_refused_before_it_is_read(
    come: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LARGEST, "api.restore", 1000)
    answer = send(come("master"), b"x" * 5000)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (413, "too-large")


def test_a_sheet_of_positions_may_be_larger_than_other_requests(come: Come) -> None:
    answer = come("master").post(
        "positions", csv="id,side,profile,table,x,y\n" + "\n" * 500_000, name="my.csv"
    )
    assert answer.get_json()["error"]["code"] != "too-large"


def test_a_sheet_of_positions_has_a_million_letters_at_most_as_the_pages_say(come: Come) -> None:
    master = come("master")
    for more, expected in ((0, "bad-positions"), (1, "too-long")):
        sheet = "\N{DRAGON}" * LONGEST_SHEET + "x" * more
        said = json.dumps({"csv": sheet, "key": f"a-sheet-{more}"}, ensure_ascii=False).encode()
        path = f"/api/v1/campaigns/{master.campaign}/positions"
        refused = master.client.post(path, data=said, content_type="application/json")
        assert (refused.status_code, refused.get_json()["error"]["code"]) == (400, expected)
    for page in ("api.md", "commands.md"):
        assert f"{LONGEST_SHEET:,} letters" in (DOCS / page).read_text("utf-8")


def test_the_pages_say_how_large_a_backup_may_be() -> None:
    for page in ("api.md", "commands.md"):
        assert f"{LARGEST['api.restore'] // 2**20} MB" in (DOCS / page).read_text("utf-8")


def test_only_the_game_master_takes_files_in_and_no_other_site_does_it_for_them(
    come: Come, elsewhere: Elsewhere
) -> None:
    export, _ = elsewhere("Summer")
    for who in ("", "rohan", "assistant"):
        assert send(come(who), export).status_code == 401
    for headers in ({"Origin": "http://elsewhere.example"}, {}):
        answer = come("master").client.post(
            "/api/v1/restore", data={"file": (BytesIO(export), "x.jsonl")}, headers=headers
        )
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "from-elsewhere")


@pytest.mark.parametrize(
    ("given", "kept"),
    [("../../etc/passwd", "passwd"), ("C:\\games\\summer.jsonl", "summer.jsonl"), ("..", "file"),
     ("", "file"), ("a\x00b<c>.sqlite", "a_b_c_.sqlite"), ("Sömmer 2026.jsonl", "Sömmer 2026.jsonl")],
)  # fmt: skip
def test_a_name_leads_nowhere_else(given: str, kept: str) -> None:
    assert safe_name(given) == kept


def test_a_backup_that_was_copied_as_zeros_is_told_of_as_a_backup(come: Come) -> None:
    refused = send(come("master"), bytes(4096), "campaigns-20261116-101500.sqlite")
    error = refused.get_json()["error"]
    assert (refused.status_code, error["code"]) == (400, "bad-backup")
    assert "campaigns-20261116-101500.sqlite is named as a backup and is none" in error["sentence"]
    assert "Export" not in error["do"]

"""A damaged database is told as such, and the game master finds the way back to the newest sound backup."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from assistant.campaign.service import Service
from assistant.campaign.turn_backups import copies_in, folder_of
from assistant.campaign.watching import Watch
from assistant.kernel.codec import Json
from assistant.ledger.backup import backup, opened_copy, restore
from assistant.ledger.copies import backups_of
from assistant.ledger.records import Campaign
from assistant.ledger.sound import Backups
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower
from assistant.web import create_app
from tests.web.conftest import KEYS
from tests.web.serving import Served, served
from tests.web.serving import played as play
from tests.web.table import Visitor

Come = Callable[..., Visitor]
PAGE, HEADER = 4096, 100
ANYWAY: Json = {"kind": "go-on", "anyway": True}


def in_entry(database: Path, statement: str) -> None:
    """As a flipped bit would: past our guards, unseen by SQLite."""
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in found:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement)
        for _, sql in found:
            connection.execute(sql)
        connection.commit()


SILENT = "UPDATE entry SET title = 'Turn 1 cegins' WHERE seq = 2"
NO_JSON = "UPDATE entry SET facts = substr(facts, 2) WHERE seq = 2"


@pytest.fixture
def turned(played: Service, trial: Campaign) -> Service:
    """Two turns of the trial, with a backup at the end of each."""
    for number in range(6):
        played.begin(trial, "go-on", ANYWAY, actor="gm", key=f"on-{number}")
    return played


def newest_of(service: Service) -> Path:
    return max(copies_in(folder_of(service.ledger)), key=lambda copy: copy.name.split("-")[3])


def test_a_row_that_cannot_be_read_names_the_newest_sound_backup_to_everybody(
    come: Come, turned: Service
) -> None:
    in_entry(turned.ledger.path, NO_JSON)
    for who in ("master", "rohan", "projector"):
        # Each comes to a server that has read nothing yet.
        answer = come(who).page("history" if who == "master" else "fought/2" if who == "rohan" else "board")
        assert (who, answer.status_code) == (who, 503)
        assert f"The newest sound backup is {newest_of(turned).name}" in answer.text
        assert 'href="/rescue"' in answer.text


def test_the_newest_backup_is_passed_over_where_it_holds_damage_too(turned: Service) -> None:
    first, last = sorted(copies_in(folder_of(turned.ledger)), key=lambda copy: copy.stat().st_mtime_ns)[-2:]
    in_entry(last, SILENT)
    found = Backups(turned.ledger.path).newest_sound()
    assert found is not None
    assert found.path == first


def test_a_silent_flip_is_found_in_the_background_and_shown_to_those_who_lead(
    come: Come, turned: Service
) -> None:
    master = come("master")
    assert "The database is damaged" not in master.page("console").text
    in_entry(turned.ledger.path, SILENT)
    turned.watch.look()
    fault = "Trial: Entry 2 was altered after it was written."
    for page in ("console", "keeping"):
        assert fault in master.page(page).text
        assert fault in come("assistant").page(page).text
    assert fault in master.client.get("/").text
    for who in ("rohan", "projector"):
        assert fault not in come(who).page("board").text
    assert fault not in come("rohan").client.get("/").text


def test_the_way_back_is_shown_with_what_is_lost_on_it(come: Come, turned: Service) -> None:
    in_entry(turned.ledger.path, SILENT)
    turned.begin(turned.campaign("trial"), "go-on", ANYWAY, actor="gm", key="one-more")
    text = come("master").client.get("/rescue").text
    assert "Entry 2 was altered" in text
    assert newest_of(turned).name in re.sub(r"<wbr>", "", text)
    head = turned.campaign("trial").head
    assert re.search(rf">Trial</th><td>{head}</td><td>{head - 1}</td>", text)


def refused(come: Come, **said: object) -> tuple[int, str]:
    answer = come("master").client.post("/api/v1/rescue", json=said)
    return answer.status_code, answer.get_json()["error"]["code"]


def test_nothing_is_put_in_place_of_what_is_sound(come: Come, turned: Service) -> None:
    assert refused(come, backup=newest_of(turned).name, sure=True) == (409, "not-damaged")
    assert "The database is sound" in come("master").client.get("/rescue").text


def test_a_backup_is_put_in_place_only_by_who_knows_what_is_lost(come: Come, turned: Service) -> None:
    in_entry(turned.ledger.path, SILENT)
    newest = newest_of(turned).name
    assert refused(come, backup=newest, sure=False) == (400, "not-sure")
    assert refused(come, backup="another.sqlite", sure=True) == (409, "another-backup")
    assert refused(come, backup=newest, sure=True) == (409, "not-from-here")


def test_the_wish_for_a_backup_is_heard_once_however_often_it_is_sent(turned: Service) -> None:
    in_entry(turned.ledger.path, SILENT)
    wishes: list[Path] = []
    client = create_app(turned, addresses=[], keys=KEYS, put_back=wishes.append).test_client()
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    sent = {"backup": newest_of(turned).name, "sure": True, "key": "a-key-of-mine"}
    first, again = (client.post("/api/v1/rescue", json=sent) for _ in range(2))
    assert (first.status_code, first.get_json()) == (200, again.get_json())
    assert wishes == [newest_of(turned)]


def test_without_a_sound_backup_there_is_no_way_back_and_it_says_so(come: Come, turned: Service) -> None:
    in_entry(turned.ledger.path, SILENT)
    for copy in copies_in(folder_of(turned.ledger)):
        copy.write_bytes(copy.read_bytes()[: 3 * PAGE])
    assert refused(come, backup="x", sure=True) == (409, "no-sound-backup")
    assert "backups on this laptop is sound" in come("master").client.get("/rescue").text


def test_the_game_master_may_choose_an_earlier_one_of_the_sound_backups(turned: Service) -> None:
    in_entry(turned.ledger.path, SILENT)
    wishes: list[Path] = []
    client = create_app(turned, addresses=[], keys=KEYS, put_back=wishes.append).test_client()
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    offered = re.findall(r'name="backup" value="([^"]+)"', client.get("/rescue").text)
    assert offered[0] == newest_of(turned).name
    assert len(offered) == len(copies_in(folder_of(turned.ledger))) > 1
    assert client.post("/api/v1/rescue", json={"backup": offered[-1], "sure": True}).status_code == 200
    assert [wish.name for wish in wishes] == offered[-1:]


def test_a_backup_that_goes_on_from_another_is_newer_whatever_the_clock_said(
    played: Service, trial: Campaign
) -> None:
    folder = backups_of(played.ledger.path)
    ahead = backup(played.ledger, folder, "first")
    played.begin(trial, "go-on", ANYWAY, actor="gm", key="on")
    later = backup(played.ledger, folder, "second").rename(folder / "campaigns-20191116-101500-second.sqlite")
    assert [one.path for one in Backups(played.ledger.path).sound(2)] == [later, ahead]


def test_a_backup_from_before_somebody_went_back_is_no_newer_for_its_deeds(
    played: Service, trial: Campaign, tmp_path: Path
) -> None:
    folder = tmp_path / "kept" / "backups"
    start = backup(played.ledger, folder, "start")
    for key in ("on", "on-again"):
        played.begin(trial, "go-on", ANYWAY, actor="gm", key=key)
    left = backup(played.ledger, folder, "left").rename(folder / "campaigns-20191116-101500-left.sqlite")
    again = tmp_path / "again" / "campaigns.sqlite"
    again.parent.mkdir()
    restore(again, start, backups_of(again))
    start.unlink()
    with Ledger.open(again) as ledger:
        Service(ledger, played.game).begin(trial, "go-on", ANYWAY, actor="gm", key="otherwise")
        since = backup(ledger, folder, "since")
    assert [one.path for one in Backups(folder.parent / "campaigns.sqlite").sound(2)] == [since, left]


@pytest.mark.parametrize("who", ["", "projector", "rohan", "assistant"])
def test_the_way_back_is_the_game_masters_alone(come: Come, turned: Service, who: str) -> None:
    client = come(who).client
    assert client.get("/rescue").status_code == 401
    assert client.post("/api/v1/rescue", json={"backup": "x", "sure": True}).status_code == 401


def test_codes_that_cannot_be_read_keep_no_game_master_from_the_way_back(come: Come, turned: Service) -> None:
    visitor = come("rohan")
    visitor.client.get("/master", query_string={"passphrase": KEYS.passphrase})
    with closing(sqlite3.connect(turned.ledger.path)) as connection:
        connection.execute("UPDATE pass SET label = CAST(x'ff' AS TEXT)")
        connection.commit()
    in_entry(turned.ledger.path, SILENT)
    assert visitor.client.get("/rescue").status_code == 200
    assert visitor.client.get("/static/x/app.css").status_code in (200, 404)


# ---- with a server, and a file that is really damaged ------------------------------------------------


def flipped(content: bytearray, at: int) -> None:
    content[at] ^= 4


def torn(content: bytearray, at: int) -> None:
    page = at - at % PAGE
    content[page + 1024 : page + PAGE] = content[1024:PAGE]


def zeroed(content: bytearray, at: int) -> None:
    page = at - at % PAGE
    content[page : page + PAGE] = bytes(PAGE)


def at_header(content: bytearray, at: int, number: int) -> None:
    content[at : at + 4] = number.to_bytes(4, "big")


FORMAT, VERSION, MARK = 44, 60, 68
"""Where numbers of SQLite's header lie."""


def facts_at(content: bytes) -> int:
    """Where a fact of a deed lies in the file."""
    return content.index(b'"kind":"phase-began"')


DAMAGE = {
    "a flipped bit in a fact": lambda content: flipped(content, facts_at(content)),
    "a flipped bit in a title": lambda content: flipped(content, content.index(b"Turn 2") + 1),
    "a torn page of deeds": lambda content: torn(content, facts_at(content)),
    "a zeroed page of deeds": lambda content: zeroed(content, facts_at(content)),
    "a zeroed first page": lambda content: zeroed(content, 0),
    "a torn second page": lambda content: torn(content, PAGE),
    "an unknown format": lambda content: at_header(content, FORMAT, 9),
    "the version of an empty file": lambda content: at_header(content, VERSION, 0),
    "an older version": lambda content: at_header(content, VERSION, 3),
    "a far newer version": lambda content: at_header(content, VERSION, 2**28),
    "another program's mark": lambda content: flipped(content, MARK),
}


def put_back(server: Served) -> str:
    """The game master puts the newest sound backup in place, and waits until the game is there again."""
    status, text, _ = server.ask("GET", "/rescue")
    assert status == 200, text
    backup = re.search(r'data-backup="([^"]+)"', text)
    assert backup, text
    sent = {"backup": backup[1], "sure": True}
    status, text, _ = server.ask("POST", "/api/v1/rescue", sent=sent)
    assert status == 200, text
    server.hears("Restored from")
    return backup[1]


@pytest.mark.parametrize("how", DAMAGE)
def test_damage_of_every_kind_is_found(how: str, tmp_path: Path, war: RingOfPower) -> None:
    play(tmp_path, war)
    damaged(tmp_path / "campaigns.sqlite", how)
    with Ledger.open_still(tmp_path / "campaigns.sqlite") as ledger:
        watch = Watch(ledger)
        assert watch.look() != ()
        assert watch.way_back() is not None


def damaged(database: Path, how: str) -> bytes:
    """The file as it is now."""
    content = bytearray(database.read_bytes())
    DAMAGE[how](content)
    database.write_bytes(content)
    return bytes(content)


@pytest.mark.parametrize(
    "how",
    [
        "a flipped bit in a fact",
        "a zeroed page of deeds",
        "a zeroed first page",
        "a far newer version",
        "an unknown format",
    ],
)
def test_the_game_goes_on_from_the_newest_sound_backup_at_the_same_address(
    how: str, tmp_path: Path, war: RingOfPower
) -> None:
    play(tmp_path, war)
    database = tmp_path / "campaigns.sqlite"
    content = damaged(database, how)
    with served(tmp_path) as server:
        server.hears("Open the assistant as the game master")
        assert "The database is damaged. The newest sound backup was made on" in server.said
        assert 'href="/rescue"' in server.ask("GET", "/")[1]
        backup = put_back(server)
        status, text, _ = server.ask("GET", "/c/trial/console")
        assert (status, "Turn 3" in text) == (200, True)
        sent = {"key": "goes-on-again", "kind": "go-on", "setup": ANYWAY}
        assert server.ask("POST", "/api/v1/campaigns/trial/deeds", sent=sent)[0] == 200
        assert '"status":"ok"' in server.ask("GET", "/health")[1]
    (kept,) = backups_of(database).glob("*-damaged.sqlite")
    # SQLite keeps a note of how the file is used in its header.
    assert kept.read_bytes()[HEADER:] == content[HEADER:]
    (used,) = backups_of(database).rglob(backup)
    with opened_copy(used) as old, Ledger.open(database) as ledger:
        assert ledger.verify("trial") == ()
        assert ledger.campaign("trial").head == old.campaign("trial").head + 1


LOSSES: dict[str, Callable[[Path], object]] = {
    "an emptied file": lambda database: database.write_bytes(b""),
    "a deleted file": lambda database: database.unlink(),
}


@pytest.mark.parametrize("how", LOSSES)
def test_a_game_whose_file_was_lost_is_missed_and_goes_on_from_the_newest_sound_backup(
    how: str, tmp_path: Path, war: RingOfPower
) -> None:
    play(tmp_path, war)
    database = tmp_path / "campaigns.sqlite"
    LOSSES[how](database)
    with served(tmp_path) as server:
        server.hears("Open the assistant as the game master")
        assert "The game is missing. The newest sound backup was made on" in server.said
        assert 'href="/rescue"' in server.ask("GET", "/")[1]
        put_back(server)
        status, text, _ = server.ask("GET", "/c/trial/console")
        assert (status, "Turn 3" in text, "The game is missing" in text) == (200, True, False)


def test_whoever_begins_anew_is_no_longer_told_what_is_missing(tmp_path: Path, war: RingOfPower) -> None:
    play(tmp_path, war)
    database = tmp_path / "campaigns.sqlite"
    database.unlink()
    with Ledger.open(database) as ledger:
        watch = Watch(ledger)
        assert watch.look() != ()
        assert watch.is_lost
        ledger.create("Another", "ring-of-power", {}, key="another")
        assert (watch.faults, watch.look()) == ((), ())


def test_demos_of_visitors_are_no_game_that_was_begun_anew(tmp_path: Path, war: RingOfPower) -> None:
    play(tmp_path, war)
    database = tmp_path / "campaigns.sqlite"
    database.unlink()
    with Ledger.open(database) as ledger:
        ledger.create("Demo", "ring-of-power", {"demo": True}, key="demo")
        assert Watch(ledger).look() != ()


def test_a_folder_of_demos_alone_misses_nothing_though_one_was_copied(tmp_path: Path) -> None:
    database = tmp_path / "campaigns.sqlite"
    with Ledger.open(database) as ledger:
        ledger.create("Demo", "ring-of-power", {"demo": True}, key="demo")
        backup(ledger, backups_of(database))
        assert Watch(ledger).look() == ()

"""Copies of the database that a running game makes by itself."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from assistant.campaign.service import Service
from assistant.campaign.turn_backups import KEPT, back_up, copies_in, folder_of, is_damaged, superseded
from assistant.ledger.backup import opened_copy
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.turning import GoOn
from tests.campaign.games import do, go_on


def copies(clerk: Service) -> list[str]:
    return sorted(path.name.partition("summer")[2] for path in copies_in(folder_of(clerk.ledger)))


def test_the_database_is_copied_at_the_end_of_every_turn_and_not_between(
    clerk: Service, begun: Campaign
) -> None:
    assert copies(clerk) == ["-start-of-turn-1.sqlite"]
    go_on(clerk, begun, 2)
    assert copies(clerk) == ["-start-of-turn-1.sqlite"]
    go_on(clerk, begun)
    assert copies(clerk) == ["-start-of-turn-1.sqlite", "-start-of-turn-2.sqlite"]
    (copy,) = folder_of(clerk.ledger).glob("summer/*turn-2*")
    with Ledger.open(copy, read_only=True) as ledger:
        assert ledger.campaign("summer").head == 4


def test_the_database_is_copied_when_the_game_ends(clerk: Service, begun: Campaign) -> None:
    ended = do(clerk, begun, EndGame("agreement", "evil"))
    assert copies(clerk) == ["-end-of-the-game.sqlite", "-start-of-turn-1.sqlite"]
    (copy,) = folder_of(clerk.ledger).glob("summer/*end-of-the-game*")
    with Ledger.open(copy, read_only=True) as ledger:
        assert ledger.campaign("summer").head == ended.seq


def test_a_retry_makes_no_second_copy(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 2)
    for _ in range(2):
        do(clerk, begun, GoOn(anyway=True), key="the same")
    assert copies(clerk) == ["-start-of-turn-1.sqlite", "-start-of-turn-2.sqlite"]


def test_the_newest_twenty_are_kept(clerk: Service, begun: Campaign) -> None:
    for number in range(KEPT + 2):
        assert back_up(clerk.ledger, "summer", f"copy {number:02}") == ""
    kept = copies(clerk)
    assert len(kept) == KEPT
    # The first of all, of turn 1, and the first two of these are gone.
    assert (kept[0], kept[-1]) == ("-copy-02.sqlite", "-copy-21.sqlite")


def test_the_turns_of_one_campaign_do_not_push_out_those_of_another(clerk: Service, begun: Campaign) -> None:
    other = clerk.new("Winter", {}, key="winter")
    for number in range(KEPT + 1):
        assert back_up(clerk.ledger, other.id, f"copy {number:02}") == ""
    assert "-start-of-turn-1.sqlite" in copies(clerk)
    assert len(copies(clerk)) == 1 + KEPT


def test_a_copy_of_a_turn_is_sound_to_the_last_entry_of_every_chain(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 3)
    (copy,) = folder_of(clerk.ledger).glob("summer/*turn-2*")
    with opened_copy(copy) as ledger:
        assert ledger.campaign("summer").head_hash == clerk.ledger.campaign("summer").head_hash


def test_a_turn_ends_even_if_no_copy_can_be_made(clerk: Service, begun: Campaign) -> None:
    folder = folder_of(clerk.ledger)
    shutil.rmtree(folder)
    folder.write_text("no folder", encoding="utf-8")
    go_on(clerk, begun, 3)
    assert clerk.world(begun).war.turn == 2
    assert clerk.backup_trouble.startswith("No backup was made at the end of the turn")


DAY = 86_400


@pytest.mark.parametrize("days", [-400, -1, 1, 400], ids=["year ahead", "day ahead", "day ago", "year ago"])
def test_a_clock_that_jumps_never_throws_the_newest_copies_away(
    clerk: Service, begun: Campaign, days: int
) -> None:
    def written(chapter: str) -> Path:
        before = set(copies_in(folder_of(clerk.ledger)))
        assert back_up(clerk.ledger, "summer", chapter) == ""
        (made,) = set(copies_in(folder_of(clerk.ledger))) - before
        return made

    old = [written(f"old {number}") for number in range(KEPT)]
    for copy in old:
        at = time.time() - days * DAY
        os.utime(copy, (at, at))
    new = [written(f"new {number}") for number in range(3)]
    assert all(copy.exists() for copy in new)
    assert not any(copy.exists() for copy in old[:3])
    assert all(copy.exists() for copy in old[3:])


def test_copies_of_an_older_assistant_have_no_number_and_go_first(tmp_path: Path) -> None:
    old = [
        tmp_path / f"campaigns-20261116-1015{number:02}-summer-start-of-turn-3.sqlite" for number in range(3)
    ]
    new = [tmp_path / f"campaigns-20261115-101500-{number:04}-summer-x.sqlite" for number in range(1, KEPT)]
    assert superseded([*new, *old]) == old[:2]


def flip(clerk: Service) -> None:
    """A bit of a recorded deed falls over, unseen by SQLite."""
    with closing(sqlite3.connect(clerk.ledger.path)) as connection:
        guards = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'entry'"
        name, guard = connection.execute(f"{guards} AND sql LIKE '%UPDATE%'").fetchone()
        connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE entry SET title = 'The game cegins' WHERE seq = 1")
        connection.execute(guard)
        connection.commit()


def test_a_silent_flip_is_told_with_the_copy_and_pushes_out_no_sound_one(
    clerk: Service, begun: Campaign
) -> None:
    sound = [*copies_in(folder_of(clerk.ledger))]
    flip(clerk)
    for number in range(KEPT + 3):
        told = back_up(clerk.ledger, "summer", f"start of turn {number}")
        assert "holds damage: Summer: Entry 1 was altered after it was written." in told
    kept = copies_in(folder_of(clerk.ledger))
    assert set(sound) < set(kept)
    assert [is_damaged(copy) for copy in kept].count(True) == KEPT
    assert not any(map(is_damaged, sound))

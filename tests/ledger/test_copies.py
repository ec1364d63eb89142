"""Which backup is the newest, wherever the folder was carried meanwhile."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from assistant.ledger.copies import made_at, newest_first

TURNS = [
    "campaigns-20251116-101500-0001-summer-start-of-turn-1.sqlite",
    "campaigns-20251116-112000-0002-summer-start-of-turn-2.sqlite",
    "campaigns-20251116-123500-0003-summer-start-of-turn-3.sqlite",
]


def written(folder: Path, names: list[str]) -> list[Path]:
    """Copies that all came to this laptop just now, the first of them last."""
    copies = [folder / name for name in names]
    for ago, copy in enumerate(copies):
        copy.touch()
        at = time.time() - 60 - ago
        os.utime(copy, (at, at))
    return copies


def test_the_newest_is_found_in_a_folder_that_was_copied_to_another_laptop(tmp_path: Path) -> None:
    first, second, third = written(tmp_path, TURNS)
    assert newest_first([second, first, third]) == [third, second, first]


def test_a_copied_backup_tells_when_it_was_made(tmp_path: Path) -> None:
    (copy,) = written(tmp_path, TURNS[:1])
    assert f"{made_at(copy):%Y-%m-%d %H:%M}" == "2025-11-16 10:15"


def test_a_backup_that_somebody_called_otherwise_is_as_old_as_its_file(tmp_path: Path) -> None:
    old, odd, named = written(tmp_path, [TURNS[0], "campaigns-20259999-999999.sqlite", "before lunch.sqlite"])
    assert newest_first([old, named, odd]) == [odd, named, old]


def numbered(folder: Path, *stamps: str) -> list[Path]:
    """Copies of turns, in order, by what the clock said."""
    mine = folder / "backups" / "turns" / "summer"
    mine.mkdir(parents=True)
    return written(mine, [f"campaigns-{stamp}-{n:04}-summer.sqlite" for n, stamp in enumerate(stamps, 1)])


@pytest.mark.parametrize(
    "stamps",
    [
        pytest.param(["20251117-090000", "20251117-100000", "20251116-110000"], id="it was ahead"),
        pytest.param(
            ["20251116-110000", "20251117-100000", "20251116-120000"], id="it was ahead for a while"
        ),
        pytest.param(["20251116-110000", "20251116-120000", "20190101-000000"], id="it was set back"),
        pytest.param(["20251116-110000", "29991116-110000", "29991116-120000"], id="it is ahead"),
        pytest.param(["29991116-110000", "20251116-110000", "20251116-120000"], id="it was far ahead"),
        pytest.param(["20251116-110000"] * 3, id="it stood still"),
    ],
)
def test_copies_of_turns_are_as_old_as_their_numbers_say_whatever_became_of_the_clock(
    tmp_path: Path, stamps: list[str]
) -> None:
    copies = numbered(tmp_path, *stamps)
    assert newest_first([copies[1], copies[2], copies[0]]) == copies[::-1]


def test_copies_of_turns_stand_among_others_by_what_is_known_of_their_time(tmp_path: Path) -> None:
    ahead, _, last = numbered(tmp_path, "20251118-100000", "20251116-100000", "20251116-120000")
    before, after = written(
        tmp_path, ["campaigns-20251116-110000.sqlite", "campaigns-20251117-110000.sqlite"]
    )
    assert newest_first([ahead, before, after, last]) == [after, last, ahead, before]


def test_what_the_clock_says_is_yet_to_come_is_older_than_the_rest(tmp_path: Path) -> None:
    ahead, today = written(tmp_path, ["campaigns-29991116-101500.sqlite", TURNS[0]])
    assert newest_first([ahead, today]) == [today, ahead]

"""Who stands near those who help the near: written in a list, asked for, or said to be missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.kernel.errors import Malformed
from assistant.packs.lists import read_figures
from assistant.rules.book import Book
from tests.cli.conftest import Assistant

ORCS = "9 orcs"
AGAIN = "failures rolled again: elven lore (PPL-ELROND-03)"


def lines(*typed: str) -> str:
    return "".join(f"{one}\n" for one in typed)


@pytest.mark.rules("PPL-ELROND-03")
def test_elves_near_elrond_are_written_so_in_a_list(assistant: Assistant) -> None:
    out = assistant("quick", "elrond, 3 armored elves near elrond, 2 wood elves", ORCS, "--log").out
    assert f"3 Armored Elves: 1 die at 3+; defense 4+ [{AGAIN}]" in out
    assert f"2 Wood Elves: 1 die at 3+; defense 5+ [{AGAIN}]" not in out


def test_friends_may_be_several_and_what_one_bears_comes_after(book: Book) -> None:
    rows = read_figures("Merry with horn, Beregond, 2 hobbits near Merry and near Beregond", book)
    assert rows[2] == {"id": "hobbit", "profile": "hobbit", "count": 2, "near": ["merry", "beregond"]}
    (_, pippin) = read_figures("Beregond; Pippin near Beregond with armor", book)
    assert pippin == {"id": "pippin", "profile": "pippin", "bears": ["armor"], "near": ["beregond"]}


def test_a_friend_who_comes_in_numbers_is_each_of_them(book: Book) -> None:
    rows = read_figures("2 hobbits with horn, 3 hobbits near hobbits", book)
    assert rows[1] == {"id": "hobbit-2", "profile": "hobbit", "count": 3, "near": ["hobbit.1", "hobbit.2"]}


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("3 armored elves near elrond", "near Elrond: Elrond is not in this list; name Elrond as well"),
        ("9 orcs near lurtz, lurtz", "near Lurtz: Lurtz helps nobody by standing near; leave it out"),
        ("merry, 3 hobbits near merry", "near Merry: Merry helps nobody by standing near; leave it out"),
        ("elrond, 3 elves near elrnd", "nobody is called 'elrnd'"),
    ],
)
def test_nearness_that_would_change_nothing_is_refused(book: Book, typed: str, wrong: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_figures(typed, book)
    assert any(wrong in line for line in refused.value.lines())


def test_a_quick_fight_says_who_might_have_been_near(assistant: Assistant) -> None:
    told = assistant("quick", "elrond, 3 armored elves, arwen", ORCS, "--json").err
    assert told == (
        "Elrond helps Armored Elves or Arwen within 2 inches, and nobody is said to stand there: "
        'write "3 Armored Elves near Elrond" if some do.\n'
    )
    assert assistant("quick", "elrond, 3 armored elves near elrond", ORCS).err == ""
    # Gandalf keeps only the fear of fell beasts away.
    assert assistant("quick", "gandalf the white, 3 rohan foot", ORCS).err == ""
    assert (
        "within 8 inches" in assistant("quick", "gandalf the white, 3 rohan foot", "khamul on fell beast").err
    )


@pytest.mark.rules("PPL-ELROND-03", "PPL-HOBBITS-03")
def test_step_by_step_the_table_is_asked_who_is_near(assistant: Assistant) -> None:
    lists = ("--good", "elrond, 3 armored elves, arwen", "--evil", ORCS)
    result = assistant("fight", *lists, typed=lines("2", "y", "1", "quit"))
    assert "How many of the 3 Armored Elves are within 2 inches of Elrond? [0]" in result.out
    assert "Is Arwen within 2 inches of Elrond?" in result.out
    assert f"(armored-elf.1, armored-elf.2): 1 die at 3+; defense 4+ [{AGAIN}]" in result.out
    assert "(armored-elf.3): 1 die at 3+; defense 4+.\n" in result.out
    horn = assistant(
        "fight", "--good", "merry with horn, 2 hobbits", "--evil", "orc", typed=lines("1", "quit")
    )
    assert "How many of the 2 Armed Hobbits are within 6 inches of Merry?" in horn.out
    assert "+1 horn (PPL-HOBBITS-03)" in horn.out


def test_a_battle_file_has_said_who_is_near(assistant: Assistant, tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    file.write_text(
        '{"sides": {"good": {"figures": [{"id": "elrond", "profile": "elrond"},'
        ' {"id": "arwen", "profile": "arwen"}]}, "evil": {"figures": [{"id": "orc", "profile": "orc"}]}}}',
        encoding="utf-8",
    )
    assert "inches" not in assistant("fight", str(file), typed=lines("quit")).out

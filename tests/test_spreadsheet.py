"""Profiles as a spreadsheet: out, changed, and back in."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest

from assistant.kernel.errors import BadPack
from assistant.packs.load import load_book
from assistant.packs.spreadsheet import COLUMNS, export_csv, import_csv
from assistant.packs.where import home
from assistant.rules.book import Book, ProfileId
from assistant.rules.effects.registry import parameters


@pytest.fixture
def rosters(tmp_path: Path) -> Path:
    shutil.copytree(home() / "rosters", tmp_path / "rosters")
    return tmp_path / "rosters"


@pytest.fixture
def sheet(tmp_path: Path, book: Book) -> Path:
    path = tmp_path / "sheet.csv"
    path.write_text(export_csv(book), encoding="utf-8", newline="")
    return path


def rows(book: Book) -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in csv.DictReader(io.StringIO(export_csv(book)))}


def edit(sheet: Path, before: str, after: str) -> None:
    text = sheet.read_text(encoding="utf-8")
    assert before in text
    sheet.write_text(text.replace(before, after, 1), encoding="utf-8", newline="")


def taken_in(sheet: Path, rosters: Path) -> Book:
    import_csv(sheet, rosters, effects=parameters())
    return load_book(rosters=rosters, effects=parameters())


def faults(sheet: Path, rosters: Path) -> str:
    before = {path.name: path.read_bytes() for path in rosters.iterdir() if path.is_file()}
    with pytest.raises(BadPack) as refusal:
        import_csv(sheet, rosters, effects=parameters())
    assert before == {path.name: path.read_bytes() for path in rosters.iterdir() if path.is_file()}
    return "\n".join(map(str, refusal.value.faults))


def test_the_sheet_has_the_agreed_columns_and_every_profile(book: Book) -> None:
    assert export_csv(book).splitlines()[0] == ",".join(COLUMNS)
    assert len(rows(book)) == len(book.profiles) == 170


def test_a_rider_a_weapon_and_an_elf_lord_as_the_charts_print_them(book: Book) -> None:
    rider = rows(book)["rider-of-rohan"]
    assert [rider[key] for key in ("dice", "attack", "defense")] == ["2", "3", "4"]
    assert [rider[f"dismounted_{key}"] for key in ("dice", "attack", "defense")] == ["1", "4", "5"]
    assert (rider["move_clear"], rider["move_difficult"]) == ("17", "7")
    assert rider["abilities"] == "swift;furious-charge"
    assert rows(book)["trebuchet"]["dice"] == "2/crew"
    celeborn = rows(book)["celeborn"]
    assert (celeborn["leadership"], celeborn["wizardry"], celeborn["magic_weapon"]) == ("3", "0", "yes")
    assert rows(book)["goblin"]["defense"] == ""


def test_an_unchanged_sheet_changes_nothing(sheet: Path, rosters: Path) -> None:
    before = (rosters / "rohan.toml").read_bytes()
    changes = import_csv(sheet, rosters, effects=parameters())
    assert not changes.altered
    assert not changes.added
    assert (rosters / "rohan.toml").read_bytes() == before


def test_a_changed_cell_reaches_its_file_and_leaves_the_comments(sheet: Path, rosters: Path) -> None:
    edit(
        sheet,
        "rohan-foot,Rohan Foot,good,rohan,man,army,1,4,5",
        "rohan-foot,Rohan Foot,good,rohan,man,army,2,3,4",
    )
    book = taken_in(sheet, rosters)
    line = book.profiles[ProfileId("rohan-foot")].line
    assert (line.dice, line.attack, line.defense) == (2, 3, 4)
    assert (rosters / "rohan.toml").read_text(encoding="utf-8").startswith("# Rohan:")


def test_an_ability_keeps_its_condition_when_another_is_added(sheet: Path, rosters: Path) -> None:
    edit(sheet, "swift;furious-charge", "furious-charge;tough")
    book = taken_in(sheet, rosters)
    traits = book.profiles[ProfileId("rider-of-rohan")].traits
    assert [(trait.name, trait.when) for trait in traits] == [
        ("furious-charge", "mounted"),
        ("tough", "always"),
    ]


def test_a_new_row_is_a_new_profile_in_the_file_of_its_people(sheet: Path, rosters: Path) -> None:
    with sheet.open("a", encoding="utf-8") as file:
        file.write("helmingas,Sons of Helm,good,rohan,man,army,1,3,4,,,,no,,,,10,7,25,tough\n")
    book = taken_in(sheet, rosters)
    assert book.profiles[ProfileId("helmingas")].people == "rohan"
    assert "helmingas" in (rosters / "rohan.toml").read_text(encoding="utf-8")


def test_a_misspelt_ability_is_refused_with_the_likely_one(sheet: Path, rosters: Path) -> None:
    edit(sheet, "swift;furious-charge", "swift;furius-charge")
    assert "unknown ability 'furius-charge'; did you mean 'furious-charge'?" in faults(sheet, rosters)


def test_every_bad_cell_is_named_by_row_and_column(sheet: Path, rosters: Path) -> None:
    edit(
        sheet,
        "rohan-foot,Rohan Foot,good,rohan,man,army,1,4",
        "rohan-foot,Rohan Foot,good,rohan,man,army,one,4+",
    )
    told = faults(sheet, rosters)
    assert "(rohan-foot), dice: 'one' is not a whole number" in told
    assert "(rohan-foot), attack: '4+' is not a whole number" in told


def test_a_missing_and_an_unknown_column_are_both_told(sheet: Path, rosters: Path) -> None:
    edit(sheet, "dice,attack", "dise,attack")
    told = faults(sheet, rosters)
    assert "unknown column 'dise'; did you mean 'dice'?" in told
    assert "the column dice is missing" in told


def test_an_id_used_twice_is_refused(sheet: Path, rosters: Path) -> None:
    with sheet.open("a", encoding="utf-8") as file:
        file.write("orc,Orc,evil,mordor,orc,army,1,5,6,,,,no,,,,8,6,25,darkness\n")
    assert "the id 'orc' is used twice" in faults(sheet, rosters)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00binary", b"just one line\n", b'id,"name\n'])
def test_a_file_that_is_no_such_sheet_is_refused(content: bytes, tmp_path: Path, rosters: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_bytes(content)
    assert faults(path, rosters)

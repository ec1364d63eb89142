"""Profiles as a spreadsheet: out, changed, and back in."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest

from assistant.kernel.errors import BadPack
from assistant.packs.load import load_book
from assistant.packs.sheet_reading import COLUMNS
from assistant.packs.spreadsheet import export_csv, import_csv
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


def row_number(sheet: Path, name: str) -> int:
    """The row a spreadsheet program shows for a profile; row 1 is the header."""
    lines = sheet.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if line.startswith(f"{name},"))


def test_a_fault_of_the_whole_pack_names_the_row_and_column_of_the_sheet(sheet: Path, rosters: Path) -> None:
    edit(
        sheet,
        "rohan-foot,Rohan Foot,good,rohan,man,army,1,4",
        "rohan-foot,Rohan Foot,good,rohan,man,armi,1,9",
    )
    edit(sheet, "swift;furious-charge", "swift;furius-charge")
    told = faults(sheet, rosters).splitlines()
    number = row_number(sheet, "rohan-foot")
    assert f"{sheet}: row {number} (rohan-foot), kind: unknown kind 'armi'; did you mean 'army'?" in told
    assert any(one.startswith(f"{sheet}: row {number} (rohan-foot), attack: attack must be") for one in told)
    assert any("(rider-of-rohan), abilities: unknown ability 'furius-charge'" in one for one in told)
    assert all(one.startswith(f"{sheet}: row ") for one in told)


def test_cells_rows_and_the_whole_pack_are_judged_together(sheet: Path, rosters: Path) -> None:
    edit(
        sheet,
        "rohan-foot,Rohan Foot,good,rohan,man,army,1,",
        "rohan-foot,Rohan Foot,good,rohan,man,army,one,",
    )
    edit(sheet, "swift;furious-charge", "swift;furius-charge")
    edit(sheet, "orc-tracker,", "orc,")
    with sheet.open("a", encoding="utf-8") as file:
        file.write("too,short\n")
    told = faults(sheet, rosters)
    assert "(rohan-foot), dice: 'one' is not a whole number" in told
    assert "unknown ability 'furius-charge'" in told
    assert "the id 'orc' is used twice; it is already in row" in told
    assert "it has 2 cells, not 20" in told


def test_a_profile_that_changes_sides_is_refused_where_a_commander_starts_with_it(
    sheet: Path, rosters: Path
) -> None:
    edit(sheet, "shagrat,Shagrat,evil", "shagrat,Shagrat,good")
    assert "shagrat is good and mouth-of-sauron is evil" in faults(sheet, rosters)


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_another_separator_is_understood(sheet: Path, rosters: Path, book: Book, separator: str) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, delimiter=separator)
    writer.writeheader()
    writer.writerows(
        row | ({"attack": "3"} if name == "rohan-foot" else {}) for name, row in rows(book).items()
    )
    sheet.write_text(text.getvalue(), encoding="utf-8", newline="")
    assert taken_in(sheet, rosters).profiles[ProfileId("rohan-foot")].line.attack == 3


def test_what_excel_adds_does_no_harm(sheet: Path, rosters: Path) -> None:
    # A mark in front, lines that end in CR LF, a line that names the separator, and empty cells all around.
    edit(
        sheet,
        "rohan-foot,Rohan Foot,good,rohan,man,army,1,4",
        "rohan-foot,Rohan Foot,good,rohan,man,army,1,3",
    )
    lines = sheet.read_text(encoding="utf-8").splitlines()
    padded = "\r\n".join(["sep=,", *(f"{line},," for line in lines), "," * 21, ""])
    sheet.write_bytes(b"\xef\xbb\xbf" + padded.encode())
    changes = import_csv(sheet, rosters, effects=parameters())
    assert changes.altered == {"rohan-foot": ("attack",)}
    assert changes.left_out == ()


def test_columns_may_stand_in_any_order(sheet: Path, rosters: Path, book: Book) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS[::-1])
    writer.writeheader()
    writer.writerows(rows(book).values())
    sheet.write_text(text.getvalue(), encoding="utf-8", newline="")
    changes = import_csv(sheet, rosters, effects=parameters())
    assert (changes.altered, changes.added, changes.left_out) == ({}, (), ())


def test_a_deleted_row_takes_nothing_away_and_is_told(sheet: Path, rosters: Path) -> None:
    lines = sheet.read_text(encoding="utf-8").splitlines(keepends=True)
    sheet.write_text("".join(line for line in lines if not line.startswith("shagrat,")), encoding="utf-8")
    changes = import_csv(sheet, rosters, effects=parameters())
    assert changes.left_out == ("shagrat",)
    assert ProfileId("shagrat") in load_book(rosters=rosters, effects=parameters()).profiles


def test_a_changed_id_is_refused_and_not_taken_for_a_new_profile(sheet: Path, rosters: Path) -> None:
    edit(sheet, "shagrat,Shagrat,", "shagratt,Shagrat,")
    number = row_number(sheet, "shagratt")
    assert faults(sheet, rosters).splitlines()[0] == (
        f"{sheet}: row {number}, id: 'shagratt' is new, and 'shagrat' of the same name is gone; an id never "
        "changes: write shagrat, or give the new profile a name of its own"
    )


def test_a_row_without_an_id_is_refused(sheet: Path, rosters: Path) -> None:
    edit(sheet, "shagrat,Shagrat,", ",Shagrat,")
    assert "id: there is none; give it an id" in faults(sheet, rosters)


def test_a_sheet_of_something_else_is_told_so_in_one_line(tmp_path: Path, rosters: Path) -> None:
    path = tmp_path / "members.csv"
    path.write_text("member;address\nAnna;Hauptstraße 1\n", encoding="utf-8")
    told = faults(path, rosters)
    assert "this is no sheet of profiles" in told
    assert len(told.splitlines()) == 1


def test_an_old_encoding_is_told_with_its_line(sheet: Path, rosters: Path) -> None:
    sheet.write_bytes(sheet.read_text(encoding="utf-8").encode("cp1252", errors="replace"))
    assert 'this is not UTF-8 text; save it as "CSV UTF-8"' in faults(sheet, rosters)


@pytest.mark.parametrize(("yes", "no"), [("TRUE", "FALSE"), ("True", ""), ("1", "0")])
def test_yes_and_no_as_a_spreadsheet_program_saves_them_change_nothing(
    sheet: Path, rosters: Path, yes: str, no: str
) -> None:
    table = list(csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8"))))
    said = {"yes": yes, "no": no}
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows({**row, "magic_weapon": said[row["magic_weapon"]]} for row in table)
    assert not import_csv(sheet, rosters, effects=parameters()).altered


def test_the_dice_of_a_weapon_stay_those_of_its_crew(sheet: Path, rosters: Path) -> None:
    edit(sheet, "artillery,2/crew", "artillery,6")
    assert "dice: '6' is not so many for each of the crew; write it like 2/crew" in faults(sheet, rosters)


def test_artillery_without_a_crew_is_refused(sheet: Path, rosters: Path) -> None:
    with sheet.open("a", encoding="utf-8") as file:
        file.write("onager,Onager,good,rohan,machine,artillery,2,3,4,,,,no,,,,5,,25,\n")
    assert "(onager): it is artillery without a crew; give its crew, or another kind" in faults(
        sheet, rosters
    )


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ('"Rohan\nFoot"', "'Rohan\\nFoot' is not one line of plain text; write it on one line"),
        ("=1+1", "a spreadsheet would take '=1+1' for a formula; begin it with something else than ="),
        ("@here", "a spreadsheet would take '@here' for a formula; begin it with something else than @"),
    ],
)
def test_a_name_is_one_line_and_no_formula(sheet: Path, rosters: Path, name: str, line: str) -> None:
    edit(sheet, "rohan-foot,Rohan Foot,", f"rohan-foot,{name},")
    assert f"(rohan-foot), name: {line}" in faults(sheet, rosters)

"""Sheets as spreadsheet programs save them: with a mark in front, other line ends and other separators."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.kernel.errors import BadPack, Malformed
from assistant.packs.files import Unreadable, read_text
from assistant.packs.positions import parse_rows, read_positions
from assistant.packs.sheet_reading import unspoiled
from assistant.packs.spreadsheet import export_csv, import_csv
from assistant.packs.where import home
from assistant.rules.book import Book
from assistant.rules.effects.registry import parameters

FIGURES = (
    "id,side,profile,table,x,y,base_mm\nr1,good,rider-of-rohan,south,10.5,20,40\no1,evil,orc,south,11,20,25\n"
)
MARK = "\ufeff"
Save = Callable[[str], bytes]


def parted(text: str, by: str) -> str:
    """The same sheet with another separator, quoted where it must be."""
    out = io.StringIO()
    csv.writer(out, delimiter=by, lineterminator="\n").writerows(csv.reader(io.StringIO(text)))
    return out.getvalue()


AS_SAVED: dict[str, Save] = {
    "plain": lambda text: text.encode(),
    "mark": lambda text: (MARK + text).encode(),
    "windows lines": lambda text: text.replace("\n", "\r\n").encode(),
    "old mac lines": lambda text: text.replace("\n", "\r").encode(),
    "mark and windows lines": lambda text: (MARK + text.replace("\n", "\r\n")).encode(),
    "excel of a european": lambda text: (MARK + parted(text, ";").replace("\n", "\r\n")).encode(),
    "excel's own line": lambda text: (MARK + "sep=;\r\n" + parted(text, ";").replace("\n", "\r\n")).encode(),
    "tabs": lambda text: (MARK + parted(text, "\t")).encode(),
}
WIDE: dict[str, Save] = {
    "unicode text": lambda text: text.encode("utf-16"),
    "little end first": lambda text: text.encode("utf-16-le"),
    "big end first": lambda text: text.encode("utf-16-be"),
    "big end first with a mark": lambda text: (MARK + text).encode("utf-16-be"),
}


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[bytes], Path]:
    def save(data: bytes) -> Path:
        path = tmp_path / "sheet.csv"
        path.write_bytes(data)
        return path

    return save


@pytest.mark.parametrize("how", AS_SAVED)
def test_a_sheet_of_figures_reads_the_same_however_it_was_saved(
    how: str, saved: Callable[[bytes], Path], book: Book
) -> None:
    first, second = read_positions(saved(AS_SAVED[how](FIGURES)), book)
    assert (first.id, first.at.x, first.at.y) == ("r1", 10500, 20000)
    assert (second.id, second.side) == ("o1", "evil")


@pytest.mark.parametrize("how", AS_SAVED)
def test_a_sheet_of_profiles_changes_nothing_however_it_was_saved(
    how: str, saved: Callable[[bytes], Path], book: Book, tmp_path: Path
) -> None:
    shutil.copytree(home() / "rosters", tmp_path / "rosters")
    path = saved(AS_SAVED[how](export_csv(book)))
    changes = import_csv(path, tmp_path / "rosters", effects=parameters())
    assert (changes.altered, changes.added, changes.left_out) == ({}, (), ())


@pytest.mark.parametrize("how", WIDE)
def test_a_sheet_in_utf_16_is_refused_in_a_sentence(
    how: str, saved: Callable[[bytes], Path], book: Book, tmp_path: Path
) -> None:
    with pytest.raises(Malformed) as of_figures:
        read_positions(saved(WIDE[how](FIGURES)), book)
    shutil.copytree(home() / "rosters", tmp_path / "rosters")
    with pytest.raises(BadPack) as of_profiles:
        import_csv(saved(WIDE[how](export_csv(book))), tmp_path / "rosters", effects=parameters())
    for refused in (of_figures, of_profiles):
        (fault,) = refused.value.faults
        assert fault.wrong == 'this is text in UTF-16, as "Unicode Text" of a spreadsheet is'
        assert fault.right == 'save it as "CSV UTF-8"'


@pytest.mark.parametrize("data", [b"", b"a", b"id,side"])
def test_short_text_is_read_as_it_is(data: bytes, saved: Callable[[bytes], Path]) -> None:
    assert read_text(saved(data)) == data.decode()


@pytest.mark.parametrize("data", [b"\0", b"\0\0", b"\0\0\0\0\0\0", b"a\0\0b"])
def test_what_is_no_utf_16_is_not_called_so(data: bytes, saved: Callable[[bytes], Path]) -> None:
    with pytest.raises(Unreadable, match="this is not a text file"):
        read_text(saved(data))


def test_a_sheet_in_the_letters_of_windows_is_told_what_to_be_saved_as(
    saved: Callable[[bytes], Path], book: Book
) -> None:
    with pytest.raises(Malformed) as refused:
        read_positions(saved(FIGURES.replace("r1", "Éomer").encode("cp1252")), book)
    (fault,) = refused.value.faults
    assert (fault.at, fault.wrong, fault.right) == (
        "line 2",
        "this is not UTF-8 text",
        'save it as "CSV UTF-8"',
    )


def test_a_sheet_that_a_browser_hands_on_may_have_its_mark(book: Book) -> None:
    assert [one.standing.id for one in parse_rows(MARK + FIGURES, "the sheet", book)] == ["r1", "o1"]


def test_names_that_a_program_has_garbled_are_refused_and_the_rosters_stay(
    saved: Callable[[bytes], Path], book: Book, tmp_path: Path
) -> None:
    # Excel takes a file without a mark for Windows' own letters, and saves what it has made of it as UTF-8.
    rosters = tmp_path / "rosters"
    shutil.copytree(home() / "rosters", rosters)
    before = {path.name: path.read_bytes() for path in rosters.glob("*.toml")}
    garbled = export_csv(book).encode().decode("cp1252", errors="replace").replace("\ufffd", "")
    with pytest.raises(BadPack) as refused:
        import_csv(saved((MARK + garbled).encode()), rosters, effects=parameters())
    told = [fault for fault in refused.value.faults if "garbled" in fault.wrong]
    accented = {one.name for one in book.profiles.values() if not one.name.isascii()}
    assert len(accented) >= 16
    assert any("'DÃ¡in' was 'Dáin'" in fault.wrong for fault in told)
    assert all("open the file as UTF-8" in fault.right for fault in told)
    assert {path.name: path.read_bytes() for path in rosters.glob("*.toml")} == before


def test_no_name_of_the_rosters_looks_garbled(book: Book) -> None:
    assert {one.name: unspoiled(one.name) for one in book.profiles.values() if unspoiled(one.name)} == {}


def test_every_accented_name_is_known_when_it_is_garbled(book: Book) -> None:
    def garbled(name: str) -> str:
        """Byte by byte, as Windows does it: five of them have no letter and stay what they are."""
        letters = (bytes([byte]) for byte in name.encode())
        return "".join(one.decode("cp1252", errors="ignore") or one.decode("latin-1") for one in letters)

    accented = [one.name for one in book.profiles.values() if not one.name.isascii()]
    assert [unspoiled(garbled(name)) for name in accented] == accented

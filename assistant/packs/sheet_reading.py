"""A sheet of profiles as a spreadsheet program saved it: any separator, with or without a mark in front."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assistant.kernel.errors import Fault
from assistant.packs.faults import remedy, shown
from assistant.packs.files import Unreadable, read_text

COLUMNS = (
    "id", "name", "side", "people", "race", "kind", "dice", "attack", "defense", "leadership",
    "leadership_scope", "wizardry", "magic_weapon", "dismounted_dice", "dismounted_attack",
    "dismounted_defense", "move_clear", "move_difficult", "base_mm", "abilities",
)  # fmt: skip
SEPARATORS = ",;\t|"
YES = {
    **dict.fromkeys(("yes", "true", "1", "x"), "yes"),
    **dict.fromkeys(("no", "false", "0", ""), "no"),
}
"""How a sheet, or a program that saved it, says yes and no."""

Row = dict[str, str]


@dataclass(slots=True)
class Sheet:
    """The rows of a sheet by their number in it, and everything wrong with its shape."""

    file: str
    rows: dict[int, Row] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def row_of(self) -> dict[str, int]:
        """The number of the row in which a profile stands."""
        return {row["id"]: number for number, row in self.rows.items()}


def read_sheet(path: Path, file: str) -> Sheet:
    """The rows that can be read, one or more faults for each that cannot."""
    sheet = Sheet(file)
    try:
        text = read_text(path)
        separator = separator_of(text)
        rows = lines_of(text, separator)
        columns = columns_of(rows[0][1]) if rows else []
        sheet.faults += _header_faults(file, columns)
        if not sheet.faults:
            _read_rows(sheet, columns, rows[1:])
    except Unreadable as unreadable:
        sheet.faults += unreadable.faults
    except csv.Error as error:
        sheet.faults.append(Fault(file, "", f"this is not a CSV file: {error}", "save it as CSV in UTF-8"))
    return sheet


def separator_of(text: str, known: Collection[str] = COLUMNS) -> str:
    """What stands between the cells: whatever makes the most known columns of the first line."""
    lines = text.lstrip().splitlines() or [""]
    if lines[0].casefold().startswith("sep=") and len(lines[0]) == 5:
        return lines[0][4]
    return max(SEPARATORS, key=lambda separator: len(set(columns_of(lines[0].split(separator))) & set(known)))


def lines_of(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """Rows with their numbers as the program shows them: a cell may run over several lines of the file."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    lines = [(number, [cell.strip() for cell in row]) for number, row in enumerate(reader, start=1)]
    return [(number, row) for number, row in lines if any(row) and not row[0].casefold().startswith("sep=")]


def columns_of(header: Sequence[str]) -> list[str]:
    """The names of the columns, without those that a program added behind the last."""
    names = [name.strip().strip('"').casefold() for name in header]
    while names and not names[-1]:
        names.pop()
    return names


def _header_faults(file: str, header: Sequence[str]) -> Iterator[Fault]:
    if not header:
        yield Fault(file, "", "the file is empty", "begin with `assistant roster export`")
        return
    if not set(header) & set(COLUMNS):
        wrong = "this is no sheet of profiles: its first row names none of their columns"
        yield Fault(file, "row 1", wrong, f"use: {', '.join(COLUMNS)}")
        return
    for column in header:
        if column not in COLUMNS:
            yield Fault(file, "row 1", f"unknown column {shown(column)}", remedy(column, COLUMNS))
    for column in COLUMNS:
        if header.count(column) != 1:
            often = "is missing" if column not in header else "stands there twice"
            yield Fault(file, "row 1", f"the column {column} {often}", f"use: {', '.join(COLUMNS)}")


def _read_rows(sheet: Sheet, columns: Sequence[str], rows: Sequence[tuple[int, list[str]]]) -> None:
    seen: dict[str, int] = {}
    for number, cells in rows:
        while len(cells) > len(columns) and not cells[-1]:
            cells.pop()
        if len(cells) != len(columns):
            sheet.faults.append(
                Fault(
                    sheet.file, f"row {number}", f"it has {len(cells)} cells, not {len(columns)}", "mend it"
                )
            )
            continue
        row = dict(zip(columns, cells, strict=True))
        row["magic_weapon"] = YES.get(row["magic_weapon"].casefold(), row["magic_weapon"])
        name = row["id"]
        if not name:
            sheet.faults.append(Fault(sheet.file, f"row {number}, id", "there is none", "give it an id"))
        elif name in seen:
            where = f"it is already in row {seen[name]}"
            sheet.faults.append(
                Fault(sheet.file, f"row {number}, id", f"the id {shown(name)} is used twice", where)
            )
        else:
            seen[name] = number
            sheet.rows[number] = row


def unspoiled(text: str) -> str:
    """What a text was before a program took its UTF-8 for Western letters; nothing if none did."""
    try:
        before = b"".join(_byte_of(letter) for letter in text).decode("utf-8")
    except UnicodeError:
        return ""
    return before if before != text else ""


def _byte_of(letter: str) -> bytes:
    """Windows leaves five bytes without a letter, and hands them on as they are."""
    try:
        return letter.encode("cp1252")
    except UnicodeEncodeError:
        return letter.encode("latin-1")

"""A sheet of measured figures: who stands where, as a spreadsheet program saved it."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path

from assistant.kernel.errors import Fault, Malformed
from assistant.kernel.inches import FARTHEST_INCHES, Mil, Point, mils
from assistant.packs.faults import MOST_FAULTS, listed, remedy, shown
from assistant.packs.files import AS_A_SHEET, WIDE, Unreadable, read_text
from assistant.packs.sheet_reading import YES, columns_of, lines_of, separator_of
from assistant.packs.where import shown_path
from assistant.rules.book import Book, Profile, ProfileId
from assistant.table.bases import FULL_TURN, Base, Standing

NEEDED = ("id", "side", "profile", "table", "x", "y")
OPTIONAL = ("base_mm", "mounted", "lead", "facing")
COLUMNS = (*NEEDED, *OPTIONAL)
SIDES = ("good", "evil", "uncontrolled")
LARGEST = 50_000_000
MARK = "\ufeff"
"""What spreadsheets put in front of UTF-8; files are read without it, and a browser may hand it on."""
LARGEST_BASE = 1000
LONGEST_ID = 200


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it was written: who stands where, and what else it says of them."""

    number: int
    standing: Standing
    profile: ProfileId
    says_base: bool
    mounted: bool | None
    """Nothing where the row does not say."""

    def fault(self, file: str, column: str, wrong: str, right: str) -> Fault:
        """Something wrong in one of its cells."""
        return Fault(file, f"row {self.number}, {column}", wrong, right)


def read_positions(path: Path, book: Book) -> tuple[Standing, ...]:
    """The figures of a CSV file in its order; raises Malformed with everything wrong in it."""
    file = shown_path(path)
    return tuple(one.standing for one in parse_rows(text_of(path), file, book))


def text_of(path: Path) -> str:
    """What a sheet holds."""
    try:
        return read_text(path, LARGEST)
    except Unreadable as unreadable:
        raise refused(shown_path(path), unreadable.faults) from None


def parse_rows(text: str, file: str, book: Book) -> tuple[Row, ...]:
    """Its rows from its text; `file` is what it is called where something is wrong."""
    text = text.removeprefix(MARK)
    if "\0" in text:
        raise refused(file, [Fault(file, "", WIDE, AS_A_SHEET)])
    try:
        separator = separator_of(text, COLUMNS)
        rows = lines_of(text, separator)
    except Unreadable as unreadable:
        raise refused(file, unreadable.faults) from None
    except csv.Error as error:
        fault = Fault(file, "", f"this is not a CSV file: {error}", "save it as CSV in UTF-8")
        raise refused(file, [fault]) from None
    header = columns_of(rows[0][1]) if rows else []
    if faults := list(_header_faults(file, header)):
        raise refused(file, faults)
    reader = _Reader(file, book, separator)
    rows_read = []
    for number, cells in rows[1:]:
        rows_read.append(reader.figure(number, cells, header))
        # Looking for what was meant takes time, and nobody mends more than these at once.
        if len(reader.faults) > MOST_FAULTS:
            break
    if reader.faults:
        raise refused(file, reader.faults)
    return tuple(one for one in rows_read if one is not None)


def base_of(profile: Profile, faces: bool = True) -> Base:
    """AMB-028: the base of a profile; one that faces nowhere is measured as if it were round."""
    return Base.of(profile.base_mm, (profile.base_length_mm or 0) if faces else 0)


def refused(file: str, faults: Sequence[Fault]) -> Malformed:
    """Everything that is wrong with a sheet, or as much of it as anyone mends at once."""
    told = listed(file, faults)
    return Malformed("bad-positions", f"{file} cannot be read.", do="Mend it and try again.", faults=told)


def _header_faults(file: str, header: Sequence[str]) -> Iterator[Fault]:
    if not header:
        yield Fault(file, "", "the file is empty", f"its first row names the columns: {', '.join(NEEDED)}")
        return
    for column in dict.fromkeys(header):
        if column not in COLUMNS:
            yield Fault(file, "row 1", f"unknown column {shown(column)}", remedy(column, COLUMNS))
        elif header.count(column) > 1:
            yield Fault(file, "row 1", f"the column {column} stands there twice", "keep one of them")
    for column in NEEDED:
        if column not in header:
            yield Fault(file, "row 1", f"the column {column} is missing", f"use: {', '.join(NEEDED)}")


@dataclass(slots=True)
class _Reader:
    """Rows into figures; what is wrong is gathered, so that it is told all at once."""

    file: str
    book: Book
    separator: str
    faults: list[Fault] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    bases: dict[tuple[str, str, bool], Base] = field(default_factory=dict)

    def figure(self, number: int, cells: list[str], header: Sequence[str]) -> Row | None:
        """One row; nothing if it has a fault."""
        while len(cells) > len(header) and not cells[-1]:
            cells.pop()
        if len(cells) != len(header):
            wrong = f"it has {len(cells)} cells, not {len(header)}"
            self.faults.append(Fault(self.file, f"row {number}", wrong, "one for each column of row 1"))
            return None
        row = dict(zip(header, cells, strict=True))
        before = len(self.faults)
        for column in NEEDED:
            if not row[column]:
                self._fault(number, column, "there is none", f"give the {column}")
        name, side, profile = self._id(number, row), self._side(number, row), self._profile(number, row)
        at = Point(self._inches(number, row, "x"), self._inches(number, row, "y"))
        base, facing = self._base(number, row, profile), self._facing(number, row)
        leads = self._yes(number, row, "lead")
        rides = self._yes(number, row, "mounted") if row.get("mounted") else None
        if profile is None or len(self.faults) > before:
            return None
        table, leadership = row["table"], profile.leadership
        stands = Standing(name, side, table, at, base, facing, profile.is_character, leadership, leads)
        return Row(number, stands, profile.id, bool(row.get("base_mm")), rides)

    def _fault(self, number: int, column: str, wrong: str, right: str) -> None:
        self.faults.append(Fault(self.file, f"row {number}, {column}", wrong, right))

    def _id(self, number: int, row: dict[str, str]) -> str:
        name = row["id"]
        if len(name) > LONGEST_ID:
            self._fault(number, "id", "it is far too long", f"use {LONGEST_ID} letters at most")
        if name and (earlier := self.seen.setdefault(name, number)) != number:
            wrong = f"the id {shown(name)} is used twice"
            self._fault(number, "id", wrong, f"it is already in row {earlier}")
        return name

    def _side(self, number: int, row: dict[str, str]) -> str:
        side = row["side"].casefold()
        if side and side not in SIDES:
            self._fault(number, "side", f"unknown side {shown(row['side'])}", remedy(side, SIDES))
        return side

    def _profile(self, number: int, row: dict[str, str]) -> Profile | None:
        name = row["profile"]
        found = self.book.profiles.get(ProfileId(name))
        if name and found is None:
            elsewhere = "`assistant roster export` lists them"
            right = remedy(name, list(self.book.profiles), elsewhere)
            self._fault(number, "profile", f"unknown profile {shown(name)}", right)
        return found

    def _inches(self, number: int, row: dict[str, str], column: str) -> Mil:
        cell = self._decimal(row[column])
        try:
            return mils(cell) if cell else Mil(0)
        except Malformed:
            wrong = f"{shown(row[column])} is not a number of inches"
            right = f"give one between -{FARTHEST_INCHES} and {FARTHEST_INCHES}, such as 10.5"
            self._fault(number, column, wrong, right)
            return Mil(0)

    def _decimal(self, cell: str) -> str:
        """Where the cells are not separated by commas, a comma may be the decimal point."""
        return cell if self.separator == "," else cell.replace(",", ".")

    def _base(self, number: int, row: dict[str, str], profile: Profile | None) -> Base:
        """The base given, round; else the profile's, which a facing shows to be a rectangle."""
        cell, faces = self._decimal(row.get("base_mm", "")), bool(row.get("facing"))
        key = (cell, "" if cell or profile is None else str(profile.id), faces)
        if key not in self.bases:
            self.bases[key] = self._new_base(number, cell, faces, profile)
        return self.bases[key]

    def _new_base(self, number: int, cell: str, faces: bool, profile: Profile | None) -> Base:
        if not cell:
            return base_of(profile, faces) if profile else Base()
        try:
            mm = Decimal("NaN" if "_" in cell else cell)
        except InvalidOperation:
            mm = Decimal("NaN")
        if not (mm.is_finite() and 0 <= mm <= LARGEST_BASE):
            wrong = f"{shown(cell)} is not the diameter of a base"
            self._fault(number, "base_mm", wrong, f"give millimetres from 0 to {LARGEST_BASE}")
            return Base()
        return Base.of(mm)

    def _facing(self, number: int, row: dict[str, str]) -> int:
        cell = row.get("facing", "")
        if not cell:
            return 0
        if not (cell.isdecimal() and len(cell) <= 3 and int(cell) <= FULL_TURN):
            wrong = f"{shown(cell)} is not a direction"
            self._fault(number, "facing", wrong, "give whole degrees from 0 (north) over 90 (east) to 360")
            return 0
        return int(cell) % FULL_TURN

    def _yes(self, number: int, row: dict[str, str], column: str) -> bool:
        cell = row.get(column, "")
        said = YES.get(cell.casefold())
        if said is None:
            self._fault(
                number, column, f"{shown(cell)} is neither yes nor no", "write yes, or leave it empty"
            )
        return said == "yes"

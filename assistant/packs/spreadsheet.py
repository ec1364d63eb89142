"""Profiles as a spreadsheet: all of them in one CSV, and changes made there taken back into the rosters."""

from __future__ import annotations

import csv
import io
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomlkit

from assistant.kernel.errors import BadPack, Fault
from assistant.packs.faults import remedy, shown
from assistant.packs.files import Unreadable, read_text
from assistant.packs.load import Effects, load_book
from assistant.packs.where import shown_path
from assistant.rules.book import Book, Line, Profile
from assistant.rules.house import HouseRules
from assistant.rules.movement import allowance

COLUMNS = (
    "id", "name", "side", "people", "race", "kind", "dice", "attack", "defense", "leadership",
    "leadership_scope", "wizardry", "magic_weapon", "dismounted_dice", "dismounted_attack",
    "dismounted_defense", "move_clear", "move_difficult", "base_mm", "abilities",
)  # fmt: skip
NUMBERS = ("attack", "defense", "leadership", "wizardry", "base_mm")
WORDS = ("name", "race", "kind", "leadership_scope")
PER_CREW = re.compile(r"(?P<each>[0-9]+)\s*/\s*crew")
YES = {"yes": True, "true": True, "1": True, "x": True, "no": False, "false": False, "0": False, "": False}

Row = dict[str, str]


def export_csv(book: Book) -> str:
    """Every profile, one row each, under the default readings."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    house = HouseRules(book.house_rules, {})
    writer.writerows(row_of(profile, house) for profile in book.profiles.values())
    return text.getvalue()


def row_of(profile: Profile, house: HouseRules) -> Row:
    """One profile as the spreadsheet shows it; a value with a condition shows its unconditional reading."""
    move = allowance(profile, profile.starts_mounted or profile.printed_mounted, house)
    foot = profile.dismounted or Line(0, None, None)
    return {
        "id": profile.id,
        "name": profile.name,
        "side": profile.side,
        "people": profile.people,
        "race": profile.race,
        "kind": profile.kind,
        "dice": _dice(profile),
        "attack": _number(profile.line.attack),
        "defense": _number(profile.line.defense),
        "leadership": _number(profile.leadership or None),
        "leadership_scope": profile.leadership_scope or "",
        "wizardry": _number(profile.wizardry),
        "magic_weapon": "yes" if profile.magic_weapon else "no",
        "dismounted_dice": _number(foot.dice if profile.dismounted else None),
        "dismounted_attack": _number(foot.attack),
        "dismounted_defense": _number(foot.defense),
        "move_clear": _number(move.clear),
        "move_difficult": _number(move.difficult),
        "base_mm": str(profile.base_mm),
        "abilities": ";".join(trait.name for trait in profile.traits),
    }


def _dice(profile: Profile) -> str:
    if profile.kind == "artillery" and profile.crew:
        return f"{profile.crew.dice_each}/crew"
    return str(profile.line.dice)


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


@dataclass(slots=True)
class Changes:
    """What an import altered: profile ids with the columns that changed, and ids that are new."""

    altered: dict[str, tuple[str, ...]] = field(default_factory=dict)
    added: tuple[str, ...] = ()


def import_csv(path: Path, rosters: Path, *, effects: Effects, scenario: Path | None = None) -> Changes:
    """Take the spreadsheet's changes into the roster files, all or nothing, with their comments kept."""
    file = shown_path(path)
    rows = _read(path, file)
    book = load_book(scenario, rosters=rosters, effects=effects)
    house = HouseRules(book.house_rules, {})
    now = {str(profile.id): row_of(profile, house) for profile in book.profiles.values()}
    shelf = _Shelf(rosters)
    changes, faults = Changes(), list[Fault]()
    for number, row in rows:
        before = now.get(row["id"], {})
        columns = tuple(column for column in COLUMNS if row[column] != before.get(column, ""))
        if not columns:
            continue
        table = shelf.profile(row["id"]) if before else shelf.add(row)
        faults += [
            Fault(file, f"row {number} ({row['id']}), {column}", wrong, right)
            for column, wrong, right in _apply(table, row, columns, shelf)
        ]
        if before:
            changes.altered[row["id"]] = columns
        else:
            changes.added += (row["id"],)
    if faults:
        raise _refused(file, faults)
    _put_back(shelf, rosters, scenario, effects)
    return changes


def _read(path: Path, file: str) -> list[tuple[int, Row]]:
    try:
        reader = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
        header = [name.strip() for name in reader.fieldnames or ()]
        faults = [*_header_faults(file, header)]
        if faults:
            raise _refused(file, faults)
        reader.fieldnames = header
        rows = [(reader.line_num, row) for row in reader]
    except Unreadable as unreadable:
        raise _refused(file, unreadable.faults) from None
    except csv.Error as error:
        raise _refused(
            file, [Fault(file, "", f"this is not a CSV file: {error}", "save it as CSV")]
        ) from None
    seen: dict[str, int] = {}
    cleaned: list[tuple[int, Row]] = []
    for number, row in rows:
        if None in row or None in row.values():
            faults.append(
                Fault(file, f"row {number}", f"it does not have {len(header)} cells", "mend the row")
            )
            continue
        clean = {column: row[column].strip() for column in COLUMNS}
        if clean["id"] in seen:
            where = f"it is already in row {seen[clean['id']]}"
            faults.append(Fault(file, f"row {number}", f"the id {shown(clean['id'])} is used twice", where))
        seen[clean["id"]] = number
        cleaned.append((number, clean))
    if faults:
        raise _refused(file, faults)
    return cleaned


def _header_faults(file: str, header: list[str]) -> Iterator[Fault]:
    if not header:
        yield Fault(file, "", "the file is empty", "begin with `assistant roster export`")
        return
    for column in header:
        if column not in COLUMNS:
            yield Fault(file, "row 1", f"unknown column {shown(column)}", remedy(column, COLUMNS))
    for column in COLUMNS:
        if header.count(column) != 1:
            often = "is missing" if column not in header else "stands there twice"
            yield Fault(file, "row 1", f"the column {column} {often}", f"use: {', '.join(COLUMNS)}")


class _Shelf:
    """The roster files as editable documents."""

    def __init__(self, folder: Path) -> None:
        self.documents = {
            path: tomlkit.parse(path.read_text(encoding="utf-8"))
            for path in sorted(folder.glob("*.toml"))
            if path.stem != "abilities"
        }
        self.folder = folder
        self._homes: dict[str, tuple[Any, Any]] = {
            str(profile["id"]): (profile, document)
            for document in self.documents.values()
            for profile in document.get("profile", [])
        }

    def profile(self, name: str) -> Any:
        return self._homes[name][0]

    def default(self, name: str, key: str) -> str:
        """What the file says for all its profiles."""
        return str(self._homes[name][1].get(key, ""))

    def add(self, row: Mapping[str, str]) -> Any:
        """A new profile, in the file of its people, or in a new one."""
        path = self._file_of(row["people"])
        document = self.documents.setdefault(path, tomlkit.document())
        if "profile" not in document:
            document["profile"] = tomlkit.aot()
        table = tomlkit.table()
        table["id"] = row["id"]
        document["profile"].append(table)
        self._homes[row["id"]] = (table, document)
        return table

    def _file_of(self, people: str) -> Path:
        for path, document in self.documents.items():
            if document.get("people") == people:
                return path
        name = re.sub(r"[^a-z0-9]+", "-", people.lower()).strip("-") or "others"
        return self.folder / f"{name}.toml"


Problem = tuple[str, str, str]


def _apply(table: Any, row: Row, columns: tuple[str, ...], shelf: _Shelf) -> Iterator[Problem]:
    """Write the changed cells of a row into its table; yields what cannot be understood."""
    for column in columns:
        text = row[column]
        match column:
            case "id":
                continue
            case "side" | "people":
                if text != shelf.default(row["id"], column):
                    table[column] = text
                else:
                    table.pop(column, None)
            case "dice":
                yield from _put_dice(table, text)
            case "magic_weapon":
                if text.lower() not in YES:
                    yield column, f"{shown(text)} is neither yes nor no", "write yes or no"
                else:
                    _put(table, column, True if YES[text.lower()] else None)
            case "abilities":
                _put_abilities(table, text)
            case _ if column in NUMBERS:
                yield from _put_number(table, column, column, text)
            case _ if column in WORDS:
                _put(table, column, text or None)
    if any(column.startswith("dismounted_") for column in columns):
        yield from _put_line(table, row)
    if any(column.startswith("move_") for column in columns):
        yield from _put_move(table, row)


def _put(table: Any, key: str, value: object) -> None:
    if value is None:
        table.pop(key, None)
    else:
        table[key] = value


def _put_number(table: Any, key: str, column: str, text: str) -> Iterator[Problem]:
    if text and not re.fullmatch(r"[0-9]{1,6}", text):
        yield column, f"{shown(text)} is not a whole number", "write a plain number, or nothing for none"
        return
    _put(table, key, int(text) if text else None)


def _put_dice(table: Any, text: str) -> Iterator[Problem]:
    if each := PER_CREW.fullmatch(text):
        if "crew" not in table:
            yield "dice", "dice per crew need a crew", "add the crew in the roster file first"
            return
        table["crew"]["dice_each"] = int(each["each"])
        return
    yield from _put_number(table, "dice", "dice", text)


def _put_abilities(table: Any, text: str) -> None:
    """Names in the given order; one that is already there keeps its condition and numbers."""
    kept = {use if isinstance(use, str) else use["name"]: use for use in table.get("abilities", [])}
    names = list(dict.fromkeys(filter(None, (name.strip() for name in text.split(";")))))
    uses = tomlkit.array()
    uses.extend(kept.get(name, name) for name in names)
    _put(table, "abilities", uses if names else None)


def _put_line(table: Any, row: Row) -> Iterator[Problem]:
    line = tomlkit.inline_table()
    for key in ("dice", "attack", "defense"):
        yield from _put_number(line, key, f"dismounted_{key}", row[f"dismounted_{key}"])
    _put(table, "dismounted", line if line else None)


def _put_move(table: Any, row: Row) -> Iterator[Problem]:
    move = tomlkit.inline_table()
    for key in ("clear", "difficult"):
        yield from _put_number(move, key, f"move_{key}", row[f"move_{key}"])
    if table.get("printed_move", {}).get("mounted"):
        move["mounted"] = True
    table["printed_move"] = move


def _put_back(shelf: _Shelf, rosters: Path, scenario: Path | None, effects: Effects) -> None:
    """Check the changed rosters as a whole in a folder of their own, and only then replace the real ones."""
    with tempfile.TemporaryDirectory() as name:
        trial = Path(name) / rosters.name
        shutil.copytree(rosters, trial)
        for path, document in shelf.documents.items():
            (trial / path.name).write_text(tomlkit.dumps(document), encoding="utf-8", newline="\n")
        load_book(scenario, rosters=trial, effects=effects)
        for path in shelf.documents:
            fresh = path.with_suffix(".toml.new")
            shutil.copyfile(trial / path.name, fresh)
            fresh.replace(path)


def _refused(file: str, faults: Any) -> BadPack:
    return BadPack("bad-spreadsheet", f"{file} cannot be taken in.", do="Nothing was changed.", faults=faults)

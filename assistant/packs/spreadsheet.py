"""Profiles as a spreadsheet: all of them in one CSV, and changes made there taken back into the rosters."""

from __future__ import annotations

import csv
import io
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import tomlkit

from assistant.kernel.errors import BadPack, Fault
from assistant.packs.faults import shown
from assistant.packs.files import AS_A_SHEET
from assistant.packs.load import Effects, check_scenario, load_book
from assistant.packs.sheet_reading import COLUMNS, Row, Sheet, read_sheet, unspoiled
from assistant.packs.shelf import COLUMN_AT, Shelf, put
from assistant.packs.where import DEFAULT_SCENARIO, home, shown_path
from assistant.rules.book import Book, Line, Profile
from assistant.rules.house import HouseRules
from assistant.rules.movement import allowance

PROFILE_AT = re.compile(r"profile\[(?P<number>[0-9]+)\](?: \([^)]*\))?(?:\.(?P<key>.*))?")


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


@dataclass(frozen=True, slots=True)
class Changes:
    """What an import did: ids with the columns that changed, new ids, and those the sheet left out."""

    altered: Mapping[str, tuple[str, ...]]
    added: tuple[str, ...]
    left_out: tuple[str, ...]


def import_csv(path: Path, rosters: Path, *, effects: Effects, scenario: Path | None = None) -> Changes:
    """Take the spreadsheet's changes into the roster files, all or nothing, with their comments kept."""
    sheet = read_sheet(path, shown_path(path))
    book = load_book(scenario, rosters=rosters, effects=effects)
    house = HouseRules(book.house_rules, {})
    now = {str(profile.id): row_of(profile, house) for profile in book.profiles.values()}
    if not sheet.rows:
        raise _refused(sheet.file, sheet.faults or [Fault(sheet.file, "", "it has no rows", "nothing to do")])
    left_out = tuple(name for name in now if name not in sheet.row_of)
    sheet.faults += (*_renamed(sheet, now, left_out), *_garbled(sheet))
    shelf = Shelf(rosters)
    altered, added = dict[str, tuple[str, ...]](), list[str]()
    for number, row in sheet.rows.items():
        before = now.get(row["id"], {})
        columns = tuple(column for column in COLUMNS if row[column] != before.get(column, ""))
        if not columns:
            continue
        table = shelf.profile(row["id"]) if before else shelf.add(row)
        sheet.faults += [
            Fault(sheet.file, f"row {number} ({row['id']}), {column}", wrong, right)
            for column, wrong, right in put(table, row, columns, shelf)
        ]
        if before:
            altered[row["id"]] = columns
        else:
            added.append(row["id"])
    _put_back(shelf, sheet, rosters, scenario, effects)
    return Changes(altered, tuple(added), left_out)


def _renamed(sheet: Sheet, now: Mapping[str, Row], left_out: Sequence[str]) -> Iterator[Fault]:
    """An id is what everything else knows a profile by: a row that changed its own is a mistake."""
    by_name = {now[name]["name"]: name for name in left_out}
    for number, row in sheet.rows.items():
        if row["id"] not in now and (before := by_name.get(row["name"])):
            wrong = f"{shown(row['id'])} is new, and {shown(before)} of the same name is gone"
            right = f"an id never changes: write {before}, or give the new profile a name of its own"
            yield Fault(sheet.file, f"row {number}, id", wrong, right)


def _garbled(sheet: Sheet) -> Iterator[Fault]:
    """Names of which a program has taken each accented letter for two others."""
    for number, row in sheet.rows.items():
        if before := unspoiled(row["name"]):
            wrong = f"its letters are garbled: {shown(row['name'])} was {shown(before)}"
            right = f"open the file as UTF-8 (in Excel: Data, From Text/CSV), then {AS_A_SHEET}"
            yield Fault(sheet.file, f"row {number} ({row['id']}), name", wrong, right)


def _put_back(shelf: Shelf, sheet: Sheet, rosters: Path, scenario: Path | None, effects: Effects) -> None:
    """Check the changed rosters as a whole in a folder of their own, and only then replace the real ones."""
    folder = scenario or home() / "scenarios" / DEFAULT_SCENARIO
    with tempfile.TemporaryDirectory() as name:
        trial = Path(name) / rosters.name
        shutil.copytree(rosters, trial)
        known = set(_faults_of(folder, trial, effects))
        for path, document in shelf.documents.items():
            (trial / path.name).write_text(tomlkit.dumps(document), encoding="utf-8", newline="\n")
        fresh = [fault for fault in _faults_of(folder, trial, effects) if fault not in known]
        faults = [*sheet.faults, *(_at_home(fault, shelf, sheet, trial, rosters) for fault in fresh)]
        if faults:
            raise _refused(sheet.file, dict.fromkeys(faults))
        for path in shelf.documents:
            written = path.with_suffix(".toml.new")
            shutil.copyfile(trial / path.name, written)
            written.replace(path)


def _faults_of(folder: Path, rosters: Path, effects: Effects) -> tuple[Fault, ...]:
    return check_scenario(folder, rosters=rosters, effects=effects)


def _at_home(fault: Fault, shelf: Shelf, sheet: Sheet, trial: Path, rosters: Path) -> Fault:
    """A fault of the trial rosters as one of the sheet: its row and column, or else the real file."""
    here, real = shown_path(trial), shown_path(rosters)
    wrong, right = fault.wrong.replace(here, real), fault.right.replace(here, real)
    found = PROFILE_AT.fullmatch(fault.at)
    if fault.file.startswith(here) and found:
        document = shelf.documents[rosters / Path(fault.file).name]
        name = str(document["profile"][int(found["number"])]["id"])
        if number := sheet.row_of.get(name):
            column = _column(found["key"] or "")
            return Fault(sheet.file, f"row {number} ({name}){f', {column}' if column else ''}", wrong, right)
    return Fault(fault.file.replace(here, real), fault.at, wrong, right)


def _column(key: str) -> str:
    """The column whose cell stands under a key of a profile; none for what the sheet does not show."""
    plain = re.sub(r"\[[0-9]+\].*", "", key)
    return next((COLUMN_AT[one] for one in (plain, plain.partition(".")[0]) if one in COLUMN_AT), plain)


def _refused(file: str, faults: Iterable[Fault]) -> BadPack:
    return BadPack("bad-spreadsheet", f"{file} cannot be taken in.", do="Nothing was changed.", faults=faults)

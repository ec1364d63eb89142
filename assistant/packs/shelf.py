"""Roster files as documents that keep their comments, and the cells of a sheet written into them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomlkit

from assistant.packs.faults import shown
from assistant.packs.pack import NO_ROSTERS
from assistant.packs.sheet_reading import Row

NUMBERS = ("attack", "defense", "leadership", "wizardry", "base_mm")
WORDS = ("name", "race", "kind", "leadership_scope")
PER_CREW = re.compile(r"(?P<each>[0-9]+)\s*/\s*crew")

# Where a column's cell stands in a profile, if not under the column's own name.
COLUMN_AT = {
    "crew": "dice",
    "dismounted.dice": "dismounted_dice",
    "dismounted.attack": "dismounted_attack",
    "dismounted.defense": "dismounted_defense",
    "printed_move.clear": "move_clear",
    "printed_move.difficult": "move_difficult",
}


class Shelf:
    """The roster files as editable documents."""

    def __init__(self, folder: Path) -> None:
        self.documents = {
            path: tomlkit.parse(path.read_text(encoding="utf-8"))
            for path in sorted(folder.glob("*.toml"))
            if path.stem not in NO_ROSTERS
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


def put(table: Any, row: Row, columns: tuple[str, ...], shelf: Shelf) -> Iterator[Problem]:
    """Write the changed cells of a row into its table; yields column, fault and remedy of bad ones."""
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
                yield from _put_dice(table, text, row["kind"])
            case "magic_weapon":
                if text not in ("yes", "no"):
                    yield column, f"{shown(text)} is neither yes nor no", "write yes or no"
                else:
                    _put(table, column, True if text == "yes" else None)
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


def _put_dice(table: Any, text: str, kind: str) -> Iterator[Problem]:
    """A weapon fights with so many dice for each of its crew, anyone else with so many."""
    if each := PER_CREW.fullmatch(text):
        if "crew" not in table:
            yield "dice", "dice per crew need a crew", "add the crew in the roster file first"
            return
        table["crew"]["dice_each"] = int(each["each"])
        return
    if kind == "artillery" and "crew" in table:
        yield "dice", f"{shown(text)} is not so many for each of the crew", "write it like 2/crew"
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

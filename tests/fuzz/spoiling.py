"""Files as they get spoiled: bits that flip, lines that go, values that nobody means, chains made anew."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from assistant.ledger.chain import digest
from tests.fuzz.drawing import MARK, Drawer

BYTES: Sequence[bytes] = (
    *(b"\x00", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n", b'"', b"'", b"\\", b"{", b"]", b",", b";", b"\xc3"),
    *(b"\xed\xa0\x80", b"\x1b[31m", b"9" * 400, b"[" * 3000, b"x" * 5000, b"\xe2\x80\xae", b"-1", b"1e999"),
)
CELLS: Sequence[str] = (
    *("", " ", "x", "0", "-1", "1e9", "nan", "inf", "-0.0", "99999999999999999999", "1,5", "１２", "3/crew"),
    *("good", "evil", "south", "orc", "yes", "no", "=1+1", "\x1b[2J", "‮", MARK, "é" * 70, "a" * 40_000),
    *("orc\norc", '"', "hero;hero", ";;", "None", "0x10", "1_000", "1.0000000001"),
)
VALUES: Sequence[str] = (
    *('""', '"x"', "0", "-1", "99999999999", "1e308", "nan", "inf", "true", "[]", "{}", "[[]]", '["x", "x"]'),
    *("1979-05-27", '[1, "a"]', "{ a = 1 }", '"""\n"""', '"\\u0000"', '"../../x"', f'"{"a" * 300}"', "'"),
    *("{ x = 1, y = 2 }", "[{}]", '"\\u001b[2J"', "9223372036854775808", "0.1", '"hero"', '["good", "evil"]'),
)


def spoiled(data: bytes, random: Random) -> bytes:
    """Bytes of which a few were changed, lost, doubled or added."""
    found = bytearray(data)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(found) + 1)
        to = min(len(found), at + random.choice((1, 1, 8, 100, 4096)))
        match random.randrange(6):
            case 0 if at < len(found):
                found[at] ^= 1 << random.randrange(8)
            case 1:
                del found[at:to]
            case 2:
                found[at:at] = found[at:to] * random.choice((1, 2, 50))
            case 3:
                found[at:to] = bytes(to - at)
            case 4 if random.random() < 0.3:
                del found[at:]
            case _:
                found[at:at] = random.choice(BYTES)
    return bytes(found)


def spoiled_lines(text: str, random: Random) -> str:
    """Lines of which some go, change places or come twice."""
    lines = text.splitlines(keepends=True)
    for _ in range(random.randint(1, 3)):
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(3):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                lines[at:at] = [lines[other]] * random.choice((1, 1, 2, 30))
    return "".join(lines)


def spoiled_sheet(text: str, random: Random) -> str:
    """A sheet in which a few cells say something else, or columns are not what they were."""
    rows = [*csv.reader(io.StringIO(text))]
    for _ in range(random.randint(1, 4)):
        row, other = random.choice(rows[random.random() > 0.04 :]), random.choice(rows[1:] or rows)
        if not row:
            continue
        at = random.randrange(len(row))
        match random.choices(range(5), (5, 4, 3, 1, 1))[0]:
            case 0:
                row[at] = other[at] if at < len(other) else ""
            case 1:
                row[at] = _shifted(row[at], random)
            case 2:
                row[at] = random.choice(CELLS)
            case 3:
                del row[at]
            case _:
                row.insert(at, random.choice(CELLS))
    out = io.StringIO()
    csv.writer(out, delimiter=random.choice(",,,,;\t"), lineterminator=random.choice("\n\r")).writerows(rows)
    return out.getvalue()


def _shifted(cell: str, random: Random) -> str:
    """A number that is a little more or less; a word stays."""
    try:
        return str(round(float(cell) + random.choice((-40, -1, -0.5, 0.25, 1, 3)), 2)).removesuffix(".0")
    except (ValueError, OverflowError):
        return cell


def spoiled_toml(text: str, random: Random) -> str:
    """A file of settings in which a few say something else, or are gone, or stand twice."""
    lines = text.split("\n")
    told = [at for at, line in enumerate(lines) if " = " in line]
    for at in random.sample(told, min(len(told), random.randint(1, 3))):
        key, _, value = lines[at].partition(" = ")
        match random.choices(range(5), (4, 1, 8, 2, 4))[0]:
            case 0:
                lines[at] = ""
            case 1:
                lines[at] = f"{lines[at]}\n{lines[at]}"
            case 2:
                alike = [one for one in (lines[each] for each in told) if one.startswith(f"{key} = ")]
                lines[at] = random.choice(alike or [lines[at]])
            case 3:
                lines[at] = f"{random.choice(lines[random.choice(told)].split(' = '))} = {value}"
            case _:
                lines[at] = f"{key} = {random.choice(VALUES)}"
    return "\n".join(lines)


def spoiled_export(text: str, drawer: Drawer) -> str:
    """A campaign in which something else is told, and its chain made anew as whoever forges one would do."""
    lines = [json.loads(line) for line in text.splitlines()]
    header, entries, end = lines[0], lines[1:-1], lines[-1]
    entries = entries[: drawer.random.choice((3, 20, 60, len(entries)))]
    for _ in range(drawer.random.randint(1, 2)):
        one = drawer.random.choice([header, *entries, *entries])
        field = drawer.random.choice([*one])
        one[field] = _otherwise(one[field], drawer)
    if drawer.random.random() < 0.1:
        drawer.random.shuffle(entries)
    if drawer.random.random() < 0.85:
        chained(header, entries, end)
    return "\n".join(json.dumps(one) for one in (header, *entries, end))


def chained(header: dict[str, Any], entries: list[Any], end: dict[str, Any]) -> None:
    """Each vouches for the one before it, whatever it tells."""
    said = {name: header.get(name) for name in ("game", "setup", "created_at", "origin")}
    last = header["genesis"] = _digest(said)
    for entry in entries:
        entry["previous"] = last
        last = entry["hash"] = _digest({name: one for name, one in entry.items() if name != "hash"})
    end["entries"], end["hash"] = len(entries), last


def _otherwise(said: Any, drawer: Drawer) -> Any:
    change = drawer.shaken if drawer.random.random() < 0.5 else drawer.changed
    found = change({"said": said})
    return found.get("said") if isinstance(found, dict) else found


def _digest(said: Any) -> str:
    try:
        return digest(said)
    except Exception:
        return "0" * 64


def spoiled_database(path: Path, drawer: Drawer) -> None:
    """A cell of a table says something else, past all guards; or the file itself is damaged."""
    if drawer.random.random() < 0.5:
        path.write_bytes(spoiled(path.read_bytes(), drawer.random))
        return
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        guards = opened.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            opened.execute(f"DROP TRIGGER {name}")
        for _ in range(drawer.random.randint(1, 2)):
            _change_cell(opened, drawer)
        for _, text in guards:
            opened.execute(text)


def _change_cell(opened: sqlite3.Connection, drawer: Drawer) -> None:
    tables = [name for (name,) in opened.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    table = drawer.random.choice(sorted(tables))
    columns = [row[1] for row in opened.execute(f"PRAGMA table_info({table})")]
    rows = opened.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
    if not rows:
        return
    row, at = drawer.random.choice(rows), drawer.random.randrange(len(columns))
    where = " AND ".join(f"{name} IS ?" for name in columns)
    try:
        opened.execute(f"UPDATE {table} SET {columns[at]} = ? WHERE {where}", (_else(row[at], drawer), *row))
    except (sqlite3.Error, OverflowError, UnicodeError):
        # What the tables themselves refuse can be in no file.
        return


def _else(value: Any, drawer: Drawer) -> Any:
    try:
        told = json.loads(value)
        return json.dumps(_otherwise(told, drawer))
    except (TypeError, ValueError):
        found = drawer.nasty()
        return found if isinstance(found, str | int | float | None) else json.dumps(found)

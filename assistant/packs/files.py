"""Reading TOML and JSON files so that nothing in them, however odd, does worse than cause a fault."""

from __future__ import annotations

import json
import math
import re
import tomllib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assistant.kernel.errors import Fault
from assistant.packs.faults import Source, Step, listed, shown
from assistant.packs.where import is_folder, shown_path

LARGEST = 5_000_000
LONGEST_LINE = 10_000
MOST_DIGITS = 18
MOST_KEYS = 10_000

BROKEN_JSON = {
    "Expecting property name enclosed in double quotes": (
        "a key is missing here",
        "a key stands in double quotes, and no comma after the last one",
    ),
    "Expecting value": (
        "a value is missing here",
        "text stands in double quotes",
    ),
    "Expecting ',' delimiter": ("a comma is missing here", "separate entries by commas"),
    "Expecting ':' delimiter": ("a colon is missing here", "a colon stands between a key and its value"),
    "Illegal trailing comma before end of array": ("there is a comma too many", "take it away"),
    "Illegal trailing comma before end of object": ("there is a comma too many", "take it away"),
    "Extra data": ("there is something after the end", "a file holds one object"),
    "Unterminated string starting at": (
        "a text begins here and never ends",
        "close it with a double quote",
    ),
    "Invalid control character at": ("a text runs over the end of its line", "close it with a double quote"),
}
BROKEN_TOML = {
    "Cannot overwrite a value": "a key is given twice",
    "Cannot declare": "a table is given twice",
    "Invalid value": "a value is missing or misspelled; text stands in double quotes",
    "Invalid statement": "this is neither a key with a value nor a [table]",
    "Illegal character '\\n'": "a text runs over the end of its line; close it with a double quote",
    "Unclosed array": "a list is not closed by ]",
    "Unclosed inline table": "a table is not closed by }",
}


class Unreadable(Exception):
    """A file is not what it should be; carries the faults."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*map(str, faults))
        self.faults = faults


WIDE = 'this is text in UTF-16, as "Unicode Text" of a spreadsheet is'
AS_A_SHEET = 'save it as "CSV UTF-8"'
BEGINNING = 64
"""Bytes by which text is known."""


def read_text(path: Path, largest: int = LARGEST) -> str:
    """A file's text; raises Unreadable with a plain reason."""
    file = shown_path(path)
    try:
        with path.open("rb") as opened:
            data = opened.read(largest + 1)
    except FileNotFoundError:
        raise Unreadable(Fault(file, "", "there is no such file", "check its name and folder")) from None
    except IsADirectoryError:
        raise Unreadable(Fault(file, "", "this is a folder", "name a file in it")) from None
    except OSError as error:
        if is_folder(path):
            raise Unreadable(Fault(file, "", "this is a folder", "name a file in it")) from None
        why = (error.strerror or "unknown reason").lower()
        raise Unreadable(Fault(file, "", f"it cannot be read: {why}", "check who may open it")) from None
    except ValueError:
        raise Unreadable(Fault(shown(file), "", "this is not the name of a file", "check it")) from None
    return text_of(data, file, largest)


def text_of(data: bytes, file: str, largest: int = LARGEST) -> str:
    """Bytes as text; raises Unreadable if they are too many or not text."""
    _refuse_too_large(len(data), file, largest)
    rather = AS_A_SHEET if file.casefold().endswith(".csv") else "save it as plain text in UTF-8"
    if _is_wide(data):
        raise Unreadable(Fault(file, "", WIDE, rather))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(Fault(file, f"line {line}", "this is not UTF-8 text", rather)) from None
    if "\0" in text:
        raise Unreadable(Fault(file, "", "this is not a text file", rather))
    return text


def _is_wide(data: bytes) -> bool:
    """Whether each letter has two bytes: by the mark in front, or since each second one is a zero."""
    begins = data[:BEGINNING]
    one, other = begins[::2], begins[1::2]
    is_every_second = b"\0" * len(one) == one != other or b"\0" * len(other) == other != one
    return data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or (len(begins) > 2 and is_every_second)


def _refuse_too_large(size: int, file: str, largest: int = LARGEST) -> None:
    if size > largest:
        wrong = f"the file is larger than {largest // 1_000_000} MB"
        raise Unreadable(Fault(file, "", wrong, "such files need a few kilobytes"))


def parse_toml(text: str, file: str) -> Source:
    """TOML as plain values; raises Unreadable."""
    for number, line in enumerate(text.split("\n"), start=1):
        # A dotted key costs the parser the square of its length.
        if len(line) > LONGEST_LINE:
            raise Unreadable(
                Fault(
                    file,
                    f"line {number}",
                    "the line is far too long",
                    "break it up",
                )
            )
    try:
        return Source(file, tomllib.loads(text), is_toml=True)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(_broken_toml(str(error), file)) from None
    except RecursionError:
        raise Unreadable(_too_deep(file)) from None
    except ValueError:
        raise Unreadable(_bad_number(text, file)) from None


def _broken_toml(message: str, file: str) -> Fault:
    what, _, where = message.partition(" (at ")
    at = where.removesuffix(")")
    plain = next((words for start, words in BROKEN_TOML.items() if what.startswith(start)), what)
    return Fault(file, at, f"broken TOML: {plain}", "mend it there or just before")


def parse_json(text: str, file: str) -> Source:
    """JSON as plain values, without doubled keys or endless numbers; raises Unreadable."""
    _refuse_too_large(len(text), file)
    if not text.strip():
        raise Unreadable(Fault(file, "", "the file is empty", "it must hold one object in braces"))
    reader = _Reader()
    try:
        raw = json.loads(
            text,
            object_pairs_hook=reader.object,
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_finite,
        )
    except json.JSONDecodeError as error:
        wrong, right = BROKEN_JSON.get(error.msg, (error.msg[:1].lower() + error.msg[1:], "mend it there"))
        at = f"line {error.lineno}, column {error.colno}"
        raise Unreadable(Fault(file, at, f"broken JSON: {wrong}", right)) from None
    except RecursionError:
        raise Unreadable(_too_deep(file)) from None
    except _Crowded:
        raise Unreadable(
            Fault(file, "", f"an object has more than {MOST_KEYS} keys", "use far fewer")
        ) from None
    except ValueError:
        raise Unreadable(_bad_number(text, file)) from None
    source = Source(file, raw, is_toml=False)
    if reader.doubled:
        raise Unreadable(*listed(file, _doubled(source, reader)))
    return source


class _Crowded(Exception):
    """An object has more keys than anyone would write."""


class _Reader:
    """Builds objects and remembers those in which a key is given twice."""

    def __init__(self) -> None:
        self.doubled: list[tuple[dict[str, Any], str]] = []

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(pairs) > MOST_KEYS:
            raise _Crowded
        built: dict[str, Any] = {}
        for key, value in pairs:
            if key in built:
                self.doubled.append((built, key))
            built[key] = value
        return built


def _doubled(source: Source, reader: _Reader) -> Iterator[Fault]:
    """A fault for each doubled key, found again by walking down to its object."""
    keys: dict[int, list[str]] = {}
    for built, key in reader.doubled:
        keys.setdefault(id(built), []).append(key)
    found = False
    heap: list[tuple[tuple[Step, ...], Any]] = [((), source.raw)]
    while heap:
        steps, value = heap.pop()
        if isinstance(value, dict):
            for key in keys.get(id(value), ()):
                found = True
                yield source.fault(steps, f"the key {shown(key)} is given twice", "keep one of them")
            heap.extend(((*steps, key), inner) for key, inner in reversed(value.items()))
        elif isinstance(value, list):
            heap.extend(((*steps, number), inner) for number, inner in reversed(list(enumerate(value))))
    if not found:
        # The doubled object itself was overwritten by a later one of the same key.
        yield source.fault((), "a key is given twice", "keep one of them")


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError
    return number


def _too_deep(file: str) -> Fault:
    return Fault(file, "", "lists or tables are nested far too deep", "a few levels are all that is needed")


def _bad_number(text: str, file: str) -> Fault:
    """The first number that is none, or has too many digits, outside of quotation marks."""
    at = ""
    unquoted = re.sub(r'"(?:[^"\\\n]|\\.)*+"', lambda quoted: " " * len(quoted[0]), text)
    if found := re.search(r"-?(?:Infinity|NaN|\d[\d_]{17,}|[\d.]+[eE]\+?\d{3,})", unquoted):
        line = text.count("\n", 0, found.start()) + 1
        at = f"line {line}, column {found.start() - text.rfind(chr(10), 0, found.start())}"
    return Fault(file, at, "this is not a number that can be counted with", "use an ordinary whole number")

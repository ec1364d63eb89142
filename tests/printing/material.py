"""What the tests of sheets are made from, and how they read them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from assistant.packs.catalogue import house_rules
from assistant.packs.load import load_both
from assistant.printing.blocks import Boxes, Lines, Section, Sheet, Table, Text
from assistant.printing.sheets_arrivals import Coming, coming
from assistant.printing.sheets_charts import chart
from assistant.printing.sheets_source import Material
from assistant.rules.arrivals import CommanderId
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules

SECOND_PASS = Path(__file__).resolve().parent.parent / "second_pass"
BOOK, WAR = load_both(effects=parameters())
COMMANDERS = tuple(WAR.commanders)
EVIL = tuple(one for one in COMMANDERS if WAR.commanders[one].side == "evil")
GOOD = tuple(one for one in COMMANDERS if WAR.commanders[one].side == "good")


def material(**chosen: str) -> Material:
    """The scenario as shipped, under the readings given as CON_001="two-every-turn"."""
    readings = {rule.replace("_", "-"): reading for rule, reading in chosen.items()}
    return Material(BOOK, WAR, HouseRules(house_rules(), readings), version="test")


@cache
def shipped() -> tuple[Material, tuple[Coming, ...]]:
    """The scenario under the default readings, with its arrivals."""
    found = material()
    return found, coming(found)


def commander(name: str) -> CommanderId:
    return CommanderId(name)


def chart_of(name: str, **chosen: str) -> Sheet:
    """The chart of a commander, as shipped or under other readings."""
    made = material(**chosen)
    return chart(made, coming(made) if chosen else shipped()[1], commander(name))


TYPED = str.maketrans("‘’′“”″−", "'''\"\"\"-")
"""The signs of print as they are typed in data."""


def typed(text: str) -> str:
    """Printed text in the signs of the keyboard."""
    return re.sub(r"(?<=\d)–(?=\d)", "-", text.translate(TYPED))


def plain(text: str) -> str:
    """Words with single spaces and the signs of the keyboard, however they were broken and set."""
    return " ".join(typed(text).split())


def words(sheet: Sheet) -> str:
    """Everything a sheet says, in order."""
    return plain(
        " ".join(part for page in sheet.pages for one in page.sections for part in section_words(one))
    )


def section_words(section: Section) -> Iterator[str]:
    yield section.title
    for block in section.blocks:
        match block:
            case Text():
                yield f"{block.strong} {block.text}"
                yield from (f"{strong} {text}" for strong, text in block.then)
            case Boxes():
                yield f"{block.label} {block.note} {block.points}"
            case Table():
                yield from (column.title for column in block.columns)
                yield from (cell for row in block.rows for cell in row)
            case Lines():
                yield block.label


def section(sheet: Sheet, title: str) -> Section:
    """The section under a heading."""
    return next(one for page in sheet.pages for one in page.sections if one.title == title)


def rows(sheet: Sheet, title: str) -> tuple[tuple[str, ...], ...]:
    """The rows of the table under a heading, with plain spaces."""
    found = next(block for block in section(sheet, title).blocks if isinstance(block, Table))
    return tuple(tuple(plain(cell) for cell in row) for row in found.rows)


def boxes(sheet: Sheet, title: str) -> dict[str, int]:
    """The boxes under a heading, by their labels."""
    return {block.label: block.number for block in section(sheet, title).blocks if isinstance(block, Boxes)}


@cache
def second_pass(name: str) -> tuple[dict[str, str], ...]:
    """A table of the rulebook typed a second time."""
    with (SECOND_PASS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))

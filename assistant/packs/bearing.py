"""Which house rules the assistant itself follows: found in its code and data, so that nobody keeps a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from assistant.packs.where import PACKAGE
from assistant.rules.book import Book, PlaceVariant, Trait
from assistant.rules.effects.registry import resolve
from assistant.rules.scenario import Scenario

# Only what decides something reads a house rule; odds and printed sheets follow what the rules decide.
DECIDING = ("rules", "table", "campaign")
READ_IN_CODE = re.compile(r"""\bhouse(?:\([a-z_.]+\))?\[\s*["']([A-Z]+-[0-9]+)["']\s*\]""")


@cache
def read_by_code() -> frozenset[str]:
    """The house rules that a line of the rules asks for by their id."""
    sources = (path for folder in DECIDING for path in (PACKAGE / folder).rglob("*.py"))
    return frozenset(
        found for path in sources for found in READ_IN_CODE.findall(path.read_text(encoding="utf-8"))
    )


def read_by_data(book: Book, scenario: Scenario) -> frozenset[str]:
    """The house rules on which some row of a pack hangs, or that it gives to an effect to ask about."""
    # Words on a sheet that follow a reading work nothing out.
    worked = replace(scenario, wordings=())
    found = (*_readings(book.profiles), *_readings(book.places), *_readings(book.ground), *_readings(worked))
    return frozenset(rule for rule in found if rule in book.house_rules)


def with_bearing(book: Book, scenario: Scenario) -> frozenset[str]:
    """The house rules of which another reading changes what the assistant works out."""
    return read_by_code() | read_by_data(book, scenario)


def in_print(scenario: Scenario) -> frozenset[str]:
    """The house rules of which some reading has words of its own on the sheets."""
    return frozenset(str(one.under.rule) for one in scenario.wordings)


def _is_for_later(variant: PlaceVariant) -> bool:
    """Whether it changes only rules that the table applies by hand."""
    walls = (variant.is_fortress, variant.has_tower) != (None, None)
    return not walls and all(resolve(trait) is None for trait in variant.traits)


def _readings(value: Any) -> Iterator[str]:
    """Every id that stands beside a reading, and every parameter of an effect, however deep."""
    if isinstance(value, Trait):
        yield from (str(one) for _, one in value.params)
    elif isinstance(value, PlaceVariant) and _is_for_later(value):
        return
    elif is_dataclass(value):
        inside = {one.name: getattr(value, one.name) for one in fields(value)}
        if "reading" in inside:
            yield str(inside["rule"])
        yield from _readings(inside)
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _readings(one)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _readings(one)

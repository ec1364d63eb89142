"""Styles and scripts that older browsers read as well, down to those that docs/venue.md names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import assistant.web

SHEETS = sorted((Path(assistant.web.__file__).parent / "static").glob("*.css"))
SCRIPTS = sorted((Path(assistant.web.__file__).parent / "static").glob("*.js"))
# What came to Chrome, Firefox or Safari after the versions of docs/venue.md, and throws before.
TOO_NEW = re.compile(
    r"\.(toReversed|toSorted|toSpliced|with|isSubsetOf|union|intersection|difference|getOrInsert)\("
    r"|(Object|Map)\.groupBy|Promise\.(withResolvers|try)|Array\.fromAsync|AbortSignal\.(timeout|any)"
    r"|structuredClone\(|requestIdleCallback\(|randomUUID\(|\.(showPopover|startViewTransition)\("
)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def rules() -> Iterator[tuple[str, str]]:
    """The selectors and the declarations of every rule."""
    for sheet in SHEETS:
        for selectors, says in RULE.findall(re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)):
            yield selectors.strip(), says


def parted(selectors: str) -> list[str]:
    """A list of selectors, each by itself."""
    return [one.strip() for one in re.split(r",(?![^(]*\))", selectors)]


def test_a_selector_that_asks_what_is_inside_stands_in_no_list_with_one_that_does_not() -> None:
    # Firefox below 121 knows no :has(), and drops the whole rule.
    asking = [one for one, _ in rules() if ":has(" in one]
    assert asking
    assert [one for one in asking if not all(":has(" in part for part in parted(one))] == []


def test_a_fold_without_a_triangle_has_none_in_older_safaris_either() -> None:
    said = {part for selectors, _ in rules() for part in parted(selectors)}
    bare = [
        part
        for selectors, says in rules()
        for part in parted(selectors)
        if part.endswith("summary") and re.search(r"list-style: none|display: (inline-)?(flex|grid)", says)
    ]
    assert len(bare) > 4
    assert [one for one in [*bare, "summary.button"] if f"{one}::-webkit-details-marker" not in said] == []


def test_no_script_calls_what_the_oldest_browsers_that_can_play_have_not() -> None:
    assert len(SCRIPTS) > 30
    calls = [(one.name, found[0]) for one in SCRIPTS for found in TOO_NEW.finditer(one.read_text())]
    assert calls == []

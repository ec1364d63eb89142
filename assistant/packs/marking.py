"""Where the terms of the game stand in a sentence: the longest wins, and names are left alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from assistant.packs.terms import Glossary
from assistant.rules.book import Book
from assistant.rules.scenario import Scenario
from assistant.rules.wording import many

RULE = r"\b[A-Z]{2,}(?:-[A-Z0-9]+)+\b"
MOST_KEPT = 8192


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence: plain, the id of a rule, or a term."""

    text: str
    rule: str = ""
    term: str = ""


class Marker:
    """Takes sentences apart; what it has taken apart once it remembers."""

    def __init__(self, glossary: Glossary, names: Iterable[str] = ()) -> None:
        self._terms = {
            one.casefold(): term.id
            for term in glossary.terms.values()
            if term.is_marked
            for one in term.spellings
        }
        self._names = frozenset(names)
        self._pattern = re.compile(
            f"(?P<rule>{RULE})|(?<![\\w-])(?i:{_any_of([*self._terms, *self._names])})(?![\\w-])"
        )
        self.parts = lru_cache(MOST_KEPT)(self._parts)

    def _parts(self, text: str) -> tuple[Part, ...]:
        return tuple(self._cut(text))

    def _cut(self, text: str) -> Iterator[Part]:
        done = 0
        for found in self._pattern.finditer(text):
            said = found[0]
            # A name is told by its capitals: 6 Rangers are not the ability of rangers.
            term = "" if said in self._names else self._terms.get(said.casefold(), "")
            rule = found["rule"] or ""
            if rule or term:
                if done < found.start():
                    yield Part(text[done : found.start()])
                yield Part(said, rule, term)
                done = found.end()
        if done < len(text):
            yield Part(text[done:])


def names_of(book: Book, scenario: Scenario | None) -> Iterator[str]:
    """What figures, places, commanders and forces are called: words in them are no terms."""
    for profile in book.profiles.values():
        yield from (profile.name, many(profile), *profile.also_called)
    named = [place.name for place in book.places.values()]
    if scenario is not None:
        named += (one.name for one in scenario.commanders.values())
        named += scenario.place_names.values()
    for name in named:
        yield from (name, f"the {name}")


def _any_of(words: Iterable[str]) -> str:
    """Alternatives by their first letter, the longest first, so that few of them are tried at each word."""
    ordered = sorted({one.casefold() for one in words if one}, key=lambda one: (one[0], -len(one), one))
    letters = (
        f"{re.escape(first)}(?:{'|'.join(re.escape(one[1:]) for one in those)})"
        for first, those in groupby(ordered, key=lambda one: one[0])
    )
    return "|".join(letters) or "(?!)"

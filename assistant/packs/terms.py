"""The words of the game, what each means and the rules it rests on: our own list and the packs' names."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import RuleId
from assistant.kernel.near import nearest
from assistant.packs.catalogue import FOLDER, plain
from assistant.packs.faults import shown
from assistant.rules.book import AbilityText, Book
from assistant.rules.scenario import Artifact, Power, Scenario

WORDS, ABILITIES, THINGS = "Words of the game", "Abilities", "Things and powers"
PERSONS, PLACES = "Peoples and persons", "Places"
MOST_KEPT = 4096
"""Terms whose words are kept ready to be searched: those of a few scenarios."""
GROUPS = (WORDS, ABILITIES, THINGS, PERSONS, PLACES)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game: what it means in a sentence or two, how else it is written, and its rules."""

    id: str
    name: str
    text: str
    rules: tuple[RuleId, ...]
    forms: tuple[str, ...] = ()
    group: str = WORDS
    is_marked: bool = True
    """Whether it is a link wherever a sentence has it, not only where a page asks for that."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Everything it is written as."""
        return (self.name, *self.forms)


@dataclass(frozen=True, slots=True)
class Hint:
    """How a term of the packs is written and marked: a row that has no words of its own."""

    name: str
    forms: tuple[str, ...]
    is_marked: bool


@dataclass(frozen=True)
class Glossary:
    """All terms of a game, by id, and by everything they are written as."""

    terms: Mapping[str, Term]
    by_spelling: Mapping[str, Term]

    def of(self, words: str) -> Term | None:
        """The term that is written so, in whatever case."""
        return self.by_spelling.get(words.replace("\xa0", " ").strip().casefold())

    def find(self, term: str) -> Term:
        """The term with this id, or written so."""
        found = self.terms.get(term) or self.of(term)
        if found is None:
            near = nearest(slug(term), tuple(self.terms))
            raise Illegal(
                "unknown-term",
                f"There is no term {shown(term)}.",
                do=f"Did you mean {near!r}?" if near else "Look through the list of terms.",
            )
        return found

    def search(self, words: str) -> tuple[Term, ...]:
        """All terms in which every word occurs, those first that are called so."""
        wanted = [*dict.fromkeys(plain(words).split())]
        if not wanted:
            return ()
        hits = [(not all(one in _called(term) for one in wanted), term) for term in self.terms.values()]
        found = [hit for hit in hits if all(one in _said_of(hit[1]) for one in wanted)]
        return tuple(term for _, term in sorted(found, key=lambda hit: hit[0]))

    def groups(self) -> Mapping[str, tuple[Term, ...]]:
        """Every term under the heading it belongs to, in the order of the alphabet."""
        ordered = sorted(self.terms.values(), key=lambda one: slug(one.name))
        found = {group: tuple(one for one in ordered if one.group == group) for group in GROUPS}
        return {group: those for group, those in found.items() if those}


@cache
def own_terms() -> tuple[Term, ...]:
    """The terms of our own list."""
    return tuple(_term(row) for row in _rows() if row["text"])


@cache
def hints() -> tuple[Hint, ...]:
    """How some terms of the packs are written besides."""
    return tuple(
        Hint(row["term"], _listed(row["forms"]), row["marked"] != "asked")
        for row in _rows()
        if not row["text"]
    )


def glossary(book: Book, scenario: Scenario | None) -> Glossary:
    """Our own terms, and whatever the packs name and explain: nothing stands twice."""
    found: dict[str, Term] = {}
    by_spelling: dict[str, Term] = {}
    for term in (*own_terms(), *_hinted(_of_the_packs(book, scenario))):
        known = by_spelling.get(term.name.casefold())
        if known is None:
            taken = (*by_spelling, term.name.casefold())
            forms = tuple(one for one in dict.fromkeys(term.forms) if one.casefold() not in taken)
            known = replace(term, forms=forms)
        else:
            known = replace(known, rules=tuple(dict.fromkeys((*known.rules, *term.rules))))
        found[known.id] = known
        by_spelling |= {one.casefold(): known for one in known.spellings}
    return Glossary(MappingProxyType(found), MappingProxyType(by_spelling))


def _rows() -> Iterator[dict[str, str]]:
    with (FOLDER / "terms.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _term(row: Mapping[str, str]) -> Term:
    rules = tuple(map(RuleId, _listed(row["rules"])))
    return Term(
        row["id"], row["term"], row["text"], rules, _listed(row["forms"]), is_marked=row["marked"] != "asked"
    )


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, cell.split(";")))


def _of_the_packs(book: Book, scenario: Scenario | None) -> Iterator[Term]:
    yield from (_ability(one) for one in book.abilities.values())
    if scenario is not None:
        things: tuple[Artifact | Power, ...] = (*scenario.artifacts, *scenario.powers)
        for thing in things:
            yield Term(slug(thing.name), thing.name, thing.text, thing.rules, group=THINGS)
        for people in scenario.peoples:
            yield Term(
                slug(people.name), people.name, " ".join(people.text), people.rules,
                group=PERSONS, is_marked=False,
            )  # fmt: skip
    for place in book.places.values():
        if place.text and place.rules:
            said = " ".join(place.text)
            yield Term(slug(place.name), place.name, said, place.rules, group=PLACES, is_marked=False)


def _ability(one: AbilityText) -> Term:
    """Explanations call it by its id, in words."""
    return Term(slug(one.title), one.title, one.text, one.rules, (one.name.replace("-", " "),), ABILITIES)


def _hinted(terms: Iterable[Term]) -> Iterator[Term]:
    by_name = {one.name: one for one in hints()}
    for term in terms:
        hint = by_name.get(term.name)
        if hint is None:
            yield term
        else:
            marked = term.is_marked and hint.is_marked
            yield replace(term, forms=(*term.forms, *hint.forms), is_marked=marked)


@lru_cache(MOST_KEPT)
def _called(term: Term) -> str:
    return plain(" ".join(term.spellings))


@lru_cache(MOST_KEPT)
def _said_of(term: Term) -> str:
    return plain(" ".join((term.id, *term.spellings, term.text, *term.rules)))


def slug(name: str) -> str:
    """A name as part of an address: palantir-of-orthanc."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    folded = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", folded.replace("'", "")).strip("-")

"""Links in sentences: every rule that is named, and the first time that a term of the game is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from textwrap import shorten
from typing import Any

from flask import Flask
from markupsafe import Markup, escape

from assistant.kernel.ids import RuleId
from assistant.packs.catalogue import house_rules, rules
from assistant.packs.marking import MOST_KEPT, RULE, Marker, Part, names_of
from assistant.packs.terms import Glossary, glossary
from assistant.rules.game import RingOfPower

FIRST_WORDS = 60
CITED = re.compile(r" \((?:[A-Z]{2,}(?:-[A-Z0-9]+)+(?:, )?)+\)$")
LISTED = re.compile(r"([;:,()] ?)")
RULES = re.compile(RULE)
HYPHENED = re.compile(r"(?<![\w-])[A-Z][^\W\d_]{1,11}(?:-[^\W\d_]{1,11}){1,2}(?![\w-])")
SCORE = re.compile(r"(?<=\d) to (?=\d)|(?<=\d) (?=%)")
FOLDER = re.compile(r"([/\\])")


class Linking:
    """The terms of a game, and sentences in which they can be opened."""

    def __init__(self, game: Callable[[], RingOfPower]) -> None:
        self._game = game
        self.glossary = cache(self._glossary)
        self._marker = cache(self._new_marker)
        self._pieces = lru_cache(MOST_KEPT)(self._cut)

    def install(self, app: Flask) -> None:
        """Make the filters known to the templates."""
        for one in (
            self.linked,
            self.all_linked,
            self.each_linked,
            self.term,
            self.term_link,
            cited,
            rule_begins,
            together,
            unbroken,
            path,
        ):
            app.add_template_filter(one, one.__name__)

    def _glossary(self) -> Glossary:
        game = self._game()
        return glossary(game.book, game.scenario)

    def _new_marker(self) -> Marker:
        game = self._game()
        return Marker(self.glossary(), names_of(game.book, game.scenario))

    def linked(self, text: Any) -> Markup:
        """A sentence in which every rule it names can be opened, and each term once."""
        return self._drawn(text, set())

    def all_linked(self, lines: Iterable[Any]) -> list[Markup]:
        """The same for sentences that stand together: a term is a link in the first that has it."""
        used = set[str]()
        return [self._drawn(line, used) for line in lines]

    def each_linked(self, cell: Any) -> Markup:
        """A list in a cell, such as `Tracker; (Elite)`: each of its words that is a term."""
        return Markup("").join(self.term_link(part) for part in LISTED.split(str(cell)))

    def term(self, words: str) -> str:
        """The term that is written so; nothing if there is none."""
        found = self.glossary().of(words)
        return found.id if found else ""

    def term_link(self, words: Any, said: str = "") -> Markup:
        """A word that is a term as a whole, as a link, in other words if need be; any other as it is."""
        term = self.glossary().of(str(words))
        return _term_link(term.id, said or str(words)) if term else escape(said or words)

    def _drawn(self, text: Any, used: set[str]) -> Markup:
        if isinstance(text, Markup):
            return text
        whole, pieces = self._pieces(str(text))
        if not pieces:
            return whole
        said = list[str]()
        for piece in pieces:
            said.append(piece.plain if piece.term in used else piece.linked)
            if piece.term:
                used.add(piece.term)
        return Markup("".join(said))

    def _cut(self, text: str) -> tuple[Markup, tuple[Piece, ...]]:
        """Escaped once for all: the sentence as a whole, and its pieces if it has a term."""
        pieces = tuple(map(_piece, self._marker().parts(together(text))))
        whole = Markup("".join(piece.linked for piece in pieces))
        return whole, pieces if any(piece.term for piece in pieces) else ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a sentence as markup: as a link, and as plain words for a term that was linked before."""

    linked: str
    plain: str
    term: str = ""


def _piece(part: Part) -> Piece:
    plain = str(unbroken(part.text))
    if part.rule and (part.rule in rules() or part.rule in house_rules()):
        linked = f'<a class="rule" href="/rules/{part.rule}">{part.rule}</a>'
        return Piece(linked, linked)
    if part.term:
        return Piece(str(_term_link(part.term, part.text)), plain, part.term)
    return Piece(plain, plain)


def _term_link(term: str, said: str) -> Markup:
    return Markup(f'<a class="term" href="/terms/{escape(term)}">{unbroken(said)}</a>')


def cited(line: str) -> tuple[str, tuple[str, ...]]:
    """A sentence without the rules in brackets at its end, and those rules."""
    found = CITED.search(line)
    return (line[: found.start()], tuple(RULES.findall(found[0]))) if found else (line, ())


def rule_begins(rule: str) -> str:
    """FEL-03: the first words of a rule, so that one knows which to open."""
    known, house = rules().get(RuleId(rule)), house_rules().get(RuleId(rule))
    words = known.rule if known else house.topic if house else ""
    return f"{rule}: {shorten(words, FIRST_WORDS, placeholder=' …')}" if words else rule


def together(text: str) -> str:
    """10 to 1, and 99 %: no line breaks within them."""
    return SCORE.sub(lambda found: found[0].replace(" ", "\u00a0"), text)


def unbroken(text: str) -> Markup:
    """Uruk-hai, Witch-king: such a name goes whole to the next line, and is found by its own letters."""
    return Markup(HYPHENED.sub(r'<span class="unbroken">\g<0></span>', str(escape(text))))


def path(name: object) -> Markup:
    """A path, which may break its line after a folder and not within a name."""
    return Markup("<wbr>").join(FOLDER.sub(r"\1\n", str(name)).split("\n"))

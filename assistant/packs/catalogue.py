"""The rulebook's rules and its open questions, by id and by words; read when first asked for."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import RuleId
from assistant.kernel.near import nearest
from assistant.packs.faults import shown
from assistant.rules.book import HouseRule

FOLDER = Path(__file__).parent / "catalogue"

SPELLINGS = (
    (re.compile(r"(arm|behavi|col|fav|harb|hon|neighb|vig)our"), r"\1or"),
    (re.compile(r"(def|off)ence"), r"\1ense"),
    (re.compile(r"(\w{3}[iy])s(e|ed|es|ing|ation)\b"), r"\1z\2"),
    (re.compile(r"\bgrey"), "gray"),
    (re.compile(r"\bcentre"), "center"),
    (re.compile(r"(cance|labe|mode|trave)ll(ed|er|ing)"), r"\1l\2"),
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the rulebook in our own words, and the lines it stands on."""

    id: RuleId
    area: str
    rule: str
    kind: str
    lines: str


def _rows(name: str) -> Iterable[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


@cache
def rules() -> Mapping[RuleId, Rule]:
    """Every rule of the rulebook."""
    found = (
        Rule(RuleId(row["id"]), row["area"], row["rule"], row["kind"], row["seed_lines"])
        for row in _rows("ledger.csv")
    )
    return MappingProxyType({rule.id: rule for rule in found})


@cache
def house_rules() -> Mapping[RuleId, HouseRule]:
    """Every question the rulebook leaves open, with its readings by name."""
    found = map(_house_rule, _rows("contradictions.csv"))
    return MappingProxyType({rule.id: rule for rule in found})


def _house_rule(row: Mapping[str, str]) -> HouseRule:
    texts = (row["reading_a"], row["reading_b"], row["suggested_default"])
    return HouseRule(
        id=RuleId(row["id"]),
        topic=row["topic"],
        readings=MappingProxyType(dict(zip(row["names"].split(";"), texts, strict=False))),
        default=row["default"],
        why=row["why"],
        lines=";".join(filter(None, (row["reading_a_lines"], row["reading_b_lines"]))),
    )


def find(rule: str) -> Rule | HouseRule:
    """The rule or house rule with this id."""
    wanted = RuleId(rule.strip().upper())
    found = rules().get(wanted) or house_rules().get(wanted)
    if found is None:
        near = nearest(rule, (*rules(), *house_rules()))
        raise Illegal(
            "unknown-rule",
            f"There is no rule {shown(rule)}.",
            do=f"Did you mean {near!r}?" if near else "Search by words: `assistant rules elite`.",
        )
    return found


def search(words: str) -> tuple[Rule | HouseRule, ...]:
    """All rules in which every word occurs, whatever its spelling; the best matches first."""
    wanted = [*dict.fromkeys(plain(words).split())]
    if not wanted:
        return ()
    exact = RuleId(words.strip().upper())
    hits = [
        (rule.id != exact, not _is_named(wanted, rule.id), -_whole_words(wanted, said), rule)
        for rule, said in _haystack()
        if all(any(spelled in said for spelled in _spellings(word)) for word in wanted)
    ]
    return tuple(rule for *_, rule in sorted(hits, key=lambda hit: hit[:3]))


def areas() -> Mapping[str, tuple[Rule, ...]]:
    """Every rule under the part of the game it belongs to, both in the rulebook's order."""
    found: dict[str, list[Rule]] = {}
    for rule in rules().values():
        found.setdefault(rule.area, []).append(rule)
    return {area: tuple(those) for area, those in found.items()}


def _spellings(word: str) -> tuple[str, ...]:
    """An ability's id is written together in rule ids and apart in sentences."""
    return (word, word.replace("-", " "), word.replace("-", ""))


def _is_named(wanted: list[str], rule: str) -> bool:
    """Whether the words are the rule's own name, as in ABL-FURIOUSCHARGE."""
    return "".join(wanted).replace("-", "") in plain(rule).replace("-", "")


def _whole_words(wanted: list[str], said: str) -> int:
    """How many of the wanted words stand there as words of their own."""
    there = set(re.findall(r"\w+", said))
    return sum(word in there for word in wanted)


@cache
def _haystack() -> tuple[tuple[Rule | HouseRule, str], ...]:
    return (
        *((rule, plain(f"{rule.id} {rule.area} {rule.rule}")) for rule in rules().values()),
        *((house, plain(_said_of(house))) for house in house_rules().values()),
    )


def _said_of(house: HouseRule) -> str:
    readings = (word for reading in house.readings.items() for word in reading)
    return " ".join((house.id, house.topic, house.why, *readings))


def plain(text: str) -> str:
    """Lower case, without accents, in American spelling."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    folded = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    for british, american in SPELLINGS:
        folded = british.sub(american, folded)
    return folded

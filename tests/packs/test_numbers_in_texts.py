"""A number players read is a number the files carry: in a parameter, a profile or a table of the scenario."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from assistant.packs.load import load_both
from assistant.rules.book import Book, Profile, ProfileId, Trait
from assistant.rules.effects.registry import parameters
from assistant.rules.scenario import Artifact, People, Power, Scenario

DICE = re.compile(r"\b\d?d\d\b")
NUMBER = re.compile(r"\d+")
ONE_BETTER = "defend 1 better"
"""What every fortress does, which is a rule of its own and no number of the place."""


@cache
def war() -> tuple[Book, Scenario]:
    return load_both(effects=parameters())


def of_traits(traits: Iterable[Trait]) -> Iterator[int]:
    """The numbers of rules, and of the profiles they name."""
    book, _ = war()
    for trait in traits:
        told = dict(trait.params)
        if isinstance(reach := told.get("inches"), int) and isinstance(turns := told.get("turns"), int):
            # What spreads so far each turn has come so far after each of them.
            yield from (reach * turn for turn in range(1, turns + 1))
        for value in told.values():
            if isinstance(value, int):
                yield abs(value)
            else:
                for word in value.split():
                    yield from of_profile(book.profiles.get(ProfileId(word)))


def of_profile(profile: Profile | None) -> Iterator[int]:
    """The numbers of a combat line, mounted and on foot, of its abilities and of its crew."""
    if profile is None:
        return
    for line in (profile.line, profile.dismounted):
        if line is not None:
            yield from (number for number in (line.dice, line.attack, line.defense) if number is not None)
    for alternative in profile.alternatives:
        numbers = alternative.numbers
        for number in (numbers.attack, numbers.defense, numbers.leadership, numbers.wizardry):
            if number is not None:
                yield number
    if profile.crew:
        yield profile.crew.size
    for trait in profile.traits:
        yield from (abs(value) for _, value in trait.params if isinstance(value, int))


@cache
def numbers_by_rule() -> dict[str, set[int]]:
    """Every number of the files, by the rules of the rows that carry it."""
    book, scenario = war()
    found: dict[str, set[int]] = {}

    def note(rules: Iterable[str], numbers: Iterable[int]) -> None:
        carried = set(numbers)
        for rule in rules:
            found.setdefault(rule, set()).update(carried)

    for ability in book.abilities.values():
        note(ability.rules, of_traits([Trait(ability.name, params=ability.usual)]))
    for profile in book.profiles.values():
        for trait in profile.traits:
            note(book.abilities[trait.name].rules, (*of_traits([trait]), *of_profile(profile)))
        note(profile.rules, of_profile(profile))
        for alternative in profile.alternatives:
            note(alternative.rules, of_profile(profile))
    for place in book.places.values():
        note(place.rules, (*of_traits(place.traits), place.tower_room))
        for trait in place.traits:
            note(book.place_rules[trait.name].rules, of_traits([trait]))
    things: list[Artifact | Power | People] = [*scenario.artifacts, *scenario.powers, *scenario.peoples]
    for thing in things:
        note(thing.rules, of_traits(thing.traits))
        for trait in thing.traits:
            note(scenario.thing_rules[trait.name].rules, of_traits([trait]))
    for power in scenario.powers:
        note(power.rules, [power.uses])
    for start in scenario.starts:
        note(start.rules, (figures.count for figures in start.figures))
    for arrival in scenario.arrivals:
        note(arrival.rules, (arrival.turn or 0, *(figures.count for figures in arrival.figures)))
    for victory in scenario.ring_victories:
        note(victory.rules, [victory.turns])
    for award in scenario.awards:
        note(award.rules, [award.points])
    return found


def stray(texts: Iterable[str], rules: Iterable[str], traits: Iterable[Trait] = ()) -> list[str]:
    """The numbers of texts that none of their own rules carries; a range is known by either end."""
    allowed = set(of_traits(traits)).union(*(numbers_by_rule().get(rule, set()) for rule in rules))
    strays = []
    for text in texts:
        plain = DICE.sub("", text).replace(ONE_BETTER, "")
        # The lower end of "on 1-3" and the upper of "on 5-6" are those of the die.
        plain = re.sub(r"\b1(?:-| to )(\d)", r"\1", plain)
        plain = re.sub(r"(\d)-6\b", r"\1", plain)
        strays += [f"{number} in {text!r}" for number in NUMBER.findall(plain) if int(number) not in allowed]
    return strays


@pytest.mark.parametrize("part", ["places", "artifacts", "powers", "peoples", "dues"])
def test_no_number_stands_in_words_only(part: str) -> None:
    book, scenario = war()
    rows = book.places.values() if part == "places" else getattr(scenario, part)
    found = []
    for row in rows:
        texts = [row.text] if isinstance(row.text, str) else [*row.text]
        texts += [row.short] if getattr(row, "short", "") else []
        found += [f"{row.id}: {one}" for one in stray(texts, row.rules, getattr(row, "traits", ()))]
    assert found == []


def test_a_number_that_no_rule_carries_is_caught() -> None:
    assert stray(["It lasts 77 turns."], ["WAR-14"]) == ["77 in 'It lasts 77 turns.'"]


def test_a_number_that_its_rule_carries_is_not() -> None:
    # WAR-14: 8 inches a turn for 5 turns.
    assert stray(['It spreads 8" a turn for 5 turns.'], ["WAR-14"]) == []

"""The words of the game: each stands once, rests on rules, and whatever a screen can say is among them."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from assistant.campaign.roll_call import MARKS
from assistant.kernel.errors import Illegal
from assistant.packs.catalogue import find
from assistant.packs.terms import Glossary, glossary, hints, own_terms, slug
from assistant.rules.book import Book
from assistant.rules.game import RingOfPower
from assistant.rules.world import Condition


@pytest.fixture(scope="session")
def words(war: RingOfPower) -> Glossary:
    """The terms of the War of the Ring."""
    return glossary(war.book, war.scenario)


def test_no_term_of_our_own_list_is_written_like_another() -> None:
    spelled = Counter(one.casefold() for term in own_terms() for one in term.spellings)
    assert [one for one, times in spelled.items() if times > 1] == []
    assert [one for one, times in Counter(term.id for term in own_terms()).items() if times > 1] == []


def test_every_term_has_words_and_rests_on_rules_that_exist(words: Glossary) -> None:
    for term in words.terms.values():
        assert term.text, term
        assert term.rules, term
        assert [find(rule).id for rule in term.rules] == [*term.rules]


def test_every_term_is_found_by_its_address_and_by_everything_it_is_written_as(words: Glossary) -> None:
    for id, term in words.terms.items():
        assert (id, slug(id)) == (term.id, term.id)
        assert words.find(id) is term
        assert {words.of(one) for one in term.spellings} == {term}


def test_our_own_words_are_a_sentence_or_two() -> None:
    for term in own_terms():
        assert term.text.endswith("."), term
        assert len(term.text) <= 230, term


def test_what_a_row_without_words_speaks_of_is_named_by_the_packs(words: Glossary) -> None:
    assert [one.name for one in hints() if words.of(one.name) is None] == []


def test_every_ability_and_thing_a_figure_can_have_is_a_term(words: Glossary, war: RingOfPower) -> None:
    borne = {trait.name for profile in war.book.profiles.values() for trait in profile.traits}
    assert borne <= set(war.book.abilities)
    for ability in war.book.abilities.values():
        assert words.of(ability.title) is not None, ability
    for thing in (*war.book.gear.values(), *(one.name for one in war.scenario.artifacts)):
        assert words.of(thing) is not None, thing
    for number in ("leadership", "wizardry", "magic weapon"):
        assert words.of(number) is not None


def test_everything_that_is_said_of_a_figure_or_force_is_a_term(words: Glossary) -> None:
    conditions = [one for one in get_args(Condition) if one != "fit"]
    said = (*conditions, "mounted", "on foot", "carried", *MARKS)
    assert [one for one in said if words.of(one) is None] == []


def test_an_ability_is_explained_in_the_words_of_the_pack(words: Glossary, war: RingOfPower) -> None:
    terror = words.find("terror")
    assert (terror.text, terror.rules) == (war.book.abilities["terror"].text, ("ABL-TERROR",))
    # What our own list has too stands once, with the rules of both.
    ring = words.of("The One Ring")
    assert ring is not None
    assert ring.id == "the-ring"
    assert {"VIC-02", "ITM-RING-09"} <= set(ring.rules)


def test_terms_are_searched_by_words_and_those_called_so_come_first(words: Glossary) -> None:
    assert words.search("wound")[0].id == "wounded"
    assert "palantir" in [one.id for one in words.search("palantir")]
    assert words.search("xylophone") == ()
    assert words.search("  ") == ()


def test_what_is_no_term_is_refused_with_one_that_is_near(words: Glossary) -> None:
    with pytest.raises(Illegal, match="There is no term 'wouned'") as refused:
        words.find("wouned")
    assert "wounded" in refused.value.do


def test_a_game_without_packs_still_has_our_own_words() -> None:
    bare = glossary(Book(scenario="", profiles={}), None)
    assert set(bare.terms) == {one.id for one in own_terms()}

"""Terms in sentences: the longest wins, whole words only, and names stay names."""

from __future__ import annotations

import pytest

from assistant.packs.marking import Marker, names_of
from assistant.packs.terms import Glossary, Term, glossary
from assistant.rules.game import RingOfPower


def made(*terms: Term, names: tuple[str, ...] = ()) -> Marker:
    by_spelling = {one.casefold(): term for term in terms for one in term.spellings}
    return Marker(Glossary({term.id: term for term in terms}, by_spelling), names)


def marks(marker: Marker, text: str) -> list[tuple[str, str]]:
    parts = marker.parts(text)
    assert "".join(part.text for part in parts) == text
    return [(part.text, part.term or part.rule) for part in parts if part.term or part.rule]


@pytest.fixture(scope="session")
def marker(war: RingOfPower) -> Marker:
    """For the War of the Ring."""
    return Marker(glossary(war.book, war.scenario), names_of(war.book, war.scenario))


def test_the_longest_term_wins() -> None:
    words = made(Term("place", "Place", "", ()), Term("healing", "Place of healing", "", ()))
    assert marks(words, "A place of healing is a place.") == [
        ("place of healing", "healing"),
        ("place", "place"),
    ]


def test_a_term_inside_another_word_is_none() -> None:
    words = made(Term("pin", "Pin", "", ("MOV-13",)))  # type: ignore[arg-type]
    assert marks(words, "spinning pins, half-pin, pin-prick, épin") == []
    assert marks(words, "Pin. (pin) pin's") == [("Pin", "pin")] + [("pin", "pin")] * 2


def test_a_name_is_left_alone_and_told_by_its_capitals() -> None:
    words = made(Term("ranger", "Ranger", "", ()), names=("Ranger", "Ranger of the North"))
    assert marks(words, "Ranger of the North, Ranger, and +2 ranger") == [("ranger", "ranger")]


def test_a_word_that_is_linked_only_where_asked_stays_plain_in_sentences() -> None:
    assert marks(made(Term("force", "Force", "", (), is_marked=False)), "The force goes on.") == []


def test_a_game_without_terms_marks_rules_alone() -> None:
    assert marks(made(), "Good wins (OUT-03).") == [("OUT-03", "OUT-03")]


def test_sentences_of_the_game_have_their_terms_and_no_others(marker: Marker) -> None:
    assert marks(marker, "Faramir, 4 Rangers of Ithilien, 1 Ranger of Ithilien wounded and carried") == [
        ("wounded", "wounded"),
        ("carried", "carried"),
    ]
    assert marks(marker, "12 Uruk-hai Scouts and the Fellowship of the Ring at the Fords of Isen") == []
    assert marks(marker, "misses rolled again: furious charge (ABL-FURIOUSCHARGE)") == [
        ("furious charge", "furious-charge"),
        ("ABL-FURIOUSCHARGE", "ABL-FURIOUSCHARGE"),
    ]
    assert marks(marker, "Saruman may declare the War of the Ring") == [
        ("War of the Ring", "war-of-the-ring")
    ]


def test_a_sentence_is_taken_apart_once(marker: Marker) -> None:
    assert marker.parts("Éomer is wounded.") is marker.parts("Éomer is wounded.")

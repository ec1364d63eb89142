"""When the wounded are whole again, and the dispersed are back. Worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, PlaceId, ProfileId
from assistant.rules.healing import Patient, is_healed, return_turn
from assistant.rules.house import HouseRules

ARAGORN = FigureId("aragorn")


def house(book: Book, **chosen: str) -> HouseRules:
    return HouseRules(book.house_rules, {rule.replace("_", "-"): reading for rule, reading in chosen.items()})


@pytest.mark.rules("HEA-01")
def test_a_wounded_hero_is_whole_after_one_full_turn_in_a_place_of_healing(book: Book) -> None:
    # He comes in turn 3, lies still all turn 4, and is whole when turn 5 begins.
    profile = book.profiles[ProfileId("aragorn")]
    patient = Patient(ARAGORN, book.places[PlaceId("rivendell")], "good", since=3)
    assert [turn for turn in (3, 4, 5, 6) if is_healed(patient, profile, turn, house(book))] == [5, 6]
    elsewhere = Patient(ARAGORN, book.places[PlaceId("edoras")], "good", since=3)
    assert not is_healed(elsewhere, profile, 9, house(book))


@pytest.mark.rules("HEA-02")
def test_who_was_wounded_for_such_a_place_mends_only_while_his_side_holds_it(book: Book) -> None:
    profile = book.profiles[ProfileId("elladan")]
    place = book.places[PlaceId("rivendell")]
    kept = Patient(FigureId("elladan"), place, "good", since=7, defended=True)
    lost = Patient(FigureId("elladan"), place, "evil", since=7, defended=True)
    assert is_healed(kept, profile, 9, house(book))
    assert not is_healed(lost, profile, 9, house(book))
    # Line 173: they must hold it; that nobody does is not enough for him, but for who only came to rest.
    deserted = Patient(FigureId("elladan"), place, None, since=7, defended=True)
    assert not is_healed(deserted, profile, 9, house(book))
    assert is_healed(replace(deserted, defended=False), profile, 9, house(book))


def test_fangorn_heals_hobbits_and_their_company_or_by_the_other_reading_everyone(book: Book) -> None:
    # CON-104.
    fangorn, merry = book.places[PlaceId("fangorn")], book.profiles[ProfileId("merry")]
    aragorn = book.profiles[ProfileId("aragorn")]
    alone = Patient(ARAGORN, fangorn, "good", since=1)
    beside = Patient(ARAGORN, fangorn, "good", since=1, companions=(merry,))
    assert is_healed(beside, aragorn, 3, house(book))
    assert not is_healed(alone, aragorn, 3, house(book))
    assert is_healed(alone, aragorn, 3, house(book, CON_104="no-limit"))


@pytest.mark.rules("ABL-ETHEREAL-2")
def test_the_dispersed_are_back_after_four_turns_or_five(book: Book) -> None:
    # Dispersed in turn 6: back in turn 10, by the core rules in turn 11.
    assert return_turn(6, house(book)) == 10
    assert return_turn(6, house(book, CON_066="five-turns")) == 11

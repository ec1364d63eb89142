"""Initials of characters on the map: readable, and never two alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.maps.initials import initials_of
from assistant.packs.load import load_both
from assistant.rules.effects.registry import parameters


def test_no_two_characters_of_the_war_have_the_same_initials() -> None:
    book, _ = load_both(effects=parameters())
    names = tuple(one.name for one in book.profiles.values() if one.kind == "character")
    found = initials_of(names)
    assert set(found) == set(names)
    assert len(set(found.values())) == len(set(names))
    assert all(short[0] == name[0] and len(short) <= 3 for name, short in found.items())


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Théoden", "Théodred"), ("Te", "Tr")),
        (("Éomer", "Éowyn"), ("Ém", "Éw")),
        (("Gandalf the White", "Frodo"), ("GW", "Fr")),
        # What two would have had belongs to neither, and a letter twice tells nobody anything.
        (("Aragorn", "Arwen"), ("Ag", "Aw")),
        (("Sam", "Saruman"), ("Sm", "Sr")),
    ],
)
def test_names_alike_are_told_by_the_letter_that_parts_them(
    names: tuple[str, ...], short: tuple[str, ...]
) -> None:
    assert tuple(initials_of(names)[name] for name in names) == short


@given(st.lists(st.text("ABab é-", min_size=2, max_size=6).filter(lambda one: one.strip(" -")), max_size=30))
def test_whatever_the_names_no_two_have_the_same(names: list[str]) -> None:
    every = tuple(dict.fromkeys(name.strip(" -") for name in names))
    found = initials_of(every)
    assert len(set(found.values())) == len(every)

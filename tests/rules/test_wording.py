"""Names of figures in sentences."""

from __future__ import annotations

import pytest

from assistant.rules.book import Book, ProfileId
from assistant.rules.wording import join, many, plural_of


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("Orc", "Orcs"),
        ("Rider of Rohan", "Riders of Rohan"),
        ("Uruk-hai", "Uruk-hai"),
        ("Uruk-hai Pikeman", "Uruk-hai Pikemen"),
        ("Man of Dale", "Men of Dale"),
        ("Goblin Shaman", "Goblin Shamans"),
        ("Wood Elf", "Wood Elves"),
        ("Rohan Foot", "Rohan Foot"),
        ("Haradrim Cavalry", "Haradrim Cavalry"),
        ("Eagles", "Eagles"),
        ("Guard of the Fountain Court", "Guards of the Fountain Court"),
    ],
)
def test_several_of_a_kind_have_a_name(one: str, several: str) -> None:
    assert plural_of(one) == several


def test_data_may_say_what_several_are_called(book: Book) -> None:
    assert many(book.profiles[ProfileId("mumak")]) == "Mûmakil"
    assert many(book.profiles[ProfileId("orc")]) == "Orcs"


def test_names_are_strung_together_as_one_speaks() -> None:
    assert join(["Éomer"]) == "Éomer"
    assert join(["Éomer", "3 Riders", "Gamling"]) == "Éomer, 3 Riders and Gamling"

"""Names of figures in sentences."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, PlaceId, ProfileId
from assistant.rules.war import Force, ForceId, ForceName, Namesake, all_do
from assistant.rules.wording import is_plural, join, many, plural_of


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


@pytest.mark.parametrize(
    "name",
    [
        "Riders of Rohan",
        "Riders of Rohan from Edoras",
        "The Scouts of Angmar",
        "The Raiders of the High Pass",
        "Orcs of Carn Dûm",
        "Uruk-hai Scouts",
        "6 Uruk-hai",
        "Wild Men of Dunland",
        "Mûmakil of Harad",
        "Haradrim Cavalry",
        "Gondor Militia",
        "Wood Elves",
        "Raiders 2",
        "Scouts (north)",
        "Frodo and Sam",
    ],
)
def test_a_force_named_by_a_plural_goes_with_a_plural_verb(name: str) -> None:
    assert Force(ForceId("them"), name, None, PlaceId("edoras"), ()).does("goes", "go") == f"{name} go"


@pytest.mark.parametrize(
    "name",
    [
        "Théoden",
        "Legolas",
        "Gandalf the White",
        "Mouth of Sauron",
        "Rider of Rohan from Edoras",
        "1 Rider",
        "Army of the Dead",
        "The Vanguard",
        "The Mirkwood Host",
        "The Host of Orcs and Wargs",
        "Thranduil's Guard",
    ],
)
def test_a_force_named_as_one_goes_with_a_singular_verb(name: str) -> None:
    assert Force(ForceId("them"), name, None, PlaceId("edoras"), ()).does("goes", "go") == f"{name} goes"


def test_whoever_leads_a_force_is_one_person_whatever_his_name_sounds_like() -> None:
    called = ForceName((Namesake(FigureId("cirdans-1"), "Cirdans"),), "Wood Elves")
    force = Force(ForceId("them"), called.now, None, PlaceId("edoras"), (), after=called)
    assert force.does("is", "are") == "Cirdans is"
    assert force.called_among([FigureId("wood-elf-1")]).does("is", "are") == "Wood Elves are"


def test_two_forces_are_several_and_one_is_as_it_is_called() -> None:
    host, scouts = (Force(ForceId(one), one, None, PlaceId("edoras"), ()) for one in ("The Host", "Scouts"))
    assert all_do([host], "is", "are") == "The Host is"
    assert all_do([scouts], "is", "are") == "Scouts are"
    assert all_do([host, scouts], "is", "are") == "The Host and Scouts are"


def test_every_army_of_the_book_goes_by_a_plural(book: Book) -> None:
    armies = [one for one in book.profiles.values() if one.kind == "army"]
    assert [many(one) for one in armies if not is_plural(many(one))] == []


def test_every_person_of_the_book_is_one(book: Book) -> None:
    assert [one.name for one in book.profiles.values() if one.is_character and is_plural(one.name)] == []

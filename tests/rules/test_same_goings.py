"""How a company goes is worked out once, and anew as soon as anything is different."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from assistant.kernel.evidence import Citation, overheard
from assistant.kernel.ids import FigureId
from assistant.packs.load import load_both
from assistant.rules.book import Book, ProfileId
from assistant.rules.effects.registry import forget_built, parameters
from assistant.rules.house import HouseRules
from assistant.rules.moving.rates import Walker
from assistant.rules.moving.routes import going_of
from assistant.rules.moving.travel import Traveller
from assistant.rules.scenario import Scenario
from tests.rules.wayfaring import going


@pytest.fixture(scope="module")
def both() -> tuple[Book, Scenario]:
    return load_both(effects=parameters())


def changes(book: Book, me: Traveller) -> dict[str, Any]:
    """Something else for everything that is known of a traveller."""
    other = book.profiles[ProfileId("orc")]
    return {
        "profile": other,
        "mounted": not me.mounted,
        "house": HouseRules(book.house_rules, {"AMB-029": "pro-rata"}),
        "company": (*me.company, other),
        "bears": frozenset({"rope"}),
        "abroad": frozenset({"ent"}),
        "fallen": frozenset({"gandalf"}),
        "events": frozenset({"dawn"}),
        "turn": me.turn + 1,
        "gear": frozenset({("aragorn", "anduril")}),
    }


def test_whatever_is_different_about_a_traveller_makes_it_another(book: Book) -> None:
    (one,) = going(book, "gondor-foot")
    found = changes(book, one.me)
    assert sorted(found) == sorted(field.name for field in fields(Traveller))
    keys = [
        one.key(),
        *(replace(one, me=replace(one.me, **{name: new})).key() for name, new in found.items()),
    ]
    assert len(set(keys)) == len(keys)


def test_whatever_hampers_a_figure_makes_it_another_but_not_its_name(book: Book) -> None:
    (one,) = going(book, "gondor-foot")
    hampered = [replace(one, crew=2), replace(one, is_halved=True), replace(one, is_lost=True)]
    assert {field.name for field in fields(Walker)} == {"id", "me", "crew", "is_halved", "is_lost"}
    assert len({each.key() for each in (one, *hampered)}) == 4
    assert replace(one, id=FigureId("another")).key() == one.key()


def asked(both: tuple[Book, Scenario], **more: Any) -> tuple[Any, tuple[Citation, ...]]:
    book, scenario = both
    return overheard(lambda: going_of(book, scenario.atlas, going(book, "gondor-foot", "aragorn", **more)))


def test_who_asks_again_hears_the_same_and_the_same_rules_are_cited(both: tuple[Book, Scenario]) -> None:
    forget_built()
    first, cited = asked(both)
    again, cited_again = asked(both)
    assert again is first
    assert cited
    assert set(cited_again) == set(cited)


def test_another_reading_of_the_house_is_worked_out_anew(both: tuple[Book, Scenario]) -> None:
    usual, _ = asked(both)
    inch_by_inch, _ = asked(both, house={"AMB-029": "pro-rata"})
    assert usual[0].capped
    assert not inch_by_inch[0].capped


def test_nothing_that_rests_on_effects_outlives_a_change_of_them(both: tuple[Book, Scenario]) -> None:
    first, _ = asked(both)
    forget_built()
    assert asked(both)[0] is not first
    assert asked(both)[0] == first

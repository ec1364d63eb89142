"""What every test stands on: the book as shipped, and how tests fight."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from assistant.packs.load import load_book, load_both
from assistant.packs.where import home
from assistant.rules.book import Book
from assistant.rules.effects.hooks import Effect
from assistant.rules.effects.registry import EFFECTS, forget_built, parameters
from assistant.rules.game import RingOfPower
from assistant.rules.reminders import UPKEEP, Upkeep
from tests.support import Fights

pytest_plugins = ["tests.proofs"]

settings.register_profile(
    "project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("project")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bless", action="store_true", help="rewrite the golden transcripts as they come out now"
    )
    parser.addoption("--without-effect", help="run as if this effect did nothing, to see its tests fail")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "effect(name): this test fails when the effect does nothing")
    if name := config.getoption("--without-effect"):
        _silence(name)


def _silence(name: str) -> None:
    """Put an effect with the same parameters and no voice in its place, or a reminder that is never due."""
    if name in UPKEEP:
        due = UPKEEP[name]
        kept = {"name": name, "title": name, "phase": due.phase, "trait": due.trait, "thing": due.thing}
        UPKEEP[name] = type(name, (Upkeep,), kept)()
        return
    heard = EFFECTS[name]
    known: tuple[dataclasses.Field[Any], ...] = (
        dataclasses.fields(heard) if dataclasses.is_dataclass(heard) else ()
    )
    fields = [(one.name, one.type, dataclasses.field(default=one.default)) for one in known]
    EFFECTS[name] = dataclasses.make_dataclass(heard.__name__, fields, bases=(Effect,), frozen=True)
    EFFECTS[name].name = name
    forget_built()


@pytest.fixture(scope="session")
def book() -> Book:
    """The book as it is shipped."""
    return load_book(effects=parameters())


@pytest.fixture(scope="session")
def game(book: Book) -> RingOfPower:
    """The game as it is shipped."""
    return RingOfPower(book)


@pytest.fixture(scope="session")
def fights(game: RingOfPower) -> Fights:
    """How tests fight."""
    return Fights(game)


@pytest.fixture(scope="session")
def war() -> RingOfPower:
    """The War of the Ring as it is shipped."""
    book, scenario = load_both(home() / "scenarios" / "war-of-the-ring", effects=parameters())
    return RingOfPower(book, scenario)

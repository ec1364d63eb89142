"""A whole game at hand: ten players, the War of the Ring, and deeds done one after another."""

from __future__ import annotations

import pytest

from assistant.packs.load import load_both
from assistant.packs.where import home
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from tests.running.table import Running


@pytest.fixture(scope="session")
def war() -> RingOfPower:
    """The War of the Ring as it is shipped."""
    book, scenario = load_both(home() / "scenarios" / "war-of-the-ring", effects=parameters())
    return RingOfPower(book, scenario)


@pytest.fixture(scope="session")
def _first_morning(war: RingOfPower) -> Running:
    return Running.begun(war)


@pytest.fixture
def game_on(_first_morning: Running) -> Running:
    """Ten players on the start of turn 1, everyone deployed."""
    return _first_morning.copy()

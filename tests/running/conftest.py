"""A whole game at hand: ten players, the War of the Ring, and deeds done one after another."""

from __future__ import annotations

import pytest

from assistant.rules.game import RingOfPower
from tests.running.table import Running


@pytest.fixture(scope="session")
def _first_morning(war: RingOfPower) -> Running:
    return Running.begun(war)


@pytest.fixture
def game_on(_first_morning: Running) -> Running:
    """Ten players on the start of turn 1, everyone deployed; Gríma is banished, and Rohan moves freely."""
    return _first_morning.copy().stand("grima", "isengard")

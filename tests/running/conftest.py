"""A whole game at hand: ten players, the War of the Ring, and deeds done one after another."""

from __future__ import annotations

import pytest

from assistant.rules.deeds.meeting import Part
from assistant.rules.game import RingOfPower
from tests.running.table import Running


@pytest.fixture(scope="session")
def _first_morning(war: RingOfPower) -> Running:
    return Running.begun(war)


@pytest.fixture
def game_on(_first_morning: Running) -> Running:
    """Ten players on the start of turn 1, everyone deployed; Gríma is banished, and Rohan moves freely."""
    return _first_morning.copy().stand("grima", "isengard")


@pytest.fixture
def lost(game_on: Running) -> Running:
    """Éomer's riders were beaten by Saruman in the Eastfold on turn 1."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    contact = game_on.meet("eomer", "saruman", "eastfold")
    return game_on.go_to(1, "combat").report(contact, {}, winner="evil")

"""The scenario as it is shipped, and a game of it in which nothing has happened yet."""

from __future__ import annotations

import pytest

from assistant.packs.load import load_scenario
from assistant.rules.effects.registry import parameters
from assistant.rules.scenario import Scenario
from tests.rules.arriving import Course


@pytest.fixture(scope="session")
def war() -> Scenario:
    """The scenario as it is shipped."""
    return load_scenario(effects=parameters())


@pytest.fixture
def course(war: Scenario) -> Course:
    """A game in which nobody has declared anything and nothing has changed hands."""
    return Course(war)

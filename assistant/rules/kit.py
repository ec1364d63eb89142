"""What a game is played with."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.rules.book import Book
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Kit:
    """The book of figures and places, and the scenario."""

    book: Book
    scenario: Scenario

    def house(self, world: World) -> HouseRules:
        """The readings in force now."""
        return HouseRules(self.book.house_rules, world.house_rules)

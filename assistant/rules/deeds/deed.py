"""What can be done in a campaign: each kind of deed plans itself on the world as it is, then happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from assistant.kernel.game import Opening
from assistant.kernel.procedure import Desk, Procedure
from assistant.rules.book import Book
from assistant.rules.facts import Fact
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario
from assistant.rules.world import World

RulesDesk = Desk[World, Fact]


@dataclass(frozen=True, slots=True)
class Table:
    """What a game is played with: the book of figures and places, and the scenario."""

    book: Book
    scenario: Scenario

    def house(self, world: World) -> HouseRules:
        """The readings in force now."""
        return HouseRules(self.book.house_rules, world.house_rules)


class Deed(Protocol):
    """Something done at the table; its fields are what the ledger stores of it."""

    def plan(self, table: Table, world: World) -> Opening:
        """Its name, whom it keeps busy and its stored form; refuses what cannot be done now."""

    def perform(self, table: Table, desk: RulesDesk) -> Procedure[object]:
        """The deed itself, on the world in which it was planned."""

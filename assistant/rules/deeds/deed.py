"""What can be done in a campaign: each kind of deed plans itself on the world as it is, then happens."""

from __future__ import annotations

from typing import Protocol

from assistant.kernel.game import Opening
from assistant.kernel.procedure import Desk, Procedure
from assistant.rules.core.fact import Fact
from assistant.rules.kit import Kit
from assistant.rules.world import World

RulesDesk = Desk[World, Fact]


class Deed(Protocol):
    """Something done at the table; its fields are what the ledger stores of it."""

    def plan(self, kit: Kit, world: World) -> Opening:
        """Its name, whom it keeps busy and its stored form; refuses what cannot be done now."""

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[object]:
        """The deed itself, on the world in which it was planned."""

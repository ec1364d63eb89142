"""A campaign of Ring of Power, with what it is played with at hand: what every screen starts from."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.rules.game import RingOfPower
from assistant.rules.kit import Kit
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Table:
    """A campaign as it stands now: read once, so that one page tells of one moment."""

    service: Service
    campaign: Campaign
    game: RingOfPower
    world: World

    @property
    def kit(self) -> Kit:
        """The figures, places and scenario."""
        return self.game.kit

    @property
    def seen(self) -> int:
        """The last entry that this moment knows of."""
        return self.campaign.head


def game_of(service: Service) -> RingOfPower:
    """The game that the campaigns are of."""
    game = service.game
    assert isinstance(game, RingOfPower)
    return game


def table(service: Service, ref: str) -> Table:
    """The campaign of this id as it stands now."""
    game = game_of(service)
    with service.turnstile:
        campaign = service.campaign(ref)
        return Table(service, campaign, game, service.world(campaign))


__all__ = ["Table", "game_of", "table"]

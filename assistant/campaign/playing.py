"""A campaign of Ring of Power, with what it is played with at hand: what every screen starts from."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.rules.effects.keepers import as_kept
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
    kit: Kit
    """The figures, the places as their keepers leave them now, and the scenario: what deeds are judged by."""

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
        world = service.world(campaign)
        return Table(service, campaign, game, world, as_kept(game.kit, world))


__all__ = ["Table", "game_of", "table"]

"""A ten-player War of the Ring for the tests of its screens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from flask.testing import FlaskClient

from assistant.campaign.crowd import seating
from assistant.campaign.passes import seat_passes
from assistant.campaign.playing import Table, table
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.ledger.records import Campaign
from assistant.rules.arrivals import CommanderId
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.game import RingOfPower

UNBROKEN = re.compile(r'<span class="unbroken">(.*?)</span>')
TERM = re.compile(r'<a class="(?:term|rule)"[^>]*>(.*?)</a>')


def begun(service: Service, name: str = "Trial", players: int = 10) -> Campaign:
    """A campaign whose game has just begun, with a code for every seat."""
    game = service.game
    assert isinstance(game, RingOfPower)
    campaign = service.new(name, {"scenario": "war-of-the-ring"}, key=uuid4().hex)
    seats = seating(game, players)
    service.begin(campaign, "begin-game", encode(BeginGame(seats)), actor="gm", key=uuid4().hex)
    seat_passes(service.ledger, campaign, seats)
    return campaign


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody's browser in a campaign."""

    client: FlaskClient
    service: Service
    campaign: str

    def at(self) -> Table:
        """The campaign as it stands now."""
        return table(self.service, self.campaign)

    def page(self, name: str) -> Any:
        """A page of the campaign."""
        return self.client.get(f"/c/{self.campaign}/{name}")

    def reads(self, name: str) -> str:
        """The same as it reads: terms, rules and names that stay whole are words of a sentence."""
        return TERM.sub(r"\1", UNBROKEN.sub(r"\1", self.page(name).text))

    def post(self, path: str, **body: Any) -> Any:
        """A command of the campaign's API, with a fresh key unless one is given."""
        return self.client.post(
            f"/api/v1/campaigns/{self.campaign}/{path}", json={"key": uuid4().hex, **body}
        )

    def do(self, kind: str, seen: int | None = None, **setup: Any) -> Any:
        """A deed."""
        return self.post("deeds", kind=kind, setup={"kind": kind, **setup}, seen=seen)


def code_of(service: Service, campaign: Campaign, commander: str) -> str:
    """The code of the seat that plays a commander."""
    seat = service.world(campaign).war.seat_of(CommanderId(commander))
    assert seat is not None
    return next(one.code for one in service.ledger.passes(campaign.id) if one.seat == seat.id)

"""A desk clerk with a ledger in a temporary folder, and small fights to record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.campaign.service import Service
from assistant.kernel.codec import Json
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower
from tests.campaign.deeds import fight
from tests.campaign.games import do, seated


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the ledger's file will be."""
    return tmp_path / "campaigns.sqlite"


@pytest.fixture
def service(database: Path, game: RingOfPower) -> Iterator[Service]:
    """Campaigns of Ring of Power in a fresh ledger."""
    with Ledger.open(database, who="the tests") as ledger:
        yield Service(ledger, game)


@pytest.fixture
def campaign(service: Service) -> Campaign:
    """A campaign without deeds."""
    return service.new("Summer", {"scenario": "war-of-the-ring"}, key="new")


@pytest.fixture
def skirmish(game: RingOfPower) -> Json:
    """Éomer and a rider against two orcs."""
    return fight(game, "eomer:eomer r:rider-of-rohan", "o1:orc o2:orc")


@pytest.fixture
def clerk(database: Path, war: RingOfPower) -> Iterator[Service]:
    """A desk clerk for the whole game."""
    with Ledger.open(database, who="the tests") as ledger:
        yield Service(ledger, war)


@pytest.fixture
def begun(clerk: Service, war: RingOfPower) -> Campaign:
    """Ten players on the start of turn 1."""
    campaign = clerk.new("Summer", {"scenario": "war-of-the-ring"}, key="new")
    do(clerk, campaign, seated(war))
    return campaign

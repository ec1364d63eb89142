"""Deeds that are no more as they were written: damage of the file, and never a fault of the program."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from assistant.campaign.demo import demo_file
from assistant.campaign.restoring import take_in
from assistant.campaign.service import Service
from assistant.kernel.errors import Malformed
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower

ALTERED = """
    UPDATE entry SET facts = replace(facts, '"figures":["', '"figures":["nobody-of-ours","')
    WHERE facts LIKE '%"condition":"eliminated"%'
"""


@pytest.fixture
def altered(tmp_path: Path, war: RingOfPower) -> Iterator[Service]:
    """The demo with facts of a figure that was never there, written past all guards."""
    file = demo_file(war.scenario.id)
    assert file is not None
    database = tmp_path / "campaigns.sqlite"
    with Ledger.open(database) as ledger:
        take_in(Service(ledger, war), file)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        guards = other.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            other.execute(f"DROP TRIGGER {name}")
        assert other.execute(ALTERED).rowcount
        for _, text in guards:
            other.execute(text)
    with Ledger.open(database) as ledger:
        yield Service(ledger, war)


def test_a_state_that_cannot_be_made_of_altered_deeds_is_damage(altered: Service) -> None:
    (campaign,) = altered.ledger.campaigns()
    with pytest.raises(Malformed) as now:
        altered.world(campaign)
    with pytest.raises(Malformed) as then:
        altered.world_at(campaign.id, campaign.head - 1)
    for refused in (now.value, then.value):
        assert refused.code == "damaged-database"
        assert "nobody-of-ours" not in str(refused)


def test_a_fault_of_the_program_over_sound_deeds_stays_one(
    war: RingOfPower, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = demo_file(war.scenario.id)
    assert file is not None

    def break_down(*_: object) -> None:
        raise ZeroDivisionError

    with Ledger.open(tmp_path / "campaigns.sqlite") as ledger:
        service = Service(ledger, war)
        campaign = take_in(service, file)[0].campaign
        monkeypatch.setattr("assistant.campaign.archive.load", break_down)
        with pytest.raises(ZeroDivisionError):
            service.world(campaign)

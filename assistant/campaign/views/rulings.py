"""Whom a ruling on a fight may be about."""

from __future__ import annotations

from assistant.campaign.playing import Table
from assistant.campaign.views.forces import Kind, kinds
from assistant.ledger.records import Entry
from assistant.rules.fight.facts import FightEnded


def fighters(here: Table, entry: Entry) -> tuple[Kind, ...]:
    """Everyone in a fight, persons by name and others by their sort; nobody where there was none."""
    facts = (here.game.decode_fact(fact) for fact in entry.facts)
    ended = next((fact for fact in facts if isinstance(fact, FightEnded)), None)
    known = [one for one in (ended.fought if ended else ()) if one in here.world.figures]
    return kinds(here, known)

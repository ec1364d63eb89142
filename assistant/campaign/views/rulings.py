"""Whom a ruling on a fight may be about."""

from __future__ import annotations

from assistant.campaign.playing import Table
from assistant.campaign.roll_call import called
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Entry
from assistant.rules.facts import FightEnded


def fighters(here: Table, entry: Entry) -> tuple[tuple[FigureId, str], ...]:
    """Everyone in a fight, by name; nobody where there was none."""
    facts = (here.game.decode_fact(fact) for fact in entry.facts)
    ended = next((fact for fact in facts if isinstance(fact, FightEnded)), None)
    known = [one for one in (ended.fought if ended else ()) if one in here.world.figures]
    return tuple((one, called(here.kit, here.world, one)) for one in known)

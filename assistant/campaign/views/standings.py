"""Everybody's points, once they are for all to see."""

from __future__ import annotations

from assistant.campaign.playing import Table
from assistant.rules.agenda import Agenda
from assistant.rules.confidences import are_open


def standings_shown(here: Table, now: Agenda) -> tuple[tuple[str, int], ...]:
    """STA-11: the minions by name with their points, the highest first; none while they are not for all."""
    known = here.kit.scenario.commanders
    return tuple((known[who].name, points) for who, points in now.standings if are_open(here.world.war))

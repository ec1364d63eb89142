"""What the readings in force change about commanders: their home bases, and the order in which they move."""

from __future__ import annotations

from assistant.kernel.evidence import enforced
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Commander, Scenario


def home_bases(commander: Commander, house: HouseRules) -> tuple[PlaceId, ...]:
    """AMB-062: all of them, or only the first."""
    enforced("AMB-062")
    return commander.home[:1] if house["AMB-062"] == "one-each" else commander.home


def move_order(scenario: Scenario, house: HouseRules) -> tuple[CommanderId, ...]:
    """SCN-21, AMB-064: the order among those of the side that moves first; empty where it is agreed."""
    enforced("SCN-21")
    for one in scenario.order_readings:
        if house[one.rule] == one.reading:
            return one.order
    return scenario.move_order

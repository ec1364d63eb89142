"""NAV-01..03: where those who come by sea may land."""

from __future__ import annotations

from collections.abc import Callable

from assistant.kernel.evidence import enforced
from assistant.rules.arrivals import in_force
from assistant.rules.book import PlaceId
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Spot


def landings(spot: Spot, house: HouseRules, is_held: Callable[[PlaceId], bool]) -> tuple[PlaceId, ...]:
    """NAV-01, CON-082, PLC-PELARGIR-02: the shore, and beyond a port while one's own side holds it."""
    if spot.lands:
        enforced("NAV-01"), enforced("NAV-02")
    further = [one for one in in_force(spot.beyond, house) if is_held(one.held)]
    if further:
        enforced("CON-082"), enforced("PLC-PELARGIR-02")
    return (*spot.lands, *(place for one in further for place in one.places))

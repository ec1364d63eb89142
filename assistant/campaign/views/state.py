"""How a game stands for somebody, as one JSON document: the same for the API and for a phone's memory."""

from __future__ import annotations

from typing import Any

from assistant.campaign.due import items
from assistant.campaign.knowing import may_follow
from assistant.campaign.permissions import Power
from assistant.campaign.playing import Table
from assistant.campaign.reached import in_address
from assistant.kernel.codec import encode
from assistant.rules.agenda import agenda
from assistant.rules.confidences import are_open


def state_for(here: Table, power: Power) -> dict[str, Any]:
    """Turn, seats, forces and contacts for all; what is due only for those whom it concerns."""
    kit, world, campaign = here.kit, here.world, here.campaign
    war = world.war
    mine = None if power.is_master else power.commanders
    now = agenda(kit, world, mine)
    is_open = mine is None or are_open(war)
    pendings = here.service.ledger.pendings(campaign.id)
    return {
        "campaign": {"id": campaign.id, "name": campaign.name, "head": here.seen},
        "turn": war.turn,
        "phase": war.phase,
        "commanders": [*(tuple(kit.scenario.commanders) if mine is None else mine)],
        "waiting": [*now.waiting],
        "seats": [encode(seat) for seat in war.seats.values()],
        "forces": [encode(force) for force in war.forces.values()],
        "contacts": [encode(one) for one in war.contacts.values()],
        "holdings": {place: encode(one) for place, one in war.holdings.items()},
        "due": [{"key": one.key, "kind": one.kind, "says": one.says} for one in items(kit, world, now, ())],
        "standings": [[who, points] for who, points in now.standings if is_open or who in (mine or ())],
        "fights": [
            {"id": in_address(one.id), "title": one.title, "kind": one.kind}
            for one in pendings
            if may_follow(here, power, one)
        ],
    }

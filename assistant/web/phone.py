"""The commander's phone."""

from __future__ import annotations

from flask import Blueprint, request

from assistant.campaign.service import Service
from assistant.campaign.views.seat import seat_view
from assistant.kernel.errors import Illegal
from assistant.rules.arrivals import CommanderId
from assistant.web.access import access, here
from assistant.web.screens import screen


def blueprint(service: Service) -> Blueprint:
    """`/c/CAMPAIGN/seat`, with `?as=COMMANDER` where a phone holds several."""
    pages = Blueprint("phone", __name__)

    @pages.get("/c/<campaign>/seat")
    def seat(campaign: str) -> str:
        at = here(service)
        mine = [one for held in access().seats(at.campaign.id, at.world) for one in held.commanders] or list(
            at.kit.scenario.commanders
        )
        wanted = CommanderId(request.args.get("as", mine[0]))
        if wanted not in mine:
            raise Illegal("not-yours", "That is another commander's phone.", do="Go to your own seat.")
        return screen(at, "seat.html", view=seat_view(at, wanted), mine=mine)

    return pages

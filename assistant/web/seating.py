"""Seats and their codes, for the game master: to show, to scan, to print, to give out anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, request

from assistant.campaign.service import Service
from assistant.campaign.views.seats import planned_seats, seats_view
from assistant.web.access import here
from assistant.web.addresses import Address
from assistant.web.hub import Hub
from assistant.web.keys import Keys, mark_of
from assistant.web.qr import qr_svg
from assistant.web.screens import screen


def blueprint(
    service: Service, hub: Hub, addresses: Callable[[], Sequence[Address]], keys: Keys
) -> Blueprint:
    """`/c/CAMPAIGN/seats`, and the same as cards to cut out."""
    pages = Blueprint("seating", __name__)

    @pages.get("/c/<campaign>/seats")
    def seats(campaign: str) -> str:
        at = here(service)
        demo, planned = at.campaign.is_demo, planned_seats(at)
        return screen(at, "seats.html", is_demo=demo, planned=planned, **shown(at))

    @pages.get("/c/<campaign>/seats/cards")
    def cards(campaign: str) -> str:
        at = here(service)
        return screen(at, "seat_cards.html", **shown(at))

    def shown(at: Any) -> dict[str, Any]:
        in_use = [code for one in hub.listening() for code in one.holder.codes]
        found = tuple(addresses())
        chosen = chosen_address(found)
        return {
            "view": seats_view(at, in_use),
            "addresses": found,
            "address": chosen,
            "joining": lambda code: f"{chosen.url}j/{code}?s={mark_of(keys, code)}",
            "qr": qr_svg,
        }

    return pages


def chosen_address(addresses: Sequence[Address]) -> Address:
    """The address that QR codes lead to: the one asked for, else the likeliest, else this page's own."""
    wanted = request.args.get("address", "")
    own = Address(request.host_url, "this page")
    return next((one for one in addresses if one.url == wanted), addresses[0] if addresses else own)

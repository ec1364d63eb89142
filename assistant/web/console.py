"""The game master's console, the whole history, and setting things right by hand."""

from __future__ import annotations

from flask import Blueprint, request

from assistant.campaign.service import Service
from assistant.campaign.views import by_hand, console, keeping
from assistant.campaign.views.forces import by_place
from assistant.web.access import here, refuse_in_demo
from assistant.web.home import when
from assistant.web.hub import Hub
from assistant.web.screens import screen

ALL = 100_000


def blueprint(service: Service, hub: Hub) -> Blueprint:
    """`/c/CAMPAIGN/console`, `/history`, `/by-hand` and `/keeping`."""
    pages = Blueprint("console", __name__)

    @pages.get("/c/<campaign>/console")
    def console_page(campaign: str) -> str:
        at = here(service)
        return screen(
            at, "console.html", view=console.console_view(at), forces=by_place(at), clock=clock_time
        )

    @pages.get("/c/<campaign>/history")
    def history(campaign: str) -> str:
        at = here(service)
        words = request.args.get("find", "")[:80].casefold()
        found = [
            one
            for one in console.deeds(at, service.entries(at.campaign), ALL)
            if words in f"{one.seq} {one.title} {one.actor} {' '.join(one.log)}".casefold()
        ]
        return screen(at, "history.html", deeds=found, find=request.args.get("find", ""), clock=clock_time)

    @pages.get("/c/<campaign>/by-hand")
    def by_hand_page(campaign: str) -> str:
        at = here(service)
        wanted = request.args.get("find", "")[:80]
        view = by_hand.by_hand_view(at, wanted, request.args.get("commander", ""))
        return screen(at, "by_hand.html", view=view, find=wanted)

    @pages.get("/c/<campaign>/keeping")
    def keeping_page(campaign: str) -> str:
        at = here(service)
        refuse_in_demo(at.campaign)
        kept = keeping.keeping_view(at)
        return screen(at, "keeping.html", kept=kept, listening=hub.listening(), when=when, clock=clock_time)

    return pages


def clock_time(at: str) -> str:
    """21:40."""
    return when(at).rpartition(", ")[2]

"""The commander's phone: five short pages, and a switch for who plays several."""

from __future__ import annotations

from flask import Blueprint, request

from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.campaign.views import seat as views
from assistant.kernel.errors import Illegal
from assistant.rules.arrivals import CommanderId
from assistant.web.access import access, here
from assistant.web.papers import Press, under
from assistant.web.screens import screen

Commanders = tuple[CommanderId, ...]


def blueprint(service: Service, press: Press) -> Blueprint:
    """`/c/CAMPAIGN/seat` and its pages, with `?as=COMMANDER` for one of several."""
    pages = Blueprint("phone", __name__)

    @pages.get("/c/<campaign>/seat")
    def seat(campaign: str) -> str:
        at = here(service)
        mine, shown = whose(at)
        return screen(at, "seat.html", view=views.seat_view(at, mine, shown), tab="now")

    @pages.get("/c/<campaign>/seat/forces")
    def forces(campaign: str) -> str:
        at = here(service)
        mine, shown = whose(at)
        return screen(
            at,
            "seat_forces.html",
            view=views.seat_view(at, mine, shown),
            forces=views.forces_view(at, shown),
            tab="forces",
        )

    @pages.get("/c/<campaign>/seat/coming")
    def coming(campaign: str) -> str:
        at = here(service)
        mine, shown = whose(at)
        view = views.seat_view(at, mine, shown)
        return screen(at, "seat_coming.html", view=view, coming=views.coming_view(at, shown), tab="coming")

    @pages.get("/c/<campaign>/seat/goals")
    def goals(campaign: str) -> str:
        at = here(service)
        mine, shown = whose(at)
        view = views.seat_view(at, mine, shown)
        return screen(at, "seat_goals.html", view=view, goals=views.goals_view(at, shown), tab="goals")

    @pages.get("/c/<campaign>/seat/chart")
    def chart(campaign: str) -> str:
        at = here(service)
        mine, shown = whose(at)
        view = views.seat_view(at, mine, shown)
        sheets = [press.chart(*under(at), one) for one in shown]
        return screen(at, "seat_chart.html", view=view, sheets=sheets, tab="chart")

    return pages


def whose(at: Table) -> tuple[Commanders, Commanders]:
    """The commanders of this phone, and those to be shown; whoever leads the game may look at any."""
    held = access().seats(at.campaign.id, at.world)
    mine = tuple(one for seat in held for one in seat.commanders)
    wanted = CommanderId(request.args.get("as", ""))
    if access().leads(at.campaign.id) and not mine:
        mine = tuple(at.kit.scenario.commanders)
        wanted = wanted or mine[0]
    if wanted and wanted not in mine:
        raise Illegal("not-yours", "That is another commander's phone.", do="Go to your own seat.")
    return mine, (wanted,) if wanted else mine

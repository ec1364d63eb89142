"""The commander's phone: five short pages, and a switch for who plays several."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request

from assistant.campaign.evidence import NOBODY
from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.campaign.views import seat as views
from assistant.kernel.errors import Illegal
from assistant.rules.arrivals import CommanderId
from assistant.web.access import access, here, seated
from assistant.web.papers import Press, under
from assistant.web.screens import screen

Commanders = tuple[CommanderId, ...]
Shown = Callable[[Table, Commanders], object]


def blueprint(service: Service, press: Press) -> Blueprint:
    """`/c/CAMPAIGN/seat` and its pages, with `?as=COMMANDER` for one of several."""
    pages = Blueprint("phone", __name__)

    def page(tab: str, more: Shown) -> str:
        at = here(service)
        mine, shown = whose(at)
        if not shown:
            return screen(at, "seat_waiting.html")
        me = seated(at) if tab == "now" and not access().masters(at.campaign.id) else NOBODY
        view = views.seat_view(at, mine, shown, me)
        return screen(at, f"seat_{tab}.html", view=view, tab=tab, shown=more(at, shown))

    @pages.get("/c/<campaign>/seat")
    def seat(campaign: str) -> str:
        return page("now", lambda at, shown: None)

    @pages.get("/c/<campaign>/seat/forces")
    def forces(campaign: str) -> str:
        return page("forces", views.forces_view)

    @pages.get("/c/<campaign>/seat/coming")
    def coming(campaign: str) -> str:
        return page("coming", views.coming_view)

    @pages.get("/c/<campaign>/seat/goals")
    def goals(campaign: str) -> str:
        return page("goals", views.goals_view)

    @pages.get("/c/<campaign>/seat/chart")
    def chart(campaign: str) -> str:
        return page("chart", lambda at, shown: [press.chart(under(at), one) for one in shown])

    return pages


def whose(at: Table) -> tuple[Commanders, Commanders]:
    """The commanders of this phone, and those to be shown; whoever leads the game may look at any.

    There are none while no seats are given out, as after the beginning itself was undone.
    """
    held = access().seats(at.campaign.id, at.world)
    mine = tuple(one for seat in held for one in seat.commanders)
    wanted = CommanderId(request.args.get("as", ""))
    if access().leads(at.campaign.id) and not mine:
        mine = tuple(at.kit.scenario.commanders)
        wanted = wanted or mine[0]
    if mine and wanted and wanted not in mine:
        raise Illegal("not-yours", "That is another commander's phone.", do="Go to your own seat.")
    return mine, (wanted,) if wanted and mine else mine

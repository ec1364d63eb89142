"""What every screen of a running game shares, and the way from a campaign's address to one's own screen."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, session
from werkzeug.wrappers import Response as AnyResponse

from assistant.campaign.history import taken_from
from assistant.campaign.passes import Role
from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.rules.arrivals import CommanderId
from assistant.rules.deeds.turning import NAMES
from assistant.rules.war import Phase
from assistant.web.access import access, here, myself, power_in

SCREEN_OF: dict[Role, str] = {
    "game-master": "console",
    "assistant": "console",
    "seat": "seat",
    "projector": "board",
}


def blueprint(service: Service) -> Blueprint:
    """`/c/CAMPAIGN`, which leads on."""
    pages = Blueprint("screens", __name__)

    @pages.get("/c/<campaign>")
    def enter(campaign: str) -> AnyResponse:
        at = here(service)
        role = access().role(at.campaign.id)
        assert role is not None
        # Whoever comes in stays known for as long again; pages that fetch themselves do not come this way.
        session.modified = True
        return redirect(f"/c/{at.campaign.id}/{SCREEN_OF[role]}")

    @pages.app_template_filter("commander_name")
    def commander_name(commander: CommanderId, at: Table) -> str:
        return at.kit.scenario.commanders[commander].name

    return pages


def screen(at: Table, template: str, **shown: Any) -> str:
    """A page of a campaign, with what every screen needs."""
    mine = access()
    return render_template(
        template,
        at=at,
        role=mine.role(at.campaign.id),
        leads=mine.leads(at.campaign.id),
        masters=mine.masters(at.campaign.id),
        power=power_in(at),
        seats=mine.seats(at.campaign.id, at.world),
        position=sum(at.service.ledger.heads().values()),
        phase_name=phase_name,
        helps_at=helps_at(at),
        gone=mine.lost(at.campaign.id, at.world),
        gone_help=mine.lost_help(at.campaign.id),
        taken=taken_from(at.service, at.campaign, myself(at)),
        **shown,
    )


def helps_at(at: Table) -> str:
    """The tables that an assistant is limited to, by name; nothing for everybody else."""
    names = (at.kit.scenario.tables[one].name for one in power_in(at).tables if one in at.kit.scenario.tables)
    return " and ".join(names)


def phase_name(phase: Phase) -> str:
    """Turn start, movement, combat."""
    return NAMES[phase].lower()

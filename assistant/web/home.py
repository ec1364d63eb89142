"""The first page: the campaigns, and how phones come here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, render_template

from assistant.campaign.demo import demo_file
from assistant.campaign.service import Service
from assistant.kernel.errors import AssistantError
from assistant.ledger.clock import moment_of
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.web.access import access
from assistant.web.addresses import Address
from assistant.web.qr import qr_svg
from assistant.web.screens import phase_name


def blueprint(service: Service, addresses: Callable[[], Sequence[Address]]) -> Blueprint:
    """`/`, which also answers its own script when that asks for news."""
    pages = Blueprint("home", __name__)

    def world_of(campaign: str) -> World:
        world: World = service.world(service.campaign(campaign))
        return world

    def stands(campaign: str) -> str:
        """Where a game stands, for everybody to read: Turn 3, movement."""
        # Anybody may begin a demo: others' are not played through for a line on this page.
        if service.campaign(campaign).is_demo and not access().into(campaign):
            return "Under way"
        try:
            war = world_of(campaign).war
        except AssistantError:
            # What this version cannot read is told of where somebody opens it.
            return "Under way"
        if war.phase in ("set-up", "over"):
            return {"set-up": "Not begun yet", "over": "Over"}[war.phase]
        return f"Turn {war.turn}, {phase_name(war.phase)}"

    @pages.get("/")
    def home() -> str:
        # What is read first was done last.
        every = sorted(service.summaries(), key=lambda one: one.last_at, reverse=True)
        demos = {one.id for one in service.ledger.campaigns() if one.is_demo}
        me = access()
        return render_template(
            "home.html",
            campaigns=[one for one in every if one.id not in demos],
            demos=[one for one in every if one.id in demos],
            position=sum(one.head for one in every),
            mine=[(one, me.label(one.id, world_of(one.id))) for one in every if me.into(one.id)],
            is_master=me.is_master,
            damage=service.watch.faults if me.is_master else (),
            headline=service.watch.headline,
            opens=lambda campaign: me.rank(campaign) > 0,
            leads=me.leads,
            stands=stands,
            has_demo=isinstance(service.game, RingOfPower) and demo_file(service.game.scenario.id),
            database=service.ledger.path,
            addresses=addresses(),
            qr=qr_svg,
            when=when,
            title_of=title_of,
        )

    return pages


def when(at: str) -> str:
    """A stored moment in the laptop's own time, which is the table's: Sun 16 Nov 2025, 10:30."""
    if (stored := moment_of(at)) is None:
        return at
    moment = stored.astimezone()
    return f"{moment:%a} {moment.day} {moment:%b %Y, %H:%M}"


def title_of(scenario: str) -> str:
    """A scenario's id as a title: war-of-the-ring is War of the Ring."""
    first, *others = scenario.split("-")
    small = {"of", "the", "and", "in", "at", "to", "for", "a"}
    return " ".join([_capital(first), *(word if word in small else _capital(word) for word in others)])


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]

"""The combat desk: the list of fights, who takes part, one step per screen, and how it came out."""

from __future__ import annotations

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as AnyResponse

from assistant.campaign import desk
from assistant.campaign.accounts import SETUPS
from assistant.campaign.due import under_way_text
from assistant.campaign.knowing import followed, may_read, read
from assistant.campaign.participants import contact_in
from assistant.campaign.reached import in_address, key_in
from assistant.campaign.service import Service
from assistant.campaign.views.by_hand import CONDITIONS
from assistant.campaign.views.contact import contact_view, meet_view
from assistant.campaign.views.fights import fight_view, fights_view, fought_view, is_fight
from assistant.campaign.views.rulings import fighters
from assistant.kernel.errors import Malformed, ReplayDiverged, Stale
from assistant.rules.book import TERRAINS
from assistant.rules.combat.setup import SIDES
from assistant.web.access import access, here, myself, power_in
from assistant.web.screens import screen

# What a figure may have come to, in the order in which a form offers it.
ENDS = ("eliminated", "wounded", "captured", "dispersed", "paralyzed")


def blueprint(service: Service) -> Blueprint:
    """`/c/CAMPAIGN/fights` and what belongs to it."""
    pages = Blueprint("desk", __name__)
    pages.add_app_template_filter(in_address)

    @pages.get("/c/<campaign>/fights")
    def fights(campaign: str) -> str:
        at = here(service)
        return screen(at, "fights.html", view=fights_view(at, power_in(at)))

    @pages.get("/c/<campaign>/meet")
    def meet(campaign: str) -> str:
        at = here(service)
        return screen(at, "meet.html", view=meet_view(at, power_in(at)), sides=SIDES)

    @pages.get("/c/<campaign>/contacts/<contact>")
    def contact(campaign: str, contact: str) -> str | AnyResponse:
        return before(contact, "contact.html", terrains=TERRAINS)

    @pages.get("/c/<campaign>/contacts/<contact>/report")
    def report(campaign: str, contact: str) -> str | AnyResponse:
        return before(contact, "report.html", ends=ENDS)

    def before(contact: str, template: str, **shown: object) -> str | AnyResponse:
        """A page about forces that have met; once they fight or have parted it leads on."""
        at = here(service)
        if contact not in at.world.war.contacts:
            return redirect(f"/c/{at.campaign.id}/fights")
        view = contact_view(at, power_in(at), contact_in(at, contact), myself(at))
        if view.fight:
            return redirect(f"/c/{at.campaign.id}/fights/{in_address(view.fight)}")
        return screen(at, template, view=view, sides=SIDES, **shown)

    _add_fights(pages, service)
    return pages


def _add_fights(pages: Blueprint, service: Service) -> None:
    """One fight: while it is under way, and how it came out."""

    @pages.get("/c/<campaign>/fights/<fight>")
    def fight(campaign: str, fight: str) -> str | AnyResponse:
        at = here(service)
        fight = key_in(at, fight)
        over = service.ledger.entry_by_pending(fight)
        if over is not None and over.campaign == at.campaign.id and may_read(power_in(at), over):
            # Whoever leads goes on where they were: what came of a small deed stands there.
            is_small = over.kind not in SETUPS and access().leads(at.campaign.id)
            return redirect(
                f"/c/{at.campaign.id}/{f'console?did={over.seq}' if is_small else f'fought/{over.seq}'}"
            )
        try:
            pending = followed(at, power_in(at), desk.pending_in(at, fight))
        except (Malformed, Stale):
            # Called off, never there, or not for them to know: the list says what is.
            return redirect(f"/c/{at.campaign.id}/fights")
        try:
            return screen(at, "fight.html", view=fight_view(at, power_in(at), fight))
        except ReplayDiverged as changed:
            return screen(
                at,
                "fight_changed.html",
                pending=pending,
                title=under_way_text(at.kit, at.world, pending),
                changed=changed,
                is_fight=is_fight(pending),
            )

    @pages.get("/c/<campaign>/fought/<int:seq>")
    def fought(campaign: str, seq: int) -> str:
        at = here(service)
        entry = read(at, power_in(at), seq)
        return screen(
            at,
            "fought.html",
            view=fought_view(at, power_in(at), entry),
            fights=fights_view(at, power_in(at)),
            fighters=fighters(at, entry),
            conditions=CONDITIONS,
        )

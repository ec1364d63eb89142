"""The combat desk: the list of fights, who takes part, one step per screen, and how it came out."""

from __future__ import annotations

import re
from textwrap import shorten

from flask import Blueprint, redirect
from markupsafe import Markup, escape
from werkzeug.wrappers import Response as AnyResponse

from assistant.campaign import desk
from assistant.campaign.participants import contact_in
from assistant.campaign.service import Service
from assistant.campaign.views.by_hand import CONDITIONS
from assistant.campaign.views.contact import contact_view, meet_view
from assistant.campaign.views.fights import fight_view, fights_view, fought_view, is_fight
from assistant.campaign.views.rulings import fighters
from assistant.kernel.errors import Malformed, ReplayDiverged, Stale
from assistant.kernel.ids import RuleId
from assistant.packs.catalogue import house_rules, rules
from assistant.rules.book import TERRAINS
from assistant.rules.combat.setup import SIDES
from assistant.web.access import here, myself, power_in
from assistant.web.screens import screen

FIRST_WORDS = 60
CITED = re.compile(r" \((?:[A-Z]{2,}(?:-[A-Z0-9]+)+(?:, )?)+\)$")
RULE = re.compile(r"\b[A-Z]{2,}(?:-[A-Z0-9]+)+\b")
# What is said of a force in a word, and the rule that says what it means.
TERMS = {"regrouping": "OUT-08", "hidden": "CMB-04"}
# What a figure may have come to, in the order in which a form offers it.
ENDS = ("eliminated", "wounded", "captured", "dispersed", "paralyzed")


def blueprint(service: Service) -> Blueprint:
    """`/c/CAMPAIGN/fights` and what belongs to it."""
    pages = Blueprint("desk", __name__)
    pages.add_app_template_filter(linked)
    pages.add_app_template_filter(cited)
    pages.add_app_template_filter(term)
    pages.add_app_template_filter(rule_begins)

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
            return redirect(f"/c/{at.campaign.id}/fights/{view.fight}")
        return screen(at, template, view=view, sides=SIDES, **shown)

    @pages.get("/c/<campaign>/fights/<fight>")
    def fight(campaign: str, fight: str) -> str | AnyResponse:
        at = here(service)
        over = service.ledger.entry_by_pending(fight)
        if over is not None and over.campaign == at.campaign.id:
            return redirect(f"/c/{at.campaign.id}/fought/{over.seq}")
        try:
            pending = desk.pending_in(at, fight)
        except (Malformed, Stale):
            # Called off, or never there: the list says what is.
            return redirect(f"/c/{at.campaign.id}/fights")
        try:
            return screen(at, "fight.html", view=fight_view(at, power_in(at), fight))
        except ReplayDiverged as changed:
            return screen(
                at, "fight_changed.html", pending=pending, changed=changed, is_fight=is_fight(pending)
            )

    @pages.get("/c/<campaign>/fought/<int:seq>")
    def fought(campaign: str, seq: int) -> str:
        at = here(service)
        entry = service.ledger.entry(at.campaign.id, seq)
        return screen(
            at,
            "fought.html",
            view=fought_view(at, entry),
            fights=fights_view(at, power_in(at)),
            fighters=fighters(at, entry),
            conditions=CONDITIONS,
        )

    return pages


def cited(line: str) -> tuple[str, tuple[str, ...]]:
    """A sentence without the rules in brackets at its end, and those rules."""
    found = CITED.search(line)
    return (line[: found.start()], tuple(RULE.findall(found[0]))) if found else (line, ())


def term(words: str) -> str:
    """The rule that says what a term means; nothing where it says so itself."""
    return TERMS.get(words, "")


def rule_begins(rule: str) -> str:
    """FEL-03: the first words of a rule, so that one knows which to open."""
    known, house = rules().get(RuleId(rule)), house_rules().get(RuleId(rule))
    words = known.rule if known else house.topic if house else ""
    return f"{rule}: {shorten(words, FIRST_WORDS, placeholder=' …')}" if words else rule


def linked(text: str) -> Markup:
    """A sentence in which every rule it names can be opened."""

    def link(found: re.Match[str]) -> str:
        rule = found[0]
        known = rule in rules() or rule in house_rules()
        return f'<a class="rule" href="/rules/{rule}">{rule}</a>' if known else rule

    return Markup(RULE.sub(link, str(escape(text))))

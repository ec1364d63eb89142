"""Contacts: the odds before the fight, the fight itself, and a battle that was fought at the table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from assistant.campaign.chances import Oracle
from assistant.campaign.desk import standing
from assistant.campaign.participants import as_known, at_hand, contact_in, declared, reported, whole
from assistant.campaign.playing import Table
from assistant.campaign.said.door import as_may_be_said
from assistant.campaign.service import Open, Service
from assistant.kernel.codec import encode, kind_of
from assistant.rules.deeds.battles import Battle, ReportedBattle
from assistant.web.access import done_before, here, power_in, signature_for
from assistant.web.api.reading import Body, body
from assistant.web.api.shapes import opened, recorded
from assistant.web.line import still_there
from assistant.web.turnstile import in_line


def add(pages: Blueprint, service: Service) -> None:
    """`/campaigns/ID/contacts/CONTACT/odds`, `/fight` and `/report`."""
    # Of its own: whoever plays does not wait for those who only try out fights.
    oracle = Oracle()

    @pages.post("/campaigns/<campaign>/contacts/<contact>/odds")
    def contact_odds(campaign: str, contact: str) -> Response:
        """The odds of a contact, as it is or as you say."""
        sent, at = body(), here(service)
        met = contact_in(at, contact)
        setup = whole(at, met, declared(at, met, sent.given))
        what_if = sent.given.get("what_if") is True
        with in_line():
            found = oracle.chances(
                at.game,
                setup,
                what_if=what_if,
                world=as_known(at, setup),
                leaders=at_hand(at),
                is_wanted=still_there(),
            )
        return jsonify(odds=found.to_json(), setup=encode(setup, slim=True))

    @pages.post("/campaigns/<campaign>/contacts/<contact>/fight")
    def contact_fight(campaign: str, contact: str) -> Response:
        """Begins the fight."""
        sent, at = body(), here(service)
        # The contact is no more when its fight is over.
        if already := done_before(at, sent.key(), kind_of(Battle)):
            return jsonify(recorded(at, already))
        deed = Battle(contact, declared(at, contact_in(at, contact), sent.given))
        return jsonify(begun(at, sent, deed))

    @pages.post("/campaigns/<campaign>/contacts/<contact>/report")
    def contact_report(campaign: str, contact: str) -> Response:
        """Records a battle that was fought on the table."""
        sent, at = body(), here(service)
        if already := done_before(at, sent.key(), kind_of(ReportedBattle)):
            return jsonify(recorded(at, already))
        deed = ReportedBattle(contact, reported(at, contact_in(at, contact), sent.given))
        return jsonify(begun(at, sent, deed))

    def begun(at: Table, sent: Body, deed: Battle | ReportedBattle) -> dict[str, Any]:
        power = power_in(at)
        setup = as_may_be_said(at, power, deed.kind, encode(deed))
        by = signature_for(at, deed.kind, setup)
        done = service.begin(
            at.campaign, deed.kind, setup, actor=by, key=sent.key(), seen=sent.number("seen")
        )
        return opened(standing(at, power, done)) if isinstance(done, Open) else recorded(at, done)

"""Undo and redo."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.campaign import history
from assistant.campaign.permissions import may_lead, may_undo, not_yours
from assistant.campaign.service import Service
from assistant.web.access import done_before, here, power_in, signature
from assistant.web.api.reading import body
from assistant.web.api.shapes import recorded


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/undo` and `/redo`."""

    @pages.post("/campaigns/<campaign>/undo")
    def undo(campaign: str) -> Response:
        sent, at = body(), here(service)
        seq, name, power = sent.number("seq"), signature(at), power_in(at)
        if already := done_before(at, sent.key()):
            return jsonify(recorded(already))
        if power.tables or not power.is_master:
            deed = history.counting_deed(service.ledger.entries(at.campaign.id), sent.needed("seq"))
            leads = may_lead(power, at.kit, at.world, history.touched(service.game, deed))
            if not leads and not may_undo(deed, name):
                raise not_yours(is_somebodys=False)
        return jsonify(recorded(history.undo(service, at.campaign, seq, actor=name, key=sent.key())))

    @pages.post("/campaigns/<campaign>/redo")
    def redo(campaign: str) -> Response:
        sent, at = body(), here(service)
        power = power_in(at)
        if power.tables:
            deed = service.ledger.entry(at.campaign.id, sent.needed("seq"))
            if not may_lead(power, at.kit, at.world, history.touched(service.game, deed)):
                raise not_yours(is_somebodys=False)
        done = history.redo(service, at.campaign, sent.number("seq"), actor=signature(at), key=sent.key())
        return jsonify(recorded(done))

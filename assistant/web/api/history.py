"""Undo and redo."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.campaign import history
from assistant.campaign.permissions import may_undo, not_yours
from assistant.campaign.service import Service
from assistant.web.access import here, power_in, signature
from assistant.web.api.reading import body
from assistant.web.api.shapes import recorded


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/undo` and `/redo`."""

    @pages.post("/campaigns/<campaign>/undo")
    def undo(campaign: str) -> Response:
        sent, at = body(), here(service)
        seq, name = sent.number("seq"), signature(at)
        if not power_in(at).is_master:
            deed = history.counting_deed(service.ledger.entries(at.campaign.id), sent.needed("seq"))
            if not may_undo(deed, name):
                raise not_yours(is_somebodys=False)
        return jsonify(recorded(history.undo(service, at.campaign, seq, actor=name, key=sent.key())))

    @pages.post("/campaigns/<campaign>/redo")
    def redo(campaign: str) -> Response:
        sent, at = body(), here(service)
        done = history.redo(service, at.campaign, sent.number("seq"), actor=signature(at), key=sent.key())
        return jsonify(recorded(done))

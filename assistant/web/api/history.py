"""Undo and redo."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, Response, jsonify

from assistant.campaign import history
from assistant.campaign.permissions import may_lead, may_undo, not_yours
from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.ledger.records import Entry
from assistant.web.access import done_before, here, power_in, signature
from assistant.web.api.reading import body
from assistant.web.api.shapes import recorded


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/undo` and `/redo`; the last deed is the last that whoever asks may take back."""

    def leads(at: Table, deed: Entry) -> bool:
        return may_lead(power_in(at), at.kit, at.world, history.touched(service.game, deed))

    @pages.post("/campaigns/<campaign>/undo")
    def undo(campaign: str) -> Response:
        sent, at = body(), here(service)
        seq, name, power = sent.number("seq"), signature(at), power_in(at)
        if already := done_before(at, sent.key()):
            return jsonify(recorded(already))
        if power.tables or not power.is_master:
            entries = service.ledger.entries(at.campaign.id)
            deeds = history.undoable(entries) if seq is None else [history.counting_deed(entries, seq)]
            theirs = (one for one in deeds if leads(at, one) or may_undo(one, name))
            seq = first_of(theirs).seq
        return jsonify(recorded(history.undo(service, at.campaign, seq, actor=name, key=sent.key())))

    @pages.post("/campaigns/<campaign>/redo")
    def redo(campaign: str) -> Response:
        sent, at = body(), here(service)
        seq = sent.number("seq")
        if power_in(at).tables and not done_before(at, sent.key()):
            undone = history.redoable(service.ledger.entries(at.campaign.id))
            named = (one for one in undone if seq in (None, one.seq))
            seq = first_of(one for one in named if leads(at, one)).seq
        done = history.redo(service, at.campaign, seq, actor=signature(at), key=sent.key())
        return jsonify(recorded(done))


def first_of(deeds: Iterable[Entry]) -> Entry:
    """The first that is theirs, or the sentence that none is."""
    found = next(iter(deeds), None)
    if found is None:
        raise not_yours(is_somebodys=False)
    return found

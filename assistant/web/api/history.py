"""Undo and redo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flask import Blueprint, Response, jsonify

from assistant.campaign import history
from assistant.campaign.permissions import Power, may_undo, not_yours, refuse_unless_leads
from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.campaign.views.console import leads_about
from assistant.ledger.records import Entry
from assistant.web.access import done_before, here, power_in, signature
from assistant.web.api.reading import body
from assistant.web.api.shapes import recorded


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/undo` and `/redo`; the last deed is the last that whoever asks may take back."""

    @pages.post("/campaigns/<campaign>/undo")
    def undo(campaign: str) -> Response:
        sent, at = body(), here(service)
        seq, name, power = sent.number("seq"), signature(at), power_in(at)
        if already := done_before(at, sent.key()):
            return jsonify(recorded(already))
        if power.tables or not power.is_master:
            entries = service.ledger.entries(at.campaign.id)
            deeds = history.undoable(entries) if seq is None else [history.counting_deed(entries, seq)]
            theirs = (one for one in deeds if leads_about(at, power, one) or may_undo(one, name))
            seq = first_of(at, power, theirs, deeds).seq
        return jsonify(recorded(history.undo(service, at.campaign, seq, actor=name, key=sent.key())))

    @pages.post("/campaigns/<campaign>/redo")
    def redo(campaign: str) -> Response:
        sent, at = body(), here(service)
        seq, power = sent.number("seq"), power_in(at)
        if power.tables and not done_before(at, sent.key()):
            undone = history.redoable(service.ledger.entries(at.campaign.id))
            named = [one for one in undone if seq in (None, one.seq)]
            seq = first_of(at, power, (one for one in named if leads_about(at, power, one)), named).seq
        done = history.redo(service, at.campaign, seq, actor=signature(at), key=sent.key())
        return jsonify(recorded(done))


def first_of(at: Table, power: Power, theirs: Iterable[Entry], deeds: Sequence[Entry]) -> Entry:
    """The first that is theirs, or why none is: those who lead are told of the other table."""
    found = next(iter(theirs), None)
    if found is not None:
        return found
    about = [name for one in deeds[:1] for name in history.touched(at.service.game, one)]
    refuse_unless_leads(power, at.kit, at.world, about)
    raise not_yours(is_somebodys=False)

"""Deeds: everything that changes a game is one of these."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.campaign.desk import standing
from assistant.campaign.knowing import heard_by
from assistant.campaign.naming import naming
from assistant.campaign.playing import Table
from assistant.campaign.said.door import as_may_be_said
from assistant.campaign.service import Open, Service
from assistant.campaign.signing import refuse_others_name
from assistant.campaign.views.board import aloud
from assistant.kernel.codec import kind_of
from assistant.ledger.records import Entry
from assistant.rules.core.deed import read_deed
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.renaming import ChangeSeat
from assistant.web.access import done_before, here, power_in, signature_for
from assistant.web.api.reading import body
from assistant.web.api.shapes import opened, recorded


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/deeds`."""

    @pages.post("/campaigns/<campaign>/deeds")
    def deed(campaign: str) -> Response:
        """Does something."""
        sent, at = body(), here(service)
        kind, power = sent.text("kind"), power_in(at)
        # Before anything is judged: once it is done, it can look as if it were nobody's to do.
        if already := done_before(at, sent.key(), kind):
            return jsonify(**recorded(at, already), told=_came_of(at, already))
        setup = as_may_be_said(at, power, kind, sent.value("setup"), sent.value("additions"))
        if kind == kind_of(ChangeSeat):
            passes, seats = service.ledger.passes(at.campaign.id), at.world.war.seats.values()
            refuse_others_name(passes, seats, read_deed(kind, setup))
        by = signature_for(at, kind, setup)
        done = service.begin(at.campaign, kind, setup, actor=by, key=sent.key(), seen=sent.number("seen"))
        if isinstance(done, Open):
            return jsonify(opened(standing(at, power, done)))
        return jsonify(**recorded(at, done), told=_came_of(at, done))


def _came_of(at: Table, done: Entry) -> str:
    """What came of something due that was seen to at once: nobody was asked, so nobody knows yet."""
    if done.kind != kind_of(Heed):
        return ""
    log = heard_by(at, power_in(at), done.log)
    lines = aloud(at.kit, map(naming(at.kit, at.world).told, log))
    return lines[0] if lines else ""

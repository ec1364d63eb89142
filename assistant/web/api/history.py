"""Undo and redo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flask import Blueprint, Response, jsonify

from assistant.campaign import acts, history
from assistant.campaign.permissions import Power, may_undo, not_yours, refuse_unless_leads
from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.campaign.views.console import leads_about
from assistant.kernel.errors import Illegal
from assistant.ledger.records import Entry
from assistant.web.access import done_before, here, power_in, seated, signature
from assistant.web.api.reading import body
from assistant.web.api.shapes import recorded


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/undo` and `/redo`; the last deed is the last that whoever asks may take back."""

    @pages.post("/campaigns/<campaign>/undo")
    def undo(campaign: str) -> Response:
        sent, at = body(), here(service)
        seq, by, power, alone = sent.number("seq"), signature(at), power_in(at), sent.flag("alone")
        if already := done_before(at, sent.key(), "undo"):
            return jsonify(reversal(at, already))
        if power.tables or not power.is_master:
            entries = service.entries(at.campaign)
            deeds = history.undoable(entries) if seq is None else [history.counting_deed(entries, seq)]
            # What somebody did as an assistant is no more theirs than what others did on that table.
            me = seated(at)

            def may(deed: Entry) -> bool:
                return leads_about(at, power, deed) or may_undo(deed, me)

            def is_theirs(deed: Entry) -> bool:
                return all(map(may, (deed,) if alone else acts.counting_together(entries, deed)))

            if seq is not None and may(deeds[0]) and not is_theirs(deeds[0]):
                raise others_elsewhere(power, "undo")
            deed = first_of(at, power, filter(is_theirs, deeds), deeds)
            seq, by = deed.seq, signature(at, who=deed.who)
        done = history.undo(service, at.campaign, seq, actor=by, key=sent.key(), alone=alone)
        return jsonify(reversal(at, done))

    @pages.post("/campaigns/<campaign>/redo")
    def redo(campaign: str) -> Response:
        sent, at = body(), here(service)
        seq, power, alone = sent.number("seq"), power_in(at), sent.flag("alone")
        if power.tables and not done_before(at, sent.key(), "redo"):
            entries = service.entries(at.campaign)
            named = [one for one in history.redoable(entries) if seq in (None, one.seq)]

            def is_led(deed: Entry) -> bool:
                act = (deed,) if alone else acts.undone_together(entries, deed)
                return all(leads_about(at, power, one) for one in act)

            if seq is not None and named and leads_about(at, power, named[0]) and not is_led(named[0]):
                raise others_elsewhere(power, "redo")
            seq = first_of(at, power, filter(is_led, named), named).seq
        done = history.redo(service, at.campaign, seq, actor=signature(at), key=sent.key(), alone=alone)
        return jsonify(reversal(at, done))


def reversal(at: Table, done: Entry) -> dict[str, Any]:
    """An undo or redo as JSON; `together` are all entries of it where an act of several deeds was meant."""
    act = acts.together(at.service.entries(at.campaign), done)
    if len(act) < 2:
        return recorded(done)
    return {**recorded(done), "together": [one.seq for one in act], "said": acts.called(act, done)}


def others_elsewhere(power: Power, verb: str) -> Illegal:
    """The refusal of an act of which one leads a part."""
    if not power.is_master:
        return not_yours(is_somebodys=False)
    return Illegal(
        "another-table",
        f"You help at the {' and '.join(power.tables)} table, and others that were done at the same word "
        "are on the other one.",
        do=f"Choose “{verb.capitalize()} this one only” in the history, or let the game master {verb} all.",
    )


def first_of(at: Table, power: Power, theirs: Iterable[Entry], deeds: Sequence[Entry]) -> Entry:
    """The first that is theirs, or why none is: those who lead are told of the other table."""
    found = next(iter(theirs), None)
    if found is not None:
        return found
    about = [name for one in deeds[:1] for name in history.touched(at.service.game, one)]
    refuse_unless_leads(power, at.kit, at.world, about)
    raise not_yours(is_somebodys=False)

"""Undo and redo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Response, jsonify

from assistant.campaign import acts, history
from assistant.campaign.knowing import may_read
from assistant.campaign.permissions import Power, may_undo, refuse_unless_leads
from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.campaign.views.console import leads_about
from assistant.kernel.errors import Illegal, Stale
from assistant.ledger.records import Entry
from assistant.rules.core.deed import not_yours
from assistant.web.access import done_before, here, power_in, seated, signature
from assistant.web.api.reading import Body, body
from assistant.web.api.shapes import recorded


def add(pages: Blueprint, service: Service) -> None:
    """`POST /campaigns/ID/undo` and `/redo`; the last deed is the last that whoever asks may take back."""

    @pages.post("/campaigns/<campaign>/undo")
    def undo(campaign: str) -> Response:
        """Takes a deed back, with all of its act."""
        sent, at = body(), here(service)
        seq, by, power, alone = sent.number("seq"), signature(at), power_in(at), sent.flag("alone")
        if already := done_before(at, sent.key(), "undo"):
            return jsonify(reversal(at, already))
        if power.tables or not power.is_master:
            entries = service.entries(at.campaign)
            # Before anything is said of a deed: whether it counts, and what it is, may be hidden.
            if any(one.seq == seq and not may_read(power, one) for one in entries):
                raise not_yours(is_somebodys=False)
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
        with as_it_was_seen(at, sent):
            done = history.undo(service, at.campaign, seq, actor=by, key=sent.key(), alone=alone)
        return jsonify(reversal(at, done))

    @pages.post("/campaigns/<campaign>/redo")
    def redo(campaign: str) -> Response:
        """Lets an undone deed count again, with all that was undone with it."""
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
        by = signature(at)
        with as_it_was_seen(at, sent):
            done = history.redo(service, at.campaign, seq, actor=by, key=sent.key(), alone=alone)
        return jsonify(reversal(at, done))


@contextmanager
def as_it_was_seen(at: Table, sent: Body) -> Iterator[None]:
    """Who names no deed means the newest that they had seen: nothing newer is touched."""
    service, seen = at.service, sent.number("seen")
    with service.turnstile:
        # A retry is no second wish: it gets the first answer.
        is_retry = service.ledger.entry_by_key(at.campaign.id, sent.key()) is not None
        if seen is not None and sent.number("seq") is None and not is_retry:
            refuse_what_is_unseen(service.ledger.entries(at.campaign.id, seen))
        yield


def refuse_what_is_unseen(fresh: Sequence[Entry]) -> None:
    """Refuse where somebody has done something since."""
    if fresh:
        by = fresh[-1]
        raise Stale(
            "changed-meanwhile",
            f"While you were looking, {by.actor} did something else: {by.title}.",
            do="Here is how it stands now.",
        ).naming(by, "While you were looking, somebody did something else.")


def reversal(at: Table, done: Entry) -> dict[str, Any]:
    """An undo or redo as JSON; `together` are all entries of it where an act of several deeds was meant."""
    act = acts.together(at.service.entries(at.campaign), done)
    if len(act) < 2:
        return recorded(at, done)
    return {**recorded(at, done), "together": [one.seq for one in act], "said": acts.called(act, done)}


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

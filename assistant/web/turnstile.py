"""Where all come in one by one: long addresses, deeds in a hurry, and who waits with a long task."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, current_app, g, request
from werkzeug.exceptions import NotFound

from assistant.campaign.service import Service
from assistant.kernel.forms import LONGEST_TEXT, Text
from assistant.web.access import access
from assistant.web.claims import claimant, first_of, here_from
from assistant.web.environ import KNOWN_AS
from assistant.web.limits import Limits
from assistant.web.line import Line, still_there, when_quiet
from assistant.web.pace import Pace, Share

EXTENSION = "assistant-turnstile"
LONGEST_PAGE = 600
"""The address of a page of ours, to come back to."""
ASKED = Text(LONGEST_TEXT)
PAGE = Text(LONGEST_PAGE)


class Turnstile:
    """What is counted of everybody who comes to one app."""

    def __init__(self, service: Service, limits: Limits) -> None:
        self.service = service
        self.limits = limits
        self.pace = Pace()
        self.line = Line(limits)


def install(app: Flask, turnstile: Turnstile) -> None:
    """Hold every request against the bounds of what an address may say."""
    app.extensions[EXTENSION] = turnstile
    app.before_request(tell_as_whom)
    app.before_request(refuse_long_addresses)


def tell_as_whom() -> None:
    """Our own server shares itself out by seats among those who have joined."""
    if told := request.environ.get(KNOWN_AS):
        found = claimant(_turnstile().service)
        if found.has_joined:
            told(found.name)


def refuse_long_addresses() -> None:
    """Nothing that is looked for is longer than a sentence, and no page has a longer name."""
    if any(isinstance(one, str) and len(one) > LONGEST_TEXT for one in (request.view_args or {}).values()):
        raise NotFound
    for name, values in request.args.lists():
        for value in values:
            (PAGE if name == "next" else ASKED).check(value, name[:LONGEST_TEXT])


def keep_pace(campaign: str) -> None:
    """Count one more deed of whoever asks, or refuse it; the game master's are not counted."""
    turnstile = _turnstile()
    if not access().is_master:
        turnstile.pace.spend(shares_in(turnstile, campaign))


def shares_in(turnstile: Turnstile, campaign: str) -> tuple[Share, ...]:
    """With whose deeds in a campaign one's own are counted."""
    limits, mine = turnstile.limits, access().into(campaign)
    if not mine:
        return ()
    code = f"code {first_of(one.code for one in mine)}"
    seat = Share(code, limits.deeds_at_once, limits.deeds_per_minute)
    many = limits.leading_deeds_at_once, limits.leading_deeds_per_minute
    if turnstile.service.campaign(campaign).is_demo:
        # Anybody may begin a demo, so whoever leads one is a visitor like others.
        return seat, Share(f"demos from {here_from()}", *many)
    return (Share(code, *many),) if access().leads(campaign) else (seat,)


@contextmanager
def in_line() -> Iterator[None]:
    """A long task: it has its turn, and what is begun within one has it already."""
    if g.get("has_turn", False):
        yield
        return
    turnstile = _turnstile()
    with turnstile.line.place_for(claimant(turnstile.service), still_there(), when_quiet()):
        g.has_turn = True
        try:
            yield
        finally:
            g.has_turn = False


def _turnstile() -> Turnstile:
    found = current_app.extensions[EXTENSION]
    assert isinstance(found, Turnstile)
    return found

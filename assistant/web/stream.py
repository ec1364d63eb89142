"""Live news as server-sent events: the numbers of new ledger entries, never their contents.

`/stream?campaign=ID` follows one campaign, `/stream` all of them; `&client=ID` names the browser, whose older
stream then ends. The id of an event is its *position*: how many entries there are in what is followed. For
one campaign that is the entry's own number. Whoever comes back says the last position seen, as
`Last-Event-ID` (which wins) or as `since`, and neither misses nor repeats anything:

    deed    {"campaign": "...", "seq": 12}    one new entry
    stir    {"campaign": "..."}               something under way there has gone on
    heads   {"heads": {"...": 12, "...": 3}}  where each campaign stands: fetch what you have otherwise
    beat    {"position": 15}                  nothing new, but the connection is alive
    bye     {"why": "taken"}                  the server ends this stream: "taken", "behind" or "closing"

Following one campaign, missed entries come as `deed` one by one. A position does not tell *which* campaign
moved, so following all of them (or being too far behind, or ahead of a database that was restored) brings
one `heads`. `/heads` answers the same as plain JSON, for browsers that found all places taken.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from uuid import uuid4

from flask import Blueprint, Response, jsonify, request

from assistant.campaign.service import Service
from assistant.kernel.errors import Malformed
from assistant.ledger.store import Ledger
from assistant.web.access import access
from assistant.web.guessing import home_of
from assistant.web.hub import Deed, Holder, Hub, Listener, Stir, StreamSettings

MOST_REPLAYED = 500
RETRY_MILLISECONDS = 2000
LONGEST_CLIENT = 64


class Standing:
    """Where the followed campaigns stand, as far as one stream has told."""

    def __init__(self, heads: dict[str, int]) -> None:
        self.heads = heads

    @property
    def position(self) -> int:
        """How many entries there are in what is followed."""
        return sum(self.heads.values())

    def moves_to(self, deed: Deed) -> bool:
        """Count a deed; false when the snapshot held it already."""
        if deed.seq <= self.heads.get(deed.campaign, 0):
            return False
        self.heads[deed.campaign] = deed.seq
        return True


def blueprint(service: Service, hub: Hub) -> Blueprint:
    """`/stream` and `/heads`."""
    pages = Blueprint("stream", __name__)

    @pages.get("/heads")
    def heads() -> Response:
        standing = Standing(read_heads(service.ledger, None))
        return jsonify(position=standing.position, heads=standing.heads)

    @pages.get("/stream")
    def stream() -> Response:
        since = asked_since()
        campaign = request.args.get("campaign")
        followed = service.ledger.campaign(campaign).id if campaign else None
        # Joined before the snapshot is read: what is written in between is then heard, and told once.
        listener = hub.join(asked_client(), followed, holder(service))
        try:
            standing = Standing(read_heads(service.ledger, followed))
        except BaseException:
            hub.leave(listener)
            raise
        is_gone = request.environ.get("waitress.client_disconnected", lambda: False)
        response = Response(
            follow(listener, standing, since, is_gone, hub.settings), mimetype="text/event-stream"
        )
        response.headers["X-Accel-Buffering"] = "no"
        # A generator that was never started runs no `finally`; this is called whatever happens.
        response.call_on_close(lambda: hub.leave(listener))
        return response

    return pages


def asked_since() -> int | None:
    """The last position that the browser has seen, if it says so."""
    said = request.headers.get("Last-Event-ID") or request.args.get("since") or ""
    if not said:
        return None
    if not (said.isascii() and said.isdigit() and len(said) < 16):
        raise Malformed(
            "bad-position",
            f'"{said[:40]}" is not a position in the ledger.',
            do="Give `since` as a whole number, or leave it out to hear of new deeds only.",
        )
    return int(said)


def asked_client() -> str:
    """The browser's name for itself; one that gives none is new each time."""
    client = request.args.get("client") or uuid4().hex
    if len(client) > LONGEST_CLIENT:
        raise Malformed(
            "bad-client",
            f"The browser's name for itself is longer than {LONGEST_CLIENT} letters.",
            do="Reload the page.",
        )
    return client


def holder(service: Service) -> Holder:
    """Whose screen asks for a stream."""
    mine = access()
    played = (one for one in mine.passes if not service.campaign(one.campaign).is_demo)
    return Holder(
        described(service),
        home_of(request.remote_addr or ""),
        frozenset(one.code for one in mine.passes),
        mine.is_master,
        is_guest=not (mine.is_master or any(played)),
    )


def described(service: Service) -> str:
    """Whose screen listens, in words for the game master: Anna, projector, from 192.168.1.31."""
    mine = access()
    campaigns = dict.fromkeys(one.campaign for one in mine.passes)
    labels = [mine.label(one, service.world(service.campaign(one))) for one in campaigns]
    who = ", ".join(dict.fromkeys(["game master"] * mine.is_master + labels)) or "somebody who has not joined"
    return f"{who} from {request.remote_addr}"


def read_heads(ledger: Ledger, campaign: str | None) -> dict[str, int]:
    """Where the campaign stands, or all of them; the database is let go of at once."""
    return {campaign: ledger.campaign(campaign).head} if campaign else ledger.heads()


def follow(
    listener: Listener,
    standing: Standing,
    since: int | None,
    is_gone: Callable[[], bool],
    settings: StreamSettings,
) -> Iterator[str]:
    """The text of one stream, until its reader or the server leaves."""
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    yield from catch_up(listener.campaign, standing, since)
    spoke = time.monotonic()
    while not is_gone():
        news = listener.next(min(settings.look, settings.beat))
        if listener.ending:
            yield event("bye", {"why": listener.ending})
            return
        if isinstance(news, Stir):
            yield event("stir", {"campaign": news.campaign})
        elif news and standing.moves_to(news):
            yield event("deed", {"campaign": news.campaign, "seq": news.seq}, standing.position)
        elif time.monotonic() - spoke >= settings.beat:
            # An event, because a page cannot see comments and could not tell silence from loss.
            yield event("beat", {"position": standing.position})
        else:
            continue
        spoke = time.monotonic()


def catch_up(campaign: str | None, standing: Standing, since: int | None) -> Iterator[str]:
    """What happened between the page's snapshot and the stream's."""
    position = standing.position
    if since is None or since == position:
        return
    if campaign and 0 < position - since <= MOST_REPLAYED:
        for seq in range(since + 1, position + 1):
            yield event("deed", {"campaign": campaign, "seq": seq}, seq)
    else:
        yield event("heads", {"heads": standing.heads}, position)


def event(name: str, data: object, position: int | None = None) -> str:
    """One server-sent event."""
    number = "" if position is None else f"id: {position}\n"
    return f"event: {name}\n{number}data: {json.dumps(data)}\n\n"

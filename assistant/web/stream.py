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
from collections.abc import Callable, Iterator, Mapping
from uuid import uuid4

from flask import Blueprint, Response, jsonify, request

from assistant.campaign.service import Service
from assistant.kernel.errors import Malformed
from assistant.ledger.store import Ledger
from assistant.web.access import access
from assistant.web.claims import home_of
from assistant.web.environ import HAS_GONE, TAKE_OVER
from assistant.web.hub import Deed, Holder, Hub, Listener, News, Stir, StreamSettings
from assistant.web.routes import MESSAGES

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
        telling = Telling(listener, standing, since, hub.settings)
        # Our own server goes on with it without a thread; any other lets the generator wait in one.
        request.environ.get(TAKE_OVER, lambda telling: None)(telling)
        is_gone = request.environ.get(HAS_GONE, lambda: False)
        response = Response(follow(telling, is_gone), mimetype="text/event-stream")
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


class Telling:
    """What one stream says: what was missed, then what is new, and a beat in silence."""

    def __init__(
        self, listener: Listener, standing: Standing, since: int | None, settings: StreamSettings
    ) -> None:
        self.listener = listener
        self.settings = settings
        self.is_over = False
        self._standing = standing
        self._since = since
        self._spoke = time.monotonic()

    @property
    def silence_left(self) -> float:
        """Seconds until it has to speak again."""
        return max(0.0, self._spoke + self.settings.beat - time.monotonic())

    def opening(self) -> Iterator[str]:
        """What it says first."""
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        yield from catch_up(self.listener.campaign, self._standing, self._since)

    def waiting(self) -> str:
        """All that there is to say by now."""
        said = []
        while not self.is_over and (news := self.listener.take()):
            said.append(self.hear(news))
        return "".join(said) or ("" if self.is_over else self.hear(None))

    def hear(self, news: News | None) -> str:
        """What is to be said of this news, or of there being none; perhaps nothing."""
        if self.listener.ending:
            self.is_over = True
            return event("bye", {"why": self.listener.ending})
        if isinstance(news, Stir):
            said = event("stir", {"campaign": news.campaign})
        elif news and self._standing.moves_to(news):
            said = event("deed", {"campaign": news.campaign, "seq": news.seq}, self._standing.position)
        elif not self.silence_left:
            # An event, because a page cannot see comments and could not tell silence from loss.
            said = event("beat", {"position": self._standing.position})
        else:
            return ""
        self._spoke = time.monotonic()
        return said


def follow(telling: Telling, is_gone: Callable[[], bool]) -> Iterator[str]:
    """The text of one stream, until its reader or the server leaves; waits in between."""
    yield from telling.opening()
    look = min(telling.settings.look, telling.settings.beat)
    while not (telling.is_over or is_gone()):
        if said := telling.hear(telling.listener.next(look)):
            yield said


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


def event(name: str, data: Mapping[str, object], position: int | None = None) -> str:
    """One server-sent event, with what is declared of it and nothing else."""
    data = {one: data[one] for one in MESSAGES[name]}
    number = "" if position is None else f"id: {position}\n"
    return f"event: {name}\n{number}data: {json.dumps(data)}\n\n"

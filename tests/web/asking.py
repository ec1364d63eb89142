"""Everything that can be asked of a game: each address, what may stand in it and what may be sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from flask.testing import FlaskClient
from werkzeug.routing import Rule

from assistant.campaign.accounts import SETUPS
from assistant.web.access import RANK
from assistant.web.papers import NAMES, OF_THIS_GAME
from assistant.web.routes import ROUTES
from tests.web.trying import Body, deeds
from tests.web.twins import CONTACT, FIGHT, HIDDEN_DEED, ID, Game

MOST_EVENTS = 400

# What changes who is asking is asked by a browser of its own.
CHANGES_WHO_ASKS = {"joining.come_in", "joining.enter", "joining.master_enter", "joining.leave", "api.demo"}

QUERIES: Mapping[str, Sequence[str]] = {
    "stream.stream": (f"campaign={ID}&since=0&client=me", f"campaign={ID}", "since=3", "campaign=nowhere"),
    "phone.seat": ("", "as=saruman"),
    "phone.goals": ("", "as=rohan"),
    "maps.first": ("", "as=rohan"),
    "maps.land": ("", "night=1"),
    "papers.seat_chart": ("", "paper=letter"),
    "console.console_page": ("", "did=290", "copied=1"),
    "console.history": ("", "find=ring", "before=200&after=3"),
    "console.by_hand_page": ("", "find=merry&commander=saruman"),
    "console.connections": ("", "listed=1"),
    "seating.cards": ("", "address=here"),
    "lore.rules": ("", "find=ring", "about=ring"),
    "lore.terms": ("", "find=ring"),
    "joining.join": ("", "code=ABCD-EFGH"),
    "joining.come_in": ("", "s=abc"),
    "joining.master": ("", "passphrase=wrong", f"campaign={ID}&next=/"),
}
"""What may be asked for behind a question mark."""

SENT: Mapping[str, Sequence[Body]] = {
    "joining.enter": ({"code": "ABCD-EFGH"}, {}),
    "joining.master_enter": ({"passphrase": "wrong"},),
    "joining.leave": ({},),
    "joining.forget_gone": ({"key": "forget-it"},),
    "quick.step": ({"good": "sam", "evil": "lurtz"}, {}),
    "api.quick": ({"good": "sam", "evil": "lurtz", "seed": 3}, {}),
    "api.demo": ({"key": "?"},),
    "api.contact_odds": (
        {},
        {"site": {"terrain": "nowhere"}},
        {"figures": ["frodo"]},
        {"hides": {"good": True}, "seen": 57},
        {"hides": {"good": False}, "together": ["good"], "what_if": True},
    ),
    "api.contact_fight": (
        {"key": "begin-it-late", "seen": 57},
        {"key": "begin-as-told", "hides": {"good": False}, "site": {"darkness": True}, "what_if": True},
        {"key": "begin-at-once", "together": ["evil"], "seen": 3},
        {"key": "begin-a-fight"},
        {"key": "begin-again", "figures": 3},
    ),
    "api.answer": (
        {"step": 0, "answer": {"by": "app"}},
        {"step": 0, "answer": {"kind": "rolled", "faces": [1]}},
        {"step": 7, "answer": None},
        {"step": 0, "answer": {"by": "app"}, "revision": 2, "seen": 57},
        {},
    ),
    "api.back": ({"revision": 1, "seen": 57}, {}),
    "api.reissue": ({"key": "another-code"},),
    "api.undo": (
        {"key": "undo-what-i-saw", "seen": 57},
        {"key": "undo-the-newest", "seen": 289},
        {"key": "undo-it-alone", "seq": 290, "alone": True},
        {"key": "undo-the-last"},
        *({"key": f"undo-the-{seq}", "seq": seq} for seq in (1, 276, 286, 288, 290)),
    ),
}
"""What is sent to the addresses that seats and everybody may send something to."""


@dataclass(frozen=True)
class Asked:
    """One request."""

    endpoint: str
    method: str
    path: str
    body: Body | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.body or ''}"


@dataclass(frozen=True)
class Heard:
    """What came back, as far as it tells anything."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def addresses(game: Game) -> Iterator[Rule]:
    """Every address there is."""
    yield from sorted(game.app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods or ())))


def looks(game: Game) -> Iterator[Asked]:
    """Everything that can be looked at."""
    build, known = game.app.url_map.bind("").build, blanks(game)
    for rule in addresses(game):
        for values in filled(known, rule) if "GET" in (rule.methods or ()) else ():
            path = build(rule.endpoint, values, method="GET")
            for query in QUERIES.get(rule.endpoint, ("",)):
                yield Asked(rule.endpoint, "GET", f"{path}?{query}" if query else path)


def commands(game: Game, who: str) -> Iterator[Asked]:
    """Everything that somebody can send, well-formed and not."""
    build, known = game.app.url_map.bind("").build, blanks(game)
    for rule in addresses(game):
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
            bodies = [*deeds(game, who)] if rule.endpoint == "api.deed" else SENT.get(rule.endpoint, ({},))
            # Whom the gate refuses it refuses whatever they send.
            bodies = bodies if RANK[ROUTES[rule.endpoint]] <= rank_of(who) else bodies[:1]
            for values, body in product(filled(known, rule), bodies):
                yield Asked(rule.endpoint, method, build(rule.endpoint, values, method=method), body)


def rank_of(who: str) -> int:
    """How far somebody may go by the table."""
    return {"": 0, "projector": 1, "assistant": 3, "master": 4}.get(who, 2)


def filled(blanks: Mapping[str, Sequence[Any]], rule: Rule) -> Iterator[dict[str, Any]]:
    """All that may stand in the blanks of an address, and something that may not."""
    known = {**blanks, **SHEETS.get(rule.endpoint, {})}
    names = sorted(rule.arguments)
    for values in product(*(known[name] for name in names)):
        yield dict(zip(names, values, strict=True))


SHEETS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "assets.asset": {"name": ("app.css",)},
    "api.ruling": {"seq": (3,)},
    "maps.reach": {"table": ("south",)},
    "maps.land": {"table": ("moria-halls",)},
}


def blanks(game: Game) -> dict[str, Sequence[Any]]:
    """What may stand in a blank of this name."""
    campaign = game.service.campaign(ID)
    world, head = game.service.world(campaign), campaign.head
    met = ("frodo", "gollum", "aragorn", "buhrdur", "goblin-shaman-1", "eomer")
    atlas = game.come().at().kit.scenario.atlas
    fights = [one.seq for one in game.service.entries(campaign) if one.kind in SETUPS]
    return {
        "campaign": (ID,),
        "contact": (*world.war.contacts, CONTACT, "9-99"),
        "fight": (FIGHT, HIDDEN_DEED, "no-such-deed"),
        "seq": (1, *fights[-2:], *range(head - 3, head + 2)),
        "table": (*atlas.sheets, "nowhere"),
        "force": (*map(game.force, met), "nobody-99"),
        "name": (*NAMES, *OF_THIS_GAME, "nothing"),
        "seat": ("seat-1", "seat-4", "seat-9", "seat-99"),
        "rule": ("CMB-05", "NO-1"),
        "term": ("force", "nothing"),
        "code": ("ABCD-EFGH",),
        "asked": ("1",),
    }


def hear(game: Game, client: FlaskClient, asked: Asked) -> Heard:
    """Ask it, and take down the answer."""
    browser = game.come().client if asked.endpoint in CHANGES_WHO_ASKS else client
    form = asked.path in ("/join", "/master", "/leave", "/quick/step")
    sent: dict[str, Any] = {"data": asked.body} if form else {"json": asked.body}
    more = {"Origin": "http://localhost"} if form else {}
    answer = browser.open(
        asked.path, method=asked.method, headers=more, **(sent if asked.body is not None else {})
    )
    body = told(answer) if answer.mimetype == "text/event-stream" else answer.data
    # Each game lies in a folder of its own.
    body = body.replace(game.service.ledger.path.parent.name.encode(), b"game-0")
    answer.close()
    headers = sorted((name, value) for name, value in answer.headers if name not in ("Date", "Set-Cookie"))
    return Heard(answer.status_code, tuple(headers), body)


def told(stream: Any) -> bytes:
    """What a stream says until it has nothing new."""
    lines = b""
    for _, event in zip(range(MOST_EVENTS), stream.response, strict=False):
        lines += event if isinstance(event, bytes) else event.encode()
        if b"event: beat" in lines:
            break
    return lines

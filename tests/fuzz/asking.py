"""Requests as anybody may send them: pages, deeds, buttons, answers, and much that nobody ever should."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from werkzeug.exceptions import HTTPException

import assistant.rules.deeds as deeds
from assistant.campaign.said.forms import deed_schema
from assistant.kernel.codec import encode
from assistant.rules.combat.setup import FightSetup
from assistant.rules.deeds.battles import proposed
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.deeds.settling import SettleHouseRule
from assistant.web.api.openapi import document
from tests.fuzz.drawing import Drawer
from tests.fuzz.hall import Hall, Somebody

WEB = Path(deeds.__file__).resolve().parents[2] / "web"
BLANK = re.compile(r"<(?:\w+:)?(\w+)>")
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "FUZZ")
JSON = "application/json"
KINDS = (
    JSON,
    JSON,
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "",
    "a/b;;=",
    "é",
)
HEADERS: Mapping[str, tuple[str, ...]] = {
    "Origin": (
        "null", "http://[", "http://localhost", "http://evil.example", "", "http://localhost:99999",
        "a" * 300,
    ),
    "Referer": ("http://[", "http://localhost/c/x/map", "\xff", "//", "http://localhost/rules?find=a"),
    "If-None-Match": ("*", '"x"', 'W/"x"', '"', ",,", "a" * 300),
    "If-Modified-Since": ("yesterday", "Wed, 21 Oct 2015 07:28:00 GMT", "0"),
    "Range": ("bytes=0-1", "bytes=-1", "bytes=9-1", "bytes=a", "x"),
    "Last-Event-ID": ("-1", "9" * 40, "x", "1.5"),
    "Accept": (JSON, "text/html", "*/*;q=x", ";", "text/html;q=0", "a" * 300),
    "Accept-Encoding": ("gzip", "br;q=x", "*"),
    "Accept-Language": ("de", "x" * 300),
    "X-Forwarded-For": ("1.2.3.4", "x", "::1"),
    "X-Forwarded-Host": ("evil.example",),
    "Cookie": ("assistant=x", "assistant-0=eyJ9.x.y", ";;=", "\xff"),
    "Content-Encoding": ("gzip", "x"),
}  # fmt: skip
HOSTS = ("evil.example", "[", "localhost:99999", "a" * 300, "::1", "", "192.168.1.20:8090")
RAW = (
    *(
        b"",
        b"null",
        b"[]",
        b'"x"',
        b"1e999",
        b"NaN",
        b"{",
        b'{"a":1',
        b"\xff\xfe",
        b'{"key":"\xc3"}',
        b"{}" * 9,
    ),
    *(
        b"[" * 9000,
        b'{"a":' * 3000,
        b'{"key":"abcdefgh","key":"ijklmnop"}',
        b'{"x":"' + b"y" * 300_000 + b'"}',
    ),
    *(b"code=" + b"9" * 9000, b"--x\r\n\r\n", b"\x00" * 100, b'{"x":' + b"9" * 5000 + b"}"),
)
CREATING = {"api.found_campaign", "api.demo", "api.what_if", "api.restore", "api.back_up"}
HEAVY = {
    *("papers.sheet", "papers.seat_chart", "api.export", "api.set_out", "api.arrivals", "api.back_up"),
    *("api.restore", "api.demo", "api.what_if", "maps.layer", "console.history", "api.contact_odds"),
}
CAUTIOUS = 0.1
"""How often what is drawn and weighs much is sent as well: a run is to see everything, and to end."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, and who sends it."""

    who: Somebody
    method: str
    path: str
    endpoint: str = ""
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    kind: str = ""

    @property
    def told(self) -> str:
        """Enough of it to send it again by hand."""
        query = f"?{self.query}" if self.query else ""
        sent = (self.body or b"")[:1500]
        return f"{self.who.role}: {self.method} {self.path}{query} {self.headers} {self.kind} {sent!r}"


class Asker:
    """Draws one request after the other."""

    def __init__(self, hall: Hall, drawer: Drawer) -> None:
        self.hall, self.drawer, self.random = hall, drawer, drawer.random
        self.rules = list(hall.app.url_map.iter_rules())
        told = document(hall.app)
        self.bodies = {
            f"api.{one['operationId']}": one["requestBody"]["content"][JSON]["schema"]
            for methods in told["paths"].values()
            for one in methods.values()
            if "requestBody" in one
        }
        self.deeds = deed_types()
        self.words = sorted(set(re.findall(r'args\.get\w*\("(\w+)"', _sources())))
        self._ways: list[tuple[int, Callable[[], Asked]]] = [
            (26, self._page),
            (24, self._deed),
            (12, self._button),
            (15, self._command),
            (11, self._fight),
            (4, self._history),
            (8, self._astray),
        ]

    def draw(self) -> Asked:
        """The next request."""
        while True:
            (way,) = self.random.choices([one for _, one in self._ways], [weight for weight, _ in self._ways])
            asked = way()
            if self.hall.is_full and asked.endpoint in CREATING:
                continue
            if asked.endpoint not in HEAVY or self.random.random() < CAUTIOUS:
                return self._spoiled(asked) if self.random.random() < 0.1 else asked

    def page(self) -> Asked:
        """The next of those that only look."""
        while (asked := self._page()).endpoint in HEAVY:
            continue
        return asked

    # ---- who and where ---------------------------------------------------------------------------------

    def _who(self) -> Somebody:
        """Anybody; those who may do much a little more often."""
        people = self.hall.people
        return self.random.choice(people) if self.random.random() < 0.6 else self.random.choice(people[-3:])

    def _filled(self, rule: str) -> str:
        return BLANK.sub(lambda one: quote(self.drawer.part(one[1]), safe="%"), rule)

    def _api(self, path: str) -> str:
        return f"/api/v1/campaigns/{self.hall.campaign.id}/{path}"

    def _query(self) -> str:
        if self.random.random() < 0.6:
            return ""
        pairs = (
            f"{self.random.choice(self.words)}={quote(self._query_value(), errors='surrogatepass')}"
            for _ in range(self.random.randint(1, 3))
        )
        return "&".join(pairs)

    def _query_value(self) -> str:
        return str(self.drawer.name("") if self.random.random() < 0.6 else self.drawer.nasty())[:300]

    # ---- what ------------------------------------------------------------------------------------------

    def _page(self) -> Asked:
        rule = self.random.choice([one for one in self.rules if "GET" in (one.methods or ())])
        return Asked(self._who(), "GET", self._filled(rule.rule), rule.endpoint, self._query())

    def _command(self) -> Asked:
        endpoint = self.random.choice([*self.bodies])
        rule = next(one for one in self.rules if one.endpoint == endpoint)
        said = self.drawer.of_schema(self.bodies[endpoint])
        return self._post(self._filled(rule.rule), self._perhaps_changed(said, 0.4), endpoint)

    def _deed(self) -> Asked:
        kind = self.random.choice([*self.deeds])
        if kind == "battle":
            setup = self._battle()
        elif self.random.random() < 0.6:
            setup = self.drawer.of_schema(deed_schema(kind))
        else:
            setup = self.drawer.of_type(self.deeds[kind])
        setup = {**setup, "kind": kind} if isinstance(setup, dict) else setup
        said = {"kind": kind, "setup": self._perhaps_changed(setup, 0.4), "key": self.drawer.key()}
        return self._post(self._api("deeds"), self._perhaps_changed(said, 0.05), "api.deed")

    def _battle(self) -> Any:
        world, contacts = self.hall.service.world(self.hall.campaign), self.drawer.pools["contact"]
        contact = self.random.choice(contacts)
        if contact not in world.war.contacts:
            return self.drawer.of_type(self.deeds["battle"])
        fight = encode(proposed(self.hall.game.kit, world, world.war.contacts[contact]), slim=True)
        return {"kind": "battle", "contact": contact, "setup": fight}

    def _button(self) -> Asked:
        who = self._who()
        if not who.buttons:
            return replace(self._page(), who=who)
        button = self.random.choice(who.buttons).said
        if "data-api" in button:
            said = {**_read(button.get("data-body")), "key": self.drawer.key()}
            path, method = button["data-api"], button.get("data-method", "POST")
            asked = self._post(path, self._perhaps_changed(said, 0.2), self._endpoint(path, method), who)
            return replace(asked, method=method)
        kind = button["data-deed"]
        setup = {"kind": kind, **_read(button.get("data-setup"))}
        said = {"kind": kind, "setup": self._perhaps_changed(setup, 0.2), "key": self.drawer.key()}
        return self._post(self._api("deeds"), said, "api.deed", who)

    def _endpoint(self, path: str, method: str) -> str:
        try:
            return str(self.hall.app.url_map.bind("localhost").match(path, method=method)[0])
        except HTTPException:
            return ""

    def _fight(self) -> Asked:
        """Forces meet, fight, and go through it question by question, by and by."""
        pendings = self.hall.ledger.pendings(self.hall.campaign.id)
        if not pendings or self.random.random() < 0.1:
            return self._begin() if self.hall.contacts() else self._meet()
        one = self.random.choice(pendings)
        answer = self.random.choice(({"by": "app"}, {"by": "app"}, {"by": "app"}, self._answer()))
        said = {"answer": self._perhaps_changed(answer, 0.1), "step": one.step, "key": self.drawer.key()}
        who = self.hall.master if self.random.random() < 0.8 else None
        return self._post(self._api(f"fights/{one.id}/answers"), said, "api.answer", who)

    def _begin(self) -> Asked:
        contact, whole = self.random.choice(self.hall.contacts()), {"key": self.drawer.key()}
        if self.random.random() < 0.4:
            whole |= self.drawer.of_schema(self.bodies["api.contact_fight"])
        who = self.hall.master if self.random.random() < 0.6 else None
        return self._post(self._api(f"contacts/{contact}/fight"), whole, "api.contact_fight", who)

    def _meet(self) -> Asked:
        setup = self._perhaps_changed(self.hall.meeting(self.random), 0.1)
        said = {"kind": "meet", "setup": setup, "key": self.drawer.key()}
        return self._post(self._api("deeds"), said, "api.deed", self.hall.master)

    def _answer(self) -> Any:
        """Something like an answer to any question."""
        faces = self.drawer.few(lambda: self.random.choice((1, 2, 3, 4, 5, 6, None)), 9)
        return self.random.choice(
            (
                {"by": "hand", "faces": faces},
                {"kind": "rolled", "faces": [one or 1 for one in faces], "by_hand": True},
                {
                    "kind": "chosen",
                    "option": self.random.choice(("hide", "fight", "no", str(self.drawer.name("")))),
                },
                {"kind": "allocated", "takers": self.drawer.few(lambda: self.drawer.name("figure"), 9)},
            )
        )

    def _history(self) -> Asked:
        said: dict[str, Any] = {"key": self.drawer.key()}
        if self.random.random() < 0.5:
            said["seq"] = self.random.choice(self.drawer.pools["seq"][-30:])
        verb = self.random.choice(("undo", "undo", "redo"))
        return self._post(self._api(verb), self._perhaps_changed(said, 0.1), f"api.{verb}")

    def _astray(self) -> Asked:
        """Any address in any way with any bytes."""
        rule = self.random.choice(self.rules)
        path = (
            self._filled(rule.rule) if self.random.random() < 0.7 else "/" + self.drawer.part("").lstrip("/")
        )
        body = self.random.choice(RAW) if self.random.random() < 0.6 else None
        method = self.random.choice(METHODS)
        return Asked(self._who(), method, path, "", self._query(), {}, body, self.random.choice(KINDS))

    # ---- as it is sent ---------------------------------------------------------------------------------

    def _post(self, path: str, said: Any, endpoint: str = "", who: Somebody | None = None) -> Asked:
        return Asked(who or self._who(), "POST", path, endpoint, body=json.dumps(said).encode(), kind=JSON)

    def _perhaps_changed(self, said: Any, chance: float) -> Any:
        return self.drawer.changed(said, self.random.randint(1, 3)) if self.random.random() < chance else said

    def _spoiled(self, asked: Asked) -> Asked:
        """The same with headers that nobody expects."""
        names = self.random.sample([*HEADERS], self.random.randint(1, 3))
        headers = {name: self.random.choice(HEADERS[name]) for name in names}
        if self.random.random() < 0.2:
            headers["Host"] = self.random.choice(HOSTS)
        return replace(asked, headers=headers)


def deed_types() -> dict[str, Any]:
    """Every deed's type by the name under which it is stored."""
    found = {
        deeds.kind_of(one): one
        for one in vars(deeds).values()
        if isinstance(one, type) and is_dataclass(one) and any(each.name == "kind" for each in fields(one))
    }
    found = {kind: one for kind, one in found.items() if kind in deeds.DEEDS}
    found |= {
        "fight": FightSetup,
        "reported-fight": ReportedFight,
        "ruling": Ruling,
        "house-rule": SettleHouseRule,
    }
    assert found.keys() == deeds.DEEDS.keys()
    return found


def _read(text: str | None) -> dict[str, Any]:
    found = json.loads(text or "{}")
    return found if isinstance(found, dict) else {}


def _sources() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(WEB.rglob("*.py")))

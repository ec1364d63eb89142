"""What each command of the API may say: one form for each address, held against every body at the door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, request

from assistant.campaign.said.hints import LONGEST_OF_MANY, MOST_BY_HAND
from assistant.kernel.codec import Json
from assistant.kernel.errors import Malformed
from assistant.kernel.forms import (
    GREATEST,
    KEY,
    LONGEST_ID,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_ITEMS,
    Either,
    Flag,
    Form,
    Listed,
    Named,
    Number,
    OneOf,
    Record,
    Text,
    perhaps,
    wrong,
)
from assistant.web.access import SAFE_METHODS
from assistant.web.api.answers import Schema, part
from assistant.web.api.reading import Body, body

LONGEST_SHEET = 1_000_000
MOST_PLAYERS, MOST_READINGS = 40, 1000


@dataclass(frozen=True, slots=True)
class Key:
    """What makes a command known when it is sent again."""

    def check(self, value: Json, at: str) -> None:
        Body({"key": value}).key()

    def schema(self) -> Schema:
        return Text(64, 8, KEY).schema()


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON of bounded texts, whole numbers and lists: what is in it is read where it is known."""

    told: Schema
    """How the document tells what is read there."""
    most: int = LONGEST_TEXT
    """The letters of a text; what has forms of its own is held against those as well."""

    def check(self, value: Json, at: str) -> None:
        if isinstance(value, str):
            Text(self.most).check(value, at)
        elif isinstance(value, float):
            raise wrong(at, "a whole number")
        elif isinstance(value, list):
            Listed(self).check(value, at)
        elif isinstance(value, dict):
            Named(self).check(value, at)
        elif isinstance(value, int) and not isinstance(value, bool):
            Number().check(value, at)

    def schema(self) -> Schema:
        return dict(self.told)


ID, NAME, WORDS = Text(LONGEST_ID), Text(LONGEST_NAME), Text(LONGEST_TEXT)
IDS = Listed(ID)
COUNT = perhaps(Number(0, GREATEST - 1))
SIDE = OneOf(("good", "evil"))
SIDE_OR_NONE = OneOf((None, "good", "evil"))

PLAYER = Record({"name": NAME, "wish": ID, "dice": OneOf(("app", "by-hand"))})
SEATING: Mapping[str, Form] = {
    "players": Listed(PLAYER, MOST_PLAYERS),
    "house_rules": perhaps(Named(ID, most=MOST_READINGS)),
    "name": NAME,
}

SITE = Record(
    {
        "terrain": ID,
        "attacker": SIDE_OR_NONE,
        "fortress": SIDE_OR_NONE,
        "at": OneOf(("field", "walls", "tower")),
        **dict.fromkeys(("tower", "darkness", "water", "breached", "weak_wall"), Flag()),
    }
)
MORE = Number(-MOST_BY_HAND, MOST_BY_HAND)
BY_HAND = Record({**dict.fromkeys(("dice", "attack", "defense"), MORE), "why": WORDS})
FIGURE = Record(
    {"figure": ID, "terrain": perhaps(ID), "cover": Flag(), "near": IDS, "by_hand": perhaps(BY_HAND)},
    needed=("figure",),
)
FIGHT: Mapping[str, Form] = {
    "figures": perhaps(Listed(Either((ID, FIGURE)))),
    "site": perhaps(SITE),
    "hides": perhaps(Named(OneOf((None, True, False)), most=2)),
    "together": Listed(SIDE, 2),
    "what_if": Flag(),
}
REPORT: Mapping[str, Form] = {
    **FIGHT,
    "ends": Named(ID),
    "dismounted": IDS,
    "winner": SIDE_OR_NONE,
    "retreats": SIDE_OR_NONE,
    "how": OneOf(("full-move", "blocked")),
    "walls_fell": Flag(),
    "reason": WORDS,
}
RULING: Mapping[str, Form] = {
    "reason": WORDS,
    "winner": OneOf((None, "good", "evil", "draw")),
    "figures": IDS,
    "condition": perhaps(ID),
    "mounted": OneOf((None, True, False)),
    "regrouping": OneOf((None, True, False)),
}
SETUP = Anything({"type": "object", "description": "What the deed says, by its kind."}, LONGEST_OF_MANY)
ANSWER = Anything(part("Answer"))
QUICK: Mapping[str, Form] = {
    "battle": Anything(part("Battle")),
    "answers": Listed(Anything(part("SealedAnswer")), 400),
    "answer": ANSWER,
}
ACT: Mapping[str, Form] = {"seq": COUNT, "alone": Flag()}


@dataclass(frozen=True, slots=True)
class Command:
    """The body of one address: its fields, those that must be there, and whether it goes by a key."""

    fields: Mapping[str, Form]
    needed: tuple[str, ...] = ()
    has_key: bool = True
    may_be_empty: bool = False
    """Whether no body at all is as good as an empty one."""
    takes_file: bool = False
    """Whether a form with a file may stand in its place."""

    @property
    def form(self) -> Record:
        """What the body is held against; that something is missing is told where it is missed."""
        return Record({**self.fields, "key": Key(), "seen": COUNT})

    def schema(self) -> Schema:
        """The same as a JSON Schema, which asks for the key as well where there must be one."""
        needed = (*self.needed, *(("key",) if self.has_key else ()))
        return Record(self.form.fields, needed).schema()


COMMANDS: Mapping[str, Command] = {
    "api.demo": Command({}),
    "api.seating": Command(SEATING, ("players",), has_key=False),
    "api.found_campaign": Command(SEATING, ("players",)),
    "api.begin": Command(SEATING, ("players",)),
    "api.restore": Command({"backup": WORDS}, ("backup",), has_key=False, takes_file=True),
    "api.deed": Command({"kind": ID, "setup": SETUP, "additions": Listed(ID)}, ("kind", "setup")),
    "api.undo": Command(ACT),
    "api.redo": Command(ACT),
    "api.arrivals": Command({}),
    "api.quick": Command({**QUICK, "odds": Flag(), "what_if": Flag()}, ("battle",), has_key=False),
    "api.contact_odds": Command(FIGHT, has_key=False),
    "api.contact_fight": Command(FIGHT),
    "api.contact_report": Command(REPORT),
    "api.measure": Command({"csv": Text(LONGEST_SHEET), "name": WORDS}, ("csv",)),
    "api.set_out": Command({"after": ID, "most": perhaps(Number(0, MOST_ITEMS))}),
    "api.answer": Command(
        {"answer": ANSWER, "step": Number(0), "revision": COUNT}, ("answer", "step"), has_key=False
    ),
    "api.back": Command({"revision": COUNT}, has_key=False),
    "api.rewind": Command({}, has_key=False, may_be_empty=True),
    "api.ruling": Command(RULING),
    "api.back_up": Command({"note": NAME}),
    "api.what_if": Command({"seq": COUNT, "name": NAME}),
    "api.let_in": Command({"label": NAME, "area": ID}),
    "api.reissue": Command({}),
    "api.rescue": Command({"backup": WORDS, "sure": Flag()}, ("backup", "sure"), has_key=False),
    "quick.step": Command({**QUICK, "name": NAME, "by_hand": Flag()}, ("battle",), has_key=False),
}


def install(pages: Blueprint) -> None:
    """Hold every body that comes to these addresses against its form, before anything is done with it."""

    @pages.before_request
    def refuse_unfit() -> None:
        if request.method in SAFE_METHODS or request.method == "DELETE":
            return
        command = COMMANDS.get(request.endpoint or "")
        if command is None:
            raise Malformed("bad-field", "This address takes no commands.")
        if command.takes_file and not request.is_json:
            return
        if command.may_be_empty and not request.is_json:
            return
        command.form.check(body().given, "")

"""The form of every deed and every answer, for whoever sends it."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import get_args

from assistant.campaign.said.hints import MOST_OF_A_FORCE
from assistant.campaign.said.records import record_form
from assistant.campaign.said.who import ANSWERS, DEEDS_SAID, FIGHTS, SEAT, Role
from assistant.kernel.asking import FACES, Answer
from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal
from assistant.kernel.forms import Either, Flag, Form, Listed, Number, OneOf, Record, Schema, perhaps
from assistant.rules.core.deed import STORED_AS

FACE = Number(FACES[0], FACES[-1])
BY_APP: Form = Record({"by": OneOf(("app",))}, ("by",))
BY_HAND: Form = Record(
    {"by": OneOf(("hand",)), "faces": Listed(perhaps(FACE), MOST_OF_A_FORCE)}, ("by", "faces")
)
"""Faces as they lie; the app rolls what is left open."""


@cache
def deed_form(kind: str, role: Role) -> Form:
    """What somebody may say of a deed: the `setup` of `POST .../deeds`."""
    if kind not in STORED_AS or kind not in DEEDS_SAID:
        raise Illegal("unknown-deed", f"{kind[:80]!r} is not something that can be done in this game.")
    return record_form(STORED_AS[kind], DEEDS_SAID[kind], role, "compared" if kind in FIGHTS else "refused")


def deed_schema(kind: str, role: Role = "game-master") -> Schema:
    """The same as a JSON Schema."""
    return deed_form(kind, role).schema()


def kinds_said(role: Role) -> tuple[str, ...]:
    """The deeds that somebody may send at all."""
    return tuple(sorted(SEAT if role == "seat" else DEEDS_SAID))


@cache
def answer_forms() -> dict[str, Form]:
    """Whole answers by their kind; what is said there of the app's hand in them counts for nothing."""
    served: dict[str, Form] = {"by_hand": Flag(), "by_app": Listed(Number(0), MOST_OF_A_FORCE)}
    found: dict[str, Form] = {}
    for stored in get_args(Answer):
        kind = next(str(one.default) for one in fields(stored) if one.name == "kind")
        form = record_form(stored, ANSWERS.get(kind, {}), "game-master", "compared")
        if not isinstance(form, Record):
            raise TypeError(f"{kind}: an answer is one record")
        own = {name: served.get(name, one) for name, one in form.fields.items()}
        if "faces" in own:
            own["faces"] = Listed(FACE, MOST_OF_A_FORCE)
        found[kind] = Record(own, ("kind", *form.needed))
    return found


@cache
def answer_form() -> Form:
    """Any answer that is sent: by the app, by hand, or whole."""
    return Either((BY_APP, BY_HAND, *answer_forms().values()))


def check_answer(given: Json, at: str = "answer") -> None:
    """Refuse an answer that does not fit the form of its kind."""
    form = answer_form()
    if isinstance(given, dict):
        by = {"app": BY_APP, "hand": BY_HAND}.get(str(given.get("by")))
        form = by or answer_forms().get(str(given.get("kind")), form)
    form.check(given, at)

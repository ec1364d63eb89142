"""The form of a record as somebody may say it: fields of theirs with bounds, and a word on all others."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from assistant.campaign.said.hints import form_of
from assistant.campaign.said.who import PARTS, TAGS, Fields, Role, Who, may_set
from assistant.kernel.codec import Json, encode
from assistant.kernel.errors import Illegal
from assistant.kernel.forms import Form, OneOf, Record, Schema

Kept = Literal["refused", "compared"]
"""What happens to a field that is not one's to set: refused, or held against the record by others."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """A record of which some fields are not for everybody: said as usual they say nothing."""

    said: Record
    others: Mapping[str, tuple[Who, Json]]
    """Fields that somebody else may set, or nobody, and how they usually are."""

    def check(self, value: Json, at: str) -> None:
        if isinstance(value, dict):
            for name in (name for name in self.others if name in value):
                self._refuse(name, value[name], f"{at}.{name}" if at else name)
            value = {name: one for name, one in value.items() if name not in self.others}
        self.said.check(value, at)

    def _refuse(self, name: str, value: Json, at: str) -> None:
        who, usual = self.others[name]
        if type(value) is type(usual) and value == usual:
            return
        if who == "assistant":
            raise Illegal(
                "for-the-master",
                f"`{at}` is for the game master to say.",
                do="Leave it out, or ask at the game master's table.",
            )
        raise Illegal(
            "from-the-record",
            f"`{at}` is what the record makes it, and nobody says it.",
            do="Leave it out.",
        )

    def schema(self) -> Schema:
        return self.said.schema()


def record_form(stored: type[Any], fields: Fields, role: Role, kept: Kept) -> Form:
    """What somebody may say of a record; what stands in no table may be said by nobody."""
    nested = partial(_part, role=role, kept=kept)
    forms: dict[str, Form] = {}
    needed: list[str] = []
    others: dict[str, tuple[Who, Json]] = {}
    hints = typing.get_type_hints(stored)
    for one in dataclasses.fields(stored):
        if one.name in TAGS:
            forms[one.name] = OneOf((str(one.default),))
        elif one.name not in fields:
            continue
        elif kept == "compared" or may_set(fields[one.name], role):
            forms[one.name] = form_of(hints[one.name], one.name, nested, stored.__name__)
            needed += [one.name] if _must_be_said(one) else []
        else:
            others[one.name] = (fields[one.name], _usual(one))
    said = Record(forms, tuple(needed))
    return Guarded(said, others) if others else said


def _part(stored: type[Any], *, role: Role, kept: Kept) -> Form:
    return record_form(stored, PARTS.get(stored.__name__, {}), role, kept)


def _must_be_said(one: dataclasses.Field[Any]) -> bool:
    return one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING


def _usual(one: dataclasses.Field[Any]) -> Json:
    """How a field is where nobody says anything."""
    if one.default is not dataclasses.MISSING:
        return encode(one.default)
    return encode(one.default_factory()) if one.default_factory is not dataclasses.MISSING else None

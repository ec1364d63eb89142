"""What may be said from outside: forms with bounds, each of which can be told as a JSON Schema.

They stand at the door alone. What is recorded already is never held against them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from assistant.kernel.codec import Json
from assistant.kernel.errors import Malformed

LONGEST_TEXT, LONGEST_NAME, LONGEST_ID = 200, 60, 120
MOST_ITEMS = 2000
GREATEST = 2**53
KEY = r"[A-Za-z0-9_-]{8,64}"

Schema = dict[str, Any]


class Form(Protocol):
    """What one value from outside must be."""

    def check(self, value: Json, at: str) -> None:
        """Refuse what does not fit, by the name of the field."""

    def schema(self) -> Schema:
        """The same as a JSON Schema."""


def wrong(at: str, wanted: str) -> Malformed:
    """The refusal of a value that is not as it must be."""
    return Malformed("bad-field", f"`{at}` must be {wanted}.", do="See docs/api.md for what to send.")


@dataclass(frozen=True, slots=True)
class Text:
    """Words of people, or an id: so many letters, all of which can be written down."""

    most: int = LONGEST_TEXT
    least: int = 0
    pattern: str = ""

    def check(self, value: Json, at: str) -> None:
        if not isinstance(value, str):
            raise wrong(at, "a text")
        if len(value) > self.most:
            raise Malformed(
                "too-long",
                f"`{at}` has {len(value)} letters, and there is room for {self.most}.",
                do="Say it more briefly.",
            )
        if len(value) < self.least or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise wrong(
                at, "a text that can be written down" if len(value) >= self.least else "a longer text"
            )
        if self.pattern and not re.fullmatch(self.pattern, value):
            raise wrong(at, f"of this form: {self.pattern}")

    def schema(self) -> Schema:
        found: Schema = {"type": "string", "maxLength": self.most}
        if self.least:
            found["minLength"] = self.least
        if self.pattern:
            found["pattern"] = f"^(?:{self.pattern})$"
        return found


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number between two."""

    least: int = -GREATEST
    most: int = GREATEST

    def check(self, value: Json, at: str) -> None:
        if type(value) is not int or not self.least <= value <= self.most:
            bounds = "" if self.most == GREATEST else f" from {self.least} to {self.most}"
            raise wrong(at, f"a whole number{bounds}")

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def check(self, value: Json, at: str) -> None:
        if not isinstance(value, bool):
            raise wrong(at, "true or false")

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values; nothing may be among them."""

    options: tuple[str | int | bool | None, ...]

    def check(self, value: Json, at: str) -> None:
        if isinstance(value, list | dict) or not any(one is value or one == value for one in self.options):
            raise wrong(
                at, f"one of: {', '.join('nothing' if one is None else str(one) for one in self.options)}"
            )

    def schema(self) -> Schema:
        return {"enum": [*self.options]}


@dataclass(frozen=True, slots=True)
class Listed:
    """So many of one form."""

    item: Form
    most: int = MOST_ITEMS
    least: int = 0

    def check(self, value: Json, at: str) -> None:
        if not isinstance(value, list):
            raise wrong(at, "a list")
        if not self.least <= len(value) <= self.most:
            raise Malformed(
                "too-many",
                f"`{at}` has {len(value)} entries; there may be {self.least} to {self.most}.",
                do="Send fewer at once." if len(value) > self.most else "Send more.",
            )
        for place, one in enumerate(value):
            self.item.check(one, f"{at}.{place}")

    def schema(self) -> Schema:
        return {"type": "array", "items": self.item.schema(), "maxItems": self.most, "minItems": self.least}


@dataclass(frozen=True, slots=True)
class Named:
    """Values of one form by names of another."""

    value: Form
    name: Text = field(default_factory=lambda: Text(LONGEST_ID))
    most: int = MOST_ITEMS

    def check(self, value: Json, at: str) -> None:
        if not isinstance(value, dict):
            raise wrong(at, "an object")
        if len(value) > self.most:
            raise Malformed("too-many", f"`{at}` has {len(value)} entries; there may be {self.most}.")
        for name, one in value.items():
            self.name.check(name, at)
            self.value.check(one, f"{at}.{name}")

    def schema(self) -> Schema:
        return {
            "type": "object",
            "additionalProperties": self.value.schema(),
            "propertyNames": self.name.schema(),
            "maxProperties": self.most,
        }


@dataclass(frozen=True, slots=True)
class Record:
    """An object with fields that are known, some of which must be there."""

    fields: Mapping[str, Form]
    needed: tuple[str, ...] = ()

    def check(self, value: Json, at: str) -> None:
        if not isinstance(value, dict):
            raise wrong(at or "body", "an object")
        for name, one in value.items():
            within = f"{at}.{name}" if at else name
            if name not in self.fields:
                raise Malformed(
                    "unknown-field",
                    f"`{within[:LONGEST_NAME]}` is not something that is said here.",
                    do=f"Say only: {', '.join(self.fields) or 'nothing'}.",
                )
            self.fields[name].check(one, within)
        for name in self.needed:
            if name not in value:
                raise wrong(f"{at}.{name}" if at else name, "there")

    def schema(self) -> Schema:
        found: Schema = {
            "type": "object",
            "properties": {name: one.schema() for name, one in self.fields.items()},
            "additionalProperties": False,
        }
        return {**found, "required": [*self.needed]} if self.needed else found


@dataclass(frozen=True, slots=True)
class Either:
    """Any of several forms; what fits none is refused as the last one refuses it."""

    forms: tuple[Form, ...]

    def check(self, value: Json, at: str) -> None:
        for one in self.forms[:-1]:
            try:
                one.check(value, at)
            except Malformed:
                continue
            return
        self.forms[-1].check(value, at)

    def schema(self) -> Schema:
        return {"anyOf": [one.schema() for one in self.forms]}


@dataclass(frozen=True, slots=True)
class Nothing:
    """Null."""

    def check(self, value: Json, at: str) -> None:
        if value is not None:
            raise wrong(at, "nothing")

    def schema(self) -> Schema:
        return {"type": "null"}


def perhaps(form: Form) -> Form:
    """A form, or nothing."""
    return Either((Nothing(), form))

"""What a request's JSON says, with a sentence for everything that is not as it should be."""

from __future__ import annotations

import re
from typing import Any
from unicodedata import category

from flask import request

from assistant.kernel.codec import Json
from assistant.kernel.errors import Malformed
from assistant.kernel.forms import KEY

LONGEST_KEY = 64
MOST_SEEN = 2**53
DEEPEST = 32


class Body:
    """The JSON object that was sent."""

    def __init__(self, given: Any) -> None:
        if not isinstance(given, dict):
            raise Malformed(
                "not-an-object", "The body of this request is not a JSON object.", do='Send {"...": ...}.'
            )
        self.given: dict[str, Any] = given

    def text(self, name: str, default: str | None = None) -> str:
        """A text; the default where it is left out."""
        value = self.given.get(name, default)
        if not isinstance(value, str) or any(category(one) == "Cs" for one in value):
            raise _wrong(name, "a text")
        return value

    def number(self, name: str) -> int | None:
        """A whole number, or nothing where it is left out."""
        value = self.given.get(name)
        if value is None:
            return None
        if type(value) is not int or not 0 <= value < MOST_SEEN:
            raise _wrong(name, "a whole number")
        return value

    def needed(self, name: str) -> int:
        """A whole number that must be there."""
        value = self.number(name)
        if value is None:
            raise _wrong(name, "a whole number")
        return value

    def flag(self, name: str) -> bool:
        """Whether something is said to be so."""
        return self.given.get(name) is True

    def value(self, name: str) -> Json:
        """Whatever stands there."""
        found: Json = self.given.get(name)
        return found

    def key(self) -> str:
        """What makes a command known when it is sent again."""
        key = self.text("key", "")
        # It becomes a part of addresses, so it has no sign that means something there.
        if not re.fullmatch(KEY, key):
            raise Malformed(
                "bad-key",
                f"A command needs a `key` of its own, 8 to {LONGEST_KEY} letters, digits, - and _, "
                "so that sending it twice does it once.",
                do="Make a new random one for every command, and send the same one when you try again.",
            )
        return key


def body() -> Body:
    """The JSON object that was sent with this request."""
    try:
        given = request.get_json(silent=True)
    except RecursionError:
        given = None
    if _depth(given) > DEEPEST:
        raise Malformed(
            "too-deep",
            "The lists and objects of this request are nested far too deep.",
            do="See docs/api.md for what to send.",
        )
    return Body(given)


def _depth(given: Any) -> int:
    """How deep lists and objects lie in one another, level by level: what is deep must not be descended."""
    depth, level = 0, [given]
    while level := [one for one in level if isinstance(one, list | dict)]:
        depth += 1
        level = [each for one in level for each in (one.values() if isinstance(one, dict) else one)]
    return depth


def _wrong(name: str, wanted: str) -> Malformed:
    return Malformed("bad-field", f"`{name}` must be {wanted}.", do="See docs/api.md for what to send.")

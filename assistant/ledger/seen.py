"""What can be seen of a text, and whether that is everything; joined emoji are one picture."""

from __future__ import annotations

import json
import re
from unicodedata import category

JOINER = "\u200d"
AS_PICTURE = "\ufe0f"
PICTURES = ("So", "Sk")
"""Pictures, and the shades of skin that follow them."""


# What begins a line anew, or turns the rest of one around.
UNSHOWN = ("Cc", "Zl", "Zp")
TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


OBEYED = re.compile(f"[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029{''.join(sorted(TURNING))}]")


def without_orders(text: str) -> str:
    """Lines for a terminal without signs that it would obey; one that begins at its left edge may do so."""
    begins = "\r" if text.startswith("\r") else ""
    return begins + OBEYED.sub("", text)


def json_without_orders(document: object) -> str:
    """A JSON document, readable and with its accents, in which a terminal finds nothing to obey."""
    text = json.dumps(document, ensure_ascii=False, indent=1)
    # Outside of texts there are no such signs, and in them each can be told by its number.
    return OBEYED.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def seen(text: str) -> str:
    """The text as one line for a terminal, which would obey some signs instead of showing them."""
    shown = (" " if one.isspace() else one for one in text if one.isspace() or _is_shown(one))
    return "".join(shown)


def _is_shown(sign: str) -> bool:
    return category(sign) not in UNSHOWN and sign not in TURNING


def is_all_seen(text: str) -> bool:
    """One line without signs that nobody sees, but for those that join emoji to one picture."""
    return "".join(one for place, one in enumerate(text) if not _joins(text, place)).isprintable()


def _joins(text: str, place: int) -> bool:
    if text[place] != JOINER or not 0 < place < len(text) - 1:
        return False
    before, after = text[place - 1], text[place + 1]
    return (before == AS_PICTURE or category(before) in PICTURES) and category(after) == "So"

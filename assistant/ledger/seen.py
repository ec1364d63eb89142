"""Whether everything in a name can be seen: joined emoji are one picture, whatever stands between them."""

from __future__ import annotations

from unicodedata import category

JOINER = "\u200d"
AS_PICTURE = "\ufe0f"
PICTURES = ("So", "Sk")
"""Pictures, and the shades of skin that follow them."""


def is_all_seen(text: str) -> bool:
    """One line without signs that nobody sees, but for those that join emoji to one picture."""
    return "".join(one for place, one in enumerate(text) if not _joins(text, place)).isprintable()


def _joins(text: str, place: int) -> bool:
    if text[place] != JOINER or not 0 < place < len(text) - 1:
        return False
    before, after = text[place - 1], text[place + 1]
    return (before == AS_PICTURE or category(before) in PICTURES) and category(after) == "So"

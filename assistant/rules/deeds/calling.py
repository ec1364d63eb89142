"""Names that people type: one line of at most sixty letters, with nothing unseen in it."""

from __future__ import annotations

import unicodedata

from assistant.kernel.errors import Illegal

LONGEST_NAME = 60
# They turn the rest of a line around, or hide in it.
UNSEEN = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def called(typed: str) -> str:
    """A name as it is kept, however it was typed; nothing if nothing can be seen of it."""
    seen = (one for one in typed if one.isspace() or unicodedata.category(one) != "Cc")
    name = " ".join("".join(one for one in seen if one not in UNSEEN).split())
    if len(name) > LONGEST_NAME:
        raise Illegal("long-name", f"A name has at most {LONGEST_NAME} letters.", do="Shorten it.")
    return name

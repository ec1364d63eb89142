"""Short names for campaigns, and what somebody probably meant."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from itertools import count

from assistant.kernel.near import nearest

LONGEST_SLUG = 60


def slug(name: str) -> str:
    """The name in small letters, digits and hyphens, fit for a command line and an address."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", ""))
    return words[:LONGEST_SLUG].strip("-") or "campaign"


def free_slug(wanted: str, taken: Collection[str]) -> str:
    """The wanted slug, or the first of wanted-2, wanted-3, ... that is still free."""
    if wanted not in taken:
        return wanted
    return next(numbered for n in count(2) if (numbered := f"{wanted}-{n}") not in taken)


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """'Did you mean "x"?', or nothing when no known word comes near."""
    near = nearest(given, known)
    return f'Did you mean "{near}"?' if near else ""

"""What somebody probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 60
NEAR = 0.6


def nearest(name: str, options: Iterable[str], *, cutoff: float = NEAR) -> str | None:
    """The option that comes near a name, whatever its case; spaces may stand for hyphens."""
    if len(name) > LONGEST:
        return None
    folded = {option.casefold(): option for option in options}
    given = name.strip().casefold()
    for spelled in dict.fromkeys((given, given.replace(" ", "-"))):
        if found := get_close_matches(spelled, list(folded), n=1, cutoff=cutoff):
            return folded[found[0]]
    return None


def fuller(name: str, options: Iterable[str]) -> tuple[str, ...]:
    """The options that have every word of a name, and more: `rauros-east-bank` for `rauros`."""
    words = set(name.casefold().replace("-", " ").split())
    if not words:
        return ()
    return tuple(option for option in options if words < set(option.casefold().replace("-", " ").split()))

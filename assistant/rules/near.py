"""Refusing a name that does not exist, with the one that was likely meant."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from assistant.kernel.errors import Illegal

LONGEST_NAME = 60


def no_such(what: str, name: str, options: Collection[str]) -> Illegal:
    """There is no such event, commander or place; the near miss or all that there are."""
    shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
    near = get_close_matches(name.casefold().replace(" ", "-"), list(options), n=1, cutoff=0.6)
    do = f"Did you mean {near[0]!r}?" if near else f"Choose one of: {', '.join(options)}."
    return Illegal(f"unknown-{what.replace(' ', '-')}", f"There is no {what} {shown!r}.", do=do)

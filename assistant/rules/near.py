"""Refusing a name that does not exist, with the one that was likely meant."""

from __future__ import annotations

from collections.abc import Collection

from assistant.kernel.errors import Illegal
from assistant.kernel.near import nearest

LONGEST_NAME = 60
MOST_SHOWN = 20


def no_such(what: str, name: str, options: Collection[str]) -> Illegal:
    """There is no such event, commander or place; the near miss or all that there are."""
    shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
    near = nearest(name, options)
    do = f"Did you mean {near!r}?" if near else _choice(options)
    return Illegal(f"unknown-{what.replace(' ', '-')}", f"There is no {what} {shown!r}.", do=do)


def _choice(options: Collection[str]) -> str:
    """All of a short list; a long one helps nobody."""
    if not options:
        return "There are none."
    if len(options) > MOST_SHOWN:
        return f"Check how it is written: there are {len(options)} of them, and none is like it."
    return f"Choose one of: {', '.join(options)}."

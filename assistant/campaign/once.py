"""A key is for one command: the same again gets the first answer, and another one is refused."""

from __future__ import annotations

from assistant.kernel.errors import Illegal
from assistant.ledger.records import Entry


def key_used(what: str) -> Illegal:
    """The refusal of a key that stands for something else."""
    return Illegal(
        "key-used",
        f"The key of this command was used for {what} already, so it was not done.",
        do="Send it with a new key.",
    )


def require_same(known: Entry, kind: str) -> Entry:
    """What a key has become, unless that was a deed of another kind."""
    if known.kind != kind:
        raise key_used(f"another deed ({known.title})")
    return known

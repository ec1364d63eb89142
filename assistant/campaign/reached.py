"""What addresses call a deed under way: its key, or a mark made of a key that no address can carry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256

from assistant.campaign.playing import Table
from assistant.kernel.forms import KEY

MARKED = "~"
"""No key of today has this sign, so no mark is taken for a key."""
LETTERS = 32


def in_address(key: str) -> str:
    """A key as addresses carry it: older ones may hold a slash, a question mark or anything else."""
    return key if re.fullmatch(KEY, key) else MARKED + sha256(key.encode()).hexdigest()[:LETTERS]


def key_in(here: Table, given: str) -> str:
    """The key that an address means, of something under way or over; what is no mark means itself."""
    if not given.startswith(MARKED):
        return given
    return next((one for one in _keys(here) if in_address(one) == given), given)


def _keys(here: Table) -> Iterator[str]:
    yield from (one.id for one in here.service.ledger.pendings(here.campaign.id))
    yield from (one.key for one in here.service.entries(here.campaign))

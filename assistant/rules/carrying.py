"""Who can carry whom: the wounded of one's own side, and captives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from assistant.kernel.evidence import enforced
from assistant.rules.book import HOBBIT, Profile

Speed = Literal["full", "half"]
SMALL = (HOBBIT, "goblin")


def halves(profiles: Iterable[Profile]) -> int:
    """ABL-HERO-4: half figures; a hobbit or goblin is one, everyone else two."""
    enforced("ABL-HERO-4")
    return sum(1 if one.race in SMALL else 2 for one in profiles)


def carrying_speed(carriers: Iterable[Profile], carried: Iterable[Profile]) -> Speed | None:
    """ABL-HERO-3: two for each go at full speed, one for each at half; fewer cannot."""
    strength, load = halves(carriers), halves(carried)
    enforced("ABL-HERO-3")
    if strength >= 2 * load:
        return "full"
    return "half" if strength >= load else None

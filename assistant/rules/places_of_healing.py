"""Where the wounded recover."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.kernel.evidence import enforced
from assistant.rules.book import HOBBIT, Place, Profile
from assistant.rules.house import HouseRules


def is_place_of_healing(
    place: Place, profile: Profile, companions: Iterable[Profile], house: HouseRules
) -> bool:
    """HEA-03, CON-104: some heal only hobbits and those who come with them."""
    enforced("HEA-03")
    if place.healing is None:
        return False
    if place.healing == "all" or house["CON-104"] == "no-limit":
        return True
    return any(one.race == HOBBIT for one in (profile, *companions))

"""A figure as it is in the running game: by the readings in force, with what it bears."""

from __future__ import annotations

from assistant.rules.book import Profile
from assistant.rules.circumstances import Circumstances, profile_in
from assistant.rules.house import profile_under
from assistant.rules.kit import Kit
from assistant.rules.world import Figure, World


def equipped(kit: Kit, world: World, one: Figure) -> Profile:
    """CON-038, ITM-ANDURIL-02: the profile with the numbers that its things give it wherever it is."""
    things = world.war.things.items()
    bears = {thing.partition("@")[0] for thing, bearer in things if bearer == one.id}
    printed = profile_under(kit.house(world), kit.book.profiles[one.profile])
    return profile_in(Circumstances(bears=bears), printed, {})[0]

"""Figures as the table calls them."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.rules.kit import Kit
from assistant.rules.world import Figure, World


def name_of(kit: Kit, world: World, one: Figure) -> str:
    """The table's own name for it; else a person by the name, one of many by its id."""
    if one.id in world.war.names:
        return world.war.names[one.id]
    profile = kit.book.profiles[one.profile]
    return profile.name if profile.is_character and str(one.id) == profile.id else one.id


def names_of(kit: Kit, world: World, figures: Sequence[Figure]) -> str:
    """Aragorn, Legolas."""
    return ", ".join(name_of(kit, world, one) for one in figures)

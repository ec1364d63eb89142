"""What figures bear in the running game: an artifact by its name, a thing there are many of by its bearer."""

from __future__ import annotations

from collections.abc import Collection

from assistant.kernel.ids import FigureId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.effects.mounts import STEEDS
from assistant.rules.kit import Kit
from assistant.rules.ring.facts import ThingPassed
from assistant.rules.world import World


def key_for(kit: Kit, thing: str, bearer: FigureId) -> str:
    """`anduril`, but `armor@sam`: there is more than one armor."""
    return thing if any(one.id == thing for one in kit.scenario.artifacts) else f"{thing}@{bearer}"


def borne(world: World, figure: FigureId) -> tuple[str, ...]:
    """What a figure bears, by the names that rules know."""
    return tuple(key.partition("@")[0] for key, bearer in world.war.things.items() if bearer == figure)


def bearers(world: World, thing: str) -> frozenset[str]:
    """Who bears such a thing."""
    return frozenset(
        bearer for key, bearer in world.war.things.items() if key.partition("@")[0] == thing and bearer
    )


def lose_steeds(desk: RulesDesk, figures: Collection[FigureId]) -> None:
    """Who has lost the mount has lost it by whatever name."""
    for key, bearer in [*desk.world.war.things.items()]:
        if bearer in figures and key.partition("@")[0] in STEEDS:
            desk.record(ThingPassed(key, ""))

"""What many deeds must make sure of first."""

from __future__ import annotations

from assistant.kernel.errors import Illegal
from assistant.rules.book import PlaceId
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.war import Force, ForceId
from assistant.rules.world import World


def require_running(world: World) -> None:
    """The game has begun and is not over."""
    if world.war.phase == "set-up":
        raise Illegal("not-begun", "The game has not begun.", do="Seat the players and begin it first.")
    if world.war.phase == "over":
        raise Illegal("over", "The game is over.", do="Undo its end to go on playing.")


def force_in(world: World, force: ForceId) -> Force:
    """A force that is there."""
    if force not in world.war.forces:
        raise no_such("force", force, world.war.forces)
    return world.war.forces[force]


def place_in(kit: Kit, place: PlaceId) -> PlaceId:
    """A place or spot of the scenario."""
    known = {**kit.scenario.place_names, **kit.scenario.spots}
    if place not in known:
        raise no_such("place", place, known)
    return place

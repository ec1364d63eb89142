"""OUT-07, OUT-08: who was beaten and has still to fall back, and where such a force may go."""

from __future__ import annotations

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.rules.book import PlaceId
from assistant.rules.effects.regions import is_within
from assistant.rules.kit import Kit
from assistant.rules.moving.company import walkers
from assistant.rules.moving.routes import turns_from
from assistant.rules.standing import members, place_name, side_of
from assistant.rules.war import Force
from assistant.rules.world import World

ONE_MOVE = 1
WATER = ("river", "bay")
"""What places are that nobody gathers in, whosever they are."""
NO_REFUGE = (*WATER, "marsh", "pass", "lair", "mountain", "haven")
"""What places are that nobody falls back to unless their own side holds them."""


def is_beaten(world: World, force: Force) -> bool:
    """OUT-08: whether a force lost its last fight and has not regrouped since."""
    return force.regrouping > force.fought and force.regrouping >= world.war.turn


def retreat_key(force: Force) -> str:
    """Under which name it is recorded that a force has fallen back from its last fight."""
    return f"falling-back {force.id}@{force.fought}"


def has_to_fall_back(world: World, force: Force) -> bool:
    """OUT-07: whether a beaten force has neither gone back yet nor been let off it."""
    return is_beaten(world, force) and retreat_key(force) not in world.war.heeded


def require_beaten(world: World, force: Force) -> None:
    """Only the beaten fall back."""
    if not is_beaten(world, force):
        raise Illegal(
            "not-beaten",
            f"{force.does('was', 'were')} not beaten this turn ({enforced('OUT-07')}).",
            do="Move it in the movement phase.",
        )


def require_not_the_enemys(kit: Kit, world: World, force: Force, place: PlaceId) -> None:
    """OUT-07: away from the victors is not into the hands of their friends."""
    if world.war.holder(place) not in (None, side_of(kit, world, force)):
        raise Illegal(
            "the-enemys",
            f"{force.does('does', 'do')} not fall back to {place_name(kit, place)}, which the enemy holds "
            f"({enforced('OUT-07')}).",
            do="Name another place, or let them stay in the field about where they were beaten.",
        )


def refuges(kit: Kit, world: World, force: Force) -> tuple[PlaceId, ...]:
    """OUT-07: places a full move away where no enemy is, or friends hold out; their own side's first."""
    own, there = side_of(kit, world, force), members(world, force)
    try:
        near = turns_from(kit.book, kit.scenario.atlas, walkers(kit, world, there), force.place, ONE_MOVE)
    except Illegal:
        # Some of them do not move at all: then the force stays where it is (AMB-033).
        return ()
    others = [one for one in world.war.forces.values() if one.id != force.id and members(world, one)]
    # Nobody learns of those who hide.
    feared = {one.place for one in others if side_of(kit, world, one) != own and not one.hidden}
    manned = {one.inside for one in others if side_of(kit, world, one) == own}
    enforced("OUT-07")
    holder = world.war.holder
    near_ones = (
        one
        for one in kit.scenario.place_names
        if one in (near or {}) and not is_within(kit, force.place, one) and not is_water(kit, one)
    )

    def takes_them_in(place: PlaceId) -> bool:
        if holder(place) == own:
            return place not in feared or place in manned
        return holder(place) is None and place not in feared and _is_open(kit, force, place)

    free = filter(takes_them_in, near_ones)
    return tuple(sorted(free, key=lambda one: (one in feared, holder(one) != own)))


def is_water(kit: Kit, place: PlaceId) -> bool:
    """Whether a place is a river or a bay: a host can cross it, but not gather in it."""
    return place in kit.book.places and kit.book.places[place].rank in WATER


def is_open_water(kit: Kit, place: PlaceId) -> bool:
    """Water that is a place of its own, and not a ford or bank of another: nobody comes to stand in it."""
    return is_water(kit, place) and kit.book.regions_of(place) == (place,)


def _is_open(kit: Kit, force: Force, place: PlaceId) -> bool:
    """Whether a beaten host would gather there: nobody runs into a river, or stays where the fight was."""
    if place not in kit.book.places or is_within(kit, place, force.place):
        return False
    return kit.book.places[place].rank not in NO_REFUGE

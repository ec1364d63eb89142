"""OUT-08, CMB-01: of all who stand at one place, those who may fight each other there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.kernel.errors import Illegal
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.deeds.meeting import Meet
from assistant.rules.kit import Kit
from assistant.rules.sways import why_spared
from assistant.rules.war import Force
from assistant.rules.world import World

Hosts = Mapping[FightingSide, Sequence[Force]]


def contact_of(
    kit: Kit, world: World, good: Sequence[Force], evil: Sequence[Force], at: PlaceId
) -> Meet | None:
    """The contact of those who may meet, without the others: who came attacks; nothing if nobody may."""
    hosts: Hosts = {"good": good, "evil": evil}
    attacker = _who_attacks(world, hosts)
    left = _seen(kit, world, _rested(world, hosts, attacker), attacker)
    if not all(left.values()):
        return None
    if any(len(left[side]) < len(hosts[side]) for side in SIDES):
        # Of those who are left it may be others who came.
        return contact_of(kit, world, left["good"], left["evil"], at)
    names = [tuple(one.id for one in left[side]) for side in SIDES]
    found = Meet(names[0], names[1], at, attacker=attacker)
    return found if is_allowed(kit, world, found) else None


def has_come(world: World, forces: Sequence[Force]) -> bool:
    """Whether any of them has moved this turn."""
    return any(one.moved == world.war.turn for one in forces)


def _is_resting(world: World, force: Force) -> bool:
    return force.regrouping >= world.war.turn


def _who_attacks(world: World, hosts: Hosts) -> FightingSide | None:
    """The one side that came, or the one with anybody who does not regroup; else nobody can say."""
    able = [side for side in SIDES if not all(_is_resting(world, one) for one in hosts[side])]
    came = [side for side in able if has_come(world, hosts[side])]
    if len(came) == 1:
        return came[0]
    return able[0] if len(able) == 1 else None


def _rested(world: World, hosts: Hosts, attacker: FightingSide | None) -> Hosts:
    """OUT-08: without those who regroup and would attack; where either side may, on both."""
    resting = [side for side in SIDES if any(_is_resting(world, one) for one in hosts[side])]
    barred = (attacker,) if attacker else SIDES if len(resting) == len(SIDES) else ()
    return {
        side: [one for one in hosts[side] if side not in barred or not _is_resting(world, one)]
        for side in SIDES
    }


def _seen(kit: Kit, world: World, hosts: Hosts, attacker: FightingSide | None) -> Hosts:
    """Without those whom a rule keeps from the others, first whom it keeps from most of them."""
    left = {side: [*hosts[side]] for side in SIDES}
    while kept := _kept_apart(kit, world, left, attacker):
        side, force = max(kept, key=lambda one: (kept[one] / len(left[other(one[0])]), one[0] == "evil"))
        left[side] = [one for one in left[side] if one.id != force]
    return left


def _kept_apart(
    kit: Kit, world: World, hosts: Hosts, attacker: FightingSide | None
) -> Mapping[tuple[FightingSide, str], int]:
    """Of how many enemies a rule keeps each force, whichever of the two would attack."""
    pairs = {
        (one.id, foe.id) if side == "good" else (foe.id, one.id)
        for side in ((attacker,) if attacker else SIDES)
        for one in hosts[side]
        for foe in hosts[other(side)]
        if why_spared(kit, world, one, foe)
    }
    return {
        (side, force.id): found
        for at, side in enumerate(SIDES)
        for force in hosts[side]
        if (found := sum(pair[at] == force.id for pair in pairs))
    }


def is_allowed(kit: Kit, world: World, meet: Meet) -> bool:
    """Whether nothing speaks against a contact."""
    try:
        meet.require_possible(kit, world)
    except Illegal:
        return False
    return True

"""Who holds which place: whose figures stand there alone, and what a loss changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.kernel.ids import FigureId
from assistant.kernel.remembering import remembered
from assistant.rules.arrivals import Arrival, CommanderId, Stop, in_force
from assistant.rules.book import PlaceId, Side
from assistant.rules.effects.regions import holds_out
from assistant.rules.kit import Kit
from assistant.rules.retreats import is_beaten
from assistant.rules.scenario import Commander, Scenario, Whole
from assistant.rules.scoring import homes_of
from assistant.rules.standing import members, place_name, side_of, where_at
from assistant.rules.tenures import lasting
from assistant.rules.war import ForceId
from assistant.rules.wording import join
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Change:
    """A place that a side seems to hold now: which commanders took it, and the forces that tell."""

    place: PlaceId
    side: Side
    by: tuple[CommanderId, ...]
    forces: tuple[str, ...]
    whole: Whole | None = None
    """AMB-048: the base that its parts tell of, not forces."""


def changes(kit: Kit, world: World) -> Iterator[Change]:
    """Places that count for something, where only the other side than their holder stands with an army.

    Characters by themselves pass through many a place; that they hold one is said by hand.
    """
    wholes = {one.place for one in in_force(kit.scenario.wholes, kit.house(world))}
    for place in dict.fromkeys(force.place for force in world.war.forces.values()):
        if place not in kit.book.places or place in wholes or not is_minded(kit, world, place):
            continue
        standing = standing_at(kit, world, place)
        if len(standing) != 1:
            continue
        (side,) = standing
        is_new = world.war.holder(place) != side and _has_army(kit, world, place, side)
        if is_new and not is_kept_from(kit, world, place, side):
            yield Change(place, side, takers_at(kit, world, place, side), standing[side][1])
    yield from _wholes_read_anew(kit, world)


def _wholes_read_anew(kit: Kit, world: World) -> Iterator[Change]:
    """AMB-048: bases that go with their parts by now, since another reading says which those are."""
    for whole in in_force(kit.scenario.wholes, kit.house(world)):
        side, by = _whose_now(kit, world, whole)
        if (world.war.holder(whole.place) or native_side(kit, whole.place)) != side:
            yield Change(whole.place, side, by, (), whole)


def takers_at(kit: Kit, world: World, place: PlaceId, side: Side) -> tuple[CommanderId, ...]:
    """STA-03: who fought for a place takes it, not who only stands there; without a fight all of them do."""
    commanders, forces = standing_at(kit, world, place).get(side, ((), ()))
    # At a turn's start it is the fight of the turn before that has decided it.
    turn = world.war.turn - (world.war.phase == "start")
    there = (world.war.forces[one] for one in forces)
    fought = [one.commander for one in there if one.fought >= turn > 0 and not is_beaten(world, one)]
    return tuple(one for one in commanders if one in fought) or commanders


def standing_at(
    kit: Kit, world: World, place: PlaceId
) -> dict[Side, tuple[tuple[CommanderId, ...], tuple[ForceId, ...]]]:
    """The sides that have fighting figures at a place outside its tower: their commanders and forces."""
    found: dict[Side, tuple[tuple[CommanderId, ...], tuple[ForceId, ...]]] = {}
    for force in world.war.within(place):
        side = side_of(kit, world, force)
        if side == "uncontrolled" or force.hidden or force.commander is None:
            continue
        if any(one.condition == "fit" and not one.in_tower for one in members(world, force)):
            commanders, forces = found.get(side, ((), ()))
            names = tuple(dict.fromkeys((*commanders, force.commander)))
            found[side] = names, (*forces, force.id)
    return found


def _has_army(kit: Kit, world: World, place: PlaceId, side: Side) -> bool:
    there = (force for force in world.war.within(place) if side_of(kit, world, force) == side)
    return any(
        not kit.book.profiles[one.profile].is_character for force in there for one in members(world, force)
    )


def is_kept_from(kit: Kit, world: World, place: PlaceId, side: Side) -> bool:
    """AMB-047: whether a place does not fall to a side, as someone of the other is in its tower still."""
    return holds_out(kit, world, place, "evil" if side == "good" else "good")


def matters(kit: Kit, place: PlaceId) -> bool:
    """Whether anything in the game asks who holds it."""
    known = kit.book.places[place]
    return known.is_fortress or known.healing is not None or place in _asked_about(kit.scenario)


def is_minded(kit: Kit, world: World, place: PlaceId) -> bool:
    """Whether its holder is kept up to date: a rule asks for it, or the table has said who took it."""
    held = world.war.holdings.get(place)
    return matters(kit, place) or (held is not None and held.since > 0)


@remembered
def _asked_about(scenario: Scenario) -> frozenset[PlaceId]:
    """Places whose holder homes, conquests, awards, arrivals and the like ask for."""
    return frozenset(
        (
            *(place for one in scenario.commanders.values() for place in one.home),
            *(place for one in scenario.conquests for place in (*one.all_of, *one.any_of)),
            *(place for one in scenario.wholes for place in one.parts),
            *(place for one in scenario.awards for place in one.places),
            *(place for one in scenario.arrivals for place in one.places),
            *(one.place for one in scenario.stops if one.place is not None),
        )
    )


def awaiting(kit: Kit, world: World, place: PlaceId, side: Side) -> tuple[CommanderId, ...]:
    """PLC-EDORAS-03: of a side that has a place: whose arrivals wait for somebody who is not back in it."""
    there = {one.profile for force in world.war.within(place) for one in members(world, force)}
    waiting = (
        stop.commander
        for stop in kit.scenario.stops
        if stop.place == place and stop.until_back and there.isdisjoint(stop.until_back)
    )
    return tuple(one for one in dict.fromkeys(waiting) if kit.scenario.commanders[one].side == side)


def returned(kit: Kit, world: World) -> Iterator[tuple[PlaceId, tuple[FigureId, ...]]]:
    """PLC-EDORAS-03: places in which somebody is back for whom arrivals wait, and who that is."""
    latest = {row.place: row.awaits for row in lasting(world.war.tenures)}
    for place, awaits in latest.items():
        side = world.war.holder(place)
        if side is None or set(awaits) <= set(awaiting(kit, world, place, side)):
            continue
        wanted = {one for stop in kit.scenario.stops if stop.place == place for one in stop.until_back}
        there = (one for force in world.war.within(place) for one in members(world, force))
        yield place, tuple(one.id for one in there if one.profile in wanted)


def places_taken(kit: Kit, world: World, place: PlaceId, side: Side) -> tuple[PlaceId, ...]:
    """AMB-048: what a side takes with a place: a base that is the sum of its parts, with all of them."""
    for whole in in_force(kit.scenario.wholes, kit.house(world)):
        if whole.place == place and (left := [one for one in whole.parts if world.war.holder(one) != side]):
            return tuple(left)
    return (place,)


def wholes_of(kit: Kit, world: World, part: PlaceId) -> Iterator[tuple[Whole, Side, tuple[CommanderId, ...]]]:
    """AMB-048: the bases a place is a part of, whose they are now, and who took their parts."""
    for whole in in_force(kit.scenario.wholes, kit.house(world)):
        if part in whole.parts:
            yield whole, *_whose_now(kit, world, whole)


def _whose_now(kit: Kit, world: World, whole: Whole) -> tuple[Side, tuple[CommanderId, ...]]:
    side = _side_of_whole(kit, world, whole)
    holdings = (world.war.holdings.get(one) for one in whole.parts)
    by = tuple(dict.fromkeys(one for held in holdings if held and held.side == side for one in held.by))
    return side, by


def _side_of_whole(kit: Kit, world: World, whole: Whole) -> Side:
    """The enemy's with all of its parts, its own side's with any of them, and else nobody's."""
    native = native_side(kit, whole.place)
    enemy: Side = "evil" if native == "good" else "good"
    sides = {world.war.holder(one) or native for one in whole.parts}
    if sides == {enemy}:
        return enemy
    return native if native in sides else "uncontrolled"


def native_side(kit: Kit, place: PlaceId) -> Side:
    """Whose a place is from the beginning: that of its commander, or of those it is to be taken from."""
    for commander in kit.scenario.commanders.values():
        if place in commander.home:
            return commander.side
    taker = next(
        (one.winner for one in kit.scenario.conquests if place in (*one.all_of, *one.any_of)), "evil"
    )
    return "good" if taker == "evil" else "evil"


def consequences(kit: Kit, world: World, place: PlaceId, side: Side) -> Iterator[str]:
    """What it changes that a side holds a place now."""
    for commander in kit.scenario.commanders.values():
        is_told = commander.side == "good" and side != "uncontrolled"
        if is_told and place in homes_of(kit, world, commander.id):
            yield _home_told(kit, world, commander, side)
    yield from _kept_out(kit, world, place, side)
    awaits = awaiting(kit, world, place, side)
    for stop in _stops(kit, world, place):
        if kit.scenario.commanders[stop.commander].side != side:
            yield stop.text
        elif stop.commander in awaits:
            names = join((kit.book.profiles[one].name for one in stop.until_back), "or")
            owner = kit.scenario.commanders[stop.commander].name
            yield f"{owner} receives nothing until {names} is back {where_at(kit, place)}."


def _kept_out(kit: Kit, world: World, place: PlaceId, side: Side) -> Iterator[str]:
    """SEQ-07: whose arrivals are lost at a place while the other side holds it, or must go elsewhere."""
    name, lost = place_name(kit, place), dict[CommanderId, bool]()
    for one in in_force(kit.scenario.arrivals, kit.house(world)):
        is_theirs = kit.scenario.commanders[one.commander].side == side
        if place not in one.places or is_theirs or not one.needs_control or _has_come(world, one):
            continue
        lost[one.commander] = lost.get(one.commander, False) or len(one.places) == 1
    held = "nobody holds it" if side == "uncontrolled" else "the enemy holds it"
    for commander, is_lost in lost.items():
        owner = kit.scenario.commanders[commander].name
        if is_lost:
            yield f"{owner}: what is due only at {name} while {held} is lost."
        else:
            yield f"{owner}: nobody arrives at {name} while {held}."


def _has_come(world: World, one: Arrival) -> bool:
    """Whether those who come but once were placed, or lost, already."""
    handled = (key for key, how in world.war.arrivals.items() if how != "postponed")
    return one.source != "regular" and any(key.partition("@")[0] == one.id for key in handled)


def _home_told(kit: Kit, world: World, commander: Commander, side: Side) -> str:
    """VIC-09: what a home lost or won back means; one alone is not enough while another is lost."""
    if side == "evil":
        return f"While it is lost, no victory is shared with {commander.name}."
    others = [place for place in homes_of(kit, world, commander.id) if world.war.holder(place) == "evil"]
    if not others:
        return f"A home of {commander.name} is free again."
    still = f"{join(place_name(kit, place) for place in others)} {'is' if len(others) == 1 else 'are'}"
    return f"A home of {commander.name} is free again; {still} still lost."


def _stops(kit: Kit, world: World, place: PlaceId) -> Iterator[Stop]:
    return (one for one in in_force(kit.scenario.stops, kit.house(world)) if one.place == place)

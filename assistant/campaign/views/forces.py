"""Forces as screens show them: who, where, how far, what they have done and what they may do now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from assistant.campaign.naming import naming
from assistant.campaign.playing import Table
from assistant.campaign.roll_call import called, marks, state_of, who_line
from assistant.campaign.views.destinations import Range, ranges
from assistant.campaign.views.gifts import Gifted, gifts_of
from assistant.campaign.views.together import Companion, Lift, companions, lifts, takers
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Side
from assistant.rules.captives import captives_in
from assistant.rules.deeds.stillness import Held, pace, why_held
from assistant.rules.measuring import is_measured
from assistant.rules.names import name_of
from assistant.rules.standing import can_hide, forces_of, members, place_name, side_of
from assistant.rules.war import Force, ForceId, Spot
from assistant.rules.wording import join, many


@dataclass(frozen=True, slots=True)
class Kind:
    """Figures of one sort in one state: how many, and which."""

    name: str
    ids: tuple[FigureId, ...]


@dataclass(frozen=True, slots=True)
class ForceShown:
    """A force: who, where, how far, and what it has done."""

    id: ForceId
    name: str
    commander: CommanderId | None
    side: Side
    place_id: PlaceId
    place: str
    who: str
    pace: str
    why: tuple[str, ...]
    marks: tuple[str, ...]
    size: int
    captives: str
    """Whom it leads away: Merry and Pippin."""


@dataclass(frozen=True, slots=True)
class OwnForce:
    """A force of one's own: what can be done with it now."""

    shown: ForceShown
    kinds: tuple[Kind, ...]
    may_move: bool
    held: str
    """Why it does not march this turn as a whole, while forces move."""
    is_hidden: bool
    may_hide: bool
    is_measured: bool
    stands: str
    """Where its leader stands, if it is measured: 58.2, 44.0 on the south table."""
    onto: tuple[tuple[str, str], ...]
    """Tables that join the one it stands on."""
    hidden_near: tuple[tuple[ForceId, str], ...]
    """Enemies at the same place who hide, and may be looked for."""
    friends: tuple[tuple[ForceId, str], ...]
    """Other forces of the same commander at the same place."""
    enemies: tuple[tuple[ForceId, str], ...]
    """Whom it can be said to have met: those at the same place."""
    contact: str
    ranges: tuple[Range, ...]
    """Where it may march to, nearest first, while it may."""
    gifts: tuple[Gifted, ...]
    """What its figures can do, and bear."""
    lifts: tuple[Lift, ...]
    companions: tuple[Companion, ...]
    takers: tuple[tuple[CommanderId, str], ...]


def force_shown(here: Table, force: Force) -> ForceShown:
    """One force as every screen shows it."""
    kit, world = here.kit, here.world
    there = members(world, force)
    goes = pace(kit, world, force)
    return ForceShown(
        force.id,
        force.name,
        force.commander,
        side_of(kit, world, force),
        force.place,
        place_name(kit, force.place),
        who_line(kit, world, [one.id for one in there]),
        str(goes),
        goes.reasons,
        marks(world, force),
        len(there),
        join(name_of(kit, world, world.figures[one]) for one in captives_in(world, force)),
    )


def by_place(here: Table) -> dict[str, tuple[ForceShown, ...]]:
    """Every force with anyone left in it, by the place where it stands."""
    found: dict[str, list[ForceShown]] = {}
    for force in here.world.war.forces.values():
        if members(here.world, force):
            shown = force_shown(here, force)
            found.setdefault(shown.place, []).append(shown)
    return {place: tuple(found[place]) for place in sorted(found)}


def own_forces(here: Table, commander: CommanderId) -> tuple[OwnForce, ...]:
    """A commander's forces, those that may still do something first."""
    found = [_own(here, force) for force in forces_of(here.world, commander)]
    return tuple(sorted(found, key=lambda one: (not one.may_move, one.shown.place)))


def _own(here: Table, force: Force) -> OwnForce:
    world, war = here.world, here.world.war
    near = [one for one in war.at(force.place) if one.id != force.id and members(world, one)]
    mine = side_of(here.kit, world, force)
    met = war.contact_of(force.id)
    held = why_held(here.kit, world, force) if war.phase == "movement" else None
    may_move = war.phase == "movement" and (held is None or held.some_may)
    return OwnForce(
        force_shown(here, force),
        kinds(here, [one.id for one in members(world, force)]),
        may_move,
        _told(here, force, held),
        force.hidden,
        can_hide(here.kit, world, force) and not (met and met.is_opening),
        is_measured(world, force),
        _stands(here, force),
        tuple(_onto(here, force)),
        tuple((one.id, one.name) for one in near if one.hidden and side_of(here.kit, world, one) != mine),
        tuple((one.id, one.name) for one in near if one.commander == force.commander),
        tuple((one.id, one.name) for one in near if side_of(here.kit, world, one) != mine),
        met.id if met else "",
        ranges(here, force) if may_move else (),
        gifts_of(here, force),
        tuple(lifts(here, force)),
        tuple(companions(here, force)),
        takers(here, force),
    )


def _told(here: Table, force: Force, held: Held | None) -> str:
    """Why it stays; that it has moved, or that its commander is done, its marks tell."""
    war = here.world.war
    if held is None or force.has_moved(war.turn) or force.commander in war.done:
        return ""
    return naming(here.kit, here.world).told(f"{held.why} {held.do}")


def _spot(here: Table, force: Force) -> Spot | None:
    found = (here.world.war.spots.get(one.id) for one in members(here.world, force))
    return next(filter(None, found), None)


def _onto(here: Table, force: Force) -> Iterator[tuple[str, str]]:
    spot, atlas = _spot(here, force), here.kit.scenario.atlas
    for table in dict.fromkeys(link.to for link in atlas.links_from(spot.table)) if spot else ():
        yield table, atlas.sheets[table].name


def _stands(here: Table, force: Force) -> str:
    spot = _spot(here, force)
    return f"{spot.x / 1000:.1f}, {spot.y / 1000:.1f} on the {spot.table} table" if spot else ""


def kinds(here: Table, figures: Iterable[FigureId]) -> tuple[Kind, ...]:
    """Figures sorted for a form that takes numbers: persons one by one, others by sort and state."""
    kit, world = here.kit, here.world
    found: dict[str, list[FigureId]] = {}
    for one in figures:
        profile = kit.book.profiles[world.figures[one].profile]
        name = called(kit, world, one) if profile.is_character else many(profile)
        found.setdefault(name + state_of(kit, world, one), []).append(one)
    return tuple(Kind(name, tuple(ids)) for name, ids in found.items())

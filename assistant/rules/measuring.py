"""AMB-028: what the measured positions of a game tell: who stands together, who fights, who is pinned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.rules.book import TERRAINS, Profile, Terrain
from assistant.rules.combat.setup import SIDES, FightingSide
from assistant.rules.kit import Kit
from assistant.rules.standing import is_measured as is_measured
from assistant.rules.standing import members, side_of
from assistant.rules.war import Contact, Force, ForceId, Spot
from assistant.rules.world import Figure, World
from assistant.table.bases import Base, Standing
from assistant.table.bodies import Measure, least_gap
from assistant.table.ground import ground
from assistant.table.links import gap_over
from assistant.table.survey import TOGETHER, Combat, Survey, survey

FOOT_MM, HORSE_MM = 25, 40


def base_of(profile: Profile, mounted: bool) -> Base:
    """The base a figure stands on; who has lost the mount, or got one, stands on another."""
    if profile.base_length_mm and mounted == (profile.starts_mounted or profile.printed_mounted):
        return Base.of(profile.base_mm, profile.base_length_mm)
    if profile.starts_mounted and not mounted:
        return Base.of(FOOT_MM)
    if mounted and not profile.starts_mounted:
        return Base.of(max(HORSE_MM, profile.base_mm))
    return Base.of(profile.base_mm, profile.base_length_mm or 0)


def terrain_under(kit: Kit, world: World, figure: FigureId) -> Terrain:
    """The ground a figure stands on as a fight knows it; clear where nobody measured."""
    spot = world.war.spots.get(figure)
    sheet = kit.scenario.atlas.sheets.get(spot.table) if spot else None
    if spot is None or sheet is None:
        return "clear"
    kind = ground(sheet).kind_at(Point(Mil(spot.x), Mil(spot.y)))
    return next((one for one in TERRAINS if one == kind), "clear")


def measured(kit: Kit, world: World, forces: Iterable[Force] | None = None) -> Iterator[Standing]:
    """Everyone who has been measured, as they stand; captives are no bodies of their own."""
    for force in world.war.forces.values() if forces is None else forces:
        for one in members(world, force):
            if (spot := world.war.spots.get(one.id)) is not None:
                yield _standing(kit, world, force, one, spot)


def _standing(kit: Kit, world: World, force: Force, one: Figure, spot: Spot) -> Standing:
    profile = kit.book.profiles[one.profile]
    return Standing(
        one.id,
        side_of(kit, world, force),
        spot.table,
        Point(Mil(spot.x), Mil(spot.y)),
        base_of(profile, one.mounted),
        spot.facing,
        profile.is_character,
        profile.leadership,
    )


def apart(kit: Kit, world: World, one: Force, other: Force) -> Mil | None:
    """FRC-04: how far two measured forces are from each other, a group of characters from its leader.

    From table to table the way leads over the edges that join; nothing if they do not.
    """
    ones, others, how = stands(kit, world, one), stands(kit, world, other), how_measured(kit, world)
    found = (least_gap(ones, others, how), gap_over(kit.scenario.atlas, ones, others, how))
    return min((gap for gap in found if gap is not None), default=None)


def bodies(kit: Kit, world: World, forces: Sequence[Force]) -> dict[ForceId, ForceId]:
    """FRC-01: for each force of a side the first that it stands together with, by steps of an inch."""
    first = {one.id: one.id for one in forces}
    known = [one for one in forces if any(name in world.war.spots for name in one.figures)]
    for number, one in enumerate(known):
        for other in known[:number]:
            gap = apart(kit, world, one, other)
            if gap is not None and gap <= TOGETHER:
                joined, into = sorted((first[one.id], first[other.id]), key=[*first].index, reverse=True)
                first = {name: into if body == joined else body for name, body in first.items()}
    return first


def too_far_off(kit: Kit, world: World, forces: Sequence[Force]) -> tuple[Force, Mil | None] | None:
    """FRC-01, FRC-05: of measured forces the one that no chain of an inch joins to the first, and its gap.

    Here every figure counts, the leader of characters or not; who is not measured, the table sees.
    """
    known = [(one, tuple(measured(kit, world, (one,)))) for one in forces]
    known = [(one, there) for one, there in known if there]
    if not known:
        return None
    (_, chain), *rest = known
    while rest:
        found = [(least_gap(chain, there, how_measured(kit, world)), one, there) for one, there in rest]
        near = [(one, there) for gap, one, there in found if gap is not None and gap <= TOGETHER]
        if not near:
            gap, one, _ = found[0]
            return one, gap
        chain += tuple(stand for _, there in near for stand in there)
        rest = [other for other in rest if other not in near]
    return None


def stands(kit: Kit, world: World, force: Force) -> tuple[Standing, ...]:
    """Everyone of a force; of characters alone only the one who leads them."""
    found = tuple(measured(kit, world, (force,)))
    if found and all(one.is_character for one in found):
        return (max(found, key=lambda one: one.leadership),)
    return found


def how_measured(kit: Kit, world: World) -> Measure:
    """AMB-028: from base edge to base edge, or from centre to centre."""
    return "centre" if kit.house(world)["AMB-028"] == "base-centres" else "edge"


def survey_of(kit: Kit, world: World, *, with_hidden: bool = False) -> Survey:
    """All tables, without those who hide unless they are asked for."""
    if not with_hidden:
        return _seen(kit, world)
    return survey(tuple(measured(kit, world)), how_measured(kit, world))


# Every screen asks who is pinned and who has met, and most deeds move nobody.
_last_seen: tuple[tuple[object, ...], Measure, Survey] | None = None


def _seen(kit: Kit, world: World) -> Survey:
    """Everyone who does not hide."""
    global _last_seen
    held, how = _last_seen, how_measured(kit, world)
    asked = (world.war.spots, world.war.forces, world.figures, kit.book.profiles)
    if held is None or held[1] != how or any(a is not b for a, b in zip(held[0], asked, strict=True)):
        forces = [one for one in world.war.forces.values() if not one.hidden]
        held = _last_seen = (asked, how, survey(tuple(measured(kit, world, forces)), how))
    return held[2]


@dataclass(frozen=True, slots=True)
class Encounter:
    """A combat that was found by measuring: whose forces, and who of them is in reach."""

    good: tuple[ForceId, ...]
    evil: tuple[ForceId, ...]
    fighters: tuple[FigureId, ...]


def encounters(kit: Kit, world: World) -> tuple[Encounter, ...]:
    """CMB-01, CMB-02: the combats that measuring finds."""
    seen = survey_of(kit, world)
    figures = {force.id: force.figures for force in seen.forces}
    return tuple(found for one in seen.combats if (found := _encounter(kit, world, one, figures)) is not None)


def _encounter(
    kit: Kit, world: World, combat: Combat, figures: dict[str, tuple[str, ...]]
) -> Encounter | None:
    homes = dict.fromkeys(
        home.id
        for force in combat.forces
        for one in figures[force]
        if (home := world.war.force_of(FigureId(one))) is not None
    )
    sides: dict[FightingSide, list[ForceId]] = {side: [] for side in SIDES}
    for name in homes:
        side = side_of(kit, world, world.war.forces[name])
        sides["evil" if side == "uncontrolled" else side].append(name)
    if not sides["good"] or not sides["evil"]:
        return None
    fighters = tuple(FigureId(one) for _, who in combat.fighters for one in who)
    return Encounter(tuple(sides["good"]), tuple(sides["evil"]), fighters)


def pinned_by_measure(kit: Kit, world: World, force: Force, figures: Iterable[Figure]) -> bool | None:
    """MOV-13: whether any of them has an enemy within an inch; nothing where not everyone is measured."""
    if not is_measured(world, force):
        return None
    pinned = set(survey_of(kit, world).pinned)
    return any(one.id in pinned for one in figures)


def in_reach(kit: Kit, world: World, contact: Contact) -> frozenset[FigureId] | None:
    """CMB-02: who of a contact is within six inches of an enemy of it; nothing where that is not known."""
    forces = [world.war.forces[one] for one in (*contact.good, *contact.evil) if one in world.war.forces]
    if not forces or not all(is_measured(world, one) for one in forces):
        return None
    seen = survey(tuple(measured(kit, world, forces)), how_measured(kit, world))
    found = frozenset(FigureId(one) for combat in seen.combats for _, who in combat.fighters for one in who)
    return found or None

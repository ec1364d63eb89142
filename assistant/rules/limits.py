"""WAR-01..03, WAR-06, WAR-09, WAR-10: what binds commanders before their wars; by measure, map or word."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from assistant.kernel.evidence import enforced, warned
from assistant.kernel.ids import FigureId, RuleId
from assistant.kernel.inches import Mil, Point
from assistant.rules.arrivals import CommanderId, Limit, limits_in_force
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.kit import Kit
from assistant.rules.marches import is_on_the_way
from assistant.rules.measuring import base_of, is_measured
from assistant.rules.names import who_where
from assistant.rules.standing import forces_of, members, place_name, table_of
from assistant.rules.war import Force, ForceId
from assistant.rules.world import Figure, World
from assistant.table.ground import ground
from assistant.table.setting_out import radius

AWAY, NEAR = "away", "near"
"""What the table says of a force at a place that a limit runs through."""


@dataclass(frozen=True, slots=True)
class Strain:
    """How many of a commander's figures stand where they may be too far from home."""

    limit: Limit
    commander: CommanderId
    figures: tuple[FigureId, ...]
    """Who they are, and who may be among them."""
    unsaid: tuple[ForceId, ...] = ()
    """Forces at places that the limit runs through, of which nobody has said on which side they stand."""

    @property
    def away(self) -> int:
        return len(self.figures)

    @property
    def still_allowed(self) -> int:
        """How many more may go as far."""
        return max(0, self.limit.figures - self.away)

    @property
    def may_be_broken(self) -> bool:
        return self.away > self.limit.figures


def binding(kit: Kit, world: World) -> tuple[Limit, ...]:
    """What binds commanders until their wars are declared, as the table reads it."""
    limits = limits_in_force(kit.scenario.limits, kit.house(world))
    return tuple(one for one in limits if one.until not in world.war.events)


def strains(kit: Kit, world: World, of: CommanderId | None = None) -> tuple[Strain, ...]:
    """Every limit in force for every commander it binds, or one, with how many figures may break it."""
    return tuple(
        _strain(kit, world, limit, commander)
        for limit in binding(kit, world)
        for commander in limit.commanders
        if of in (None, commander)
    )


def _strain(kit: Kit, world: World, limit: Limit, commander: CommanderId) -> Strain:
    away: list[FigureId] = []
    unsaid: list[ForceId] = []
    for force in forces_of(world, commander):
        found = tuple(one.id for one in _away(kit, world, limit, force))
        away += found
        is_guessed = any(one not in world.war.spots for one in found)
        if is_guessed and _is_away(kit, world, limit, force) is None:
            unsaid.append(force.id)
    return Strain(limit, commander, tuple(away), tuple(unsaid))


def _away(kit: Kit, world: World, limit: Limit, force: Force) -> Iterator[Figure]:
    """Figures that are or may be far from home, the measured by measure and the others by the place.

    Who comes in on a march of its own does not count.
    """
    if not _counts_there(kit, limit, force.place):
        return
    near = _near(kit, limit, force)
    may_be_away = is_measured(world, force) or _is_away(kit, world, limit, force) is not False
    for one in members(world, force):
        if not _counts(kit, limit, force, one) or is_on_the_way(kit, world, force, one):
            continue
        is_known = one.id in world.war.spots
        if _is_beyond(kit, world, one, near, limit) if is_known else may_be_away:
            yield one


def _near(kit: Kit, limit: Limit, force: Force) -> tuple[PlaceId, ...]:
    """Where nobody of a force counts as far."""
    assert force.commander is not None
    home = kit.scenario.commanders[force.commander].home if limit.of_home else ()
    return tuple(dict.fromkeys((*home, *limit.near)))


def _is_away(kit: Kit, world: World, limit: Limit, force: Force) -> bool | None:
    """WAR-01, WAR-06, WAR-09: by the map, or by what was said where the limit runs through the place."""
    for rule in limit.rules:
        enforced(rule)
    near = _near(kit, limit, force)
    if force.place in near:
        return False
    sheet = kit.scenario.atlas.sheet_of(force.place)
    if sheet is not None:
        homes = [place for place in near if place in sheet.footprints]
        is_near = ground(sheet).is_near(force.place, homes, limit.inches * 1000, limit.beyond)
        if is_near is not None:
            return not is_near
    said = world.war.choices.get(_key(limit, force))
    # What was said holds until the force moves again.
    return said.value == AWAY if said and said.turn >= force.moved else None


def _key(limit: Limit, force: Force) -> str:
    return f"{AWAY} {limit.until} {force.id} {force.place}"


@dataclass(frozen=True, slots=True)
class Unsure:
    """What only the table sees: whether a force stands beyond a limit that it may break."""

    force: Force
    key: str
    """Under which name the answer is kept."""
    ask: str
    rules: tuple[RuleId, ...]


def unsure(kit: Kit, world: World, of: Force) -> Unsure | None:
    """The next thing to be asked after a force has moved: about itself first, and only if it matters."""
    for strain in strains(kit, world, of.commander) if of.commander else ():
        if strain.may_be_broken and strain.unsaid:
            force = world.war.forces[of.id if of.id in strain.unsaid else strain.unsaid[0]]
            where = place_name(kit, force.place)
            ask = f"Do those of {force.name} stand beyond it?"
            why = f"The limit runs through {where}. {strain.limit.text} {ask}"
            return Unsure(force, _key(strain.limit, force), why, strain.limit.rules)
    return None


def _is_beyond(kit: Kit, world: World, one: Figure, near: Collection[PlaceId], limit: Limit) -> bool:
    """WAR-09: whether a measured figure is too far from every place it may be near, or over the river."""
    spot = world.war.spots[one.id]
    sheet = kit.scenario.atlas.sheets.get(spot.table)
    if sheet is None:
        return False
    land, at = ground(sheet), Point(Mil(spot.x), Mil(spot.y))
    # From the edge of its base, as everything is measured.
    reach = limit.inches * 1000 + radius(base_of(kit.book.profiles[one.profile], one.mounted))
    here = [place for place in near if place in sheet.footprints]
    return all(land.gap_to(at, place) > reach or land.is_parted(at, place, limit.beyond) for place in here)


def _counts_there(kit: Kit, limit: Limit, place: PlaceId) -> bool:
    return limit.table is None or table_of(kit, place) in (None, limit.table)


def _counts(kit: Kit, limit: Limit, force: Force, figure: Figure) -> bool:
    profile = kit.book.profiles[figure.profile]
    if figure.profile in limit.exempt or figure.profile in _spared(kit, limit, force):
        return False
    return not limit.races or profile.race in limit.races or profile.people in limit.races


def _spared(kit: Kit, limit: Limit, force: Force) -> frozenset[ProfileId]:
    """CON-092: by one reading those with whom a commander starts at a place never count."""
    return frozenset(
        profile
        for start in kit.scenario.starts
        if start.commander == force.commander and start.place in limit.spares_from
        for each in start.figures
        for profile in each.profiles
    )


def said_of(kit: Kit, world: World, strain: Strain, briefly: bool = False) -> str:
    """How a commander stands with a limit: counted where map or table has told, else only feared."""
    who = kit.scenario.commanders[strain.commander].name
    until = kit.scenario.events[strain.limit.until].name
    most = f"{strain.limit.figures} at most until the {until}"
    if strain.unsaid:
        return f"{who}: {strain.away} may be too far from home; {most}."
    if not strain.away:
        return f"{who}: nobody is too far from home; {most}."
    more = f"{strain.still_allowed} more may go" if strain.still_allowed else "nobody more may go"
    are = "is" if strain.away == 1 else "are"
    which = "" if briefly else f": {who_where(kit, world, strain.figures)}"
    return f"{who}: {strain.away} {are} too far from home{which}; {most}, so {more}."


def warnings(kit: Kit, world: World, force: Force) -> Iterator[str]:
    """What the table should mind after a force has moved."""
    for strain in strains(kit, world, force.commander) if force.commander else ():
        if strain.may_be_broken:
            cited = ", ".join(map(warned, strain.limit.rules))
            are = "may be" if strain.unsaid else "are"
            yield f"Mind: {strain.limit.text} {strain.away} {are} away from home. ({cited})"

"""WAR-01..03, WAR-06, WAR-09, WAR-10: what binds commanders before their wars; measured where figures are."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from assistant.kernel.evidence import warned
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.rules.arrivals import CommanderId, Limit, limits_in_force
from assistant.rules.book import PlaceId
from assistant.rules.kit import Kit
from assistant.rules.marches import is_on_the_way, strayings
from assistant.rules.measuring import base_of, is_measured
from assistant.rules.names import names_of
from assistant.rules.standing import forces_of, members
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.ground import ground
from assistant.table.setting_out import radius


@dataclass(frozen=True, slots=True)
class Strain:
    """How many of a commander's figures stand where they may be too far from home."""

    limit: Limit
    commander: CommanderId
    figures: tuple[FigureId, ...]
    """Who they are."""
    is_measured: bool = False
    """Whether all of his forces were measured, so that nobody has to be asked."""

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
    away = tuple(one.id for one in _away(kit, world, limit, commander))
    return Strain(limit, commander, away, all(is_measured(world, one) for one in forces_of(world, commander)))


def _away(kit: Kit, world: World, limit: Limit, commander: CommanderId) -> Iterator[Figure]:
    """Figures not at home nor near it; who comes in on a march of its own does not count."""
    near = {*kit.scenario.commanders[commander].home, *limit.near}
    for force in forces_of(world, commander):
        if not _counts_there(kit, limit, force.place):
            continue
        counted = [
            one
            for one in members(world, force)
            if _counts(kit, limit, one) and not is_on_the_way(kit, world, force, one)
        ]
        if is_measured(world, force):
            yield from (one for one in counted if _is_beyond(kit, world, one, near, limit))
        elif force.place not in near:
            yield from counted


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
    known = kit.book.places.get(place)
    return limit.table is None or known is None or known.table == limit.table


def _counts(kit: Kit, limit: Limit, figure: Figure) -> bool:
    profile = kit.book.profiles[figure.profile]
    if figure.profile in limit.exempt:
        return False
    return not limit.races or profile.race in limit.races or profile.people in limit.races


def said_of(kit: Kit, world: World, strain: Strain) -> str:
    """How a commander stands with a limit: counted where his figures are measured, else only feared."""
    who = kit.scenario.commanders[strain.commander].name
    until = kit.scenario.events[strain.limit.until].name
    most = f"{strain.limit.figures} at most until the {until}"
    if not strain.is_measured:
        return f"{who}: {strain.away} may be too far from home; {most}."
    names = names_of(kit, world, [world.figures[one] for one in strain.figures])
    more = f"{strain.still_allowed} more may go" if strain.still_allowed else "nobody more may go"
    return f"{who}: {strain.away} are too far from home ({names}); {most}, so {more}."


def warnings(kit: Kit, world: World, force: Force, came_from: PlaceId) -> Iterator[str]:
    """What the table should mind after a force has come from a place; nobody has measured."""
    if force.commander is None:
        return
    yield from strayings(kit, world, force, came_from)
    for strain in strains(kit, world, force.commander):
        if strain.may_be_broken:
            cited = ", ".join(map(warned, strain.limit.rules))
            yield f"Mind: {strain.limit.text} {strain.away} are away from home. ({cited})"

"""A running game as the map shows it: places by their rank, and every figure where it stands.

Figures that were never measured are set out in ranks at the place where their force is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point
from assistant.maps.built import Place
from assistant.maps.initials import initials_of
from assistant.maps.pieces import Group, Scene, Token
from assistant.rules.book import Book, PlaceId, Profile
from assistant.rules.kit import Kit
from assistant.rules.measuring import base_of, encounters, survey_of
from assistant.rules.scenario import Scenario
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.atlas import Atlas, Device, Sheet
from assistant.table.bases import Base, Standing
from assistant.table.ground import Ground, ground
from assistant.table.outlines import Shape, corners_around, free_of
from assistant.table.room import ranks, standing_room
from assistant.table.setting_out import Other, around, radius

GONE = ("eliminated", "dispersed")
FRIENDS, ENEMIES = 300, 1150
"""How far from others figures are set down: enemies not within an inch, lest they seem to fight."""
CROWD = 6000
"""How far around a place those stand who find no room in it."""


def places_of(book: Book, scenario: Scenario) -> dict[str, Place]:
    """What the map should know of every place, and of the spots at which one comes onto a table."""
    bases = {place for one in scenario.conquests for place in (*one.all_of, *one.any_of)}
    known = {
        str(place.id): Place(
            place.id, place.name, place.rank, is_base=place.id in bases, has_border=place.rank == "region"
        )
        for place in book.places.values()
    }
    entries = (
        one.place
        for sheet in scenario.atlas.sheets.values()
        for one in sheet.footprints.values()
        if one.is_entry
    )
    return known | {
        id: Place(id, scenario.spots[PlaceId(id)].name, "entry") for id in entries if id not in known
    }


def scene_of(kit: Kit, world: World, *, known: Collection[FigureId] | None = None) -> Scene:
    """Everyone on the tables, their forces, who is in contact or pinned; with `known` only those figures."""
    ranks_of = _Parade(world, kit.book, kit.scenario.atlas)
    by_place: dict[PlaceId, list[Force]] = {}
    for force in world.war.forces.values():
        ranks_of.stand(force)
        by_place.setdefault(force.place, []).append(force)
    for force in world.war.forces.values():
        ranks_of.lead_along(force)
    for place, forces in by_place.items():
        ranks_of.set_out(place, forces)
    tokens = [one for one in ranks_of.tokens if known is None or one.standing.id in known]
    shown = {one.standing.id for one in tokens}
    groups = [
        Group(force.id, _side(world, force), tuple(id for id in force.figures if id in shown), force.name)
        for force in world.war.forces.values()
    ]
    return Scene(
        tokens=tuple(tokens),
        groups=tuple(one for one in groups if one.figures),
        contacts=_contacts(kit, world),
        pinned=frozenset(survey_of(kit, world).pinned) & shown,
    )


def _contacts(kit: Kit, world: World) -> tuple[tuple[str, ...], ...]:
    """CMB-01: the contacts that are recorded, and those that measuring finds before anyone has said so."""
    told = tuple((*one.good, *one.evil) for one in world.war.contacts.values())
    known = {force for forces in told for force in forces}
    found = ((*one.good, *one.evil) for one in encounters(kit, world))
    return (*told, *(forces for forces in found if not known.issuperset(forces)))


def _side(world: World, force: Force) -> str:
    return next((world.figures[id].side for id in force.figures), "uncontrolled")


class _Parade:
    """Sets forces out at their places, off one another and a pace away from enemies."""

    def __init__(self, world: World, book: Book, atlas: Atlas) -> None:
        self.world, self.book, self.atlas = world, book, atlas
        self.initials = initials_of(
            tuple(profile.name for profile in book.profiles.values() if profile.kind == "character")
        )
        self.tokens: list[Token] = []
        self.taken: dict[str, list[_Taken]] = {}
        self.led: set[FigureId] = set()

    def stand(self, force: Force) -> None:
        """Those of a force who are measured, where they are."""
        for figure in self._there(force):
            if (spot := self.world.war.spots.get(figure.id)) is not None:
                at = Point(Mil(spot.x), Mil(spot.y))
                base = base_of(self.book.profiles[figure.profile], figure.mounted)
                self._put(force, figure, spot.table, at, base, spot.facing)

    def lead_along(self, force: Force) -> None:
        """The captives of a measured force close by those who guard them."""
        captives = [one for one in self._there(force) if one.condition == "captured"]
        guards = [one for one in self._there(force) if one.id in self.world.war.spots]
        if not captives or not guards:
            return
        spot = self.world.war.spots[guards[0].id]
        sheet = self.atlas.sheets.get(spot.table)
        at = Point(Mil(spot.x), Mil(spot.y))
        bases = tuple(base_of(self.book.profiles[one.profile], one.mounted) for one in captives)
        near = tuple(
            Other(one.standing.at, one.standing.base)
            for one in self.tokens
            if one.standing.table == spot.table and _is_close(one.standing.at, at)
        )
        found = _beside(ground(sheet), at, bases, near) if sheet else None
        for figure, base, where in zip(captives, bases, found or [at] * len(captives), strict=True):
            self.led.add(figure.id)
            self._put(force, figure, spot.table, where, base)

    def set_out(self, place: PlaceId, forces: Sequence[Force]) -> None:
        """The others: inside their place as far as there is room, the rest before the gates."""
        sheet = self.atlas.sheet_of(place)
        if sheet is None:
            return
        measured = self.world.war.spots
        left = [
            (force, figure)
            for force in forces
            for figure in self._there(force)
            if figure.id not in measured and figure.id not in self.led
        ]
        companies = [
            (group[0][1].side, tuple(self._size(figure) for _, figure in group))
            for force in forces
            if (group := [one for one in left if one[0] is force])
        ]
        spots = set_down(ground(sheet), place, tuple(companies), self._near(sheet, place))
        for (force, figure), spot in zip(left, spots, strict=True):
            if spot is not None:
                base = Base.of(self.book.profiles[figure.profile].base_mm)
                self._put(force, figure, sheet.id, spot, base)

    def _size(self, figure: Figure) -> Mil:
        return Mil(round(2 * radius(Base.of(self.book.profiles[figure.profile].base_mm))))

    def _near(self, sheet: Sheet, place: PlaceId) -> tuple[_Taken, ...]:
        """Who stands so near a place that they may be in the way there."""
        west, south, east, north = surroundings(ground(sheet), place)
        return tuple(
            one for one in self.taken.get(sheet.id, ()) if west < one[1].x < east and south < one[1].y < north
        )

    def _there(self, force: Force) -> list[Figure]:
        figures = [self.world.figures[id] for id in force.figures]
        return [figure for figure in figures if figure.condition not in GONE]

    def _put(self, force: Force, figure: Figure, table: str, at: Point, base: Base, facing: int = 0) -> None:
        profile = self.book.profiles[figure.profile]
        self.taken.setdefault(table, []).append((figure.side, at, radius(base)))
        is_character = profile.kind == "character"
        standing = Standing(figure.id, figure.side, table, at, base, facing, is_character)
        device = self.atlas.devices.get(profile.people, "dot")
        short = self.initials[profile.name] if is_character else ""
        self.tokens.append(_token(self.world, figure, profile, force, standing, device, short))


_Taken = tuple[str, Point, float]
"""Someone of a side who stands somewhere, with the radius of the base."""


def _is_close(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) < CROWD and abs(one.y - other.y) < CROWD


@lru_cache(maxsize=64)
def _beside(
    land: Ground, at: Point, bases: tuple[Base, ...], near: tuple[Other, ...]
) -> tuple[Point, ...] | None:
    """Spots close to others about a point; kept, as captors rarely move."""
    found = around(land, at, bases, near, beside=True)
    return tuple(found) if found else None


@lru_cache(maxsize=64)
def surroundings(land: Ground, place: PlaceId) -> tuple[float, float, float, float]:
    """The corners of all the ground on which anyone matters to those who are set down at a place."""
    return corners_around(land.footprint(place), CROWD)


@lru_cache(maxsize=1024)
def set_down(
    land: Ground, place: PlaceId, companies: tuple[tuple[str, tuple[Mil, ...]], ...], near: tuple[_Taken, ...]
) -> tuple[Point | None, ...]:
    """Where figures of these sizes are set down at a place, side by side, clear of those who stand there.

    Kept, because nearly every change of a game leaves nearly every place as it was.
    """
    taken, found = list(near), list[Point | None]()
    for side, sizes in companies:
        spots = _spots(land, place, side, sizes, taken)
        taken += [(side, at, size / 2) for at, size in zip(spots, sizes, strict=True) if at is not None]
        found += spots
    return tuple(found)


def _spots(
    land: Ground, place: PlaceId, side: str, sizes: Sequence[Mil], taken: Sequence[_Taken]
) -> list[Point | None]:
    """Inside as far as there is room, the rest around it."""
    found = ranks(_free(standing_room(land, place), side, taken), sizes)
    left = [number for number, spot in enumerate(found) if spot is None]
    if left:
        free = _free(standing_room(land, place, CROWD), side, taken)
        outside = ranks(free, [sizes[one] for one in left], about=land.footprint(place))
        for number, spot in zip(left, outside, strict=True):
            found[number] = spot
    return found


def _free(shape: Shape, side: str, taken: Sequence[_Taken]) -> Shape:
    friends = [(spot, radius) for whose, spot, radius in taken if whose == side]
    enemies = [(spot, radius) for whose, spot, radius in taken if whose != side]
    return free_of(free_of(shape, friends, FRIENDS), enemies, ENEMIES)


def _token(
    world: World,
    figure: Figure,
    profile: Profile,
    force: Force,
    standing: Standing,
    device: Device,
    initials: str,
) -> Token:
    turn = world.war.turn
    return Token(
        standing=standing,
        name=world.war.names.get(figure.id, profile.name),
        device=device,
        initials=initials,
        is_mounted=figure.mounted,
        is_wounded=figure.condition == "wounded",
        is_hidden=force.hidden,
        is_regrouping=bool(turn) and force.regrouping >= turn,
        is_ringbearer=world.war.ring.bearer == figure.id,
    )


def without_secrets(scene: Scene) -> Scene:
    """The same for those who may not know who bears the Ring."""
    return replace(scene, tokens=tuple(replace(one, is_ringbearer=False) for one in scene.tokens))

"""Forces come to stand on a measured table: typed, from a sheet, set out in ranks, or moved as a block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced, warned
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Mil, Point, inches
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_forces
from assistant.rules.core.resources import place_on_table
from assistant.rules.deeds.checks import figure_in, living_force, require_running
from assistant.rules.deeds.closing_in import enemy_there, lead_on
from assistant.rules.deeds.facing import onlookers, where_they_face
from assistant.rules.grounds import nearest_place, places_at, width_of
from assistant.rules.kit import Kit
from assistant.rules.march.facts import FiguresPlaced, ForceMoved, ForcesMarked
from assistant.rules.measuring import base_of, is_measured, measured, survey_of
from assistant.rules.moving.journeys import ground_of_table, others_on
from assistant.rules.moving.reaching import Approach
from assistant.rules.names import name_of
from assistant.rules.near import no_such
from assistant.rules.standing import is_on_table, members, place_name, where_at
from assistant.rules.table_word.facts import Overruled
from assistant.rules.war import Force, ForceId, Spot
from assistant.rules.world import Figure, World
from assistant.table.setting_out import Other, around, in_place


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure where it stands."""

    figure: FigureId
    spot: Spot


@deed
class Measure(Deed):
    """Figures stand where the table says, however they came there: typed one by one, or from a sheet."""

    figures: tuple[Measured, ...]
    kind: Literal["measure"] = "measure"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if not self.figures:
            raise Illegal("no-figures", "No figure is named.", do="Name one or more.")
        for one in self.figures:
            figure_in(world, one.figure)
            if not is_on_table(world.figures[one.figure]):
                raise Illegal(
                    "off-table",
                    f"{name_of(kit, world, world.figures[one.figure])} is not on the table.",
                    do="Restore it by hand if that is wrong.",
                )
            require_on(kit, one.spot)
        names = tuple(one.figure for one in self.figures)
        who = name_of(kit, world, world.figures[names[0]])
        title = f"{len(names)} figures measured" if len(names) > 1 else f"{who} measured"
        return Opening(title, tuple(place_on_table(one) for one in names), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        by_table: dict[str, list[Measured]] = {}
        for one in self.figures:
            by_table.setdefault(one.spot.table, []).append(one)
        for table, those in by_table.items():
            names = tuple(one.figure for one in those)
            desk.record(FiguresPlaced(names, table, tuple(_numbers(one.spot) for one in those)))
        for force in _forces_of(desk.world, [one.figure for one in self.figures]):
            follow(kit, desk, force)
        yield from ()


def _numbers(spot: Spot) -> tuple[int, int, int]:
    return spot.x, spot.y, spot.facing


def require_on(kit: Kit, spot: Spot) -> None:
    """A point of a table that there is."""
    sheets = kit.scenario.atlas.sheets
    if sheets and spot.table not in sheets:
        raise no_such("table", spot.table, sheets)
    land = ground_of_table(kit, spot.table)
    if land is not None and not land.is_on(Point(Mil(spot.x), Mil(spot.y))):
        wide, high = inches(land.sheet.width), inches(land.sheet.height)
        raise Illegal(
            "off-the-edge",
            f"{inches(Mil(spot.x))},{inches(Mil(spot.y))} lies beyond the edge of {land.sheet.name}.",
            do=f"It is {wide} by {high} inches, from its south-west corner.",
        )


def _forces_of(world: World, figures: Sequence[FigureId]) -> list[Force]:
    found = (world.war.force_of(one) for one in figures)
    return list({one.id: one for one in found if one is not None}.values())


def follow(kit: Kit, desk: RulesDesk, force: Force) -> None:
    """A measured force is where its figures stand: in the place they share, else in the field about one.

    Of places within one another the narrowest counts: who is in a lair is not merely in its land. Nobody
    comes to be "anywhere east of the mountains", nor leaves a place while some still stand in it.
    """
    there = members(desk.world, force)
    if not is_measured(desk.world, force) or not there:
        return
    spots = {one.id: desk.world.war.spots[one.id] for one in there}
    inside = [places_at(kit, spot) for spot in spots.values()]
    shared = [one for one in inside[0] if one in kit.book.places and all(one in others for others in inside)]
    wide = {one: width_of(kit, spot.table, one) for spot in spots.values() for one in (*shared, force.place)}
    place = min(shared, key=lambda one: wide[one], default=None)
    if any(force.place in here for here in inside) and (place is None or wide[force.place] <= wide[place]):
        place = force.place
    is_afield = place is None
    if place is None:
        leader = max(there, key=lambda one: kit.book.profiles[one.profile].leadership)
        place = nearest_place(kit, spots[leader.id], force.place)
    if place is None or (place, is_afield) == (force.place, force.afield):
        return
    desk.record(ForceMoved(force.id, place, force.moved, is_afield))
    if force.again:
        # To be told where one stands is no move.
        desk.record(ForcesMarked((force.id,), "again", force.again))
    tables: dict[str, list[FigureId]] = {}
    for name, spot in spots.items():
        tables.setdefault(spot.table, []).append(name)
    for table, names in tables.items():
        desk.record(FiguresPlaced(tuple(names), table, tuple(_numbers(spots[one]) for one in names)))
    say_where(kit, desk, desk.world.war.forces[force.id])


def say_where(kit: Kit, desk: RulesDesk, force: Force) -> None:
    """At a place, or in the field about it."""
    about_it = "in the field about" if force.afield else "at"
    desk.say(f"{force.does('is', 'are')} {about_it} {place_name(kit, force.place)}.")


@deed
class SetOut(Deed):
    """A force is set out in tidy ranks: at its place, about where it has marched to, or about a point."""

    force: ForceId
    table: str = ""
    x: int = 0
    y: int = 0
    facing: int = 0
    overruled: str = ""
    """Why the game master sets them elsewhere though an enemy pins them."""
    kind: Literal["set-out"] = "set-out"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force = living_force(world, self.force)
        why = self.overruled.strip()
        if not why:
            _require_unpinned(kit, world, force)
        self._spots(kit, world, force)
        where = where_at(kit, force.place)
        if self.table:
            where = f"at {inches(Mil(self.x))},{inches(Mil(self.y))}"
        elif _marched_to(kit, world, force) is not None:
            where = "where it stands"
        moved = (force, *onlookers(kit, world, force))
        held = tuple(place_on_table(one) for each in moved for one in each.figures)
        told = f", by the game master's word: {why}" if why else ""
        return Opening(f"{force.name} set out {where}{told}", held, encode(self))

    def _spots(self, kit: Kit, world: World, force: Force) -> tuple[str, list[Point]]:
        if self.table:
            require_on(kit, Spot(self.table, self.x, self.y))
            return self.table, about(kit, world, force, self.table, Point(Mil(self.x), Mil(self.y)))
        if (spot := _marched_to(kit, world, force)) is not None:
            return spot.table, about(kit, world, force, spot.table, Point(Mil(spot.x), Mil(spot.y)))
        return where_they_face(kit, world, force) or at_place(kit, world, force, force.place)

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        force = desk.world.war.forces[self.force]
        if self.overruled.strip():
            desk.record(Overruled(self.overruled.strip(), (), concerns=force.figures))
        table, spots = self._spots(kit, desk.world, force)
        put(desk, members(desk.world, force), table, spots, self.facing)
        say_who_is_outside(kit, desk, force, members(desk.world, force))
        if self.table or force.afield:
            follow(kit, desk, desk.world.war.forces[self.force])
        for one in onlookers(kit, desk.world, desk.world.war.forces[self.force]):
            if (stood_off := where_they_face(kit, desk.world, one)) is not None:
                put(desk, members(desk.world, one), *stood_off)
                desk.say(f"{one.does('stands', 'stand')} off from them now, as the scenario has it.")
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, self.force)


def _require_unpinned(kit: Kit, world: World, force: Force) -> None:
    """MOV-13: ranks are not a way out of an enemy's reach."""
    pinned = survey_of(kit, world).pinned if any(one in world.war.spots for one in force.figures) else ()
    if not set(pinned).isdisjoint(force.figures):
        raise Illegal(
            "pinned",
            f"{force.does('has', 'have')} an enemy within 1 inch and "
            f"{force.agrees('stays as it stands', 'stay as they stand')} ({enforced('MOV-13')}).",
            do="Put its figures where the table has them, or say why: because ...",
        )


def _marched_to(kit: Kit, world: World, force: Force) -> Spot | None:
    """Where the leader of those stands who have left the places of the map; nobody is set back into one."""
    there = [one for one in members(world, force) if one.id in world.war.spots]
    if not force.afield or not there:
        return None
    return world.war.spots[max(there, key=lambda one: kit.book.profiles[one.profile].leadership).id]


def put(
    desk: RulesDesk, figures: Sequence[Figure], table: str, spots: Sequence[Point], facing: int = 0
) -> None:
    """One fact for a whole force."""
    names = tuple(one.id for one in figures)
    desk.record(FiguresPlaced(names, table, tuple((spot.x, spot.y, facing) for spot in spots)))


def at_place(
    kit: Kit,
    world: World,
    force: Force,
    place: PlaceId,
    those: Sequence[Figure] = (),
    come: Approach | None = None,
) -> tuple[str, list[Point]]:
    """FRC-01: tidy ranks inside a place, within an inch of one another, on nobody and nothing impassable.

    Who has come there stands where he came in, or beside the enemy to whom he came.
    """
    sheet = kit.scenario.atlas.sheet_of(place)
    land = ground_of_table(kit, sheet.id) if sheet else None
    if sheet is None or land is None:
        raise Illegal(
            "no-map", f"No table has {place_name(kit, place)} on it.", do="Type where the figures stand."
        )
    figures = those or members(world, force)
    bases = [base_of(kit.book.profiles[one.profile], one.mounted) for one in figures]
    foe = enemy_there(kit, world, force, place, come) if come else None
    spots = in_place(
        land,
        place,
        bases,
        others_on(kit, world, sheet.id, force),
        toward=foe or (come.at if come else None),
        to_fight=foe is not None,
        is_shut=come is not None and come.is_shut,
    )
    if spots is None:
        raise _no_room(force, place_name(kit, place))
    if foe:
        lead_on(kit, figures, bases, spots, foe)
    enforced("FRC-01")
    return sheet.id, spots


def about(
    kit: Kit,
    world: World,
    force: Force,
    table: str,
    at: Point,
    those: Sequence[Figure] = (),
    *,
    to_fight: bool = False,
) -> list[Point]:
    """Tidy ranks about a point, clear of foes unless they come to fight."""
    land = ground_of_table(kit, table)
    bases = [base_of(kit.book.profiles[one.profile], one.mounted) for one in those or members(world, force)]
    others = others_on(kit, world, table, force)
    spots = around(land, at, bases, others, to_fight=to_fight) if land else None
    if spots is None:
        raise _no_room(force, f"{inches(at.x)},{inches(at.y)}")
    enforced("FRC-01")
    return spots


def set_out_again(kit: Kit, desk: RulesDesk, force_id: ForceId, come: Approach | None = None) -> None:
    """A measured force that has gone to a place stands there in ranks, if the table has room for it."""
    force = desk.world.war.forces[force_id]
    try:
        table, spots = at_place(kit, desk.world, force, force.place, come=come)
    except Illegal as refused:
        say_unmeasured(desk, force, refused)
        return
    put(desk, members(desk.world, force), table, spots)
    if come is None or not come.is_shut:
        say_who_is_outside(kit, desk, force, members(desk.world, force))


def say_unmeasured(desk: RulesDesk, force: Force, refused: Illegal) -> None:
    """Whoever must go where the table has no room is measured no more: no deed stops half done for that."""
    if any(one in desk.world.war.spots for one in force.figures):
        desk.record(FiguresPlaced(force.figures, "", ()))
    desk.say(f"{refused.sentence} So only its place is known now: set it out about a point of the table.")


def say_who_is_outside(kit: Kit, desk: RulesDesk, force: Force, those: Sequence[Figure]) -> None:
    """FOR-03: walls help only those behind them, so it is told how many of a garrison find no room there."""
    sheet = kit.scenario.atlas.sheet_of(force.place)
    if sheet is None or force.afield or not sheet.footprints[force.place].has_walls:
        return
    there = [spot for one in those if (spot := desk.world.war.spots.get(one.id))]
    inside = [force.place in places_at(kit, spot) for spot in there if spot.table == sheet.id]
    if any(inside) and (lost := len(there) - sum(inside)):
        finds = "finds" if lost == 1 else "find"
        desk.say(
            f"{lost} of {len(there)} {finds} no room inside {place_name(kit, force.place)} and "
            f"{'stands' if lost == 1 else 'stand'} before the walls ({warned('FOR-03')})."
        )


def stand_with(
    kit: Kit,
    desk: RulesDesk,
    force_id: ForceId,
    newcomers: Sequence[FigureId],
    *,
    beside_foes: bool = False,
) -> None:
    """FRC-05: who joins a measured force stands with it, if there is room; else the table says where."""
    force = desk.world.war.forces[force_id]
    those = [desk.world.figures[one] for one in newcomers]
    spots = [spot for one in force.figures if (spot := desk.world.war.spots.get(one))]
    if not spots or not those:
        return
    land, first = ground_of_table(kit, spots[0].table), spots[0]
    friends = [Other(one.at, one.base) for one in measured(kit, desk.world, (force,))]
    others, found = [*others_on(kit, desk.world, first.table, force), *friends], list[Point]()
    for one in those:
        # One by one: each finds a gap in the ranks, though no gap has room for all.
        base, at = base_of(kit.book.profiles[one.profile], one.mounted), Point(Mil(first.x), Mil(first.y))
        free = around(land, at, [base], others, to_fight=beside_foes, beside=True) if land else None
        if free is None:
            desk.say(f"There is no room beside {force.name}: put the newcomers where they stand.")
            return
        found += free
        others.append(Other(free[0], base))
    put(desk, those, first.table, found, first.facing)


def _no_room(force: Force, where: str) -> Illegal:
    return Illegal(
        "no-room",
        f"{force.does('finds', 'find')} no room at {where}.",
        do="Move others first, part the force, or set it out about another point.",
    )


@deed
class Lift(Deed):
    """A force is measured no more; only its place is known."""

    force: ForceId
    kind: Literal["lift"] = "lift"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        force = living_force(world, self.force)
        if not any(one in world.war.spots for one in force.figures):
            raise Illegal(
                "not-measured", f"{force.does('is', 'are')} not measured.", do="Nothing is to be done."
            )
        held = tuple(place_on_table(one) for one in force.figures)
        return Opening(f"{force.name} measured no more", held, encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(FiguresPlaced(desk.world.war.forces[self.force].figures, "", ()))
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, self.force)

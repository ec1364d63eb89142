"""Measured forces move as a block along a way, close up, and meet whom they touch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees
from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.inches import Mil, Point, inches
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import SIDES, FightingSide
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_forces
from assistant.rules.core.resources import place_on_table
from assistant.rules.deeds.checks import living_force, require_phase, require_running
from assistant.rules.deeds.contacts import leave_contact
from assistant.rules.deeds.hold_ups import held_up
from assistant.rules.deeds.marching import leave, leave_mounts, mind_march
from assistant.rules.deeds.placing import about, follow, put, require_on, say_unmeasured
from assistant.rules.deeds.searching import require_off_the_unseen
from assistant.rules.deeds.stillness import going_of, require_may_set_out, require_seen_to, require_unpinned
from assistant.rules.deeds.strides import in_column, in_order, stride, too_far
from assistant.rules.effects.deadly_ground import forebodings
from assistant.rules.effects.entering import ENTERING, require_no_passing, require_untried, shut_out
from assistant.rules.effects.weather import require_open
from assistant.rules.grounds import ground_fought_for
from assistant.rules.kit import Kit
from assistant.rules.limits import warnings
from assistant.rules.march.facts import ForceMoved
from assistant.rules.measuring import Encounter, base_of, encounters, is_measured
from assistant.rules.meeting.facts import ForcesMet
from assistant.rules.moving.journeys import Leg, as_far_as_into, entered, ground_of_table, others_on, rule_on
from assistant.rules.moving.paths import Ruling
from assistant.rules.names import name_of
from assistant.rules.near import no_such
from assistant.rules.numbering import new_contact
from assistant.rules.order import moves_ahead
from assistant.rules.standing import members, side_of
from assistant.rules.table_word.facts import Overruled
from assistant.rules.war import Contact, Force, ForceId, Spot
from assistant.rules.world import Figure, World
from assistant.table.links import crossing
from assistant.table.setting_out import Other, is_free

MIL = 1000
DIRECTIONS = 24
SHORTEST = 500


@deed
class Shift(Deed):
    """MOV-01: a measured force goes along a way as one block; its leader's way is what counts."""

    force: ForceId
    way: tuple[tuple[int, int], ...]
    """The points its leader goes through, the last where he halts, in thousandths of an inch."""
    overruled: str = ""
    """Why the game master lets them go though a rule forbids it."""
    onto: str = ""
    """Another table, if the way leads onto one: that on which its points lie."""
    before: tuple[tuple[int, int], ...] = ()
    """Points on their own table before they come to the other."""
    kind: Literal["shift"] = "shift"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_phase(world, "Forces move", "movement")
        force = measured_force(world, self.force)
        if not self.way:
            raise Illegal("no-way", "No point to go to is named.", do="Name one, such as 58.2,44.")
        for leg in self._legs(kit, world, force):
            for at in leg.points:
                require_on(kit, Spot(leg.table, at.x, at.y))
        if not self.overruled.strip():
            self._require_legal(kit, world, force)
        _block(kit, world, force, self._legs(kit, world, force), to_fight=True)
        end = f"{inches(Mil(self.way[-1][0]))},{inches(Mil(self.way[-1][1]))}"
        why = f", by the game master's word: {self.overruled.strip()}" if self.overruled.strip() else ""
        return Opening(
            f"{force.does('moves', 'move')} to {end}{why}", (force.id, *force.figures), encode(self)
        )

    def _require_legal(self, kit: Kit, world: World, force: Force) -> None:
        going = going_of(kit, world, force)
        require_may_set_out(kit, world, force, going)
        require_seen_to(kit, world, force)
        require_unpinned(kit, world, force, going)
        legs = self._legs(kit, world, force)
        ruling = rule_on(kit, world, force, going, legs)
        if ruling.first is not None:
            raise refusal(kit, world, ruling)
        _require_strides(kit, world, force, legs)
        require_off_the_unseen(kit, world, force, legs)
        places, halts = entered(kit, legs), _places_at(kit, legs[-1])
        require_untried(kit, world, (force,), places, ENTERING)
        require_open(kit, world, force, places)
        require_no_passing(kit, world, force, (one for one in places if one not in halts))

    def _legs(self, kit: Kit, world: World, force: Force) -> tuple[Leg, ...]:
        start = spot_of(kit, world, force)
        if self.onto in ("", start.table):
            return (Leg(start.table, _points(((start.x, start.y), *self.before, *self.way))),)
        here, there = _points(((start.x, start.y), *self.before)), _points(self.way)
        over = crossing(kit.scenario.atlas, start.table, self.onto, here[-1], there[0])
        if over is None:
            raise _parted(kit, start.table, self.onto)
        return Leg(start.table, (*here, over[0])), Leg(self.onto, (over[1], *there))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        force = desk.world.war.forces[self.force]
        if self.overruled.strip():
            desk.record(Overruled(self.overruled.strip(), (), concerns=force.figures))
        before, legs = force.place, self._legs(kit, desk.world, force)
        if not self.overruled.strip():
            going = going_of(kit, desk.world, force)
            held = yield from held_up(kit, desk, force, going, entered(kit, legs))
            if held == force.place:
                desk.title = force.does("stays where it is", "stay where they are")
                return
            if held is not None:
                legs = as_far_as_into(kit, legs, held)
            why = yield from shut_out(kit, desk, (force,), entered(kit, legs), ENTERING)
            if why:
                desk.say(f"{force.name}: {why}.")
                return
        ahead = tuple(moves_ahead(kit, desk.world, force.commander))
        moving = leave(kit, desk, force, going_of(kit, desk.world, force))
        move_block(kit, desk, desk.world.war.forces[moving], legs, to_fight=True)
        now = desk.world.war.forces[moving]
        if now.place != before:
            leave_contact(kit, desk, now)
        desk.record(ForceMoved(now.id, now.place, desk.world.war.turn, now.afield))
        # MNT-02: who only rides through such a place loses the mount there too.
        for place in dict.fromkeys((*entered(kit, legs), *(() if now.place == before else (now.place,)))):
            leave_mounts(kit, desk, members(desk.world, now), PlaceId(place))
        for line in forebodings(kit, desk.world, members(desk.world, now), entered(kit, legs)):
            desk.say(line)
        mind_march(kit, desk, moving, before)
        for line in (*ahead, *warnings(kit, desk.world, now)):
            desk.say(line)

    def owners(self, kit: Kit, world: World) -> Owners:
        """What a rule forbids only the game master lets pass."""
        return () if self.overruled else owners_of_forces(world, self.force)


def _places_at(kit: Kit, leg: Leg) -> tuple[str, ...]:
    """The places in which a leg ends."""
    land = ground_of_table(kit, leg.table)
    return land.places_at(leg.points[-1]) if land else ()


def _points(numbers: Sequence[tuple[int, int]]) -> tuple[Point, ...]:
    return tuple(Point(Mil(x), Mil(y)) for x, y in numbers)


def _parted(kit: Kit, table: str, onto: str) -> Illegal:
    """Tables that do not join, or one that is not there."""
    sheets = kit.scenario.atlas.sheets
    if onto not in sheets:
        return no_such("table", onto, sheets)
    joined = dict.fromkeys(sheets[link.to].name for link in kit.scenario.atlas.links_from(table))
    where = f"From there one comes to: {', '.join(joined)}." if joined else "It joins no other table."
    return Illegal(
        "tables-apart",
        f"No way leads from {sheets[table].name} onto {sheets[onto].name}.",
        do=where,
    )


def measured_force(world: World, name: ForceId) -> Force:
    """A force with anyone left in it, of whom all have been measured."""
    force = living_force(world, name)
    if not is_measured(world, force):
        raise Illegal(
            "not-measured",
            f"Not everyone of {force.name} has been measured.",
            do="Set the force out first, or move it to a place.",
        )
    return force


def spot_of(kit: Kit, world: World, force: Force) -> Spot:
    """AMB-084: where its leader stands: the highest leadership, else the first listed."""
    there = members(world, force)
    leader = max(there, key=lambda one: kit.book.profiles[one.profile].leadership)
    return world.war.spots[leader.id]


def refusal(kit: Kit, world: World, ruling: Ruling) -> Illegal:
    """Who forbids it, by which rule, and what would be allowed."""
    stop = ruling.first
    assert stop is not None
    who = name_of(kit, world, world.figures[stop.figure])
    far = f'{stop.at / MIL:g}"'
    instead = f": {stop.instead}" if stop.instead else ""
    return Illegal(
        "too-far",
        f'{who} may not go all {ruling.length / MIL:g}": {stop.why}.',
        do=f"Along this way the force gets {far}{instead}. The game master may overrule that with a reason.",
    )


def move_block(
    kit: Kit, desk: RulesDesk, force: Force, legs: Sequence[Leg], *, to_fight: bool = False
) -> None:
    """Everyone goes as the leader does, if they can stand there; else they close up about where he halts."""
    path, there = legs[-1].points, members(desk.world, force)
    try:
        block, how = _block(kit, desk.world, force, legs, to_fight=to_fight)
    except Illegal as refused:
        say_unmeasured(desk, force, refused)
        return
    if how:
        desk.say(f"{how}.")
    put(desk, there, legs[-1].table, block, _facing(path[-2], path[-1]))
    follow(kit, desk, desk.world.war.forces[force.id])


def _block(
    kit: Kit, world: World, force: Force, legs: Sequence[Leg], *, to_fight: bool
) -> tuple[list[Point], str]:
    """Where everyone comes to stand, and how, if not in the ranks that they were in."""
    table, there = legs[-1].table, members(world, force)
    start, end = legs[0].points[0], legs[-1].points[-1]
    spots = [world.war.spots[one.id] for one in there]
    block = [Point(Mil(one.x + end.x - start.x), Mil(one.y + end.y - start.y)) for one in spots]
    # A force that stands on two tables cannot go as a block.
    is_block = all(one.table == legs[0].table for one in spots)
    stands = is_block and _stands(kit, table, there, block, others_on(kit, world, table, force))
    known = stride(kit, world, there, legs)
    if stands and known.allows(block):
        return block, ""
    try:
        closer = about(kit, world, force, table, end, to_fight=to_fight)
    except Illegal:
        if not stands:
            raise
        return block, ""
    closer = in_order(kit, there, known, closer, but_leader=True)
    if not known.allows(closer):
        if column := in_column(kit, world, force, there, known, legs[-1].points, led=True):
            how = force.does("strings out along its way", "string out along their way")
            return column, f"{how}, for not all of {force.agrees('it gets', 'them get')} so far"
        if stands:
            return block, ""
    return closer, _closing(force, len(there))


def _require_strides(kit: Kit, world: World, force: Force, legs: Sequence[Leg]) -> None:
    """MOV-01: nobody goes further than he may: not to close up, nor round a corner that others cut."""
    there = members(world, force)
    block, _ = _block(kit, world, force, legs, to_fight=True)
    known = stride(kit, world, there, legs)
    if not known.allows(block):
        raise too_far(kit, world, there, known, block, None)


def _closing(force: Force, count: int) -> str:
    if count == 1:
        return f"{force.does('stands', 'stand')} a little aside: there is no room on the very spot"
    ranks = f"{force.agrees('its', 'their')} ranks as they were"
    return f"{force.does('closes', 'close')} up: there is no room for {ranks}"


def _stands(
    kit: Kit, table: str, there: Sequence[Figure], block: Sequence[Point], others: Sequence[Other]
) -> bool:
    land = ground_of_table(kit, table)
    return land is None or all(
        is_free(land, at, base_of(kit.book.profiles[one.profile], one.mounted), others)
        for one, at in zip(there, block, strict=True)
    )


def _facing(start: Point, end: Point) -> int:
    """Where one looks who has gone this way: 0 is north, 90 east."""
    return round(degrees(atan2(end.x - start.x, end.y - start.y))) % 360


@deed
class Tidy(Deed):
    """A straggling force closes up in ranks about its leader."""

    force: ForceId
    kind: Literal["tidy"] = "tidy"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        force = measured_force(world, self.force)
        spot = spot_of(kit, world, force)
        about(kit, world, force, spot.table, Point(Mil(spot.x), Mil(spot.y)))
        held = tuple(place_on_table(one) for one in force.figures)
        return Opening(f"{force.does('closes', 'close')} up", held, encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        force = desk.world.war.forces[self.force]
        spot = spot_of(kit, desk.world, force)
        at = about(kit, desk.world, force, spot.table, Point(Mil(spot.x), Mil(spot.y)))
        put(desk, members(desk.world, force), spot.table, at, spot.facing)
        follow(kit, desk, force)
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, self.force)


@deed
class Confront(Deed):
    """CMB-01: everyone whom measuring finds within an inch of an enemy has met them."""

    kind: Literal["confront"] = "confront"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        found = news(kit, world)
        if not found:
            raise Illegal(
                "nobody-touches", "Nobody who is measured has met anyone new.", do="Nothing is to be done."
            )
        forces = tuple(dict.fromkeys(one for each in found for one in (*each.good, *each.evil)))
        title = (
            f"{len(found)} contacts found by measuring" if len(found) > 1 else "A contact found by measuring"
        )
        return Opening(title, forces, encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        for one in news(kit, desk.world):
            war = desk.world.war
            place = _ground_of(kit, desk.world, one)
            contact = Contact(
                new_contact(war.met, war.turn),
                one.good,
                one.evil,
                place,
                war.turn,
                "",
                attacker_of(desk.world, one),
            )
            desk.record(ForcesMet(contact))
            names = [war.forces[force].name for force in (*one.good, *one.evil)]
            desk.say(f"Contact {contact.id}: {', '.join(names)} ({enforced('CMB-01')}).")
        yield from ()


def _ground_of(kit: Kit, world: World, one: Encounter) -> PlaceId:
    """Where it is fought: in the place that is fought for, else in the field about the place of the first."""
    homes = {name: world.war.force_of(name) for name in one.fighters}
    sides = {name: side_of(kit, world, home) for name, home in homes.items() if home is not None}
    return ground_fought_for(kit, world, sides) or world.war.forces[one.good[0]].place


def news(kit: Kit, world: World) -> tuple[Encounter, ...]:
    """Encounters of which no force has met anyone yet, or fought this turn."""
    return tuple(
        one
        for one in encounters(kit, world)
        if not any(
            world.war.contact_of(force) or world.war.forces[force].fought == world.war.turn
            for force in (*one.good, *one.evil)
        )
    )


@dataclass(frozen=True, slots=True)
class Joining:
    """Forces that stand within an inch of those who have met, and are in no contact yet."""

    contact: str
    good: tuple[ForceId, ...]
    evil: tuple[ForceId, ...]

    @property
    def forces(self) -> tuple[ForceId, ...]:
        return (*self.good, *self.evil)


def joining(kit: Kit, world: World) -> tuple[Joining, ...]:
    """CMB-01: who has come to a contact of this turn; between two contacts the table has to say."""
    found = []
    for one in encounters(kit, world):
        met = {each.id: each for force in (*one.good, *one.evil) if (each := world.war.contact_of(force))}
        new = [tuple(name for name in side if _may_join(world, name)) for side in (one.good, one.evil)]
        if len(met) == 1 and any(new):
            (contact,) = met.values()
            if contact.turn == world.war.turn:
                found.append(Joining(contact.id, *new))
    return tuple(found)


def _may_join(world: World, name: ForceId) -> bool:
    force = world.war.forces[name]
    is_fit = any(one.condition == "fit" for one in members(world, force))
    return is_fit and world.war.contact_of(name) is None and force.fought != world.war.turn


def attacker_of(world: World, one: Encounter) -> FightingSide | None:
    """The one side that moved this turn, if the other did not."""
    moved = [
        side
        for side, forces in (("good", one.good), ("evil", one.evil))
        if any(world.war.forces[force].moved == world.war.turn for force in forces)
    ]
    return next((side for side in SIDES if moved == [side]), None)

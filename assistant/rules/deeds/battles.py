"""A battle of forces that have met: the fight itself, and what it means for the forces and the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, ClassVar, Literal

from assistant.kernel.codec import Json, decode, encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId, Seat
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Terrain
from assistant.rules.combat import may_be_fought
from assistant.rules.combat.check import usable
from assistant.rules.combat.contact import may_hide
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import (
    SIDES,
    Entrant,
    FightingSide,
    FightSetup,
    Position,
    SideSetup,
    Site,
    other,
)
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, not_yours, owners_of_forces
from assistant.rules.core.resources import contact_of
from assistant.rules.deeds.after_battles import come_in, settle
from assistant.rules.deeds.contacts import contact_due, refuse_attack_of_others, turn_of_fight
from assistant.rules.deeds.fighting import Combat, as_they_stand, enlist
from assistant.rules.deeds.fought_with import fought_with, things_borne
from assistant.rules.deeds.garrisons import with_garrison
from assistant.rules.deeds.opening import fought_at_once
from assistant.rules.deeds.ramparts import fall, is_assaulted, remind, who_mans
from assistant.rules.deeds.recruiting import join_force
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.said_before import is_known_otherwise, said_otherwise
from assistant.rules.deeds.things import borne
from assistant.rules.effects.darkness import ask_for_darkness, is_dark
from assistant.rules.effects.ways import ground_of
from assistant.rules.grounds import may_be_inside
from assistant.rules.house import place_under
from assistant.rules.kit import Kit
from assistant.rules.measuring import bodies, in_reach, terrain_under
from assistant.rules.meeting.facts import ContactEnded
from assistant.rules.standing import is_on_table, members, side_of, where_at
from assistant.rules.sways import why_withdraws
from assistant.rules.war import Contact, Force
from assistant.rules.world import Figure, World

GAME_MASTER = Seat("game-master")


def proposed(kit: Kit, world: World, contact: Contact) -> FightSetup:
    """Everyone of the forces who can fight and is in reach; unmeasured, the table says who is not."""
    everyone = {side: SideSetup(tuple(_entrants(kit, world, contact, side))) for side in SIDES}
    sides = {side: _in_reach(kit, world, contact, orders) for side, orders in everyone.items()}
    site = _site(kit, world, contact, sides)
    if site.fortress:
        sides[site.fortress] = who_mans(kit, world, contact.place, sides[site.fortress])
    for side in SIDES:
        if not _is_in_tower(world, contact, side):
            outside = tuple(one for one in sides[side].figures if not _is_safe(world, one.figure))
            sides[side] = replace(sides[side], figures=outside)
    site = replace(site, terrain=_ground(kit, world, site, [*sides["good"].figures, *sides["evil"].figures]))
    sides = {side: _on_its_ground(world, orders, site) for side, orders in sides.items()}
    turn = turn_of_fight(world, contact)
    setup = fought_at_once(contact, FightSetup(sides["good"], sides["evil"], site, turn=turn))
    for side in SIDES:
        # Who is found behind walls, has soldiers with him by now, or attacks himself hides no longer.
        if setup.side(side).hides is None and may_hide(kit.book, setup, side):
            is_hidden = all(world.war.forces[one].hidden for one in contact.on(side))
            asked_to = setup.with_side(side, replace(setup.side(side), is_asked=True))
            setup = setup.hiding(side) if is_hidden else asked_to
    return setup


def _in_reach(kit: Kit, world: World, contact: Contact, orders: SideSetup) -> SideSetup:
    """CMB-02: of a measured contact those within six inches of an enemy; the others stand by."""
    reach = in_reach(kit, world, contact)
    if reach is None:
        return orders
    there = tuple(one for one in orders.figures if one.figure in reach)
    return replace(orders, figures=there or orders.figures)


def _ground(kit: Kit, world: World, site: Site, fighters: Sequence[Entrant]) -> Terrain:
    """TER-13: what most fighters stand on if all are measured, else what the place is known for."""
    if fighters and all(one.figure in world.war.spots for one in fighters):
        return Counter(one.terrain for one in fighters).most_common(1)[0][0]
    own = ground_of(kit.book.places.get(site.place) if site.place else None)
    if own:
        enforced("TER-13")
    return own or "clear"


def _on_its_ground(world: World, orders: SideSetup, site: Site) -> SideSetup:
    """Whom nobody measured stands on the ground of the place."""
    figures = (
        one if one.figure in world.war.spots else replace(one, terrain=site.terrain) for one in orders.figures
    )
    return replace(orders, figures=tuple(figures))


def _entrants(kit: Kit, world: World, contact: Contact, side: FightingSide) -> Iterator[Entrant]:
    enemies = [world.war.forces[one] for one in contact.on(other(side)) if one in world.war.forces]
    forces = [world.war.forces[one] for one in contact.on(side)]
    together = bodies(kit, world, forces)
    for force in forces:
        for one in members(world, force):
            if one.condition == "fit" and why_withdraws(kit, world, one, enemies) is None:
                bears = usable(kit.book.profiles[one.profile], one.mounted, borne(world, one.id))
                ground = terrain_under(kit, world, one.id)
                yield Entrant(
                    one.id,
                    one.profile,
                    one.mounted,
                    ground,
                    bears=bears,
                    force=force.id,
                    ensnared=_fights_worse(world, contact, force),
                    body=together[force.id] if len(forces) > 1 else "",
                    people=one.people,
                )


def _fights_worse(world: World, contact: Contact, force: Force) -> bool:
    """ITM-PALANTIR-03: whether a force's commander was ensnared again in the turn before."""
    snare = world.war.ensnared.get(force.commander) if force.commander else None
    return snare is not None and snare.fights_worse and snare.turn + 1 == contact.turn


def _is_safe(world: World, figure: FigureId) -> bool:
    """TOW-03: whether it is in a tower, out of what is fought around it."""
    if world.figures[figure].in_tower:
        enforced("TOW-03")
    return world.figures[figure].in_tower


def _is_in_tower(world: World, contact: Contact, side: FightingSide) -> bool:
    """Whether all of a side who can fight are in the tower: then the fight is about that."""
    able = [
        one
        for force in contact.on(side)
        for one in members(world, world.war.forces[force])
        if one.condition == "fit"
    ]
    return bool(able) and all(one.in_tower for one in able)


def _site(kit: Kit, world: World, contact: Contact, sides: Mapping[FightingSide, SideSetup]) -> Site:
    """The place with its holder; whoever holds walls and is in them defends them, and a tower to the last.

    TOW-04: who attacks out of a tower has left it, and fights in the open.
    """
    place = kit.book.places.get(contact.place)
    attacker: FightingSide | None = next((side for side in SIDES if side == contact.attacker), None)
    dark = is_dark(kit, world, contact.place) is True
    inside = {
        side
        for side in SIDES
        if any(may_be_inside(kit, world, contact.place, one.figure) for one in sides[side].figures)
    }
    if place is None or not inside:
        return Site(attacker=attacker, resumed=contact.resumed, darkness=dark)
    place = place_under(kit.house(world), place)
    holder = world.war.holder(place.id)
    walls: FightingSide | None = None
    if (place.is_fortress and holder in inside) or (
        holder in SIDES and is_assaulted(kit, world, contact, holder)
    ):
        walls = next((side for side in SIDES if side == holder), None)
    at: Position = "walls" if walls else "field"
    for side in SIDES:
        if _is_in_tower(world, contact, side):
            enforced("TOW-04" if attacker == side else "TOW-05")
            walls, at = (None, "field") if attacker == side else (side, "tower")
    return Site(
        place=place.id,
        holder=holder,
        fortress=walls,
        tower=place.has_tower,
        weak_wall=place.has_weak_wall,
        breached=place.id in world.breached,
        at=at,
        attacker=attacker,
        resumed=contact.resumed,
        darkness=dark,
    )


@deed
class Battle(Deed):
    """A contact is fought out."""

    contact: str
    setup: FightSetup
    kind: Literal["battle"] = "battle"
    done_by: ClassVar[By] = "any-owner"
    is_taken_back: ClassVar[bool] = False

    @property
    def is_changed_by_hand(self) -> bool:
        """Whether the game master has a say in somebody's numbers."""
        return any(one.by_hand for side in SIDES for one in self.setup.side(side).figures)

    def is_on_other_ground(self, kit: Kit, world: World, told: Iterable[str]) -> bool:
        """Whether what is told of walls, tower, darkness or attacker is otherwise than it is known."""
        met = world.war.contacts.get(self.contact)
        if met is None:
            return False
        usual = proposed(kit, world, met).site
        said = replace(usual, **{name: getattr(self.setup.site, name) for name in told})
        return is_known_otherwise(usual, said)

    def names_attacker(self, world: World) -> FightingSide | None:
        """The side that is said to have moved into contact, though nobody said so when they met."""
        met = world.war.contacts.get(self.contact)
        return self.setup.site.attacker if met is not None and met.attacker is None else None

    def plan(self, kit: Kit, world: World) -> Opening:
        met = contact_due(world, self.contact)
        opening = Combat(as_fought(kit, world, met, self.setup)).plan(kit, world)
        frozen = replace(self, setup=decode(FightSetup, opening.setup))
        holds = (*opening.holds, *_held(met), *things_borne(world, frozen.setup))
        return Opening(opening.title, holds, encode(frozen))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[Outcome]:
        met, before = desk.world.war.contacts[self.contact], _as_they_came(desk.world, self.setup)
        setup, known = self.setup, frozenset(desk.world.figures)
        if otherwise := said_otherwise(kit, met, as_proposed(kit, desk.world, met), setup):
            desk.say(otherwise)
        enlist(desk, kit.book, setup)
        may_be_fought(desk, kit.book, as_they_stand(setup, kit.book, desk.world))
        if not setup.site.darkness and (yield from ask_for_darkness(kit, desk, met.place)):
            setup = replace(setup, site=replace(setup.site, darkness=True))
        remind(kit, desk, met, setup.site.fortress)
        owing = fought_with(kit, desk.world, setup)
        outcome = yield from Combat(setup).perform(kit, desk)
        lost = setup.site.fortress if outcome.walls_fell else None
        fall(kit, desk, met, lost)
        come_in(desk, met, lost)
        _take_in(kit, desk, met, known)
        if outcome.evaded is not None:
            desk.record(ContactEnded(self.contact, "not found", outcome.evaded, owing))
        else:
            is_over = outcome.winner is not None or outcome.walls_fell
            yield from settle(kit, desk, met, before, owing, is_over=is_over)
        return outcome

    def owners(self, kit: Kit, world: World) -> Owners:
        """Everybody in it; one of them is enough to begin."""
        met = world.war.contacts.get(self.contact)
        return owners_of_forces(world, *met.good, *met.evil) if met else ()

    def refuse_from_seat(self, kit: Kit, world: World, mine: Set[CommanderId], sent: Json) -> None:
        if self.is_changed_by_hand:
            raise not_yours(is_somebodys=False)
        raw: Any = sent
        if self.is_on_other_ground(kit, world, raw["setup"].get("site", ())):
            raise Illegal(
                "for-the-master",
                "Walls, towers, darkness and who attacks are for the game master to say.",
                do="Ask at the game master's table, or begin the fight on the ground as it is known.",
            )
        if attacker := self.names_attacker(world):
            refuse_attack_of_others(mine, world, world.war.contacts[self.contact].on(attacker))


def _take_in(kit: Kit, desk: RulesDesk, met: Contact, known: frozenset[FigureId]) -> None:
    """Who came to the table in the middle of a fight goes with a force of its side that was in it."""
    forces = [desk.world.war.forces[one] for one in (*met.good, *met.evil)]
    for force in forces:
        side = side_of(kit, desk.world, force)
        homeless = tuple(
            one.id
            for one in desk.world.figures.values()
            if one.id not in known
            and one.side == side
            and is_on_table(one)
            and desk.world.war.force_of(one.id) is None
        )
        if homeless:
            join_force(kit, desk, homeless, force.id)


@deed
class ReportedBattle(Deed):
    """A contact was fought out at the table without the assistant, and is entered as it came out."""

    contact: str
    report: ReportedFight
    kind: Literal["reported-battle"] = "reported-battle"

    def plan(self, kit: Kit, world: World) -> Opening:
        met = contact_due(world, self.contact)
        whole = with_reserves(kit, world, met, self.report.fight)
        setup = with_garrison(kit, world, met, whole)
        opening = replace(self.report, fight=setup).plan(kit, world)
        frozen = replace(self, report=decode(ReportedFight, opening.setup))
        return Opening(opening.title, (*opening.holds, *_held(met)), encode(frozen))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        met, before = desk.world.war.contacts[self.contact], _as_they_came(desk.world, self.report.fight)
        known, owing = frozenset(desk.world.figures), fought_with(kit, desk.world, self.report.fight)
        yield from self.report.perform(kit, desk)
        is_over = self.report.winner is not None or self.report.walls_fell
        lost = self.report.fight.site.fortress if self.report.walls_fell else None
        fall(kit, desk, met, lost)
        come_in(desk, met, lost)
        _take_in(kit, desk, met, known)
        yield from settle(kit, desk, met, before, owing, is_over=is_over)


def _held(met: Contact) -> tuple[str, ...]:
    return (*met.good, *met.evil, contact_of(met.id))


def _as_they_came(world: World, setup: FightSetup) -> dict[FigureId, Figure]:
    names = (one.figure for side in SIDES for one in setup.side(side).concerned)
    return {one: world.figures[one] for one in names if one in world.figures}


def as_fought(kit: Kit, world: World, met: Contact, setup: FightSetup) -> FightSetup:
    """The fight as it would be fought: with those who stand by, and the garrison behind the walls."""
    whole = with_reserves(kit, world, met, fought_at_once(met, setup))
    return with_garrison(kit, world, met, whole)


def as_proposed(kit: Kit, world: World, met: Contact) -> FightSetup:
    """The fight as it would be fought if nobody said otherwise."""
    usual = as_fought(kit, world, met, proposed(kit, world, met))
    return replace(usual, house_rules=world.house_rules)


def with_reserves(kit: Kit, world: World, met: Contact, setup: FightSetup) -> FightSetup:
    """CMB-02, FRC-03: forces fight as one body; who of them is not in reach stands by."""
    enforced("FRC-03")
    for side in SIDES:
        if not any(_entrants(kit, world, met, side)):
            raise Illegal(
                "nobody-fit",
                f"Nobody of {side} can fight any more {where_at(kit, met.place)}.",
                do="Say that they do not meet after all, and why.",
            )
    sides = {side: _whole_side(kit, world, met, side, setup) for side in SIDES}
    return replace(setup, good=sides["good"], evil=sides["evil"], turn=turn_of_fight(world, met))


def _whole_side(kit: Kit, world: World, met: Contact, side: FightingSide, setup: FightSetup) -> SideSetup:
    orders = setup.side(side)
    known = {one.figure: one for one in _entrants(kit, world, met, side)}
    in_reach = [one.figure for one in orders.figures]
    if strangers := [one for one in in_reach if one not in known and one in world.figures]:
        raise Illegal(
            "not-in-the-fight",
            f"{strangers[0]} is in none of the forces that have met, or cannot fight.",
            do="Leave that figure out, or let it join one of the forces first.",
        )
    for force in met.on(side):
        _keep_together(kit, world.war.forces[force], list(known.values()), in_reach)
    figures = tuple(
        replace(one, force=known[one.figure].force, body=one.body or known[one.figure].body)
        if one.figure in known
        else one
        for one in orders.figures
    )
    said = {one.force: one.body for one in figures}
    reserve = tuple(
        replace(one, body=said.get(one.force, one.body))
        for name, one in known.items()
        if name not in in_reach and (setup.site.at == "tower" or not _is_safe(world, name))
    )
    if reserve:
        enforced("CMB-02")
    return replace(orders, figures=figures, reserve=reserve)


def _keep_together(kit: Kit, force: Force, able: Sequence[Entrant], in_reach: Sequence[FigureId]) -> None:
    """FRC-04: characters who can fight stand where their leader stands, so all are in reach or none."""
    able = [one for one in able if one.force == force.id]
    there = [one for one in able if one.figure in in_reach]
    if not there or len(there) == len(able):
        return
    if all(kit.book.profiles[one.profile].is_character for one in able):
        raise Illegal(
            "characters-stand-together",
            f"{force.name}: characters only, so all are in reach or none ({enforced('FRC-04')}).",
            do="They stand where their leader stands.",
        )

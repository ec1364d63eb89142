"""What a battle means for the forces that fought it: marks, captives, those left behind, and what goes on."""

from __future__ import annotations

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.contacts import turn_of_fight
from assistant.rules.deeds.fallen_back import have_fallen_back
from assistant.rules.deeds.opening import after_the_opening
from assistant.rules.deeds.recruiting import form
from assistant.rules.deeds.retreating import stay_in_the_field
from assistant.rules.deeds.spoils import lead_away, reward
from assistant.rules.deeds.things import lose_steeds
from assistant.rules.fight.facts import Retreated
from assistant.rules.kit import Kit
from assistant.rules.march.facts import FiguresPlaced, ForceMoved, ForcesMarked
from assistant.rules.meeting.facts import ContactEnded, ForcesMet
from assistant.rules.numbering import resumed_contact
from assistant.rules.standing import is_measured, members
from assistant.rules.sways import why_withdraws
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.world import Figure, World


def settle(
    kit: Kit,
    desk: RulesDesk,
    met: Contact,
    before: dict[FigureId, Figure],
    owing: tuple[str, ...],
    *,
    is_over: bool,
) -> Procedure[None]:
    """Marks, captives and points, lost mounts, the wounded left behind, and whether it goes on."""
    _part_from_the_tower(kit, desk, met)
    _mark(desk, met)
    _stay_where_blocked(kit, desk, met)
    yield from reward(kit, desk, met, before)
    lose_steeds(desk, [one for one, was in before.items() if was.mounted and not _rides(desk.world, one)])
    _leave_the_helpless(kit, desk, met)
    _go_on_or_end(kit, desk, met, owing, is_over)
    lead_away(desk, met)
    yield from after_the_opening(kit, desk, met)


def come_in(desk: RulesDesk, met: Contact, loser: FightingSide | None) -> None:
    """FOR-06: whoever took the walls of a place is in it now, wherever before them they were measured."""
    for one in met.on(other(loser)) if loser else ():
        force = _force(desk, one)
        if not members(desk.world, force) or (force.place == met.place and not force.afield):
            continue
        spots = {name: spot for name in force.figures if (spot := desk.world.war.spots.get(name))}
        desk.record(ForceMoved(one, met.place, force.moved))
        for table in dict.fromkeys(spot.table for spot in spots.values()):
            there = {name: (at.x, at.y, at.facing) for name, at in spots.items() if at.table == table}
            desk.record(FiguresPlaced(tuple(there), table, tuple(there.values())))


def _rides(world: World, figure: FigureId) -> bool:
    return world.figures[figure].mounted


def _mark(desk: RulesDesk, met: Contact) -> None:
    """OUT-08: all have fought; who was beaten regroups for the whole of the next turn."""
    turn, forces = turn_of_fight(desk.world, met), (*met.good, *met.evil)
    desk.record(ForcesMarked(forces, "fought", turn))
    if seen := tuple(one for one in forces if desk.world.war.forces[one].hidden):
        desk.record(ForcesMarked(seen, "hidden", 0))
    # Who regroups already and is attacked is not beaten by that alone.
    fled = _fled(desk)
    beaten = tuple(
        one for one in forces if any(figure.id in fled for figure in members(desk.world, _force(desk, one)))
    )
    if fresh := tuple(one for one in beaten if _force(desk, one).regrouping <= turn):
        desk.record(ForcesMarked(fresh, "regrouping", turn + 1))
        enforced("OUT-08")


def _stay_where_blocked(kit: Kit, desk: RulesDesk, met: Contact) -> None:
    """AMB-033: of whom the fight has told that their way is blocked, nobody asks where they go."""
    facts = (fact for fact in desk.facts if isinstance(fact, Retreated) and fact.how == "blocked")
    stuck = {one for fact in facts for one in fact.figures}
    for force in (_force(desk, one) for one in (*met.good, *met.evil)):
        if stuck.isdisjoint(one.id for one in members(desk.world, force)):
            continue
        # Where the measured stand, the table shows.
        if not is_measured(desk.world, force):
            stay_in_the_field(kit, desk, force)
        have_fallen_back(desk, (force.id,))


def _part_from_the_tower(kit: Kit, desk: RulesDesk, met: Contact) -> None:
    """FOR-07, OUT-07: who got into the tower stays there, and who was outside the fallen walls falls back."""
    fled = _fled(desk)
    for force_id in (*met.good, *met.evil):
        force = _force(desk, force_id)
        there = members(desk.world, force)
        inside = [one.id for one in there if one.in_tower]
        if inside and any(one.id in fled and not one.in_tower for one in there):
            form(kit, desk, force.commander, force.place, inside)


def _fled(desk: RulesDesk) -> set[FigureId]:
    return {one for fact in desk.facts if isinstance(fact, Retreated) for one in fact.figures}


def _force(desk: RulesDesk, force: ForceId) -> Force:
    return desk.world.war.forces[force]


def _leave_the_helpless(kit: Kit, desk: RulesDesk, met: Contact) -> None:
    """ABL-HERO-5: the wounded whom nobody carries stay where the fight was, as a force of their own."""
    for force_id in (*met.good, *met.evil):
        force = _force(desk, force_id)
        there = members(desk.world, force)
        left = [one.id for one in there if one.left_behind]
        if left and len(left) < len(there):
            form(kit, desk, force.commander, force.place, left)


def _go_on_or_end(kit: Kit, desk: RulesDesk, met: Contact, owing: tuple[str, ...], is_over: bool) -> None:
    """OUT-04: a draw goes on next turn while both sides have anyone to fight."""
    desk.record(ContactEnded(met.id, "fought", owing=owing))
    able = {side: _able(kit, desk.world, met, side) for side in SIDES}
    if is_over or not all(able.values()):
        return
    # What was left of an earlier turn and is fought before this turn's combat goes on in that.
    turn = turn_of_fight(desk.world, met) + 1
    again = Contact(
        resumed_contact(met.id, turn),
        able["good"],
        able["evil"],
        met.place,
        turn,
        # What is noted of the game's opening asks for a battle that has now been fought.
        met.note if met.turn else "",
        met.attacker,
        resumed=True,
    )
    desk.record(ForcesMet(again))
    desk.say(
        f"They stay in contact and fight on next turn if they are still in reach ({enforced('OUT-04')})."
    )


def _able(kit: Kit, world: World, met: Contact, side: FightingSide) -> tuple[ForceId, ...]:
    enemies = [world.war.forces[one] for one in met.on(other(side))]
    return tuple(
        one
        for one in met.on(side)
        if any(
            figure.condition == "fit" and why_withdraws(kit, world, figure, enemies) is None
            for figure in members(world, world.war.forces[one])
        )
    )

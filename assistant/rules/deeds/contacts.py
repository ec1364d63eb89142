"""Forces that have met: when they fight, and what holds them meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.rules.arrivals import CommanderId
from assistant.rules.combat.setup import SIDES, other
from assistant.rules.core.deed import RulesDesk, owners_of_forces
from assistant.rules.core.resources import contact_of
from assistant.rules.deeds.checks import require_phase, require_running
from assistant.rules.kit import Kit
from assistant.rules.meeting.facts import ContactEnded, ForcesMet
from assistant.rules.near import no_such
from assistant.rules.standing import members, where_at
from assistant.rules.sways import why_all_withdraw
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.world import World


def contact_due(world: World, contact: str) -> Contact:
    """SEQ-03: a contact is fought in the combat phase of its turn, or later if it was put off."""
    require_running(world)
    if contact not in world.war.contacts:
        raise no_such("contact", contact, world.war.contacts)
    met = world.war.contacts[contact]
    if met.turn > world.war.turn:
        raise Illegal(
            "fought-already",
            f"They fought to a draw, and fight on in turn {met.turn} ({enforced('OUT-04')}).",
            do="Take the last fight back if it was not over yet.",
        )
    if not is_fought_now(world, met):
        require_phase(world, "Contacts are fought", "combat")
    return met


def is_fought_now(world: World, met: Contact) -> bool:
    """SEQ-03: contacts are fought in the combat phase; what is left of an earlier turn at any time."""
    war = world.war
    return met.turn < war.turn or (met.turn == war.turn and war.phase == "combat")


def turn_of_fight(world: World, met: Contact) -> int:
    """OUT-08, AMB-034: what was put off counts for the turn whose combat it is fought in, or that went by."""
    war = world.war
    return max(met.turn, war.turn if war.phase == "combat" else war.turn - 1)


def refuse_attack_of_others(mine: Set[CommanderId], world: World, attackers: Sequence[ForceId]) -> None:
    """CMB-01: that a side moved into contact is for itself to say, where no move on record shows who did."""
    if mine.isdisjoint(owners_of_forces(world, *attackers)):
        raise Illegal(
            "for-the-master",
            "You can say that your own side moved into contact, if no move on record shows who did.",
            do="Leave it out, or ask at the game master's table.",
        )


def met_by(world: World, force: Force) -> Iterator[str]:
    """The contact of a force, by the name under which a fight under way holds it."""
    if (met := world.war.contact_of(force.id)) is not None:
        yield contact_of(met.id)


def end_without_foes(kit: Kit, desk: RulesDesk) -> None:
    """CMB-01: where nobody is left on one side there is nobody to fight, and the others are free to go."""
    for met in tuple(desk.world.war.contacts.values()):
        gone = next((side for side in SIDES if not _anyone(desk.world, met.on(side))), None)
        if gone is not None:
            desk.record(ContactEnded(met.id, f"nobody of {gone} is left"))
            desk.say(f"No fight {where_at(kit, met.place)}: nobody of {gone} is left ({enforced('CMB-01')}).")
    end_unseen(kit, desk)


def end_unseen(kit: Kit, desk: RulesDesk) -> None:
    """ITM-RING-06: who is hidden from all enemies is met by none, and who sees none of them meets nobody."""
    for met in tuple(desk.world.war.contacts.values()):
        if not (out := _without_foes_to_see(kit, desk.world, met)):
            continue
        good, evil = (tuple(one for one in met.on(side) if one not in out) for side in SIDES)
        if good and evil:
            desk.record(ForcesMet(replace(met, good=good, evil=evil)))
            desk.say(f"Not in the fight {where_at(kit, met.place)}: {'; '.join(out.values())}.")
        else:
            # What hides them is told by the deed alone, to those who may read that.
            desk.record(ContactEnded(met.id, "they do not fight after all"))
            desk.say(f"No fight {where_at(kit, met.place)}: {next(iter(out.values()))}.")


def _without_foes_to_see(kit: Kit, world: World, met: Contact) -> dict[ForceId, str]:
    """Those of a contact who have nobody to fight in it, and why."""
    forces = {side: [world.war.forces[one] for one in met.on(side)] for side in SIDES}
    return {
        one.id: f"{one.does('is', 'are')} {why}"
        for side in SIDES
        for one in forces[side]
        if (why := why_all_withdraw(kit, world, one, forces[other(side)]))
    }


def leave_contact(kit: Kit, desk: RulesDesk, force: Force) -> None:
    """MOV-13: who gets away has met nobody any more; where that leaves a side empty there is no fight."""
    if (met := desk.world.war.contact_of(force.id)) is None:
        return
    good, evil = (tuple(one for one in met.on(side) if one != force.id) for side in SIDES)
    if good and evil:
        desk.record(ForcesMet(replace(met, good=good, evil=evil)))
        return
    desk.record(ContactEnded(met.id, f"{force.does('gets', 'get')} away"))
    away = force.does("has", "have")
    desk.say(f"No fight {where_at(kit, met.place)}: {away} got away ({enforced('MOV-13')}).")


def _anyone(world: World, forces: Sequence[ForceId]) -> bool:
    known = (world.war.forces.get(one) for one in forces)
    return any(force is not None and members(world, force) for force in known)

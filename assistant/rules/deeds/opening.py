"""FEL-06..08: what comes of the fights that are fought before the first turn."""

from __future__ import annotations

from dataclasses import replace

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.captives import captives_in
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.gathering import unite
from assistant.rules.deeds.holding import give
from assistant.rules.deeds.moving_off import move_off
from assistant.rules.deeds.placing import stand_with
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.fight.facts import Suffered
from assistant.rules.kit import Kit
from assistant.rules.march.facts import FiguresPlaced
from assistant.rules.names import name_of, names_of
from assistant.rules.scenario import FirstContact
from assistant.rules.scoring import for_slain
from assistant.rules.standing import is_measured, members
from assistant.rules.war import Contact, Force
from assistant.rules.world import Condition, Figure, World

SLAY, SPARE = "slay", "spare"
OUT: tuple[Condition, ...] = ("wounded", "captured", "paralyzed", "eliminated")


def fought_at_once(met: Contact, setup: FightSetup) -> FightSetup:
    """FEL-06: nobody hides from the fight that the scenario begins with."""
    if met.turn > 0:
        return setup
    for side in SIDES:
        orders = setup.side(side)
        if orders.hides:
            raise Illegal(
                "cannot-hide",
                f"The game begins with this fight: nobody hides from it ({enforced('FEL-06')}).",
                do="Leave out that they hide.",
            )
        setup = setup.with_side(side, replace(orders, hides=False))
    enforced("FEL-06")
    return setup


def after_the_opening(kit: Kit, desk: RulesDesk, met: Contact) -> Procedure[None]:
    """What follows from a fight before the first turn; nothing from any other."""
    meeting = next(
        (
            one
            for one in in_force(kit.scenario.first_contacts, kit.house(desk.world))
            if one.place == met.place
        ),
        None,
    )
    if meeting is None or met.turn > 0:
        return
    leader = _figure(desk.world, meeting)
    if leader is not None and _is_carried_off(kit, desk.world, meeting, leader):
        yield from _march_off(kit, desk, met, leader)
    else:
        _join(kit, desk, met, meeting)


def _figure(world: World, meeting: FirstContact) -> Figure | None:
    return next((one for one in world.figures.values() if one.profile == meeting.good), None)


def _is_carried_off(kit: Kit, world: World, meeting: FirstContact, leader: Figure) -> bool:
    """FEL-07, AMB-050: the leader out of the fight and the others taken, as the table reads it."""
    taken = [one for one in world.figures.values() if one.profile in meeting.taken]
    enforced("AMB-050")
    match kit.house(world)["AMB-050"]:
        case "slain-and-taken":
            return leader.condition == "eliminated" and all(one.condition == "captured" for one in taken)
        case "wounded":
            return leader.condition in OUT and all(one.condition in OUT for one in taken)
        case _:
            return leader.condition in OUT and all(one.condition == "captured" for one in taken)


def _march_off(kit: Kit, desk: RulesDesk, met: Contact, leader: Figure) -> Procedure[None]:
    """FEL-07: they may finish whom they have felled, and make a move at once with their captives."""
    force = desk.world.war.forces[met.evil[0]]
    if force.commander is None:
        return
    seat = seat_for(force.commander)
    if leader.condition == "wounded" and kit.house(desk.world)["AMB-050"] == "out-of-action":
        who = name_of(kit, desk.world, leader)
        ask, rule = f"{who} lies wounded before {force.name}.", asked("AMB-050")
        if (yield from desk.choose(seat, "finish", ask, (SLAY, SPARE), rule)) == SLAY:
            _slay(kit, desk, leader.id, force.commander)
    if where := (yield from move_off(kit, desk, force)):
        captives = captives_in(desk.world, desk.world.war.forces[force.id])
        led = names_of(kit, desk.world, [desk.world.figures[one] for one in captives])
        off = f"{force.does('is', 'are')} off {where} with {led or 'the captives'}"
        desk.say(f"{off} ({enforced('FEL-07')}).")


def _slay(kit: Kit, desk: RulesDesk, figure: FigureId, by: CommanderId) -> None:
    desk.record(Suffered((figure,), "eliminated", "slain where he lay"))
    give(kit, desk, [*for_slain(kit, desk.world, [desk.world.figures[figure]], by)])


def _join(kit: Kit, desk: RulesDesk, met: Contact, meeting: FirstContact) -> None:
    """FEL-08: if anyone of theirs survives, those who stand near join them."""
    # A force of which all were taken is gone with its captors.
    left = [desk.world.war.forces[one] for one in met.good if one in desk.world.war.forces]
    survivors = [one for one in left if members(desk.world, one)]
    friends = _force_with(desk.world, meeting)
    if not survivors or friends is None or friends in survivors:
        return
    unite(kit, desk, survivors[0], (friends,))
    _stand_together(kit, desk, survivors[0], friends)
    joined = desk.world.war.forces[survivors[0].id]
    desk.say(f"{friends.does('joins', 'join')} {joined.name} ({enforced('FEL-08')}).")


def _stand_together(kit: Kit, desk: RulesDesk, survivors: Force, friends: Force) -> None:
    """FRC-01: who joins them stands no longer off from them."""
    if any(one in desk.world.war.spots for one in friends.figures):
        desk.record(FiguresPlaced(friends.figures, "", ()))
    if is_measured(desk.world, survivors):
        # The foes are still about them, and have not fallen back yet.
        joining = [one.id for one in members(desk.world, friends)]
        stand_with(kit, desk, survivors.id, joining, beside_foes=True)


def _force_with(world: World, meeting: FirstContact) -> Force | None:
    friend = next((one for one in world.figures.values() if one.profile == meeting.joined_by), None)
    return world.war.force_of(friend.id) if friend else None

"""What a fight brings the victors: points for the fallen, captives, and those led away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId, Seat
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.captives import are_foes, captives_in, has_taken_ring
from assistant.rules.confidences import CREDIT, RING_IN_HAND
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.holding import give
from assistant.rules.deeds.recruiting import forces_left
from assistant.rules.kit import Kit
from assistant.rules.march.facts import FiguresJoined
from assistant.rules.names import names_of
from assistant.rules.ring.facts import CaptiveTaken, RingPassed
from assistant.rules.scoring import for_slain
from assistant.rules.standing import members
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.world import Condition, Figure, World

GAME_MASTER = Seat("game-master")


def reward(kit: Kit, desk: RulesDesk, met: Contact, before: Mapping[FigureId, Figure]) -> Procedure[None]:
    """STA-04, STA-05: captives and points go to the minion who has them by right."""
    taken, slain, wounded = (
        [one for one in _now(desk.world, before, condition) if one.side == "good"]
        for condition in ("captured", "eliminated", "wounded")
    )
    if not taken and not slain and not wounded:
        return
    victor = yield from _first_of_evil(desk, met)
    if victor is None:
        return
    for figure in taken:
        desk.record(CaptiveTaken(figure.id, victor))
        if desk.world.war.ring.bearer == figure.id:
            desk.record(RingPassed(figure.id, victor, None, desk.world.war.turn))
            who = kit.scenario.commanders[victor].name
            desk.say(f"{who}{RING_IN_HAND} ({enforced('ITM-RING-02')}).")
    # Who lay wounded before was felled then, and is not felled again.
    felled = [one for one in (*slain, *wounded) if before[one.id].condition != "wounded"]
    give(kit, desk, [*for_slain(kit, desk.world, slain, victor, felled)])


def _first_of_evil(desk: RulesDesk, met: Contact) -> Procedure[CommanderId | None]:
    """Whose deed it was: the only minion in the fight, or whom the game master names, largest part first."""
    counts: Counter[CommanderId] = Counter()
    for force_id in met.evil:
        force = desk.world.war.forces[force_id]
        if force.commander is not None:
            counts[force.commander] += len(force.figures)
    ranked = [commander for commander, _ in counts.most_common()]
    if len(ranked) < 2:
        return ranked[0] if ranked else None
    why = "Several minions fought: whose are the points and captives?"
    answer = yield from desk.choose(GAME_MASTER, CREDIT, why, ranked, asked("STA-04"))
    return CommanderId(answer)


def lead_away(desk: RulesDesk, met: Contact) -> None:
    """HUN-01: captives go with a force of their captor's that was in the fight."""
    war = desk.world.war
    lost = {one for force in met.good if force in war.forces for one in war.forces[force].figures}
    for figure, captor in [*war.captives.items()]:
        guards = [one for one in met.evil if _can_guard(desk.world, one, captor)]
        if figure in lost and guards:
            _go_along(desk, figure, guards[0])


def take_captive(desk: RulesDesk, figure: FigureId, guards: Force) -> None:
    """A captive is in the hands of a force and goes where it goes; so does the Ring, if it has it."""
    if guards.commander is None:
        return
    hold_captive(desk, figure, guards.commander)
    _go_along(desk, figure, guards.id)


def hold_captive(desk: RulesDesk, figure: FigureId, captor: CommanderId) -> None:
    """ITM-RING-02: in somebody's hands and kept nowhere yet, with the Ring if it has it."""
    desk.record(CaptiveTaken(figure, captor))
    if desk.world.war.ring.bearer == figure:
        enforced("ITM-RING-02")
        desk.record(RingPassed(figure, captor, None, desk.world.war.turn))


def pass_captives(kit: Kit, desk: RulesDesk, force: ForceId) -> None:
    """ITM-RING-02: who has a force now has its captives, and the Ring with it; that earns nothing."""
    guards = desk.world.war.forces[force]
    if (to := guards.commander) is None:
        return
    captives, side = desk.world.war.captives, kit.scenario.commanders[to].side
    led = [one for one in captives_in(desk.world, guards) if captives[one] != to]
    passed = [one for one in led if are_foes(desk.world.figures[one].side, side)]
    for one in passed:
        hold_captive(desk, one, to)
    if passed:
        who = names_of(kit, desk.world, [desk.world.figures[one] for one in passed])
        are = "is" if len(passed) == 1 else "are"
        desk.say(f"{who} {are} in the hands of {kit.scenario.commanders[to].name} now.")
    ring = desk.world.war.ring
    if has_taken_ring(desk.world) == guards and ring.captor != to:
        kept = ring.kept_at if ring.kept_at == guards.place else None
        desk.record(RingPassed(ring.bearer, to, kept, desk.world.war.turn))


def _go_along(desk: RulesDesk, figure: FigureId, guards: ForceId) -> None:
    desk.record(FiguresJoined((figure,), guards, forces_left(desk.world.war, (figure,))))


def _can_guard(world: World, force: ForceId, captor: CommanderId) -> bool:
    found = world.war.forces.get(force)
    return found is not None and found.commander == captor and bool(members(world, found))


def _now(world: World, before: Mapping[FigureId, Figure], condition: Condition) -> Iterator[Figure]:
    for figure, was in before.items():
        if was.condition != condition and world.figures[figure].condition == condition:
            yield world.figures[figure]

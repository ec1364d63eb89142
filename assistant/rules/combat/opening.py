"""Before the first blow: those who are called to the fight, and those who are driven from it."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.asking import count_of
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.newcomers import enrol
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.effects.hooks import Call, Reason
from assistant.rules.effects.registry import in_play, overrides
from assistant.rules.fight.facts import Called, Suffered

CALLS = ("not-now", "call")


def call_for_help(desk: RulesDesk, fight: Fight) -> Procedure[None]:
    """PPL-EAGLES-01, PPL-DEADARMY-01: powers that come once in the game, if their friend calls them now."""
    before = desk.world.called
    for side, one, call in tuple(calls(fight.scene(desk))):
        if call.profile in before or call.profile not in desk.world.called:
            yield from _answer_call(desk, fight, side, one, call)


def calls(scene: Scene) -> Iterator[tuple[FightingSide, Combatant, Call]]:
    """Who of those who came may call whom."""
    for side in SIDES:
        for one in scene.everyone(side):
            for call in filter(None, (found.summons(one, scene) for found in in_play(one, scene))):
                yield side, one, call


def _answer_call(
    desk: RulesDesk, fight: Fight, side: FightingSide, one: Combatant, call: Call
) -> Procedure[None]:
    """Those who were called in this fight are not called twice."""
    here = tuple(entrant.figure for entrant in fight.orders(side).figures if entrant.profile == call.profile)
    spent = call.profile in desk.world.called
    name = fight.book.profiles[call.profile].name
    if here and spent:
        raise Illegal("called-before", f"{name}: they come once in the game, and have come before.")
    if here:
        desk.record(Called(one.id, call.profile, here))
    elif not spent:
        ask = f"Does {one.id} call for {name} now? It can be done once in the game."
        answer = yield from desk.choose(fight.seat(side), "call", ask, CALLS, asked(call.why.rule))
        if answer == "call":
            _join(desk, fight, side, one, call)


def _join(desk: RulesDesk, fight: Fight, side: FightingSide, one: Combatant, call: Call) -> None:
    came = enrol(desk, one, call.profile, call.number)
    fight.bring(side, came)
    desk.record(Called(one.id, call.profile, tuple(entrant.figure for entrant in came)))
    desk.say(f"{one.id} calls, {call.why}: {count_of(len(came), 'figure joins', 'figures join')} the fight.")


def remove_the_helpless(desk: RulesDesk, fight: Fight) -> None:
    """PPL-SHAMAN-03: who cannot stand alone is gone, and is no casualty."""
    scene = fight.scene(desk)
    for side in SIDES:
        for names, why in helpless(fight, scene, side):
            desk.record(Suffered(names, "eliminated", why.source))
            fight.driven_off.update(names)
            desk.say(f"Removed: {', '.join(names)}, {why}.")


def helpless(fight: Fight, scene: Scene, side: FightingSide) -> Iterator[tuple[tuple[FigureId, ...], Reason]]:
    """The forces of a side that have nobody but those who cannot stand alone."""
    reasons = {one.id: _falls_alone(one, scene) for one in scene.hosts[side].combatants}
    everyone = fight.orders(side).everyone
    for force in dict.fromkeys(one.force for one in everyone):
        names = tuple(one.figure for one in everyone if one.force == force)
        why = [reasons.get(name) for name in names]
        if why[0] is not None and all(why):
            yield names, why[0]


def _falls_alone(one: Combatant, scene: Scene) -> Reason | None:
    return next(filter(None, (found.falls_alone(one, scene) for found in in_play(one, scene))), None)


def scatter(desk: RulesDesk, fight: Fight) -> None:
    """PPL-EAGLES-02: those who are driven off are gone before anyone strikes, and are no casualties."""
    scene = fight.scene(desk)
    for side in SIDES:
        for one in scene.hosts[side].combatants:
            effects = [found for found in in_play(one, scene) if overrides(found, "scatters")]
            for foe in scene.everyone(other(side)) if effects else ():
                why = next(filter(None, (found.scatters(one, foe, scene) for found in effects)), None)
                if why and desk.world.figures[foe.id].condition == "fit":
                    desk.record(Suffered((foe.id,), "dispersed", why.source))
                    fight.driven_off.add(foe.id)
                    desk.say(f"Dispersed before the fight: {foe.id}, {why}.")

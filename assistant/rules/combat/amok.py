"""After the blows: beasts that lost their crew trample their own side; broods come forth."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.asking import Die, Item, count_of
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import ProfileId
from assistant.rules.combat.allocate import allocate
from assistant.rules.combat.defend import defend
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.muster import muster
from assistant.rules.combat.newcomers import enrol
from assistant.rules.combat.scene import Combatant
from assistant.rules.combat.setup import SIDES, Entrant
from assistant.rules.effects.hooks import Brood, Reason
from assistant.rules.effects.registry import in_play

SIDES_OF_A_DIE = 6


def stampedes(desk: RulesDesk, fight: Fight) -> Procedure[None]:
    """PPL-MUMAKIL-02, PPL-MUMAKIL-03: one after another, for one beast may set off the next."""
    while due := next((found for found in _amok(desk, fight) if found[0].id not in fight.stampeded), None):
        fight.stampeded.add(due[0].id)
        yield from _trample(desk, fight, *due)


def _amok(desk: RulesDesk, fight: Fight) -> Iterator[tuple[Combatant, Reason]]:
    scene = fight.lineup(desk)
    for side in SIDES:
        for one in scene.hosts[side].combatants:
            for found in in_play(one, scene):
                if why := found.runs_amok(one, scene):
                    yield one, why


def _trample(desk: RulesDesk, fight: Fight, one: Combatant, why: Reason) -> Procedure[None]:
    seat = fight.seat(one.side)
    (face,) = yield from desk.roll(
        seat, "special", f"{one.id} tramples its own", [Die(one.id)], asked(why.rule)
    )
    desk.say(f"{one.id}: {count_of(face, 'hit', 'hits')} on its own side, {why}.")
    ready = muster(fight.scene(desk), also=((),)).sides[one.side]
    enforced("PPL-MUMAKIL-03")
    taken = yield from allocate(desk, fight, one.side, ready, [Item(one.id)] * face, {})
    yield from defend(desk, fight, one.side, ready, taken)


def broods(desk: RulesDesk, fight: Fight, *, to_the_fight: bool = False) -> Procedure[None]:
    """PLC-MIRKWOOD-05, AMB-088: after each round, of all who still stand; they join a fight that goes on."""
    scene = fight.scene(desk)
    for side in SIDES:
        for one in scene.hosts[side].combatants:
            brood = next(filter(None, (found.spawns(one, scene) for found in in_play(one, scene))), None)
            if brood:
                newcomers = yield from _emit(desk, fight, one, brood)
                if to_the_fight:
                    fight.bring(side, newcomers)


def _emit(desk: RulesDesk, fight: Fight, one: Combatant, brood: Brood) -> Procedure[tuple[Entrant, ...]]:
    profile = ProfileId(brood.profile)
    alive = sum(each.profile == profile and each.condition == "fit" for each in desk.world.figures.values())
    if alive >= brood.most:
        desk.say(f"{one.id}: {alive} are in play, and no more come, {brood.why}.")
        return ()
    seat = fight.seat(one.side)
    why = f"{one.id} brings forth 1d{brood.sides}"
    (face,) = yield from desk.roll(seat, "special", why, [Die(one.id)], asked(brood.why.rule))
    number = min(-(-face * brood.sides // SIDES_OF_A_DIE), brood.most - alive)
    newcomers = enrol(desk, one, profile, number)
    names = ", ".join(entrant.figure for entrant in newcomers)
    desk.say(f"{one.id} brings forth {names}, {brood.why}.")
    return newcomers

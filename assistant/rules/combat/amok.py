"""After the blows: beasts that lost their crew trample their own side; broods come forth."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.asking import Die, Item, count_of
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import ProfileId
from assistant.rules.combat.allocate import allocate
from assistant.rules.combat.defend import defend
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.muster import muster
from assistant.rules.combat.scene import Combatant
from assistant.rules.combat.setup import SIDES
from assistant.rules.effects.hooks import Brood, Reason
from assistant.rules.effects.registry import in_play
from assistant.rules.facts import Enlisted
from assistant.rules.world import Figure

SIDES_OF_A_DIE = 6


def stampedes(desk: RulesDesk, fight: Fight) -> Procedure[None]:
    """PPL-MUMAKIL-02, PPL-MUMAKIL-03: one after another, for one beast may set off the next."""
    over: set[FigureId] = set()
    while due := next((found for found in _amok(desk, fight) if found[0].id not in over), None):
        over.add(due[0].id)
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


def broods(desk: RulesDesk, fight: Fight) -> Procedure[None]:
    """PLC-MIRKWOOD-05, AMB-088: after each round, for every one who still stands."""
    for side in SIDES:
        for one in fight.combatants(desk, side):
            scene = fight.scene(desk)
            brood = next(filter(None, (found.spawns(one, scene) for found in in_play(one, scene))), None)
            if brood:
                yield from _emit(desk, fight, one, brood)


def _emit(desk: RulesDesk, fight: Fight, one: Combatant, brood: Brood) -> Procedure[None]:
    profile = ProfileId(brood.profile)
    alive = sum(each.profile == profile and each.condition == "fit" for each in desk.world.figures.values())
    if alive >= brood.most:
        desk.say(f"{one.id}: {alive} are in play, and no more come, {brood.why}.")
        return
    seat = fight.seat(one.side)
    why = f"{one.id} brings forth 1d{brood.sides}"
    (face,) = yield from desk.roll(seat, "special", why, [Die(one.id)], asked(brood.why.rule))
    number = min(-(-face * brood.sides // SIDES_OF_A_DIE), brood.most - alive)
    names = _free_names(desk, brood.profile, number)
    desk.record(Enlisted(tuple(Figure(name, one.side, profile, mounted=False) for name in names)))
    desk.say(f"{one.id} brings forth {', '.join(names)}, {brood.why}.")


def _free_names(desk: RulesDesk, stem: str, number: int) -> list[FigureId]:
    names: list[FigureId] = []
    last = 0
    while len(names) < number:
        last += 1
        name = FigureId(f"{stem}.{last}")
        if name not in desk.world.figures:
            names.append(name)
    return names

"""Walls that fall: who is lost with them, and who reaches the tower."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.choosing import TOWER, by_fate, pick
from assistant.rules.combat.fight import FIT, SERVING, WOUNDED, Fight, RulesDesk
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import FightingSide, other
from assistant.rules.effects.hooks import Fate, Reason
from assistant.rules.effects.registry import in_play
from assistant.rules.fight.facts import Suffered, WallsFell

WHERE = ("inside", "outside")


def lose_the_walls(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """FOR-06..FOR-08: whoever has no room in a tower is lost with the place, in reach of the enemy or not."""
    caught = yield from _caught_inside(desk, fight, side)
    outside, fighters = fight.orders(side).outside, fight.combatants(desk, side, FIT + WOUNDED)
    inside = (one for one in (*fighters, *fight.reserves(side, desk)) if one.id not in outside)
    holders = (*inside, *caught)
    desk.say(f"The walls fall to {other(side)} ({enforced('FOR-06')}).")
    saved = yield from _sort_out(desk, fight, side, holders)
    desk.record(WallsFell(side, saved))


def lose_the_walls_as_told(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """FOR-06, FOR-07: the same where the table has told who of its fighters fell.

    Those whom it left standing come first into the tower; then whoever was inside without part in the fight.
    """
    desk.say(f"The walls fall to {other(side)} ({enforced('FOR-06')}).")
    outside = fight.orders(side).outside
    left = [
        one
        for one in (*fight.combatants(desk, side, FIT + WOUNDED), *fight.reserves(side, desk))
        if one.id not in outside
    ]
    saved = yield from _sort_out(desk, fight, side, left)
    if caught := (yield from _caught_inside(desk, fight, side)):
        taken = sum(one.id in saved and not one.profile.is_character for one in left)
        saved += yield from _sort_out(desk, fight, side, caught, taken)
    desk.record(WallsFell(side, saved))


def _sort_out(
    desk: RulesDesk, fight: Fight, side: FightingSide, holders: Sequence[Combatant], taken: int = 0
) -> Procedure[tuple[FigureId, ...]]:
    """Into the tower, spared by some rule, or lost; `taken` is the room in the tower that others have."""
    scene, site = fight.scene(desk), fight.setup.site
    saved: set[FigureId] = set()
    if site.tower and site.at == "walls":
        saved = {one.id for one in holders if one.profile.is_character}
        saved |= yield from _room_in_the_tower(desk, fight, side, scene, holders, taken)
    spared = _spared(holders, scene)
    lost = [one for one in holders if one.id not in saved and one.id not in spared]
    lost += fight.combatants(desk, side, SERVING)
    into_tower = tuple(one.id for one in holders if one.id in saved)
    if into_tower:
        desk.say(f"Into the tower: {', '.join(into_tower)} ({enforced('FOR-07')}).")
    for why in dict.fromkeys(spared.values()):
        desk.say(f"Not lost: {', '.join(one for one in spared if spared[one] == why)}, {why}.")
    for fate, figures in by_fate((one, _overrun(one, scene)) for one in lost).items():
        desk.record(Suffered(tuple(figures), fate.condition, "the walls fell"))
        desk.say(f"{fate.condition.capitalize()}: {', '.join(figures)}, {fate.why}.")
    return into_tower


def _caught_inside(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[tuple[Combatant, ...]]:
    """FOR-06: those behind the same walls who had no part in the fight; in doubt the table says who."""
    orders = fight.orders(side)
    found = orders.inside
    for force in dict.fromkeys(one.force for one in orders.perhaps_inside):
        ask = f"The walls fell. {force} did not fight: inside the walls, or outside?"
        answer = yield from desk.choose(fight.seat(side), "inside", ask, WHERE, asked("FOR-06"))
        if answer == WHERE[0]:
            found += tuple(one for one in orders.perhaps_inside if one.force == force)
    return fight.as_declared(side, found)


def _spared(holders: Sequence[Combatant], scene: Scene) -> dict[FigureId, Reason]:
    """Those whom some rule lets live though they have lost the walls."""
    found = (
        (one.id, why)
        for one in holders
        for effect in in_play(one, scene)
        if (why := effect.withstands_overrun(one, scene))
    )
    return dict(found)


def _room_in_the_tower(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    scene: Scene,
    holders: Sequence[Combatant],
    taken: int,
) -> Procedure[set[FigureId]]:
    """FOR-08: as many army figures as the place's tower holds; the owner says which."""
    army = [
        one.id
        for one in holders
        if not one.profile.is_character
        and one.profile.kind != "artillery"
        and not any(found.turned_from_tower(one, scene) for found in in_play(one, scene))
    ]
    room = min(max(0, (scene.place.tower_room if scene.place else 0) - taken), len(army))
    if not room:
        enforced("TOW-01")
        return set()
    if room == len(army):
        enforced("FOR-08")
        return set(army)
    chosen = yield from pick(desk, fight, side, TOWER, "who gets into the tower", room, army, "FOR-08")
    return set(chosen)


def _overrun(one: Combatant, scene: Scene) -> Fate:
    ends = (found.overruns(one, scene) for found in in_play(one, scene))
    return next(filter(None, ends), Fate("eliminated"))

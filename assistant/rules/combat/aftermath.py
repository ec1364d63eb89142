"""After the outcome: walls that fall, further losses of the beaten, and their retreat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from typing import Literal, cast

from assistant.kernel.asking import Item, Taker, count_of
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import PARALYZED, WOUNDED, Fight, RulesDesk
from assistant.rules.combat.outcome import Outcome, close
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.effects.hooks import Fate, Reason
from assistant.rules.effects.registry import in_play
from assistant.rules.facts import Retreated, Suffered, WallsFell

FIGURES_PER_LOSS = 10
RETREATS = ("full-move", "blocked")
CAPTURE = ("leave", "capture")


def aftermath(desk: RulesDesk, fight: Fight, outcome: Outcome) -> Procedure[Outcome]:
    """OUT-05..OUT-08, or FOR-06..FOR-08 where the beaten held walls."""
    turned = yield from _turn_defeat(desk, fight, outcome)
    if turned is not None:
        outcome = replace(outcome, winner=None)
    close(desk, fight, outcome)
    if turned is not None:
        _give_up(desk, *turned)
    _end_paralysis(desk, fight, outcome)
    if outcome.winner is None:
        return outcome
    loser = other(outcome.winner)
    if fight.scene(desk).is_behind_walls(loser):
        yield from _lose_the_walls(desk, fight, loser)
        outcome = replace(outcome, walls_fell=True)
        if fight.house["AMB-083"] == "none":
            return outcome
    losses = yield from _lose_more(desk, fight, loser)
    outcome = replace(outcome, extra_losses=losses)
    yield from _take_captives(desk, fight, loser)
    if outcome.walls_fell:
        return outcome
    return (yield from _retreat(desk, fight, loser, outcome))


def _turn_defeat(
    desk: RulesDesk, fight: Fight, outcome: Outcome
) -> Procedure[tuple[Combatant, Reason] | None]:
    """PPL-SHAMAN-02: someone of the beaten may give themselves up for a draw."""
    if outcome.winner is None:
        return None
    loser, scene = other(outcome.winner), fight.scene(desk)
    for one in scene.hosts[loser].combatants:
        for found in in_play(one, scene):
            if why := found.turns_defeat(one, scene, outcome.margin):
                ask = f"{one.id} can make this a draw and is then removed, {why}."
                answer = yield from desk.choose(
                    fight.seat(loser), "draw", ask, ("draw", "accept-defeat"), asked(why.rule)
                )
                if answer == "draw":
                    return one, why
    return None


def _give_up(desk: RulesDesk, one: Combatant, why: Reason) -> None:
    desk.record(Suffered((one.id,), "eliminated", why.source))
    desk.say(f"{one.id} makes it a draw and is removed, {why}.")


def _end_paralysis(desk: RulesDesk, fight: Fight, outcome: Outcome) -> None:
    """ABL-PARALYZE-2: the winners' paralyzed live and only miss a move; all others are lost."""
    scene = fight.lineup(desk)
    for side in SIDES:
        held = fight.combatants(desk, side, PARALYZED)
        if not held:
            continue
        if side == outcome.winner:
            names = ", ".join(one.id for one in held)
            desk.say(f"{names} will recover, but not move next turn ({enforced('ABL-PARALYZE-2')}).")
            continue
        for fate, figures in _by_fate((one, _loss(one, scene)) for one in held).items():
            desk.record(Suffered(tuple(figures), fate.condition, "lost while paralyzed"))
            desk.say(f"Lost while paralyzed: {', '.join(figures)} ({enforced('ABL-PARALYZE-2')}).")


def _lose_the_walls(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """FOR-06..FOR-08: whoever has no room in a tower is lost with the place."""
    scene = fight.scene(desk)
    site, holders = fight.setup.site, fight.combatants(desk, side, ("fit", "wounded"))
    refuge = site.tower and site.at == "walls"
    saved: set[FigureId] = set()
    if refuge:
        saved = {one.id for one in holders if one.profile.is_character}
        saved |= yield from _room_in_the_tower(desk, fight, side, scene, holders)
    lost = [one for one in holders if one.id not in saved]
    desk.say(f"The walls fall to {other(side)} ({enforced('FOR-06')}).")
    if saved:
        names = ", ".join(one.id for one in holders if one.id in saved)
        desk.say(f"Into the tower: {names} ({enforced('FOR-07')}).")
    for fate, figures in _by_fate((one, _overrun(one, scene)) for one in lost).items():
        desk.record(Suffered(tuple(figures), fate.condition, "the walls fell"))
        desk.say(f"{fate.condition.capitalize()}: {', '.join(figures)}, {fate.why}.")
    desk.record(WallsFell(side, tuple(one.id for one in holders if one.id in saved)))


def _room_in_the_tower(
    desk: RulesDesk, fight: Fight, side: FightingSide, scene: Scene, holders: Sequence[Combatant]
) -> Procedure[set[FigureId]]:
    """FOR-08: as many army figures as the place's tower holds; the owner says which."""
    army = [one.id for one in holders if not one.profile.is_character]
    room = min(scene.place.tower_room if scene.place else 0, len(army))
    if room == len(army):
        return set(army)
    chosen = yield from _pick(desk, fight, side, "tower", "who gets into the tower", room, army, "FOR-08")
    return set(chosen)


def _overrun(one: Combatant, scene: Scene) -> Fate:
    ends = (found.overruns(one, scene) for found in in_play(one, scene))
    return next(filter(None, ends), Fate("eliminated"))


def _lose_more(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[tuple[FigureId, ...]]:
    """OUT-05, OUT-06: one for every ten still standing, rounded up; characters only when no army is left."""
    scene = fight.scene(desk)
    standing = scene.hosts[side].combatants
    number = ceil(len(standing) / FIGURES_PER_LOSS)
    army = [one.id for one in standing if not one.profile.is_character]
    leaders = [one.id for one in standing if one.profile.is_character]
    from_army = min(number, len(army))
    why = f"{count_of(number, 'figure', 'figures')} more lost by defeat"
    picked = yield from _pick(desk, fight, side, "losses", why, from_army, army, "OUT-05")
    picked += yield from _pick(desk, fight, side, "losses", why, number - from_army, leaders, "OUT-06")
    by_id = {one.id: one for one in standing}
    for fate, figures in _by_fate((by_id[figure], _loss(by_id[figure], scene)) for figure in picked).items():
        desk.record(Suffered(tuple(figures), fate.condition, "lost by defeat"))
        desk.say(f"Lost by defeat, {fate.condition}: {', '.join(figures)} ({enforced('OUT-05')}).")
    return picked


def _take_captives(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """AMB-058: the victor says whether a wounded one who may be taken alive is carried off."""
    scene = fight.lineup(desk)
    for one in fight.combatants(desk, side, WOUNDED):
        why = next(filter(None, (found.may_be_captured(one, scene) for found in in_play(one, scene))), None)
        if why is None:
            continue
        ask = f"{one.id} lies wounded: leave or capture? {why}"
        victor = fight.seat(other(side))
        if (yield from desk.choose(victor, "capture", ask, CAPTURE, asked(why.rule))) == "capture":
            desk.record(Suffered((one.id,), "captured", why.source))
            desk.say(f"Captured: {one.id}, {why}.")


def _loss(one: Combatant, scene: Scene) -> Fate:
    """Removed outright, unless the figure is of those who are not simply slain (AMB-027)."""
    if one.profile.is_character and one.profile.side == "good" and scene.house["AMB-027"] == "slain":
        return Fate("eliminated")
    ends = (found.fate(one, scene, ()) for found in in_play(one, scene))
    return next(filter(None, ends), Fate("eliminated"))


def _by_fate(ends: Iterable[tuple[Combatant, Fate]]) -> dict[Fate, list[FigureId]]:
    grouped: dict[Fate, list[FigureId]] = {}
    for one, fate in ends:
        grouped.setdefault(fate, []).append(one.id)
    return grouped


def _retreat(desk: RulesDesk, fight: Fight, side: FightingSide, outcome: Outcome) -> Procedure[Outcome]:
    """OUT-07, OUT-08: a full move away and a turn to regroup; AMB-033 where there is no way out."""
    left = fight.combatants(desk, side)
    if not left:
        return outcome
    how = yield from desk.choose(
        fight.seat(side),
        "retreat",
        "Move the beaten figures a full move away from the enemy; say blocked if they cannot go so far.",
        RETREATS,
        asked("OUT-07"),
    )
    desk.record(Retreated(tuple(one.id for one in left), cast(Literal["full-move", "blocked"], how)))
    far = "a full move" if how == "full-move" else "as far as they can"
    desk.say(f"{side.capitalize()} retreats {far} and regroups for a turn ({enforced('OUT-08')}).")
    return replace(outcome, retreats=side)


def _pick(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    purpose: str,
    why: str,
    number: int,
    figures: Sequence[FigureId],
    rule: str,
) -> Procedure[tuple[FigureId, ...]]:
    """The owner names some of the figures, each once; the order given beforehand is the proposal."""
    orders = fight.orders(side)
    picked = yield from desk.allocate(
        fight.seat(side),
        purpose,
        why,
        [Item(purpose)] * number,
        [Taker(figure, most=1) for figure in figures],
        (*orders.extra_losses, *orders.allocation) if purpose == "losses" else orders.allocation,
        asked(rule),
    )
    return tuple(map(FigureId, picked))

"""After the outcome: walls that fall, further losses of the beaten, and their retreat."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from assistant.kernel.asking import count_of
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.choosing import LOSSES, by_fate, pick
from assistant.rules.combat.departure import depart, fall_back_outside, take_captives, take_revenge
from assistant.rules.combat.fight import PARALYZED, WOUNDED, Fight, RulesDesk
from assistant.rules.combat.lives import heads_of, lives_of, wear
from assistant.rules.combat.outcome import Outcome, close, is_apart
from assistant.rules.combat.overrun import lose_the_walls
from assistant.rules.combat.rally import rally
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.effects.hooks import Fate, Reason
from assistant.rules.effects.registry import in_play
from assistant.rules.fight.facts import PARALYZED_AND_BEATEN, Mending, Stayed, Suffered
from assistant.rules.places_of_healing import is_place_of_healing

FIGURES_PER_LOSS = 10


def aftermath(desk: RulesDesk, fight: Fight, outcome: Outcome) -> Procedure[Outcome]:
    """OUT-05..OUT-10, or FOR-06..FOR-08 where the beaten held walls."""
    turned = yield from _turn_defeat(desk, fight, outcome)
    if turned is not None:
        outcome = replace(outcome, winner=None)
    close(desk, fight, outcome)
    if turned is not None:
        _give_up(desk, *turned)
    _end_paralysis(desk, fight, outcome)
    if outcome.winner is not None:
        outcome = yield from _pay_for_defeat(desk, fight, other(outcome.winner), outcome)
    mend(desk, fight, outcome.winner)
    _rest(desk, fight)
    return outcome


def _pay_for_defeat(
    desk: RulesDesk, fight: Fight, loser: FightingSide, outcome: Outcome
) -> Procedure[Outcome]:
    """OUT-05..OUT-08: further losses, then the retreat; whoever held walls loses them first."""
    yield from rally(desk, fight, loser)
    if fight.scene(desk).is_behind_walls(loser):
        yield from lose_the_walls(desk, fight, loser)
        outcome = replace(outcome, walls_fell=True)
    if not outcome.walls_fell or fight.house["AMB-083"] != "none":
        losses = yield from _lose_more(desk, fight, loser)
        outcome = replace(outcome, extra_losses=losses)
    yield from take_revenge(desk, fight, loser)
    yield from take_captives(desk, fight, loser)
    if outcome.walls_fell:
        yield from fall_back_outside(desk, fight, loser)
        return outcome
    return (yield from depart(desk, fight, loser, outcome))


def _turn_defeat(
    desk: RulesDesk, fight: Fight, outcome: Outcome
) -> Procedure[tuple[Combatant, Reason] | None]:
    """PPL-SHAMAN-02: someone of the beaten, in reach or not, may give themselves up for a draw."""
    if outcome.winner is None:
        return None
    loser, scene = other(outcome.winner), fight.scene(desk)
    for one in scene.everyone(loser):
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
            names = tuple(one.id for one in held)
            desk.record(Stayed(names, "paralyzed"))
            rule = enforced("ABL-PARALYZE-2")
            desk.say(f"{', '.join(names)} will recover, but not move next turn ({rule}).")
            continue
        for fate, figures in by_fate((one, _loss(one, scene)) for one in held).items():
            desk.record(Suffered(tuple(figures), fate.condition, PARALYZED_AND_BEATEN))
            end = "Lost" if fate.condition == "eliminated" else fate.condition.capitalize()
            why = f", {fate.why}" if fate.why else ""
            desk.say(f"{end} while paralyzed: {', '.join(figures)} ({enforced('ABL-PARALYZE-2')}){why}.")


def _lose_more(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[tuple[FigureId, ...]]:
    """OUT-05, OUT-06: one for every ten still standing, rounded up; characters only when no army is left.

    AMB-025 says whether those who stood by are counted and lost like those who fought.
    """
    scene = fight.scene(desk)
    standing = [one for one in scene.hosts[side].combatants if not is_apart(one, scene)]
    if fight.house["AMB-025"] == "whole-force":
        standing += fight.reserves(side, desk)
    lives = {one.id: found for one in standing if (found := lives_of(one, scene)) and found.apart}
    heads = {one.id: heads_of(lives.get(one.id)) for one in standing}
    number = ceil(sum(heads.values()) / FIGURES_PER_LOSS)
    army = [one.id for one in standing if not one.profile.is_character]
    leaders = [one.id for one in standing if one.profile.is_character]
    from_army = min(number, sum(heads[figure] for figure in army))
    why = f"{count_of(number, 'figure', 'figures')} more lost by defeat"
    picked = yield from pick(desk, fight, side, LOSSES, why, from_army, army, "OUT-05", heads)
    picked += yield from pick(desk, fight, side, LOSSES, why, number - from_army, leaders, "OUT-06")
    by_id = {one.id: one for one in standing}
    whole = [figure for figure in picked if figure not in lives]
    for figure in dict.fromkeys(picked):
        if figure in lives:
            wear(desk, fight, by_id[figure], lives[figure], picked.count(figure))
    for fate, figures in by_fate((by_id[figure], _loss(by_id[figure], scene)) for figure in whole).items():
        desk.record(Suffered(tuple(figures), fate.condition, "lost by defeat"))
        desk.say(f"Lost by defeat, {fate.condition}: {', '.join(figures)} ({enforced('OUT-05')}).")
    return picked


def _rest(desk: RulesDesk, fight: Fight) -> None:
    """ABL-VENERABLE: some may not move in the turn after a fight."""
    scene = fight.scene(desk)
    for side in SIDES:
        for one in scene.hosts[side].combatants:
            why = next(filter(None, (found.rests_after(one, scene) for found in in_play(one, scene))), None)
            if why is not None:
                desk.record(Stayed((one.id,), why.source))
                desk.say(f"{one.id} does not move next turn, {why}.")


def mend(desk: RulesDesk, fight: Fight, winner: FightingSide | None) -> None:
    """HEA-02: heroes wounded for a place of healing that their side still holds recover by themselves.

    A draw leaves it with whoever held it.
    """
    site = fight.setup.site
    place = fight.book.places[site.place] if site.place else None
    holder = next((side for side in SIDES if side == site.holder), None)
    if place is None or place.healing is None or holder is None or winner == other(holder):
        return
    present = [fight.book.profiles[one.profile] for one in fight.orders(holder).everyone]
    hurt = tuple(
        one.id
        for one in fight.combatants(desk, holder, WOUNDED)
        if is_place_of_healing(place, one.profile, present, fight.house)
    )
    if hurt:
        desk.record(Mending(hurt, place.id))
        rule = enforced("HEA-02")
        desk.say(f"Healed after a full turn, while {place.name} is held: {', '.join(hurt)} ({rule}).")


def _loss(one: Combatant, scene: Scene) -> Fate:
    """Removed outright, unless the figure is of those who are not simply slain (AMB-027)."""
    if one.profile.is_character and one.profile.side == "good" and scene.house["AMB-027"] == "slain":
        return Fate("eliminated")
    ends = (found.fate(one, scene, ()) for found in in_play(one, scene))
    return next(filter(None, ends), Fate("eliminated"))

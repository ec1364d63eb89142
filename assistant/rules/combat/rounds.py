"""The blows: all strike, then the fallen fall; a second round in one turn only where the house fights on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.allocate import allocate, name_victims, seek_prey
from assistant.rules.combat.amok import broods, stampedes
from assistant.rules.combat.defend import defend
from assistant.rules.combat.explain import explain
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.muster import Fighter, muster
from assistant.rules.combat.outcome import Outcome, judge, tell_draw
from assistant.rules.combat.setup import SIDES, other
from assistant.rules.combat.strike import strike
from assistant.rules.effects.hooks import Spent
from assistant.rules.effects.registry import in_play
from assistant.rules.fight.facts import Suffered

MOST_ROUNDS = 5
GO_ON_OR_STOP = ("another-round", "stop")


def rounds(desk: RulesDesk, fight: Fight) -> Procedure[Outcome]:
    """AMB-088: one round a turn; or a drawn fight goes on at once, and its casualties add up."""
    outcome = yield from _round(desk, fight)
    if fight.house["AMB-088"] == "several-rounds":
        outcome = yield from _go_on(desk, fight, outcome)
    if outcome.winner is None and not outcome.undecided:
        tell_draw(desk, fight)
    return outcome


def _go_on(desk: RulesDesk, fight: Fight, outcome: Outcome) -> Procedure[Outcome]:
    for number in range(2, MOST_ROUNDS + 1):
        if outcome.winner is not None or not _can_go_on(desk, fight):
            break
        ask = f"The fight is drawn. Is a round {number} fought at once?"
        seat = fight.seat(fight.setup.site.attacker or "good")
        if (yield from desk.choose(seat, "round", ask, GO_ON_OR_STOP, asked("OUT-04"))) == "stop":
            break
        yield from broods(desk, fight, to_the_fight=True)
        _begin_again(fight)
        desk.say(f"Round {number} (AMB-088).")
        outcome = yield from _round(desk, fight)
    return outcome


def _round(desk: RulesDesk, fight: Fight) -> Procedure[Outcome]:
    yield from exchange(desk, fight, ambush=True)
    spend(desk, fight, fight.has_struck)
    yield from exchange(desk, fight, ambush=False)
    yield from stampedes(desk, fight)
    spend(desk, fight, fight.came())
    return judge(desk, fight)


def _can_go_on(desk: RulesDesk, fight: Fight) -> bool:
    """Whether anyone can strike anyone."""
    sides = muster(fight.scene(desk)).sides
    return all(sides.values()) and any(
        fighter.dice and _can_be_struck(sides[other(side)]) for side in SIDES for fighter in sides[side]
    )


def _begin_again(fight: Fight) -> None:
    """PPL-HOBBITS-02: what is for the first round only is over; everyone strikes and may be hit afresh."""
    fight.setup = replace(fight.setup, site=replace(fight.setup.site, resumed=True))
    fight.has_struck.clear()
    fight.hits_taken.clear()


def exchange(desk: RulesDesk, fight: Fight, *, ambush: bool) -> Procedure[None]:
    """CMB-07, CMB-08: all strike before anyone falls; ambushers have an exchange of their own first."""
    ready = muster(fight.scene(desk))
    strikers = {
        side: _strikers(fight, ready.sides[side], ambush) if _can_be_struck(ready.sides[other(side)]) else []
        for side in SIDES
    }
    if not any(strikers.values()) or not all(ready.sides.values()):
        return
    fight.in_ambush = ambush
    for side in SIDES:
        for line in explain(strikers[side] if ambush else _as_they_strike(fight, ready.sides[side])):
            desk.say(line)
    hits = {}
    for side in SIDES:
        hits[other(side)] = yield from strike(desk, fight, side, strikers[side], ambush=ambush)
        fight.has_struck.update(
            fighter.me.id for fighter in strikers[side] if fighter.strikes_first or not ambush
        )
    taken = {}
    for side in SIDES:
        named = yield from name_victims(
            desk, fight, other(side), strikers[other(side)], ready.sides[side], hits[side]
        )
        named = yield from seek_prey(
            desk, fight, side, strikers[other(side)], ready.sides[side], hits[side], named
        )
        taken[side] = yield from allocate(desk, fight, side, ready.sides[side], hits[side], named)
    for side in SIDES:
        yield from defend(desk, fight, side, ready.sides[side], taken[side])
    fight.in_ambush = False


def spend(desk: RulesDesk, fight: Fight, who: Collection[FigureId]) -> None:
    """AMB-093: those who give themselves up by striking leave now; each by its own words counts or not.

    Whoever struck from ambush is gone before the others strike (PPL-HASHARIN-02).
    """
    scene = fight.scene(desk)
    for side in SIDES:
        gone: dict[Spent, list[FigureId]] = {}
        for one in scene.hosts[side].combatants:
            spent = next(filter(None, (found.is_spent(one, scene) for found in in_play(one, scene))), None)
            if spent is not None and one.id in who:
                gone.setdefault(spent, []).append(one.id)
        for spent, figures in gone.items():
            desk.record(Suffered(tuple(figures), spent.condition, spent.why.source))
            desk.say(f"Spent: {', '.join(figures)}, {spent.why}.")
            fight.casualties[side] += len(figures) * spent.counts


def _as_they_strike(fight: Fight, fighters: tuple[Fighter, ...]) -> list[Fighter]:
    """For the telling: whoever struck from ambush does not strike again, and stones have been thrown."""
    return [
        replace(fighter, dice=0, dice_reasons=(f"struck from ambush ({enforced('CMB-08')})",))
        if fighter.me.id in fight.has_struck
        else replace(fighter, strikes_extra=None)
        for fighter in fighters
    ]


def _can_be_struck(fighters: Sequence[Fighter]) -> bool:
    """AMB-077: nobody rolls against powers that only strike."""
    return not fighters or not all(fighter.only_strikes for fighter in fighters)


def _strikers(fight: Fight, fighters: tuple[Fighter, ...], ambush: bool) -> list[Fighter]:
    return [
        fighter
        for fighter in fighters
        if fighter.me.id not in fight.has_struck
        and (not ambush or fighter.strikes_first or fighter.strikes_extra)
    ]

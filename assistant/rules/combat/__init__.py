"""Combat, in the order the rulebook prints it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.kernel.evidence import enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Book
from assistant.rules.combat.aftermath import aftermath
from assistant.rules.combat.allocate import allocate, name_victims, seek_prey
from assistant.rules.combat.amok import broods, stampedes
from assistant.rules.combat.by_hand import left_to_the_table
from assistant.rules.combat.contact import check_contact, refuse_second_fight, seek, tell_reach
from assistant.rules.combat.defend import defend
from assistant.rules.combat.explain import explain
from assistant.rules.combat.fight import GONE, Fight, RulesDesk
from assistant.rules.combat.muster import Fighter, muster
from assistant.rules.combat.opening import call_for_help, scatter
from assistant.rules.combat.outcome import Outcome, Score, judge
from assistant.rules.combat.serving import man_the_engines
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup, other
from assistant.rules.combat.siege import assault
from assistant.rules.combat.strike import strike
from assistant.rules.combat.wizardry import check_magic, duels, spend_points
from assistant.rules.effects.registry import in_play
from assistant.rules.facts import Suffered
from assistant.rules.house import HouseRules


def combat(desk: RulesDesk, book: Book, setup: FightSetup) -> Procedure[Outcome]:
    """CMB-06: strike, allocate and defend, see who wins, take off the fallen and move the beaten."""
    fight = Fight(book, setup, HouseRules(book.house_rules, setup.house_rules))
    check_magic(fight)
    refuse_second_fight(desk, fight)
    check_contact(desk, fight)
    tell_reach(desk, fight)
    evaded = yield from seek(desk, fight)
    if evaded is not None:
        return Outcome(None, Score(0, 0), Score(0, 0), evaded=evaded)
    for line in left_to_the_table(desk, fight):
        desk.say(line)
    yield from call_for_help(desk, fight)
    scatter(desk, fight)
    yield from duels(desk, fight)
    yield from spend_points(desk, fight)
    yield from man_the_engines(desk, fight)
    yield from assault(desk, fight)
    yield from exchange(desk, fight, ambush=True)
    yield from exchange(desk, fight, ambush=False)
    yield from stampedes(desk, fight)
    spend(desk, fight)
    outcome = judge(desk, fight)
    outcome = yield from aftermath(desk, fight, outcome)
    clear_the_table(desk, fight)
    yield from broods(desk, fight)
    for rule in fight.house.without_bearing():
        desk.say(f"House rule {rule} ({fight.house.chosen[rule]}) was not asked about in this fight.")
    return outcome


def exchange(desk: RulesDesk, fight: Fight, *, ambush: bool) -> Procedure[None]:
    """CMB-07, CMB-08: all strike before anyone falls; ambushers have an exchange of their own first."""
    ready = muster(fight.scene(desk))
    strikers = {
        side: _strikers(fight, ready.sides[side], ambush) if _can_be_struck(ready.sides[other(side)]) else []
        for side in SIDES
    }
    if not any(strikers.values()) or not all(ready.sides.values()):
        return
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


def spend(desk: RulesDesk, fight: Fight) -> None:
    """AMB-093: those who give themselves up by striking leave now; each by its own words counts or not."""
    scene = fight.scene(desk)
    for side in SIDES:
        for one in scene.hosts[side].combatants:
            spent = next(filter(None, (found.is_spent(one, scene) for found in in_play(one, scene))), None)
            if spent is not None:
                desk.record(Suffered((one.id,), spent.condition, spent.why.source))
                desk.say(f"{one.id} is spent, {spent.why}.")
                fight.casualties[side] += spent.counts


def clear_the_table(desk: RulesDesk, fight: Fight) -> None:
    """CMB-06, OUT-09: only now that all is settled do the fallen come off."""
    gone = [one.id for side in SIDES for one in fight.combatants(desk, side, GONE)]
    if gone:
        desk.say(f"Off the table: {', '.join(gone)} ({enforced('CMB-06')}, {enforced('OUT-09')}).")


def _as_they_strike(fight: Fight, fighters: tuple[Fighter, ...]) -> list[Fighter]:
    """For the telling: whoever struck from ambush does not strike again."""
    return [
        replace(fighter, dice=0, dice_reasons=("struck from ambush",))
        if fighter.me.id in fight.has_struck
        else fighter
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


__all__ = ["FightSetup", "FightingSide", "Outcome", "combat"]

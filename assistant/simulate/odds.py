"""The odds of a fight: computed where it can be, simulated where not, resolved again and again at worst."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import reduce
from operator import add
from random import Random, SystemRandom

import numpy as np
from numpy.random import Generator

from assistant.rules.book import Book
from assistant.rules.combat.check import check_setup
from assistant.rules.combat.opening import helpless
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.combat.wizardry import check_magic
from assistant.rules.effects.hooks import HOOKS, OF_THE_MARCH, Effect
from assistant.rules.effects.registry import in_play
from assistant.rules.facts import ONLY_STRIKES, Suffered
from assistant.rules.game import RingOfPower
from assistant.simulate.odds_defeat import Defeat
from assistant.simulate.odds_duels import duel_endings
from assistant.simulate.odds_exact import exact
from assistant.simulate.odds_numbers import FEWEST, FIGURES_RESOLVED, MOST, TRIALS
from assistant.simulate.odds_score import simulate
from assistant.simulate.odds_stage import Stage, fight_of, stage_of
from assistant.simulate.odds_table import NotAlike
from assistant.simulate.odds_tally import RESULTS, Method, Odds, Result, Tally, Weights
from assistant.simulate.resolve import Resolution, resolve

METHODS: tuple[Method, ...] = ("exact", "vectorised", "resolver")

# What the arrays know how to do; an effect that does anything else to a fight is left to the resolver.
UNDERSTOOD = {
    "reaches", "fights_on_foot", "finds_clear", "dice_modifiers", "doubles_dice", "attack_modifiers",
    "rerolls_attack", "strikes_first", "defense_modifiers", "rides_on_hits", "harms_defense",
    "rerolls_defense", "spoils_defense", "cannot_be_hit", "inflicts", "fate", "is_spent", "lends_rerolls",
    "leadership_modifiers", "turns_defeat", "may_be_captured", "overruns", "strikes_extra", "lives",
    "storms", "falls_alone", "withstands_overrun", "turned_from_tower",
    "shields", "summons", "refuses_to_attack", "rests_after", "cannot_strike",
    *OF_THE_MARCH,
}  # fmt: skip
# Readings under which a fight goes otherwise than the arrays have it.
AS_THE_ARRAYS_READ = {
    "AMB-025": "fighters", "AMB-038": "any-combat", "AMB-082": "mounted-value", "AMB-088": "one-round-a-turn",
    "CON-063": "one-kill",
}  # fmt: skip
UNHURT = ("unhurt", "dismounted", "serving")

# A fight after its duels, and how likely they are to end so.
Stages = Sequence[tuple[Stage, float]]


def odds(
    game: RingOfPower,
    setup: FightSetup,
    *,
    trials: int | None = None,
    seed: int | None = None,
    methods: Sequence[Method] = METHODS,
    blows: int | None = None,
) -> Odds:
    """The odds of a fight, by the first of the methods that does it justice.

    `blows` is how often it is fought blow by blow at most, if it comes to that.
    """
    check_setup(game.book, setup)
    check_magic(fight_of(game.book, setup))
    stages = _stages(game.book, setup)
    by_hand = stages[0][0].notes
    if all(_is_understood(stage) for stage, _ in stages):
        if "exact" in methods and (computed := _computed(stages)) is not None:
            return Odds.of(computed, trials or TRIALS, "exact", by_hand)
        if "vectorised" in methods:
            number = trials or TRIALS
            with suppress(NotAlike):
                return Odds.of(_simulated(stages, number, _random(seed)), number, "vectorised", by_hand)
    number = trials or blows or trials_of_the_resolver(setup)
    return Odds.of(_resolved(game, setup, number, seed), number, "resolver", by_hand)


def trials_of_the_resolver(setup: FightSetup) -> int:
    """How often it fights unless told: less often the more figures there are."""
    figures = sum(len(setup.side(side).figures) for side in SIDES)
    return max(FEWEST, min(MOST, FIGURES_RESOLVED // figures))


def _stages(book: Book, setup: FightSetup) -> Stages:
    endings = duel_endings(book, setup)
    return [(stage_of(fight_of(book, setup, out)), chance) for out, chance in endings.items()]


def _random(seed: int | None) -> Generator:
    # The generator takes no negative seeds, and resolve does.
    return np.random.default_rng(None if seed is None else [abs(seed), int(seed < 0)])


def _is_understood(stage: Stage) -> bool:
    scene = stage.muster.scene
    if any(scene.house[rule] != reading for rule, reading in AS_THE_ARRAYS_READ.items()):
        return False
    everyone = [one for side in SIDES for one in scene.hosts[side].combatants]
    spoken = [(one, effect) for one in everyone for effect in in_play(one, scene)]
    found = {type(effect) for _, effect in spoken}
    return (
        not any(_hooks(effect) - UNDERSTOOD for effect in found)
        and not any(fighter.lives for side in SIDES for fighter in stage.muster.sides[side])
        and all(_room_goes_to_the_unhurt(stage, side) for side in SIDES)
        and not any(effect.withstands_overrun(one, scene) for one, effect in spoken)
        and not any(effect.turned_from_tower(one, scene) for one, effect in spoken)
        and not any(list(helpless(stage.fight, scene, side)) for side in SIDES)
    )


def _hooks(effect: type[Effect]) -> set[str]:
    """The hooks an effect has something to say to."""
    return {hook for hook in HOOKS if getattr(effect, hook) is not getattr(Effect, hook)}


def _room_goes_to_the_unhurt(stage: Stage, side: FightingSide) -> bool:
    """Whether it is clear who takes the room in a tower: army figures that came through unhurt."""
    defeat = Defeat.of(stage.fight, side)
    if defeat.also_pursued and defeat.number_standing_by:
        return False
    return not (defeat.refuge and defeat.room) or not any(
        save.fate.condition in ("wounded", "paralyzed")
        for fighter in stage.muster.sides[side]
        if not fighter.me.profile.is_character
        for save in fighter.saves.values()
    )


def _computed(stages: Stages) -> Tally | None:
    tallies = []
    for stage, chance in stages:
        tally = exact(stage)
        if tally is None:
            return None
        tallies.append(tally * chance)
    return _sum(tallies)


def _simulated(stages: Stages, trials: int, random: Generator) -> Tally:
    numbers = random.multinomial(trials, [chance for _, chance in stages])
    pairs = zip(stages, numbers.tolist(), strict=True)
    return _sum(simulate(stage, number, random) for (stage, _), number in pairs if number)


def _resolved(game: RingOfPower, setup: FightSetup, trials: int, seed: int | None) -> Tally:
    random = SystemRandom() if seed is None else Random(seed)
    return _sum(_tally(resolve(game, setup, None, random)) for _ in range(trials))


def _tally(resolution: Resolution) -> Tally:
    won: Result = resolution.outcome.winner or "draw"
    # Powers that come, strike and are gone again are no losses.
    powers = {
        name
        for fact in resolution.played.done.facts
        if isinstance(fact, Suffered) and fact.cause == ONLY_STRIKES
        for name in fact.figures
    }
    losses: dict[FightingSide, Weights] = {}
    for side in SIDES:
        figures = resolution.setup.side(side).everyone
        ends = [resolution.figures[one.figure] for one in figures if one.figure not in powers]
        lost = sum(end not in UNHURT for end in ends)
        losses[side] = np.bincount([lost], minlength=len(figures) + 1).astype(np.float64)
    return Tally({result: float(result == won) for result in RESULTS}, losses)


def _sum(tallies: Iterable[Tally]) -> Tally:
    return reduce(add, tallies)


__all__ = ["METHODS", "Odds", "odds", "trials_of_the_resolver"]

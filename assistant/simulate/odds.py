"""The odds of a fight: computed where it can be, simulated where not, resolved again and again at worst."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import add
from random import SystemRandom

import numpy as np
from numpy.random import Generator

from assistant.kernel.asking import count_of
from assistant.kernel.evidence import enforced
from assistant.rules.book import Book
from assistant.rules.combat.check import check_setup
from assistant.rules.combat.contact import left_to_spotting
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.combat.wizardry import check_magic, unspent
from assistant.rules.effects.hooks import HOOKS, OF_THE_MARCH, Effect
from assistant.rules.effects.registry import in_play, overrides
from assistant.rules.fight.facts import ONLY_STRIKES, Suffered
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.simulate.answerers import accepting, by_figure
from assistant.simulate.odds_defeat import Defeat, behind_the_walls
from assistant.simulate.odds_exact import exact
from assistant.simulate.odds_numbers import FEWEST, FIGURES_RESOLVED, MOST, TRIALS
from assistant.simulate.odds_opening import AS_IF, TooMany, openings
from assistant.simulate.odds_score import simulate
from assistant.simulate.odds_stage import Stage, fight_of
from assistant.simulate.odds_table import NotAlike
from assistant.simulate.odds_tally import RESULTS, Method, Odds, Result, Tally, Weights
from assistant.simulate.resolve import Resolution, resolve_with

Progress = Callable[[int, int], None]
"""Told how many fights of how many have been fought."""
METHODS: tuple[Method, ...] = ("exact", "vectorised", "resolver")

# What the arrays know how to do; an effect that does anything else to a fight is left to the resolver.
UNDERSTOOD = {
    "reaches", "fights_on_foot", "finds_clear", "dice_modifiers", "doubles_dice", "attack_modifiers",
    "rerolls_attack", "strikes_first", "defense_modifiers", "rides_on_hits", "harms_defense",
    "rerolls_defense", "spoils_defense", "cannot_be_hit", "inflicts", "fate", "is_spent", "lends_rerolls",
    "leadership_modifiers", "turns_defeat", "may_be_captured", "overruns", "strikes_extra", "lives",
    "storms", "falls_alone", "withstands_overrun", "turned_from_tower",
    "shields", "summons", "scatters", "refuses_to_attack", "rests_after", "cannot_strike",
    "runs_amok", "rams", "blows_up", "spawns", "is_unseen",
    *OF_THE_MARCH,
}  # fmt: skip
# Readings under which a fight goes otherwise than the arrays have it.
AS_THE_ARRAYS_READ = {
    "AMB-025": "fighters", "AMB-038": "any-combat", "AMB-082": "mounted-value", "AMB-088": "one-round-a-turn",
    "CON-063": "one-kill",
}  # fmt: skip
# Of what the arrays do not know, the part that needs no enemy in reach.
FROM_BEHIND = ("takes_revenge",)
UNHURT = ("unhurt", "dismounted")
UNHURT_BEFORE = ("fit", "serving")


class NotByThese(Exception):
    """None of the methods asked for does the fight justice."""


@dataclass(frozen=True, slots=True)
class Begun:
    """How a fight may stand before its first blow, and how likely each is; or one side was not found."""

    stages: Sequence[tuple[Stage, float]]
    evaded: float


def odds(
    game: RingOfPower,
    setup: FightSetup,
    *,
    trials: int | None = None,
    seed: int | None = None,
    methods: Sequence[Method] = METHODS,
    blows: int | None = None,
    progress: Progress | None = None,
    world: World | None = None,
) -> Odds:
    """The odds of a fight, by the first of the methods that does it justice; refused if none of them does.

    In a `world` those come as they are whom it knows: crews that were hurt before, powers called before.
    `blows` is how often it is fought blow by blow at most, if it comes to that; `progress` is then told how
    far it has come.
    """
    check_setup(game.book, setup)
    check_magic(fight_of(game.book, setup))
    world = World() if world is None else world
    at_once = Stage.at_once(game.book, setup, world)
    by_hand = (*at_once.notes, *_unspent(game.book, setup), *_unspotted(at_once))
    begun = None if _are_some_outside(setup) else _begun(game.book, setup, world)
    if begun is not None and all(_is_understood(stage) for stage, _ in begun.stages):
        if "exact" in methods and (computed := _computed(begun)) is not None:
            return Odds.of(computed, trials or TRIALS, "exact", by_hand)
        if "vectorised" in methods:
            number = trials or TRIALS
            with suppress(NotAlike):
                return Odds.of(_simulated(begun, number, _random(seed)), number, "vectorised", by_hand)
    if "resolver" not in methods:
        raise NotByThese(f"not by {' or '.join(methods)}: only blow by blow")
    number = trials or blows or trials_of_the_resolver(setup)
    tallies = [*_resolved(game, setup, world, number, seed, progress)]
    results = tuple(tally.only_result for tally in tallies)
    return Odds.of(_sum(tallies), number, "resolver", by_hand, results)


def _are_some_outside(setup: FightSetup) -> bool:
    """FOR-06: whether the walls would be lost without some of those who fight for them: they fall back."""
    orders = setup.side(setup.site.fortress) if setup.site.fortress else None
    return orders is not None and any(one.figure in orders.outside for one in orders.figures)


def trials_of_the_resolver(setup: FightSetup, *, what_if: bool = False) -> int:
    """How often it fights unless told: less often the more figures there are, or the more there is to ask."""
    figures = sum(len(setup.side(side).figures) for side in SIDES)
    number = max(FEWEST, min(MOST, FIGURES_RESOLVED // figures))
    return max(FEWEST, number // 2) if what_if else number


def _unspent(book: Book, setup: FightSetup) -> Iterator[str]:
    """What wizards could do besides, if somebody said so."""
    for side in SIDES:
        names = {one.figure: book.profiles[one.profile].name for one in setup.side(side).figures}
        for figure, points in unspent(fight_of(book, setup), side).items():
            owned = count_of(points, "point", "points")
            yield f"{names[figure]} has {owned} of wizardry and spends none ({enforced('MAG-05')})."


def _unspotted(stage: Stage) -> Iterator[str]:
    """AMB-022: what only the table can know of those who must be spotted first."""
    for side, why in left_to_spotting(stage.fight, stage.muster.scene):
        yield (
            f"whether {side} is spotted by your own rule ({why}): these are the odds if it is, "
            "and else there is no fight."
        )


def _begun(book: Book, setup: FightSetup, world: World) -> Begun | None:
    """A fight as its first blow finds it; nothing if that may be in too many ways."""
    with suppress(TooMany):
        found = openings(book, setup, world)
        stages = [(Stage.of(one, setup), one.chance) for one in found if one.evaded is None]
        return Begun(stages, sum(one.chance for one in found if one.evaded is not None))
    return None


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
        and not any(_acts_from_behind(one, scene) for side in SIDES for one in scene.standing_by[side])
        and all(_room_goes_to_the_unhurt(stage, side) for side in SIDES)
        and all(_falls_with_the_walls(stage, one) for one in (*everyone, *_inside(stage)))
    )


def _acts_from_behind(one: Combatant, scene: Scene) -> bool:
    """Whether somebody who stands by does what only the resolver knows."""
    return any(overrides(effect, *FROM_BEHIND) for effect in in_play(one, scene))


def _inside(stage: Stage) -> tuple[Combatant, ...]:
    """Those who may lose by a fight in which they have no part."""
    site = stage.fight.setup.site
    return behind_the_walls(stage.fight, site.fortress) if site.fortress and site.at != "field" else ()


def _falls_with_the_walls(stage: Stage, one: Combatant) -> bool:
    """Whether no rule of its own says what the fall of the walls means for a figure.

    Who is hurt already has perhaps nothing more to lose, which the arrays do not know.
    """
    scene = stage.muster.scene
    effects = [*in_play(one, scene)]
    known = stage.world.figures.get(one.id)
    was_hurt = known is not None and known.condition not in UNHURT_BEFORE
    return (
        not any(effect.withstands_overrun(one, scene) for effect in effects)
        and (scene.site.at == "tower" or not any(effect.turned_from_tower(one, scene) for effect in effects))
        and (not was_hurt or (scene.site.tower and scene.site.at == "walls"))
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
        if not fighter.me.profile.is_character and fighter.lives is None
        for save in fighter.saves.values()
    )


def _computed(begun: Begun) -> Tally | None:
    tallies = [Tally.of_no_fight() * begun.evaded]
    for stage, chance in begun.stages:
        tally = exact(stage)
        if tally is None:
            return None
        tallies.append(tally * chance)
    return _sum(tallies)


def _simulated(begun: Begun, trials: int, random: Generator) -> Tally:
    evaded, *numbers = random.multinomial(trials, [begun.evaded, *(chance for _, chance in begun.stages)])
    fought = zip(begun.stages, numbers, strict=True)
    tallies = (simulate(stage, int(number), random) for (stage, _), number in fought if number)
    return _sum([Tally.of_no_fight() * float(evaded), *tallies])


def _resolved(
    game: RingOfPower,
    setup: FightSetup,
    world: World,
    trials: int,
    seed: int | None,
    progress: Progress | None,
) -> Iterator[Tally]:
    """Fought out one by one; the same seed gives everyone the same dice in slightly other fights."""
    luck = SystemRandom().getrandbits(64) if seed is None else seed
    for number in range(trials):
        answerer = accepting(by_figure(f"{luck}/{number}"), said=AS_IF)
        yield _tally(resolve_with(game, setup, answerer, world), world)
        if progress is not None:
            progress(number + 1, trials)


def _tally(resolution: Resolution, before: World) -> Tally:
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
        figures = [one.figure for one in resolution.setup.side(side).concerned if one.figure not in powers]
        ends = ((before.figures.get(one), resolution.figures[one]) for one in figures)
        lost = sum(end not in UNHURT and (came is None or end != came.condition) for came, end in ends)
        losses[side] = np.bincount([lost], minlength=len(figures) + 1).astype(np.float64)
    evaded = float(resolution.outcome.evaded is not None)
    return Tally({result: float(result == won) for result in RESULTS}, losses, evaded)


def _sum(tallies: Iterable[Tally]) -> Tally:
    return reduce(add, tallies)


__all__ = ["METHODS", "NotByThese", "Odds", "odds", "trials_of_the_resolver"]

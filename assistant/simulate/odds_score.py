"""The score of many fights: who won each, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.random import Generator

from assistant.rules.combat.aftermath import FIGURES_PER_LOSS
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.simulate.odds_defeat import Defeat
from assistant.simulate.odds_stage import Stage
from assistant.simulate.odds_table import Bools, Ints
from assistant.simulate.odds_tally import Tally, Weights
from assistant.simulate.odds_trials import Ranks, Trials

# Arrays of about this many numbers fit the processor's cache and any memory.
AT_A_TIME = 200_000


def simulate(stage: Stage, trials: int, random: Generator) -> Tally:
    """Fight so many times, as many at once as is handy."""
    most = max(1, AT_A_TIME // _width(stage))
    sizes = [min(most, trials - start) for start in range(0, trials, most)]
    tallies = [_tally(_fought(stage, size, random)) for size in sizes]
    total = tallies[0]
    for tally in tallies[1:]:
        total = total + tally
    return total


def _width(stage: Stage) -> int:
    """The most numbers any step needs for one trial."""
    sizes = [company.size for company in stage.companies.values()]
    dice = [int(table.dice.sum()) for table in stage.tables.values()]
    return max(*sizes, *dice, 4 * stage.sorts)


def _fought(stage: Stage, number: int, random: Generator) -> Trials:
    trials = Trials.of(stage, number, random)
    trials.fight()
    return trials


def _tally(trials: Trials) -> Tally:
    """OUT-01..OUT-05: compare the totals, and count all who are lost."""
    leads = _leads(trials)
    totals = {side: trials.ranks[other(side)].casualties + leads[side] for side in SIDES}
    beaten = {side: totals[side] < totals[other(side)] for side in SIDES}
    gone = {side: np.zeros(trials.number, dtype=np.int64) for side in SIDES}
    for side in SIDES:
        if trials.stage.can_turn_defeat(side):
            gone[side] = _turn_defeat(trials, side, beaten[side], totals[other(side)] - totals[side])
    losses = {side: _losses(trials, side, beaten[side], gone[side]) for side in SIDES}
    defeats = {side: float(beaten[side].sum()) for side in SIDES}
    draws = trials.number - defeats["good"] - defeats["evil"]
    return Tally({"good": defeats["evil"], "evil": defeats["good"], "draw": draws}, losses)


def _turn_defeat(trials: Trials, side: FightingSide, beaten: Bools, margins: Ints) -> Ints:
    """PPL-SHAMAN-02: the first who can makes a draw of it and is gone; how many of those who stand by are."""
    ranks = trials.ranks[side]
    ranks.widen()
    # With a last column for those who stand by, and always stand.
    standing = np.hstack([ranks.standing, np.ones((trials.number, 1), dtype=np.bool_)])
    for margin in np.unique(margins[beaten]).tolist():
        able = standing & trials.stage.turns_defeat(side, margin)
        turned = np.flatnonzero(beaten & (margins == margin) & able.any(axis=1))
        standing[turned, able[turned].argmax(axis=1)] = False
        beaten[turned] = False
    ranks.standing = standing[:, :-1]
    return (~standing[:, -1]).astype(np.int64)


def _losses(trials: Trials, side: FightingSide, beaten: Bools, gone: Ints) -> Weights:
    ranks, stage = trials.ranks[side], trials.stage
    company = ranks.company
    counted = company.is_first & company.is_told
    army = ranks.number_standing(company.is_army & ~company.is_weapon)
    characters = ranks.number_standing(~company.is_army)
    weapons = ranks.number_standing(company.is_weapon & company.is_first)
    defeat = Defeat.of(stage.fight, side)
    serving_lost = _recruits_lost(ranks, stage, ranks.whole(ranks.standing))
    if company.is_plain or defeat.overrun:
        serving = (stage.serving(side) - serving_lost) * defeat.overrun
        by_defeat = defeat.losses(army, characters, weapons) + serving
    else:
        left = _left_in_turn(ranks)
        by_defeat = _figures_gone(ranks, counted, left)
        by_defeat += _recruits_lost(ranks, stage, left) - serving_lost
    before = stage.lost_before(side) + serving_lost + gone
    lost = before + counted.sum() - ranks.number_standing(counted) + np.where(beaten, by_defeat, 0)
    most = len(stage.fight.setup.side(side).everyone)
    return np.bincount(lost, minlength=most + 1).astype(np.float64)


def _left_in_turn(ranks: Ranks) -> Bools:
    """OUT-05, OUT-06: where not every loss is a figure, who is lost is gone through in turn."""
    company, standing = ranks.company, ranks.whole(ranks.standing)
    more = -(-standing.sum(axis=1) // FIGURES_PER_LOSS)
    left = standing.copy()
    is_army = company.is_army[company.losses]
    for column in (*company.losses[is_army], *company.losses[~is_army]):
        taken = left[:, column] & (more > 0)
        left[:, column] &= ~taken
        more -= taken
    return left


def _figures_gone(ranks: Ranks, counted: Bools, left: Bools) -> Ints:
    """How many figures who stood are gone, with the last of their columns."""
    standing, gone = ranks.whole(ranks.standing), np.zeros(ranks.trials, dtype=np.int64)
    for columns in ranks.company.columns.values():
        if counted[columns.start]:
            gone += standing[:, columns].any(axis=1) & ~left[:, columns].any(axis=1)
    return gone


def _recruits_lost(ranks: Ranks, stage: Stage, left: Bools) -> Ints:
    """ART-04: of those who stepped in to serve a weapon, how many have fallen: they go first, in turn."""
    lost = np.zeros(ranks.trials, dtype=np.int64)
    for name, columns in ranks.company.columns.items():
        if recruits := stage.world.figures[name].recruits:
            heads = columns.stop - columns.start
            fallen = np.minimum(heads - left[:, columns].sum(axis=1), len(recruits))
            lost += np.cumsum([0, *(one in stage.told for one in recruits)])[fallen]
    return lost


def _leads(trials: Trials) -> Mapping[FightingSide, Ints]:
    """Both sides' leadership in every trial."""
    fixed = trials.stage.fixed_leadership
    if fixed is not None:
        return {side: np.full(trials.number, fixed[side]) for side in SIDES}
    leads = {side: np.zeros(trials.number, dtype=np.int64) for side in SIDES}
    for ranks in trials.ranks.values():
        ranks.widen()
    for _, which in trials.alike(with_the_fallen=True):
        states = trials.states(which[0])
        for side in SIDES:
            leads[side][which] = trials.stage.leadership(side, states)
    return leads

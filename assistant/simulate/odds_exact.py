"""The odds of a fight computed, where hits are all alike and nothing but dice decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.simulate.odds_defeat import Defeat
from assistant.simulate.odds_stage import Stage
from assistant.simulate.odds_table import Chances, Ints, Table
from assistant.simulate.odds_tally import Tally, Weights

# Beyond this many numbers in flight the simulation is quicker and nearly as good.
MOST_CELLS = 20_000_000


def exact(stage: Stage) -> Tally | None:
    """The odds to the last digit; none where re-rolls, kinds of hits or the fallen bear on one another."""
    tables, leads = stage.tables, stage.fixed_leadership
    if leads is None or not all(_is_plain(stage, side) for side in SIDES):
        return None
    falls = {side: _falls(stage, side, tables) for side in SIDES}
    return _outcome(stage, falls, leads)


def _is_plain(stage: Stage, side: FightingSide) -> bool:
    """Whether each die of this fight decides for itself, and every hit is as good as another."""
    table, company = stage.tables[side], stage.companies[side]
    hittable = ~table.cannot_be_hit[: company.size]
    struck = _kinds_struck(stage, other(side))
    rows = table.save_row(np.flatnonzero(hittable)[:, None], struck[None, :])
    saves = table.passes[rows]
    cells = int(hittable.sum()) * _dice(stage, other(side)).size * (company.size - company.is_army.sum() + 1)
    return bool(
        company.is_plain
        and not stage.lost_before(side)
        and not table.lenders
        and not table.strikes_early.any()
        and not (hittable & table.is_spent[: company.size]).any()
        and not stage.can_turn_defeat(side)
        and table.counts[rows].all()
        and (saves == saves[:, :1]).all()
        and cells <= MOST_CELLS
    )


def _dice(stage: Stage, side: FightingSide) -> Ints:
    """Who rolls it, for every die of a side."""
    dice = stage.tables[side].dice
    return np.repeat(np.arange(dice.size), dice)


def _kinds_struck(stage: Stage, side: FightingSide) -> Ints:
    return np.unique(stage.tables[side].kind[_dice(stage, side)])


def _falls(stage: Stage, side: FightingSide, tables: Mapping[FightingSide, Table]) -> Chances:
    """How likely each number of army figures (rows) and of characters (columns) is to fall."""
    company, table, foes = stage.companies[side], tables[side], tables[other(side)]
    hits = hits_of(foes.hits[_dice(stage, other(side))])
    takers = company.queue[~table.cannot_be_hit[company.queue]]
    struck = _kinds_struck(stage, other(side))
    kind = struck[:1] if struck.size else np.zeros(1, dtype=np.int64)
    fails = 1 - table.passes[table.save_row(takers, kind)]
    return falls_of(hits, fails, table.rides[takers].tolist(), company.is_army[takers].tolist())


def hits_of(chances: Chances) -> Chances:
    """How likely each number of hits is, from the chance of every die."""
    hits = np.zeros(len(chances) + 1)
    hits[0] = 1
    for number, chance in enumerate(chances, 1):
        hits[1 : number + 1] = hits[1 : number + 1] * (1 - chance) + hits[:number] * chance
        hits[0] *= 1 - chance
    return hits


def falls_of(hits: Chances, fails: Chances, rides: Sequence[bool], is_army: Sequence[bool]) -> Chances:
    """How many fall, army and characters, if hits go round among takers who fail so often.

    In a round all before some taker have one hit more than those from it on. Round by round, in parallel,
    `before` holds the case that this taker is still to come, `after` all cases in which it has been passed.
    """
    takers, army = len(fails), sum(is_army)
    if not takers:
        return np.ones((1, 1))
    rounds = -(-len(hits) // takers)
    ends = np.pad(hits, (0, rounds * takers - len(hits))).reshape(rounds, takers)
    taken = np.arange(rounds + 1)
    before = np.zeros((rounds, army + 1, takers - army + 1))
    before[:, 0, 0] = 1
    after = np.zeros_like(before)
    for taker in range(takers):
        fall = _fall(fails[taker], taken, rides[taker])[:, None, None]
        after += before * ends[:, taker, None, None]
        after = _with_one_more(after, fall[:-1], is_army[taker])
        before = _with_one_more(before, fall[1:], is_army[taker])
    return np.asarray(after.sum(axis=0), dtype=np.float64)


def _fall(fails: float, hits: Ints, rides: bool) -> Chances:
    """How likely a figure is to fall, by the number of hits it takes; a rider has to fail twice."""
    stays = np.power(1 - fails, hits)
    if rides:
        stays += hits * fails * np.power(1 - fails, np.maximum(hits - 1, 0))
    return 1 - stays


def _with_one_more(chances: Chances, fall: Chances, is_army: bool) -> Chances:
    more = chances * (1 - fall)
    if is_army:
        more[:, 1:] += (chances * fall)[:, :-1]
    else:
        more[:, :, 1:] += (chances * fall)[:, :, :-1]
    return more


def _outcome(stage: Stage, falls: Mapping[FightingSide, Chances], leads: Mapping[FightingSide, int]) -> Tally:
    """OUT-01..OUT-05 over all that may happen: who wins, and what it costs."""
    fallen = {side: np.indices(falls[side].shape) for side in SIDES}
    casualties = {side: fallen[side].sum(axis=0) + _spent(stage, side)[2] for side in SIDES}
    totals = {side: _by_number(casualties[other(side)] + leads[side], falls[other(side)]) for side in SIDES}
    # A side's own total hangs on the enemy's dead only, and the enemy's on this side's: they are independent.
    level, behind = {}, {}
    for side in SIDES:
        theirs = casualties[side] + leads[other(side)]
        mine = np.zeros(max(len(totals[side]), int(theirs.max()) + 1))
        mine[: len(totals[side])] = totals[side]
        level[side] = mine[theirs]
        behind[side] = (np.cumsum(mine) - mine)[theirs]
    return Tally(
        {
            "good": float((behind["evil"] * falls["evil"]).sum()),
            "evil": float((behind["good"] * falls["good"]).sum()),
            "draw": float((level["good"] * falls["good"]).sum()),
        },
        {side: _losses(stage, side, fallen[side], falls[side], behind[side]) for side in SIDES},
    )


def _losses(stage: Stage, side: FightingSide, fallen: Ints, falls: Chances, beaten: Chances) -> Weights:
    """How likely each number of losses is, by what has fallen and how often the side is then beaten."""
    company = stage.companies[side]
    spent_army, spent_characters, _ = _spent(stage, side)
    army = int(company.is_army.sum()) - spent_army - fallen[0]
    characters = company.size - int(company.is_army.sum()) - spent_characters - fallen[1]
    gone = company.size - army - characters
    defeat = Defeat.of(stage.fight, side)
    most = company.size + defeat.number_standing_by
    lost = _by_number(gone + defeat.losses(army, characters), falls * beaten, most)
    return lost + _by_number(gone, falls * (1 - beaten), most)


def _spent(stage: Stage, side: FightingSide) -> tuple[int, int, int]:
    """Those who give themselves up: army figures, characters, and how many of both count."""
    company, table = stage.companies[side], stage.tables[side]
    gone = table.is_spent[: company.size]
    counted = gone & table.spent_counts[: company.size]
    return int((gone & company.is_army).sum()), int((gone & ~company.is_army).sum()), int(counted.sum())


def _by_number(numbers: Ints, weights: Chances, most: int = 0) -> Weights:
    return np.bincount(numbers.ravel(), weights.ravel(), most + 1).astype(np.float64)

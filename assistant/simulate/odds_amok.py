"""Beasts that lost their crew, in many fights at once: they trample their own side, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from assistant.rules.combat.setup import SIDES, FightingSide
from assistant.simulate.odds_table import Bools, Ints

if TYPE_CHECKING:
    from assistant.simulate.odds_trials import Trials

# A hit that carries nothing of whoever struck it.
BARE = ((),)


def trample(trials: Trials) -> None:
    """PPL-MUMAKIL-02, PPL-MUMAKIL-03: in every trial the first that is due, until none is."""
    amok = {side: trials.stage.amok(side) for side in SIDES}
    if not any(able.any() for able in amok.values()):
        return
    beasts = [(side, index) for side in SIDES for index in np.flatnonzero(amok[side]).tolist()]
    done = np.zeros((trials.number, len(beasts)), dtype=np.bool_)
    while (due := _due(trials, beasts) & ~done).any():
        for ranks in trials.ranks.values():
            ranks.widen()
        first = np.where(due.any(axis=1), due.argmax(axis=1), -1)
        for number, (side, _) in enumerate(beasts):
            which = np.flatnonzero(first == number)
            done[which, number] = True
            _run(trials, side, which)


def _due(trials: Trials, beasts: list[tuple[FightingSide, int]]) -> Bools:
    lost = {side: ranks.worn >= ranks.company.lives for side, ranks in trials.ranks.items()}
    return np.stack([lost[side][:, index] for side, index in beasts], axis=1)


def _run(trials: Trials, side: FightingSide, which: Ints) -> None:
    """One beast in some of the trials: a die of hits on its own side."""
    if not which.size:
        return
    some = trials.part(which)
    for signature, alike in some.alike():
        tables = trials.stage.tables_by_sort(signature, some.states(alike[0]), also=BARE)
        part = some.part(alike)
        part.strike_own(side, tables[side])
        some.put(alike, part)
    trials.put(which, some)

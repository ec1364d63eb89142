"""The odds as the desk shows them: the same numbers as `assistant odds`, found within a blink and kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from assistant.campaign.wording import of_100
from assistant.kernel.codec import encode
from assistant.rules.combat.setup import FightingSide, FightSetup
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import odds
from assistant.simulate.odds_tally import RESULTS, Odds
from assistant.simulate.odds_what_if import WhatIf, variations

MOST_KEPT = 256
# Where a fight must be resolved blow by blow to know its odds: at once, and when there is time.
AT_ONCE = 24
IN_TIME = 120
SEED = 1
"""The same fight has the same odds on every screen, also where they are found by trial."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The odds of a fight, and those of slightly other fights if that was asked."""

    odds: Odds
    changes: tuple[WhatIf, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As the command prints it, with sentences for people."""
        return {
            **self.odds.to_json(),
            "words": [*self.words()],
            "what_if": [{**one.to_json(), "words": changed(one)} for one in self.changes],
        }

    def words(self) -> tuple[str, ...]:
        """Good wins 62 of 100, evil 31; 7 are drawn."""
        good, evil, draw = (of_100(self.odds.win[result]) for result in RESULTS)
        found = {
            "exact": "Computed exactly.",
            "vectorised": f"From {self.odds.trials} simulated fights.",
            "resolver": f"From {self.odds.trials} fights resolved blow by blow.",
        }[self.odds.method]
        return (
            f"Good wins {good} of 100, evil {evil}; {draw} are drawn.",
            f"Good loses {self._losses('good')}, evil {self._losses('evil')}.",
            found,
            *self._error(),
            *(f"Not counted: {line}" for line in self.odds.by_hand),
        )

    def _error(self) -> Iterator[str]:
        if self.odds.method != "exact":
            error = 100 * max(self.odds.error(result) for result in RESULTS)
            yield f"Two times out of three such chances are right to within {error:.1f} of 100."

    def _losses(self, side: FightingSide) -> str:
        spread = self.odds.losses[side]
        return f"{spread.p50} ({spread.p10} to {spread.p90})"


def changed(one: WhatIf) -> str:
    """Good behind walls: good wins 81 of 100 (+19)."""
    now = of_100(one.after.win[one.side])
    gain = round(100 * one.after.win[one.side]) - round(100 * one.before.win[one.side])
    change = one.change[0].upper() + one.change[1:]
    return f"{change}: {one.side} wins {now} of 100 ({f'{gain:+d}' if gain else 'no difference'})."


class Oracle:
    """Finds odds, and remembers those of the fights that were asked about lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Odds] = OrderedDict()
        # One at a time: fighting blow by blow would keep everybody else waiting.
        self._turn = threading.Lock()

    def chances(self, game: RingOfPower, setup: FightSetup, *, what_if: bool = False) -> Chances:
        """The odds of a fight as it is declared; with `what_if` it may take a little longer."""
        found = self._odds(game, setup, IN_TIME if what_if else AT_ONCE)
        # A few fights blow by blow cannot tell so small a difference from luck.
        is_told = what_if and found.method != "resolver"
        changes = (
            WhatIf(one.change, one.side, found, self._odds(game, one.setup, AT_ONCE))
            for one in (variations(game.book, setup) if is_told else ())
        )
        return Chances(found, tuple(changes))

    def _odds(self, game: RingOfPower, setup: FightSetup, blows: int) -> Odds:
        key = repr(encode(setup, slim=True))
        with self._turn:
            if (kept := self._kept.get(key)) is not None and _is_enough(kept, blows):
                self._kept.move_to_end(key)
                return kept
            found = self._kept[key] = odds(game, setup, seed=SEED, blows=blows)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


def _is_enough(found: Odds, blows: int) -> bool:
    return found.method != "resolver" or found.trials >= blows

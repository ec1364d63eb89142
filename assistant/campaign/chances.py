"""The odds as the desk shows them: the same numbers as `assistant odds`, found within a blink and kept."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from assistant.campaign.wording import HARDLY, in_ten, percent
from assistant.kernel.codec import encode
from assistant.kernel.evidence import enforced
from assistant.rules.book import Book, ProfileId
from assistant.rules.combat.proposal import with_wizardry, wizardry_spent
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.game import RingOfPower
from assistant.rules.wording import counted, join
from assistant.rules.world import World
from assistant.simulate.odds import odds
from assistant.simulate.odds_tally import RESULTS, Odds
from assistant.simulate.odds_what_if import WhatIf
from assistant.simulate.odds_what_if import what_if as compared

MOST_KEPT = 256
UNSEEN = 1e-6
# Where a fight must be resolved blow by blow to know its odds: at once, and when there is time.
AT_ONCE = 24
IN_TIME = 120
# Each of the slightly other fights: few enough for some seconds, with the same dice as the fight itself.
TO_COMPARE, FIGURES_COMPARED = 60, 2_400
SEED = 1
"""The same fight has the same odds on every screen, also where they are found by trial."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The odds of a fight, and those of slightly other fights if that was asked."""

    odds: Odds
    changes: tuple[WhatIf, ...] = ()
    assumed: tuple[str, ...] = ()
    """What is taken for granted that nobody has said."""

    def to_json(self) -> dict[str, Any]:
        """As the command prints it, with sentences for people."""
        return {
            **self.odds.to_json(),
            "short": self.short(),
            "words": [*self.words()],
            "what_if": [{**one.to_json(), "words": changed(one)} for one in self.changes],
        }

    def short(self) -> str:
        """Good 62 % · draw 7 % · evil 31 %."""
        ends = self._ends()
        hidden = f" · no fight {percent(ends['no fight'])}" if ends["no fight"] else ""
        good, evil, draw = (percent(ends[result]) for result in RESULTS)
        return f"Good {good} · draw {draw}{hidden} · evil {evil}"

    def _ends(self) -> dict[str, float]:
        """The chances, with no fight apart from a draw; what no trial came to may come all the same."""
        ends: dict[str, float] = {result: self.odds.win[result] for result in RESULTS}
        ends["draw"] = max(0.0, ends["draw"] - self.odds.no_fight)
        if self.odds.method != "exact":
            ends = {end: min(max(part, UNSEEN), 1 - UNSEEN) for end, part in ends.items()}
        return {**ends, "no fight": self.odds.no_fight}

    def words(self) -> tuple[str, ...]:
        """In numbers and as people say it: good wins about 6 in 10, evil about 3 in 10."""
        found = {
            "exact": "Computed exactly.",
            "vectorised": f"From {self.odds.trials} simulated fights{self._error()}.",
            "resolver": f"From {self.odds.trials} fights resolved blow by blow{self._error()}.",
        }[self.odds.method]
        return (
            f"{self.short()}.",
            self._outcome(),
            f"Good loses {self._losses('good')}, evil {self._losses('evil')}.",
            found,
            *(f"Counted: {line}" for line in self.assumed),
            *(f"Not counted: {line}" for line in self.odds.by_hand),
        )

    def _outcome(self) -> str:
        ends = self._ends()
        likeliest = max(ends, key=lambda end: ends[end])
        if (most := ends[likeliest]) > 1 - HARDLY:
            sure = "certain" if most == 1 else "all but certain"
            none = {"draw": f"A draw is {sure}.", "no fight": f"It is {sure} that there is no fight."}
            return none.get(likeliest, f"{likeliest.capitalize()} is {sure} to win.")
        good, evil, draw = (in_ten(ends[result]) for result in RESULTS)
        drawn = f"{draw} are drawn" if ends["draw"] > HARDLY else f"{draw} a draw"
        hidden = ends["no fight"]
        missed = f"; {in_ten(hidden)} those who hide are not found: no fight" if hidden else ""
        return f"Good wins {good}, evil {evil}; {drawn}{missed}."

    def _error(self) -> str:
        """By how much chances found by trial may be off, where that shows in what is told."""
        off = round(100 * max(self.odds.error(result) for result in RESULTS))
        return f", give or take {off} in 100" if off else ""

    def _losses(self, side: FightingSide) -> str:
        spread = self.odds.losses[side]
        if spread.p10 == spread.p90:
            return "nobody" if spread.p50 == 0 else str(spread.p50)
        return f"about {on_average(spread.mean)} (mostly {spread.p10} to {spread.p90})"


def on_average(mean: float) -> str:
    """A number of figures as people say it: 0.8, 2, 7.5, and whole ones from ten on."""
    if mean < 0.05:
        return "0"
    return f"{mean:.0f}" if mean >= 9.95 else f"{mean:.1f}".removesuffix(".0")


def changed(one: WhatIf) -> str:
    """Good behind walls: good wins 81 % instead of 62 %."""
    now, before = percent(one.win(one.side)), percent(one.before.win[one.side])
    change = one.change[0].upper() + one.change[1:]
    if not one.is_clear:
        return f"{change}: no clear change."
    return (
        f"{change}: {one.side} wins {now}{', no difference' if now == before else f' instead of {before}'}."
    )


class Oracle:
    """Finds odds, and remembers those of the fights that were asked about lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Odds] = OrderedDict()
        # One at a time: fighting blow by blow would keep everybody else waiting.
        self._turn = threading.Lock()

    def chances(
        self,
        game: RingOfPower,
        setup: FightSetup,
        *,
        what_if: bool = False,
        world: World | None = None,
        leaders: Collection[ProfileId] | None = None,
    ) -> Chances:
        """The odds of a fight as it is declared, its wizards doing what they can.

        With `what_if` it may take a little longer; in a campaign `world` knows those who fight as they are,
        and `leaders` are those who could come.
        """
        fight, known = with_wizardry(game.book, setup), World() if world is None else world
        found = self._odds(game, fight, known, IN_TIME if what_if else AT_ONCE)
        number = sum(len(fight.side(side).figures) for side in SIDES)
        blows = max(AT_ONCE, min(TO_COMPARE, FIGURES_COMPARED // number))

        def varied_odds(one: FightSetup) -> Odds:
            return self._odds(game, one, known, blows)

        changes = compared(game.book, fight, found, varied_odds, leaders) if what_if else ()
        assumed = (*wizardry_spent(game.book, setup, fight), *_taken_to_be_inside(game.book, setup))
        return Chances(found, tuple(changes), assumed)

    def _odds(self, game: RingOfPower, setup: FightSetup, world: World, blows: int) -> Odds:
        key = repr((encode(setup, slim=True), encode(world, slim=True)))
        with self._turn:
            if (kept := self._kept.get(key)) is not None and _is_enough(kept, blows):
                self._kept.move_to_end(key)
                return kept
            found = self._kept[key] = odds(game, setup, seed=SEED, blows=blows, world=world)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


def _taken_to_be_inside(book: Book, setup: FightSetup) -> Iterator[str]:
    """FOR-06: of whom the table says only when the walls fall whether they were behind them."""
    for side in SIDES:
        if counts := Counter(one.profile for one in setup.side(side).perhaps_inside):
            who = join([counted(book.profiles[one], number) for one, number in counts.items()])
            taken = "is taken" if counts.total() == 1 else "are taken"
            yield f"{who}, who met nobody, {taken} to be inside the walls ({enforced('FOR-06')})."


def _is_enough(found: Odds, blows: int) -> bool:
    return found.method != "resolver" or found.trials >= blows

"""The odds as the desk shows them: the same numbers as `assistant odds`, found within a blink and kept."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from assistant.campaign.wording import HARDLY, in_ten, percent
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
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
LONGEST_WAIT = 10.0
"""Seconds until somebody whose turn does not come is told so."""
RULE_OF_THREE = 3
"""What none of so many trials came to may still come three times in as many (with 95 % certainty)."""
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
        hidden = f" · no fight {told(self.odds, ends['no fight'])}" if ends["no fight"] else ""
        good, evil, draw = (told(self.odds, ends[result]) for result in RESULTS)
        return f"Good {good} · draw {draw}{hidden} · evil {evil}"

    def _ends(self) -> dict[str, float]:
        """The chances, with no fight apart from a draw."""
        ends: dict[str, float] = {result: self.odds.win[result] for result in RESULTS}
        ends["draw"] = max(0.0, ends["draw"] - self.odds.no_fight)
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
            if unseen(self.odds) > HARDLY:
                over = f"over {floor(10 * (1 - unseen(self.odds)))} in 10"
                few = {"draw": f"A draw {over}.", "no fight": f"No fight {over}."}
                return few.get(likeliest, f"{likeliest.capitalize()} wins {over}.")
            sure = "certain" if most == 1 and self.odds.method == "exact" else "all but certain"
            none = {"draw": f"A draw is {sure}.", "no fight": f"It is {sure} that there is no fight."}
            return none.get(likeliest, f"{likeliest.capitalize()} is {sure} to win.")
        good, evil, draw = (self._in_ten(ends[result]) for result in RESULTS)
        drawn = f"{draw} a draw" if draw in ("hardly ever", "never") else f"{draw} are drawn"
        hidden = ends["no fight"]
        missed = f"; {in_ten(hidden)} those who hide are not found: no fight" if hidden else ""
        return f"Good wins {good}, evil {evil}; {drawn}{missed}."

    def _in_ten(self, chance: float) -> str:
        if chance > 0 or not (least := unseen(self.odds)):
            return in_ten(chance)
        return f"under {ceil(10 * least)} in 10" if least > HARDLY else "hardly ever"

    def _error(self) -> str:
        """By how much chances found by trial may be off, where that shows in what is told."""
        off = round(100 * max(self.odds.error(result) for result in RESULTS))
        return f", give or take {off} in 100" if off else ""

    def _losses(self, side: FightingSide) -> str:
        spread = self.odds.losses[side]
        if spread.p10 == spread.p90:
            return "nobody" if spread.p50 == 0 else str(spread.p50)
        return f"about {on_average(spread.mean)} (mostly {spread.p10} to {spread.p90})"


def unseen(found: Odds) -> float:
    """How likely may be what no trial came to; nothing where every fall of the dice was counted."""
    return 0.0 if found.method == "exact" else RULE_OF_THREE / found.trials


def told(found: Odds, chance: float) -> str:
    """A chance in a hundred: what never or always came is told only as surely as the trials bear out."""
    least = unseen(found)
    if least and chance == 0:
        return f"<{ceil(100 * least)} %"
    if least and chance == 1:
        return f">{floor(100 * (1 - least))} %"
    return percent(chance)


def on_average(mean: float) -> str:
    """A number of figures as people say it: 0.8, 2, 7.5, and whole ones from ten on."""
    if mean < 0.05:
        return "0"
    return f"{mean:.0f}" if mean >= 9.95 else f"{mean:.1f}".removesuffix(".0")


def changed(one: WhatIf) -> str:
    """Good behind walls: good wins 81 % instead of 62 %."""
    now, before = told(one.after, one.win(one.side)), told(one.before, one.before.win[one.side])
    change = one.change[0].upper() + one.change[1:]
    if not one.is_clear:
        return f"{change}: no clear change."
    return (
        f"{change}: {one.side} wins {now}{', no difference' if now == before else f' instead of {before}'}."
    )


class NoTurn(Exception):
    """Too many odds are being worked out, or nobody waits for these any more."""


def odds_busy() -> Illegal:
    """The refusal of odds that would keep everybody else waiting."""
    return Illegal("odds-busy", "The odds of other fights are being worked out.", do="Try again in a moment.")


class Oracle:
    """Finds odds, and remembers those of the fights that were asked about lately."""

    def __init__(self, longest_wait: float = LONGEST_WAIT) -> None:
        self._kept: OrderedDict[str, Odds] = OrderedDict()
        self._guard = threading.Lock()
        # One at a time: fighting blow by blow would keep everybody else waiting.
        self._turn = threading.Lock()
        self._longest_wait = longest_wait

    def chances(
        self,
        game: RingOfPower,
        setup: FightSetup,
        *,
        what_if: bool = False,
        world: World | None = None,
        leaders: Collection[ProfileId] | None = None,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Chances:
        """The odds of a fight as it is declared, its wizards doing what they can.

        With `what_if` it may take a little longer; in a campaign `world` knows those who fight as they are,
        and `leaders` are those who could come. Nothing is begun for whoever no longer wants it.
        """
        fight, known = with_wizardry(game.book, setup), World() if world is None else world
        # A fight of nobody is refused in its own words below.
        number = max(1, sum(len(fight.side(side).figures) for side in SIDES))
        blows = max(AT_ONCE, min(TO_COMPARE, FIGURES_COMPARED // number))

        def odds_of(one: FightSetup, trials: int = blows) -> Odds:
            return self._odds(game, one, known, trials, is_wanted)

        try:
            found = odds_of(fight, IN_TIME if what_if else AT_ONCE)
            changes = tuple(compared(game.book, fight, found, odds_of, leaders)) if what_if else ()
        except NoTurn:
            raise odds_busy() from None
        assumed = (*wizardry_spent(game.book, setup, fight), *_taken_to_be_inside(game.book, setup))
        return Chances(found, changes, assumed)

    def _odds(
        self, game: RingOfPower, setup: FightSetup, world: World, blows: int, is_wanted: Callable[[], bool]
    ) -> Odds:
        key = repr((encode(setup, slim=True), encode(world, slim=True)))
        # What is known already waits for nobody.
        if kept := self._known(key, blows):
            return kept
        if not self._turn.acquire(timeout=self._longest_wait):
            raise NoTurn
        try:
            if kept := self._known(key, blows):
                return kept
            if not is_wanted():
                raise NoTurn
            found = odds(game, setup, seed=SEED, blows=blows, world=world)
        finally:
            self._turn.release()
        with self._guard:
            self._kept[key] = found
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found

    def _known(self, key: str, blows: int) -> Odds | None:
        with self._guard:
            kept = self._kept.get(key)
            if kept is None or not _is_enough(kept, blows):
                return None
            self._kept.move_to_end(key)
            return kept


def _taken_to_be_inside(book: Book, setup: FightSetup) -> Iterator[str]:
    """FOR-06: of whom the table says only when the walls fall whether they were behind them."""
    for side in SIDES:
        if counts := Counter(one.profile for one in setup.side(side).perhaps_inside):
            who = join([counted(book.profiles[one], number) for one, number in counts.items()])
            taken = "is taken" if counts.total() == 1 else "are taken"
            yield f"{who}, who met nobody, {taken} to be inside the walls ({enforced('FOR-06')})."


def _is_enough(found: Odds, blows: int) -> bool:
    return found.method != "resolver" or found.trials >= blows

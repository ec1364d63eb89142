"""What one more company, a leader or the walls would change: the same odds of slightly other fights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from assistant.kernel.codec import Json
from assistant.kernel.ids import FigureId
from assistant.rules.book import Book
from assistant.rules.combat.leading import leads
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup, SideSetup
from assistant.simulate.odds_stage import Stage, fight_of
from assistant.simulate.odds_tally import RESULTS, Odds

OddsOf = Callable[[FightSetup], Odds]


@dataclass(frozen=True, slots=True)
class Variation:
    """A fight that differs in one thing, and whom that concerns."""

    change: str
    side: FightingSide
    setup: FightSetup


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a change does to the chances."""

    change: str
    side: FightingSide
    before: Odds
    after: Odds

    @property
    def gain(self) -> float:
        """By how much the side it concerns wins more often."""
        return self.after.win[self.side] - self.before.win[self.side]

    def to_json(self) -> dict[str, Json]:
        return {
            "change": self.change,
            "side": self.side,
            "win": {result: self.after.win[result] for result in RESULTS},
            "difference": {result: self.after.win[result] - self.before.win[result] for result in RESULTS},
        }


def what_if(book: Book, setup: FightSetup, before: Odds, odds_of: OddsOf) -> tuple[WhatIf, ...]:
    """Every variation worth asking about, with its odds beside those of the fight as it is."""
    return tuple(
        WhatIf(variation.change, variation.side, before, odds_of(variation.setup))
        for variation in variations(book, setup)
    )


def variations(book: Book, setup: FightSetup) -> Iterator[Variation]:
    """One more of the army, without the leader, with or without walls."""
    for side in SIDES:
        yield from _one_more(book, setup, side)
    for side in SIDES:
        yield from _without_leader(book, setup, side)
    yield from _walls(setup)


def _one_more(book: Book, setup: FightSetup, side: FightingSide) -> Iterator[Variation]:
    orders = setup.side(side)
    army = [one for one in orders.figures if book.profiles[one.profile].kind == "army"]
    if not army:
        return
    ((profile, _),) = Counter(one.profile for one in army).most_common(1)
    last = max(index for index, one in enumerate(orders.figures) if one.profile == profile)
    figures = list(orders.figures)
    figures.insert(last + 1, replace(figures[last], figure=_free_name(setup)))
    name = book.profiles[profile].name
    yield Variation(
        f"one more {name} for {side}", side, _with(setup, side, replace(orders, figures=tuple(figures)))
    )


def _free_name(setup: FightSetup) -> FigureId:
    names = {one.figure for side in SIDES for one in setup.side(side).figures}
    return next(
        name for number in range(len(names) + 1) if (name := FigureId(f"one-more-{number}")) not in names
    )


def _without_leader(book: Book, setup: FightSetup, side: FightingSide) -> Iterator[Variation]:
    scene = Stage(fight_of(book, setup)).muster.scene
    host = scene.hosts[side].combatants
    best = max(host, key=lambda one: leads(one, scene))
    if len(host) > 1 and leads(best, scene) > 0:
        yield Variation(f"{side} without {best.profile.name}", side, _without(setup, side, best.id))


def _without(setup: FightSetup, side: FightingSide, figure: FigureId) -> FightSetup:
    """The fight with a figure and all orders that name it left out."""
    for one in SIDES:
        orders = setup.side(one)
        duels = tuple(duel for duel in orders.duels if figure not in duel)
        victims = tuple(victim for victim in orders.victims if victim != figure)
        setup = _with(setup, one, replace(orders, duels=duels, victims=victims))
    orders = setup.side(side)
    left = replace(
        orders,
        figures=tuple(one for one in orders.figures if one.figure != figure),
        allocation=tuple(name for name in orders.allocation if name != figure),
        extra_losses=tuple(name for name in orders.extra_losses if name != figure),
        wizardry={name: boost for name, boost in orders.wizardry.items() if name != figure},
    )
    return _with(setup, side, left)


def _walls(setup: FightSetup) -> Iterator[Variation]:
    site = setup.site
    if site.fortress is not None and site.at != "field":
        open_field = replace(site, fortress=None, tower=False, at="field")
        yield Variation(f"{site.fortress} without walls", site.fortress, replace(setup, site=open_field))
        return
    for side in (site.holder,) if site.holder in SIDES else SIDES:
        yield Variation(
            f"{side} behind walls", side, replace(setup, site=replace(site, fortress=side, at="walls"))
        )


def _with(setup: FightSetup, side: FightingSide, orders: SideSetup) -> FightSetup:
    return replace(setup, good=orders) if side == "good" else replace(setup, evil=orders)

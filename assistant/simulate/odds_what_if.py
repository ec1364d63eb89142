"""What one more company, a leader or the walls would change: the same odds of slightly other fights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, Profile, ProfileId
from assistant.rules.combat.leading import leads
from assistant.rules.combat.proposal import with_wizardry
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup, SideSetup
from assistant.rules.effects.registry import in_play
from assistant.rules.wording import join
from assistant.simulate.odds_numbers import CLEAR
from assistant.simulate.odds_stage import Stage
from assistant.simulate.odds_tally import RESULTS, Odds, Result

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
        return self.before.difference(self.after, self.side)[0]

    @property
    def is_clear(self) -> bool:
        """Whether the change is more than luck may do to trials."""
        gain, error = self.before.difference(self.after, self.side)
        return abs(gain) > CLEAR * error or error == 0

    def win(self, result: Result) -> float:
        """How likely such an end is with the change: by as much more as was seen with the same dice."""
        return min(1.0, max(0.0, self.before.win[result] + self.before.difference(self.after, result)[0]))

    def to_json(self) -> dict[str, Json]:
        found = {result: self.before.difference(self.after, result) for result in RESULTS}
        document: dict[str, Json] = {
            "change": self.change,
            "side": self.side,
            "win": {result: self.win(result) for result in RESULTS},
            "difference": {result: difference for result, (difference, _) in found.items()},
        }
        if any(error for _, error in found.values()):
            document["standard_error"] = {result: error for result, (_, error) in found.items()}
            document["clear"] = self.is_clear
        return document


def what_if(
    book: Book,
    setup: FightSetup,
    before: Odds,
    odds_of: OddsOf,
    leaders: Collection[ProfileId] | None = None,
) -> Iterator[WhatIf]:
    """Every variation that could be fought, with its odds beside those of the fight as it is."""
    for variation in variations(book, setup, leaders):
        # Nobody hides behind walls, and bullies may be too few without their leader: such a fight is none.
        with suppress(Illegal):
            yield WhatIf(variation.change, variation.side, before, odds_of(variation.setup))


def variations(
    book: Book, setup: FightSetup, leaders: Collection[ProfileId] | None = None
) -> Iterator[Variation]:
    """One more of the army, with a better leader and without the one there is, with or without walls.

    In a campaign only those `leaders` could come who live.
    """
    able = book.profiles.keys() if leaders is None else leaders
    for side in SIDES:
        yield from _one_more(book, setup, side)
    for side in SIDES:
        yield from _with_wizardry(book, setup, side)
    for side in SIDES:
        yield from _with_leader(book, setup, side, able)
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


def _with_wizardry(book: Book, setup: FightSetup, side: FightingSide) -> Iterator[Variation]:
    """MAG-05: the points that nobody has ordered to be spent."""
    orders, spent = setup.side(side), with_wizardry(book, setup).side(side).wizardry
    if not orders.wizardry and spent:
        names = {one.figure: book.profiles[one.profile].name for one in orders.figures}
        told = join(f"{names[figure]} spending wizardry, {boost}" for figure, boost in spent.items())
        yield Variation(told, side, _with(setup, side, replace(orders, wizardry=spent)))


def _with_leader(
    book: Book, setup: FightSetup, side: FightingSide, leaders: Collection[ProfileId]
) -> Iterator[Variation]:
    """OUT-01: who of the army's own people would lead it best, if better than anyone who is there."""
    orders = setup.side(side)
    army = [one for one in orders.figures if book.profiles[one.profile].kind == "army"]
    if not army:
        return
    peoples = Counter(one.people or book.profiles[one.profile].people for one in army)
    ((people, _),) = peoples.most_common(1)
    here = {one.profile for name in SIDES for one in setup.side(name).everyone}
    able = [
        one
        for one in book.profiles.values()
        if one.is_character and one.side == side and one.people == people
        if one.id in leaders and one.id not in here
    ]
    joined = [(one.name, _joined_by(setup, side, one, army[0])) for one in able if one.leadership]
    now = _best_leadership(book, setup, side)
    found = [(_best_leadership(book, varied, side), name, varied) for name, varied in joined]
    best = max(found, key=lambda one: one[0], default=None)
    if best is not None and best[0] > now:
        yield Variation(f"{best[1]} leading {side}", side, best[2])


def _joined_by(setup: FightSetup, side: FightingSide, leader: Profile, beside: Entrant) -> FightSetup:
    orders = setup.side(side)
    entrant = Entrant(_free_name(setup), leader.id, leader.starts_mounted, beside.terrain, force=beside.force)
    return _with(setup, side, replace(orders, figures=(*orders.figures, entrant)))


def _best_leadership(book: Book, setup: FightSetup, side: FightingSide) -> int:
    scene = Stage.at_once(book, setup).muster.scene
    return max((leads(one, scene) for one in scene.hosts[side].combatants), default=0)


def _without_leader(book: Book, setup: FightSetup, side: FightingSide) -> Iterator[Variation]:
    scene = Stage.at_once(book, setup).muster.scene
    host = scene.hosts[side].combatants
    best = max(host, key=lambda one: leads(one, scene))
    if len(host) > 1 and leads(best, scene) > 0:
        left = _without(setup, side, best.id)
        for power in _called_only_by(best, host, scene):
            for one in [one for one in left.side(side).figures if one.profile == power]:
                left = _without(left, side, one.figure)
        if left.side(side).figures:
            yield Variation(f"{side} without {best.profile.name}", side, left)


def _called_only_by(leader: Combatant, host: Sequence[Combatant], scene: Scene) -> set[ProfileId]:
    """PPL-EAGLES-01: powers that nobody else of the side could have called."""

    def calls(one: Combatant) -> set[ProfileId]:
        return {call.profile for found in in_play(one, scene) if (call := found.summons(one, scene))}

    return calls(leader) - {power for one in host if one.id != leader.id for power in calls(one)}


def _without(setup: FightSetup, side: FightingSide, figure: FigureId) -> FightSetup:
    """The fight with a figure and all orders that name it left out."""
    for one in SIDES:
        orders = setup.side(one)
        duels = tuple(duel for duel in orders.duels if figure not in duel)
        victims = tuple(victim for victim in orders.victims if victim != figure)
        captures = orders.captures and tuple(name for name in orders.captures if name != figure)
        told = replace(orders, duels=duels, victims=victims, captures=captures)
        setup = _with(setup, one, told)
    orders = setup.side(side)
    left = replace(
        orders,
        figures=tuple(_apart(one, figure) for one in orders.figures if one.figure != figure),
        reserve=tuple(_apart(one, figure) for one in orders.reserve),
        allocation=tuple(name for name in orders.allocation if name != figure),
        extra_losses=tuple(name for name in orders.extra_losses if name != figure),
        wizardry={name: boost for name, boost in orders.wizardry.items() if name != figure},
    )
    return _with(setup, side, left)


def _apart(one: Entrant, figure: FigureId) -> Entrant:
    """Nobody stands near who is not there."""
    return replace(one, near=tuple(friend for friend in one.near if friend != figure))


def _walls(setup: FightSetup) -> Iterator[Variation]:
    site = setup.site
    if site.fortress is not None and site.at != "field":
        open_field = replace(site, fortress=None, tower=False, at="field")
        yield Variation(
            f"{site.fortress} without walls", site.fortress, replace(_unordered(setup), site=open_field)
        )
        return
    for side in (site.holder,) if site.holder in SIDES else SIDES:
        yield Variation(
            f"{side} behind walls", side, replace(setup, site=replace(site, fortress=side, at="walls"))
        )


def _unordered(setup: FightSetup) -> FightSetup:
    """ART-18: without walls there is nothing to use a ram or a charge against."""
    for side in SIDES:
        orders = setup.side(side)
        engines = {name: replace(service, use=None) for name, service in orders.engines.items()}
        setup = _with(setup, side, replace(orders, engines=engines))
    return setup


def _with(setup: FightSetup, side: FightingSide, orders: SideSetup) -> FightSetup:
    return replace(setup, good=orders) if side == "good" else replace(setup, evil=orders)

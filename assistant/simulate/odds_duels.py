"""Who may be neutralised before the first blow: every fall of the duelling dice, by the resolver itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from assistant.kernel.asking import FACES
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import play
from assistant.rules.book import Book
from assistant.rules.combat.fight import Fight
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.combat.wizardry import duels
from assistant.rules.core.fact import apply
from assistant.rules.house import HouseRules
from assistant.rules.world import World
from assistant.simulate.answerers import accepting

Neutralised = frozenset[FigureId]


def duel_endings(book: Book, setup: FightSetup) -> Mapping[Neutralised, float]:
    """How likely each set of figures is to be neutralised by all the duels together."""
    endings: Mapping[Neutralised, float] = {frozenset(): 1.0}
    for side in SIDES:
        for duel in setup.side(side).duels:
            alone = _only(setup, side, duel)
            following: dict[Neutralised, float] = defaultdict(float)
            for before, chance in endings.items():
                ends = list(_after(book, alone, before))
                for after in ends:
                    following[after] += chance / len(ends)
            endings = following
    return endings


def _only(setup: FightSetup, side: FightingSide, duel: tuple[FigureId, FigureId]) -> FightSetup:
    good, evil = (replace(setup.side(one), duels=(duel,) if one == side else ()) for one in SIDES)
    return replace(setup, good=good, evil=evil)


def _after(book: Book, setup: FightSetup, before: Neutralised) -> Iterator[Neutralised]:
    """Who is neutralised after one duel, for every pair of faces."""
    return (_thrown(book, setup, before, iter(faces)) for faces in product(FACES, repeat=2))


def _thrown(book: Book, setup: FightSetup, before: Neutralised, dice: Iterator[int]) -> Neutralised:
    house = HouseRules(book.house_rules, setup.house_rules)
    fight = Fight(book, setup, house, neutralised=set(before))
    throw = accepting(lambda roll: tuple(next(dice) for _ in roll.dice))
    play(lambda desk: duels(desk, fight), World(), apply, throw)
    return frozenset(fight.neutralised)

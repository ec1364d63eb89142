"""How a fight may stand when the first blow falls: every fall of the dice before it, by the resolver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from assistant.kernel.asking import FACES, Roll
from assistant.kernel.procedure import Desk, play
from assistant.rules.book import Book
from assistant.rules.combat import before_the_blows, may_be_fought
from assistant.rules.combat.contact import SPOT, SPOTTED
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.core.fact import apply
from assistant.rules.deeds.fighting import enlist
from assistant.rules.world import World
from assistant.simulate.answerers import UNTOLD, accepting
from assistant.simulate.odds_duels import Neutralised, duel_endings

# Beyond this many falls of the dice the fight is rather fought out again and again.
MOST_FALLS = 300

# AMB-022: no dice of ours tell whether a table spots somebody by a rule of its own: the odds are of a fight.
AS_IF = {**UNTOLD, SPOT: SPOTTED}

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """A fight before its first blow, the figures as they then are, and how likely it is to come to this."""

    fight: Fight
    world: World
    evaded: FightingSide | None
    chance: float

    @property
    def key(self) -> object:
        """What later blows depend on; two openings with the same are one."""
        fight = self.fight
        figures = [
            (one.id, one.condition, one.mounted, one.lives_lost, one.recruits)
            for one in self.world.figures.values()
        ]
        helped = tuple(figure for names in fight.helped.values() for figure in names)
        sets = tuple(frozenset(some) for some in (fight.neutralised, fight.driven_off, fight.stormed, helped))
        return sets, fight.setup.site, tuple(fight.casualties.values()), tuple(figures), self.evaded


class TooMany(Exception):
    """More falls of the dice before the first blow than it is worth going through."""


def openings(book: Book, setup: FightSetup, world: World) -> Sequence[Opening]:
    """All that a fight may have come to when the first blow falls."""
    found: dict[object, Opening] = {}
    for out, chance in duel_endings(book, setup).items():
        for opening in _falls(book, setup, world, out):
            so_far = found[opening.key].chance if opening.key in found else 0.0
            found[opening.key] = replace(opening, chance=so_far + chance * opening.chance)
    return [*found.values()]


def _falls(book: Book, setup: FightSetup, world: World, out: Neutralised) -> Iterator[Opening]:
    """The duels have ended with these neutralised: every fall of the other dice."""
    open_ends: list[tuple[Faces, float]] = [((), 1.0)]
    number = 0
    while open_ends:
        faces, chance = open_ends.pop()
        try:
            yield replace(_opened(book, setup, world, out, faces), chance=chance)
        except _MoreDice as more:
            falls = [*product(FACES, repeat=more.number)]
            open_ends += [((*faces, *fall), chance / len(falls)) for fall in falls]
        number += 1
        if number + len(open_ends) > MOST_FALLS:
            raise TooMany from None


class _MoreDice(Exception):
    """So many more dice must be rolled than have been."""

    def __init__(self, number: int) -> None:
        self.number = number


def _opened(book: Book, setup: FightSetup, known: World, out: Neutralised, faces: Faces) -> Opening:
    left = list(faces)

    def throw(roll: Roll) -> Faces:
        if len(left) < len(roll.dice):
            raise _MoreDice(len(roll.dice))
        return tuple(left.pop(0) for _ in roll.dice)

    over = setup
    for side in SIDES:
        over = over.with_side(side, replace(over.side(side), duels=()))
    world = enlisted(book, setup, known)
    fight = may_be_fought(Desk(world, apply), book, over)
    fight.neutralised |= out
    evaded = play(lambda desk: before_the_blows(desk, fight), world, apply, accepting(throw, said=AS_IF))
    for fact in evaded.done.facts:
        world = apply(world, fact)
    return Opening(fight, world, evaded.done.result, 1.0)


def enlisted(book: Book, setup: FightSetup, world: World) -> World:
    """A table with all who come to a fight."""
    desk: RulesDesk = Desk(world, apply)
    enlist(desk, book, setup)
    return desk.world

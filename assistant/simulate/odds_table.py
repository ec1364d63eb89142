"""The muster as arrays: for every figure, which of its rolls succeed.

A die and those it may be rolled again as are one roll of 216: only how many of these succeed matters. A
simulated roll is a number below 65535, which is quick to draw; no chance is off by more than 0.00002, and
what is certain or impossible is so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from assistant.kernel.asking import FACES
from assistant.rules.combat.defend import DefenseTest
from assistant.rules.combat.loans import loans_of
from assistant.rules.combat.muster import Fighter, Muster, Save
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import SIDES, FightingSide, other
from assistant.rules.combat.strike import is_hit, is_rolled_again
from assistant.rules.effects.hooks import Fate, LoanKey, Spent
from assistant.rules.effects.registry import in_play

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Chances = NDArray[np.float64]
Drawn = NDArray[np.uint16]

SIDES_OF_A_DIE = len(FACES)
ROLLS = SIDES_OF_A_DIE**3
HIGHEST = np.iinfo(np.uint16).max

RowsOf = Callable[[Combatant], Sequence[int]]
Counts = Callable[[Fate], bool]
Carried = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rolls:
    """Of all rolls: those that succeed, those that would if the die were lent a re-roll, and would not."""

    succeed: int = 0
    if_lent: int = 0
    in_vain: int = 0

    @property
    def chance(self) -> float:
        """How likely a roll is to succeed by itself."""
        return self.succeed / ROLLS

    @property
    def limits(self) -> tuple[int, int, int]:
        """Below which number drawn a roll succeeds, is saved by a loan, and may be lent one at all."""
        saved = self.succeed + self.if_lent
        succeeds, by_loan, able = (
            round(number * HIGHEST / ROLLS) for number in (self.succeed, saved, saved + self.in_vain)
        )
        return succeeds, by_loan, able


def draw(random: Generator, shape: int | tuple[int, int]) -> Drawn:
    """Rolls, each a number below the highest, so that a limit as high as that is always kept."""
    drawn = random.integers(0, HIGHEST + 1, shape, dtype=np.uint16)
    return np.minimum(drawn, HIGHEST - 1, out=drawn)


def attack_rolls(fighter: Fighter) -> Rolls:
    """How one attack die of a figure may end."""
    hits = [face for face in FACES if is_hit(fighter.need, face)]
    again = [face for face in FACES if is_rolled_again(fighter, face)]
    kept = len(set(hits) - set(again))
    open_to_loans = SIDES_OF_A_DIE - len(set(hits) | set(again))
    return _rolls(kept * SIDES_OF_A_DIE + len(again) * len(hits), open_to_loans, len(hits))


def save_rolls(fighter: Fighter, save: Save, *, spoils_twice: bool) -> Rolls:
    """How one defense die of a figure may end; `spoils_twice` if a rescued one may be spoiled in turn."""
    if save.need is None:
        return Rolls()
    tests = [DefenseTest(fighter, save, face) for face in FACES]
    passing = sum(test.is_passed for test in tests)
    rescued = sum(test.is_rolled_again() and not test.is_passed for test in tests)
    spoiled = sum(test.is_rolled_again() and test.is_passed for test in tests)
    kept = (passing - spoiled) * SIDES_OF_A_DIE + spoiled * passing
    open_to_loans = SIDES_OF_A_DIE - passing - rescued
    if save.spoiled and spoils_twice:
        twice = rescued * passing * passing
        return _rolls(kept, open_to_loans, passing, extra=twice)
    return _rolls(kept + rescued * passing, open_to_loans, passing)


def _rolls(of_two: int, open_to_loans: int, successes: int, extra: int = 0) -> Rolls:
    """From the number of pairs of faces that succeed, and of faces that may be lent a re-roll."""
    return Rolls(
        of_two * SIDES_OF_A_DIE + extra,
        open_to_loans * successes * SIDES_OF_A_DIE,
        open_to_loans * (SIDES_OF_A_DIE - successes) * SIDES_OF_A_DIE,
    )


class NotAlike(Exception):
    """Two figures that should have the same numbers have not."""


@dataclass(frozen=True, slots=True)
class Lender:
    """Re-rolls lent to one force, and which rows of the table are its figures."""

    which: Literal["missed", "failed"]
    number: int
    key: LoanKey
    is_for: Bools


@dataclass(frozen=True, slots=True)
class Table:
    """One side in one exchange; saves have a row for each row of the table and kind of hit."""

    dice: Ints
    need: Ints
    attack: Drawn
    hits: Chances
    kind: Ints
    strikes_first: Bools
    strikes_early: Bools
    cannot_be_hit: Bools
    rides: Bools
    is_spent: Bools
    spent_counts: Bools
    save: Drawn
    passes: Chances
    save_need: Ints
    counts: Bools
    kinds: int
    bare: int
    """The kind of hit that carries nothing."""
    lenders: tuple[Lender, ...]

    def save_row(self, row: Ints, kind: Ints) -> Ints:
        """Where the save against a kind of hit stands."""
        return row * self.kinds + kind


@dataclass(frozen=True, slots=True)
class _Row:
    """All that sets one figure apart from another in an exchange."""

    numbers: tuple[int, int, int]
    traits: tuple[bool, ...]
    attack: Rolls
    saves: tuple[tuple[Rolls, int, bool], ...]

    def without_dice(self) -> _Row:
        _, need, kind = self.numbers
        return replace(self, numbers=(0, need, kind))


def tables(
    ready: Muster, rows_of: RowsOf, size: int, counts: Counts, *, spoils_twice: bool
) -> Mapping[FightingSide, Table]:
    """Both sides of a muster; figures that share a row must have the same numbers.

    Of several rows of a figure the first has its dice.
    """
    reader = _Reader(ready, counts, spoils_twice)
    made = {}
    for side in SIDES:
        rows: dict[int, _Row] = {}
        for fighter in ready.sides[side]:
            row = reader.row(side, fighter)
            for number, at in enumerate(rows_of(fighter.me)):
                here = row if number == 0 else row.without_dice()
                if rows.setdefault(at, here) != here:
                    raise NotAlike
        lenders = _lenders(ready.scene, side, rows_of, size)
        made[side] = _table(rows, size, reader.kinds[other(side)], lenders)
    return made


class _Reader:
    """Reads a muster, working out only once what the same numbers come to."""

    def __init__(self, ready: Muster, counts: Counts, spoils_twice: bool) -> None:
        self.scene, self.counts, self.spoils_twice = ready.scene, counts, spoils_twice
        self.kinds = {side: _kinds(ready.sides[side], ready.sides[other(side)]) for side in SIDES}
        self.attacks: dict[object, Rolls] = {}
        self.saves: dict[object, tuple[Rolls, int, bool]] = {}

    def row(self, side: FightingSide, fighter: Fighter) -> _Row:
        return _Row(
            (fighter.dice, fighter.need, self.kinds[side][fighter.carries]),
            _traits(fighter, _spent(fighter.me, self.scene)),
            self._attack(fighter),
            tuple(self._save(fighter, fighter.saves[kind]) for kind in self.kinds[other(side)]),
        )

    def _attack(self, fighter: Fighter) -> Rolls:
        key = fighter.need, fighter.again
        if key not in self.attacks:
            self.attacks[key] = attack_rolls(fighter)
        return self.attacks[key]

    def _save(self, fighter: Fighter, save: Save) -> tuple[Rolls, int, bool]:
        # Whoever has lives loses one, whatever befalls others by such a hit.
        has_lives = fighter.lives is not None
        key = save.need, save.again, save.spoiled, save.fate, has_lives
        if key not in self.saves:
            rolls = save_rolls(fighter, save, spoils_twice=self.spoils_twice)
            self.saves[key] = rolls, save.need or 0, has_lives or self.counts(save.fate)
        return self.saves[key]


def _kinds(strikers: Sequence[Fighter], targets: Sequence[Fighter]) -> Mapping[Carried, int]:
    """The kinds of hits that some strike, and such from elsewhere as their targets are ready for."""
    carried = dict.fromkeys(fighter.carries for fighter in strikers)
    also = dict.fromkeys(kind for fighter in targets[:1] for kind in fighter.saves)
    return {kind: number for number, kind in enumerate(carried | also)}


def _spent(one: Combatant, scene: Scene) -> Spent | None:
    return next(filter(None, (found.is_spent(one, scene) for found in in_play(one, scene))), None)


def _traits(fighter: Fighter, spent: Spent | None) -> tuple[bool, ...]:
    first, extra = fighter.strikes_first is not None, fighter.strikes_extra is not None
    return (
        first,
        first or extra,
        fighter.cannot_be_hit is not None,
        fighter.me.mounted and fighter.lives is None,
        spent is not None,
        spent is not None and spent.counts,
    )


def _lenders(scene: Scene, side: FightingSide, rows_of: RowsOf, size: int) -> tuple[Lender, ...]:
    lenders = []
    for loan in loans_of(scene, side):
        is_for = np.zeros(size, dtype=np.bool_)
        for one in scene.hosts[side].combatants:
            is_for[list(rows_of(one))] = loan.is_for(one)
        lenders.append(Lender(loan.which, loan.number, loan.key, is_for))
    return tuple(lenders)


def _table(
    rows: Mapping[int, _Row], size: int, struck: Mapping[Carried, int], lenders: tuple[Lender, ...]
) -> Table:
    kinds = max(1, len(struck))
    numbers = np.zeros((3, size), dtype=np.int64)
    traits = np.zeros((6, size), dtype=np.bool_)
    attack = np.zeros((size, 3), dtype=np.uint16)
    hits = np.zeros(size)
    save = np.zeros((size * kinds, 3), dtype=np.uint16)
    passes = np.zeros(size * kinds)
    save_need = np.zeros(size * kinds, dtype=np.int64)
    counts = np.ones(size * kinds, dtype=np.bool_)
    for index, row in rows.items():
        numbers[:, index], traits[:, index] = row.numbers, row.traits
        attack[index], hits[index] = row.attack.limits, row.attack.chance
        for at, (rolls, target, counted) in enumerate(row.saves, index * kinds):
            save[at], passes[at] = rolls.limits, rolls.chance
            save_need[at], counts[at] = target, counted
    dice, need, kind = numbers
    first, early, cannot_be_hit, rides, is_spent, spent_counts = traits
    return Table(
        dice=dice, need=need, attack=attack, hits=hits, kind=kind,
        strikes_first=first, strikes_early=early, cannot_be_hit=cannot_be_hit, rides=rides,
        is_spent=is_spent, spent_counts=spent_counts,
        save=save, passes=passes, save_need=save_need, counts=counts, kinds=kinds, bare=struck.get((), 0),
        lenders=lenders,
    )  # fmt: skip

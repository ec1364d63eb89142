"""Answerers: what the app does when nobody at the table wants to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count
from random import Random
from types import MappingProxyType

from assistant.kernel.asking import (
    FACES,
    Allocate,
    Allocated,
    Answer,
    Choose,
    Chosen,
    Request,
    Roll,
    Rolled,
    count_of,
)
from assistant.kernel.errors import Fault, Malformed
from assistant.rules.combat.wizardry import KEEP, WIZARDRY

Answerer = Callable[[Request], Answer]
DiceOf = Callable[[Roll], tuple[int, ...]]
FAIR_BYTES = 256 // len(FACES) * len(FACES)


# MAG-05: points to whose use nobody has said anything are kept; the table is proposed to spend them.
UNTOLD: Mapping[str, str] = MappingProxyType({WIZARDRY: KEEP})


def accepting(dice: DiceOf, *, by_hand: bool = False, said: Mapping[str, str] = UNTOLD) -> Answerer:
    """Take every proposal and every first option, or what is `said` for a purpose; given dice are rolled."""

    def answer(request: Request) -> Answer:
        match request:
            case Roll():
                return Rolled(dice(request), by_hand)
            case Choose():
                return Chosen(said.get(request.purpose, request.options[0]))
            case Allocate():
                return Allocated(request.proposal)

    return answer


def in_turn(answers: Sequence[Answer]) -> Answerer:
    """Answers known beforehand, one after the other."""
    given = iter(answers)
    return lambda request: next(given)


def chance(random: Random) -> DiceOf:
    """The app rolls."""

    def roll(request: Roll) -> tuple[int, ...]:
        return tuple(random.choices(FACES, k=len(request.dice)))

    return roll


def by_figure(seed: str) -> DiceOf:
    """Chance that is the same for a figure whoever else fights: slightly other fights fall out alike."""
    streams: dict[tuple[str, str, str], Iterator[int]] = {}

    def face(roll: Roll, figure: str) -> int:
        key = roll.seat, roll.purpose, figure
        if key not in streams:
            streams[key] = _faces(f"{seed}/{'/'.join(key)}")
        return next(streams[key])

    return lambda roll: tuple(face(roll, die.figure) for die in roll.dice)


def _faces(seed: str) -> Iterator[int]:
    """Endless dice; bytes beyond the last multiple of six would favour the low faces, and are passed over."""
    for number in count():
        for byte in blake2b(f"{seed}/{number}".encode()).digest():
            if byte < FAIR_BYTES:
                yield FACES[byte % len(FACES)]


@dataclass(slots=True)
class GivenDice:
    """Dice written down beforehand, per side and purpose; a missing list is empty."""

    lists: Mapping[str, Mapping[str, Sequence[int]]]
    used: dict[tuple[str, str], int] = field(default_factory=dict)

    def __call__(self, request: Roll) -> tuple[int, ...]:
        key = (request.seat, request.purpose)
        given = self.lists.get(request.seat, {}).get(request.purpose, ())
        start = self.used.get(key, 0)
        self.used[key] = start + len(request.dice)
        if self.used[key] > len(given):
            raise _miscounted([_miscount(key, len(given), self.used[key])])
        return tuple(given[start : self.used[key]])

    def check_all_used(self) -> None:
        """Dice left over mean that the file and the rules count differently."""
        faults = [
            _miscount((side, purpose), len(faces), self.used.get((side, purpose), 0))
            for side, purposes in self.lists.items()
            for purpose, faces in purposes.items()
            if len(faces) > self.used.get((side, purpose), 0)
        ]
        if faults:
            raise _miscounted(faults)


def _miscount(key: tuple[str, str], given: int, needed: int) -> Fault:
    side, purpose = key
    amount = "too few" if given < needed else "too many"
    wanted = count_of(needed, "is needed", "are needed")
    return Fault("", f"sides.{side}.dice.{purpose}", f"{amount} dice: {given} given", wanted)


def _miscounted(faults: Sequence[Fault]) -> Malformed:
    return Malformed("dice-count", "The dice given do not fit the fight.", faults=faults)

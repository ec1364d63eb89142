"""Luck: how many hits and saves were to be expected of the dice that were rolled, and how many came."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from assistant.kernel.asking import FACES, Answer, Request, Roll, Rolled, count_of
from assistant.kernel.codec import Json
from assistant.rules.combat.defend import is_saved
from assistant.rules.combat.setup import SIDES, FightingSide
from assistant.rules.combat.strike import is_hit

Skill = Literal["hits", "saves"]
Roller = Literal["app", "hand"]
Key = tuple[FightingSide, Skill, Roller]

SKILLS: Mapping[str, Skill] = {
    "attack": "hits",
    "attack_reroll": "hits",
    "defense": "saves",
    "defense_reroll": "saves",
}
SUCCEEDS: Mapping[Skill, Callable[[int, int], bool]] = {"hits": is_hit, "saves": is_saved}
NAMES: Mapping[Skill, tuple[str, str]] = {"hits": ("hit", "hits"), "saves": ("save", "saves")}
ROLLERS: Mapping[Roller, str] = {"app": "rolled by the app", "hand": "rolled by hand"}


def chance(skill: Skill, need: int) -> Fraction:
    """How likely a die is to succeed, by the same reading of its faces as the fight itself."""
    return Fraction(sum(SUCCEEDS[skill](need, face) for face in FACES), len(FACES))


@dataclass(frozen=True, slots=True)
class Fortune:
    """Some dice: how many there were, how many successes one could expect of them, and how many came."""

    dice: int = 0
    expected: Fraction = Fraction(0)
    actual: int = 0

    def __add__(self, other: Fortune) -> Fortune:
        return Fortune(self.dice + other.dice, self.expected + other.expected, self.actual + other.actual)

    def to_json(self) -> dict[str, Json]:
        return {"dice": self.dice, "expected": round(float(self.expected), 2), "actual": self.actual}


NOTHING = Fortune()


@dataclass(frozen=True, slots=True)
class Luck:
    """The fortune of both sides, apart by what was rolled for and by who rolled.

    A die that is rolled again counts again: it was another chance, and it is another throw.
    """

    fortunes: Mapping[Key, Fortune] = field(default_factory=dict)

    def of(self, side: FightingSide, skill: Skill, roller: Roller | None = None) -> Fortune:
        """One entry, or that of the app and the hand together."""
        rollers = ROLLERS if roller is None else (roller,)
        return sum((self.fortunes.get((side, skill, one), NOTHING) for one in rollers), NOTHING)

    def __add__(self, other: Luck) -> Luck:
        keys = dict.fromkeys([*self.fortunes, *other.fortunes])
        return Luck({key: self.fortunes.get(key, NOTHING) + other.fortunes.get(key, NOTHING) for key in keys})

    def to_json(self) -> dict[str, Json]:
        return {
            side: {
                skill: {roller: self.of(side, skill, roller).to_json() for roller in ROLLERS}
                for skill in SUCCEEDS
            }
            for side in SIDES
        }

    def lines(self) -> Iterator[str]:
        """One sentence for each side, skill and roller that rolled at all."""
        for side in SIDES:
            for skill in SUCCEEDS:
                for roller, how in ROLLERS.items():
                    if (fortune := self.of(side, skill, roller)).dice:
                        yield _line(side, skill, how, fortune)


def luck_of(requests: Iterable[Request], answers: Iterable[Answer]) -> Luck:
    """The luck of a fight, from its questions and their answers."""
    return sum((Luck({key: fortune}) for key, fortune in _throws(requests, answers)), Luck())


def _throws(requests: Iterable[Request], answers: Iterable[Answer]) -> Iterator[tuple[Key, Fortune]]:
    for request, answer in zip(requests, answers, strict=True):
        if isinstance(request, Roll) and isinstance(answer, Rolled) and request.purpose in SKILLS:
            side: FightingSide = "good" if request.seat == "good" else "evil"
            yield from _throw(side, SKILLS[request.purpose], request, answer)


def _throw(side: FightingSide, skill: Skill, roll: Roll, answer: Rolled) -> Iterator[tuple[Key, Fortune]]:
    for place, (die, face) in enumerate(zip(roll.dice, answer.faces, strict=True)):
        if die.need is not None:
            roller: Roller = "hand" if answer.is_by_hand(place) else "app"
            came = int(SUCCEEDS[skill](die.need, face))
            yield (side, skill, roller), Fortune(1, chance(skill, die.need), came)


def _line(side: FightingSide, skill: Skill, how: str, fortune: Fortune) -> str:
    dice = count_of(fortune.dice, "die", "dice")
    expected, difference = float(fortune.expected), float(fortune.actual - fortune.expected)
    return (
        f"{side.capitalize()}: {count_of(fortune.actual, *NAMES[skill])} of {dice} {how}, "
        f"{expected:.1f} expected ({difference:+.1f})."
    )


__all__ = ["Fortune", "Luck", "Roller", "Skill", "chance", "luck_of"]

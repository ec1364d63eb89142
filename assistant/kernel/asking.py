"""What a procedure may ask of a seat, what answers it, and the one place where the two meet."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from assistant.kernel.errors import Illegal, Malformed
from assistant.kernel.ids import RuleId, Seat

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a handful: whom it is rolled for, what it needs and why, and what sets it apart.

    A die without a need is read as it falls.
    """

    figure: str
    need: int | None = None
    label: str = ""
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """One handful, as at the table; faces are dealt back to the dice in their listed order."""

    seat: Seat
    purpose: str
    why: str
    dice: tuple[Die, ...]
    rules: tuple[RuleId, ...] = ()
    kind: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Choose:
    """One of several options; the first is what happens when nobody minds."""

    seat: Seat
    purpose: str
    why: str
    options: tuple[str, ...]
    rules: tuple[RuleId, ...] = ()
    kind: Literal["choose"] = "choose"
    goes_on: bool = False
    """Whether somebody was chosen before, and this asks who else."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to be given out, and what it carries."""

    source: str
    carries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Taker:
    """Someone who may be given items, how many they hold already, and how many they may hold at most.

    Several who go by one name are so many heads, and each of them counts when everyone takes one. What they
    can set against it is said in words.
    """

    figure: str
    holds: int = 0
    most: int | None = None
    heads: int = 1
    saves: str = ""


@dataclass(frozen=True, slots=True)
class Allocate:
    """Items to be given out in order, everyone once before anyone twice; the proposal is a legal answer."""

    seat: Seat
    purpose: str
    why: str
    items: tuple[Item, ...]
    takers: tuple[Taker, ...]
    proposal: tuple[str, ...]
    rules: tuple[RuleId, ...] = ()
    kind: Literal["allocate"] = "allocate"


Request = Roll | Choose | Allocate


@dataclass(frozen=True, slots=True)
class Rolled:
    """Faces as they fell, in the order of the request's dice.

    Of a handful rolled by hand, `by_app` are the places of the dice that the app rolled nevertheless.
    """

    faces: tuple[int, ...]
    by_hand: bool = False
    by_app: tuple[int, ...] = ()
    kind: Literal["rolled"] = "rolled"

    def is_by_hand(self, place: int) -> bool:
        """Whether the die at this place lay on the table."""
        return self.by_hand and place not in self.by_app


@dataclass(frozen=True, slots=True)
class Chosen:
    """The option taken."""

    option: str
    kind: Literal["chosen"] = "chosen"


@dataclass(frozen=True, slots=True)
class Allocated:
    """Who takes each item, in the order of the request's items."""

    takers: tuple[str, ...]
    kind: Literal["allocated"] = "allocated"


Answer = Rolled | Chosen | Allocated


def check(request: Request, answer: Answer) -> None:
    """The one place where an answer meets its request."""
    match request, answer:
        case Roll(), Rolled():
            _check_dice(request, answer)
        case Choose(), Chosen():
            if answer.option not in request.options:
                raise Illegal(
                    "no-such-option",
                    f"{answer.option!r} is not offered here.",
                    do=f"Choose one of: {', '.join(request.options)}.",
                )
        case Allocate(), Allocated():
            _check_shares(request, answer)
        case _:
            raise Malformed(
                "wrong-answer",
                f"A {request.kind} is asked for, and this is {answer.kind}.",
                do="Answer the question that is open now.",
            )


def _check_dice(request: Roll, answer: Rolled) -> None:
    needed, given = len(request.dice), len(answer.faces)
    if needed != given:
        raise Malformed(
            "dice-count", f"{count_of(needed, 'die', 'dice')} must be rolled here and {given} came."
        )
    if wrong := [face for face in answer.faces if type(face) is not int or face not in FACES]:
        raise Malformed("dice-face", f"A die shows 1 to 6, not {wrong[0]!r}.")


def _check_shares(request: Allocate, answer: Allocated) -> None:
    needed, given = len(request.items), len(answer.takers)
    if needed != given:
        raise Malformed(
            "share-count", f"{count_of(needed, 'thing', 'things')} must be given out, not {given}."
        )
    takers = {taker.figure: taker for taker in request.takers}
    for figure in answer.takers:
        if figure not in takers:
            raise Illegal("not-eligible", f"{figure} may not be chosen here.")
    given_to = Counter(answer.takers)
    held = {taker.figure: taker.holds + given_to[taker.figure] for taker in request.takers}
    # All are given out at once, so what counts is who holds how many in the end, not in which order.
    spared = next((one.figure for one in request.takers if _could_take_one(one, held[one.figure])), None)
    for figure in given_to:
        if spared is not None and held[figure] > takers[figure].heads:
            raise Illegal(
                "twice-before-once",
                f"{figure} cannot take a second while {spared} has none.",
                do="Give everyone one before anyone takes two.",
            )
        most = takers[figure].most
        if most is not None and held[figure] > most:
            raise Illegal("too-many", f"{figure} can take {most} at most.")


def _could_take_one(taker: Taker, held: int) -> bool:
    return held < taker.heads and (taker.most is None or held < taker.most)


def fingerprint(request: Request) -> str:
    """Enough of a request to notice, on replay, that the rules now ask something else."""
    match request:
        case Roll():
            size = len(request.dice)
        case Choose():
            size = len(request.options)
        case Allocate():
            size = len(request.items)
    return f"{request.kind} {request.seat} {request.purpose} {size}"


def count_of(number: int, one: str, many: str) -> str:
    """1 die, 2 dice."""
    return f"{number} {one if number == 1 else many}"

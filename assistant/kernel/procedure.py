"""A procedure is a generator that reads as the rulebook prints it; running it again is the whole machine."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from assistant.kernel.asking import (
    Allocate,
    Allocated,
    Answer,
    Choose,
    Chosen,
    Die,
    Item,
    Request,
    Roll,
    Rolled,
    Taker,
    check,
    fingerprint,
)
from assistant.kernel.errors import Illegal, Malformed, ReplayDiverged
from assistant.kernel.ids import RuleId, Seat

World = TypeVar("World")
Fact = TypeVar("Fact")
Result = TypeVar("Result")
ResultCo = TypeVar("ResultCo", covariant=True)

Procedure = Generator[Request, Answer, Result]


@dataclass(slots=True)
class Desk(Generic[World, Fact]):
    """All that a procedure may touch; it lives for one run."""

    world: World
    apply: Callable[[World, Fact], World]
    facts: list[Fact] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    title: str = ""
    """What the deed is called by its answers, where its opening could not know them."""

    def record(self, fact: Fact) -> None:
        """Something has happened: the world changes by it, and only by it."""
        self.world = self.apply(self.world, fact)
        self.facts.append(fact)

    def say(self, line: str) -> None:
        """A line for those who follow the procedure."""
        self.log.append(line)

    def roll(
        self, seat: Seat, purpose: str, why: str, dice: Sequence[Die], *rules: RuleId
    ) -> Procedure[tuple[int, ...]]:
        """One face for each die, in order; no dice, no question."""
        if not dice:
            return ()
        answer = yield Roll(seat, purpose, why, tuple(dice), rules)
        assert isinstance(answer, Rolled)
        return answer.faces

    def choose(
        self,
        seat: Seat,
        purpose: str,
        why: str,
        options: Sequence[str],
        *rules: RuleId,
        goes_on: bool = False,
    ) -> Procedure[str]:
        """The option taken."""
        answer = yield Choose(seat, purpose, why, tuple(options), rules, goes_on=goes_on)
        assert isinstance(answer, Chosen)
        return answer.option

    def allocate(
        self,
        seat: Seat,
        purpose: str,
        why: str,
        items: Sequence[Item],
        takers: Sequence[Taker],
        order: Sequence[str],
        *rules: RuleId,
    ) -> Procedure[tuple[str, ...]]:
        """Who takes each item; what nobody may take is given to no one."""
        items = items[: room(len(items), takers)]
        if not items:
            return ()
        proposal = share_along(order, len(items), takers)
        answer = yield Allocate(seat, purpose, why, tuple(items), tuple(takers), proposal, rules)
        assert isinstance(answer, Allocated)
        return answer.takers


def room(items: int, takers: Sequence[Taker]) -> int:
    """How many of the items can be taken at all."""
    if any(taker.most is None for taker in takers):
        return items
    return min(items, sum(max(0, (taker.most or 0) - taker.holds) for taker in takers))


def share_along(order: Sequence[str], items: int, takers: Sequence[Taker]) -> tuple[str, ...]:
    """Give items out along an order, the least burdened first; those it leaves out follow as listed."""
    listed = {taker.figure: taker for taker in takers}
    queue = list(dict.fromkeys([*(name for name in order if name in listed), *listed]))
    held = {name: listed[name].holds for name in queue}
    shares: list[str] = []
    while len(shares) < items:
        able = [name for name in queue if _has_room(listed[name], held[name])]
        if not able:
            break
        least = min(held[name] // listed[name].heads for name in able)
        for name in able:
            while (
                held[name] // listed[name].heads == least
                and len(shares) < items
                and _has_room(listed[name], held[name])
            ):
                held[name] += 1
                shares.append(name)
    return tuple(shares)


def _has_room(taker: Taker, held: int) -> bool:
    return taker.most is None or held < taker.most


@dataclass(frozen=True, slots=True)
class Waiting(Generic[Fact]):
    """The procedure stands at a question; `step` is the version an answer must name."""

    request: Request
    step: int
    facts: tuple[Fact, ...]
    log: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Done(Generic[Fact, ResultCo]):
    """The procedure is over."""

    result: ResultCo
    facts: tuple[Fact, ...]
    log: tuple[str, ...]
    title: str = ""


Start = Callable[[Desk[World, Fact]], Procedure[Result]]


def advance(
    start: Start[World, Fact, Result],
    world: World,
    apply: Callable[[World, Fact], World],
    answers: Sequence[Answer],
    asked: Sequence[str] = (),
) -> Waiting[Fact] | Done[Fact, Result]:
    """Run from the start, feed the answers, stop where one is missing.

    `asked` are the fingerprints of the questions as they were first put; a different one now is a divergence.
    """
    run = Run(start, world, apply)
    run.feed(answers, asked)
    return run.stand()


class Run(Generic[World, Fact, Result]):
    """A procedure under way in memory; it can only go on, and one that has failed is good for nothing."""

    def __init__(
        self, start: Start[World, Fact, Result], world: World, apply: Callable[[World, Fact], World]
    ) -> None:
        self._desk = Desk(world, apply)
        self._procedure = start(self._desk)
        self._result: Result | None = None
        self.is_over = False
        self.requests: list[Request] = []
        self.answers: list[Answer] = []
        self._go(None)

    def has_come_by(self, answers: Sequence[Answer]) -> bool:
        """Whether it stands on the way that these answers lead."""
        return self.answers == list(answers[: len(self.answers)])

    def feed(self, answers: Sequence[Answer], asked: Sequence[str] = ()) -> None:
        """Go on with those of the answers that it has not had yet."""
        for step in range(len(self.answers), len(answers)):
            if self.is_over:
                raise ReplayDiverged(step, f"{len(answers) - step} answers are left over.")
            request, answer = self.requests[step], answers[step]
            if step < len(asked) and asked[step] != fingerprint(request):
                raise ReplayDiverged(step, f"once asked {asked[step]!r}, now {fingerprint(request)!r}.")
            _check_again(request, answer, step, was_accepted=step < len(asked))
            self.answers.append(answer)
            self._go(answer)

    def stand(self) -> Waiting[Fact] | Done[Fact, Result]:
        """The question it stands at, or its end."""
        facts, log = tuple(self._desk.facts), tuple(self._desk.log)
        if self.is_over:
            return Done(cast(Result, self._result), facts, log, self._desk.title)
        return Waiting(self.requests[-1], len(self.answers), facts, log)

    def _go(self, answer: Answer | None) -> None:
        """A generator that has not begun is sent nothing."""
        try:
            self.requests.append(self._procedure.send(cast(Answer, answer)))
        except StopIteration as stop:
            self._result, self.is_over = stop.value, True


def _check_again(request: Request, answer: Answer, step: int, *, was_accepted: bool) -> None:
    """An answer that was accepted once and is refused now is no fault of who gave it."""
    try:
        check(request, answer)
    except (Illegal, Malformed) as error:
        if was_accepted:
            raise ReplayDiverged(step, f"the answer no longer fits. {error.sentence}") from error
        raise


@dataclass(frozen=True, slots=True)
class Played(Generic[Fact, ResultCo]):
    """A procedure driven to its end, with every question and answer on the way."""

    done: Done[Fact, ResultCo]
    requests: tuple[Request, ...]
    answers: tuple[Answer, ...]


def play(
    start: Start[World, Fact, Result],
    world: World,
    apply: Callable[[World, Fact], World],
    answerer: Callable[[Request], Answer],
) -> Played[Fact, Result]:
    """Drive a procedure to its end in one go with someone who answers everything."""
    desk: Desk[World, Fact] = Desk(world, apply)
    procedure = start(desk)
    requests: list[Request] = []
    answers: list[Answer] = []
    try:
        request = next(procedure)
        while True:
            answer = answerer(request)
            check(request, answer)
            requests.append(request)
            answers.append(answer)
            request = procedure.send(answer)
    except StopIteration as stop:
        done = Done(stop.value, tuple(desk.facts), tuple(desk.log), desk.title)
        return Played(done, tuple(requests), tuple(answers))

"""Rule ids are cited where the program acts on them, so that tests can prove which rules it knows.

Each function returns the id it was given. A listener (only the tests have one) hears every citation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeVar

from assistant.kernel.ids import RuleId

How = Literal["enforced", "asked", "warned", "data", "printed"]
HOWS: tuple[How, ...] = ("enforced", "asked", "warned", "data", "printed")

T = TypeVar("T")
Citation = tuple[RuleId, How]

_listeners: list[Callable[[RuleId, How], None]] = []


def listen(listener: Callable[[RuleId, How], None]) -> Callable[[], None]:
    """Hear every citation until the returned function is called."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def overheard(work: Callable[[], T]) -> tuple[T, tuple[Citation, ...]]:
    """What some work finds, and what it cited on the way: whoever keeps the one keeps the other."""
    cited: dict[Citation, None] = {}

    def hear(rule: RuleId, how: How) -> None:
        cited[rule, how] = None

    stop = listen(hear)
    try:
        return work(), tuple(cited)
    finally:
        stop()


def cite_again(citations: Iterable[Citation]) -> None:
    """What was found once is used again, and rests on the same rules."""
    for rule, how in citations if _listeners else ():
        _cite(rule, how)


def _cite(rule: str, how: How) -> RuleId:
    for listener in _listeners:
        listener(RuleId(rule), how)
    return RuleId(rule)


def enforced(rule: str) -> RuleId:
    """The program applies this rule itself."""
    return _cite(rule, "enforced")


def asked(rule: str) -> RuleId:
    """The program puts the question this rule needs to a seat and records the answer."""
    return _cite(rule, "asked")


def warned(rule: str) -> RuleId:
    """The program reminds the table of this rule and leaves it to them."""
    return _cite(rule, "warned")


def data(rule: str) -> RuleId:
    """The numbers or names of this rule were loaded from a pack."""
    return _cite(rule, "data")


def printed(rule: str) -> RuleId:
    """This rule stands on a printed sheet."""
    return _cite(rule, "printed")

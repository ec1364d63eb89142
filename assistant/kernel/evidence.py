"""Rule ids are cited where the program acts on them, so that tests can prove which rules it knows.

Each function returns the id it was given. A listener (only the tests have one) hears every citation, with the
file of the program that made it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import Literal, TypeVar

from assistant.kernel.ids import RuleId

How = Literal["enforced", "asked", "warned", "data", "printed"]
HOWS: tuple[How, ...] = ("enforced", "asked", "warned", "data", "printed")

T = TypeVar("T")
Citation = tuple[RuleId, How, str]
Listener = Callable[[RuleId, How, str], None]

_listeners: list[Listener] = []
_kept: ContextVar[dict[Citation, None] | None] = ContextVar("what is cited for keeping", default=None)


def listen(listener: Listener) -> Callable[[], None]:
    """Hear every citation until the returned function is called."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def overheard(work: Callable[[], T]) -> tuple[T, tuple[Citation, ...]]:
    """What some work finds, and what it cites on the way: whoever keeps the one keeps the other.

    Listeners hear nothing of it until it is cited again, so that the first use is heard like every other.
    """
    cited: dict[Citation, None] = {}
    before = _kept.set(cited)
    try:
        return work(), tuple(cited)
    finally:
        _kept.reset(before)


def cite_again(citations: Iterable[Citation]) -> None:
    """What was found once is used, and rests on the same rules each time."""
    if _listeners or _kept.get() is not None:
        for citation in citations:
            _tell(citation)


def _cite(rule: str, how: How) -> RuleId:
    if _listeners or _kept.get() is not None:
        _tell((RuleId(rule), how, sys._getframe(2).f_code.co_filename))
    return RuleId(rule)


def _tell(citation: Citation) -> None:
    if (kept := _kept.get()) is not None:
        kept[citation] = None
        return
    for listener in _listeners:
        listener(*citation)


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

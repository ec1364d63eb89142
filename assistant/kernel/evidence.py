"""Rule ids are cited where the program acts on them, so that tests can prove which rules it knows.

Each function returns the id it was given. A listener (only the tests have one) hears every citation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from assistant.kernel.ids import RuleId

How = Literal["enforced", "asked", "warned", "data", "printed"]
HOWS: tuple[How, ...] = ("enforced", "asked", "warned", "data", "printed")

_listeners: list[Callable[[RuleId, How], None]] = []


def listen(listener: Callable[[RuleId, How], None]) -> Callable[[], None]:
    """Hear every citation until the returned function is called."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


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

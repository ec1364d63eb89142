"""Answers kept for whoever asks again about the very same thing, for frozen things never change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Thing = TypeVar("Thing")
Answer = TypeVar("Answer")


def remembered(work: Callable[[Thing], Answer]) -> Callable[[Thing], Answer]:
    """The last answer again, as long as it is asked of the same object; any thread may ask."""
    held: tuple[Thing, Answer] | None = None

    @wraps(work)
    def ask(thing: Thing) -> Answer:
        nonlocal held
        last = held
        if last is None or last[0] is not thing:
            last = held = (thing, work(thing))
        return last[1]

    return ask

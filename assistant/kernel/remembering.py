"""Answers kept for whoever asks again about the very same thing, for frozen things never change."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar

Thing = TypeVar("Thing")
Answer = TypeVar("Answer")
Question = ParamSpec("Question")


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


def remembered_under(
    key: Callable[Question, Hashable], most: int
) -> Callable[[Callable[Question, Answer]], Callable[Question, Answer]]:
    """The answers to so many questions, each under a key that tells all it rests on; any thread may ask.

    What was asked about is held as long as its answer, so that a key may tell things apart by their `id`.
    """

    def remember(work: Callable[Question, Answer]) -> Callable[Question, Answer]:
        held: dict[Hashable, tuple[object, Answer]] = {}

        @wraps(work)
        def ask(*args: Question.args, **kwargs: Question.kwargs) -> Answer:
            name = key(*args, **kwargs)
            known = held.get(name)
            if known is None:
                known = ((args, kwargs), work(*args, **kwargs))
                held[name] = known
                # Another thread may write meanwhile: a list is taken at one stroke, and gone is gone.
                for oldest in list(held)[:-most]:
                    held.pop(oldest, None)
            return known[1]

        return ask

    return remember

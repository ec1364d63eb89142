"""Deeds under way kept at the question where they stand, so that an answer costs its own step alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from assistant.kernel.asking import Answer, Request
from assistant.kernel.procedure import Done, Run, Waiting

MOST_RUNS = 64
"""More deeds than that are never open at once; one that was let go of is run again from its start."""

AnyRun = Run[Any, Any, object]
Stand = Waiting[Any] | Done[Any, object]


class Runs:
    """A shortcut and nothing else: whatever it holds could be made again from the setup and the answers."""

    def __init__(self) -> None:
        self._held: dict[str, AnyRun] = {}
        self._guard = threading.Lock()

    def follow(
        self, name: str, begin: Callable[[], AnyRun], answers: Sequence[Answer], asked: Sequence[str]
    ) -> tuple[Stand, tuple[Request, ...]]:
        """Where a deed stands after these answers, and every question put so far; `begin` starts it anew."""
        with self._guard:
            run = self._held.pop(name, None)
            if run is None or not run.has_come_by(answers):
                run = begin()
            # Not held while it goes on: what fails in the middle is over, and is begun anew next time.
            run.feed(answers, asked)
            while len(self._held) >= MOST_RUNS:
                self._held.pop(next(iter(self._held)))
            self._held[name] = run
            return run.stand(), tuple(run.requests)

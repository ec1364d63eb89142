"""Bots: players who answer whatever they are asked, within the rules and without sense."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

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
    check,
)
from assistant.kernel.errors import AssistantError


@dataclass(frozen=True, slots=True)
class Whim:
    """Answers everything with something legal, not always what is proposed."""

    random: Random

    def __call__(self, request: Request) -> Answer:
        match request:
            case Roll():
                return Rolled(tuple(self.random.choices(FACES, k=len(request.dice))))
            case Choose():
                return Chosen(self.random.choice(request.options))
            case Allocate():
                return self._shares(request)

    def _shares(self, request: Allocate) -> Allocated:
        shuffled = Allocated(tuple(self.random.sample(request.proposal, len(request.proposal))))
        try:
            check(request, shuffled)
        except AssistantError:
            return Allocated(request.proposal)
        return shuffled

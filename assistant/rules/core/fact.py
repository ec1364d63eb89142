"""A fact: what has happened, in the past tense. It writes itself, and names what it changes and rests on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar, cast, dataclass_transform

from assistant.kernel.codec import Json, decode_kind, kind_of
from assistant.rules.core.draft import Draft
from assistant.rules.core.resources import TURN
from assistant.rules.world import World


class Fact(ABC):
    """Frozen, with a stored `kind` that never changes its meaning."""

    __slots__ = ()

    @abstractmethod
    def write(self, world: Draft) -> None:
        """Put down what happened: nothing else writes state."""

    @abstractmethod
    def changes(self) -> tuple[str, ...]:
        """The figures, places and other resources that are otherwise afterwards."""

    def rests_on(self) -> tuple[str, ...]:
        """What must stay for it to make sense: all that is played is played on its turn."""
        return (TURN,)

    def without_words(self) -> Fact:
        """The same without what it says for people to read."""
        return self


F = TypeVar("F", bound=Fact)
KINDS: dict[str, type[Fact]] = {}
"""Every fact under the kind that it is stored as; facts enter themselves."""


@dataclass_transform(frozen_default=True)
def fact(cls: type[F]) -> type[F]:
    """Make a class a fact, which is known by its kind from now on."""
    made = dataclass(frozen=True, slots=True)(cls)
    KINDS[kind_of(made)] = made
    return made


def read_fact(value: Json) -> Fact:
    """A stored fact."""
    return cast(Fact, decode_kind(KINDS, value))


def apply(world: World, fact: Fact) -> World:
    """The world after this happened."""
    return fold(world, (fact,))


def fold(world: World, facts: Iterable[Fact]) -> World:
    """The world after all this happened, copied once."""
    draft = Draft(world)
    for one in facts:
        one.write(draft)
    return draft.done_writing()

"""What the ledger hands out and takes in: plain frozen records, never database rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from assistant.kernel.codec import Json


@dataclass(frozen=True, slots=True)
class Campaign:
    """One campaign and where its ledger stands; `head` is 0 and `head_hash` the genesis while it is empty."""

    id: str
    name: str
    game: str
    created_at: str
    setup: dict[str, Json]
    head: int
    head_hash: str
    origin: str
    genesis: str

    @property
    def is_demo(self) -> bool:
        """Whether it was made to look around in: nobody would miss it."""
        return self.setup.get("demo") is True


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who does something: the name as it is told, and who it is, whatever the name becomes."""

    name: str
    who: tuple[str, ...] = ()


Signed = str | Actor
"""How a deed is signed; by a bare name where nobody knows more."""


def actor_of(signed: Signed) -> Actor:
    """Somebody as an actor, also where only a name is known."""
    return signed if isinstance(signed, Actor) else Actor(signed)


@dataclass(frozen=True, slots=True)
class Draft:
    """A deed about to be written: facts are the truth, setup and answers the evidence."""

    kind: str
    title: str
    actor: str
    setup: Json
    answers: list[Json]
    facts: list[Json]
    log: list[str]
    undoes: int | None = None
    rules_version: str = ""
    pack_hash: str = ""
    who: tuple[str, ...] = ()
    """Who began it, by what does not change with a name; nothing where only the name is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Draft):
    """A deed as it was written, for good, with its place in the chain."""

    campaign: str
    seq: int
    key: str
    at: str
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A deed still under way: its answers so far, and what nobody else may touch meanwhile."""

    id: str
    campaign: str
    kind: str
    title: str
    actor: str
    setup: Json
    base_seq: int
    rules_version: str
    answers: list[Json]
    holds: list[str]
    revision: int
    updated_at: str
    who: tuple[str, ...] = ()

    @property
    def step(self) -> int:
        """How many answers have been given."""
        return len(self.answers)


@dataclass(frozen=True, slots=True)
class Written:
    """All of an entry that a world is made of."""

    seq: int
    undoes: int | None
    facts: list[Json]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A world put by after an entry, with the hash of that entry and the version that folded it."""

    seq: int
    hash: str
    version: str
    world: Json


@dataclass(frozen=True, slots=True)
class Pass:
    """A code that lets its holder into a campaign: as what, for which seat, on which table if limited."""

    code: str
    campaign: str
    role: str
    seat: str = ""
    """The seat; of an assistant a mark of their own, which outlasts the code."""
    area: str = ""
    label: str = ""
    issued_at: str = ""


class Undoing(Protocol):
    """Something written, which may take back something written before."""

    @property
    def seq(self) -> int: ...

    @property
    def undoes(self) -> int | None: ...


W = TypeVar("W", bound=Undoing)


def live(entries: Sequence[W]) -> tuple[W, ...]:
    """The entries that count, in order: those which no later entry that counts takes back."""
    undone: set[int] = set()
    counting: list[W] = []
    for entry in reversed(entries):
        if entry.seq in undone:
            continue
        counting.append(entry)
        if entry.undoes is not None:
            undone.add(entry.undoes)
    return tuple(reversed(counting))

"""What a game must be able to do to stand on this ground: ledger, seats, streams and procedures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from assistant.kernel.codec import Json
from assistant.kernel.ids import Seat
from assistant.kernel.procedure import Start

World = TypeVar("World")
Fact = TypeVar("Fact")


@dataclass(frozen=True, slots=True)
class Opening:
    """A deed ready to start: its name, whom it keeps busy, and its setup with the world's part frozen in."""

    title: str
    holds: tuple[str, ...]
    setup: Json


class Game(Protocol[World, Fact]):
    """Set up a world, start a procedure, fold facts, and show a seat what it may see."""

    @property
    def name(self) -> str:
        """The stable name under which campaigns of this game are stored."""

    @property
    def rules_version(self) -> str:
        """Changes when a procedure may ask or answer differently than before."""

    @property
    def pack_hash(self) -> str:
        """Changes when the data the game is played with changes."""

    def set_up(self, setup: Json) -> World:
        """The world before the first deed."""

    def opening(self, kind: str, setup: Json, world: World, under_way: Sequence[str] = ()) -> Opening:
        """What a deed of this kind would be called and hold; refuses what cannot be started.

        `under_way` are the titles of other deeds that are not over: some end more than themselves.
        """

    def start(self, kind: str, setup: Json) -> Start[World, Fact, object]:
        """The procedure of a deed."""

    def apply(self, world: World, fact: Fact) -> World:
        """The only writer of state."""

    def fold(self, world: World, facts: Iterable[Fact]) -> World:
        """The same as applying one after another, but quicker for many."""

    def can_hold(self, world: World, facts: Sequence[Fact]) -> bool:
        """Whether facts of a deed that began in an earlier world can still happen in this one."""

    def touches(self, fact: Fact) -> Sequence[str]:
        """What a fact changes, by name: a later deed that touches the same stands in the way of an undo."""

    def rests_on(self, fact: Fact) -> Sequence[str]:
        """What a fact does not change but stands on: what changed that is not undone under it."""

    def without_words(self, fact: Fact) -> Fact:
        """A fact without what it says for people to read, which later versions may say otherwise."""

    def called(self, world: World, name: str) -> str:
        """What people at the table call something that a fact touches or rests on."""

    def begins(self, fact: Fact) -> str:
        """The name of the chapter that a fact opens, such as a turn; empty for all others."""

    def ends(self, fact: Fact) -> bool:
        """Whether a fact closes the game: nothing before it is taken back while it counts."""

    def is_over(self, world: World) -> bool:
        """Whether the game has ended, so that nothing that began before is played on."""

    def lapses(self, kind: str, setup: Json, fact: Fact) -> bool:
        """Whether a fact takes away what a deed under way is asked for."""

    def encode_fact(self, fact: Fact) -> Json:
        """The stored form of a fact."""

    def decode_fact(self, value: Json) -> Fact:
        """A stored fact, brought up to date if it was written by an older version."""

    def encode_world(self, world: World) -> Json:
        """The form in which a world is put by to be found again sooner; never the truth."""

    def decode_world(self, value: Json) -> World:
        """A world that was put by."""

    def view(self, world: World, seat: Seat) -> Json:
        """What this seat may see."""

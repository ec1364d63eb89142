"""Small procedures that the kernel's tests run."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.kernel.asking import Die, Item, Taker
from assistant.kernel.ids import Seat
from assistant.kernel.procedure import Desk, Procedure

RED = Seat("red")


@dataclass(frozen=True)
class Blank:
    """A world that remembers words."""

    words: tuple[str, ...] = ()


def keep(world: Blank, word: str) -> Blank:
    """The world with one more word."""
    return Blank((*world.words, word))


def outing(desk: Desk[Blank, str]) -> Procedure[str]:
    """Roll, choose and share, with a fact and a line after each."""
    faces = yield from desk.roll(RED, "weather", "look out", [Die("sky"), Die("sea")])
    desk.record(f"rolled {sum(faces)}")
    desk.say(f"The weather is {sum(faces)}.")
    way = yield from desk.choose(RED, "way", "which way", ["north", "south"])
    desk.record(f"went {way}")
    desk.say(f"They go {way}.")
    carriers = yield from desk.allocate(
        RED, "packs", "who carries", [Item("tent"), Item("pot")], [Taker("a"), Taker("b")], ["b"]
    )
    desk.record(f"{carriers[0]} carries the tent")
    desk.say("They are off.")
    return " ".join(desk.world.words)


def stroll(desk: Desk[Blank, str]) -> Procedure[int]:
    """Nothing is asked."""
    desk.record("strolled")
    yield from ()
    return len(desk.world.words)

"""A toy game on the same ground as the real one: two seats count, guess and keep score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from assistant.kernel.asking import Die
from assistant.kernel.codec import Json, decode, encode
from assistant.kernel.errors import Illegal
from assistant.kernel.game import Game, Opening
from assistant.kernel.ids import Seat
from assistant.kernel.procedure import Desk, Procedure, Start


@dataclass(frozen=True)
class Won:
    """A player won a stake."""

    player: str
    stake: int


@dataclass(frozen=True)
class Board:
    """Who has how much."""

    purse: Mapping[str, int] = field(default_factory=dict)


class Toy:
    """One guesses whether the other's die is odd or even; the winner takes the stake."""

    name, rules_version, pack_hash = "toy", "1", ""

    def set_up(self, setup: Json) -> Board:
        return Board()

    def opening(self, kind: str, setup: Json, world: Board, under_way: Sequence[str] = ()) -> Opening:
        if kind not in ("duel", "gift"):
            raise Illegal("unknown-deed", f"Nobody can {kind} here.")
        return Opening(f"A {kind}", ("red", "blue"), setup)

    def start(self, kind: str, setup: Json) -> Start[Board, Won, str]:
        stake = decode(Mapping[str, int], setup)["stake"]

        def duel(desk: Desk[Board, Won]) -> Procedure[str]:
            guess = yield from desk.choose(Seat("blue"), "guess", "odd or even", ["odd", "even"])
            (face,) = yield from desk.roll(Seat("red"), "die", "the die", [Die("red")])
            winner = "blue" if (face % 2 == 1) == (guess == "odd") else "red"
            desk.record(Won(winner, stake))
            desk.say(f"{guess} against {face}: {winner} wins {stake}.")
            return winner

        def gift(desk: Desk[Board, Won]) -> Procedure[str]:
            desk.record(Won("red", stake))
            yield from ()
            return "red"

        return duel if kind == "duel" else gift

    def apply(self, world: Board, fact: Won) -> Board:
        return Board({**world.purse, fact.player: world.purse.get(fact.player, 0) + fact.stake})

    def fold(self, world: Board, facts: Iterable[Won]) -> Board:
        return reduce(self.apply, facts, world)

    def rests_on(self, fact: Won) -> Sequence[str]:
        return ()

    def without_words(self, fact: Won) -> Won:
        return fact

    def called(self, world: Board, name: str) -> str:
        return name

    def begins(self, fact: Won) -> str:
        return "Round of ten" if fact.stake == 10 else ""

    def ends(self, fact: Won) -> bool:
        return False

    def is_over(self, world: Board) -> bool:
        return False

    def lapses(self, kind: str, setup: Json, fact: Won) -> bool:
        return False

    def encode_world(self, world: Board) -> Json:
        return encode(world)

    def decode_world(self, value: Json) -> Board:
        board: Board = decode(Board, value)
        return board

    def can_hold(self, world: Board, facts: Sequence[Won]) -> bool:
        return True

    def touches(self, fact: Won) -> Sequence[str]:
        return (fact.player,)

    def encode_fact(self, fact: Won) -> Json:
        return encode(fact)

    def decode_fact(self, value: Json) -> Won:
        won: Won = decode(Won, value)
        return won

    def view(self, world: Board, seat: Seat) -> Json:
        return {"mine": world.purse.get(seat, 0)}


def toy() -> Game[Board, Won]:
    """The type checker accepts it as a game."""
    return Toy()

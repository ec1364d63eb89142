"""Whose turn it is to be worked on: nobody's requests are everything that the laptop does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from assistant.web.bounds import SocketBounds
from assistant.web.known import LONGEST, MOST, MOST_EACH, Known
from assistant.web.turns import BRISK_SECONDS, GIVES_WAY_SECONDS, Turns
from tests.web.loops import in_a_loop

SEAT = "code ABCD-2345"
ONE, OTHER, THIRD = "10.0.0.1", "10.0.0.2", "10.0.0.3"
BOUNDS = SocketBounds(workers=6, workers_each=5, workers_alone=4, workers_shared=2)


class Clock:
    """Time that passes when it is told to; what was to be done by then is done."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._due: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, ring: Callable[[], None]) -> None:
        """Have something done after so many seconds."""
        self._due.append((self.now + seconds, ring))

    async def passes(self, seconds: float) -> None:
        """So much later."""
        self.now += seconds
        due = [ring for at, ring in self._due if at <= self.now]
        self._due = [one for one in self._due if one[0] > self.now]
        for ring in due:
            ring()
        await settled()


class Hall:
    """Requests at work until they are told to end; who has begun is known in order."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.turns = Turns(BOUNDS, now=lambda: self.clock.now, alarm=self.clock.later)
        self.begun: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def asks(self, home: str, *names: str) -> None:
        """Requests of one address, or of a seat."""
        for name in names:
            self._ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._work(home, name))
        await settled()

    async def ends(self, *names: str) -> None:
        """They are answered."""
        for name in names:
            self._ends[name].set()
        await settled()

    async def ends_just_now(self, name: str) -> None:
        """It is answered, and nobody else has gone on yet."""
        self._ends[name].set()
        while not self.tasks[name].done():
            await asyncio.sleep(0)

    async def close(self) -> None:
        """All are answered."""
        while not all(task.done() for task in self.tasks.values()):
            await self.ends(*self._ends)
            await self.clock.passes(GIVES_WAY_SECONDS)

    async def _work(self, home: str, name: str) -> None:
        async with self.turns.turn(home, has_joined=home == SEAT):
            self.begun.append(name)
            await self._ends[name].wait()


async def settled() -> None:
    """Everything that can go on has gone on."""
    for _ in range(20):
        await asyncio.sleep(0)


def in_a_hall(work: Callable[[Hall], Awaitable[None]]) -> None:
    """Play a scene in a loop of its own; afterwards nobody is left, and nobody is counted."""

    async def scene() -> None:
        hall = Hall()
        await work(hall)
        await hall.close()
        await hall.asks(ONE, "a", "b", "c", "d")
        assert hall.begun[-4:] == ["a", "b", "c", "d"]
        await hall.close()

    played: Coroutine[Any, Any, None] = scene()
    in_a_loop(played)


def test_one_address_alone_has_a_few_workers_at_once() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(ONE, "1", "2", "3", "4", "5")
        assert hall.begun == ["1", "2", "3", "4"]

    in_a_hall(scene)


def test_what_takes_long_has_most_of_the_workers_and_not_all() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(ONE, "1", "2", "3", "4", "5", "6")
        await hall.clock.passes(BRISK_SECONDS * 2)
        assert hall.begun == ["1", "2", "3", "4", "5"]

    in_a_hall(scene)


def test_while_others_ask_an_address_has_its_share() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(OTHER, "other")
        await hall.asks(ONE, "1", "2", "3")
        assert hall.begun == ["other", "1", "2"]
        await hall.ends("1")
        assert hall.begun[-1] == "3"

    in_a_hall(scene)


def test_when_nobody_else_asks_any_more_the_address_goes_on_with_more() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(OTHER, "other")
        await hall.asks(ONE, "1", "2", "3", "4")
        await hall.ends("other")
        assert hall.begun == ["other", "1", "2", "3", "4"]

    in_a_hall(scene)


def test_addresses_are_called_one_after_the_other() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(ONE, "1", "2", "3", "4")
        await hall.asks(OTHER, "a", "b")
        assert hall.begun[4:] == ["a", "b"]
        await hall.asks(OTHER, "c", "d")
        await hall.asks(THIRD, "x", "y")
        await hall.ends("1", "2", "3", "4")
        assert sorted(hall.begun[6:8]) == ["x", "y"]
        await hall.ends("a", "b")
        assert hall.begun[8:] == ["c", "d"]

    in_a_hall(scene)


def test_who_takes_long_keeps_no_turn_from_quick_ones_of_the_address() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(OTHER, "other")
        await hall.asks(ONE, "long 1", "long 2", "quick")
        await hall.clock.passes(BRISK_SECONDS - GIVES_WAY_SECONDS / 2)
        await hall.asks(THIRD, "another")
        assert "quick" not in hall.begun
        await hall.clock.passes(GIVES_WAY_SECONDS)
        assert "quick" in hall.begun

    in_a_hall(scene)


def test_while_players_are_served_an_address_begins_one_after_a_while() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(ONE, "first")
        await hall.asks(SEAT, "player")
        await hall.ends("first")
        await hall.asks(ONE, "second", "third")
        assert hall.begun == ["first", "player"]
        for name in ("second", "third"):
            await hall.clock.passes(GIVES_WAY_SECONDS)
            assert hall.begun[-1] == name
            await hall.ends(name)
        await hall.asks(ONE, "fourth")
        assert "fourth" not in hall.begun
        await hall.ends("player")
        assert hall.begun[-1] == "fourth"

    in_a_hall(scene)


def test_players_share_among_themselves_and_wait_for_no_visitor() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(ONE, "1", "2", "3", "4")
        await hall.asks(OTHER, "a", "b")
        await hall.asks(SEAT, "player")
        await hall.ends("1", "2")
        assert hall.begun[-1] == "player"

    in_a_hall(scene)


def test_it_is_quiet_while_nobody_is_served_who_has_joined() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(ONE, "visitor")
        assert hall.turns.quiet.is_set()
        await hall.asks(SEAT, "player", "player too")
        await hall.ends("player")
        assert not hall.turns.quiet.is_set()
        await hall.ends("player too")
        assert hall.turns.quiet.is_set()

    in_a_hall(scene)


def test_who_hangs_up_while_waiting_leaves_no_gap() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(OTHER, "other")
        await hall.asks(ONE, "1", "2", "gone", "3")
        hall.tasks["gone"].cancel()
        await settled()
        await hall.ends("1")
        assert hall.begun == ["other", "1", "2", "3"]

    in_a_hall(scene)


def test_who_hangs_up_just_when_called_gives_the_turn_back() -> None:
    async def scene(hall: Hall) -> None:
        await hall.asks(OTHER, "other")
        await hall.asks(ONE, "1", "2", "called", "next")
        await hall.ends_just_now("1")
        assert "called" not in hall.begun
        hall.tasks["called"].cancel()
        await settled()
        assert hall.begun == ["other", "1", "2", "next"]

    in_a_hall(scene)


# ---- who is known --------------------------------------------------------------------------------------


def test_a_cookie_that_the_app_knew_counts_as_its_seat_until_it_knows_it_no_more() -> None:
    known = Known()
    known.keep(b"cookie", "code AAAA")
    assert (known.find(b"cookie"), known.find(b"another")) == ("code AAAA", None)
    known.keep(b"cookie", None)
    assert known.find(b"cookie") is None


def test_no_number_of_cookies_takes_memory_without_end() -> None:
    known = Known()
    known.keep(b"mine", "code AAAA")
    for number in range(3 * MOST):
        known.keep(b"%d" % number, f"code {number}")
        known.find(b"mine")
    known.keep(b"x" * (LONGEST + 1), "code BBBB")
    assert (len(known), known.find(b"mine")) == (MOST, "code AAAA")


def test_no_seat_makes_the_others_forgotten_with_cookies_that_it_spells_otherwise() -> None:
    known = Known()
    known.keep(b"mine", "code AAAA")
    for number in range(3 * MOST):
        known.keep(b"theirs; x=%d" % number, "code BBBB")
    assert (known.find(b"mine"), len(known)) == ("code AAAA", 1 + MOST_EACH)
    known.keep(b"theirs; x=%d" % (3 * MOST - 1), "code CCCC")
    assert len(known) == 1 + MOST_EACH

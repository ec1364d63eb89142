"""Giving things out along an order: the proposal must always be a legal answer."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.asking import Allocate, Allocated, Item, Request, Taker, check
from assistant.kernel.ids import Seat
from assistant.kernel.procedure import Desk, Procedure, Waiting, advance, room, share_along
from tests.kernel.ways import Blank, keep

NAMES = [f"u.{number}" for number in range(1, 9)]


@st.composite
def crowds(draw: st.DrawFn) -> tuple[Taker, ...]:
    """Some takers, each once, with what they hold already and what they can hold."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=8))
    return tuple(Taker(name, draw(st.integers(0, 3)), draw(st.none() | st.integers(0, 4))) for name in names)


def ask(takers: tuple[Taker, ...], items: int, order: list[str]) -> Request | None:
    """What a desk asks when so many things are to be given out; nothing where nobody has room."""

    def start(desk: Desk[Blank, str]) -> Procedure[tuple[str, ...]]:
        return (yield from desk.allocate(Seat("red"), "hits", "", [Item("x")] * items, takers, order))

    at = advance(start, Blank(), keep, [])
    if isinstance(at, Waiting):
        return at.request
    assert at.result == ()
    return None


@given(crowds(), st.integers(0, 20), st.lists(st.sampled_from([*NAMES, "nobody"]), max_size=10))
def test_the_proposal_is_always_a_legal_answer(
    takers: tuple[Taker, ...], items: int, order: list[str]
) -> None:
    asked = ask(takers, items, order)
    if isinstance(asked, Allocate):
        check(asked, Allocated(asked.proposal))
        assert len(asked.items) == room(items, takers)
    else:
        assert room(items, takers) == 0


@given(crowds(), st.integers(0, 20))
def test_everything_is_given_out_for_which_there_is_room(takers: tuple[Taker, ...], items: int) -> None:
    shares = share_along([], items, takers)
    assert len(shares) == room(items, takers)
    taken = Counter(shares)
    assert all(
        taker.most is None or not taken[taker.figure] or taker.holds + taken[taker.figure] <= taker.most
        for taker in takers
    )


@given(st.integers(0, 60), st.integers(1, 8))
def test_no_two_of_equals_are_more_than_one_apart(items: int, number: int) -> None:
    takers = [Taker(name) for name in NAMES[:number]]
    counts = Counter(share_along([], items, takers))
    assert max(counts.values(), default=0) - min(counts[name] for name in NAMES[:number]) <= 1


def test_an_order_is_followed_and_those_it_leaves_out_come_after_as_listed() -> None:
    takers = [Taker(name) for name in ("a", "b", "c", "d")]
    assert share_along(["c", "a"], 4, takers) == ("c", "a", "b", "d")
    assert share_along(["c", "a"], 6, takers) == ("c", "a", "b", "d", "c", "a")


def test_a_name_twice_in_the_order_counts_once_and_a_stranger_is_passed_over() -> None:
    assert share_along(["b", "b", "z"], 2, [Taker("a"), Taker("b")]) == ("b", "a")


def test_who_holds_one_already_comes_last() -> None:
    takers = [Taker("a", holds=1), Taker("b"), Taker("c")]
    assert share_along(["a"], 3, takers) == ("b", "c", "a")


def test_there_is_no_end_of_room_where_someone_takes_anything() -> None:
    assert room(50, [Taker("a", most=1), Taker("b")]) == 50


def test_room_ends_where_all_are_full() -> None:
    assert room(50, [Taker("a", holds=1, most=3), Taker("b", most=1)]) == 3
    assert room(50, [Taker("a", holds=5, most=3)]) == 0
    assert room(50, []) == 0
    assert room(1, [Taker("a", most=3)]) == 1


def test_what_nobody_can_take_is_not_asked_about() -> None:
    assert ask((Taker("a", holds=1, most=1),), 3, []) is None

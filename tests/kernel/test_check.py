"""An answer meets its request in one place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.asking import (
    Allocate,
    Allocated,
    Answer,
    Choose,
    Chosen,
    Die,
    Item,
    Request,
    Roll,
    Rolled,
    Taker,
    check,
    count_of,
    fingerprint,
)
from assistant.kernel.errors import AssistantError, Illegal, Malformed
from assistant.kernel.ids import Seat

RED = Seat("red")
THREE_DICE = Roll(RED, "attack", "to hit", (Die("a"), Die("a"), Die("b")))
TWO_WAYS = Choose(RED, "retreat", "which way", ("north", "south"))
TWO_HITS = Allocate(
    RED, "hits", "give out 2 hits", (Item("x"), Item("x")), (Taker("a"), Taker("b"), Taker("c")), ("a", "b")
)

REQUESTS: list[Request] = [THREE_DICE, TWO_WAYS, TWO_HITS]
ANSWERS: list[Answer] = [Rolled((1, 6, 3)), Chosen("south"), Allocated(("c", "a"))]


def refusal(request: Request, answer: Answer) -> AssistantError:
    """The refusal of an answer, which must come."""
    with pytest.raises(AssistantError) as caught:
        check(request, answer)
    return caught.value


@pytest.mark.parametrize(("request_", "answer"), [*zip(REQUESTS, ANSWERS, strict=True)])
def test_a_fitting_answer_is_accepted(request_: Request, answer: Answer) -> None:
    check(request_, answer)


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (request, answer)
        for number, request in enumerate(REQUESTS)
        for other, answer in enumerate(ANSWERS)
        if number != other
    ],
)
def test_an_answer_to_another_sort_of_question_is_malformed(request_: Request, answer: Answer) -> None:
    refused = refusal(request_, answer)
    assert isinstance(refused, Malformed)
    assert refused.code == "wrong-answer"
    assert request_.kind in refused.sentence


@pytest.mark.parametrize("faces", [(), (1,), (1, 2), (1, 2, 3, 4)])
def test_a_wrong_number_of_dice_is_malformed_and_says_how_many(faces: tuple[int, ...]) -> None:
    refused = refusal(THREE_DICE, Rolled(faces))
    assert (type(refused), refused.code) == (Malformed, "dice-count")
    assert "3 dice" in str(refused)
    assert str(len(faces)) in str(refused)


@pytest.mark.parametrize("face", [0, 7, -1, 66, True, 1.0, "3", None])
def test_a_face_no_die_shows_is_malformed(face: object) -> None:
    refused = refusal(THREE_DICE, Rolled((1, face, 6)))  # type: ignore[arg-type]
    assert (type(refused), refused.code) == (Malformed, "dice-face")


def test_an_option_that_is_not_offered_is_illegal_and_the_options_are_named() -> None:
    refused = refusal(TWO_WAYS, Chosen("west"))
    assert (type(refused), refused.code) == (Illegal, "no-such-option")
    assert "north, south" in refused.do


@pytest.mark.parametrize("takers", [(), ("a",), ("a", "b", "c")])
def test_a_wrong_number_of_shares_is_malformed(takers: tuple[str, ...]) -> None:
    refused = refusal(TWO_HITS, Allocated(takers))
    assert (type(refused), refused.code) == (Malformed, "share-count")


def test_someone_who_is_not_there_takes_nothing() -> None:
    refused = refusal(TWO_HITS, Allocated(("a", "z")))
    assert (type(refused), refused.code) == (Illegal, "not-eligible")
    assert "z" in refused.sentence


def test_nobody_takes_two_while_another_has_none() -> None:
    refused = refusal(TWO_HITS, Allocated(("b", "b")))
    assert (type(refused), refused.code) == (Illegal, "twice-before-once")
    assert "b cannot take a second while a has none" in refused.sentence


def test_hits_are_given_out_at_once_so_the_order_of_the_hits_does_not_matter() -> None:
    three = Allocate(RED, "hits", "", (Item("x"),) * 3, (Taker("a"), Taker("b")), ("a", "b", "a"))
    check(three, Allocated(("a", "a", "b")))
    assert refusal(three, Allocated(("a", "a", "a"))).code == "twice-before-once"


def test_what_was_taken_before_counts_towards_once_before_twice() -> None:
    held = Allocate(RED, "hits", "", (Item("x"),), (Taker("a", holds=1), Taker("b")), ("b",))
    assert refusal(held, Allocated(("a",))).code == "twice-before-once"
    check(held, Allocated(("b",)))


def test_who_can_take_nothing_does_not_keep_others_from_taking_two() -> None:
    full = Allocate(RED, "hits", "", (Item("x"),) * 2, (Taker("a", most=0), Taker("b")), ("b", "b"))
    check(full, Allocated(("b", "b")))
    assert refusal(full, Allocated(("a", "b"))).code == "too-many"


def test_nobody_takes_more_than_they_can_hold() -> None:
    once = Allocate(
        RED, "losses", "", (Item("x"),) * 3, (Taker("a", most=1), Taker("b", most=2)), ("a", "b", "b")
    )
    check(once, Allocated(("b", "a", "b")))
    refused = refusal(once, Allocated(("a", "b", "a")))
    assert (type(refused), refused.code) == (Illegal, "too-many")
    assert "a can take 1 at most" in refused.sentence


@given(st.lists(st.integers(-3, 9), max_size=6))
def test_dice_are_accepted_exactly_when_their_number_and_faces_fit(faces: list[int]) -> None:
    fits = len(faces) == 3 and all(1 <= face <= 6 for face in faces)
    if fits:
        check(THREE_DICE, Rolled(tuple(faces)))
    else:
        assert isinstance(refusal(THREE_DICE, Rolled(tuple(faces))), Malformed)


@given(st.lists(st.sampled_from("abcz"), max_size=4))
def test_shares_are_accepted_exactly_when_everyone_has_one_before_anyone_two(names: list[str]) -> None:
    fits = len(names) == 2 and "z" not in names and names[0] != names[1]
    if fits:
        check(TWO_HITS, Allocated(tuple(names)))
    else:
        refusal(TWO_HITS, Allocated(tuple(names)))


def test_a_fingerprint_tells_kind_seat_purpose_and_size() -> None:
    assert fingerprint(THREE_DICE) == "roll red attack 3"
    assert fingerprint(TWO_WAYS) == "choose red retreat 2"
    assert fingerprint(TWO_HITS) == "allocate red hits 2"


def test_one_die_and_two_dice() -> None:
    assert [count_of(number, "die", "dice") for number in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]

"""Answers are kept for the very same thing, and for nothing that only looks like it."""

from __future__ import annotations

from assistant.kernel.remembering import remembered, remembered_under


def test_whoever_asks_again_about_the_same_thing_gets_the_same_answer() -> None:
    worked: list[dict[str, int]] = []

    @remembered
    def doubled(thing: dict[str, int]) -> list[int]:
        worked.append(thing)
        return [2 * one for one in thing.values()]

    first, alike = {"a": 1}, {"a": 1}
    assert doubled(first) is doubled(first)
    assert worked == [first]
    assert doubled(alike) == [2]
    assert doubled(first) == [2]
    assert len(worked) == 3


def test_an_answer_of_nothing_is_kept_too() -> None:
    worked: list[object] = []

    @remembered
    def nothing(thing: object) -> None:
        worked.append(thing)

    here = object()
    for _ in range(3):
        nothing(here)
    assert worked == [here]


def test_questions_under_one_key_are_worked_out_once_and_others_anew() -> None:
    worked: list[tuple[str, int]] = []

    @remembered_under(lambda word, times: (word, times % 2), most=2)
    def repeated(word: str, times: int) -> str:
        worked.append((word, times))
        return word * times

    assert repeated("a", 1) == "a"
    assert repeated("a", 3) == "a"
    assert repeated("a", 2) == "aa"
    assert worked == [("a", 1), ("a", 2)]


def test_no_more_answers_are_kept_than_were_wanted() -> None:
    worked: list[int] = []

    @remembered_under(lambda one: one, most=2)
    def noted(one: int) -> None:
        worked.append(one)

    for one in (1, 2, 3, 2, 3, 1):
        noted(one)
    assert worked == [1, 2, 3, 1]


def test_what_was_asked_about_lives_as_long_as_its_answer_so_that_no_other_takes_its_id() -> None:
    @remembered_under(lambda thing: id(thing), most=1000)
    def first(thing: list[int]) -> int:
        return thing[0]

    assert [first([number]) for number in range(1000)] == list(range(1000))

"""Answers are kept for the very same thing, and for nothing that only looks like it."""

from __future__ import annotations

from assistant.kernel.remembering import remembered


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

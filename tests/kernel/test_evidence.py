"""Cited rules are heard by whoever listens."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.kernel.evidence import (
    HOWS,
    Citation,
    How,
    asked,
    cite_again,
    data,
    enforced,
    listen,
    overheard,
    printed,
    warned,
)
from assistant.kernel.ids import RuleId

CITE: dict[How, Callable[[str], RuleId]] = {
    "enforced": enforced, "asked": asked, "warned": warned, "data": data, "printed": printed,
}  # fmt: skip


@pytest.mark.parametrize("how", HOWS)
def test_each_way_of_citing_returns_the_id_and_is_heard(how: How) -> None:
    heard: list[Citation] = []
    stop = listen(lambda *citation: heard.append(citation))
    assert CITE[how]("CMB-01") == "CMB-01"
    stop()
    assert heard == [("CMB-01", how, __file__)]


def test_who_has_stopped_listening_hears_no_more_and_others_do() -> None:
    first: list[str] = []
    second: list[str] = []
    stop_first = listen(lambda rule, *_: first.append(rule))
    stop_second = listen(lambda rule, *_: second.append(rule))
    enforced("CMB-01")
    stop_first()
    enforced("CMB-02")
    stop_second()
    enforced("CMB-03")
    assert (first, second) == (["CMB-01"], ["CMB-01", "CMB-02"])


def test_what_is_kept_for_later_is_heard_alike_at_its_first_use_and_at_every_other() -> None:
    heard: list[Citation] = []
    stop = listen(lambda *citation: heard.append(citation))
    found, kept = overheard(lambda: enforced("CMB-01"))
    assert (found, heard) == ("CMB-01", [])
    cite_again(kept)
    cite_again(kept)
    stop()
    assert heard == [("CMB-01", "enforced", __file__)] * 2


def test_what_is_kept_inside_something_else_that_is_kept_belongs_to_both() -> None:
    def outer() -> None:
        _, inner = overheard(lambda: enforced("CMB-01"))
        cite_again(inner)
        enforced("CMB-02")

    _, kept = overheard(outer)
    assert [rule for rule, _, _ in kept] == ["CMB-01", "CMB-02"]

"""Cited rules are heard by whoever listens."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.kernel.evidence import HOWS, How, asked, data, enforced, listen, printed, warned
from assistant.kernel.ids import RuleId

CITE: dict[How, Callable[[str], RuleId]] = {
    "enforced": enforced, "asked": asked, "warned": warned, "data": data, "printed": printed,
}  # fmt: skip


@pytest.mark.parametrize("how", HOWS)
def test_each_way_of_citing_returns_the_id_and_is_heard(how: How) -> None:
    heard: list[tuple[str, str]] = []
    stop = listen(lambda rule, way: heard.append((rule, way)))
    assert CITE[how]("CMB-01") == "CMB-01"
    stop()
    assert heard == [("CMB-01", how)]


def test_who_has_stopped_listening_hears_no_more_and_others_do() -> None:
    first: list[str] = []
    second: list[str] = []
    stop_first = listen(lambda rule, _: first.append(rule))
    stop_second = listen(lambda rule, _: second.append(rule))
    enforced("CMB-01")
    stop_first()
    enforced("CMB-02")
    stop_second()
    enforced("CMB-03")
    assert (first, second) == (["CMB-01"], ["CMB-01", "CMB-02"])

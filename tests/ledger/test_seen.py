"""Names in which everything can be seen, and names that hide something."""

from __future__ import annotations

import pytest

from assistant.ledger.seen import is_all_seen, seen

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
HEART = "\u2764\ufe0f\u200d\U0001f525"
TEACHER = "\U0001f469\U0001f3fd\u200d\U0001f3eb"


@pytest.mark.parametrize(
    "name", ["Spring", "Éowyn’s day", f"{FAMILY} day", HEART, TEACHER, "Ring \U0001f48d"]
)
def test_joined_emoji_are_pictures_like_others(name: str) -> None:
    assert is_all_seen(name)


@pytest.mark.parametrize(
    "name",
    ["a\u200db", "\u200d", "Spring\u200b", "\u200d\U0001f468", "\U0001f468\u200d", "two\nlines", "\u202eabc"],
)
def test_signs_that_nobody_sees_are_found(name: str) -> None:
    assert not is_all_seen(name)


def test_a_terminal_is_shown_one_line_and_told_nothing() -> None:
    assert seen("a\x1b[31mred\x07\r\nand\x9b2J\u202eback\u2028on") == "a[31mred  and2Jback on"


@pytest.mark.parametrize("name", ["Éowyn’s day", f"{FAMILY} day", HEART, "מרים", "山田"])
def test_what_can_be_seen_is_shown_as_it_is(name: str) -> None:
    assert seen(name) == name

"""Names in which everything can be seen, and names that hide something."""

from __future__ import annotations

import pytest

from assistant.ledger.seen import is_all_seen

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

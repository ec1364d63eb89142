"""Rules on a phone: found with one tap, and out of the way of what is said."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.web.table import Visitor

Come = Callable[..., Visitor]


def test_rules_on_a_phone_are_one_place_to_tap_and_several_lie_in_a_fold(come: Come) -> None:
    """The Ring names ten rules; the console keeps their codes in the line, a phone folds them."""
    phone, console = come("fellowship").page("seat").text, come("master").page("console").text
    assert 'class="rule"' not in phone
    assert re.search(r'class="rule-tap" href="/rules/FEL-03">Rule<', phone)
    assert re.search(r'<summary>Rules <span class="quiet">\d+</span></summary>', phone)
    assert 'class="rule" href="/rules/FEL-03"' in console

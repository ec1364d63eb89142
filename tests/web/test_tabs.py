"""The tabs of whoever looks at a page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.table import Visitor

Come = Callable[..., Visitor]


@pytest.mark.parametrize(
    ("who", "tabs"), [("master", "Pages of the console"), ("saruman", "Pages of this seat")]
)
def test_the_list_of_fights_has_the_tabs_of_whoever_looks_at_it(who: str, tabs: str, come: Come) -> None:
    page = come(who).page("fights").text
    assert re.findall(r'aria-label="(Pages of [^"]*)"', page) == [tabs]

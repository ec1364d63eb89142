"""A fight has one name from the meeting to its end, on every screen, and who fights stands below it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

from tests.web.table import Visitor
from tests.web.test_desk import LURTZ, begin

Come = Callable[..., Visitor]
NAME = "Boromir against Lurtz at Amon Hen"


def said(page: str) -> str:
    """A page's words without its marks."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", page)))


@pytest.mark.parametrize(
    ("who", "page"),
    [
        ("saruman", "fights"),
        ("saruman", "seat"),
        ("master", "console"),
        ("master", "fights"),
        ("projector", "board"),
    ],
)
def test_a_fight_under_way_is_called_as_the_meeting_was(who: str, page: str, come: Come) -> None:
    begin(come("saruman"))
    told = said(come(who).reads(page))
    assert NAME in told
    # Not by the figures in it, which is another name for the same thing; nor by what was to be seen to first.
    assert "12 Uruk-hai Scouts at Amon Hen" not in told
    assert f"{NAME} (" not in told


def test_the_page_of_a_fight_is_headed_by_its_name_and_lists_everybody_below(come: Come) -> None:
    saruman = come("saruman")
    page = saruman.reads(f"fights/{begin(saruman, LURTZ)['id']}")
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", page)
    assert heading is not None
    assert heading[1] == NAME
    assert re.search(r"<title>.* – Boromir against Lurtz at Amon Hen</title>", page)
    listed = re.search(r'<ul class="who-fights".*?</ul>', page, re.DOTALL)
    assert listed is not None
    assert re.search("Good: .*Boromir.*Evil: .*Lurtz.*12 Uruk-hai Scouts", said(listed[0]))

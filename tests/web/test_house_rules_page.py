"""House rules in mid-game: every reading on one page, the ones in force marked, changed with one tap."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.web.table import Visitor

Come = Callable[..., Visitor]
RULE = "CON-067"


def form_of(page: str, rule: str) -> str:
    """The part of the page that is about one rule."""
    return page[page.index(f'id="{rule}"') :].split("</form>")[0]


def test_every_house_rule_stands_on_the_page_with_the_reading_in_force(come: Come) -> None:
    master = come("master")
    page = master.page("house-rules").text
    known = master.at().game.book.house_rules
    assert set(re.findall(r'<form class="house[^"]*" id="([A-Z0-9-]+)"', page)) == set(known)
    assert page.count("(in force)") == len(known)
    assert "Nothing: every reading is the usual one." in page


def test_a_reading_is_changed_in_mid_game_told_on_top_and_taken_back(come: Come) -> None:
    master = come("master")
    assert 'value="bearer-present" required checked' in form_of(master.reads("house-rules"), RULE)
    setup = {"kind": "house-rule-chosen", "rule": RULE, "reading": "hit-by-it"}
    done = master.post("deeds", kind="house-rule", setup=setup)
    assert done.status_code == 200, done.text
    page = master.reads("house-rules")
    assert 'value="hit-by-it" required checked' in form_of(page, RULE)
    assert f'data-key="changed-{RULE}"' in page
    assert "House rule CON-067" in master.reads("history")
    assert master.post("undo").status_code == 200
    assert "Nothing: every reading is the usual one." in master.reads("house-rules")


def test_a_seat_neither_sees_the_page_nor_changes_a_reading(come: Come) -> None:
    rohan = come("rohan")
    assert rohan.page("house-rules").status_code == 403
    setup = {"kind": "house-rule-chosen", "rule": RULE, "reading": "hit-by-it"}
    assert rohan.post("deeds", kind="house-rule", setup=setup).status_code == 403

"""Whoever is asked in a fight is told so where they look, and nothing moves away from under them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from assistant.kernel.asking import Request
from tests.browser.fighting import SETTLED, FightTable, expect_live

# A phone held upright, whose page is longer than it is high.
SHORT = {"viewport": {"width": 360, "height": 560}, "has_touch": True}
THEIRS = ("easterling-king", "evil")


def is_theirs(request: Request) -> bool:
    return request.seat in THEIRS


@pytest.fixture
def easterlings(at: FightTable) -> Page:
    """They look on, far down in what has happened so far, while somebody else is asked."""
    dwarves = at.come("dwarves")
    at.open(dwarves, f"contacts/{at.contact}")
    dwarves.get_by_role("button", name="Fight").tap()
    expect(dwarves.locator("#step")).to_be_visible()
    assert not is_theirs(at.asked())
    page = at.come("easterling-king", **SHORT)
    page.goto(dwarves.url)
    expect_live(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator("#step-title")).not_to_be_in_viewport()
    return page


def test_whoever_is_asked_while_the_question_is_out_of_sight_is_told_and_led_there(
    at: FightTable, easterlings: Page
) -> None:
    told = easterlings.locator("#turn button")
    expect(told).to_be_hidden()
    read = easterlings.locator("#told-title")
    before = read.bounding_box()
    at.answer()
    assert is_theirs(at.asked())
    expect(told).to_be_visible()
    expect(told).to_have_text(re.compile("^It is your turn: Strike$"))
    # Nothing has moved under whoever was reading, and what came is as large as a thumb.
    after, box = read.bounding_box(), told.bounding_box()
    assert before is not None
    assert after is not None
    assert box is not None
    assert abs(after["y"] - before["y"]) < 2
    assert box["height"] >= 48
    easterlings.wait_for_timeout(SETTLED)
    told.tap()
    expect(easterlings.locator("#step .now")).to_be_in_viewport()
    expect(easterlings.locator("#step-title")).to_be_in_viewport()
    expect(told).to_be_hidden()


def test_whoever_looks_away_from_their_own_question_is_reminded_of_it(
    at: FightTable, easterlings: Page
) -> None:
    at.answer()
    easterlings.evaluate("scrollTo(0, 0)")
    expect(easterlings.locator("#step .now")).to_be_visible()
    told = easterlings.locator("#turn button")
    expect(told).to_be_hidden()
    easterlings.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(told).to_be_visible()
    # The answer of somebody else, here the game master, is the end of it.
    while is_theirs(at.asked()):
        at.answer()
    expect(told).to_be_hidden()


def test_an_answer_that_was_given_before_the_line_stood_is_shown_all_the_same(at: FightTable) -> None:
    dwarves = at.come("dwarves")
    at.open(dwarves, f"contacts/{at.contact}")
    dwarves.get_by_role("button", name="Fight").tap()
    expect(dwarves.locator("#step")).to_be_visible()
    page = at.page(**SHORT)
    page.goto(at.door("easterling-king"))
    # Without a worker the stream is the page's own, and can be held back.
    page.add_init_script("delete window.SharedWorker")
    held: list[Route] = []
    page.route("**/stream*", lambda route: held.append(route))
    page.goto(dwarves.url)
    expect(page.locator("#step .waiting")).to_be_visible()
    while not held:
        page.wait_for_timeout(20)
    at.answer()
    held[0].continue_()
    expect(page.locator("#step .now")).to_be_visible()

"""An answer in a fight has no number by which it could be missed: who had no stream just then looks again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.fighting import FightTable, expect_live

# A stream that goes by the name of the page's own ends that one.
TAKE_ITS_NAME = "fetch(`/stream?client=${sessionStorage.getItem('assistant-client')}`); 0"
SECONDS = 15_000


@pytest.fixture
def page(at: FightTable) -> Page:
    """The Easterlings' phone with a stream of its own, at a fight in which the dwarves are asked."""
    dwarves = at.come("dwarves")
    at.open(dwarves, f"contacts/{at.contact}")
    dwarves.get_by_role("button", name="Fight").tap()
    expect(dwarves.locator("#step")).to_be_visible()
    phone = at.come("easterling-king")
    phone.context.add_init_script("delete window.SharedWorker")
    phone.goto(dwarves.url)
    dwarves.close()
    return phone


def answers(at: FightTable) -> Callable[[Route], None]:
    """The first time that the page asks how it stands somebody has just answered."""

    def answer(route: Route) -> None:
        if not at.step():
            at.answer()
        route.continue_()

    return answer


def test_an_answer_that_came_between_two_streams_is_shown(at: FightTable, page: Page) -> None:
    expect_live(page)
    page.route("**/heads", answers(at))
    page.evaluate(TAKE_ITS_NAME)
    expect(page.locator("#step[data-step='1']")).to_be_visible(timeout=SECONDS)


def test_an_answer_is_shown_where_no_stream_can_be_had(at: FightTable, page: Page) -> None:
    page.route("**/stream?*", lambda route: route.abort())
    page.reload()
    expect(page.locator("#connection")).to_have_attribute("data-state", "asking", timeout=SECONDS)
    page.route("**/heads", answers(at))
    expect(page.locator("#step[data-step='1']")).to_be_visible(timeout=SECONDS)

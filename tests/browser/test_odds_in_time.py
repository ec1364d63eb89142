"""Odds that take long: the page says so, waits for them, and asks again if they do not come."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Route, expect

from tests.browser.fighting import LAPTOP, FightTable, pick_by_mouse

WORDS = "[data-odds]"


def quick_page(at: FightTable) -> Page:
    page = at.page(**LAPTOP)
    page.clock.install()
    page.goto(f"{at.url}/quick")
    expect(page.locator(WORDS)).to_have_text("Pick figures for both sides.")
    return page


def is_what_if(route: Route) -> bool:
    return bool(json.loads(route.request.post_data or "{}").get("what_if"))


def test_while_odds_are_worked_out_the_page_says_so_and_waits(at: FightTable) -> None:
    page, held = quick_page(at), list[Route]()
    page.route("**/api/v1/quick", lambda route: held.append(route))
    pick_by_mouse(page, "Éomer", "Uruk-hai")
    expect(page.locator(WORDS)).to_have_text("Working it out…")
    # Longer than any command is waited for.
    page.clock.fast_forward(20_000)
    expect(page.locator(WORDS)).to_have_text("Working it out…")
    held[-1].continue_()
    expect(page.locator(WORDS)).to_contain_text("Good")


def test_odds_that_do_not_come_are_told_in_words_about_odds_and_asked_for_again(at: FightTable) -> None:
    page = quick_page(at)
    page.route("**/api/v1/quick", lambda route: route.abort() if is_what_if(route) else route.continue_())
    pick_by_mouse(page, "Éomer", "Uruk-hai")
    page.get_by_text("What would change it?").click()
    changes = page.locator("[data-what-if]")
    expect(changes).to_contain_text("The odds did not come.")
    expect(changes).not_to_contain_text("send it again")
    page.unroute("**/api/v1/quick")
    held = list[Route]()
    page.route("**/api/v1/quick", lambda route: held.append(route))
    changes.get_by_role("button", name="Try again").click()
    expect(changes).to_have_text("A moment…")
    held[-1].continue_()
    expect(changes).to_contain_text("one more", ignore_case=True)


def test_a_page_that_must_stand_in_line_asks_again_by_itself(at: FightTable) -> None:
    page, refused = quick_page(at), list[str]()

    def others_first(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route.request.url)
        said = {"kind": "illegal", "code": "odds-busy", "sentence": "The odds of others.", "do": ""}
        route.fulfill(status=503, json={"error": said})

    page.route("**/api/v1/quick", others_first)
    pick_by_mouse(page, "Éomer", "Uruk-hai")
    expect(page.locator(WORDS)).to_contain_text("· evil")
    assert refused

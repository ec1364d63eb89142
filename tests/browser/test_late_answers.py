"""A page that hears of news and cannot fetch them is not live, whatever its stream says."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.players import PATIENCE, Evening, Visit, master
from tests.browser.test_crashed_tab import go_on

GONDOR = "Gondor"
STANDING = ".map-upon [data-figure]"


def test_a_page_that_waits_in_vain_for_its_own_news_says_so_until_they_come(
    evening: Evening, visit: Visit
) -> None:
    laptop, held = master(visit, evening), list[Route]()
    laptop.page.route("**/console", lambda route: held.append(route))
    go_on(evening)
    # The stream is well, and the page itself never comes: as on a line that died while a phone slept.
    laptop.is_lost()
    assert held
    laptop.page.unroute("**/console")
    expect(laptop.page.locator("#topbar")).to_contain_text("movement", timeout=PATIENCE)
    laptop.is_live()
    expect(laptop.page.locator("#lost")).to_be_hidden()


def test_figures_that_could_not_be_fetched_after_a_change_are_asked_for_again(
    evening: Evening, visit: Visit
) -> None:
    laptop, refused = master(visit, evening), list[Route]()
    laptop.open("/map/south")
    laptop.page.locator(STANDING).first.wait_for(state="attached")
    before = laptop.page.locator(STANDING).count()

    def refuse(route: Route) -> None:
        refused.append(route)
        route.fulfill(status=503)

    laptop.page.route("**/layer", refuse, times=1)
    other = laptop.page.context.new_page()
    other.goto(f"{evening.url}/c/{evening.campaign}/console")
    expect(other.locator("#connection-words")).to_have_text("Live", timeout=PATIENCE)
    other.locator(".due").filter(has_text=GONDOR).get_by_role("button", name="Place").first.click()
    expect(laptop.page.locator(STANDING)).not_to_have_count(before, timeout=PATIENCE)
    assert refused

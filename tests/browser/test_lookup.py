"""A rule or a term opens over the page: nothing that was typed is lost, and one is where one was."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from assistant.kernel.codec import Json
from tests.browser.players import PATIENCE, Evening, Screen, Visit, master, phone

FORCE = "Denethor"


@pytest.fixture
def dora(evening: Evening, visit: Visit) -> Screen:
    """Gondor's phone; Denethor is wounded."""
    hurt: Json = {"kind": "adjust", "figures": ["denethor"], "condition": "wounded", "reason": "a fall"}
    evening.service.begin(evening.at().campaign, "adjust", hurt, actor="gm", key=uuid4().hex)
    return phone(visit, evening, "Dora")


def to_forces(screen: Screen) -> None:
    """My forces, with something typed and nothing sent."""
    screen.open("/seat/forces")
    force = screen.force(FORCE)
    screen.tap(force.get_by_text("Split the force"))
    force.get_by_label("Name of the new force").fill("Guard of the gate")


def open_term(screen: Screen, term: str = "wounded") -> None:
    screen.force(FORCE).get_by_role("link", name=term, exact=True).first.tap()
    expect(sheet(screen.page)).to_be_visible()


def sheet(page: Page) -> Locator:
    return page.locator("dialog.lookup")


def test_a_tap_on_wounded_opens_its_rule_and_back_closes_it_with_all_that_was_typed(dora: Screen) -> None:
    to_forces(dora)
    was = dora.page.url
    dora.force(FORCE).get_by_role("link", name="wounded", exact=True).first.scroll_into_view_if_needed()
    place = dora.page.evaluate("scrollY")
    open_term(dora)
    expect(sheet(dora.page).get_by_role("heading", name="Wounded")).to_be_focused()
    expect(sheet(dora.page)).to_contain_text("ABL-HERO-3")
    dora.page.go_back()
    expect(sheet(dora.page)).to_be_hidden()
    assert dora.page.url == was
    link = dora.force(FORCE).get_by_role("link", name="wounded", exact=True).first
    expect(link).to_be_focused()
    expect(dora.force(FORCE).get_by_label("Name of the new force")).to_have_value("Guard of the gate")
    assert dora.page.evaluate("scrollY") == place


def test_the_cross_closes_it_and_leaves_nothing_behind_in_the_way_back(dora: Screen) -> None:
    dora.open("/seat")
    to_forces(dora)
    open_term(dora)
    # One rule leads to another, in the same sheet.
    dora.page.evaluate("""() => document.querySelector(".lookup-text").insertAdjacentHTML("beforeend",
        '<p><a class="rule" href="/rules/CMB-04">CMB-04</a></p>')""")
    sheet(dora.page).get_by_role("link", name="CMB-04").tap()
    expect(sheet(dora.page).get_by_role("heading", name="Combat CMB-04")).to_be_visible()
    dora.page.go_back()
    expect(sheet(dora.page).get_by_role("heading", name="Wounded")).to_be_visible()
    sheet(dora.page).get_by_role("button", name="Close").tap()
    expect(sheet(dora.page)).to_be_hidden()
    dora.page.wait_for_function("!history.state?.lookup")
    dora.page.go_back()
    expect(dora.page).to_have_url(f"{dora.evening.url}/c/{dora.evening.campaign}/seat")


def test_it_stays_open_and_whole_while_others_change_the_page(dora: Screen) -> None:
    to_forces(dora)
    open_term(dora)
    expect(sheet(dora.page)).to_contain_text("ABL-HERO-3")
    setup: Json = {"kind": "arrive", "arrival": "men-of-minas-tirith@1"}
    at = dora.evening.at()
    dora.evening.service.begin(at.campaign, "arrive", setup, actor="somebody", key=uuid4().hex)
    expect(dora.page.locator("body")).to_have_attribute("data-seen", str(at.seen + 1), timeout=PATIENCE)
    expect(sheet(dora.page)).to_contain_text("ABL-HERO-3")
    dora.page.keyboard.press("Escape")
    expect(sheet(dora.page)).to_be_hidden()
    expect(dora.force(FORCE).get_by_label("Name of the new force")).to_have_value("Guard of the gate")


def test_with_the_keyboard_enter_opens_and_escape_closes_and_the_focus_is_where_it_was(
    evening: Evening, visit: Visit
) -> None:
    laptop = master(visit, evening)
    link = laptop.page.locator(".dues a.rule").first
    link.focus()
    laptop.page.keyboard.press("Enter")
    expect(sheet(laptop.page)).to_contain_text("Rulebook line")
    # The console's keys do nothing while one reads.
    laptop.page.keyboard.press("b")
    laptop.page.keyboard.press("Escape")
    expect(sheet(laptop.page)).to_be_hidden()
    expect(link).to_be_focused()
    assert laptop.page.url.endswith("/console")


def test_without_contact_the_sheet_says_so_and_has_the_plain_link(dora: Screen) -> None:
    to_forces(dora)
    dora.page.context.set_offline(True)
    open_term(dora)
    expect(sheet(dora.page)).to_contain_text("does not answer", timeout=PATIENCE)
    page_of_it = sheet(dora.page).get_by_role("link", name="Open its page instead")
    expect(page_of_it).to_have_attribute("href", "/terms/wounded")
    dora.page.context.set_offline(False)
    page_of_it.tap()
    expect(dora.page).to_have_url(f"{dora.evening.url}/terms/wounded")


def test_without_scripts_a_term_leads_to_its_page_and_back(
    evening: Evening, visit: Callable[..., BrowserContext]
) -> None:
    page = visit(java_script_enabled=False).new_page()
    page.goto(f"{evening.url}/j/{evening.codes['Dora']}")
    page.goto(f"{evening.url}/c/{evening.campaign}/seat/goals")
    page.locator("main a.term").first.click()
    expect(page.locator("h2").first).to_be_visible()
    assert "/terms/" in page.url
    page.get_by_role("link", name="Back to where you were").click()
    expect(page).to_have_url(f"{evening.url}/c/{evening.campaign}/seat/goals")

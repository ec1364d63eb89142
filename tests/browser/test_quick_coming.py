"""A quick fight in the browser: how many come, mounted or on foot, with what, and whether they hide."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fighting import PHONE, SETTLED, FightTable, pick


@pytest.fixture
def guest(at: FightTable) -> Page:
    page = at.page(**PHONE)
    page.goto(f"{at.url}/quick")
    return page


def log_of(page: Page) -> str:
    page.get_by_role("button", name="Fight", exact=True).tap()
    expect(page.locator("#step")).to_contain_text("Strike")
    page.wait_for_timeout(SETTLED)
    page.get_by_role("button", name="Let the app fight it out").tap()
    expect(page.locator("#outcome")).to_be_visible()
    return page.locator(".log").inner_text()


def test_a_second_ringwraith_comes_when_it_is_picked_again(guest: Page) -> None:
    pick(guest, 1, "Ringwraith", "Ringwraith")
    expect(guest.get_by_label("Ringwraith", exact=True)).to_have_value("2")
    pick(guest, 0, "Gimli")
    log_of(guest)
    expect(guest.locator("#outcome")).to_contain_text("two Ringwraiths")


def test_an_engine_comes_alone_and_a_company_as_six(guest: Page) -> None:
    pick(guest, 1, "Battering Ram", "Uruk-hai")
    expect(guest.get_by_label("Battering Ram", exact=True)).to_have_value("1")
    expect(guest.get_by_label("Uruk-hai", exact=True)).to_have_value("6")


def test_riders_may_come_on_foot_and_aragorn_with_anduril(guest: Page) -> None:
    # Line 1395: Éomer on foot has 1 die at 4+ and 5+; line 784: Andúril makes Aragorn's blows magic.
    pick(guest, 0, "Éomer")
    guest.get_by_label("Add a figure").first.fill("anduril")
    guest.locator("[data-found]").first.get_by_role("button", name="Aragorn", exact=True).tap()
    guest.get_by_text("Mounted · bears nothing").tap()
    guest.get_by_role("checkbox", name="Mounted").first.uncheck()
    expect(guest.locator("[data-profile=eomer] summary")).to_have_text("On foot · bears nothing")
    guest.locator("[data-profile=aragorn] summary").tap()
    guest.get_by_role("checkbox", name="Andúril").check()
    expect(guest.get_by_text("On foot · Andúril")).to_be_visible()
    pick(guest, 1, "Uruk-hai")
    guest.reload()
    log = log_of(guest)
    assert "Éomer: 1 die at 4+" in log
    assert "Aragorn: 3 dice at 3+ [attack 3+ bearing anduril" in log


def test_characters_by_themselves_may_hide(guest: Page) -> None:
    pick(guest, 0, "Gimli")
    hide = guest.get_by_role("checkbox", name="They hide").first
    hide.check()
    pick(guest, 1, "Uruk-hai")
    expect(guest.locator("[data-odds] p").first).to_contain_text("no fight 50 %")
    # What would change them comes a moment later, and the odds stay.
    expect(guest.locator("[data-what-if]")).to_contain_text("One more Uruk-hai for evil")
    expect(guest.locator("[data-odds] p").first).to_contain_text("no fight 50 %")
    pick(guest, 0, "Dwarf Warrior")
    expect(hide).to_be_hidden()

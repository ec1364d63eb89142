"""A rule that is left to the table, applied by the game master before the fight."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.fighting import FightTable


def test_the_game_master_adds_what_a_place_gives_and_everyone_reads_why(at: FightTable) -> None:
    master = at.come("master")
    at.open(master, f"contacts/{at.contact}")
    odds = master.locator("[data-odds] p").first
    expect(odds).to_contain_text("· evil")
    before = odds.inner_text()
    master.locator(".ground summary").first.click()
    master.get_by_label("Attack better by").first.fill("1")
    expect(odds).to_contain_text("What is added by hand needs a reason.")
    master.get_by_label("Why", exact=True).first.fill("home ground")
    master.get_by_label("More dice").first.fill("3")
    expect(odds).to_contain_text("· evil")
    expect(odds).not_to_have_text(before)
    master.get_by_role("button", name="Fight", exact=True).click()
    expect(master.locator(".log, .so-far, #content").first).to_contain_text("home ground (by hand)")

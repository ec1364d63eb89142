"""The console in the browser: readings changed in mid-game, phones that come and go, what is put off."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.players import Evening, Visit, master, phone


def test_a_reading_is_found_by_its_words_and_changed_in_mid_game(evening: Evening, visit: Visit) -> None:
    laptop = master(visit, evening)
    laptop.open("/house-rules")
    laptop.page.get_by_label("Find a house rule").fill("slays a ringwraith")
    rule = laptop.page.locator("#CON-067")
    expect(rule).to_be_visible()
    expect(laptop.page.locator("#house .house:visible")).to_have_count(1)
    rule.get_by_label(re.compile("Only a failed")).check()
    laptop.tap(rule.get_by_role("button"))
    laptop.is_told("House rule CON-067")
    expect(laptop.page.locator("[data-key='changed-CON-067']")).to_be_visible()
    expect(rule.get_by_label(re.compile("Only a failed"))).to_be_checked()
    expect(rule.locator("label", has_text="(in force)")).to_contain_text("Only a failed")


def test_the_console_and_the_page_of_safety_follow_who_comes_and_goes(evening: Evening, visit: Visit) -> None:
    laptop, safety = master(visit, evening), master(visit, evening)
    safety.open("/keeping")
    laptop.sees("0 of 4 seats connected")
    anna = phone(visit, evening, "Anna")
    laptop.sees("1 of 4 seats connected")
    expect(laptop.page.locator("#connections")).not_to_contain_text("Anna")
    expect(safety.page.locator("#connections .rows").first).to_contain_text("Anna")
    anna.page.context.close()
    laptop.sees("0 of 4 seats connected")
    expect(laptop.page.locator("#connections")).to_contain_text("Anna")
    expect(safety.page.locator("#connections .rows").first).not_to_contain_text("Anna")


def test_who_puts_an_arrival_off_sees_it_leave_the_list(evening: Evening, visit: Visit) -> None:
    laptop = master(visit, evening)
    due = laptop.page.locator(".pane-due .dues").first.locator(".due", has=laptop.button("Later"))
    key = due.first.get_attribute("data-key")
    laptop.tap(due.first.get_by_role("button", name="Later"))
    expect(laptop.page.locator(f".dues:not(.mays .dues) > [data-key='{key}']")).to_have_count(0)
    expect(laptop.page.locator(f".mays [data-key='{key}']")).to_have_count(1)
    expect(laptop.page.locator(f".mays [data-key='{key}']")).to_contain_text("put off until turn 2")

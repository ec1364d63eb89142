"""The console in the browser: readings changed in mid-game, phones that come and go, what is put off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from assistant.kernel.codec import Json
from tests.browser.players import Evening, Visit, master, phone

HAS_ROOM = """(list) => {
  const room = list.offsetWidth;
  list.style.minWidth = "max-content";
  return list.offsetWidth <= room;
}"""


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


def test_a_key_shows_what_is_folded_away_before_it_acts_on_it(evening: Evening, visit: Visit) -> None:
    setup: Json = {"kind": "say-done", "commanders": ["rohan"]}
    evening.service.begin(evening.at().campaign, "say-done", setup, actor="somebody", key="done")
    laptop, was = master(visit, evening), evening.at().seen
    laptop.tap(laptop.page.locator("[data-pane=due] > summary"))
    first = laptop.page.locator(".pane-due .due .button").first
    expect(first).to_be_hidden()
    laptop.page.locator("body").press("p")
    laptop.is_told("was folded away. Press again if you mean it.")
    expect(first).to_be_visible()
    expect(first).to_be_focused()
    assert evening.at().seen == was
    laptop.tap(laptop.page.locator("[data-pane=history] > summary"))
    laptop.page.locator("body").press("u")
    laptop.is_told("was folded away")
    expect(laptop.page.locator("[data-shortcut=u]")).to_be_focused()
    assert evening.at().seen == was


def test_cards_to_cut_out_fit_a_phone_however_long_a_name_is(evening: Evening, visit: Visit) -> None:
    at = evening.at()
    setup: Json = {"kind": "change-seat", "seat": next(iter(at.world.war.seats)), "player": "W" * 40}
    evening.service.begin(at.campaign, "change-seat", setup, actor="somebody", key="a long name")
    laptop = master(visit, evening)
    laptop.page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/seats/cards", "/seats"):
        laptop.page.goto(f"{evening.url}/c/{evening.campaign}{path}")
        expect(laptop.page.locator("main")).to_contain_text("W" * 40)
        assert laptop.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("width", [360, 1024, 1440])
def test_what_is_chosen_for_an_arrival_is_read_in_full(evening: Evening, visit: Visit, width: int) -> None:
    laptop = master(visit, evening)
    laptop.page.set_viewport_size({"width": width, "height": 900})
    lists = laptop.page.locator(".pane-due select:visible", has_text="As the schedule says")
    expect(lists.first).to_be_visible()
    assert all(one.evaluate(HAS_ROOM) for one in lists.all())

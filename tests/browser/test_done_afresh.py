"""What was done or mended leaves nothing behind in its form."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.players import KEYS, Evening, Visit, master, phone


def test_what_was_set_right_by_hand_is_not_proposed_for_the_next(evening: Evening, visit: Visit) -> None:
    laptop = master(visit, evening)
    laptop.open("/by-hand?find=Faramir")
    form = laptop.page.locator("#adjust")
    form.get_by_label("Faramir").check()
    form.get_by_label("Condition").select_option("wounded")
    form.get_by_label("Why").fill("an arrow")
    laptop.tap(form.get_by_role("button", name="Set right (1)"))
    laptop.is_told("Faramir")
    expect(form.get_by_label("Why")).to_have_value("")
    expect(form.get_by_label("Condition")).to_have_value("")
    expect(form.get_by_role("button", name=re.compile("^Set right$"))).to_be_visible()


def test_how_many_are_meant_is_typed_over_nothing(evening: Evening, visit: Visit) -> None:
    laptop = master(visit, evening)
    laptop.open("/by-hand?find=Minas+Tirith")
    first = laptop.page.locator("#adjust .take input:visible").first
    first.click()
    laptop.page.keyboard.type("11")
    expect(first).to_have_value("11")


def test_the_refusal_of_a_new_campaign_goes_with_what_was_refused(page: Page, evening: Evening) -> None:
    page.goto(f"{evening.url}/master?passphrase={KEYS.passphrase}")
    page.goto(f"{evening.url}/new")
    page.locator('[name="name"]').fill("Two for Rohan")
    for number, name in enumerate(("Anna", "Ben")):
        page.locator('[data-player="name"]').nth(number).fill(name)
        page.locator('[data-player="wish"]').nth(number).select_option("rohan")
    page.get_by_role("button", name="Begin the game").click()
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text("Rohan")
    page.locator('[data-player="wish"]').nth(1).select_option("")
    expect(trouble).to_have_text("")


def test_a_war_is_declared_at_the_second_tap(evening: Evening, visit: Visit) -> None:
    at = evening.at()
    (player,) = (one.player for one in at.world.war.seats.values() if "saruman" in one.commanders)
    own = phone(visit, evening, player)
    own.open("/seat?as=saruman")
    war = own.due("Declare the War of Saruman")
    declare = war.get_by_role("button", name="Declare")
    expect(declare).to_be_hidden()
    own.tap(war.locator(".sure > summary"))
    expect(war).to_contain_text("The War of Saruman begins at once, for everybody.")
    assert not evening.at().world.war.events
    own.tap(declare)
    own.is_told("Saruman declares the War of Saruman.")

"""Why a figure is called otherwise, or a force or seat changes hands: said if one likes, and told later."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.players import Evening, Screen, Visit, master, phone

WHY = "so they agreed"


def tells_why(laptop: Screen, title: str) -> None:
    """The history has the deed, and the reason under it."""
    laptop.open("/history")
    deed = laptop.page.locator(".deed", has_text=re.compile(title)).first
    laptop.tap(deed.get_by_text("What happened"))
    expect(deed.locator(".log", has_text=WHY)).to_have_text(f"Because: {WHY}")


def form_of(screen: Screen, deed: str) -> Locator:
    return screen.page.locator(f"form[data-deed={deed}]").first


def test_a_name_is_given_by_hand_with_a_reason(evening: Evening, visit: Visit) -> None:
    laptop = master(visit, evening)
    laptop.open("/by-hand")
    form = form_of(laptop, "rename")
    form.get_by_label("Who").select_option("lurtz")
    form.get_by_label("Name at this table").fill("Old Scar")
    form.get_by_label("Why").fill(WHY)
    laptop.tap(form.get_by_role("button"))
    tells_why(laptop, "is called Old Scar")


def test_a_force_is_handed_over_on_a_phone_with_a_reason(evening: Evening, visit: Visit) -> None:
    anna = phone(visit, evening, "Anna")
    anna.open("/seat/forces")
    anna.page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    form = form_of(anna, "hand-over")
    form.get_by_label("To whom").select_option(index=1)
    form.get_by_label("Why").fill(WHY)
    anna.tap(form.get_by_role("button"))
    expect(form.get_by_label("Why")).to_have_value("")
    tells_why(master(visit, evening), " goe?s? to ")


def test_a_seat_changes_hands_with_a_reason_that_the_next_change_does_not_have(
    evening: Evening, visit: Visit
) -> None:
    laptop = master(visit, evening)
    laptop.open("/seats")
    form = form_of(laptop, "change-seat")
    laptop.tap(laptop.page.locator("details[data-key^=change-] > summary").first)
    form.get_by_label("Player").fill("Zoe")
    form.get_by_label("Why").fill(WHY)
    laptop.tap(form.get_by_role("button"))
    expect(laptop.page.locator(".cards h3").first).to_contain_text("Zoe")
    expect(form.get_by_label("Why")).to_have_value("")
    tells_why(laptop, "Zoe takes over from Anna")

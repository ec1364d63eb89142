"""Whatever is under way shows it where it was tapped, without moving anything."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.players import Evening, Visit, master

SIGN = """e => {
  const after = getComputedStyle(e, "::after");
  return [after.animationName, after.borderBottomStyle];
}"""


@pytest.mark.parametrize(("path", "button"), [("/console", "[data-shortcut=a]"), ("/history", ".linkish")])
def test_a_button_shows_that_it_is_under_way(evening: Evening, visit: Visit, path: str, button: str) -> None:
    laptop, held = master(visit, evening), list[Route]()
    laptop.open(path)
    tapped = laptop.page.locator(button).first
    before = tapped.bounding_box()
    laptop.page.route("**/api/v1/**", lambda route: held.append(route))
    laptop.tap(tapped)
    expect(tapped).to_have_attribute("aria-busy", "true")
    assert tapped.evaluate(SIGN) == ["under-way", "none"]
    assert tapped.bounding_box() == before
    held[0].continue_()
    expect(laptop.page.locator("[aria-busy=true]")).to_have_count(0)


def test_who_wants_nothing_to_move_sees_dots_instead(evening: Evening, visit: Visit) -> None:
    laptop, held = master(visit, evening), list[Route]()
    laptop.page.emulate_media(reduced_motion="reduce")
    laptop.page.route("**/api/v1/**", lambda route: held.append(route))
    tapped = laptop.page.locator("[data-shortcut=a]").first
    laptop.tap(tapped)
    assert tapped.evaluate(SIGN) == ["none", "dotted"]
    held[0].continue_()

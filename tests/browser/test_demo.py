"""The demo: ten players in the middle of the war, opened with one tap and led on for a turn by one person."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.fight_out import OVER, READY
from tests.browser.players import LAPTOP, PATIENCE, PHONE, Evening, Screen, Visit, watched

MOST_STEPS = 80
SETTLING = 450  # milliseconds in which keys do nothing with what has just changed


def test_the_demo_is_opened_with_one_tap_and_led_on_for_a_turn(evening: Evening, visit: Visit) -> None:
    laptop = watched(visit(**LAPTOP), evening, is_touched=False)
    laptop.page.goto(evening.url)
    laptop.tap("Try the demo")
    laptop.sees("You are the game master of this demo")
    laptop.is_live()
    # A phone comes in with the code of a seat that stands there, and sees the same turn.
    saruman = watched(visit(**PHONE), evening)
    card = laptop.page.locator("li.card").filter(has_text="Saruman")
    saruman.page.goto(f"{evening.url}/j/{card.locator('.code').inner_text()}")
    laptop.tap(laptop.page.get_by_role("link", name="To the console"))
    laptop.is_live()
    turn = int(laptop.page.locator(".stage-turn .figure").inner_text())
    for screen in (laptop, saruman):
        expect(screen.page.locator("#topbar")).to_contain_text(f"Turn {turn}")

    # The demo stands where forces still move; its fights wait for the phase of combat.
    while not laptop.page.get_by_role("link", name="Fight", exact=True).count():
        go_on(laptop)
    fight_the_first(laptop)
    while f"Turn {turn}," in laptop.page.locator("#topbar").inner_text():
        go_on(laptop)
    for screen in (laptop, saruman):
        expect(screen.page.locator("#topbar")).to_contain_text(f"Turn {turn + 1}", timeout=PATIENCE)


def go_on(laptop: Screen) -> None:
    """All are done, and on: two keys."""
    before = laptop.page.locator("#topbar").inner_text()
    waited = laptop.button(re.compile("^All done"))
    if waited.is_visible():
        laptop.page.keyboard.press("a")
        expect(waited).to_have_count(0, timeout=PATIENCE)
    # What the rules demand and nobody saw to is told first.
    is_owed = laptop.page.locator(".stage-go summary").is_visible()
    # A key does nothing with what has only just come: whoever means it presses again.
    laptop.page.wait_for_timeout(SETTLING)
    laptop.page.keyboard.press("n")
    if is_owed:
        laptop.tap("Go on all the same")
    expect(laptop.page.locator("#topbar")).not_to_have_text(before, timeout=PATIENCE)


def fight_the_first(laptop: Screen) -> None:
    """The game master answers for everybody."""
    laptop.tap(laptop.page.get_by_role("link", name="Fight", exact=True).first)
    laptop.sees("· evil")
    laptop.tap("Fight")
    page = laptop.page
    page.locator(READY).wait_for()
    for _ in range(MOST_STEPS):
        step = page.locator(READY)
        revision = step.get_attribute("data-revision")
        theirs = step.locator(".for-them:not([open]) > summary")
        if theirs.is_visible():
            laptop.tap(theirs)
        laptop.tap(step.locator(".option:visible").first)
        page.locator(f"{READY}:not([data-revision='{revision}']), {OVER}").wait_for()
        if page.locator(OVER).is_visible():
            break
    laptop.sees("Luck")
    page.goto(re.sub(r"/fought/.*", "/console", page.url))
    laptop.is_live()
